"""Lines of plain text at an even distance, whatever fonts the characters in them come from."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTextBlock, QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout


class EvenLines(QPlainTextDocumentLayout):
    """Lays text out as Qt does and then puts each line in the middle of a row of the same height.

    Qt asks for the rectangle of a block before it paints, scrolls or places the caret, so this is where the lines are
    put right; text that nobody has looked at costs nothing.
    """

    def __init__(self, document: QTextDocument, pitch: float) -> None:
        super().__init__(document)
        self._pitch = pitch

    @property
    def pitch(self) -> float:
        """Height of a row in pixels."""
        return self._pitch

    def set_pitch(self, pitch: float) -> None:
        """Changes the height of the rows."""
        self._pitch = pitch
        self.requestUpdate()

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:  # noqa: N802
        """The block's rows."""
        room = super().blockBoundingRect(block)
        layout = block.layout()
        rows = layout.lineCount() if block.isValid() else 0
        if rows and not self._is_even(block):
            for row in range(rows):
                line = layout.lineAt(row)
                line.setPosition(QPointF(line.x(), self._top(row, line.height())))
        if rows and room.height():
            room.setHeight(rows * self._pitch + (self.document().documentMargin() if not block.next().isValid() else 0))
        return room

    def _top(self, row: int, height: float) -> float:
        return row * self._pitch + (self._pitch - height) / 2

    def _is_even(self, block: QTextBlock) -> bool:
        """The last line shows whether the block was laid out anew since it was put right."""
        row = block.layout().lineCount() - 1
        last, first = block.layout().lineAt(row), block.layout().lineAt(0)
        return all(abs(line.y() - self._top(at, line.height())) < 0.01 for at, line in ((0, first), (row, last)))
