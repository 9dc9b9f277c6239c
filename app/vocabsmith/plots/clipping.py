"""Parts of a line that lie inside a rectangle."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.float64]


def clipped(places: Places, left: float, top: float, right: float, bottom: float) -> list[Places]:
    """The pieces of a line through `places`, shape (n, 2), that lie inside.

    Every stretch between two places is cut at the four sides, as Liang and Barsky do: it enters at the largest share of
    its length at which it crosses a side inwards, and leaves at the smallest at which it crosses one outwards.
    """
    begins, steps = places[:-1], np.diff(places, axis=0)
    enters, leaves = np.zeros(len(begins)), np.ones(len(begins))
    sides = ((0, -1.0, left), (0, 1.0, right), (1, -1.0, top), (1, 1.0, bottom))
    for axis, outwards, side in sides:
        speed = outwards * steps[:, axis]
        room = outwards * (side - begins[:, axis])
        with np.errstate(divide="ignore", invalid="ignore"):
            share = room / speed
        enters = np.where(speed < 0, np.maximum(enters, share), enters)
        leaves = np.where(speed > 0, np.minimum(leaves, share), leaves)
        leaves = np.where((speed == 0) & (room < 0), -1.0, leaves)  # beside the rectangle all along
    return _joined(begins + enters[:, None] * steps, begins + leaves[:, None] * steps, enters, leaves)


def _joined(begins: Places, ends: Places, enters: Places, leaves: Places) -> list[Places]:
    """Stretches that follow one another as one piece."""
    seen = np.flatnonzero(enters <= leaves)
    if len(seen) == 0:
        return []
    breaks = np.flatnonzero((np.diff(seen) > 1) | (leaves[seen[:-1]] < 1) | (enters[seen[1:]] > 0)) + 1
    runs = np.split(seen, breaks)
    return [np.concatenate((begins[run[:1]], ends[run])) for run in runs]
