"""Tokenizers side by side on groups of texts: totals, parity between the groups, and how sure the figures are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, get_args

import numpy as np

from vocabsmith_engine.analysis.evaluation import COLUMNS, Evaluation, FileEvaluation, totals_of
from vocabsmith_engine.analysis.metrics import METRICS
from vocabsmith_engine.analysis.parity import Float64Array, Per, costs, gini, spread
from vocabsmith_engine.analysis.resampling import FEWEST_DOCUMENTS, Range, ranges_of, resampled_sums
from vocabsmith_engine.corpus import shown
from vocabsmith_engine.errors import TokenizerError
from vocabsmith_engine.text import Int64Array

RESAMPLES: Final = 1000

_RATIOS: Final = {
    "bytes_per_token": ("bytes", "tokens"),
    "tokens_per_word": ("word_tokens", "words"),
    "continued_word_share": ("continued_words", "words"),
    "whole_word_share": ("whole_words", "words"),
    "character_coverage": ("whole_characters", "characters"),
}
"""The metrics that are one sum divided by another: those that documents drawn anew give again."""

_OF: Final = {key: of for key in _RATIOS if (of := METRICS[key].of) is not None}


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Tokenizers side by side. Where a tuple has an entry for each tokenizer, they stand in the order of these.

    Attributes:
        totals: each tokenizer on all text.
        by_group: the name of each group, in order, and each tokenizer on its texts.
        per: what the cost of a group is: its tokens per byte, character or word, or as they are.
        reference: the group that premiums are against; None: the cheapest one, for each tokenizer its own.
        premiums: each group that has text to compare, and what each tokenizer makes it cost beside the reference.
        spread: dearest group beside the cheapest, for each tokenizer; 1 if there is one group.
        gini: Gini coefficient of the costs of the groups, for each tokenizer; 0 if there is one group.
        ranges: by the key of the metric, for each tokenizer the range that holds the value with 95 % confidence, or
            None: see `compare`.
        group_ranges: the same for each group.
        differences: by the key of each metric that has ranges, for each tokenizer the range of its value less that of
            the best one, both from the same documents; None as for `ranges`, and (0, 0) for the best itself. Where 0
            lies outside, the tokenizer is behind for more than chance, even if the ranges of both overlap: these are as
            wide as texts differ, but a text that is long for one is long for all.
        documents: how many were drawn from, as `evaluate` counts them.
    """

    totals: tuple[Evaluation, ...]
    by_group: Mapping[str, tuple[Evaluation, ...]]
    per: Per
    reference: str | None
    premiums: Mapping[str, tuple[float, ...]]
    spread: tuple[float, ...]
    gini: tuple[float, ...]
    ranges: Mapping[str, tuple[Range | None, ...]]
    group_ranges: Mapping[str, Mapping[str, tuple[Range | None, ...]]]
    differences: Mapping[str, tuple[Range | None, ...]]
    documents: int

    def values(self, key: str) -> tuple[float, ...]:
        """The metric of `METRICS` with this key, over all text, for each tokenizer.

        The premium of a tokenizer over all text is its largest.
        """
        if key == "premium":
            return tuple(map(max, zip(*self.premiums.values(), strict=True))) or tuple(1.0 for _ in self.totals)
        of = METRICS[key].of
        found: tuple[float, ...] = tuple(map(of, self.totals)) if of else getattr(self, key)
        return found


