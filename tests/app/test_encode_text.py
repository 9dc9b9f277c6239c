"""What the inspector is told of a text."""

from __future__ import annotations

import dataclasses

import pytest

from vocabsmith.operations.encode_text import Inspection, encode_for_inspection
from vocabsmith_engine import Monitor, Recipe, Tokenizer, TokenizerError, train_from_counts
from vocabsmith_engine.normalization import Normalizer
from vocabsmith_engine.normalization.steps import Strip


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    recipe = Recipe(vocab_size=258, byte_order="value", special_tokens=("<s>",))
    return train_from_counts([(b"abab", 3)], recipe).tokenizer


def inspect(tokenizer: Tokenizer, text: str) -> Inspection:
    return encode_for_inspection(tokenizer=tokenizer, text=text, special="allow", monitor=Monitor())


def test_counts_are_exact(tokenizer: Tokenizer) -> None:
    seen = inspect(tokenizer, "ab<s>a😀é")
    assert (seen.characters, seen.byte_count, len(seen), seen.partial_characters) == (8, 12, 9, 2)
    assert seen.special.tolist() == [False, True] + [False] * 7


def test_qt_positions_are_not_shifted_by_an_emoji(tokenizer: Tokenizer) -> None:
    seen = inspect(tokenizer, "a😀é")
    assert seen.encoded.utf16.tolist() == [[0, 1]] + [[1, 3]] * 4 + [[3, 4]] * 2


def test_two_split_characters_side_by_side_are_two(tokenizer: Tokenizer) -> None:
    assert inspect(tokenizer, "éé").partial_characters == 2


def test_an_empty_text_has_no_bytes_per_token(tokenizer: Tokenizer) -> None:
    seen = inspect(tokenizer, "")
    assert (len(seen), seen.byte_count, seen.bytes_per_token) == (0, 0, None)


def test_half_a_surrogate_pair_is_one_character_and_said(tokenizer: Tokenizer) -> None:
    seen = inspect(tokenizer, "\ud83d")
    assert (seen.characters, seen.byte_count, seen.encoded.replaced) == (1, 3, 1)
    assert inspect(tokenizer, "\ud83d\ude00").characters == 1


def test_a_refused_special_token_is_an_error(tokenizer: Tokenizer) -> None:
    with pytest.raises(TokenizerError, match="<s>"):
        encode_for_inspection(tokenizer=tokenizer, text="a<s>", special="refuse", monitor=Monitor())


def test_bytes_are_those_of_the_text_also_where_no_token_stands_for_them(tokenizer: Tokenizer) -> None:
    stripping = dataclasses.replace(tokenizer, normalizer=Normalizer((Strip(left=True, right=True),)))
    assert (inspect(stripping, " a  ").byte_count, len(inspect(stripping, " a  "))) == (4, 1)
