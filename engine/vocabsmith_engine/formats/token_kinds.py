"""What sort of token each id is, in one word."""

from __future__ import annotations

from typing import Final

from vocabsmith_engine.models import ByteLevel, Characters
from vocabsmith_engine.tokenizer import Tokenizer

_OF_SENTENCEPIECE: Final = ("", "normal", "unknown", "control", "user-defined", "unused", "byte")


def kinds_of(tokenizer: Tokenizer) -> list[str]:
    """For each id `special`, `byte`, `character`, `merge` (some merge makes it) or `whole` (for whole pieces only).

    Of a SentencePiece model `normal`, `unknown`, `control`, `user-defined`, `unused` or `byte`.
    """
    model = tokenizer.model
    if not isinstance(model, ByteLevel | Characters):
        return [_OF_SENTENCEPIECE[kind] for kind in model.kinds.tolist()]
    known = dict.fromkeys(tokenizer.merges[:, 2].tolist(), "merge")
    if isinstance(model, Characters):
        known |= dict.fromkeys(model.byte_ids or (), "byte")
    known |= dict.fromkeys(tokenizer.special_tokens.values(), "special")
    alone = "byte" if isinstance(model, ByteLevel) else "character"
    return [
        known.get(token_id) or (alone if _stands_alone(token, alone) else "whole")
        for token_id, token in enumerate(tokenizer.tokens)
    ]


def _stands_alone(token: bytes, alone: str) -> bool:
    """Whether this is one byte, or one character."""
    return len(token) == 1 or (alone == "character" and len(token.decode(errors="replace")) == 1)
