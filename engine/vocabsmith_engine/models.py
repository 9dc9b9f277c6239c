"""The kinds of model that turn a piece into ids, and what each needs to know besides tokens and merges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class ByteLevel:
    """A piece is its bytes; merges join them by rank. What this workshop trains, unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Characters:
    """A piece is its characters; merges join them by rank, as Hugging Face's BPE does without the byte alphabet.

    Attributes:
        byte_ids: (256) the ids of the bytes that spell a character without a token, -1 for a byte that has none; or
            None. A character is spelled only if all of its bytes have one.
        unknown_id: the id of a character without a token where there are no bytes; None drops it.
        fuse_unknown: unknown characters that follow one another are one token.
        continuing_prefix: stands before every character that does not begin a piece.
        word_suffix: stands behind the last character of a piece.
    """

    byte_ids: tuple[int, ...] | None = None
    unknown_id: int | None = None
    fuse_unknown: bool = False
    continuing_prefix: str = ""
    word_suffix: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class ScoredPairs:
    """Characters joined in the order of the scores of what they spell: sentencepiece's BPE. There are no merges.

    Attributes:
        scores: (tokens) float32.
        kinds: (tokens) uint8, sentencepiece's types: 1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 byte.
        byte_ids: as in `Characters`.
        unknown_id: the id of what has neither a token nor bytes.
    """

    scores: npt.NDArray[np.float32]
    kinds: npt.NDArray[np.uint8]
    byte_ids: tuple[int, ...] | None = None
    unknown_id: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Unigram:
    """The tokens whose scores add up to the most. Attributes as in `ScoredPairs`."""

    scores: npt.NDArray[np.float32]
    kinds: npt.NDArray[np.uint8]
    byte_ids: tuple[int, ...] | None = None
    unknown_id: int = 0


ModelSettings = ByteLevel | Characters | ScoredPairs | Unigram

BYTE_LEVEL: Final = ByteLevel()
