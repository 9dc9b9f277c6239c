"""One line of an editor as painters see it: its text, and where its characters stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QTextBlock, QTextLine

from vocabsmith.widgets.exact_text import block_text
from vocabsmith.widgets.token_cells import Cell

GROUND_SHARE = 0.8  # of the height of a row
_RIGHT_TO_LEFT = ((0x0590, 0x08FF), (0xD802, 0xD803), (0xD83A, 0xD83B), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFF))
_THINNEST = 3.0
_LONG = 1000


@dataclass(frozen=True, slots=True, eq=False)
class BlockText:
    """A block and its text as UTF-16 units.

    Attributes:
        block: the block.
        units: its text.
        left_to_right: whether all of it is written that way, which is quicker to place.
    """

    block: QTextBlock
    units: npt.NDArray[np.uint16]
    left_to_right: bool

    @classmethod
    def of(cls, block: QTextBlock) -> BlockText:
        """The text of `block`."""
        units = np.frombuffer(block_text(block).encode("utf-16-le", "surrogatepass"), dtype="<u2")
        turned = any(bool(((units >= low) & (units <= high)).any()) for low, high in _RIGHT_TO_LEFT)
        return cls(block, units, not turned)


@dataclass(frozen=True, slots=True, eq=False)
class TextLine:
    """A line of a block.

    Attributes:
        whole: the block.
        line: Qt's line.
        origin: the block's corner in the viewport.
        top, pitch: of the line's row in the viewport.
        break_width: how wide the end of a block is painted.
    """

    whole: BlockText
    line: QTextLine
    origin: QPointF
    top: float
    pitch: float
    break_width: float

    def seen(self, width: float) -> tuple[int, int]:
        """The places of the block where the line is inside a viewport of that width.

        The end of a block counts as its last place. Long lines can reach far outside, and Qt looks for each place from
        the begin of the line: to paint all of them would take the square of their number.
        """
        begin, end = self.line.textStart(), self.end
        if end - begin > _LONG and not self.whole.left_to_right:
            return begin, begin + _LONG
        if end - begin > _LONG:
            begin = max(begin, self.line.xToCursor(-self.origin.x()) - 1)
            end = min(end, self.line.xToCursor(width - self.origin.x()) + 1)
        return begin, end + (end == len(self.whole.units))

    @property
    def end(self) -> int:
        """Where the line ends in the text of the block."""
        return self.line.textStart() + self.line.textLength()

    @property
    def ends_paragraph(self) -> bool:
        """Whether the text is broken behind this line."""
        return self.end == len(self.whole.units) and self.whole.block.next().isValid()

    @property
    def ground_top(self) -> float:
        """Top of the grounds of tokens."""
        return self.top + self.pitch * (1 - GROUND_SHARE) / 2

    def x(self, place: int) -> float:
        """Where the character at a place of the block begins."""
        # PySide gives the place back beside its x; its annotations know of the x only.
        found: Any = self.line.cursorToX(place)
        return self.origin.x() + float(found[0])

    def break_box(self) -> QRectF:
        """Where the end of the block is painted: beside all of the text, also where its last run is turned round."""
        at = self.x(self.end)
        if not self.whole.left_to_right:
            text = self.line.naturalTextRect().translated(self.origin)
            turned = self.whole.block.textDirection() is Qt.LayoutDirection.RightToLeft
            at = min(at, text.left()) - self.break_width if turned else max(at, text.right())
        return QRectF(at, self.ground_top, self.break_width, self.pitch * GROUND_SHARE)

    def boxes(self, cell: Cell) -> list[QRectF]:
        """Where a cell stands: one box, or several where writing changes its direction or the line ends."""
        end = min(cell.end, self.end)
        boxes = self._text_boxes(cell.begin, end) if cell.begin < end else []
        if cell.end > self.end and self.ends_paragraph:
            boxes = _joined(boxes, self.break_box())
        if cell.slices == 1 and all(box.width() >= _THINNEST for box in boxes):
            return boxes
        return [_sliced(box, cell, self._is_turned(cell)) for box in boxes]

    def _is_turned(self, cell: Cell) -> bool:
        """Whether the first slice of a shared character stands at its right."""
        if cell.slices == 1 or self.whole.left_to_right:
            return False
        return any(run.isRightToLeft() for run in self.line.glyphRuns(cell.begin, cell.end - cell.begin))

    def _text_boxes(self, begin: int, end: int) -> list[QRectF]:
        height = self.pitch * GROUND_SHARE
        if self.whole.left_to_right:
            left = self.x(begin)
            return [QRectF(left, self.ground_top, self.x(end) - left, height)]
        runs = (run.boundingRect() for run in self.line.glyphRuns(begin, end - begin))
        return [QRectF(self.origin.x() + run.x(), self.ground_top, run.width(), height) for run in runs]


def _joined(boxes: list[QRectF], last: QRectF) -> list[QRectF]:
    if boxes and abs(boxes[-1].right() - last.left()) < 1:
        return [*boxes[:-1], boxes[-1].united(last)]
    return [*boxes, last]


def _sliced(box: QRectF, cell: Cell, turned: bool) -> QRectF:
    width = max(box.width(), _THINNEST * cell.slices) / cell.slices
    number = cell.slices - 1 - cell.slice if turned else cell.slice
    return QRectF(box.x() + number * width, box.y(), width, box.height())
