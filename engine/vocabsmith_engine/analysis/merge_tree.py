"""Of what a token was made, down to its bytes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import SupportsIndex

from vocabsmith_engine.ids import checked_id
from vocabsmith_engine.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True, eq=False)
class MergeTree:
    """A token and the two it was made of.

    Attributes:
        token: its id.
        bytes: what it spells.
        rank: of the first merge that makes it; None for a byte, a special token, a token for whole pieces only.
        left: the first part, None where `rank` is None.
        right: the second part, likewise.
    """

    token: int
    bytes: bytes
    rank: int | None
    left: MergeTree | None = field(default=None, repr=False)
    right: MergeTree | None = field(default=None, repr=False)


def merge_tree(tokenizer: Tokenizer, token_id: SupportsIndex) -> MergeTree:
    """The tree of one token. Equal parts are one object. Raises TokenizerError for an unknown id.

    Works with a stack of its own: a token of many bytes can be as deep as it is long.
    """
    root = checked_id(token_id, tokenizer.vocab_size)
    made: dict[int, MergeTree] = {}
    waiting = [root]
    while waiting:
        token = waiting[-1]
        missing = [part for part in tokenizer.merge_of(token) or () if part not in made]
        if missing:
            waiting.extend(missing)
            continue
        made[waiting.pop()] = _node(tokenizer, token, made)
    return made[root]


def _node(tokenizer: Tokenizer, token: int, made: dict[int, MergeTree]) -> MergeTree:
    parts = tokenizer.merge_of(token)
    left, right = (None, None) if parts is None else (made[parts[0]], made[parts[1]])
    return MergeTree(token, tokenizer.token_bytes(token), tokenizer.rank_of(token), left, right)
