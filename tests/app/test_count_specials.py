"""Special tokens looked for in the corpus, source by source."""

import pytest

from vocabsmith.operations.count_specials import count_specials
from vocabsmith_engine import Monitor, Source, Stopped


def count(sources, tokens, monitor=None):
    told = []
    count_specials(
        sources=[Source(source) for source in sources],
        special_tokens=tokens,
        on_counted=lambda source, counts: told.append((source.path.name, counts)),
        monitor=monitor or Monitor(),
    )
    return told


def test_each_source_is_told_as_soon_as_it_is_counted(tmp_path):
    (tmp_path / "a.txt").write_text("<|x|><|x|>")
    (tmp_path / "b.txt").write_text("none")
    assert count([tmp_path / "a.txt", tmp_path / "b.txt"], ["<|x|>"]) == [
        ("a.txt", {"<|x|>": 2}),
        ("b.txt", {"<|x|>": 0}),
    ]


def test_tokens_that_no_run_can_have_are_passed_over(tmp_path):
    (tmp_path / "a.txt").write_text("<|x|>")
    assert count([tmp_path / "a.txt"], ["", "a\0", "\ud800", "<|x|>"]) == [("a.txt", {"<|x|>": 1})]


def test_in_a_source_that_is_gone_there_is_none(tmp_path):
    (tmp_path / "a.txt").write_text("<|x|>")
    told = count([tmp_path / "gone.txt", tmp_path / "a.txt"], ["<|x|>"])
    assert told == [("gone.txt", {"<|x|>": 0}), ("a.txt", {"<|x|>": 1})]


def test_a_stop_ends_the_counting(tmp_path):
    (tmp_path / "a.txt").write_text("<|x|>")
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        count([tmp_path / "a.txt"], ["<|x|>"], monitor)
