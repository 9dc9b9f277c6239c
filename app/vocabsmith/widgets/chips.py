"""Tokens as chips: the visible form on a coloured ground, the same in every list, tree and chart of the window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from vocabsmith.visible_tokens import MARKER_LETTERS
from vocabsmith.widgets.fonts import mono, sans, scaled
from vocabsmith_resources.themes.palette import LIGHT, Palette

CHIP_POINTS = 9.5
CHIP_HEIGHT = 20
CHIP_GAP = 4
ROW_HEIGHT = 24
SIGN_WIDTH = 22  # of + and → between chips
MARKER_ALPHA = 185
_PADDING = 4.0
_RADIUS = 4.0


class Mark(Enum):
    """What the outline of a chip says; colour is never the only sign."""

    NONE = "none"
    PARTIAL = "partial"  # dashed: holds part of a character
    SPECIAL = "special"  # solid: a special token
    CHOSEN = "chosen"  # accent: chosen, or new in this step
    PENDING = "pending"  # outline without ground: not yet there


@dataclass(frozen=True, slots=True)
class Chip:
    """A token to be painted: its visible form, the place of its ground in the palette (None is neutral), and a mark."""

    text: str
    ground: int | None = None
    mark: Mark = Mark.NONE


def ground_of(index: int) -> int:
    """The ground of the token at a place of a sequence, so that neighbours never share one."""
    return index % len(LIGHT.token_grounds)


def chip_width(text: str, points: float = CHIP_POINTS) -> float:
    """Width of a chip in pixels."""
    return QFontMetricsF(mono(points)).horizontalAdvance(text) + 2 * _PADDING


def paint_chip(
    painter: QPainter,
    at: QPointF,
    chip: Chip,
    palette: Palette,
    *,
    points: float = CHIP_POINTS,
    height: float | None = None,
    max_width: float | None = None,
) -> float:
    """Paints one chip with its top left corner at `at` and returns its width.

    `height` is that of a chip in a list row if not given; text wider than `max_width` is cut short with …
    """
    font = mono(points)
    metrics = QFontMetricsF(font)
    height = scaled(CHIP_HEIGHT) if height is None else height
    text = chip.text
    if max_width is not None:
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, max_width - 2 * _PADDING))
    box = QRectF(at.x(), at.y(), metrics.horizontalAdvance(text) + 2 * _PADDING, height)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_ground(painter, box, chip, palette)
    painter.setFont(font)
    baseline = at.y() + (height + metrics.ascent() - metrics.descent()) / 2
    _paint_text(painter, QPointF(at.x() + _PADDING, baseline), text, palette)
    painter.restore()
    return box.width()


def paint_merge(painter: QPainter, at: QPointF, merge: tuple[Chip, Chip, Chip], palette: Palette) -> float:
    """Paints `left + right → result` from `at` on and returns its width."""
    x, y = at.x(), at.y()
    for chip, sign in zip(merge, ("+", "→", ""), strict=True):
        x += paint_chip(painter, QPointF(x, y), chip, palette)
        if sign:
            painter.setFont(sans(9))
            painter.setPen(QColor(palette.secondary))
            room = QRectF(x, y, scaled(SIGN_WIDTH), scaled(CHIP_HEIGHT))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, sign)
            x += room.width()
    return x - at.x()


def merge_width(merge: tuple[Chip, Chip, Chip]) -> float:
    """The width of what `paint_merge` paints."""
    return sum(chip_width(chip.text) for chip in merge) + 2 * scaled(SIGN_WIDTH)


def _outline(mark: Mark, palette: Palette) -> QPen:
    if mark is Mark.PARTIAL:
        pen = QPen(QColor(palette.secondary), 1)
        pen.setDashPattern([2.5, 2])
        return pen
    if mark is Mark.SPECIAL:
        return QPen(QColor(palette.text), 1.2)
    if mark is Mark.CHOSEN:
        return QPen(QColor(palette.accent), 1.6)
    if mark is Mark.PENDING:
        return QPen(QColor(palette.control_border), 1)
    return QPen(Qt.PenStyle.NoPen)


def _paint_ground(painter: QPainter, box: QRectF, chip: Chip, palette: Palette) -> None:
    if chip.mark is Mark.PENDING:
        painter.setBrush(Qt.BrushStyle.NoBrush)
    else:
        painter.setBrush(QColor(palette.hover if chip.ground is None else palette.token_grounds[chip.ground]))
    painter.setPen(_outline(chip.mark, palette))
    inset = 0.0 if chip.mark is Mark.NONE else 0.5
    painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), _RADIUS, _RADIUS)


def _paint_text(painter: QPainter, start: QPointF, text: str, palette: Palette) -> None:
    """Marker letters step back a little, so that the readable part of a token comes first to the eye."""
    strong, quiet = QColor(palette.text), QColor(palette.text)
    quiet.setAlpha(MARKER_ALPHA)
    marked = len(text) - len(text.lstrip("".join(MARKER_LETTERS)))
    metrics = QFontMetricsF(painter.font())
    for part, colour in ((text[:marked], quiet), (text[marked:], strong)):
        if part:
            painter.setPen(colour)
            painter.drawText(start, part)
            start += QPointF(metrics.horizontalAdvance(part), 0)


class ChipFlow(QWidget):
    """Chips one after another, wrapped into rows as words are; as high as they need."""

    def __init__(self, chips: Sequence[Chip] = (), points: float = CHIP_POINTS, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips = tuple(chips)
        self._points = points
        self._palette = LIGHT
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def chips(self) -> tuple[Chip, ...]:
        """The chips shown."""
        return self._chips

    def set_chips(self, chips: Sequence[Chip]) -> None:
        """Shows other chips."""
        self._chips = tuple(chips)
        self.updateGeometry()
        self.update()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self.updateGeometry()
        self.update()

    def heightForWidth(self, width: int) -> int:
        """Height of the rows that the chips take at that width."""
        rows = self._places(width)
        return int(rows[-1][1]) + scaled(CHIP_HEIGHT) if rows else 0

    def hasHeightForWidth(self) -> bool:
        """It has: narrower is higher."""
        return True

    def sizeHint(self) -> QSize:
        """The height at the present width."""
        width = max(self.width(), scaled(160))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """One chip."""
        return QSize(scaled(80), scaled(CHIP_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the rows that are to be seen."""
        painter = QPainter(self)
        for chip, (x, y) in zip(self._chips, self._places(self.width()), strict=True):
            if y > event.rect().bottom():
                break
            paint_chip(painter, QPointF(x, y), chip, self._palette, points=self._points, max_width=self.width())
        painter.end()

    def _places(self, width: int) -> list[tuple[float, float]]:
        metrics = QFontMetricsF(mono(self._points))
        step = scaled(ROW_HEIGHT)
        places: list[tuple[float, float]] = []
        x = y = 0.0
        for chip in self._chips:
            wide = min(metrics.horizontalAdvance(chip.text) + 2 * _PADDING, float(width))
            if x and x + wide > width:
                x, y = 0.0, y + step
            places.append((x, y))
            x += wide + CHIP_GAP
        return places
