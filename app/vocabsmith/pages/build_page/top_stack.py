"""What stands at the top of the run pane: one of several pages, and always the same height."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget


class TopStack(QStackedWidget):
    """As high as the highest of its `leading` pages needs, whichever is shown; others take what is there."""

    def __init__(
        self, leading: tuple[QWidget, ...], others: tuple[QWidget, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._leading = leading
        for page in (*leading, *others):
            self.addWidget(page)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def hasHeightForWidth(self) -> bool:
        """Sentences take more lines where it is narrow."""
        return True

    def heightForWidth(self, width: int) -> int:
        """What the highest of the leading pages takes."""
        return max(_height_of(page, width) for page in self._leading)

    def sizeHint(self) -> QSize:
        """The leading pages, side by side or not."""
        return QSize(self.minimumSizeHint().width(), self.heightForWidth(max(self.width(), 1)))

    def minimumSizeHint(self) -> QSize:
        """As narrow as the leading pages can be."""
        return QSize(max(page.minimumSizeHint().width() for page in self._leading), 0)


def _height_of(page: QWidget, width: int) -> int:
    return page.heightForWidth(width) if page.hasHeightForWidth() else page.sizeHint().height()
