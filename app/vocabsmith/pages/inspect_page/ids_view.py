"""Ids as text: those of the text, or others that are typed or pasted and decoded."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QShowEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget

from vocabsmith.operations.decode_ids import DecodedIds, WrongEntry, decode_ids
from vocabsmith.operations.encode_text import Inspection
from vocabsmith.tasks import LatestTask, TaskRunner
from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.exact_text import utf16_length
from vocabsmith.widgets.fonts import mono
from vocabsmith.widgets.labels import ElidedLabel, SectionHead
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.widgets.token_words import hexadecimal
from vocabsmith.widgets.wrapping import keep_quick
from vocabsmith.wording import count
from vocabsmith_engine import Monitor, Stopped, Tokenizer
from vocabsmith_resources.themes.palette import LIGHT, Palette

_IDS_A_LINE = 100  # lines that end are quick to lay out
_MOST_MARKED = 500
_MOST_NAMED = 3


class IdsView(QWidget):
    """The ids, and below them what they spell. The ids follow the text until the user changes them.

    Signals:
        text_asked(str): the user wants the decoded text to be the text.
    """

    text_asked = Signal(str)

    def __init__(self, tasks: TaskRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._latest = LatestTask(tasks, self)
        self._palette = LIGHT
        self._tokenizer: Tokenizer | None = None
        self._inspection: Inspection | None = None
        self._decoded: DecodedIds | None = None
        self._behind = False
        self.edited = False
        self.entries = QPlainTextEdit()
        self.state = ElidedLabel("", "secondary")
        self.back = Button("Back", kind="chip")
        self.message = InlineMessage()
        self.decoded = QPlainTextEdit()
        self.stray = InlineMessage()
        self.use = Button("Use as text", kind="chip")
        self._compose()
        self.entries.textChanged.connect(self._typed)
        self.back.clicked.connect(self._follow_text)
        self.use.clicked.connect(self._ask_for_text)
        self._show_state()

    def _compose(self) -> None:
        self.entries.setAccessibleName("Ids")
        self.entries.setPlaceholderText("Type or paste ids, such as 72 105")
        self.entries.setTabChangesFocus(True)
        self.decoded.setAccessibleName("Decoded text")
        self.decoded.setReadOnly(True)
        for field in (self.entries, self.decoded):
            keep_quick(field)
        self.decoded.setTabChangesFocus(True)
        self.decoded.setProperty("kind", "well")
        self.back.setToolTip("Show the ids of the text again")
        head = SectionHead("Decoded")
        head.add(self.use)
        row = QHBoxLayout()
        row.addWidget(self.state, 1)
        row.addWidget(self.back)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 12)
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self.entries, 3)
        column.addWidget(self.message)
        column.addWidget(head)
        column.addWidget(self.decoded, 2)
        column.addWidget(self.stray)

    # --- what others ask

    def set_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        """Decodes with another tokenizer from now on."""
        self._tokenizer = tokenizer
        if self.edited:
            self._decode()

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Follows another text, unless the user has changed the ids."""
        self._inspection = inspection
        self._behind = True
        self._catch_up()

    def ids(self) -> Sequence[int]:
        """The ids as they are shown, wrong entries left out; those of the text until they are changed."""
        if self.edited:
            return () if self._decoded is None else self._decoded.ids
        return () if self._inspection is None else self._inspection.encoded.ids.tolist()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        for field in (self.entries, self.decoded):
            field.setFont(mono(9.5))
        spread_theme(self, palette)
        if self._decoded is not None:
            self._mark(self._decoded.wrong)

    def cancel(self) -> None:
        """Drops the decoding that runs; for a window that closes."""
        self._latest.cancel()

    def showEvent(self, event: QShowEvent) -> None:
        """Writes the ids once they are to be seen."""
        super().showEvent(event)
        self._catch_up()

    # --- inside

    def _catch_up(self) -> None:
        if not self._behind or self.edited or not self.isVisible():
            return
        self._behind = False
        ids = [] if self._inspection is None else self._inspection.encoded.ids.tolist()
        lines = (ids[at : at + _IDS_A_LINE] for at in range(0, len(ids), _IDS_A_LINE))
        self.entries.blockSignals(True)
        self.entries.setPlainText("\n".join(" ".join(map(str, line)) for line in lines))
        self.entries.blockSignals(False)
        self._decode()

    def _typed(self) -> None:
        self.edited = bool(self.entries.toPlainText().strip())
        if self.edited:
            self._decode()
        else:
            self._follow_text()
        self._show_state()

    def _follow_text(self) -> None:
        self.edited, self._behind = False, True
        self._catch_up()
        self._show_state()

    def _decode(self) -> None:
        tokenizer, entries = self._tokenizer, self.entries.toPlainText()
        if tokenizer is None:
            return

        def decode(monitor: Monitor) -> DecodedIds:
            return decode_ids(tokenizer=tokenizer, entries=entries, monitor=monitor)

        self._latest.submit(decode, on_done=lambda ids: self._show(ids, entries), on_failed=self._show_failure)

    def _show(self, decoded: DecodedIds, entries: str) -> None:
        self._decoded = decoded
        self._entries = entries
        self.decoded.setPlainText(decoded.text)
        self.use.setEnabled(self.edited and bool(decoded.data))
        self._mark(decoded.wrong)
        if decoded.wrong:
            self.message.show_message("error", _named(decoded.wrong))
        else:
            self.message.clear()
        if decoded.stray:
            self.stray.show_message("warning", _stray(decoded.stray))
        else:
            self.stray.clear()

    def _show_failure(self, error: Exception) -> None:
        if not isinstance(error, Stopped):
            self.message.show_message("error", str(error))

    def _mark(self, wrong: Sequence[WrongEntry]) -> None:
        """Underlines entries that are no ids. Places are counted in characters, the editor counts UTF-16 units."""
        look = QTextCharFormat()
        look.setBackground(QColor(self._palette.error_ground))
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        look.setUnderlineColor(QColor(self._palette.error))
        selections = []
        for entry in wrong[:_MOST_MARKED]:
            selection = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.entries.document())
            begin = utf16_length(self._entries[: entry.begin])
            cursor.setPosition(begin)
            cursor.setPosition(begin + utf16_length(entry.text), QTextCursor.MoveMode.KeepAnchor)
            selection.cursor, selection.format = cursor, look
            selections.append(selection)
        self.entries.setExtraSelections(selections)

    def _show_state(self) -> None:
        self.state.set_text("Changed here" if self.edited else "Those of the text")
        self.back.setVisible(self.edited)
        self.use.setEnabled(self.edited)

    def _ask_for_text(self) -> None:
        if self._decoded is not None:
            text = self._decoded.text
            self._follow_text()
            self.text_asked.emit(text)


def _named(wrong: Sequence[WrongEntry]) -> str:
    """The first wrong entries with their places: "Entry 2, “9999”, is not an id: they run from 0 to 511."."""
    lines = [f"{str(entry)[:1].upper()}{str(entry)[1:]}." for entry in wrong[:_MOST_NAMED]]
    if len(wrong) > _MOST_NAMED:
        lines.append(f"And {count(len(wrong) - _MOST_NAMED, 'more entry', 'more entries')}.")
    return "\n".join(lines)


def _stray(runs: Sequence[bytes]) -> str:
    shown = ", ".join(hexadecimal(run, 8) for run in runs[:_MOST_NAMED])
    more = f" and {count(len(runs) - _MOST_NAMED, 'more run')}" if len(runs) > _MOST_NAMED else ""
    return f"Bytes that are no whole character: {shown}{more}. In the text they are �."
