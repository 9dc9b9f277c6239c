"""Two cuts of one text, compared with a naive comparison of spans."""

from __future__ import annotations

import random
from itertools import accumulate, pairwise

import numpy as np
import pytest

from vocabsmith_engine import Monitor, Pretokenizer, RecipeError, Stopped
from vocabsmith_engine.analysis import PatternCut, pattern_difference
from vocabsmith_engine.normalization.steps import Prefix, Replace
from vocabsmith_engine.piece_cutting import Split


def spans(cut: PatternCut) -> list[tuple[int, int]]:
    return list(zip(cut.begins.tolist(), cut.ends.tolist(), strict=True))


def test_pieces_that_the_other_does_not_cut_out_differ() -> None:
    difference = pattern_difference(r"\d{1,3}|\D+", r"\d|\D+", "ab1234")
    assert spans(difference.first) == [(0, 2), (2, 5), (5, 6)]
    assert spans(difference.second) == [(0, 2), (2, 3), (3, 4), (4, 5), (5, 6)]
    assert difference.first.differs.tolist() == [False, True, False]
    assert difference.second.differs.tolist() == [False, True, True, True, False]
    assert difference.stretches.tolist() == [[2, 5]]


def test_the_counts_are_those_of_the_pieces() -> None:
    cut = pattern_difference(r"[a-z]+|\s", "none", "ab ab  abc").first
    assert (len(cut), cut.distinct, cut.longest, cut.differing) == (6, 3, 3, 6)


def test_places_are_code_points() -> None:
    difference = pattern_difference("gpt2", r"\s|\S", "é 😀中")
    assert spans(difference.first) == [(0, 1), (1, 3), (3, 4)]
    assert difference.stretches.tolist() == [[1, 3]]


def test_half_of_a_surrogate_pair_is_seen_as_u_fffd() -> None:
    difference = pattern_difference("gpt2", "none", "a\ud83db")
    assert (difference.text, spans(difference.second)) == ("a\ufffdb", [(0, 3)])


def test_of_an_empty_text_there_is_nothing() -> None:
    difference = pattern_difference("gpt2", "cl100k", "")
    assert (len(difference.first), difference.first.longest, difference.stretches.shape) == (0, 0, (0, 2))


def test_the_pre_tokenizer_of_another_maker_is_compared_in_places_of_the_text() -> None:
    other = Pretokenizer.of_splits((Replace(" ", "▁"), Prefix("▁"), Split("▁", "MergedWithNext")))
    assert spans(pattern_difference("whitespace", other, "ab cd").second) == [(0, 2), (2, 5)]


def test_an_expression_that_cannot_serve_is_refused() -> None:
    with pytest.raises(RecipeError, match="can match the empty string"):
        pattern_difference("gpt2", "a*", "b")


def test_it_can_be_stopped() -> None:
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        pattern_difference("gpt2", r"\s|\S", "a b", monitor)


@pytest.mark.parametrize("seed", range(5))
def test_random_texts_give_what_a_naive_comparison_gives(seed: int) -> None:
    dice = random.Random(seed)
    patterns = ["gpt2", "cl100k", "o200k", "whitespace", "none", "[a-z]+", r"\s|\S{1,3}", "digits"]
    for _ in range(40):
        text = "".join(dice.choices(" aB1é中😀\n'\u0301.", k=dice.randrange(60)))
        first, second = dice.sample(patterns, 2)
        difference = pattern_difference(first, second, text)
        naive = [
            list(pairwise((0, *accumulate(map(len, Pretokenizer.of(each).split(text)))))) for each in (first, second)
        ]
        assert [spans(difference.first), spans(difference.second)] == naive
        assert difference.first.differs.tolist() == [span not in naive[1] for span in naive[0]]
        assert difference.second.differs.tolist() == [span not in naive[0] for span in naive[1]]
        characters = np.zeros(len(text) + 2, bool)
        for begin, end in {*naive[0]} ^ {*naive[1]}:
            characters[begin + 1 : end + 1] = True
        edges = np.flatnonzero(np.diff(characters)).reshape(-1, 2)
        assert difference.stretches.tolist() == edges.tolist()
