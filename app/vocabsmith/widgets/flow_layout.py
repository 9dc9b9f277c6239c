"""Widgets one after another, wrapped into rows as words are."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """As high as its rows need at its width."""

    def __init__(self, gap: int = 8, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._gap = gap
        self._parts: list[QLayoutItem] = []

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802
        """Puts an item behind those that are there."""
        self._parts.append(item)

    def count(self) -> int:
        """The items."""
        return len(self._parts)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """The item at a place, None if there is none."""
        return self._parts[index] if 0 <= index < len(self._parts) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """Takes an item out."""
        return self._parts.pop(index) if 0 <= index < len(self._parts) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802
        """It takes no room that it does not need."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """It has: narrower is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of the rows at that width."""
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802
        """Places the items."""
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        """Everything in one row."""
        sizes = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() for size in sizes) + self._gap * max(0, len(sizes) - 1)
        return self._with_margins(QSize(width, max((size.height() for size in sizes), default=0)))

    def minimumSize(self) -> QSize:  # noqa: N802
        """The widest item."""
        least = QSize(0, 0)
        for item in self._shown():
            least = least.expandedTo(item.minimumSize())
        return self._with_margins(least)

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._parts if not item.isEmpty()]

    def _with_margins(self, size: QSize) -> QSize:
        margins: QMargins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _place(self, rect: QRect, *, move: bool) -> int:
        """Places row after row, items in the middle of their row; returns the height of them all, margins included."""
        margins = self.contentsMargins()
        room = rect.marginsRemoved(margins)
        y = room.y()
        for number, row in enumerate(self._rows(room.width())):
            y += self._gap if number else 0
            high, x = max(item.sizeHint().height() for item in row), room.x()
            for item in row if move else ():
                size = item.sizeHint()
                corner = QPoint(x, y + (high - size.height()) // 2)
                item.setGeometry(QRect(corner, QSize(min(size.width(), room.width()), size.height())))
                x += size.width() + self._gap
            y += high
        return y - rect.y() + margins.bottom()

    def _rows(self, width: int) -> list[list[QLayoutItem]]:
        rows: list[list[QLayoutItem]] = []
        x = 0
        for item in self._shown():
            wide = item.sizeHint().width()
            if not rows or x + wide > width:
                rows.append([])
                x = 0
            rows[-1].append(item)
            x += wide + self._gap
        return rows
