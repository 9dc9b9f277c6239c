"""Which tokens the table shows, and in which order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

import numpy as np
import numpy.typing as npt

from vocabsmith.operations.vocabulary_marks import RARE_BELOW, Flag, Mask, Vocabulary
from vocabsmith_engine import Monitor

SearchMode = Literal["text", "bytes", "regex"]
TableColumn = Literal["id", "token", "bytes", "length", "rank", "learned", "script", "kind"]
Ids = npt.NDArray[np.int64]


class Column(IntEnum):
    """The columns of the table, from left to right."""

    ID = 0
    TOKEN = 1
    BYTES = 2
    LENGTH = 3
    RANK = 4
    LEARNED = 5
    NOW = 6
    SCRIPT = 7
    KIND = 8
    FLAGS = 9


@dataclass(frozen=True, slots=True)
class Filter:
    """What a token must have to be listed.

    Attributes:
        query, mode: what is searched for; "" finds everything.
        kind: one of `Kind`, None for all.
        scripts: places in `script_names`, of which it must have one; empty for all.
        flags: of which it must have one; empty for all.
        below: uses below which a token is rare.
    """

    query: str = ""
    mode: SearchMode = "text"
    kind: int | None = None
    scripts: frozenset[int] = frozenset()
    flags: frozenset[Flag] = frozenset()
    below: int = RARE_BELOW


@dataclass(frozen=True, slots=True)
class Sorting:
    """By which column, and whether the largest comes first. Values that are not known come last either way."""

    column: Column = Column.ID
    descending: bool = False


class TokenLister:
    """Lists tokens of one vocabulary after another; the order found last is kept. For one thread at a time."""

    def __init__(self) -> None:
        self._order: tuple[object, Sorting, Ids] | None = None

    def list(self, *, vocabulary: Vocabulary, wanted: Filter, sorting: Sorting, monitor: Monitor) -> Ids:
        """Ids of the tokens that pass, in order. Raises AnalysisError for a wrong query, Stopped."""
        mask = matching(vocabulary, wanted, monitor)
        monitor.raise_if_stopped()
        order = self._order_of(vocabulary, sorting)
        monitor.raise_if_stopped()
        return order if mask is None else order[mask[order]]

    def _order_of(self, vocabulary: Vocabulary, sorting: Sorting) -> Ids:
        depends = vocabulary if sorting.column in (Column.NOW, Column.FLAGS) else vocabulary.table
        if self._order is None or self._order[0] is not depends or self._order[1] != sorting:
            self._order = (depends, sorting, order_of(vocabulary, sorting))
        return self._order[2]


def matching(vocabulary: Vocabulary, wanted: Filter, monitor: Monitor) -> Mask | None:
    """Which tokens pass, None for all. Raises AnalysisError for a wrong query, Stopped."""
    table = vocabulary.table
    masks = []
    if wanted.query:
        masks.append(table.search(wanted.query, wanted.mode, monitor))
    elif wanted.mode == "regex":
        table.get_ready_for_expressions()  # while the user still thinks of one
    if wanted.kind is not None:
        masks.append(table.kinds == wanted.kind)
    if wanted.scripts:
        masks.append(np.isin(table.scripts, list(wanted.scripts)))
    if wanted.flags:
        flagged = [vocabulary.mask(flag, wanted.below) for flag in wanted.flags]
        known = [mask for mask in flagged if mask is not None]
        masks.append(np.logical_or.reduce(known) if known else np.zeros(len(table), np.bool_))
    return np.logical_and.reduce(masks) if masks else None


def order_of(vocabulary: Vocabulary, sorting: Sorting) -> Ids:
    """All ids in order; equal ones by their id."""
    if sorting.column is Column.NOW:
        return _by(None if vocabulary.usage is None else vocabulary.usage.uses.counts, vocabulary, sorting.descending)
    if sorting.column is Column.FLAGS:
        return _by(_flag_bits(vocabulary), vocabulary, not sorting.descending)  # those with flags first
    return vocabulary.table.order(_NAMES[sorting.column], sorting.descending)


_NAMES: Mapping[Column, TableColumn] = {
    Column.ID: "id",
    Column.TOKEN: "token",
    Column.BYTES: "bytes",
    Column.LENGTH: "length",
    Column.RANK: "rank",
    Column.LEARNED: "learned",
    Column.SCRIPT: "script",
    Column.KIND: "kind",
}


def _by(values: npt.NDArray[np.int64] | None, vocabulary: Vocabulary, descending: bool) -> Ids:
    if values is None:
        return np.arange(len(vocabulary), dtype=np.int64)
    return np.argsort(-values if descending else values, kind="stable").astype(np.int64)


def _flag_bits(vocabulary: Vocabulary) -> npt.NDArray[np.int64]:
    """For each token a number with one bit for each flag, so that those with the same flags stand together."""
    bits = np.zeros(len(vocabulary), np.int64)
    for place, mask in enumerate(
        (vocabulary.special, vocabulary.residue, vocabulary.unreachable, vocabulary.table.partial)
    ):
        if mask is not None:
            bits |= mask.astype(np.int64) << place
    return bits
