"""How a piece becomes tokens, one merge at a time."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from vocabsmith_engine.errors import TokenizerError
from vocabsmith_engine.models import ByteLevel, Characters
from vocabsmith_engine.piece_encoders import character_pieces, model_pieces
from vocabsmith_engine.tokenizer import Tokenizer
from vocabsmith_engine.vocabulary_checks import byte_ids

LONGEST_PIECE: Final = 1000
"""Bytes. Every state of a piece is listed, so the whole answer grows with the square of its length."""

_NO_MERGES: Final = np.zeros((0, 3), np.uint32)


@dataclass(frozen=True, slots=True)
class MergeStep:
    """One state of a piece.

    Attributes:
        tokens: the ids the piece consists of now.
        rank: of the merge that led here; None for the bytes at the beginning, and for a whole piece that was looked up.
        place: which of `tokens` the merge made; None where `rank` is None.
    """

    tokens: tuple[int, ...]
    rank: int | None = None
    place: int | None = None


def merge_steps(tokenizer: Tokenizer, piece: bytes) -> list[MergeStep]:
    """The states of `piece` from its bytes, or characters, to its tokens; the last one is what encoding gives.

    `piece` is taken as one piece, whatever the pattern. A model with scores has no merges, and one state only. Raises
    TokenizerError for a piece above 1,000 bytes.
    """
    if len(piece) > LONGEST_PIECE:
        raise TokenizerError(
            f"a piece of {len(piece):,} bytes",
            f"has too many steps to list; {LONGEST_PIECE:,} is the limit",
            "Show a part",
        )
    first = MergeStep(_first_tokens(tokenizer, piece))
    whole = _looked_up(tokenizer, piece)
    return [first, MergeStep((whole,))] if whole is not None and len(piece) > 1 else [first, *_merged(tokenizer, first)]


def _first_tokens(tokenizer: Tokenizer, piece: bytes) -> tuple[int, ...]:
    """What stands before the first merge."""
    if isinstance(tokenizer.model, ByteLevel):
        return tuple(byte_ids(tokenizer.tokens, tokenizer.special_tokens)[list(piece)].tolist())
    specials = list(tokenizer.special_tokens.values())
    if isinstance(tokenizer.model, Characters):
        encoder = character_pieces(tokenizer, specials, _NO_MERGES, whole_pieces_first=False)
    else:
        encoder = model_pieces(tokenizer, specials, whole_pieces_first=False)
    return tuple(encoder.ids(piece, np.array([len(piece)], np.uint64), None).tolist()) if piece else ()


def _looked_up(tokenizer: Tokenizer, piece: bytes) -> int | None:
    if not tokenizer.whole_pieces_first:
        return None
    found = (i for i, token in enumerate(tokenizer.tokens) if token == piece and not tokenizer.is_special(i))
    return next(found, None)


def _merged(tokenizer: Tokenizer, step: MergeStep) -> list[MergeStep]:
    rules = {(left, right): (rank, made) for rank, (left, right, made) in enumerate(tokenizer.merges.tolist())}
    steps: list[MergeStep] = []
    while found := _lowest(step.tokens, rules):
        rank, place, made = found
        step = MergeStep((*step.tokens[:place], made, *step.tokens[place + 2 :]), rank, place)
        steps.append(step)
    return steps


def _lowest(tokens: tuple[int, ...], rules: dict[tuple[int, int], tuple[int, int]]) -> tuple[int, int, int] | None:
    """(rank, place, resulting id) of the leftmost pair of lowest rank."""
    candidates = (
        (rules[pair][0], place, rules[pair][1]) for place, pair in enumerate(pairwise(tokens)) if pair in rules
    )
    return min(candidates, default=None)
