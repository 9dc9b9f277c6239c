"""Colour and dashes of each curve. No two runs on one chart differ by colour alone."""

from __future__ import annotations

from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QPen

from vocabsmith_resources.themes.palette import Palette

Dash = tuple[float, ...]

_SOLID: Dash = ()
_DASHES: tuple[Dash, ...] = (
    (5, 2.5),
    (2.2, 2.2),
    (6, 2, 1.5, 2),
    (9, 2),
    (4, 1.8, 1.2, 1.8, 1.2, 1.8),
)
_DOTS: Dash = (1, 1.8)


@dataclass(frozen=True, slots=True)
class CurveStyle:
    """How a curve is drawn.

    Attributes:
        colour: "#RRGGBB".
        dash: lengths of dashes and gaps in turn, in widths of the line; () for a line without gaps.
    """

    colour: str
    dash: Dash

    def pen(self, width: float = 1.6) -> QPen:
        """A pen whose width in pixels no zoom changes."""
        pen: QPen = pg.mkPen(self.colour, width=width)
        if self.dash:
            pen.setDashPattern(list(self.dash))
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        return pen


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A curve that is on a chart: its name and how it is drawn."""

    name: str
    style: CurveStyle


def curve_style(palette: Palette, tone: int) -> CurveStyle:
    """The curve of a run: tone 0 is the run that is shown, in accent and without gaps; 1, 2, … are overlays.

    Five hues with five patterns of dashes; from tone 6 on the hues meet other patterns, so that 25 differ.
    """
    if tone == 0:
        return CurveStyle(palette.accent, _SOLID)
    round_, place = divmod(tone - 1, len(_DASHES))
    hues = palette.curve_hues[1:]
    return CurveStyle(hues[place % len(hues)], _DASHES[(place + round_) % len(_DASHES)])


def held_out_style(palette: Palette) -> CurveStyle:
    """The curve of the held-out text: that of its run, dotted."""
    return CurveStyle(palette.accent, _DOTS)
