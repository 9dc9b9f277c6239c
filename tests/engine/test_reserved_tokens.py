"""Special tokens that are kept free, and vocabularies of a round size."""

from __future__ import annotations

import pytest

from vocabsmith_engine import Recipe, RecipeError, padded_vocab, train_from_counts, with_reserved


def test_reserved_tokens_follow_those_that_were_given() -> None:
    assert with_reserved(["<s>", "</s>"], 2) == ("<s>", "</s>", "<|reserved_0|>", "<|reserved_1|>")


def test_a_name_that_is_taken_is_passed_over() -> None:
    assert with_reserved(["<|reserved_1|>"], 3) == (
        "<|reserved_1|>",
        "<|reserved_0|>",
        "<|reserved_2|>",
        "<|reserved_3|>",
    )


def test_nothing_reserved_changes_nothing() -> None:
    assert with_reserved(("<s>",), 0) == ("<s>",)


def test_a_size_is_rounded_up_and_the_merges_stay() -> None:
    size, specials = padded_vocab(50257, ["<|endoftext|>"], 64)
    assert (size, len(specials), specials[-1]) == (50304, 48, "<|reserved_46|>")
    assert Recipe(vocab_size=size, special_tokens=specials).max_merges == 50000


def test_a_round_size_stays() -> None:
    assert padded_vocab(320, ["<s>"], 64) == (320, ("<s>",))


@pytest.mark.parametrize("number", [-1, 1.0, True, 2**29])
def test_what_is_no_number_of_tokens_is_refused(number: int) -> None:
    with pytest.raises(RecipeError, match=f"reserve {number!r}: must be a whole number from 0"):
        with_reserved([], number)


@pytest.mark.parametrize("multiple", [0, -64, 64.0, True])
def test_what_is_no_multiple_is_refused(multiple: int) -> None:
    with pytest.raises(RecipeError, match=f"multiple {multiple!r}: must be a whole number from 1"):
        padded_vocab(300, [], multiple)


def test_reserved_tokens_are_tokens_like_other_special_ones() -> None:
    recipe = Recipe(vocab_size=260, special_tokens=with_reserved(["<s>"], 2), min_frequency=1)
    tokenizer = train_from_counts([("abab", 1)], recipe).tokenizer
    assert tokenizer.special_tokens == {"<s>": 257, "<|reserved_0|>": 258, "<|reserved_1|>": 259}
    assert tokenizer.encode("<|reserved_1|>ab") == [259, 256]


@pytest.mark.parametrize(("place", "first"), [("end", 258), ("start", 0), ("after-bytes", 256)])
def test_a_run_that_ended_early_is_rounded_up_by_reserved_tokens(place: str, first: int) -> None:
    recipe = Recipe(vocab_size=320, special_tokens=("<s>",), specials=place, min_frequency=1)
    short = train_from_counts([("abab", 1)], recipe)
    padded = short.padded(16)
    assert (short.vocab_size, padded.vocab_size) == (259, 272)
    assert padded.merges == short.merges
    assert padded.tokenizer.special_tokens["<s>"] == first
    assert padded.tokenizer.special_tokens["<|reserved_12|>"] == first + 13
    assert padded.tokenizer.vocab_size == 272
    assert padded.recipe.vocab_size == 320  # what was asked for is still known


def test_a_run_of_a_round_size_stays_as_it_is() -> None:
    result = train_from_counts([("abab", 1)], Recipe(vocab_size=258, min_frequency=1))
    assert result.padded(2) is result
