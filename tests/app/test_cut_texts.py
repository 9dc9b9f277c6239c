"""Which tokens several tokenizers share."""

import random

import numpy as np
import pytest

from vocabsmith.operations.cut_texts import cut_text, overlapping, shown_until, unshared
from vocabsmith_engine import Monitor, Recipe, Tokenizer, train_from_counts


def trained(*counts: tuple[bytes, int], size: int = 260) -> Tokenizer:
    recipe = Recipe(vocab_size=size, byte_order="value", min_frequency=1, special_tokens=("<s>",))
    return train_from_counts(list(counts), recipe).tokenizer


LOW, LOWER, BYTES = trained((b"low", 5)), trained((b"lower", 5), size=264), trained((b"x", 1), size=257)


def cuts_of(text: str, *tokenizers: Tokenizer):
    return [cut_text(tokenizer=each, text=text, monitor=Monitor()) for each in tokenizers]


def test_tokens_are_shared_where_all_begin_and_end_alike():
    cuts = cuts_of("lower x", LOW, LOWER)
    assert [[cut.token_bytes(place) for place in range(len(cut))] for cut in cuts] == [
        [b"low", b"e", b"r", b" ", b"x"],
        [b"lower", b" ", b"x"],
    ]
    assert [mask.tolist() for mask in unshared(cuts)] == [[True, True, True, False, False], [True, False, False]]


def test_parts_of_a_character_are_told_apart_by_their_bytes():
    first, second = unshared(cuts_of("é", BYTES, trained(("é".encode(), 5), size=258)))
    assert (first.tolist(), second.tolist()) == ([True, True], [True])


def test_one_cut_alone_shares_all():
    [mask] = unshared(cuts_of("lower", LOW))
    assert not mask.any()


def test_special_tokens_are_marked():
    [cut] = cuts_of("a<s>", LOW)
    assert cut.special.tolist() == [False, True]


@pytest.mark.parametrize("seed", range(20))
def test_random_texts_agree_with_a_naive_comparison(seed: int):
    rng = random.Random(seed)
    text = "".join(rng.choice(["low", "lower", "er", " ", "é", "😀", "w"]) for _ in range(60))
    cuts = cuts_of(text, LOW, LOWER, BYTES)
    spans = [[tuple(span) for span in cut.encoded.bytes.tolist()] for cut in cuts]
    naive = [[any(span not in other for other in spans) for span in own] for own in spans]
    assert [mask.tolist() for mask in unshared(cuts)] == naive


def test_overlapping_tokens_hold_any_of_the_bytes():
    [cut] = cuts_of("lower x", LOW)
    assert list(overlapping(cut, 2, 4)) == [0, 1]
    assert list(overlapping(cut, 3, 3 + 1)) == [1]


def test_all_cuts_are_shown_up_to_the_same_byte():
    cuts = cuts_of("low" * 10, LOW, BYTES)
    assert shown_until(cuts, 12) == 12
    assert shown_until(cuts, 30) is None
    assert np.searchsorted(cuts[0].encoded.bytes[:, 0], 12) == 4
