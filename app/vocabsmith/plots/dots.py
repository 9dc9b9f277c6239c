"""A cloud of dots, thinned to what the pixels can show."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF

Numbers = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]
CELL = 2  # pixels along a side, in which one dot stands for all that lie there


class Cloud(NamedTuple):
    """Dots by their places in view coordinates, both of one length."""

    x: Numbers
    y: Numbers

    def thinned(self, seen: QRectF, width: float, height: float) -> Indices:
        """Indices of dots so that every cell of the plot in which one lies has exactly one: the first of them."""
        across, up = max(1, int(width / CELL)), max(1, int(height / CELL))
        columns = ((self.x - seen.left()) * (across / seen.width())).astype(np.int32)
        rows = ((self.y - seen.top()) * (up / seen.height())).astype(np.int32)
        inside = (columns >= 0) & (columns < across) & (rows >= 0) & (rows < up)
        inside &= (self.x >= seen.left()) & (self.y >= seen.top())  # what is cut towards 0 is no part of it
        there = np.flatnonzero(inside)
        first = np.full(across * up, -1, dtype=np.int64)
        first[(rows[there] * across + columns[there])[::-1]] = there[::-1]
        return np.sort(first[first >= 0])

    def nearest(self, among: Indices, place: tuple[float, float], pixel: tuple[float, float]) -> int:
        """Which of the dots `among` is nearest to a place; `pixel` is the size of one in view coordinates."""
        across = (self.x[among] - place[0]) / pixel[0]
        up = (self.y[among] - place[1]) / pixel[1]
        return int(among[np.argmin(across * across + up * up)])
