"""All that is known of one token of an inspected text."""

from __future__ import annotations

from dataclasses import dataclass
from weakref import WeakKeyDictionary

from vocabsmith.operations.encode_text import SECONDS, Inspection
from vocabsmith_engine import Monitor
from vocabsmith_engine.analysis import (
    MergeStep,
    MergeTree,
    TextPiece,
    TextPieces,
    merge_steps,
    merge_tree,
    text_pieces,
)
from vocabsmith_engine.analysis.merge_steps import LONGEST_PIECE
from vocabsmith_engine.models import Characters, ModelSettings, ScoredPairs, Unigram


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
        piece: None for an added token found in the text, and for one that is put around it.
        tree: of what it was made; None where it was not merged.
        model: what kind of model made it.
        steps: the states of the piece while it is merged; empty without a piece and for very long pieces.
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
    piece: TextPiece | None
    tree: MergeTree | None
    model: ModelSettings
    steps: tuple[MergeStep, ...]

    @property
    def by_scores(self) -> bool:
        """Whether the model has scores in place of merges."""
        return isinstance(self.model, (ScoredPairs, Unigram))

    @property
    def unit(self) -> str:
        """`byte` or `character` for a token that merging begins with, "" for any other."""
        if self.rank is not None or self.by_scores:
            return ""
        of_characters = isinstance(self.model, Characters)
        if len(self.bytes) == 1 and not (of_characters and self.bytes.isascii()):
            return "byte"
        first = self.steps[0].tokens if self.steps else ()
        return "character" if of_characters and (self.id in first or not self.steps) else ""


def token_details(*, inspection: Inspection, place: int, monitor: Monitor) -> TokenDetails:
    """What is known of the token at a place. Raises Stopped, and TokenizerError for a pattern that takes too long."""
    tokenizer, encoded = inspection.tokenizer, inspection.encoded
    token_id = int(encoded.ids[place])
    special = bool(inspection.special[place])
    rank = None if special else tokenizer.rank_of(token_id)
    piece = _pieces_of(inspection).around(place)
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
        model=tokenizer.model,
        steps=tuple(merge_steps(tokenizer, piece.bytes)) if piece and len(piece.bytes) <= LONGEST_PIECE else (),
    )


_PIECES: WeakKeyDictionary[Inspection, TextPieces] = WeakKeyDictionary()
"""Kept for the next tokens that are looked at in the same text, as long as that text is inspected."""


def _pieces_of(inspection: Inspection) -> TextPieces:
    pieces = _PIECES.get(inspection)
    if pieces is None:
        pieces = text_pieces(inspection.tokenizer, inspection.text, inspection.policy, timeout=SECONDS)
        _PIECES[inspection] = pieces
    return pieces
