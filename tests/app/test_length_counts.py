"""Counts of tokens by length, for the chart of token lengths."""

import tracemalloc

import numpy as np

from vocabsmith.plots.length_counts import LengthCounts


def told(counts: LengthCounts) -> dict[int, int]:
    return dict(zip(counts.lengths.tolist(), counts.tokens.tolist(), strict=True))


def test_every_length_is_counted_and_the_shorter_comes_first() -> None:
    counts = LengthCounts.of(np.array([7, 2, 5000, 2, 300_000_000]))
    assert list(told(counts).items()) == [(2, 2), (7, 1), (5000, 1), (300_000_000, 1)]


def test_counts_add_up() -> None:
    counts = LengthCounts().plus(LengthCounts.of(np.array([3, 2]))).plus(LengthCounts.of(np.array([9000, 3])))
    assert told(counts) == {2: 1, 3: 2, 9000: 1}


def test_the_last_bar_gathers_all_that_is_longer() -> None:
    assert LengthCounts.of(np.array([2, 4, 4, 5, 77, 5000])).gathered(2, 5).tolist() == [1, 0, 2, 3]


def test_a_token_as_long_as_a_large_file_takes_no_memory() -> None:
    tracemalloc.start()
    LengthCounts().plus(LengthCounts.of(np.array([2, 300_000_000])))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 1_000_000
