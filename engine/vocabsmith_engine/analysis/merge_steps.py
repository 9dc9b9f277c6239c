"""How a piece becomes tokens, one merge at a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

import numpy as np

from vocabsmith_engine.errors import TokenizerError
from vocabsmith_engine.models import ByteLevel, Characters
from vocabsmith_engine.piece_encoders import character_pieces, model_pieces
from vocabsmith_engine.tokenizer import Tokenizer
from vocabsmith_engine.vocabulary_checks import byte_ids

LONGEST_PIECE: Final = 1000
"""Bytes. Every state of a piece is listed, so the whole answer grows with the square of its length."""

Span = tuple[int, int]

_NO_MERGES: Final = np.zeros((0, 3), np.uint32)


@dataclass(frozen=True, slots=True)
class MergeStep:
    """One state of a piece.

    Attributes:
        tokens: the ids the piece consists of now.
        rank: of the merge that led here; None for the bytes at the beginning, and for a whole piece that was looked up.
        place: which of `tokens` the merge made; None where `rank` is None.
        spans: the bytes of the piece, from begin to end, that each of `tokens` stands for; they follow from the rest.
    """

    tokens: tuple[int, ...]
    rank: int | None = None
    place: int | None = None
    spans: tuple[Span, ...] = field(default=(), compare=False)


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
    first = _first_step(tokenizer, piece)
    whole = _looked_up(tokenizer, piece)
    if whole is not None and len(piece) > 1:
        return [first, MergeStep((whole,), spans=((0, len(piece)),))]
    return [first, *_merged(tokenizer, first, piece)]


def _first_step(tokenizer: Tokenizer, piece: bytes) -> MergeStep:
    """What stands before the first merge."""
    if isinstance(tokenizer.model, ByteLevel):
        tokens = byte_ids(tokenizer.tokens, tokenizer.special_tokens)[list(piece)].tolist()
        return MergeStep(tuple(tokens), spans=tuple((place, place + 1) for place in range(len(piece))))
    specials = list(tokenizer.special_tokens.values())
    if isinstance(tokenizer.model, Characters):
        encoder = character_pieces(tokenizer, specials, _NO_MERGES, whole_pieces_first=False)
    else:
        encoder = model_pieces(tokenizer, specials, whole_pieces_first=False)
    ids, spans = encoder.ids_and_spans(piece, np.array([len(piece)] if piece else [], np.uint64), None)
    return MergeStep(tuple(ids.tolist()), spans=tuple((begin, end) for begin, end in spans.tolist()))


def _looked_up(tokenizer: Tokenizer, piece: bytes) -> int | None:
    if not tokenizer.whole_pieces_first:
        return None
    found = (i for i, token in enumerate(tokenizer.tokens) if token == piece and not tokenizer.is_special(i))
    return next(found, None)


def _merged(tokenizer: Tokenizer, step: MergeStep, piece: bytes) -> list[MergeStep]:
    rules = _rules_inside(tokenizer, step.tokens, piece)
    steps: list[MergeStep] = []
    while found := _lowest(step.tokens, rules):
        rank, place, made = found
        joined = (step.spans[place][0], step.spans[place + 1][1])
        step = MergeStep(_replaced(step.tokens, place, made), rank, place, _replaced(step.spans, place, joined))
        steps.append(step)
    return steps


def _rules_inside(
    tokenizer: Tokenizer, tokens: tuple[int, ...], piece: bytes
) -> dict[tuple[int, int], tuple[int, int]]:
    """Rank and result of every pair that may come to stand in `piece`, which begins with `tokens`.

    Of a million merges only those of tokens that can be made there are looked at one by one.
    """
    merges = tokenizer.merges
    spelled = isinstance(tokenizer.model, ByteLevel)  # there a token can only be made where its bytes stand
    known = np.zeros(tokenizer.vocab_size, dtype=np.bool_)
    known[list(tokens)] = True
    while True:
        ranks = np.flatnonzero(known[merges[:, 0]] & known[merges[:, 1]])
        made = [i for i in np.unique(merges[ranks, 2]).tolist() if not known[i]]
        new = [i for i in made if not spelled or tokenizer.tokens[i] in piece]
        if not new:
            rows = merges[ranks].tolist()
            return {
                (left, right): (rank, token) for rank, (left, right, token) in zip(ranks.tolist(), rows, strict=True)
            }
        known[new] = True


def _replaced(row: tuple[Any, ...], place: int, made: Any) -> tuple[Any, ...]:
    """The row with `made` instead of the two at `place`."""
    return (*row[:place], made, *row[place + 2 :])


def _lowest(tokens: tuple[int, ...], rules: dict[tuple[int, int], tuple[int, int]]) -> tuple[int, int, int] | None:
    """(rank, place, resulting id) of the leftmost pair of lowest rank."""
    candidates = (
        (rules[pair][0], place, rules[pair][1]) for place, pair in enumerate(pairwise(tokens)) if pair in rules
    )
    return min(candidates, default=None)
