"""Bars that lie under each other, each with a name at its left and a number at its end."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtGui import QFontMetricsF

from vocabsmith.plots.axis import NumberAxis

THICKNESS = 0.62


class RowBars(pg.BarGraphItem):  # type: ignore[misc]
    """Row 0 lies at the top, at height 0; row i at height -i."""

    def __init__(self) -> None:
        super().__init__(x0=np.zeros(1), y=np.zeros(1), width=np.zeros(1), height=THICKNESS)

    def set_rows(self, values: npt.NDArray[np.int64]) -> None:
        """Shows bars of these lengths."""
        widths = np.asarray(values, dtype=np.float64)
        self.setOpts(x0=np.zeros(len(widths)), y=-np.arange(len(widths), dtype=np.float64), width=widths)

    def getData(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:  # noqa: N802
        """The ends of the bars."""
        return self.opts["width"], self.opts["y"]


class NameAxis(NumberAxis):
    """Names of rows."""

    def __init__(self) -> None:
        super().__init__("left")
        self._names: tuple[str, ...] = ()

    def set_names(self, names: Sequence[str]) -> None:
        """Other rows."""
        self._names = tuple(names)
        self.picture = None
        self.update()

    def reserve(self, low: float, high: float) -> None:  # noqa: ARG002
        """Keep as much width as the widest name takes."""
        font = self.style["tickFont"]
        if font is not None:
            metrics = QFontMetricsF(font)
            self.setWidth(max(map(metrics.horizontalAdvance, self._names), default=40.0) + 10)

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:  # noqa: ARG002, N802
        """The middle of each row."""
        return [(1.0, [-float(row) for row in range(len(self._names))])]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:  # noqa: ARG002, N802
        """The names."""
        return [self._names[round(-value)] for value in values]


class NoAxis(NumberAxis):
    """An axis without numbers, where each bar has its own."""

    def __init__(self) -> None:
        super().__init__("bottom")
        self.setHeight(2)

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:  # noqa: ARG002, N802
        """None."""
        return []
