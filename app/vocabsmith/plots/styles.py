"""Colour and dashes of each curve. No two runs on one chart differ by colour alone."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

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
_EXAMPLE: Dash = (5, 3)
_GOAL: Dash = (4, 3)


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
        """A pen of so many pixels of the window."""
        pen = QPen(QColor(self.colour), width)
        if self.dash:
            pen.setDashPattern(list(self.dash))
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        return pen

    def curve_pen(self, ratio: float, width: float = 1.6) -> QPen:
        """A pen whose width no zoom changes. Qt takes it in pixels of the screen: `ratio` to one of the window."""
        pen = self.pen(width * ratio)
        pen.setCosmetic(True)
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


def example_style(palette: Palette) -> CurveStyle:
    """The curve that an empty chart shows."""
    return CurveStyle(palette.control_border, _EXAMPLE)


def goal_style(palette: Palette) -> CurveStyle:
    """The line where a run is to end."""
    return CurveStyle(palette.secondary, _GOAL)
