"""Tokens with their places in the text they came from: all that the inspector needs to mark them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.normalization.aligned_text import AlignedText
from vocabsmith_engine.regex_splitting import code_points
from vocabsmith_engine.text import CharacterPlaces, Int64Array, lone_halves


@dataclass(frozen=True, slots=True, eq=False)
class EncodedText:
    """The ids of a text, and for each of its n tokens where it stands in the original string.

    Attributes:
        ids: (n) token ids.
        bytes: (n, 2) begin and end in the UTF-8 of the string. Text that a normaliser or a pre-tokenizer leaves out
            lies between two spans; what they insert, and ids of a template, have empty ones.
        code_points: (n, 2) begin and end in Python's indices of the string. A token that holds a part of a character
            has the span of that whole character; so has one that holds a part of what became of it.
        utf16: (n, 2) the same in UTF-16 units, as Qt and JavaScript count.
        partial: (n) whether the token begins or ends inside a character.
        replaced: how many lone halves of surrogate pairs were encoded as U+FFFD.
    """

    ids: npt.NDArray[np.uint32]
    bytes: Int64Array
    code_points: Int64Array
    utf16: Int64Array
    partial: npt.NDArray[np.bool_]
    replaced: int

    def __len__(self) -> int:
        return len(self.ids)


def place_tokens(text: str, data: bytes, ids: npt.NDArray[np.uint32], lengths: Int64Array) -> EncodedText:
    """Spans of tokens that spell `data`, the bytes of `text`; `lengths` are the bytes of each of the `ids`."""
    ends = np.cumsum(lengths, dtype=np.int64)
    begins = ends - lengths
    places = CharacterPlaces.of(text, data)
    first = places.character_of_byte[begins]
    last = places.character_of_byte[ends - 1]
    return EncodedText(
        ids=ids,
        bytes=np.column_stack((begins, ends)),
        code_points=np.column_stack((places.code_points[first], places.code_points[last + 1])),
        utf16=np.column_stack((places.utf16[first], places.utf16[last + 1])),
        partial=~(places.begins_character[begins] & places.begins_character[ends]),
        replaced=lone_halves(text),
    )


class Placed(NamedTuple):
    """Some tokens in the order of the text: ids (n), characters (n, 2), bytes (n, 2), partial (n)."""

    ids: npt.NDArray[np.uint32]
    characters: Int64Array
    bytes: Int64Array
    partial: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class OriginalText:
    """A text before anything was done to it.

    Attributes:
        text: the string as it was given.
        places: where its characters stand.
        codes: (characters) their code points.
        starts: (characters + 1) the byte each begins at.
    """

    text: str
    places: CharacterPlaces
    codes: npt.NDArray[np.uint32]
    starts: Int64Array

    @classmethod
    def of(cls, text: str, data: bytes) -> OriginalText:
        """The text whose bytes (see `to_bytes`) are `data`."""
        places = CharacterPlaces.of(text, data)
        return cls(text, places, code_points(data.decode()), np.flatnonzero(places.begins_character))

    @property
    def characters(self) -> int:
        """How many characters it has."""
        return len(self.codes)

    def place_ids(self, ids: Sequence[int], begin: int, end: int) -> Placed:
        """Tokens that stand for the characters `begin` to `end`, each for all of them."""
        characters = np.full((len(ids), 2), (begin, end), dtype=np.int64)
        return Placed(
            np.array(ids, dtype=np.uint32), characters, self.starts[characters], np.zeros(len(ids), dtype=np.bool_)
        )

    def place(self, text: AlignedText, data: bytes, ids: npt.NDArray[np.uint32], spans: Int64Array) -> Placed:
        """Tokens with their `spans` (n, 2) in `data`, the bytes of the edited `text`."""
        if not len(text):
            return self.place_ids(ids.tolist(), 0, 0)
        begins_character = (np.frombuffer(data, dtype=np.uint8) & 0xC0) != 0x80
        character_of_byte = np.cumsum(begins_character) - 1
        starts = np.append(np.flatnonzero(begins_character), len(data))
        empty = spans[:, 0] == spans[:, 1]
        first = character_of_byte[np.minimum(spans[:, 0], len(data) - 1)]
        last = character_of_byte[np.maximum(spans[:, 1], 1) - 1]
        characters = np.column_stack((text.begins[first], np.where(empty, text.begins[first], text.ends[last])))
        exact = self._unchanged(text)
        begin = self.starts[characters[:, 0]] + np.where(exact[first], spans[:, 0] - starts[first], 0)
        end = np.where(
            exact[last] & ~empty,
            self.starts[text.begins[last]] + spans[:, 1] - starts[last],
            self.starts[characters[:, 1]],
        )
        inside = (spans != starts[np.column_stack((first, last + 1))]).any(axis=1)
        return Placed(ids, characters, np.column_stack((begin, end)), ~empty & (inside | _shared(text, first, last)))

    def _unchanged(self, text: AlignedText) -> npt.NDArray[np.bool_]:
        """For each character of an edited text, whether it is the one of this text that it stands for."""
        single = text.ends - text.begins == 1
        same: npt.NDArray[np.bool_] = code_points(text.text) == self.codes[np.minimum(text.begins, len(self.codes) - 1)]
        unchanged: npt.NDArray[np.bool_] = single & same
        return unchanged


def _shared(text: AlignedText, first: Int64Array, last: Int64Array) -> npt.NDArray[np.bool_]:
    """Whether what stands before the character `first`, or behind `last`, comes from the same character as it."""
    before = np.append(False, text.ends[:-1] > text.begins[1:])
    behind = np.append(before[1:], False)
    shared: npt.NDArray[np.bool_] = before[first] | behind[last]
    return shared


def place_all(placed: Sequence[Placed], original: OriginalText) -> EncodedText:
    """All tokens of a text."""
    empty = original.place_ids([], 0, 0)
    ids, characters, in_bytes, partial = (np.concatenate(rows) for rows in zip(empty, *placed, strict=True))
    return EncodedText(
        ids=ids,
        bytes=in_bytes,
        code_points=original.places.code_points[characters],
        utf16=original.places.utf16[characters],
        partial=partial,
        replaced=lone_halves(original.text),
    )
