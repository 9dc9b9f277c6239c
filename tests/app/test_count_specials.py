"""Special tokens looked for in the corpus."""

import pytest

from vocabsmith.operations.count_specials import count_specials
from vocabsmith.pages.build_page.special_counts import SpecialCounts
from vocabsmith_engine import Monitor, Source, Stopped

SECONDS = 20_000  # milliseconds: a hang guard, not a bound


def count(paths, tokens, monitor=None):
    sources = [Source(path) for path in paths]
    return dict(count_specials(sources=sources, special_tokens=tokens, monitor=monitor or Monitor()))


@pytest.fixture
def write(tmp_path):
    def write(name, content):
        (tmp_path / name).write_text(content)
        return tmp_path / name

    return write


def test_the_sources_are_counted_together_and_what_is_not_there_is_0(write):
    paths = [write("a.txt", "<|x|><|x|>"), write("b.txt", "<|x|>")]
    assert count(paths, ["<|x|>", "<|y|>"]) == {"<|x|>": 3, "<|y|>": 0}


def test_tokens_that_no_run_can_have_are_passed_over(write):
    assert count([write("a.txt", "<|x|>")], ["", "a\0", "\ud800", "<|x|>"]) == {"<|x|>": 1}


def test_in_a_source_that_is_gone_there_is_none(write, tmp_path):
    assert count([tmp_path / "gone.txt", write("a.txt", "<|x|>")], ["<|x|>"]) == {"<|x|>": 1}


def test_a_stop_ends_the_counting(write):
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        count([write("a.txt", "<|x|>")], ["<|x|>"], monitor)


def test_a_source_that_is_added_is_counted_by_itself_and_one_that_goes_is_not_counted_any_more(
    qtbot, tasks, write, monkeypatch
):
    read = []

    def counting(**asked):
        read.append(sorted(source.path.name for source in asked["sources"]))
        return count_specials(**asked)

    monkeypatch.setattr("vocabsmith.pages.build_page.special_counts.count_specials", counting)
    a, b = Source(write("a.txt", "<|x|>")), Source(write("b.txt", "<|x|><|x|>"))
    counts = SpecialCounts(tasks)
    counts.ask(["<|x|>"])
    counts.set_sources([a])
    qtbot.waitUntil(lambda: counts.count_of("<|x|>") == 1, timeout=SECONDS)
    counts.set_sources([a, b])
    assert counts.count_of("<|x|>") is None
    qtbot.waitUntil(lambda: counts.count_of("<|x|>") == 3, timeout=SECONDS)
    counts.set_sources([b])
    qtbot.waitUntil(lambda: counts.count_of("<|x|>") == 2, timeout=SECONDS)
    assert read == [["a.txt"], ["b.txt"], ["b.txt"]]


def test_of_overlapping_tokens_each_is_counted_as_a_run_cuts_it(qtbot, tasks, write):
    counts = SpecialCounts(tasks)
    counts.set_sources([Source(write("a.txt", "<|x|>>"))])
    counts.ask(["<|x|>"])
    qtbot.waitUntil(lambda: counts.count_of("<|x|>") == 1, timeout=SECONDS)
    counts.ask(["<|x|>", "<|x|>>"])
    qtbot.waitUntil(lambda: counts.count_of("<|x|>>") == 1, timeout=SECONDS)
    assert counts.count_of("<|x|>") == 0
