"""A text that was edited, with the place in the original that each of its characters comes from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from vocabsmith_engine.text import Int64Array


class Edit(NamedTuple):
    """The characters `begin` to `end` of a text are replaced by `content`; an insertion where they are none."""

    begin: int
    end: int
    content: str


@dataclass(frozen=True, slots=True, eq=False)
class AlignedText:
    """A text and where it comes from.

    Attributes:
        text: as it is now; a byte that is not UTF-8 is an escaped one (surrogateescape).
        begins: (len(text)) where in the original, in code points, what each character stands for begins.
        ends: (len(text)) and where it ends; the same place for a character that was inserted.
    """

    text: str
    begins: Int64Array
    ends: Int64Array

    @classmethod
    def of(cls, text: str, offset: int = 0) -> AlignedText:
        """A text that is its own original, which begins at `offset`."""
        begins = np.arange(offset, offset + len(text), dtype=np.int64)
        return cls(text, begins, begins + 1)

    def __len__(self) -> int:
        return len(self.text)

    def part(self, begin: int, end: int) -> AlignedText:
        """Some of its characters."""
        return AlignedText(self.text[begin:end], self.begins[begin:end], self.ends[begin:end])

    def edited(self, edits: Iterable[Edit]) -> AlignedText:
        """The text after edits that rise and do not overlap. What replaces a range stands for all of that range."""
        texts: list[str] = []
        begins: list[Int64Array] = []
        ends: list[Int64Array] = []
        done = 0
        for begin, end, content in edits:
            texts += [self.text[done:begin], content]
            first, last = self._span(begin, end)
            begins += [self.begins[done:begin], np.full(len(content), first, dtype=np.int64)]
            ends += [self.ends[done:begin], np.full(len(content), last, dtype=np.int64)]
            done = end
        if not texts:
            return self
        texts.append(self.text[done:])
        return AlignedText(
            "".join(texts), np.concatenate((*begins, self.begins[done:])), np.concatenate((*ends, self.ends[done:]))
        )

    def _span(self, begin: int, end: int) -> tuple[int, int]:
        """What the characters `begin` to `end` stand for; an empty span before the next character for none."""
        if begin < end:
            return int(self.begins[begin:end].min()), int(self.ends[begin:end].max())
        place = int(self.begins[begin]) if begin < len(self) else int(self.ends[-1]) if len(self) else 0
        return place, place


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """`text` after edits that rise and do not overlap."""
    parts: list[str] = []
    done = 0
    for begin, end, content in edits:
        parts += [text[done:begin], content]
        done = end
    return "".join([*parts, text[done:]]) if parts else text