def compare(
    evaluated: Sequence[FileEvaluation],
    groups: Mapping[Path, str] | None = None,
    *,
    per: Per = "byte",
    reference: str | None = None,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Comparison:
    """Put together what `evaluate` gave for the same tokenizers.

    Args:
        evaluated: one or more files.
        groups: the group of each file, by its path; a file that is not named there is a group of its own.
        per: what makes costs of groups comparable. `text` is for parallel texts, which say the same in each group:
            then tokens are compared as they are (Petrov and others, 2023). Other texts have no length in common, and
            the cost is tokens per byte, character or word; what a byte or a character says differs between scripts, so
            a premium then tells of the script too.
        reference: the group to compare with, instead of the cheapest one.
        seed: of the random draws; the same seed gives the same ranges.
        resamples: how often documents are drawn anew.

    Ranges: documents are drawn with replacement within every group if each has ten or more, otherwise from all text
    together; the middle 95 % of what the draws give is the range. There is none (None) with fewer than ten documents,
    none of spread and Gini coefficient unless each of the compared groups has ten, and none of three metrics: of
    tokens, which is a sum and tells of this text only; of the use of the vocabulary, for a drawn sample repeats
    documents and lacks a third of them, so that the number of different ids in it is always too small; and of the Rényi
    efficiency, which would need the use of every id in every document.

    Raises TokenizerError when there is nothing to compare, and for an unknown reference or `per`.
    """
    if not evaluated:
        raise TokenizerError("nothing", "was evaluated", "Evaluate a file or a text first")
    members = _members(evaluated, groups or {})
    _check(per, reference, members)
    by_group = {name: totals_of(files) for name, files in members.items()}
    documents = {name: np.concatenate([file.documents for file in files], axis=1) for name, files in members.items()}
    totals = tuple(map(Evaluation.total, zip(*by_group.values(), strict=True)))
    sums = {name: np.array([each.sums for each in group]) for name, group in by_group.items()}
    compared = _comparable(sums, per)
    found = np.array([costs(sums[name], per) for name in compared]).reshape(-1, len(totals))
    values = _values(totals, found)
    draws = _Draws(documents, resamples, np.random.default_rng(seed))
    return Comparison(
        totals=totals,
        by_group=by_group,
        per=per,
        reference=reference,
        premiums=_premiums(compared, found, reference),
        spread=tuple(values["spread"].tolist()),
        gini=tuple(values["gini"].tolist()),
        ranges=draws.ranges(compared, per),
        group_ranges={name: draws.ranges_of_group(name) for name in by_group},
        differences=draws.differences(compared, per, values),
        documents=sum(rows.shape[1] for rows in documents.values()),
    )


def _members(evaluated: Sequence[FileEvaluation], groups: Mapping[Path, str]) -> dict[str, list[FileEvaluation]]:
    members: dict[str, list[FileEvaluation]] = {}
    for file in evaluated:
        members.setdefault(groups.get(file.path, shown(file.path)), []).append(file)
    return members


def _check(per: str, reference: str | None, members: Mapping[str, object]) -> None:
    if per not in get_args(Per):
        raise TokenizerError(f"per {per!r}", "is nothing that tokens are counted by", f"Use {', '.join(get_args(Per))}")
    if reference is not None and reference not in members:
        known = ", ".join(list(members)[:5])
        raise TokenizerError(f"reference {reference!r}", "is no group of the texts", f"Choose one of them: {known}")


def _comparable(sums: Mapping[str, Int64Array], per: Per) -> list[str]:
    """The groups that cost every tokenizer something. One of numbers alone has no cost per word."""
    found = {name: costs(rows, per) for name, rows in sums.items()}
    return [name for name, cost in found.items() if (np.isfinite(cost) & (cost > 0)).all()]


def _premiums(compared: Sequence[str], found: Float64Array, reference: str | None) -> dict[str, tuple[float, ...]]:
    if reference is not None and reference not in compared:
        raise TokenizerError(f"reference {reference!r}", "holds nothing to compare with", "Choose another group")
    if not compared:
        return {}
    base = found.min(axis=0) if reference is None else found[compared.index(reference)]
    return {name: tuple(row) for name, row in zip(compared, (found / base).tolist(), strict=True)}


class _Draws:
    """What documents drawn anew give."""

    def __init__(self, documents: Mapping[str, Int64Array], resamples: int, random: np.random.Generator) -> None:
        self._enough = {name: rows.shape[1] >= FEWEST_DOCUMENTS for name, rows in documents.items()}
        self._tokenizers = next(iter(documents.values())).shape[0]
        self._sums = {
            name: resampled_sums(rows, resamples, random) for name, rows in documents.items() if self._enough[name]
        }
        self._all: Float64Array | None = None
        if all(self._enough.values()):
            self._all = np.sum(list(self._sums.values()), axis=0)
        else:
            every = np.concatenate(list(documents.values()), axis=1)
            if every.shape[1] >= FEWEST_DOCUMENTS:
                self._all = resampled_sums(every, resamples, random)

    def ranges(self, compared: Sequence[str], per: Per) -> dict[str, tuple[Range | None, ...]]:
        """Of all text, and between the groups."""
        return {key: self._range(values) for key, values in self._drawn(compared, per).items()}

    def ranges_of_group(self, name: str) -> dict[str, tuple[Range | None, ...]]:
        """Of one group."""
        return {key: self._range(values) for key, values in _ratios(self._sums.get(name)).items()}

    def differences(
        self, compared: Sequence[str], per: Per, values: Mapping[str, Float64Array]
    ) -> dict[str, tuple[Range | None, ...]]:
        """From the best tokenizer, which is that of the best of `values`."""
        found = {}
        for key, drawn in self._drawn(compared, per).items():
            best = int(np.argmax(values[key]) if METRICS[key].better == "more" else np.argmin(values[key]))
            found[key] = self._range(None if drawn is None else drawn - drawn[:, best, None])
        return found

    def _range(self, drawn: Float64Array | None) -> tuple[Range | None, ...]:
        return (None,) * self._tokenizers if drawn is None else ranges_of(drawn)

    def _drawn(self, compared: Sequence[str], per: Per) -> dict[str, Float64Array | None]:
        """(resamples, tokenizers) of each metric that has ranges."""
        between: dict[str, Float64Array | None] = {"spread": None, "gini": None}
        if len(compared) > 1 and all(self._enough[name] for name in compared):
            found = np.stack([costs(self._sums[name], per) for name in compared])
            between = {"spread": spread(found), "gini": gini(found)}
        return {**_ratios(self._all), **between}


def _ratios(sums: Float64Array | None) -> dict[str, Float64Array | None]:
    if sums is None:
        return dict.fromkeys(_RATIOS)
    found: dict[str, Float64Array | None] = {}
    for key, (part, whole) in _RATIOS.items():
        wholes = sums[..., COLUMNS.index(whole)]
        found[key] = sums[..., COLUMNS.index(part)] / wholes if (wholes > 0).all() else None
    return found


def _values(totals: Sequence[Evaluation], found: Float64Array) -> dict[str, Float64Array]:
    """What ranges are of, over all text: (tokenizers) for each metric."""
    values = {key: np.array([of(total) for total in totals]) for key, of in _OF.items()}
    one = np.ones((1, len(totals)))
    return {**values, "spread": spread(found if len(found) else one), "gini": gini(found if len(found) else one)}
