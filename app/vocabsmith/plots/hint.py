"""The sentence in an empty chart that says what will appear."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLabel, QWidget

_MARGIN = 12
_LETTERS = 29  # in a line
_LEAST_WIDTH = 80
_SHARES = (0.62, 0.75, 0.9)  # of the chart's width, at most


class Hint(QLabel):
    """Stands in the corner of a chart where its example leaves room. The mouse goes through it."""

    def __init__(self, text: str, corner: Qt.Corner, parent: QWidget) -> None:
        super().__init__(text, parent)
        self._corner = corner
        self.setProperty("role", "secondary")
        self.setWordWrap(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)

    def place_in(self, room: QRect) -> None:
        """Go to the corner of `room`."""
        size = self._size_for(room)
        low = self._corner in (Qt.Corner.BottomLeftCorner, Qt.Corner.BottomRightCorner)
        left = self._corner in (Qt.Corner.BottomLeftCorner, Qt.Corner.TopLeftCorner)
        x = room.left() + _MARGIN if left else room.right() - _MARGIN - size.width()
        y = room.bottom() - _MARGIN - size.height() if low else room.top() + _MARGIN // 2
        self.setGeometry(x, y, size.width(), size.height())

    def _size_for(self, room: QRect) -> QSize:
        """Wider where the lines would be too many."""
        wanted = self.fontMetrics().averageCharWidth() * _LETTERS
        for share in _SHARES:
            width = min(wanted, max(_LEAST_WIDTH, int(room.width() * share)))
            height = self.heightForWidth(width)
            if height <= room.height() - 2 * _MARGIN:
                break
        return QSize(width, height)
