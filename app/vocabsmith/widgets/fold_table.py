"""Places in a text, and in a document that holds one sign for each stretch that is not shown. Free of Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vocabsmith.widgets.token_spans import TokenSpans

Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class FoldTable:
    """The n stretches that are not shown, in order, in UTF-16 units.

    Attributes:
        at: (n) where the sign of each stands in the document.
        begins, ends: (n) where the stretch stands in the text.
    """

    at: Places
    begins: Places
    ends: Places

    @classmethod
    def of(cls, folds: Sequence[tuple[int, int]]) -> FoldTable:
        """`folds` are the place of each sign in the document, rising, and the length of what it stands for."""
        table = np.array(folds, dtype=np.int64).reshape(-1, 2)
        at, lengths = table[:, 0], table[:, 1]
        begins = at + np.concatenate(([0], np.cumsum(lengths - 1)))[:-1]
        return cls(at, begins, begins + lengths)

    def __bool__(self) -> bool:
        return len(self.at) > 0

    @property
    def hidden(self) -> int:
        """How many units are not shown."""
        return int((self.ends - self.begins).sum())

    def in_text(self, place: int) -> int:
        """A place of the document as one of the text."""
        before = int(np.searchsorted(self.at, place, side="left"))
        return place + int((self.ends - self.begins - 1)[:before].sum())

    def in_document(self, places: npt.ArrayLike, *, behind: bool = False) -> Places:
        """Places of the text as those of the document; of what is not shown the place before its sign, or behind it."""
        wanted = np.asarray(places, dtype=np.int64)
        if not self:
            return wanted
        passed = np.searchsorted(self.ends, wanted, side="right")
        shift = np.concatenate(([0], np.cumsum(self.ends - self.begins - 1)))
        moved = wanted - shift[passed]
        next_fold = np.minimum(passed, len(self.at) - 1)
        inside = (passed < len(self.at)) & (self.begins[next_fold] < wanted)
        result: Places = np.where(inside, self.at[next_fold] + behind, moved)
        return result

    def spans_in_document(self, spans: TokenSpans) -> TokenSpans:
        """The tokens of the text as far as they are shown."""
        if not self:
            return spans
        begins = self.in_document(spans.begins, behind=True)
        ends = self.in_document(spans.ends)
        shown = (begins < ends) | (spans.begins == spans.ends)
        return replace(
            spans,
            begins=begins[shown],
            ends=np.maximum(begins, ends)[shown],
            places=spans.places[shown],
            special=spans.special[shown],
            partial=spans.partial[shown],
        )
