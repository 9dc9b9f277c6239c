"""The naive trainer: recounts every pair at every step. Slow, and short enough to be believed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
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
    characters: str | None = None,
    tie_break: str = "hf",
    min_frequency: int = 1,
    max_token_length: int = 2**63,
) -> list[ReferenceMerge]:
    """The merges that `docs/bpe.md` defines, step by step; from bytes, or from `characters`."""
    made = [bytes([byte]) for byte in byte_of_id] + [character.encode() for character in characters or ""]
    pieces = [(base_tokens(piece, byte_of_id, characters or ""), count) for piece, count in counts.items()]
    first = 0 if characters is None else 256
    merges: list[ReferenceMerge] = []
    while len(merges) < max_merges:
        pairs: Counter[tuple[int, int]] = Counter()
        for tokens, count in pieces:
            for pair in pairwise(tokens):
                pairs[pair] += count
        allowed = [
            pair for pair in pairs if min(pair) >= first and len(made[pair[0]] + made[pair[1]]) <= max_token_length
        ]
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


def base_tokens(piece: bytes, byte_of_id: bytes, characters: str) -> list[int]:
    """A character that is listed is a token; all others, and bytes that are no UTF-8, are the tokens of their bytes."""
    tokens: list[int] = []
    for character in piece.decode(errors="surrogateescape"):
        if character in characters:
            tokens.append(256 + characters.index(character))
        else:
            tokens += [byte_of_id.index(byte) for byte in character.encode(errors="surrogateescape")]
    return tokens


def covering_characters(counts: Mapping[bytes, int], coverage: str) -> str:
    """The characters that are tokens with this `character_coverage`, by code point."""
    numbers: Counter[str] = Counter()
    for piece, count in counts.items():
        for character in piece.decode(errors="ignore"):
            if character not in "\0\u2581":
                numbers[character] += count
    chosen: list[str] = []
    for character, _ in sorted(numbers.items(), key=lambda item: (-item[1], item[0])):
        if sum(numbers[one] for one in chosen) >= Fraction(coverage) * numbers.total():
            break
        chosen.append(character)
    return "".join(sorted(chosen))


def apply_merge(tokens: list[int], left: int, right: int, token: int) -> list[int]:
    """Write `token` wherever `left right` stands, left to right and without overlap."""
    merged: list[int] = []
    for current in tokens:
        if merged and merged[-1] == left and current == right:
            merged[-1] = token
        else:
            merged.append(current)
    return merged
