"""What sort of token each id is, in one word."""

from __future__ import annotations

from vocabsmith_engine.tokenizer import Tokenizer


def kinds_of(tokenizer: Tokenizer) -> list[str]:
    """For each id `special`, `byte`, `merge` (some merge makes it) or `whole` (used for whole pieces only)."""
    special_ids = set(tokenizer.special_tokens.values())
    made = set(tokenizer.merges[:, 2].tolist())
    return [_kind(token_id, token, special_ids, made) for token_id, token in enumerate(tokenizer.tokens)]


def _kind(token_id: int, token: bytes, special_ids: set[int], made: set[int]) -> str:
    if token_id in special_ids:
        return "special"
    if token_id in made:
        return "merge"
    return "byte" if len(token) == 1 else "whole"
