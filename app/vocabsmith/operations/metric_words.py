"""Figures of a comparison in words, the same in the window, in what it saves, and on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from vocabsmith.wording import decimal, grouped
from vocabsmith_engine.analysis import Metric
from vocabsmith_engine.analysis.metrics import Better

BETTER: Final[Mapping[Better, str]] = {
    "more": "more is better",
    "fewer": "fewer is better",
    "neither": "diagnostic",
}


def written(metric: Metric, value: float) -> str:
    """A value in the way of its unit: 1,811,852 · 2.74 · 65.7 % · 3.50× · 0.433."""
    if metric.key == "tokens":
        return grouped(round(value))
    if metric.unit == "share":
        return f"{100 * value:.1f} %"
    if metric.unit == "times":
        return f"{decimal(value)}×"
    return decimal(value, 3 if metric.unit == "number" else 2)
