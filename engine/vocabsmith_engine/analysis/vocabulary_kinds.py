"""What sort of token each id is."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

import numpy as np

from vocabsmith_engine.analysis.byte_rows import ByteArray, Mask
from vocabsmith_engine.analysis.token_texts import token_texts
from vocabsmith_engine.models import ByteLevel, Characters
from vocabsmith_engine.text import Int64Array
from vocabsmith_engine.tokenizer import Tokenizer


class Kind(IntEnum):
    """What sort of token an id is."""

    BYTE = 0
    """One byte, which was there before the first merge or spells characters that have no token."""
    CHARACTER = 1
    """One character, which was there before the first merge."""
    LEARNED = 2
    """Some merge makes it; of a model with scores, any piece that is not of another kind."""
    WHOLE_PIECE = 3
    """No merge makes it: used only where a whole piece is looked up."""
    SPECIAL = 4
    """A special token, cut out of a text or put around it."""
    ADDED = 5
    """An added token that is not special: cut out of every text."""
    CONTROL = 6
    """A token that no text becomes."""
    UNKNOWN = 7
    """What stands for all that has no token."""
    UNUSED = 8
    """A piece of a SentencePiece model that is always taken apart again."""


KIND_NAMES: Final = (
    *("byte", "character", "learned", "whole piece", "special"),
    *("added", "control", "unknown", "unused"),
)
"""In the order of `Kind`."""


_OF_SENTENCEPIECE: Final = np.array(
    [Kind.LEARNED, Kind.LEARNED, Kind.UNKNOWN, Kind.CONTROL, Kind.ADDED, Kind.UNUSED, Kind.BYTE], dtype=np.uint8
)


def kinds_of(tokenizer: Tokenizer, ranks: Int64Array, lengths: Int64Array) -> ByteArray:
    """(tokens) the `Kind` of each. `ranks`: of the first merge that makes each, -1 for none; `lengths`: in bytes."""
    model = tokenizer.model
    if isinstance(model, ByteLevel | Characters):
        kinds = np.full(len(lengths), Kind.WHOLE_PIECE, dtype=np.uint8)
        kinds[ranks >= 0] = Kind.LEARNED
        unmerged = ranks < 0
        if isinstance(model, ByteLevel):
            kinds[unmerged & (lengths == 1)] = Kind.BYTE
        else:
            kinds[unmerged & _single_characters(tokenizer)] = Kind.CHARACTER
    else:
        kinds = _OF_SENTENCEPIECE[model.kinds]
    if not isinstance(model, ByteLevel):
        kinds[[token_id for token_id in model.byte_ids or () if token_id >= 0]] = Kind.BYTE
    for added in tokenizer.all_added_tokens:
        control = not added.in_text and kinds[added.id] != Kind.UNKNOWN
        kinds[added.id] = Kind.CONTROL if control else Kind.SPECIAL if added.special else Kind.ADDED
    if not isinstance(model, ByteLevel) and model.unknown_id is not None:
        kinds[model.unknown_id] = Kind.UNKNOWN
    return kinds


def _single_characters(tokenizer: Tokenizer) -> Mask:
    return np.fromiter(
        (len(text) < 5 and len(text.decode("utf-8", "replace")) == 1 for text in token_texts(tokenizer)),
        dtype=np.bool_,
        count=tokenizer.vocab_size,
    )
