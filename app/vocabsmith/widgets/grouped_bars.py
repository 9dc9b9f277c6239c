"""A bar of each tokenizer for each group of texts, one group below the other, with the best value written out.

It is painted here and not with pyqtgraph: names of any length stand at the left, and many groups make it higher.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith.widgets.telling import announce
from vocabsmith_resources.themes.palette import LIGHT, Palette

_SIDE, _RIGHT = 16, 12
_AXIS = 26
_BAR, _BAR_GAP, _GROUP_GAP = 6, 2, 12
_LEAST_ROW = 26
_NAME_SHARE = 0.34  # of the width, that names may take
_TICKS = 5
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


@dataclass(frozen=True, slots=True)
class BarGroup:
    """One group: its name, a value for each series (None where there is none), and which of them is the best."""

    name: str
    values: tuple[float | None, ...]
    best: int | None = None


@dataclass(frozen=True, slots=True)
class BarData:
    """What the chart shows.

    Attributes:
        title: of what is measured.
        series: names of the tokenizers, in the order of the values; at most as many as the palette has hues.
        groups: from the top.
        written: how a value is written.
        axis: how a value is written at the axis, where whole steps need no decimals.
    """

    title: str
    series: tuple[str, ...]
    groups: tuple[BarGroup, ...]
    written: Callable[[float], str] = "{:,.2f}".format
    axis: Callable[[float], str] = "{:,g}".format

    @property
    def most(self) -> float:
        """The largest value; 0 without any."""
        values = [value for group in self.groups for value in group.values if value is not None]
        return max((value for value in values if math.isfinite(value)), default=0.0)


NO_BARS = BarData("", (), ())


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where values stand across: from `left`, which is 0, with `ticks` at round values."""

    left: float
    width: float
    most: float
    ticks: tuple[float, ...]

    def x(self, value: float) -> float:
        return self.left + self.width * min(value, self.most) / self.most


