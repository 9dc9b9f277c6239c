"""Where the tokens of a text stand while the text is being changed. Free of Qt; counts in UTF-16 units as Qt does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

BoolArray = npt.NDArray[np.bool_]
IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class TokenSpans:
    """The spans of n tokens in order; both their begins and their ends never fall.

    Attributes:
        begins, ends: (n) places in the text. Tokens that share a character have spans that overlap in it.
        places: (n) the place of each among all tokens of the text that was encoded, from 0.
        special: (n) whether it is a special token.
        partial: (n) whether it begins or ends inside a character.
    """

    begins: IntArray
    ends: IntArray
    places: IntArray
    special: BoolArray
    partial: BoolArray

    @classmethod
    def of(cls, spans: npt.NDArray[Any], special: BoolArray, partial: BoolArray) -> TokenSpans:
        """All tokens of a text; `spans` is (n, 2)."""
        table = np.asarray(spans, dtype=np.int64)
        return cls(table[:, 0].copy(), table[:, 1].copy(), np.arange(len(table), dtype=np.int64), special, partial)

    @classmethod
    def none(cls) -> TokenSpans:
        """No token."""
        nothing = np.zeros(0, dtype=np.bool_)
        return cls.of(np.zeros((0, 2)), nothing, nothing)

    def __len__(self) -> int:
        return len(self.begins)

    def overlapping(self, begin: int, end: int) -> range:
        """The rows of the tokens that hold something of `begin` to `end`."""
        first = int(np.searchsorted(self.ends, begin, side="right"))
        last = int(np.searchsorted(self.begins, end, side="left"))
        return range(first, max(first, last))

    def row_of(self, place: int) -> int | None:
        """The row of the token with that place, None if it was changed away."""
        row = int(np.searchsorted(self.places, place))
        return row if row < len(self) and int(self.places[row]) == place else None

    def moved(self, position: int, removed: int, added: int) -> TokenSpans:
        """The spans after a change of the text: what follows it moves, what it touched is gone until encoded anew."""
        before = self.ends <= position
        after = self.begins >= position + removed
        kept = before | after
        shift = np.where(after & ~before, added - removed, 0)[kept]
        return replace(
            self,
            begins=self.begins[kept] + shift,
            ends=self.ends[kept] + shift,
            places=self.places[kept],
            special=self.special[kept],
            partial=self.partial[kept],
        )
