"""All that is known of one token of an inspected text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from vocabsmith.operations.encode_text import Inspection
from vocabsmith_engine import Monitor, Pretokenizer
from vocabsmith_engine.analysis import MergeStep, MergeTree, merge_steps, merge_tree
from vocabsmith_engine.analysis.merge_steps import LONGEST_PIECE
from vocabsmith_engine.text import to_bytes


@dataclass(frozen=True, slots=True)
class Piece:
    """The piece of text that a token was merged inside of.

    Attributes:
        bytes: what it spells.
        begin, end: its characters in the text, as Python counts them.
        offset: where the token begins in it, in bytes.
    """

    bytes: bytes
    begin: int
    end: int
    offset: int


@dataclass(frozen=True, slots=True)
class TokenDetails:
    """One token.

    Attributes:
        place: among the tokens of the text, from 0.
        of: how many tokens the text has.
        id, bytes: of the token.
        special, partial: whether it is a special token, and whether it holds a part of a character only.
        text: the whole characters that it touches.
        rank: of the merge that makes it; None for bytes, special tokens, tokens for whole pieces only.
        merges: how many the tokenizer has.
        count: of its merge in the corpus when it was learned, where that is known.
        piece: None for a special token.
        tree: of what it was made; None where it was not merged.
        steps: the states of the piece while it is merged; empty for a special token and for very long pieces.
    """

    place: int
    of: int
    id: int
    bytes: bytes
    special: bool
    partial: bool
    text: str
    rank: int | None
    merges: int
    count: int | None
    piece: Piece | None
    tree: MergeTree | None
    steps: tuple[MergeStep, ...]


def token_details(*, inspection: Inspection, place: int, monitor: Monitor) -> TokenDetails:
    """What is known of the token at a place. Raises Stopped, and TokenizerError for a pattern that takes too long."""
    tokenizer, encoded = inspection.tokenizer, inspection.encoded
    token_id = int(encoded.ids[place])
    special = bool(inspection.special[place])
    rank = None if special else tokenizer.rank_of(token_id)
    piece = None if special else piece_of(inspection, place)
    monitor.raise_if_stopped()
    begin, end = encoded.code_points[place].tolist()
    counts = tokenizer.merge_counts
    return TokenDetails(
        place=place,
        of=len(inspection),
        id=token_id,
        bytes=tokenizer.token_bytes(token_id),
        special=special,
        partial=bool(encoded.partial[place]),
        text=inspection.text[begin:end],
        rank=rank,
        merges=len(tokenizer.merges),
        count=None if counts is None or rank is None else int(counts[rank]),
        piece=piece,
        tree=None if rank is None else merge_tree(tokenizer, token_id),
        steps=tuple(merge_steps(tokenizer, piece.bytes)) if piece and len(piece.bytes) <= LONGEST_PIECE else (),
    )


def piece_of(inspection: Inspection, place: int) -> Piece:
    """The piece around an ordinary token. Pieces are cut between special tokens, each stretch by itself."""
    spans = inspection.encoded.bytes
    specials = np.flatnonzero(inspection.special)
    at = int(np.searchsorted(specials, place))
    first = int(specials[at - 1]) + 1 if at else 0
    last = int(specials[at]) if at < len(specials) else len(inspection)
    stretch_begin, stretch_end = int(spans[first, 0]), int(spans[last - 1, 1])
    stretch = to_bytes(inspection.text)[stretch_begin:stretch_end]
    ends = _piece_ends(inspection.tokenizer.pretokenizer, stretch)
    offset = int(spans[place, 0]) - stretch_begin
    number = int(np.searchsorted(ends, offset, side="right"))
    begin, end = int(ends[number - 1]) if number else 0, int(ends[number])
    inside = slice(
        int(np.searchsorted(spans[:, 0], stretch_begin + begin)),
        int(np.searchsorted(spans[:, 1], stretch_begin + end)) + 1,
    )
    characters = inspection.encoded.code_points[inside]
    return Piece(stretch[begin:end], int(characters[0, 0]), int(characters[-1, 1]), offset - begin)


@lru_cache(maxsize=2)
def _piece_ends(pretokenizer: Pretokenizer, stretch: bytes) -> npt.NDArray[np.uint64]:
    """Kept for the next tokens that are looked at in the same text."""
    return pretokenizer.piece_ends(stretch)
