"""Tokens that merging their own bytes does not give. Trained vocabularies have none, files of other makers do.

Such a token is used only where a whole piece is looked up before merging.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vocabsmith_engine import _native
from vocabsmith_engine.vocabulary_checks import byte_ids

if TYPE_CHECKING:
    from vocabsmith_engine.tokenizer import Tokenizer


def whole_pieces_only(tokenizer: Tokenizer) -> tuple[int, ...]:
    """Ids, rising, of the ordinary tokens whose bytes the merges alone cut into several tokens."""
    special_ids = set(tokenizer.special_tokens.values())
    ids = np.array([i for i in range(tokenizer.vocab_size) if i not in special_ids], dtype=np.int64)
    pieces = [tokenizer.tokens[i] for i in ids.tolist()]
    lengths = np.fromiter(map(len, tokenizer.tokens), dtype=np.int64, count=tokenizer.vocab_size)
    ends = np.cumsum(lengths[ids])
    given = _merging_only(tokenizer).encode_pieces(b"".join(pieces), ends.astype(np.uint64))
    given_ends = np.cumsum(lengths[given])
    first = np.searchsorted(given_ends, ends - lengths[ids], side="right")  # the token that each piece begins with
    return tuple(ids[given_ends[first] != ends].tolist())


def _merging_only(tokenizer: Tokenizer) -> _native.Encoder:
    bytes_by_value = byte_ids(tokenizer.tokens, tokenizer.special_tokens)
    return _native.Encoder(tokenizer.tokens, bytes_by_value, tokenizer.merges, [], False)
