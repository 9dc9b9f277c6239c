"""How a piece becomes tokens, one merge at a time."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from vocabsmith_engine.errors import TokenizerError
from vocabsmith_engine.tokenizer import Tokenizer
from vocabsmith_engine.vocabulary_checks import byte_ids

LONGEST_PIECE: Final = 1000
"""Bytes. Every state of a piece is listed, so the whole answer grows with the square of its length."""


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
    """The states of `piece` from its bytes to its tokens; the last one is what encoding gives.

    `piece` is taken as one piece, whatever the pattern. Raises TokenizerError for one above 1,000 bytes.
    """
    if len(piece) > LONGEST_PIECE:
        raise TokenizerError(
            f"a piece of {len(piece):,} bytes",
            f"has too many steps to list; {LONGEST_PIECE:,} is the limit",
            "Show a part",
        )
    bytes_by_value = byte_ids(tokenizer.tokens, tokenizer.special_tokens)
    first = MergeStep(tuple(bytes_by_value[list(piece)].tolist()))
    whole = _looked_up(tokenizer, piece)
    return [first, MergeStep((whole,))] if whole is not None and len(piece) > 1 else [first, *_merged(tokenizer, first)]


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
