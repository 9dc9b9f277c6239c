"""Patterns for tiktoken, which takes one expression and drops text that it does not match."""

from __future__ import annotations

from typing import Final

from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.pretokenization import EXPRESSION, SEQUENCE, Pretokenizer

_ALL_TEXT: Final = r"(?s:.)+"
_DIGITS: Final = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+|\s+(?![^\s\p{N}])|\s+"
_LEAVE_TEXT_OUT: Final = ("whitespace", EXPRESSION)


def tiktoken_pattern(pretokenizer: Pretokenizer) -> str:
    """One expression that covers all text and cuts it as `pretokenizer` does. Raises FormatError if none is known."""
    if not pretokenizer.splits:
        return _ALL_TEXT
    if pretokenizer.name == "digits":
        return _DIGITS
    if pretokenizer.name == SEQUENCE or len(pretokenizer.splits) > 1:
        raise FormatError(
            f"the pattern {pretokenizer.name!r}",
            f"is {len(pretokenizer.splits)} successive splits, and tiktoken takes one expression",
            "Save in the Hugging Face format",
        )
    return _covering(pretokenizer.pattern) if pretokenizer.name in _LEAVE_TEXT_OUT else pretokenizer.pattern


def _covering(pattern: str) -> str:
    """`pattern`, and all text between its matches as pieces of their own."""
    return f"{pattern}|(?:(?!{pattern})(?s:.))+"
