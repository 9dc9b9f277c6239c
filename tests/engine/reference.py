"""The naive trainer: recounts every pair at every step. Slow, and short enough to be believed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple


class ReferenceMerge(NamedTuple):
    """One learned merge, with its pair's count and the tokens of the corpus after it."""

    left: bytes
    right: bytes
    count: int
    tokens_left: int


def learn_merges(
    counts: Mapping[bytes, int],
    max_merges: int,
    *,
    byte_of_id: bytes,
    tie_break: str = "hf",
    min_frequency: int = 1,
    max_token_length: int = 2**63,
) -> list[ReferenceMerge]:
    """The merges that `docs/bpe.md` defines, step by step."""
    made = [bytes([byte]) for byte in byte_of_id]
    pieces = [([byte_of_id.index(byte) for byte in piece], count) for piece, count in counts.items()]
    merges: list[ReferenceMerge] = []
    while len(merges) < max_merges:
        pairs: Counter[tuple[int, int]] = Counter()
        for tokens, count in pieces:
            for pair in pairwise(tokens):
                pairs[pair] += count
        allowed = [pair for pair in pairs if len(made[pair[0]] + made[pair[1]]) <= max_token_length]
        if not allowed or max(pairs[pair] for pair in allowed) < min_frequency:
            break
        if tie_break == "hf":
            left, right = min(allowed, key=lambda pair: (-pairs[pair], pair))
        else:
            left, right = max(allowed, key=lambda pair: (pairs[pair], made[pair[0]], made[pair[1]]))
        pieces = [(apply_merge(tokens, left, right, len(made)), count) for tokens, count in pieces]
        tokens_left = sum(len(tokens) * count for tokens, count in pieces)
        merges.append(ReferenceMerge(made[left], made[right], pairs[left, right], tokens_left))
        made.append(made[left] + made[right])
    return merges


def apply_merge(tokens: list[int], left: int, right: int, token: int) -> list[int]:
    """Write `token` wherever `left right` stands, left to right and without overlap."""
    merged: list[int] = []
    for current in tokens:
        if merged and merged[-1] == left and current == right:
            merged[-1] = token
        else:
            merged.append(current)
    return merged
