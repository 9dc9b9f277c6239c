"""The bar above the page: where one is, which tokenizer is looked at, and the way out of the program for it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from vocabsmith.operations.known_tokenizers import Choice
from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.choice_box import ChoiceBox
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.labels import ElidedLabel, Label
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_resources.themes.palette import Palette

HEIGHT = 52
_COMBO_WIDTH = (180, 320)


class TopBar(QFrame):
    """Page title, project and subtitle, the list of tokenizers, Export.

    Signals:
        chosen(Choice): the user chose an entry of the list.
        export_asked()
    """

    chosen = Signal(object)
    export_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "frame")
        self._title = Label("", "title")
        self._project = ElidedLabel("", "head")
        self._project.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._subtitle = ElidedLabel("", "secondary", Qt.TextElideMode.ElideRight).let_vanish()
        self._caption = Label("Tokenizer", "secondary")
        self.tokenizers = ChoiceBox()
        self.tokenizers.setAccessibleName("Tokenizer")
        self.tokenizers.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.tokenizers.activated.connect(self._choose)
        self._caption.setBuddy(self.tokenizers)
        self.export_button = Button("Export…", "upload")
        self.export_button.clicked.connect(self.export_asked)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 12, 0)
        row.setSpacing(8)
        row.addWidget(self._title)
        row.addSpacing(8)
        row.addWidget(self._project)
        row.addSpacing(8)
        row.addWidget(self._subtitle, 1)
        row.addWidget(self._caption)
        row.addWidget(self.tokenizers, 1)
        row.addWidget(self.export_button)
        self._choices: list[Choice] = []
        self._size()

    def set_page(self, title: str, subtitle: str) -> None:
        """Names the open page."""
        self._title.setText(title)
        self._subtitle.set_text(subtitle)

    def set_project(self, name: str, tip: str) -> None:
        """Names the project beside the page; "" for none."""
        self._project.set_text(name)
        self._project.setVisible(bool(name))
        self._project.set_tip(tip)
        self._project.setAccessibleName(f"Project {name}")

    def set_choices(self, choices: Sequence[Choice], current: str) -> None:
        """Fills the list; `current` is the name of the session's tokenizer that is shown, "" for none."""
        self._choices = list(choices)
        self.tokenizers.clear()
        chosen = -1
        last_kind = ""
        for choice in choices:
            if last_kind not in {"", choice.kind}:
                self.tokenizers.insertSeparator(self.tokenizers.count())
            last_kind = choice.kind
            self.tokenizers.addItem(choice.text, choice)
            self.tokenizers.setItemData(self.tokenizers.count() - 1, choice.tip, Qt.ItemDataRole.ToolTipRole)
            if choice.kind == "session" and choice.value == current:
                chosen = self.tokenizers.count() - 1
        self.tokenizers.setPlaceholderText("No tokenizer yet")
        self.tokenizers.setCurrentIndex(chosen)
        self.export_button.setEnabled(chosen >= 0)
        reason = (
            "Save the tokenizer in the files of other libraries" if chosen >= 0 else "Train or open a tokenizer first"
        )
        self.export_button.setToolTip(reason)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._size()
        spread_theme(self, palette)

    def _size(self) -> None:
        self.setFixedHeight(scaled(HEIGHT))
        self.tokenizers.setMinimumWidth(scaled(_COMBO_WIDTH[0]))
        self.tokenizers.setMaximumWidth(scaled(_COMBO_WIDTH[1]))

    def _choose(self, row: int) -> None:
        choice = self.tokenizers.itemData(row)
        if isinstance(choice, Choice):
            self.chosen.emit(choice)
