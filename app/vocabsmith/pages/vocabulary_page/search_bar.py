"""What is searched for and what can be done with the tokens that are found."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from vocabsmith.operations.list_tokens import SearchMode
from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.icon import icon
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.panes import SIDE
from vocabsmith.widgets.segmented import SegmentedControl
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_resources.themes.palette import Palette

MODES: tuple[tuple[SearchMode, str], ...] = (("text", "Text"), ("bytes", "Bytes"), ("regex", "Regex"))
_HINTS = {
    "text": "Search tokens",
    "bytes": "Bytes, such as E4 BD",
    "regex": "Expression, such as ^\\d+$",
}
_WIDEST_SEARCH = 340


class SearchField(QLineEdit):
    """Escape empties it, Down goes to the table.

    Signals:
        left_down(): the user goes on to what was found.
    """

    left_down = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keeps Escape and Down, and Enter, for what they mean here."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left_down.emit()
        else:
            super().keyPressEvent(event)


class SearchBar(QWidget):
    """The first row of the page, and below it what is wrong with the expression.

    Signals:
        changed(): something else is searched for.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = SearchField()
        self.modes = SegmentedControl(MODES)
        self.copy = Button("Copy", "copy")
        self.save = Button("Save TSV…", "download")
        self.change = Button("Change…", "pencil")
        self.message = InlineMessage()
        self._sign = QAction(self)
        self._compose()
        self.field.textChanged.connect(lambda _: self.changed.emit())
        self.modes.chosen.connect(self._change_mode)

    def _compose(self) -> None:
        self.field.setAccessibleName("Search tokens")
        self.field.setClearButtonEnabled(True)
        self.field.addAction(self._sign, QLineEdit.ActionPosition.LeadingPosition)
        self.modes.choose("text")
        self.modes.setAccessibleName("Search as")
        self.copy.setToolTip("Copy the selected rows, to be pasted into a spreadsheet")
        self.save.setToolTip("Save the listed tokens in this order, with all columns")
        self.change.setToolTip("Take tokens away, add special ones, or cut to a size: a preview shows what follows")
        row = QHBoxLayout()
        row.setContentsMargins(SIDE, 8, SIDE - 6, 4)
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self.modes)
        row.addStretch(0)
        for button in (self.copy, self.save, self.change):
            row.addWidget(button)
        messages = QVBoxLayout()
        messages.setContentsMargins(SIDE, 0, SIDE, 4)
        messages.addWidget(self.message)
        self._messages = QWidget()
        self._messages.setLayout(messages)
        self._messages.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self._messages)
        self._show_hint()

    def mode(self) -> SearchMode:
        """As what it is searched for."""
        return next(key for key, _ in MODES if key == self.modes.key())

    def show_failure(self, text: str) -> None:
        """Says what is wrong with what was typed, which stays; "" for nothing."""
        self.field.setProperty("wrong", "true" if text else "false")
        self.field.style().unpolish(self.field)
        self.field.style().polish(self.field)
        if text:
            self.message.show_message("error", text[:1].upper() + text[1:])
        else:
            self.message.clear()
        self._messages.setVisible(bool(text))

    def type_on(self, text: str) -> None:
        """Goes on typing in the field."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.insert(text)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)
        self._sign.setIcon(icon("search", palette, "secondary", scaled(16)))
        self.field.setMinimumWidth(scaled(120))
        self.field.setMaximumWidth(scaled(_WIDEST_SEARCH))

    def _change_mode(self) -> None:
        self._show_hint()
        self.changed.emit()

    def _show_hint(self) -> None:
        self.field.setPlaceholderText(_HINTS[self.modes.key()])
