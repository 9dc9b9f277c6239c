"""The states of a piece below each other, from its bytes to its tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from vocabsmith.widgets.chips import CHIP_GAP, CHIP_HEIGHT, ROW_HEIGHT, Chip, Mark, chip_width, paint_chip
from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith_resources.themes.palette import LIGHT, Palette

SIDE = 16


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A state: its tokens, what stands at the right, and which of the tokens is new."""

    chips: tuple[Chip, ...]
    note: str
    new: int | None = None


class StepLadder(QWidget):
    """Paints the rows that are to be seen: the present one on accent ground, those to come as outlines.

    Signals:
        chosen(int): a row was clicked.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = LIGHT
        self._rows: tuple[LadderRow, ...] = ()
        self._current = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def rows(self) -> tuple[LadderRow, ...]:
        """The states."""
        return self._rows

    def current(self) -> int:
        """Number of the present state, from 0."""
        return self._current

    def set_rows(self, rows: Sequence[LadderRow]) -> None:
        """Shows the states of another piece, the last one as the present one."""
        self._rows = tuple(rows)
        self._current = max(0, len(self._rows) - 1)
        self.updateGeometry()
        self.update()

    def set_current(self, row: int) -> None:
        """Makes another state the present one."""
        self._current = row
        self.update()

    def row_rect(self, row: int) -> QRectF:
        """Where a state is painted."""
        height = scaled(ROW_HEIGHT)
        return QRectF(0, row * height, self.width(), height)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """All rows."""
        return QSize(scaled(200), len(self._rows) * scaled(ROW_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """All rows, as narrow as need be."""
        return QSize(scaled(120), self.sizeHint().height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click goes to the state."""
        row = int(event.position().y() // scaled(ROW_HEIGHT))
        if event.button() == Qt.MouseButton.LeftButton and 0 <= row < len(self._rows):
            self.chosen.emit(row)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the rows."""
        painter = QPainter(self)
        height = scaled(ROW_HEIGHT)
        first = event.rect().top() // height
        for row in range(first, min(len(self._rows), event.rect().bottom() // height + 1)):
            self._paint_row(painter, row)
        painter.end()

    def _paint_row(self, painter: QPainter, row: int) -> None:
        state, room, present = self._rows[row], self.row_rect(row), row == self._current
        if present:
            painter.fillRect(room, QColor(self._palette.accent_ground))
        inner = room.adjusted(SIDE, 0, -SIDE, 0)
        painter.setFont(sans(8.5, bold=present))
        painter.setPen(QColor(self._palette.text if present else self._palette.secondary))
        middle = Qt.AlignmentFlag.AlignVCenter
        numbers = painter.fontMetrics().horizontalAdvance(str(len(self._rows)))
        painter.drawText(
            QRectF(inner.x(), inner.y(), numbers, inner.height()), middle | Qt.AlignmentFlag.AlignRight, str(row)
        )
        painter.drawText(inner, middle | Qt.AlignmentFlag.AlignRight, state.note)
        left = inner.x() + numbers + 10
        right = inner.right() - painter.fontMetrics().horizontalAdvance(state.note) - 10
        self._paint_chips(painter, self._chips(row), QPointF(left, room.y()), right - left, state.new)

    def _chips(self, row: int) -> list[Chip]:
        state = self._rows[row]
        if row > self._current:
            return [Chip(chip.text, None, Mark.PENDING) for chip in state.chips]
        if row < self._current or state.new is None:
            return list(state.chips)
        return [
            Chip(chip.text, chip.ground, Mark.CHOSEN if place == state.new else chip.mark)
            for place, chip in enumerate(state.chips)
        ]

    def _paint_chips(
        self, painter: QPainter, chips: Sequence[Chip], at: QPointF, width: float, new: int | None
    ) -> None:
        """As many chips as there is room for; the new one is among them, … stands for what is left out."""
        first = _first_shown(chips, width, new)
        x, y = at.x(), at.y() + (scaled(ROW_HEIGHT) - scaled(CHIP_HEIGHT)) / 2
        end = at.x() + width
        shown = [*([Chip("…")] if first else []), *chips[first:]]
        for place, chip in enumerate(shown):
            more = place + 1 < len(shown)
            needed = chip_width(chip.text)
            if x + needed > end - (scaled(20) if more else 0) and place:
                paint_chip(painter, QPointF(x, y), Chip("…"), self._palette, max_width=max(0.0, end - x))
                return
            x += paint_chip(painter, QPointF(x, y), chip, self._palette, max_width=end - x) + CHIP_GAP


def _first_shown(chips: Sequence[Chip], width: float, new: int | None) -> int:
    """The first chip to be painted so that the new one still has room."""
    if new is None:
        return 0
    first, used = new, chip_width(chips[new].text)
    while first > 0 and used + chip_width(chips[first - 1].text) + CHIP_GAP < width - 2 * scaled(20):
        first -= 1
        used += chip_width(chips[first].text) + CHIP_GAP
    return first
