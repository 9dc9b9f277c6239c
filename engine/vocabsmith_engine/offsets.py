"""Tokens with their places in the text they came from: all that the inspector needs to mark them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.text import CharacterPlaces, Int64Array, lone_halves


@dataclass(frozen=True, slots=True, eq=False)
class EncodedText:
    """The ids of a text, and for each of its n tokens where it stands in the original string.

    Attributes:
        ids: (n) token ids.
        bytes: (n, 2) begin and end in the UTF-8 that was encoded; the spans follow one another without a gap.
        code_points: (n, 2) begin and end in Python's indices of the string. A token that holds a part of a character
            has the span of that whole character.
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
