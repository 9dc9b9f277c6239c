"""The bundled icons, drawn in the colours of the theme and sharp at every screen scale."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from vocabsmith_resources.icons import svg
from vocabsmith_resources.themes.palette import LIGHT, Palette


def icon(name: str, palette: Palette, tone: str = "text", size: int = 16) -> QIcon:
    """The icon in the palette's colour `tone`, and in its disabled colour for the disabled state."""
    return _icon(name, getattr(palette, tone), palette.disabled, size, _screen_ratio())


@lru_cache(maxsize=512)
def _icon(name: str, colour: str, disabled: str, size: int, ratio: float) -> QIcon:
    made = QIcon()
    made.addPixmap(pixmap(name, colour, size, ratio), QIcon.Mode.Normal)
    made.addPixmap(pixmap(name, disabled, size, ratio), QIcon.Mode.Disabled)
    return made


def pixmap(name: str, colour: str, size: int = 16, ratio: float = 0.0) -> QPixmap:
    """The icon as a picture of `size` logical pixels; `ratio` is that of the screen if not given."""
    ratio = ratio or _screen_ratio()
    picture = QPixmap(round(size * ratio), round(size * ratio))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    QSvgRenderer(QByteArray(svg(name, colour))).render(painter, QRectF(picture.rect()))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


def application_icon() -> QIcon:
    """The hammer on a rounded field of the accent colour, in the sizes that desktops ask for."""
    made = QIcon()
    for side in (16, 32, 64, 128, 256):
        picture = QPixmap(side, side)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(LIGHT.accent))
        painter.drawRoundedRect(QRectF(0, 0, side, side), side * 0.22, side * 0.22)
        inset = side * 0.16
        hammer = QRectF(inset, inset, side - 2 * inset, side - 2 * inset)
        QSvgRenderer(QByteArray(svg("build", LIGHT.on_accent))).render(painter, hammer)
        painter.end()
        made.addPixmap(picture)
    return made


def _screen_ratio() -> float:
    screens = QGuiApplication.screens()
    return max((screen.devicePixelRatio() for screen in screens), default=1.0)
