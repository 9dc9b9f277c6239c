"""The merges of a run as the window takes them, in several looks, whatever learning began with."""

import time

import numpy as np
import pytest

from vocabsmith.pages.build_page.live_merges import LiveMerges
from vocabsmith.pages.build_page.run_pane import RunPane
from vocabsmith_engine import Monitor, NewMerges, Recipe, train_from_counts
from vocabsmith_resources.themes.palette import LIGHT

WORDS = {"né né": 5, "漢字漢字": 4, "the": 9, "then": 3, "😀": 1}


def in_two_looks(monitor: Monitor) -> list[NewMerges]:
    every = monitor.new_merges(0)
    return [
        NewMerges(0, every.ids[:3], every.counts[:3], every.tokens_left[:3], every.base),
        NewMerges(3, every.ids[3:], every.counts[3:], every.tokens_left[3:], every.base),
    ]


@pytest.mark.parametrize("base", ["bytes", "characters"])
def test_every_merge_is_spelt_as_it_was_learned(base: str) -> None:
    monitor = Monitor()
    recipe = Recipe(vocab_size=400, base=base, character_coverage=0.98, min_frequency=1, byte_order="value")
    result = train_from_counts(WORDS, recipe, monitor)
    live = LiveMerges(recipe.byte_of_id)
    lengths = [length for news in in_two_looks(monitor) for length in live.add(news).tolist()]
    merges = [live.merge(rank) for rank in range(1, len(live) + 1)]
    assert [(merge.left, merge.right) for merge in merges] == result.merges
    assert [merge.whole for merge in merges] == [left + right for left, right in result.merges]
    assert lengths == [len(left + right) for left, right in result.merges]


@pytest.mark.parametrize("base", ["bytes", "characters"])
def test_the_chart_tells_the_bytes_per_token_of_the_result(base: str, qtbot) -> None:
    monitor = Monitor()
    recipe = Recipe(vocab_size=400, base=base, character_coverage=1, min_frequency=1)
    result = train_from_counts(WORDS, recipe, monitor)
    pane = RunPane()
    qtbot.addWidget(pane)
    pane.apply_theme(LIGHT)
    pane.start(recipe, "")
    pane.charts.bytes_per_token.begin_curve(result.counted_bytes)
    for news in in_two_looks(monitor):
        pane.add_merges(news)
    pane.charts.draw_news()
    chart, expected = pane.charts.bytes_per_token, result.bytes_per_token_at()
    assert [chart.value_at(merges) for merges in range(len(expected))] == expected.tolist()
    assert chart._told_of(len(expected) - 1).place.x() == result.vocab_size


def test_many_merges_that_come_at_once_are_measured_quickly() -> None:
    """Each token is made of the one twenty merges before it: as many steps as a frozen window may find waiting."""
    many, apart = 200_000, 20
    parts = np.maximum(np.arange(256, 256 + many) - apart, 97).astype(np.uint32)
    parts[:apart] = 97
    ids = np.stack([parts, np.full(many, 98, np.uint32), np.arange(256, 256 + many, dtype=np.uint32)], axis=1)
    numbers = np.ones(many, np.uint64)
    live = LiveMerges(bytes(range(256)))
    began = time.perf_counter()
    lengths = live.add(NewMerges(0, ids, numbers, numbers))
    assert time.perf_counter() - began < 5  # a hang guard: looking at all that is left in each step takes a minute
    assert lengths[[0, apart - 1, apart, 2 * apart, many - 1]].tolist() == [2, 2, 3, 4, 1 + many // apart]
