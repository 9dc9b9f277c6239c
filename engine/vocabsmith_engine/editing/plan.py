"""What is to be changed of a tokenizer, and what that would do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.errors import TokenizerError
from vocabsmith_engine.renumbering import GONE
from vocabsmith_engine.text import Int64Array

Holes = Literal["close", "reserve"]
BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class EditPlan:
    """What is to be changed.

    Attributes:
        remove: ids of tokens to take away.
        add_specials: texts of special tokens to add, in the order of their ids.
        size: how many tokens the new vocabulary is to have, those that are added included; None for no cut. The first
            merges are kept.
        holes: what becomes of the ids of tokens that go. "close": the ids behind them move down, and special tokens
            are added at the end. "reserve": every other token keeps its id; special tokens that are added take the
            free ids, the lowest first, and reserved special tokens `<|unused_n|>` the rest.
    """

    remove: tuple[int, ...] = ()
    add_specials: tuple[str, ...] = ()
    size: int | None = None
    holes: Holes = "close"

    def __bool__(self) -> bool:
        """Whether anything is asked for."""
        return bool(self.remove or self.add_specials) or self.size is not None


class Cause(IntEnum):
    """Why a token goes."""

    ASKED = 0
    """It is to be removed."""
    FOLLOWS = 1
    """Every merge that made it needs a token that goes."""
    CUT = 2
    """It is past the size."""


@dataclass(frozen=True, slots=True)
class EditProblem:
    """Something to know before the edit is made.

    Attributes:
        value, rule, remedy: as those of a VocabsmithError.
        blocking: whether there can be no such tokenizer; otherwise it is a warning.
    """

    value: str
    rule: str
    remedy: str
    blocking: bool = True

    def __str__(self) -> str:
        return str(self.error())

    def error(self) -> TokenizerError:
        """The same as an error to raise."""
        return TokenizerError(self.value, self.rule, self.remedy)


@dataclass(frozen=True, slots=True)
class Move:
    """`count` ids, from `first` to `last` of the old ones, that change by `by`; others may lie between them."""

    first: int
    last: int
    count: int
    by: int


@dataclass(frozen=True, slots=True, eq=False)
class EditPreview:
    """What an edit would do. Arrays name the ids of the tokenizer as it is, unless said otherwise.

    Attributes:
        plan: the edit.
        problems: what stands against it, or is to be known; those that are blocking first.
        removed: (r) int64, rising, the ids that go.
        causes: (r) uint8, a `Cause` for each of them.
        because: (r) int64, for one that follows the id of the token that its merge needs and that goes; -1 for others.
        broken_merges: (b) int64, rising, ranks of the merges that go.
        new_ids: (tokens) int64, what each id becomes; -1 if it goes.
        added: text and new id of each special token that is added.
        reserved: text and new id of each special token that fills a hole.
        new_size: how many tokens the new vocabulary has.
        new_merges: how many merges it has.
    """

    plan: EditPlan
    problems: tuple[EditProblem, ...]
    removed: Int64Array
    causes: npt.NDArray[np.uint8]
    because: Int64Array
    broken_merges: Int64Array
    new_ids: Int64Array
    added: tuple[tuple[str, int], ...]
    reserved: tuple[tuple[str, int], ...]
    new_size: int
    new_merges: int

    @property
    def blocked(self) -> EditProblem | None:
        """The first problem because of which there can be no such tokenizer."""
        return next((problem for problem in self.problems if problem.blocking), None)

    @property
    def moved(self) -> tuple[Int64Array, Int64Array]:
        """The old ids that become others, rising, and what they become."""
        old = np.flatnonzero((self.new_ids != GONE) & (self.new_ids != np.arange(len(self.new_ids))))
        return old, self.new_ids[old]

    @property
    def unchanged(self) -> int:
        """How many tokens keep their id."""
        return int(np.count_nonzero(self.new_ids == np.arange(len(self.new_ids))))

    def moves(self) -> tuple[Move, ...]:
        """The ids that move, those that move by the same number together, in the order of the first of each."""
        old, new = self.moved
        by, first, counts = np.unique(new - old, return_index=True, return_counts=True)
        last = len(old) - 1 - np.unique((new - old)[::-1], return_index=True)[1]
        moves = zip(old[first].tolist(), old[last].tolist(), counts.tolist(), by.tolist(), strict=True)
        return tuple(sorted((Move(*each) for each in moves), key=lambda move: move.first))

    def count_of(self, cause: Cause) -> int:
        """How many tokens go because of that."""
        return int(np.count_nonzero(self.causes == cause))
