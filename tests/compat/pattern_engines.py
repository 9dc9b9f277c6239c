"""The three engines that read patterns of tokenizers, each asked for what it matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import regex
import tiktoken
import tokenizers
from tokenizers.pre_tokenizers import Split

REFUSED = "refused"
LONG = 200
Matches = tuple[str, ...] | str
"""What an expression matches in a text, without empty matches; `REFUSED`; "failed" if the engine breaks off."""


class Readings(NamedTuple):
    oniguruma: Matches
    fancy_regex: Matches
    regex: Matches


def readings(pattern: str, text: str) -> Readings:
    return Readings(by_oniguruma(pattern, text), by_fancy_regex(pattern, text), by_regex(pattern, text))


def by_oniguruma(pattern: str, text: str) -> Matches:
    try:
        split = Split(tokenizers.Regex(pattern), "removed", invert=True)
    except Exception:
        return REFUSED
    return _unless_it_fails(lambda: tuple(text[begin:end] for _, (begin, end) in split.pre_tokenize_str(text)))


def by_fancy_regex(pattern: str, text: str) -> Matches:
    """Every part of the text is a token, so that each match becomes one; of a long text each byte is one."""
    limit = len(text) if len(text) <= LONG else 0
    parts = {text[begin:end].encode() for begin in range(limit) for end in range(begin + 1, limit + 1)}
    tokens = [*(bytes([byte]) for byte in range(256)), *sorted(part for part in parts if len(part) > 1)]
    ranks = {token: rank for rank, token in enumerate(tokens)}
    try:
        encoding = tiktoken.Encoding("probe", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    except ValueError:
        return REFUSED
    return _unless_it_fails(lambda: tuple(encoding.decode([token]) for token in encoding.encode_ordinary(text)))


def by_regex(pattern: str, text: str) -> Matches:
    try:
        return tuple(match[0] for match in regex.finditer(pattern, text, timeout=5) if match[0])
    except regex.error:
        return REFUSED


def _unless_it_fails(matches: Callable[[], Matches]) -> Matches:
    try:
        return matches()
    except ValueError:
        return "failed"
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # which is no Exception
            raise
        return "failed"
