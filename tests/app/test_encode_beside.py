"""Where a second tokenizer cuts a text otherwise."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from vocabsmith.operations.encode_beside import Beside, differing, encode_beside
from vocabsmith.operations.encode_text import encode_for_inspection
from vocabsmith_engine import Monitor, Recipe, Tokenizer, TokenizerError, train_from_counts


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    recipe = Recipe(vocab_size=261, byte_order="value", special_tokens=("<s>",), min_frequency=1)
    return train_from_counts([(b"lower", 5), (b"low", 3), (b" low", 2)], recipe).tokenizer


def beside(first: Tokenizer, second: Tokenizer, text: str) -> Beside:
    inspection = encode_for_inspection(tokenizer=first, text=text, special="allow", monitor=Monitor())
    return encode_beside(first=inspection, tokenizer=second, monitor=Monitor())


def test_tokens_in_other_places_differ(tokenizer: Tokenizer) -> None:
    found = beside(tokenizer, tokenizer.truncated(259), "low lower low")
    assert [found.second.token_bytes(place) for place in range(len(found.second))] == [
        *(b"low", b" ", b"low", b"e", b"r", b" ", b"low")
    ]
    assert found.differs.tolist() == [False, False, True, True, True, False, False]
    assert (found.more, found.differing, found.differences().tolist()) == (2, 3, [[2, 4]])


def test_a_tokenizer_agrees_with_itself(tokenizer: Tokenizer) -> None:
    found = beside(tokenizer, tokenizer, "low <s> é😀")
    assert (found.more, found.differing, found.differences().tolist()) == (0, 0, [])


def test_an_empty_text_has_no_differences(tokenizer: Tokenizer) -> None:
    assert beside(tokenizer, tokenizer.truncated(259), "").differences().tolist() == []


def test_special_tokens_are_treated_as_for_the_first(tokenizer: Tokenizer) -> None:
    inspection = encode_for_inspection(tokenizer=tokenizer, text="x<t>", special="refuse", monitor=Monitor())
    other = train_from_counts([(b"a", 1)], Recipe(vocab_size=257, special_tokens=("<t>",))).tokenizer
    with pytest.raises(TokenizerError, match="<t>"):
        encode_beside(first=inspection, tokenizer=other, monitor=Monitor())


def test_spans_differ_as_in_a_naive_count() -> None:
    dice = random.Random(5)
    for _ in range(500):
        first, second = (sorted((a, a + dice.randrange(3)) for a in dice.choices(range(6), k=8)) for _ in range(2))
        left = Counter(first)
        expected = []
        for span in second:
            expected.append(left[span] == 0)
            left[span] -= left[span] > 0
        assert differing(np.array(first), np.array(second)).tolist() == expected
