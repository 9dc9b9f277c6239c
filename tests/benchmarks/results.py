"""Outcomes, kept as one file for each row, so that rows can be measured one after the other and tabled together."""

from __future__ import annotations

import json
import statistics
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from jobs import Outcome


@dataclass
class RowResult:
    """What was measured of a row.

    Attributes:
        title: what was worked on, and how.
        section: the table it stands in.
        labels: its entries in order; the first is what the others are compared with.
        circumstances: date, machine and versions.
        outcomes: of every run of an entry, by its label.
        complete: whether no run is missing.
    """

    title: str
    section: str
    labels: list[str]
    circumstances: dict[str, Any]
    outcomes: dict[str, list[Outcome]] = field(default_factory=dict)
    complete: bool = False

    def failure(self, label: str) -> str | None:
        """Why an entry has no figures, if it has none."""
        failures = [outcome.failure for outcome in self.outcomes.get(label, []) if outcome.failure]
        return failures[0] if failures else None if self.outcomes.get(label) else "not run"

    def seconds(self, label: str) -> list[float]:
        """Of every run, in order."""
        return [outcome.seconds for outcome in self.outcomes[label]]

    def median(self, label: str) -> float | None:
        """Of the seconds, or None if the entry failed."""
        return None if self.failure(label) else statistics.median(self.seconds(label))

    def peak(self, label: str) -> int | None:
        """Most memory in any run, in bytes, or None if the entry failed."""
        return None if self.failure(label) else max(outcome.peak for outcome in self.outcomes[label])


class Store:
    """A folder with a file for each row."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder

    def save(self, name: str, row: RowResult) -> None:
        unfinished = self._folder / f"{name}.part"
        unfinished.write_text(json.dumps(asdict(row), indent=1), "utf-8")
        unfinished.replace(self._folder / f"{name}.json")

    def load(self, name: str) -> RowResult | None:
        path = self._folder / f"{name}.json"
        if not path.exists():
            return None
        told = json.loads(path.read_text("utf-8"))
        outcomes = {label: [Outcome(**one) for one in of_label] for label, of_label in told.pop("outcomes").items()}
        return RowResult(**told, outcomes=outcomes)

    def all(self, names: list[str]) -> dict[str, RowResult]:
        """The rows of these names that were measured, in this order."""
        return {name: row for name in names if (row := self.load(name))}
