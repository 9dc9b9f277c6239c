"""The comparison with other libraries that every save goes through."""

from __future__ import annotations

from typing import NoReturn

import pytest

from vocabsmith_engine import FormatError, Recipe, train_from_counts
from vocabsmith_engine.formats.base import Check
from vocabsmith_engine.formats.checking import asking, compare_ids

TOKENIZER = train_from_counts([(b"abab", 3)], Recipe(vocab_size=257, byte_order="value")).tokenizer


def test_equal_ids_are_counted() -> None:
    check = compare_ids("other", TOKENIZER, TOKENIZER.encode, ["a", "abab", ""])
    assert check == Check("other", 3)
    assert str(check) == "3 texts equal in other"


def test_the_first_text_with_other_ids_is_shown_with_both() -> None:
    with pytest.raises(FormatError, match=r'the text "ab": gets the ids \[256\] here and \[97, 98\] in other'):
        compare_ids("other", TOKENIZER, lambda text: list(text.encode()), ["a", "ab"])


def test_a_library_that_panics_is_named() -> None:
    class Panic(BaseException):
        """As the Rust libraries raise it."""

    def encode(_text: str) -> NoReturn:
        raise Panic("index out of bounds")

    with pytest.raises(FormatError, match=r'the text "a": makes other fail \(index out of bounds\)'):
        compare_ids("other", TOKENIZER, encode, ["a"])


def test_a_user_who_interrupts_is_not_taken_for_a_panic() -> None:
    with pytest.raises(KeyboardInterrupt), asking("other", "a"):
        raise KeyboardInterrupt
