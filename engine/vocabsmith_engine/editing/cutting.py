"""Where the list of merges ends for a vocabulary of a given size."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from vocabsmith_engine.editing.following import Followers
from vocabsmith_engine.editing.plan import BoolArray, EditPlan, EditProblem
from vocabsmith_engine.text import Int64Array


class Cut(NamedTuple):
    """The merges that are cut off, (merges), and what stands against the size, if anything."""

    merges: BoolArray
    problem: EditProblem | None = None


def merges_cut(results: Int64Array, before: Followers, staying: BoolArray, plan: EditPlan) -> Cut:
    """What a cut to `plan.size` leaves out of what the removal leaves.

    Args:
        results: (merges) the token that each makes.
        before: what goes without a cut.
        staying: (tokens) which stay though nothing makes them.
        plan: the edit.
    """
    none = np.zeros(len(results), dtype=np.bool_)
    if plan.size is None:
        return Cut(none)
    if not len(results):
        rule = "cannot be cut to, as this tokenizer has no merges to leave out"
        return Cut(none, EditProblem(f"vocabulary size {plan.size:,}", rule, "Remove tokens instead"))
    counts = ~before.broken & ~staying[results]
    learned = np.zeros(len(staying), dtype=np.bool_)
    learned[results[counts]] = True
    fixed = ~before.gone & ~learned
    if plan.holes == "reserve":
        return _cut_behind(results, counts, before.gone, fixed, plan)
    return _first_merges(results, counts, int(np.count_nonzero(fixed)) + len(plan.add_specials), plan.size)


def _first_merges(results: Int64Array, counts: BoolArray, smallest: int, size: int) -> Cut:
    """As many merges from the first as make the tokens that there is room for; one makes no new token if it repeats."""
    is_new = np.zeros(len(results), dtype=np.bool_)
    places = np.flatnonzero(counts)
    is_new[places[np.unique(results[places], return_index=True)[1]]] = True
    largest = smallest + int(is_new.sum())
    if problem := _outside(size, smallest, largest, "close"):
        return Cut(np.zeros(len(results), dtype=np.bool_), problem)
    return Cut(np.cumsum(is_new) > size - smallest)


def _cut_behind(results: Int64Array, counts: BoolArray, gone: BoolArray, fixed: BoolArray, plan: EditPlan) -> Cut:
    """The merges before the first that makes a token behind the end; ids stay, so the vocabulary ends at an id.

    Where more special tokens are added than ids are free in front of the end, the end moves forward by as many.
    """
    assert plan.size is not None
    ends = np.arange(len(gone) + 1)
    free = np.concatenate((np.zeros(1, np.int64), np.cumsum(gone)))
    sizes = ends + np.maximum(0, len(plan.add_specials) - free)
    last_fixed = int(np.flatnonzero(fixed).max(initial=-1))
    if problem := _outside(plan.size, int(sizes[last_fixed + 1]), int(sizes[-1]), "reserve"):
        return Cut(np.zeros(len(results), dtype=np.bool_), problem)
    end = int(np.searchsorted(sizes, plan.size, side="right")) - 1
    return Cut(np.maximum.accumulate(np.where(counts, results, -1)) >= end)


def _outside(size: int, smallest: int, largest: int, holes: str) -> EditProblem | None:
    if smallest <= size <= largest:
        return None
    rule = f"lies outside {smallest:,} (no merges) to {largest:,} (all merges)"
    if size < smallest and holes == "reserve":
        rule = f"is below {smallest:,}, behind which a token stands that keeps its id"
        return EditProblem(f"vocabulary size {size:,}", rule, "Choose a larger size, or let the ids close up")
    return EditProblem(f"vocabulary size {size:,}", rule, "Choose a size between them")
