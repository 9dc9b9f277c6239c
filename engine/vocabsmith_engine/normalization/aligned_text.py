"""A text that is edited: alone, or with the place in the original that each of its characters comes from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from vocabsmith_engine.monitor import Monitor, until_stopped
from vocabsmith_engine.text import Int64Array

if TYPE_CHECKING:
    from vocabsmith_engine.normalization.step import Step


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

    def joined(self, spans: Iterable[tuple[int, int]]) -> AlignedText:
        """Some stretches of it, one behind the other."""
        return _joined([self.part(begin, end) for begin, end in spans])

    def after(self, steps: Iterable[Step], begins_text: bool) -> AlignedText:
        """The text after some steps."""
        aligned = self
        for step in steps:
            aligned = step.aligned(aligned, begins_text)
        return aligned

    def with_pieces_after(
        self,
        step: Step,
        ends: Sequence[int],
        begins_text: bool,  # noqa: ARG002 - its places tell
        monitor: Monitor | None = None,
    ) -> tuple[AlignedText, list[int]]:
        """The text after a step that is applied to every piece, and where these end then. Raises Stopped."""
        pieces = [
            step.aligned(self.part(begin, end), begins_text=bool(self.begins[begin] == 0))
            for begin, end in until_stopped(pairwise((0, *ends)), monitor)
        ]
        return _joined(pieces), list(accumulate(map(len, pieces)))

    def edited(self, edits: Iterable[Edit]) -> AlignedText:
        """The text after edits that rise and do not overlap. What replaces a range stands for all of that range."""
        made = list(edits)
        if not made:
            return self
        lengths = np.array([len(edit.content) for edit in made], dtype=np.int64)
        borders = np.array([edit[:2] for edit in made], dtype=np.int64)
        first, last = self._spans(borders)
        # Where each character of the result was: in the text, or behind it the number of the edit that wrote it.
        kept = np.ones(len(self), dtype=np.bool_)
        kept[_ranges(borders[:, 0], borders[:, 1] - borders[:, 0])] = False
        moved = np.cumsum(lengths - (borders[:, 1] - borders[:, 0])) - lengths
        written = _ranges(borders[:, 1] + moved, lengths)
        source = np.empty(len(self) + int(moved[-1] + lengths[-1]), dtype=np.int64)
        is_written = np.zeros(len(source), dtype=np.bool_)
        is_written[written] = True
        source[written] = np.repeat(np.arange(len(made)), lengths) + len(self)
        source[~is_written] = np.flatnonzero(kept)
        return AlignedText(
            apply_edits(self.text, made),
            np.concatenate((self.begins, first))[source],
            np.concatenate((self.ends, last))[source],
        )

    def _spans(self, borders: Int64Array) -> tuple[Int64Array, Int64Array]:
        """What the characters between `borders` (n, 2) stand for; an empty span before the next character for none."""
        end = int(self.ends[-1]) if len(self) else 0
        first = np.append(self.begins, end)[borders[:, 0]]
        last = first.copy()
        some = borders[:, 0] < borders[:, 1]
        if some.any():
            # Of the ranges that these begin, every other one lies between two edits.
            first[some] = np.minimum.reduceat(np.append(self.begins, end), borders[some].ravel())[::2]
            last[some] = np.maximum.reduceat(np.append(self.ends, 0), borders[some].ravel())[::2]
        return first, last


def _ranges(begins: Int64Array, lengths: Int64Array) -> Int64Array:
    """The numbers from each of `begins` on, so many of each, one range behind the other."""
    before = np.cumsum(lengths) - lengths
    return np.repeat(begins - before, lengths) + np.arange(int(lengths.sum()), dtype=np.int64)


def _joined(parts: Sequence[AlignedText]) -> AlignedText:
    if not parts:
        return AlignedText.of("")
    return AlignedText(
        "".join([part.text for part in parts]),
        np.concatenate([part.begins for part in parts]),
        np.concatenate([part.ends for part in parts]),
    )


@dataclass(frozen=True, slots=True)
class UnplacedText:
    """A text of which only the result is wanted. What an `AlignedText` can do, without its places."""

    text: str

    def part(self, begin: int, end: int) -> UnplacedText:
        """Some of its characters."""
        return UnplacedText(self.text[begin:end])

    def joined(self, spans: Iterable[tuple[int, int]]) -> UnplacedText:
        """Some stretches of it, one behind the other."""
        return UnplacedText("".join([self.text[begin:end] for begin, end in spans]))

    def after(self, steps: Iterable[Step], begins_text: bool) -> UnplacedText:
        """The text after some steps."""
        text = self.text
        for step in steps:
            text = step.text(text, begins_text)
        return UnplacedText(text)

    def with_pieces_after(
        self, step: Step, ends: Sequence[int], begins_text: bool, monitor: Monitor | None = None
    ) -> tuple[UnplacedText, list[int]]:
        """The text after a step that is applied to every piece, and where these end then. Raises Stopped."""
        pieces = [
            step.text(self.text[begin:end], begins_text and begin == 0)
            for begin, end in until_stopped(pairwise((0, *ends)), monitor)
        ]
        return UnplacedText("".join(pieces)), list(accumulate(map(len, pieces)))


WorkingText = AlignedText | UnplacedText


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """`text` after edits that rise and do not overlap."""
    parts: list[str] = []
    done = 0
    for begin, end, content in edits:
        parts += [text[done:begin], content]
        done = end
    return "".join([*parts, text[done:]]) if parts else text
