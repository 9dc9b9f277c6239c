"""The heads of the columns, of which the one that sorts is bold and has an arrow."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from vocabsmith.item_models.vocabulary_list import NUMBERS
from vocabsmith.operations.list_tokens import Column, Sorting
from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith.widgets.icon import pixmap
from vocabsmith_resources.themes.palette import LIGHT, Palette

HEIGHT = 28
TEXT_MARGIN = 3  # that Qt leaves beside the text of a cell
INDENT = 12  # of words behind a column of numbers
MARGINS = {Column.TOKEN: 6, Column.SCRIPT: INDENT + TEXT_MARGIN, Column.FLAGS: 6}
_ARROW = 12


class TableHead(QHeaderView):
    """Paints the heads; a click on one sorts by it, another click turns the order round."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._palette = LIGHT
        self._sorting = Sorting()
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.setMinimumSectionSize(32)

    def show_sorting(self, sorting: Sorting) -> None:
        """Marks the column that sorts."""
        self._sorting = sorting
        self.viewport().update()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self.setFixedHeight(scaled(HEIGHT))
        self.viewport().update()

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N802, N803
        """The word, and an arrow beside it; numbers end where those below them do."""
        column = Column(logicalIndex)
        sorts = column is self._sorting.column
        painter.save()
        painter.fillRect(rect, QColor(self._palette.surface))
        painter.setFont(sans(8.5, bold=sorts))
        painter.setPen(QColor(self._palette.text if sorts else self._palette.secondary))
        room = rect.adjusted(MARGINS.get(column, TEXT_MARGIN), 0, -TEXT_MARGIN, 0)
        text = str(self.model().headerData(logicalIndex, Qt.Orientation.Horizontal))
        arrow = scaled(_ARROW) + 2 if sorts else 0
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room.width() - arrow)
        width = painter.fontMetrics().horizontalAdvance(shown)
        left = room.right() + 1 - width - arrow if column in NUMBERS else room.left()
        painter.drawText(QRect(left, room.top(), width + 2, room.height()), Qt.AlignmentFlag.AlignVCenter, shown)
        if sorts:
            name = "chevron-down" if self._sorting.descending else "chevron-up"
            sign = pixmap(name, self._palette.text, scaled(_ARROW))
            painter.drawPixmap(left + width + 2, rect.center().y() - scaled(_ARROW) // 2, sign)
        painter.setPen(QColor(self._palette.line))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.restore()