class GroupedBars(QWidget):
    """The chart. Up and Down go from group to group, and tell each of them; so does the mouse, in a tooltip.

    Signals:
        went_to(int, int): the group that is told of stands between these pixels from the top.
    """

    went_to = Signal(int, int)
    spoken_as = QAccessible.Role.Chart

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = LIGHT
        self._data = NO_BARS
        self._current: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        self.setAccessibleName("Groups of texts")
        self.setWhatsThis("Arrow keys up and down go from group to group.")

    @property
    def data(self) -> BarData:
        """What is shown."""
        return self._data

    @property
    def current(self) -> int | None:
        """The group that is told of."""
        return self._current

    def show_data(self, data: BarData) -> None:
        """Shows other values."""
        self._data = data
        if self._current is not None and self._current >= len(data.groups):
            self._current = None
        self.setAccessibleName(f"{data.title} by group" if data.title else "Groups of texts")
        self.setAccessibleDescription("; ".join(map(self.told, range(len(data.groups)))))
        self.updateGeometry()
        self.update()

    def told(self, place: int) -> str:
        """A group in words: its name, and the value of every series."""
        group = self._data.groups[place]
        parts = []
        for number, (name, value) in enumerate(zip(self._data.series, group.values, strict=True)):
            best = ", best" if number == group.best else ""
            parts.append(f"{name} {'–' if value is None else self._data.written(value)}{best}")
        return f"{group.name}: {', '.join(parts)}"

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """As high as all groups are."""
        return QSize(scaled(360), math.ceil(scaled(_AXIS) + len(self._data.groups) * self._row() + scaled(8)))

    def minimumSizeHint(self) -> QSize:
        """All groups: what does not fit is scrolled to."""
        return QSize(scaled(200), self.sizeHint().height())

    # --- painting

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Paints the chart, and a line around the group that is told of."""
        painter = QPainter(self)
        if self._current is not None and self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self._palette.accent), 1.5))
            painter.drawRoundedRect(self._room_of(self._current).adjusted(5, 1, -5, -1), 4, 4)
        self.paint(painter, QRectF(self.rect()), self._palette)
        painter.end()

    def paint(self, painter: QPainter, room: QRectF, palette: Palette) -> None:
        """Paints it all into `room`, which is as high as the size hint says or higher."""
        if not self._data.groups or self._data.most <= 0:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = self._scale(room.width())
        painter.save()
        painter.translate(room.topLeft())
        self._paint_axis(painter, scale, palette)
        for place, group in enumerate(self._data.groups):
            top = scaled(_AXIS) + place * self._row()
            self._paint_group(painter, scale, palette, group, QRectF(0, top, room.width(), self._row()))
        painter.restore()

    def _paint_axis(self, painter: QPainter, scale: _Scale, palette: Palette) -> None:
        painter.setFont(sans(8))
        bottom = scaled(_AXIS) + len(self._data.groups) * self._row()
        for tick in scale.ticks:
            x = math.floor(scale.x(tick)) + 0.5
            painter.setPen(QPen(QColor(palette.line), 1))
            painter.drawLine(QPointF(x, scaled(_AXIS) - 2), QPointF(x, bottom))
            painter.setPen(QColor(palette.secondary))
            room = QRectF(x - 40, 0, 80, scaled(_AXIS) - 4)
            painter.drawText(room, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom, self._data.axis(tick))

    def _paint_group(self, painter: QPainter, scale: _Scale, palette: Palette, group: BarGroup, room: QRectF) -> None:
        painter.setFont(sans(9.5))
        painter.setPen(QColor(palette.text))
        names = QRectF(_SIDE, room.top(), scale.left - _SIDE - 8, room.height())
        name = QFontMetricsF(painter.font()).elidedText(group.name, Qt.TextElideMode.ElideRight, names.width())
        painter.drawText(names, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name)
        bars = len(self._data.series)
        y = room.top() + (room.height() - bars * scaled(_BAR) - (bars - 1) * _BAR_GAP) / 2
        for number, value in enumerate(group.values):
            if value is not None and value > 0:
                bar = QRectF(scale.left, y, scale.x(value) - scale.left, scaled(_BAR))
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(palette.curve_hues[number]))
                painter.drawRoundedRect(bar, 2, 2)
                if number == group.best:
                    self._write_value(painter, palette, bar, self._data.written(value), room.width())
            y += scaled(_BAR) + _BAR_GAP

    def _write_value(self, painter: QPainter, palette: Palette, bar: QRectF, text: str, width: float) -> None:
        painter.setFont(sans(8.5))
        metrics = QFontMetricsF(painter.font())
        x = min(bar.right() + 5, width - metrics.horizontalAdvance(text) - 2)
        painter.setPen(QColor(palette.text))
        painter.drawText(QPointF(x, bar.center().y() + metrics.capHeight() / 2), text)

    def _row(self) -> float:
        bars = len(self._data.series)
        return max(scaled(_LEAST_ROW), bars * scaled(_BAR) + (bars - 1) * _BAR_GAP + scaled(_GROUP_GAP))

    def _scale(self, width: float) -> _Scale:
        metrics = QFontMetricsF(sans(9.5))
        widest = max(metrics.horizontalAdvance(group.name) for group in self._data.groups)
        left = _SIDE + min(widest, _NAME_SHARE * width) + 8
        value = QFontMetricsF(sans(8.5)).horizontalAdvance(self._data.written(self._data.most))
        room = max(20.0, width - left - value - 5 - _RIGHT)
        ticks = ticks_to(self._data.most, max(2, min(_TICKS, int(room / scaled(44)))))
        return _Scale(left, room, max(self._data.most, ticks[-1]), ticks)

    def _room_of(self, place: int) -> QRectF:
        return QRectF(0, scaled(_AXIS) + place * self._row(), self.width(), self._row())

    # --- mouse and keys

    def event(self, event: QEvent) -> bool:
        """Tells the group under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self._group_at(event.pos().y())
            if place is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), self.told(place).replace(": ", "\n", 1).replace(", ", "\n"), self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Chooses the group that is told of."""
        self._go_to(self._group_at(event.position().y()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down choose the group that is told of, Home and End the first and the last."""
        count = len(self._data.groups)
        key = Qt.Key(event.key())
        if not count or key not in {*_STEPS, Qt.Key.Key_Home, Qt.Key.Key_End}:
            super().keyPressEvent(event)
        elif key in _STEPS:
            here = -1 if self._current is None else self._current
            self._go_to(max(0, min(count - 1, here + _STEPS[key])))
        else:
            self._go_to(0 if key == Qt.Key.Key_Home else count - 1)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows where the keys are."""
        super().focusInEvent(event)
        if self._current is None and self._data.groups:
            self._current = 0
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Shows it no longer."""
        super().focusOutEvent(event)
        self.update()

    def _go_to(self, place: int | None) -> None:
        self._current = place
        self.update()
        if place is not None:
            room = self._room_of(place)
            self.went_to.emit(0 if place == 0 else int(room.top()), int(room.bottom()))
            announce(self, self.told(place))

    def _group_at(self, y: float) -> int | None:
        place = int((y - scaled(_AXIS)) // self._row()) if self._data.groups else -1
        return place if 0 <= place < len(self._data.groups) else None


def ticks_to(most: float, number: int) -> tuple[float, ...]:
    """Round values from 0 up to `most` or just below it, about `number` of them: steps of 1, 2 or 5 powers of ten."""
    rough = most / number
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * times for times in (1, 2, 5, 10) if power * times >= rough * (1 - 1e-9))
    return tuple(round(step * place, 10) for place in range(int(most / step + 1e-9) + 1))
