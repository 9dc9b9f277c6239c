"""The box below the text: the same text as a second tokenizer cuts it, with the differences marked."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from vocabsmith.operations.encode_beside import Beside
from vocabsmith.pages.inspect_page.looks import words_of
from vocabsmith.widgets.buttons import IconButton
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.labels import ElidedLabel, Label
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.mirrored_text import MirroredText
from vocabsmith.widgets.panes import SIDE
from vocabsmith.widgets.telling import announce
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.widgets.token_spans import TokenSpans
from vocabsmith.widgets.token_text_edit import TokenTextEdit
from vocabsmith.widgets.tokenizer_picker import PickedTokenizer, TokenizerPicker
from vocabsmith.wording import count, grouped
from vocabsmith_engine import Tokenizer
from vocabsmith_resources.themes.palette import Palette

_INVITE = "Choose a second tokenizer: where it cuts this text otherwise is marked here."
# Pixels at the usual text size: below which width the figures get a row of their own, what stands beside the name of
# the tokenizer in both cases, and how wide that name may be.
_NARROW, _OTHERS, _OTHERS_NARROW, _LONGEST_NAME = 560, 450, 250, 260


class SecondPane(QWidget):
    """A second tokenizer on the same text.

    Signals:
        changed(): there is another second tokenizer, or none.
        closed(): the user wants the box away.
        place_asked(int): the user wants to see this place of the document in the text.
    """

    changed = Signal()
    closed = Signal()
    place_asked = Signal(int)

    def __init__(self, source: TokenTextEdit, picker: TokenizerPicker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tokenizer: Tokenizer | None = None
        self._source = source
        self._beside: Beside | None = None
        self._differences = np.zeros((0, 2), dtype=np.int64)
        self.picker = picker
        self.tokens = Label("", "head")
        self.note = ElidedLabel("", "secondary", Qt.TextElideMode.ElideRight).let_vanish()
        self.up = IconButton("chevron-up", "Previous difference")
        self.down = IconButton("chevron-down", "Next difference")
        self.close_button = IconButton("close", "Close the second tokenizer")
        self.message = InlineMessage()
        self.text = MirroredText(source)
        self._name = picker.text()
        self._head = QWidget()
        self._state = QWidget()
        self._beside_picker, self._below_picker = QHBoxLayout(), QHBoxLayout()
        self._stack = QStackedWidget()
        self._compose()
        self._connect()
        self._show_state()

    def _compose(self) -> None:
        self.text.setAccessibleName("Text as the second tokenizer cuts it")
        self.picker.setToolTip("Choose the second tokenizer")
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(Label("Second", "head"))
        row.addWidget(self.picker)
        room = QWidget()
        room.setLayout(self._beside_picker)
        self._beside_picker.setContentsMargins(0, 0, 0, 0)
        row.addWidget(room, 1)
        for button in (self.up, self.down, self.close_button):
            row.addWidget(button)
        self._beside_picker.addWidget(self._state)
        figures = QHBoxLayout(self._state)
        figures.setContentsMargins(0, 0, 0, 0)
        figures.setSpacing(8)
        figures.addWidget(self.tokens)
        figures.addWidget(self.note, 1)
        rows = QVBoxLayout(self._head)
        rows.setContentsMargins(SIDE, 8, SIDE - 6, 0)
        rows.setSpacing(4)
        rows.addLayout(row)
        rows.addLayout(self._below_picker)
        invitation = Label(_INVITE, "secondary", wrap=True)
        invitation.setContentsMargins(SIDE, 8, SIDE, 8)
        self._stack.addWidget(invitation)
        self._stack.addWidget(self.text)
        messages = QVBoxLayout()
        messages.setContentsMargins(SIDE, 4, SIDE, 0)
        messages.addWidget(self.message)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addLayout(messages)
        column.addWidget(self._stack, 1)

    def _connect(self) -> None:
        self.picker.picked.connect(self._pick)
        self.picker.failed.connect(lambda text: self._show_message("error", text))
        self.up.clicked.connect(lambda: self._step(-1))
        self.down.clicked.connect(lambda: self._step(1))
        self.close_button.clicked.connect(self.closed.emit)
        self.text.token_chosen.connect(self._ask_for_place)

    # --- what others ask

    def open(self, opened: bool) -> None:
        """The box is to be seen, or no longer."""
        self.text.follow(opened and self.tokenizer is not None)

    def show_beside(self, beside: Beside) -> None:
        """Marks the differences."""
        self._beside = beside
        self._differences = beside.differences()
        self.message.clear()
        second = beside.second
        spans = TokenSpans.of(second.encoded.utf16, second.special, second.encoded.partial)
        self.text.show_differences(spans, beside.differs, lambda place: words_of(second, place))
        self._show_state()

    def show_failure(self, text: str) -> None:
        """Shows why there are no tokens of the second."""
        self._forget()
        self._show_message("error", text)

    def clear(self) -> None:
        """There is nothing to compare with."""
        self._forget()
        self.message.clear()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Puts the figures where there is room, and shortens the name of the tokenizer if need be."""
        super().resizeEvent(event)
        self._fit()

    # --- inside

    def _pick(self, picked: PickedTokenizer) -> None:
        self.tokenizer = picked.tokenizer
        self._name = picked.name
        self._fit()
        self.picker.setAccessibleName(f"Second tokenizer: {picked.name}")
        self.message.clear()
        self._stack.setCurrentIndex(1)
        self.text.follow(True)
        self.changed.emit()

    def _fit(self) -> None:
        """The figures stand beside the name, or in a row of their own; the name takes what is left."""
        narrow = self.width() < scaled(_NARROW)
        home = self._below_picker if narrow else self._beside_picker
        if home.indexOf(self._state) < 0:
            home.addWidget(self._state)
        metrics = self.picker.fontMetrics()
        room = self.width() - scaled(_OTHERS_NARROW if narrow else _OTHERS)
        longest = min(max(room, scaled(60)), scaled(_LONGEST_NAME))
        self.picker.set_text(metrics.elidedText(self._name, Qt.TextElideMode.ElideRight, longest))

    def _forget(self) -> None:
        self._beside = None
        self._differences = np.zeros((0, 2), dtype=np.int64)
        self.text.show_differences(TokenSpans.none(), np.zeros(0, dtype=np.bool_), lambda _: "")
        self._show_state()

    def _show_state(self) -> None:
        beside = self._beside
        self._state.setVisible(beside is not None)
        self.tokens.setText("" if beside is None else count(len(beside.second), "token"))
        self.note.set_text("" if beside is None else in_words(beside))
        for button in (self.up, self.down):
            button.setEnabled(len(self._differences) > 0)

    def _show_message(self, level: str, text: str) -> None:
        self.message.show_message(level, text)

    def _step(self, by: int) -> None:
        """Goes to the next difference behind the caret of the text, or before it; behind the last comes the first."""
        if self._beside is None:
            return
        begins = self._beside.second.encoded.utf16[self._differences[:, 0], 0]
        caret = self._source.caret
        if by > 0:
            number = int(np.searchsorted(begins, caret, side="right"))
        else:
            number = int(np.searchsorted(begins, caret, side="left")) - 1
        number %= len(begins)
        self.place_asked.emit(int(begins[number]))
        self.text.reveal(int(self._differences[number, 0]))
        announce(self, f"Difference {grouped(number + 1)} of {grouped(len(begins))}")

    def _ask_for_place(self, place: int) -> None:
        if self._beside is not None and self.text.hasFocus():
            self.place_asked.emit(int(self._beside.second.encoded.utf16[place, 0]))


def in_words(beside: Beside) -> str:
    """How the second compares: "16 more, 43 differ"."""
    if not beside.differing and not beside.more:
        return "cut alike"
    number = abs(beside.more)
    tokens = "as many" if not number else f"{grouped(number)} {'more' if beside.more > 0 else 'fewer'}"
    differ = beside.differing
    return (
        f"{tokens}, {grouped(differ)} {'differs' if differ == 1 else 'differ'}" if differ else f"{tokens}, none differs"
    )
