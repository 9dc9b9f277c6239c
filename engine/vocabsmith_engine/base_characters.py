"""The characters that learning begins with: as many of the most frequent ones as cover a share of the text."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine import _native
from vocabsmith_engine.errors import RecipeError
from vocabsmith_engine.recipe import Recipe, minimum_vocab_size

if TYPE_CHECKING:
    from vocabsmith_engine._native import CountedPieces, UInt32Array, UInt64Array
    from vocabsmith_engine.monitor import Monitor

NEVER_TOKENS: Final = "\0\u2581"
"""Characters that always stand as their bytes: NUL, which no SentencePiece file can hold in a token, and ▁, which
stands for the space in these files. They are not counted either."""


@dataclass(frozen=True, slots=True)
class Base:
    """What learning begins with.

    Attributes:
        characters: those that are tokens before the first merge, by code point; "" if learning begins with bytes.
        tokens: tokens of the corpus before the first merge: these characters, and the bytes of all other text.
    """

    characters: str
    tokens: int


def base_of(counts: CountedPieces, counted_bytes: int, recipe: Recipe, monitor: Monitor) -> Base:
    """What learning from these `counted_bytes` begins with.

    Raises RecipeError if the vocabulary has no room for the characters, Stopped when the monitor is told to stop.
    """
    if recipe.base == "bytes":
        return Base("", counted_bytes)
    try:
        characters, numbers = _native.count_characters(counts, monitor)
    except InterruptedError:
        monitor.raise_if_stopped()
        raise
    chosen = covering(
        characters, np.where(_may_be_tokens(characters), numbers, np.uint64(0)), recipe.character_coverage
    )
    _check_room(int(np.count_nonzero(chosen)), recipe)
    text = "".join(map(chr, characters[chosen].tolist()))
    bytes_saved = (len(character.encode()) - 1 for character in text)
    saved = sum(more * count for more, count in zip(bytes_saved, numbers[chosen].tolist(), strict=True))
    return Base(text, counted_bytes - saved)


def _may_be_tokens(characters: UInt32Array) -> npt.NDArray[np.bool_]:
    return ~np.isin(characters, code_points(NEVER_TOKENS))


def covering(characters: UInt32Array, numbers: UInt64Array, coverage: float) -> npt.NDArray[np.bool_]:
    """(n) which of the characters are needed to be the share `coverage` of all, as few as possible.

    The most frequent ones first, of equals the smaller code point. The share is taken as written: 0.9 of ten is nine.
    """
    falling = np.lexsort((characters, np.iinfo(np.uint64).max - numbers))
    covered = np.cumsum(numbers[falling], dtype=np.uint64)  # below 2^64, as there is a byte for each
    chosen = np.zeros(len(characters), dtype=np.bool_)
    if len(covered) and covered[-1]:
        needed = math.ceil(Fraction(str(coverage)) * int(covered[-1]))
        chosen[falling[: int(np.searchsorted(covered, np.uint64(needed))) + 1]] = True
    return chosen


def code_points(characters: str) -> UInt32Array:
    """(n) the number of each character."""
    return np.array([ord(character) for character in characters], dtype=np.uint32)


def _check_room(number: int, recipe: Recipe) -> None:
    minimum = minimum_vocab_size(recipe.special_tokens) + number
    if recipe.vocab_size >= minimum:
        return
    specials, coverage = len(recipe.special_tokens), f"{recipe.character_coverage:g} of the text"
    raise RecipeError(
        f"vocab_size {recipe.vocab_size}",
        f"holds all 256 bytes, the special tokens ({specials}) and the {number:,} characters that cover {coverage}, "
        f"so {minimum} is the minimum",
        f"Choose {minimum} or more, or a lower character_coverage",
    )
