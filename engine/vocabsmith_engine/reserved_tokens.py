"""Special tokens without a use yet: room for later, and what brings a vocabulary to a round size."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import count, islice
from typing import Final

from vocabsmith_engine.errors import RecipeError
from vocabsmith_engine.recipe import MAX_VOCAB_SIZE

_NAME: Final = re.compile(r"<\|reserved_\d+\|>")


def is_reserved(token: str) -> bool:
    """Whether a special token has a name that `with_reserved` gives."""
    return _NAME.fullmatch(token) is not None


def with_reserved(special_tokens: Iterable[str], reserve: int) -> tuple[str, ...]:
    """`special_tokens`, and `reserve` more behind them.

    They are called <|reserved_0|>, <|reserved_1|> and so on; a name that is taken is passed over. Raises RecipeError
    for a number below 0 or past the largest vocabulary.
    """
    if isinstance(reserve, bool) or not isinstance(reserve, int) or not 0 <= reserve <= MAX_VOCAB_SIZE:
        rule = f"must be a whole number from 0 to {MAX_VOCAB_SIZE:,}"
        raise RecipeError(f"reserve {reserve!r}", rule, "Choose such a number")
    given = tuple(dict.fromkeys(special_tokens))
    taken = set(given)
    names = (name for number in count() if (name := f"<|reserved_{number}|>") not in taken)
    return (*given, *islice(names, reserve))


def padded_vocab(vocab_size: int, special_tokens: Iterable[str], multiple: int) -> tuple[int, tuple[str, ...]]:
    """Size and special tokens of a vocabulary that is rounded up to a multiple by reserved tokens.

    There are as many merges as without them: `padded_vocab(50257, ["<|endoftext|>"], 64)` is a size of 50,304 with 47
    reserved tokens. Raises RecipeError for a multiple below 1 or past the largest vocabulary.
    """
    if isinstance(multiple, bool) or not isinstance(multiple, int) or not 1 <= multiple <= MAX_VOCAB_SIZE:
        rule = f"must be a whole number from 1 to {MAX_VOCAB_SIZE:,}"
        raise RecipeError(f"multiple {multiple!r}", rule, "Choose such a number, 64 for example")
    missing = -vocab_size % multiple
    return vocab_size + missing, with_reserved(special_tokens, missing)
