"""What we ask of ourselves, and what of it was reached: read off the results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from results import RowResult

Rows = dict[str, RowResult]


@dataclass(frozen=True)
class Goal:
    """A figure that must be reached, and a better one that is wished for.

    Attributes:
        what: is measured.
        must, goal: the two figures.
        unit: stands behind all figures.
        reached: the figure in these results, or None when it was not measured.
        more: whether more is better.
    """

    what: str
    must: float
    goal: float
    unit: str
    reached: Callable[[Rows], float | None]
    more: bool

    def verdict(self, figure: float) -> str:
        """`goal`, `must` or `no`."""
        if figure >= self.goal if self.more else figure <= self.goal:
            return "goal"
        return "must" if (figure >= self.must if self.more else figure <= self.must) else "no"


def to_first(row: str, label: str, rows: Rows) -> float | None:
    """How many times as long an entry takes as the first one of its row."""
    found = rows.get(row)
    if not found or label not in found.labels:
        return None
    above, below = found.median(label), found.median(found.labels[0])
    return above / below if above and below else None


def peak_to_peer(peer: str, rows: Rows) -> float | None:
    """Vocabsmith's peak memory as a part of a peer's, where it is largest."""
    parts = []
    for name, row in rows.items():
        if name.startswith("train-") and peer in row.labels:
            own, other = row.peak(row.labels[0]), row.peak(peer)
            if own and other:
                parts.append(own / other)
    return max(parts, default=None)


def largest_step(row: str, rows: Rows) -> float | None:
    """The largest ratio of a step to the one before it."""
    found = rows.get(row)
    if not found:
        return None
    medians = [median for label in found.labels if (median := found.median(label))]
    return max((after / before for before, after in pairwise(medians)), default=None)


def longest(row: str, label: str, rows: Rows) -> float | None:
    """The most seconds of any run."""
    found = rows.get(row)
    return max(found.seconds(label)) if found and not found.failure(label) else None


def _training_goals() -> list[Goal]:
    beside_gigabpe = [
        Goal(
            f"training {name}, gigabpe to Vocabsmith", 2.5, 4, "×", partial(to_first, f"train-{name}", "gigabpe"), True
        )
        for name in ("english", "linux", "multi", "cjk", "sample")
    ]
    ties = partial(to_first, "train-ties", "Vocabsmith, ties bytes")
    peak = partial(peak_to_peer, "gigabpe")
    uncut = [
        Goal(f"`none`, {peer} to Vocabsmith", 3, 5, "×", partial(to_first, "train-none", peer), True)
        for peer in ("sentencepiece", "tokenizers, 2 threads")
    ]
    return [
        *beside_gigabpe,
        Goal("… with cl100k, rustbpe to Vocabsmith", 8, 12, "×", partial(to_first, "train-cl100k", "rustbpe"), True),
        Goal("… ties `bytes` to ties `hf`", 1.2, 1.1, "×", ties, False),
        Goal("peak memory, Vocabsmith to gigabpe, where largest", 1, 0.5, "×", peak, False),
        *uncut,
    ]


def _encoding_goals() -> list[Goal]:
    file_to_ids = partial(to_first, "encode-file", "gigatoken")
    one_text = [
        Goal(f"encoding {what}", 0.5, 0.2, " s", partial(longest, row, "Vocabsmith, batch"), False)
        for what, row in (("1 MB of one letter", "encode-letter"), ("200,000 spaces and a letter", "encode-spaces"))
    ]
    return [Goal("encoding, file to ids, gigatoken to Vocabsmith", 1, 1.3, "×", file_to_ids, True), *one_text]


def _growth_goals() -> list[Goal]:
    return [
        Goal(f"twice the {what}, largest step", 2.3, 2.1, "×", partial(largest_step, row), False)
        for what, row in (
            ("text", "growth-text"),
            ("length of one piece, trained", "growth-piece"),
            ("length of one piece, encoded", "growth-piece-encoded"),
        )
    ]


def _answer_goals() -> list[Goal]:
    return [
        Goal(f"{what} answered, longest of all", 0.5, 0.1, " s", partial(longest, "answers", what), False)
        for what in ("stop", "pause")
    ]


GOALS = [*_training_goals(), *_encoding_goals(), *_growth_goals(), *_answer_goals()]


def goals_table(rows: Rows) -> str:
    """A Markdown table of the goals that were measured."""
    lines = ["| | must | goal | reached | |", "|---|--:|--:|--:|---|"]
    for goal in GOALS:
        figure = goal.reached(rows)
        if figure is not None:
            least = "" if goal.more else "≤ "
            limits = f"{least}{goal.must:g}{goal.unit} | {least}{goal.goal:g}{goal.unit}"
            lines.append(f"| {goal.what} | {limits} | {figure:.2f}{goal.unit} | {goal.verdict(figure)} |")
    return "\n".join(lines)
