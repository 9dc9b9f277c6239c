"""The box below the text that shows what the tokenizer did to it: its stages below one another."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vocabsmith.operations.trace_text import MOST_PARTS, ShownTrace
from vocabsmith.pages.inspect_page.looks import chip_of, words_of
from vocabsmith.pages.inspect_page.stage_row import StageRow
from vocabsmith.widgets.buttons import IconButton
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.labels import ElidedLabel, Label
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.panes import HEAD_HEIGHT, SIDE, ScrollBody
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.wording import grouped
from vocabsmith_resources.themes.palette import LIGHT, Palette


class TracePane(QWidget):
    """The way of the text through the tokenizer.

    Signals:
        closed(): the user wants the box away.
        place_asked(int): the user wants to see this place of the text.
        pointed(int, int): something of the text is pointed at, in UTF-16 units; -1, -1 for nothing.
    """

    closed = Signal()
    place_asked = Signal(int)
    pointed = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown: ShownTrace | None = None
        self._palette = LIGHT
        self.rows: list[StageRow] = []
        self.note = ElidedLabel("", "secondary", Qt.TextElideMode.ElideRight).let_vanish()
        self.close_button = IconButton("close", "Close the trace")
        self.message = InlineMessage()
        self._soon = QTimer(self, singleShot=True, interval=0)  # rows that are new must have found their heights
        self._soon.timeout.connect(self._reveal)
        self._head = QWidget()
        self._room = ScrollBody()
        row = QHBoxLayout(self._head)
        row.setContentsMargins(SIDE, 0, SIDE - 6, 0)
        row.setSpacing(8)
        row.addWidget(Label("Trace", "head"))
        row.addWidget(self.note, 1)
        row.addWidget(self.close_button)
        messages = QVBoxLayout()
        messages.setContentsMargins(SIDE, 0, SIDE, 0)
        messages.addWidget(self.message)
        self._room.column.setSpacing(12)
        self._room.column.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addLayout(messages)
        column.addWidget(self._room, 1)
        self.close_button.clicked.connect(self.closed.emit)

    def show_trace(self, shown: ShownTrace) -> None:
        """Shows another trace."""
        self.shown = shown
        self.message.clear()
        stages = [stage for stage in shown.stages if stage.kind != "text"]
        self._provide(len(stages) + 1)
        for row, stage in zip(self.rows, stages, strict=False):
            row.show_stage(stage)
        self._show_tokens(self.rows[len(stages)], shown)
        self.note.set_text(_note(shown))

    def mark(self, begin: int, end: int) -> None:
        """Outlines what stands for something of this stretch of the text, in UTF-16 units, with some of it in sight."""
        for row in self.rows:
            row.mark(begin, end)
        self._soon.start()

    def _reveal(self) -> None:
        content = self._room.widget()
        boxes = [QRect()] if content is None else list(self._marked_boxes(content))
        seen = QRect(0, self._room.verticalScrollBar().value(), 1, self._room.viewport().height())
        if boxes and not any(seen.top() <= box.top() and box.bottom() <= seen.bottom() for box in boxes):
            self._room.ensureVisible(0, boxes[-1].center().y(), 0, boxes[-1].height())

    def _marked_boxes(self, content: QWidget) -> Iterator[QRect]:
        """Where the outlined parts stand in the scrolled content, those of the tokens last."""
        for row in self.rows:
            if not row.isHidden():
                for place in sorted(row.flow.marked):
                    box = row.flow.box_of(place).toRect()
                    yield box.translated(row.flow.mapTo(content, QPoint(0, 0)))

    def show_failure(self, text: str) -> None:
        """Shows why there is no trace."""
        self.clear()
        self.message.show_message("error", text)

    def clear(self) -> None:
        """There is nothing to trace."""
        self.shown = None
        self._provide(0)
        self.note.set_text("")
        self.message.clear()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self._head.setFixedHeight(scaled(HEAD_HEIGHT))
        spread_theme(self, palette)

    def _provide(self, number: int) -> None:
        """So many rows are to be seen."""
        while len(self.rows) < number:
            row = StageRow()
            row.apply_theme(self._palette)
            row.pointed.connect(self.pointed)
            row.chosen.connect(self.place_asked)
            self._room.column.insertWidget(len(self.rows), row)
            self.rows.append(row)
        for place, row in enumerate(self.rows):
            row.setVisible(place < number)

    def _show_tokens(self, row: StageRow, shown: ShownTrace) -> None:
        inspection = shown.inspection
        spans = inspection.encoded.utf16
        row.show_tokens(
            [chip_of(inspection, place) for place in shown.tokens],
            [words_of(inspection, place) for place in shown.tokens],
            [(int(spans[place, 0]), int(spans[place, 1])) for place in shown.tokens],
            len(inspection),
        )


def _note(shown: ShownTrace) -> str:
    if not shown.whole:
        length = grouped(len(shown.inspection.text))
        return f"characters {grouped(shown.begin)} to {grouped(shown.end)} of {length}, around the chosen token"
    if any(len(stage.parts) == MOST_PARTS for stage in shown.stages) or len(shown.tokens) == MOST_PARTS:
        return f"the first {MOST_PARTS} parts of each step"
    return "what each step made of the text"
