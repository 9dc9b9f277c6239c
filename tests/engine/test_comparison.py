"""Tokenizers on groups of texts: parity, spread, Gini coefficient, and ranges by drawing documents anew."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from vocabsmith_engine import TokenizerError
from vocabsmith_engine.analysis import METRICS, Comparison, Evaluation, FileEvaluation, compare
from vocabsmith_engine.analysis.evaluation import COLUMNS
from vocabsmith_engine.analysis.parity import gini, spread
from vocabsmith_engine.analysis.resampling import joined, resampled_sums


def text(name: str, *documents: dict[str, int], tokenizers: int = 1) -> FileEvaluation:
    """A text with these sums of its documents, 0 if not named; tokenizers after the first have twice the tokens."""
    rows = np.array([[document.get(column, 0) for column in COLUMNS] for document in documents], dtype=np.int64)
    each = np.stack([rows] * tokenizers)
    each[1:, :, COLUMNS.index("tokens")] *= 2
    uses = np.zeros(4, dtype=np.int64)
    return FileEvaluation(Path(name), tuple(Evaluation.from_sums(one.sum(axis=0), uses) for one in each), each)


def of(name: str, size: int, tokens: int, documents: int = 1) -> FileEvaluation:
    """A text of equal documents, each with so many bytes and tokens."""
    return text(name, *[{"bytes": size, "characters": size, "tokens": tokens}] * documents)


def test_the_totals_and_groups() -> None:
    found = compare([of("a", 10, 5), of("b", 20, 4), of("c", 6, 1)], {Path("a"): "one", Path("c"): "one"})
    assert list(found.by_group) == ["one", "b"]
    assert [total.tokens for total in found.totals] == [10]
    assert [group[0].bytes for group in found.by_group.values()] == [16, 20]


def test_the_premium_is_against_the_cheapest_group_of_each_tokenizer() -> None:
    first = text("cheap", {"bytes": 100, "tokens": 20}, tokenizers=2)
    second = text("dear", {"bytes": 100, "tokens": 50}, tokenizers=2)
    found = compare([first, second])
    assert found.premiums == {"cheap": (1.0, 1.0), "dear": (2.5, 2.5)}
    assert found.spread == (2.5, 2.5)
    assert found.values("premium") == (2.5, 2.5)


def test_the_premium_is_against_the_reference() -> None:
    found = compare([of("en", 100, 25), of("hi", 100, 50), of("zh", 100, 20)], reference="en")
    assert found.premiums == {"en": (1.0,), "hi": (2.0,), "zh": (0.8,)}
    assert found.spread == (2.5,)


def test_parallel_texts_are_compared_by_their_tokens_alone() -> None:
    english, hindi = of("en", 100, 25), of("hi", 300, 75)
    assert compare([english, hindi]).premiums["hi"] == (1.0,)
    assert compare([english, hindi], per="text").premiums["hi"] == (3.0,)


def test_the_gini_coefficient_by_hand() -> None:
    """Costs 1, 2, 3, 4: the differences of all pairs add up to 20; 20 / (2 * 16 * 2.5) = 0.25."""
    assert gini(np.array([4.0, 1.0, 3.0, 2.0])) == pytest.approx(0.25)
    assert gini(np.array([3.0, 3.0, 3.0])) == 0
    assert gini(np.array([[1.0, 5.0], [3.0, 5.0]])) == pytest.approx([0.25, 0.0])
    assert compare([of("a", 100, 10), of("b", 100, 30)]).gini == (pytest.approx(0.25),)


def test_the_gini_coefficient_is_that_of_all_pairs() -> None:
    dice = random.Random(1)
    for _ in range(200):
        values = [dice.uniform(0.01, 9) for _ in range(dice.randrange(1, 12))]
        pairs = sum(abs(first - second) for first in values for second in values)
        expected = pairs / (2 * len(values) * sum(values))
        assert gini(np.array(values)) == pytest.approx(expected)
        assert spread(np.array(values)) == pytest.approx(max(values) / min(values))


def test_one_group_is_equal_to_itself() -> None:
    found = compare([of("a", 10, 5)])
    assert (found.gini, found.spread, found.premiums) == ((0.0,), (1.0,), {"a": (1.0,)})


def test_a_group_without_anything_to_divide_by_is_not_compared() -> None:
    numbers = text("numbers", {"bytes": 5, "tokens": 5})
    words = text("words", {"bytes": 5, "tokens": 2, "words": 1})
    assert compare([numbers, words], per="word").premiums == {"words": (1.0,)}
    assert compare([text("empty", {}), words]).premiums == {"words": (1.0,)}
    assert compare([text("empty", {})]).spread == (1.0,)


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(TokenizerError, match="nothing: was evaluated"):
        compare([])
    with pytest.raises(TokenizerError, match="reference 'xx': is no group"):
        compare([of("a", 1, 1)], reference="xx")
    with pytest.raises(TokenizerError, match="reference 'empty': holds nothing to compare with"):
        compare([of("a", 1, 1), text("empty", {})], reference="empty")
    with pytest.raises(TokenizerError, match="per 'line'"):
        compare([of("a", 1, 1)], per="line")  # type: ignore[arg-type]


def test_every_metric_has_a_value() -> None:
    found = compare([of("a", 100, 10), of("b", 100, 30)])
    values = {key: found.values(key) for key in METRICS}
    assert values["tokens"] == (40,)
    assert values["bytes_per_token"] == (5.0,)
    assert values["gini"] == (pytest.approx(0.25),)
    assert all(len(each) == 1 for each in values.values())


# --- ranges


def test_there_are_no_ranges_for_fewer_than_ten_documents() -> None:
    assert compare([of("a", 100, 10, documents=9)]).ranges["bytes_per_token"] == (None,)
    assert compare([of("a", 100, 10, documents=10)]).ranges["bytes_per_token"] == ((10.0, 10.0),)


def test_small_groups_are_drawn_together() -> None:
    found = compare([of("a", 100, 10, documents=5), of("b", 100, 10, documents=5)])
    assert found.ranges["bytes_per_token"] == ((10.0, 10.0),)
    assert found.group_ranges["a"]["bytes_per_token"] == (None,)
    assert (found.ranges["gini"], found.ranges["spread"]) == ((None,), (None,))


def test_large_groups_are_drawn_apart() -> None:
    """Each keeps its share of the text, so what differs between them moves nothing."""
    found = compare([of("a", 100, 10, documents=10), of("b", 100, 40, documents=10)])
    assert found.ranges["bytes_per_token"] == ((4.0, 4.0),)
    assert found.ranges["spread"] == ((4.0, 4.0),)
    assert found.ranges["gini"] == ((pytest.approx(0.3), pytest.approx(0.3)),)


def test_sums_and_uses_of_ids_have_no_ranges() -> None:
    found = compare([of("a", 100, 10, documents=20)])
    assert not {"tokens", "vocabulary_share", "renyi_efficiency"} & set(found.ranges)


def test_a_share_without_anything_to_divide_by_has_no_range() -> None:
    """Documents without words can be all that is drawn."""
    wordless = [{"bytes": 5, "tokens": 5}] * 19
    found = compare([text("a", *wordless, {"bytes": 5, "tokens": 2, "words": 1, "word_tokens": 2})])
    assert found.ranges["tokens_per_word"] == (None,)
    assert found.ranges["bytes_per_token"] != (None,)


def test_equal_seeds_give_equal_ranges() -> None:
    def ranges(seed: int) -> object:
        return compare([varied(50)], seed=seed).ranges

    assert ranges(1) == ranges(1) != ranges(2)


def varied(documents: int, seed: int = 0) -> FileEvaluation:
    """A text whose documents have 3 to 5 bytes for each of their tokens."""
    random = np.random.default_rng(seed)
    tokens = random.integers(50, 150, documents)
    sizes = (tokens * random.uniform(3, 5, documents)).astype(np.int64)
    return text("t", *[{"bytes": b, "tokens": t} for b, t in zip(sizes.tolist(), tokens.tolist(), strict=True)])


def test_the_range_is_as_wide_as_the_theory_of_ratios_says() -> None:
    """The delta method: the variance of a ratio r = sum y / sum x is that of y - r x, divided by n mean(x)²."""
    file = varied(400)
    size, tokens = file.documents[0, :, 0].astype(float), file.documents[0, :, COLUMNS.index("tokens")].astype(float)
    ratio = size.sum() / tokens.sum()
    error = np.std(size - ratio * tokens) / np.sqrt(len(size)) / tokens.mean()
    [(low, high)] = compare([file]).ranges["bytes_per_token"]  # type: ignore[misc]
    assert low == pytest.approx(ratio - 1.96 * error, rel=0.002)
    assert high == pytest.approx(ratio + 1.96 * error, rel=0.002)


def test_the_range_holds_the_truth_nineteen_times_in_twenty() -> None:
    """Documents have 4 bytes a token on average, and 200 corpora of 60 of them are drawn."""
    found = [compare([varied(60, seed)], resamples=400).ranges["bytes_per_token"][0] for seed in range(200)]
    hits = sum(low <= 4.0 <= high for low, high in found)  # type: ignore[misc]
    assert 178 <= hits <= 198


def test_tokenizers_are_drawn_with_the_same_documents() -> None:
    file = text("a", *[{"bytes": 10 + n, "tokens": 5 + n % 3} for n in range(40)], tokenizers=2)
    sums = resampled_sums(file.documents, 100, np.random.default_rng(0))
    assert np.array_equal(2 * sums[:, 0, COLUMNS.index("tokens")], sums[:, 1, COLUMNS.index("tokens")])


def test_a_difference_can_be_sure_where_ranges_overlap() -> None:
    """The second tokenizer has one token more in each document, the third as often one more as one less."""
    random = np.random.default_rng(0)
    tokens = random.integers(20, 400, 60)
    rows = np.zeros((3, 60, len(COLUMNS)), dtype=np.int64)
    rows[:, :, COLUMNS.index("bytes")] = random.integers(200, 2000, 60)
    rows[:, :, COLUMNS.index("tokens")] = tokens, tokens + 1, tokens + np.tile([1, -1], 30)
    uses = np.zeros(4, dtype=np.int64)
    file = FileEvaluation(Path("t"), tuple(Evaluation.from_sums(one.sum(axis=0), uses) for one in rows), rows)
    found = compare([file])
    best, worse, like = found.differences["bytes_per_token"]
    assert best == (0.0, 0.0)
    assert worse is not None
    assert worse[1] < 0
    assert like is not None
    assert like[0] < 0 < like[1]
    (low, high), (other_low, other_high), _ = found.ranges["bytes_per_token"]  # type: ignore[misc]
    assert low < other_high < high
    assert other_low < low
    assert found.differences["gini"] == (None, None, None)


def test_the_difference_of_what_should_be_small_is_from_the_smallest() -> None:
    file = text("a", *[{"bytes": 9, "tokens": 5, "words": 2, "word_tokens": 4}] * 12, tokenizers=2)
    rows = file.documents.copy()
    rows[0, :, COLUMNS.index("word_tokens")] = 6
    uses = np.zeros(4, dtype=np.int64)
    file = FileEvaluation(Path("t"), tuple(Evaluation.from_sums(one.sum(axis=0), uses) for one in rows), rows)
    assert compare([file]).differences["tokens_per_word"] == ((1.0, 1.0), (0.0, 0.0))


def test_many_documents_are_joined_with_their_neighbours() -> None:
    rows = np.arange(2 * 10 * 9).reshape(2, 10, 9)
    few = joined(rows, 4)
    assert few.shape == (2, 4, 9)
    assert np.array_equal(few[:, 0], rows[:, :3].sum(axis=1))
    assert np.array_equal(few[:, 3], rows[:, 9])
    assert joined(rows, 10) is rows


def test_the_comparison_says_of_what_it_is() -> None:
    found = compare([of("a", 100, 10, documents=3), of("b", 100, 30, documents=4)], per="character", reference="a")
    assert isinstance(found, Comparison)
    assert (found.documents, found.per, found.reference) == (7, "character", "a")
