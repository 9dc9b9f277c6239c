"""Buttons whose icons follow the theme."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu, QPushButton, QToolButton, QWidget

from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.icon import icon as themed_icon
from vocabsmith.widgets.theme import set_property
from vocabsmith_resources.themes.palette import Palette


class Button(QPushButton):
    """A push button. `kind`: "" ordinary, "primary" (the one next step), "flat", "quiet", "chip"."""

    def __init__(self, text: str, icon: str = "", kind: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._name = icon
        self._palette: Palette | None = None
        self.setProperty("kind", kind)
        self.setAutoDefault(False)

    def set_icon(self, name: str) -> None:
        """Changes the icon; "" for none."""
        self._name = name
        self._draw()

    def set_kind(self, kind: str) -> None:
        """Changes the kind."""
        set_property(self, "kind", kind)
        self._draw()

    def apply_theme(self, palette: Palette) -> None:
        """Draws the icon in the colour of the button's text."""
        self._palette = palette
        self._draw()

    def _draw(self) -> None:
        if self._palette is None:
            return
        tone = "on_accent" if self.property("kind") == "primary" else "text"
        side = scaled(16)
        self.setIcon(themed_icon(self._name, self._palette, tone, side) if self._name else QIcon())
        self.setIconSize(QSize(side, side))


class MenuButton(Button):
    """A button that opens `entries`; its text is followed by a chevron."""

    def __init__(self, text: str, kind: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, "chevron-down", kind, parent)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # puts the icon behind the text
        self.entries = QMenu(self)
        self.setMenu(self.entries)


class IconButton(QToolButton):
    """A square button that shows only an icon; its tooltip and accessible name say what it does."""

    def __init__(
        self, icon: str, tooltip: str, side: int = 28, *, checkable: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._name = icon
        self._side = side
        self._palette: Palette | None = None
        self.setProperty("kind", "flat")
        self.setCheckable(checkable)
        self.setToolTip(tooltip)
        self.setAccessibleName(tooltip)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFixedSize(side, side)

    def set_icon(self, name: str, tooltip: str = "") -> None:
        """Changes the icon, and the tooltip if one is given."""
        self._name = name
        if tooltip:
            self.setToolTip(tooltip)
            self.setAccessibleName(tooltip)
        if self._palette is not None:
            self.apply_theme(self._palette)

    def apply_theme(self, palette: Palette) -> None:
        """Draws the icon in the colour of text, at the present text size."""
        self._palette = palette
        picture = scaled(16)
        self.setIcon(themed_icon(self._name, palette, "text", picture))
        self.setIconSize(QSize(picture, picture))
        self.setFixedSize(scaled(self._side), scaled(self._side))
