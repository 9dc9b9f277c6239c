"""Finds missing sources again where others that lay beside them were found."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from vocabsmith_engine import Monitor


def find_moved(*, old: Path, new: Path, missing: Sequence[Path], monitor: Monitor) -> dict[Path, Path]:
    """Which of the `missing` paths are where they should be if all that lay around `old` lies around `new` now.

    As much of the end of both paths as is the same was moved with them. Raises Stopped.
    """
    while old.name == new.name and old.name and old.parent != old and new.parent != new:
        old, new = old.parent, new.parent
    found = {}
    for path in missing:
        monitor.raise_if_stopped()
        if path.is_relative_to(old):
            place = new / path.relative_to(old)
            if os.path.exists(place):  # noqa: PTH110 (raises nothing)
                found[path] = place
    return found
