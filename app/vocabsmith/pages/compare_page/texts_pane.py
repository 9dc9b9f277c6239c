"""The left of the page: the texts to compare on, the text that is typed, and what all of them come to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QFileDialog, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from vocabsmith.pages.compare_page.text_list import TextList
from vocabsmith.pages.compare_page.text_model import TextModel
from vocabsmith.widgets.buttons import Button, IconButton
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.labels import ElidedLabel, Label
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.panes import SIDE, Pane, horizontal_line
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.widgets.token_text_edit import TokenTextEdit
from vocabsmith_resources.themes.palette import Palette

_TYPED_HEIGHT, _TYPED_LEAST, _TYPED_SHARE = 128, 64, 0.2
_HINT = "Add files or folders with +, or drop them here. A folder counts as one text."


class TextsPane(Pane):
    """Texts, and how they are read.

    Signals:
        paths_chosen(list): files or folders are to be added.
        typed(): the text that is typed is another.
        counting_chosen(bool): whether the typed text counts in the figures.
        read_all_chosen(bool): whether large texts are read whole.
        read_again_asked(list): numbers of the texts whose files have changed.
        example_asked(): the user wants to see an example.
    """

    paths_chosen = Signal(list)
    typed = Signal()
    counting_chosen = Signal(bool)
    read_all_chosen = Signal(bool)
    read_again_asked = Signal(list)
    example_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Texts", parent=parent)
        self.model = TextModel(self)
        self.list = TextList(self.model)
        self.add_button = IconButton("plus", "Add texts")
        self.remove_button = IconButton("minus", "Remove the chosen texts")
        self.hint = Label(_HINT, "secondary", wrap=True)
        self.message = InlineMessage()
        self.editor = TokenTextEdit(points=9.5, pitch=22)
        self.counts = QCheckBox("In the figures")
        self.example = Button("Try an example", kind="chip", parent=self.editor.viewport())
        self.read_all = QCheckBox("Read large texts whole")
        self._typed_facts = ElidedLabel("", "secondary").let_vanish()
        self._totals = Label("", "head", wrap=True)
        self._details = Label("", "secondary", wrap=True)
        self._compose()
        self._connect()

    def _compose(self) -> None:
        menu = QMenu(self.add_button)
        menu.addAction("Add files…", self.choose_files)
        menu.addAction("Add a folder…", self.choose_folder)
        self.add_button.setMenu(menu)
        self.add_button.setPopupMode(self.add_button.ToolButtonPopupMode.InstantPopup)
        for button in (self.add_button, self.remove_button):
            self.head.add(button)
        self.remove_button.setEnabled(False)
        self.hint.setContentsMargins(SIDE, 12, SIDE, 12)
        self.editor.setAccessibleName("Typed text")
        self.editor.setPlaceholderText("Type or paste text.")
        self.editor.set_marks(False)
        self.editor.setAccessibleDescription("Tab leaves the text, Ctrl+Tab types a tab.")
        self.counts.setToolTip("Whether the typed text is one of the texts that the figures are about")
        self.read_all.setToolTip("Of a larger text a sample of 20 MB is read, spread over it, unless this is checked")
        for part in (horizontal_line(), self.hint, self.message):
            self.body.addWidget(part)
        self.body.addWidget(self.list, 1)
        self.body.addWidget(horizontal_line())
        self.body.addLayout(self._typed_part())
        self.body.addWidget(horizontal_line())
        self.body.addLayout(self._foot())

    def _typed_part(self) -> QVBoxLayout:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(Label("Typed text", "head"))
        head.addWidget(self._typed_facts, 1)
        column = QVBoxLayout()
        column.setContentsMargins(SIDE, 8, SIDE, 8)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self.editor)
        column.addWidget(self.counts)
        return column

    def _foot(self) -> QVBoxLayout:
        foot = QVBoxLayout()
        foot.setContentsMargins(SIDE, 8, SIDE, 8)
        foot.setSpacing(2)
        for widget in (self._totals, self._details, self.read_all):
            foot.addWidget(widget)
        return foot

    def _connect(self) -> None:
        self.editor.textChanged.connect(self._text_changed)
        self.editor.files_dropped.connect(lambda paths: self.paths_chosen.emit(list(paths)))
        self.example.clicked.connect(self.example_asked.emit)
        self.counts.clicked.connect(self._choose_counting)
        self.read_all.clicked.connect(self._choose_reading)
        self.list.remove_asked.connect(self.remove_chosen)
        self.list.menu_asked.connect(self._open_menu)
        self.remove_button.clicked.connect(self.remove_chosen)
        self.list.selectionModel().selectionChanged.connect(self._show_choice)
        self.model.texts_changed.connect(self._show_choice)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)
        self._fit_editor()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low pane the list needs the room more than the text."""
        super().resizeEvent(event)
        self._fit_editor()

    def _fit_editor(self) -> None:
        part = round(_TYPED_SHARE * self.height())
        self.editor.setFixedHeight(max(scaled(_TYPED_LEAST), min(scaled(_TYPED_HEIGHT), part)))
        self._place_example()

    def _choose_counting(self, checked: bool) -> None:
        self.counting_chosen.emit(checked)

    def _choose_reading(self, checked: bool) -> None:
        self.read_all_chosen.emit(checked)

    # --- the typed text

    def text(self) -> str:
        """What is typed."""
        return self.editor.exact_text()

    def set_text(self, text: str) -> None:
        """Types another text."""
        self.editor.set_text(text)

    def type_text(self, text: str) -> None:
        """Types another text, and leaves the caret in it."""
        self.editor.setFocus()
        self.set_text(text)

    def show_typed(self, facts: str, *, counts: bool, optional: bool) -> None:
        """What the typed text comes to, and whether it counts; `optional`: whether that can be chosen."""
        self._typed_facts.set_text(facts)
        self.counts.setChecked(counts)
        self.counts.setVisible(optional)

    def _text_changed(self) -> None:
        self.example.setVisible(self.editor.document().isEmpty())
        self.typed.emit()

    def _place_example(self) -> None:
        self.example.adjustSize()
        self.example.move(16, self.editor.height() - self.example.height() - 6)

    # --- the list

    def choose_files(self) -> None:
        """Lets the user choose text files."""
        chosen, _ = QFileDialog.getOpenFileNames(self, "Add texts", str(Path.home()))
        if chosen:
            self.paths_chosen.emit([Path(each) for each in chosen])

    def choose_folder(self) -> None:
        """Lets the user choose a folder of texts."""
        chosen = QFileDialog.getExistingDirectory(self, "Add a folder of texts", str(Path.home()))
        if chosen:
            self.paths_chosen.emit([Path(chosen)])

    def remove_chosen(self) -> None:
        """Takes the chosen texts off the list; what stands there then is chosen."""
        rows = self.list.chosen_rows()
        if not rows:
            return
        self.model.remove(rows)
        if self.model.rowCount():
            self.list.selectRow(min(rows[0], self.model.rowCount() - 1))

    def show_totals(self, totals: str, details: Sequence[str], *, sampled: bool) -> None:
        """What all texts come to; `sampled`: whether any is too large to be read whole by itself."""
        self._totals.setText(totals)
        self._details.setText("\n".join(details))
        self._details.setVisible(bool(details))
        self.read_all.setVisible(sampled or self.read_all.isChecked())

    def _show_choice(self) -> None:
        self.remove_button.setEnabled(bool(self.list.chosen_rows()))
        self.hint.setVisible(not self.model.texts)

    def _open_menu(self, place: QPoint) -> None:
        rows = self.list.chosen_rows()
        menu = QMenu(self)
        menu.addAction("Add files…", self.choose_files)
        menu.addAction("Add a folder…", self.choose_folder)
        if rows:
            numbers = [self.model.texts[row].number for row in rows]
            menu.addSeparator()
            menu.addAction("Change the group", self.list.edit_group)
            menu.addAction("Read again", lambda: self.read_again_asked.emit(numbers))
            menu.addAction("Remove", self.remove_chosen)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)
