"""A chart without data: its head, the plotting area with its axes, and the sentence that stands in an empty one."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from vocabsmith.plots.axis import NumberAxis
from vocabsmith.plots.head import ChartHead
from vocabsmith.plots.hint import Hint
from vocabsmith.plots.view import ChartView
from vocabsmith_resources.themes.palette import LIGHT, Palette

_FOCUS_FRAME = (-10.75, -1.25, 3.25, 2.25)  # its sides, from those of the plotting area


class ChartFrame(QWidget):
    """Takes the size that it is given, so that labels never shift what is around it.

    Attributes:
        name: what the chart is of.
        unit, across: names of the axes up and across.
    """

    hint_corner = Qt.Corner.BottomLeftCorner  # where the example leaves room for the sentence

    def __init__(
        self,
        *,
        name: str,
        unit: str,
        across: str,
        hint: str,
        left: NumberAxis,
        bottom: NumberAxis,
        parent: QWidget | None,
    ) -> None:
        super().__init__(parent)
        self.name, self.unit, self.across = name, unit, across
        self._palette: Palette = LIGHT
        self._axes = (left, bottom)
        self._head = ChartHead(unit, name, self)
        self._view = ChartView(left, bottom)
        self._hint = Hint(hint, self.hint_corner, self._view)
        self._view.setAccessibleName(name)
        self._view.getPlotItem().setLabel("bottom", across)
        for axis in self._axes:
            axis.setZValue(-1000)  # the grid lies under the series
        self.box.setDefaultPadding(0)
        self.box.disableAutoRange()
        self.box.geometryChanged.connect(self._place_hint)
        self._view.resized.connect(self._place_hint)
        self._view.focus_changed.connect(self._focus_changed)
        self._arrange()

    def _arrange(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 0, 8, 4)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addWidget(self._view, 1)
        policy = QSizePolicy.Policy.Ignored
        self.setSizePolicy(policy, policy)

    @property
    def box(self) -> pg.ViewBox:
        """The rectangle inside the axes."""
        return self._view.getViewBox()

    @property
    def view(self) -> ChartView:
        """The plotting area with its axes."""
        return self._view

    @property
    def axes(self) -> tuple[NumberAxis, NumberAxis]:
        """Left and bottom."""
        return self._axes

    @property
    def palette_shown(self) -> Palette:
        """The colours of the present theme."""
        return self._palette

    @property
    def ratio(self) -> float:
        """Pixels of the screen for one of the window."""
        return self.devicePixelRatioF()

    def font_of(self, share: float) -> QFont:
        """The font of this widget in another size."""
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * share)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        return font

    def _dress(self, palette: Palette) -> None:
        """Colours and fonts of what stands around the data."""
        self._palette = palette
        self._view.setBackground(QColor(palette.surface))
        caption = self._axes[1].label
        caption.setFont(self.font_of(0.85))
        caption.setDefaultTextColor(QColor(palette.secondary))
        self._head.apply_theme(self.font_of(0.85))

    def _show_empty(self, empty: bool) -> None:
        """The sentence while empty, the grid otherwise."""
        for axis in self._axes:
            axis.apply_theme(self._palette, self.font_of(0.8), grid=not empty)
        self._hint.setVisible(empty)
        self._place_hint()

    def _place_hint(self) -> None:
        self._hint.place_in(self._view.mapFromScene(self.box.sceneBoundingRect()).boundingRect())

    def _focus_changed(self) -> None:
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A line around the plot while the keys go to it."""
        if not self._view.hasFocus():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._palette.accent), 1.5))
        painter.drawRoundedRect(QRectF(self._view.geometry()).adjusted(*_FOCUS_FRAME), 6, 6)
