"""Tokens that merging their own bytes does not give. Trained vocabularies have none, files of other makers do.

Such a token is used only where a whole piece is looked up before merging.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vocabsmith_engine import _native
from vocabsmith_engine.models import ByteLevel, Characters
from vocabsmith_engine.piece_encoders import ByteLevelPieces, PieceEncoder, model_pieces
from vocabsmith_engine.vocabulary_checks import byte_ids_without, ordinary_ids

if TYPE_CHECKING:
    from vocabsmith_engine.tokenizer import Tokenizer


def whole_pieces_only(tokenizer: Tokenizer) -> tuple[int, ...]:
    """Ids, rising, of the ordinary tokens whose bytes the merges alone cut into several tokens.

    None where no merges are listed, and none where a prefix or a suffix belongs to the spelling of a token: what such a
    token spells depends on its place.
    """
    model = tokenizer.model
    if isinstance(model, Characters) and not (model.continuing_prefix or model.word_suffix):
        spelled_bytes = frozenset(model.byte_ids or ())
    elif isinstance(model, ByteLevel):
        spelled_bytes = frozenset()
    else:
        return ()
    added = tokenizer.all_added_tokens
    only_added = {token.id for token in added} - ordinary_ids(
        tokenizer.tokens, tokenizer.merges, added, tokenizer.model
    )
    ids = np.array([i for i in range(tokenizer.vocab_size) if i not in spelled_bytes | only_added], dtype=np.int64)
    ends = np.cumsum([len(tokenizer.tokens[i]) for i in ids.tolist()], dtype=np.int64)
    begins = np.concatenate((np.zeros(1, dtype=np.int64), ends[:-1])) if len(ids) else ends
    pieces = b"".join([tokenizer.tokens[i] for i in ids.tolist()])
    _, spans = _merging_only(tokenizer, sorted(only_added)).ids_and_spans(pieces, ends.astype(np.uint64), None)
    return tuple(ids[_end_of_first(begins, spans) != ends].tolist())


def _end_of_first(begins: npt.NDArray[np.int64], spans: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Where the token ends that each piece begins with."""
    first: npt.NDArray[np.int64] = spans[np.searchsorted(spans[:, 0], begins), 1]
    return first


def _merging_only(tokenizer: Tokenizer, special_ids: list[int]) -> PieceEncoder:
    if not isinstance(tokenizer.model, ByteLevel):
        return model_pieces(tokenizer, special_ids, whole_pieces_first=False)
    lengths = np.fromiter(map(len, tokenizer.tokens), dtype=np.int64, count=tokenizer.vocab_size)
    bytes_by_value = byte_ids_without(tokenizer.tokens, special_ids)
    core = _native.Encoder(tokenizer.tokens, bytes_by_value, tokenizer.merges, [], whole_pieces_first=False)
    return ByteLevelPieces(core, lengths)
