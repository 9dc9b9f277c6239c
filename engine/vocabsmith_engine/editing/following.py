"""What goes with a token that is taken away: the merges that need it, and the tokens that then nothing makes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.editing.plan import BoolArray
from vocabsmith_engine.formats.sentencepiece_proto import NORMAL, UNUSED
from vocabsmith_engine.models import ScoredPairs
from vocabsmith_engine.text import Int64Array

_NOTHING: Final = -1


class Followers(NamedTuple):
    """What goes.

    Attributes:
        gone: (tokens) which tokens go, those that were given included.
        because: (tokens) for one that follows the token that it needs and that goes; -1 for others.
        broken: (merges) which merges go.
    """

    gone: BoolArray
    because: Int64Array
    broken: BoolArray


def followers(merges: npt.NDArray[np.uint32], gone: BoolArray, staying: BoolArray, broken: BoolArray) -> Followers:
    """What follows from taking tokens and merges away: the least that has to go.

    A merge goes if one of its parts or its result cannot be made any more; a token that merges made cannot be made once
    all of them have gone. Each merge is looked at once for each of its tokens, whatever their order.

    Args:
        merges: (n, 3) of left, right and resulting id, by rank.
        gone: (tokens) which are taken away.
        staying: (tokens) which stay though nothing makes them: added tokens, which are found in a text.
        broken: (n) which merges are taken away.
    """
    table = merges.astype(np.int64)
    makers = np.bincount(table[~broken, 2], minlength=len(gone))
    made = np.bincount(table[:, 2], minlength=len(gone)) > 0
    unmakeable, broken, because = gone.copy(), broken.copy(), np.full(len(gone), _NOTHING)
    uses = _Uses(table, len(gone))
    new = np.flatnonzero(gone | (made & (makers == 0)))
    unmakeable[new] = True
    while len(new):
        ranks, needed = uses.of(new)
        fresh = ~broken[ranks]
        ranks, first = np.unique(ranks[fresh], return_index=True)
        broken[ranks] = True
        results = table[ranks, 2]
        np.subtract.at(makers, results, 1)
        due = np.flatnonzero((makers[results] == 0) & ~unmakeable[results])
        due = due[::-1]  # so that of several merges the one of the lowest rank tells why
        because[results[due]] = needed[fresh][first][due]
        new = np.unique(results[due])
        unmakeable[new] = True
    return Followers(gone | (unmakeable & ~staying), np.where(gone | staying, _NOTHING, because), broken)


class _Uses:
    """For each token the merges that name it, in one row of numbers."""

    def __init__(self, table: Int64Array, tokens: int) -> None:
        named = table.T.ravel()
        order = np.argsort(named, kind="stable")
        self._ranks = order % max(1, len(table))
        self._begins = np.searchsorted(named[order], np.arange(tokens + 1))

    def of(self, ids: Int64Array) -> tuple[Int64Array, Int64Array]:
        """Ranks of the merges that name any of `ids`, and the id for which each is listed."""
        sizes = self._begins[ids + 1] - self._begins[ids]
        before = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)[:-1]))
        places = np.arange(sizes.sum()) + np.repeat(self._begins[ids] - before, sizes)
        return self._ranks[places], np.repeat(ids, sizes)


def followers_of_scored(tokens: Sequence[bytes], model: ScoredPairs, gone: BoolArray) -> Followers:
    """The same where any two neighbours that spell a piece are joined: it goes once it cannot be parted into two."""
    joined: list[int] = np.flatnonzero(np.isin(model.kinds, (NORMAL, UNUSED))).tolist()
    before = _makeable(tokens, joined)
    after = _makeable(tokens, [i for i in joined if not gone[i]])
    ids = {tokens[i].decode(): i for i in joined}
    because = np.full(len(tokens), _NOTHING)
    for text, parts in before.items():
        if text not in after and not gone[ids[text]]:
            because[ids[text]] = next(ids[part] for part in parts if len(part) > 1 and part not in after)
    every = gone | (because != _NOTHING)
    return Followers(every, because, np.zeros(0, dtype=np.bool_))


def _makeable(tokens: Sequence[bytes], ids: Iterable[int]) -> dict[str, tuple[str, str]]:
    """The texts of more than one character that joining can make, each with two parts that it is made of."""
    texts = sorted((tokens[i].decode() for i in ids), key=len)
    found: dict[str, tuple[str, str]] = {}
    for text in texts:
        for at in range(1, len(text)):
            left, right = text[:at], text[at:]
            if (at == 1 or left in found) and (at == len(text) - 1 or right in found):
                found[text] = (left, right)
                break
    return found
