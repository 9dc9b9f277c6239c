"""The rail at the left that leads to the pages."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QFontMetrics, QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith.widgets.icon import pixmap
from vocabsmith_resources.themes.palette import LIGHT, Palette

WIDTH = 97
NARROW_WIDTH = 72
_HEIGHT = 56
_MARGINS = 17
_BORDERS = 6  # and room for the strokes of letters beside their advance
_ICON = 20


class _NavButton(QToolButton):
    """Icon above name; an accent dot says that work goes on behind the page."""

    spoken_as = QAccessible.Role.PageTab

    def __init__(self, icon: str, title: str) -> None:
        super().__init__()
        self._icon = icon
        self._palette = LIGHT
        self.busy = False
        self.setText(title)
        self.setCheckable(True)
        self.setToolTip(f"Go to {title}")
        self.setProperty("kind", "nav")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def apply_theme(self, palette: Palette) -> None:
        """Draws the icon as strong as the text below it."""
        self._palette = palette
        side = scaled(_ICON)
        made = QIcon()
        made.addPixmap(pixmap(self._icon, palette.secondary, side), QIcon.Mode.Normal, QIcon.State.Off)
        made.addPixmap(pixmap(self._icon, palette.text, side), QIcon.Mode.Normal, QIcon.State.On)
        self.setIcon(made)
        self.setIconSize(QSize(side, side))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the dot over the button."""
        super().paintEvent(event)
        if self.busy:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._palette.accent))
            painter.drawEllipse(QPointF(self.width() / 2 + scaled(14), scaled(10)), 4, 4)
            painter.end()


class NavRail(QFrame):
    """One button for each page.

    Signals:
        chosen(str): key of the page that the user chose.
    """

    chosen = Signal(str)

    def __init__(self, pages: Sequence[tuple[str, str, str]], parent: QWidget | None = None) -> None:
        """`pages`: key, icon and title of each."""
        super().__init__(parent)
        self.setProperty("kind", "frame")
        self._group = QButtonGroup(self)
        self._buttons: dict[str, _NavButton] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 8)
        column.setSpacing(4)
        for key, icon, title in pages:
            button = _NavButton(icon, title)
            button.clicked.connect(lambda _=False, key=key: self.chosen.emit(key))
            self._group.addButton(button)
            self._buttons[key] = button
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        self._narrow = False
        self._size()

    def set_narrow(self, narrow: bool) -> None:
        """Leaves more room to the page in a small window."""
        if narrow != self._narrow:
            self._narrow = narrow
            self._size()

    def show_page(self, key: str) -> None:
        """Marks the page that is open."""
        self._buttons[key].setChecked(True)

    def set_busy(self, key: str, busy: bool) -> None:
        """Marks a page behind which work goes on."""
        button = self._buttons[key]
        button.busy = busy
        button.setToolTip("Work goes on here" if busy else f"Go to {button.text()}")
        button.update()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._size()
        for button in self._buttons.values():
            button.apply_theme(palette)

    def _size(self) -> None:
        margins = scaled(_MARGINS // 2 if self._narrow else _MARGINS)
        width = max(scaled(NARROW_WIDTH if self._narrow else WIDTH), self._longest_title() + margins)
        self.setFixedWidth(width)
        for button in self._buttons.values():
            button.setFixedSize(width - margins, scaled(_HEIGHT))

    def _longest_title(self) -> int:
        """Pixels that the longest title takes while its page is open, with its border."""
        metrics = QFontMetrics(sans(9, bold=True))
        return max(metrics.horizontalAdvance(button.text()) for button in self._buttons.values()) + _BORDERS
