"""How a source is read: its weight, its field of text, its encoding, where they are not as found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QHBoxLayout, QVBoxLayout, QWidget

from vocabsmith.pages.build_page.form_fields import NumberField
from vocabsmith.session import CorpusItem
from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.labels import Label
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_engine import Source, VocabsmithError
from vocabsmith_resources.themes.palette import Palette

MOST_WEIGHT = 1_000_000
FOUND_FIELD = "Found by name and type"
FOUND_ENCODING = "Found by its bytes"
ENCODINGS = (
    "utf-8", "utf-16", "windows-1252", "iso-8859-1", "iso-8859-2", "windows-1251", "koi8-r", "gb18030", "big5",
    "shift_jis", "euc-jp", "euc-kr",
)  # fmt: skip
"""Those that people meet; any other that Python knows can be typed."""


class ReadingDialog(QDialog):
    """Asks how one source is to be read. What cannot be is told here, and nothing is changed.

    Attributes:
        item: the source with what was chosen, once the dialog was accepted.
    """

    def __init__(self, item: CorpusItem, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.item = item
        self.setWindowTitle(f"How {item.path.name} is read")
        self.field = _choices(FOUND_FIELD, (), item.field)
        self.encoding = _choices(FOUND_ENCODING, ENCODINGS, item.encoding)
        self.weight = NumberField(1, MOST_WEIGHT, item.weight)
        self.message = InlineMessage()
        self.accept_button = Button("Read it so", kind="primary")
        self._compose()
        self.accept_button.clicked.connect(self._take)
        spread_theme(self, palette)

    def _compose(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        for name, field, words in (
            ("Field", self.field, "Column, or path such as messages[].content, that holds the text of a record"),
            ("Encoding", self.encoding, "Only where the text is not Unicode"),
            ("Weight", self.weight, "How often each of its pieces counts"),
        ):
            label = Label(name)
            label.setBuddy(field)
            field.setAccessibleName(name)
            form.addRow(label, field)
            form.addRow("", Label(words, "secondary", wrap=True))
        cancel = Button("Cancel")
        cancel.clicked.connect(self.reject)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addStretch(1)
        foot.addWidget(cancel)
        foot.addWidget(self.accept_button)
        self.accept_button.setDefault(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(16)
        column.addLayout(form)
        column.addWidget(self.message)
        column.addStretch(1)
        column.addLayout(foot)
        self.resize(scaled(420), self.sizeHint().height())

    def offer_fields(self, fields: Sequence[str]) -> None:
        """Fields that there are, to choose from."""
        typed = self.field.currentText()
        self.field.addItems([name for name in fields if self.field.findText(name) < 0])
        self.field.setCurrentText(typed)

    def _take(self) -> None:
        try:
            encoding = _chosen(self.encoding, FOUND_ENCODING)
            field = _chosen(self.field, FOUND_FIELD)
            source = Source(self.item.path, self.weight.value(), field=field, encoding=encoding)
        except VocabsmithError as error:
            self.message.show_message("error", str(error))
            return
        self.item = replace(self.item, weight=source.weight, field=source.field, encoding=source.encoding)
        self.accept()


def _choices(found: str, offered: Sequence[str], chosen: str | None) -> QComboBox:
    box = QComboBox()
    box.setEditable(True)
    box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    box.addItems([found, *offered])
    box.setCurrentText(found if chosen is None else chosen)
    return box


def _chosen(box: QComboBox, found: str) -> str | None:
    text = box.currentText().strip()
    return None if text in ("", found) else text
