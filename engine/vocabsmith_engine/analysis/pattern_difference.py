"""Two ways to cut one text into pieces, and where they differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.text import Int64Array, byte_of_character, to_bytes

SECONDS: Final = 10.0
"""Time for 65,536 pieces of an expression, a hundred times what a sound one needs."""


@dataclass(frozen=True, slots=True, eq=False)
class PatternCut:
    """A text cut by one pattern.

    Attributes:
        ends: where each piece ends, in code points of the text, rising, the last one its length; shape (pieces,).
        differs: for each piece, whether the other pattern does not cut out the very same one; shape (pieces,).
        distinct: how many different pieces there are.
        longest: code points of the longest piece, 0 without any.
    """

    ends: Int64Array
    differs: npt.NDArray[np.bool_]
    distinct: int
    longest: int

    def __len__(self) -> int:
        return len(self.ends)

    @property
    def begins(self) -> Int64Array:
        """Where each piece begins, in code points; shape (pieces,)."""
        return np.concatenate((np.zeros(min(1, len(self.ends)), np.int64), self.ends[:-1]))

    @property
    def differing(self) -> int:
        """How many of the pieces differ."""
        return int(np.count_nonzero(self.differs))


@dataclass(frozen=True, slots=True, eq=False)
class PatternDifference:
    """One text and two cuts of it.

    Attributes:
        text: what was cut: as given, with U+FFFD for halves of surrogate pairs that stand alone.
        first, second: the two cuts.
        stretches: begin and end, in code points, of each longest stretch of differing pieces; shape (differences, 2).
            Both cuts have a border at both of its ends.
    """

    text: str
    first: PatternCut
    second: PatternCut
    stretches: Int64Array


def pattern_difference(
    first: Pretokenizer | str, second: Pretokenizer | str, text: str, monitor: Monitor | None = None
) -> PatternDifference:
    """Cuts `text` by two patterns, each a name, an expression, or the pre-tokenizer of any tokenizer.

    Special tokens are not looked for and nothing is normalised; where a pre-tokenizer edits its pieces, these are the
    places before the edits. Raises RecipeError for an expression that cannot serve, TokenizerError for one that takes
    longer than ten seconds over 65,536 pieces, Stopped.
    """
    data = to_bytes(text)
    shown = data.decode()
    ends = [_ends(pattern, data, monitor) for pattern in (first, second)]
    cuts = [_cut(shown, own, other) for own, other in (ends, ends[::-1])]
    return PatternDifference(shown, cuts[0], cuts[1], _stretches(*ends))


def _ends(pattern: Pretokenizer | str, data: bytes, monitor: Monitor | None) -> Int64Array:
    pretokenizer = Pretokenizer.of(pattern) if isinstance(pattern, str) else pattern
    ends = pretokenizer.piece_ends(data, timeout=SECONDS, monitor=monitor).astype(np.int64)
    if monitor is not None:
        monitor.raise_if_stopped()
    return ends if data.isascii() else np.searchsorted(byte_of_character(data), ends).astype(np.int64)


def _cut(text: str, own: Int64Array, other: Int64Array) -> PatternCut:
    begins = np.concatenate((np.zeros(min(1, len(own)), np.int64), own[:-1]))
    pieces = {text[begin:end] for begin, end in zip(begins.tolist(), own.tolist(), strict=True)}
    longest = int((own - begins).max(initial=0))
    return PatternCut(own, ~_has_pieces(begins, own, other), len(pieces), longest)


def _has_pieces(begins: Int64Array, ends: Int64Array, other: Int64Array) -> npt.NDArray[np.bool_]:
    """For each piece, whether it is one of those that end at `other`."""
    if not len(other):
        return np.zeros(len(ends), np.bool_)
    borders = np.concatenate((np.zeros(1, np.int64), other))
    at = np.searchsorted(borders, begins)
    following = np.minimum(at + 1, len(borders) - 1)
    found: npt.NDArray[np.bool_] = (borders[at] == begins) & (borders[following] == ends)
    return found


def _stretches(first: Int64Array, second: Int64Array) -> Int64Array:
    """What lies between borders that both have, where either has another one between them; neighbours joined."""
    common = np.concatenate((np.zeros(1, np.int64), np.intersect1d(first, second)))
    begins, ends = common[:-1], common[1:]
    cut_again = np.searchsorted(first, ends) - np.searchsorted(first, begins, side="right")
    cut_again += np.searchsorted(second, ends) - np.searchsorted(second, begins, side="right")
    edges = np.flatnonzero(np.diff(cut_again > 0, prepend=False, append=False)).reshape(-1, 2)
    return np.stack((common[edges[:, 0]], common[edges[:, 1]]), axis=1)
