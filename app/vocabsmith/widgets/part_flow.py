"""Parts of a text as chips in rows; the mouse and the arrow keys go from one to the next."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from vocabsmith.widgets.chips import CHIP_HEIGHT, CHIP_POINTS, Chip, Mark, chip_width, paint_chip
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.telling import announce
from vocabsmith_resources.themes.palette import LIGHT, Palette

_ROW = 24
_GAP = 2
_EDGE = 3  # room for the line around what the keys have come to
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class PartFlow(QWidget):
    """Chips in rows.

    Signals:
        pointed(int): the mouse is over this chip, or the keys have come to it; -1 when over none.
        chosen(int): it was clicked, or Enter was pressed.
    """

    pointed = Signal(int)
    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips: tuple[Chip, ...] = ()
        self._tips: tuple[str, ...] = ()
        self._marked: frozenset[int] = frozenset()
        self._boxes: list[QRectF] = []
        self._width = -1
        self._current = -1
        self._palette = LIGHT
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    # --- what others ask

    def set_chips(self, chips: Sequence[Chip], tips: Sequence[str]) -> None:
        """Shows other parts; `tips` say what each is."""
        self._chips, self._tips = tuple(chips), tuple(tips)
        self._marked = frozenset()
        self._point_at(-1)
        self._width = -1
        self.updateGeometry()
        self.update()

    def chips(self) -> tuple[Chip, ...]:
        """The parts as they are painted."""
        return tuple(self._chip(place) for place in range(len(self._chips)))

    def set_marked(self, marked: Collection[int]) -> None:
        """Outlines some of the parts."""
        if self._marked != frozenset(marked):
            self._marked = frozenset(marked)
            self.update()

    @property
    def marked(self) -> frozenset[int]:
        """The parts that are outlined."""
        return self._marked

    def box_of(self, place: int) -> QRectF:
        """Where a part stands."""
        self._arrange(self.width())
        return self._boxes[place]

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self._width = -1
        self.updateGeometry()
        self.update()

    # --- size

    def heightForWidth(self, width: int) -> int:
        """Height of the rows at that width."""
        self._arrange(width)
        return round(self._boxes[-1].bottom()) + _EDGE if self._boxes else 0

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

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Other rows need another height."""
        super().resizeEvent(event)
        self.updateGeometry()

    def _arrange(self, width: int) -> None:
        if width == self._width:
            return
        self._width, self._boxes = width, []
        x = y = float(_EDGE)
        for chip in self._chips:
            wide = min(chip_width(chip.text), width - 2.0 * _EDGE)
            if x > _EDGE and x + wide > width - _EDGE:
                x, y = float(_EDGE), y + scaled(_ROW)
            self._boxes.append(QRectF(x, y, wide, scaled(CHIP_HEIGHT)))
            x += wide + _GAP

    # --- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the parts that are to be seen."""
        self._arrange(self.width())
        painter = QPainter(self)
        seen = QRectF(event.rect())
        for place, box in enumerate(self._boxes):
            if box.top() > seen.bottom():
                break
            if box.intersects(seen):
                paint_chip(
                    painter,
                    QPointF(box.topLeft()),
                    self._chip(place),
                    self._palette,
                    points=CHIP_POINTS,
                    max_width=box.width() + 0.5,
                )
        if self.hasFocus() and self._current >= 0:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self._palette.accent), 2))
            painter.drawRoundedRect(self._boxes[self._current].adjusted(-1.5, -1.5, 1.5, 1.5), 5, 5)
        painter.end()

    def _chip(self, place: int) -> Chip:
        chip = self._chips[place]
        return replace(chip, mark=Mark.CHOSEN) if place in self._marked or place == self._current else chip

    # --- mouse and keys

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Points at what is under the mouse."""
        self._point_at(self._place_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """Points at nothing."""
        super().leaveEvent(event)
        self._point_at(-1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Chooses what is under the mouse."""
        place = self._place_at(event.position())
        if place >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right point at the next part, Enter chooses it."""
        if event.key() in _STEPS and self._chips:
            by = _STEPS[Qt.Key(event.key())]
            self._point_at(min(max(0, self._current + by), len(self._chips) - 1))
            announce(self, self._tips[self._current])
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space} and self._current >= 0:
            self.chosen.emit(self._current)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begins with the first part, or the one that is marked."""
        super().focusInEvent(event)
        if self._current < 0 and self._chips and event.reason() != Qt.FocusReason.MouseFocusReason:
            self._point_at(min(self._marked, default=0))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Points at nothing."""
        super().focusOutEvent(event)
        self._point_at(-1)

    def _place_at(self, point: QPointF) -> int:
        self._arrange(self.width())
        return next((place for place, box in enumerate(self._boxes) if box.contains(point)), -1)

    def _point_at(self, place: int) -> None:
        if place != self._current:
            self._current = place
            self.setToolTip(self._tips[place] if place >= 0 else "")
            self.pointed.emit(place)
            self.update()
