"""How often special tokens stand in a corpus."""

import gzip

import pytest

from vocabsmith_engine import Monitor, Source, Stopped
from vocabsmith_engine.special_token_counts import count_special_tokens


def test_each_token_is_counted_and_those_that_are_not_there_are_left_out(tmp_path):
    (tmp_path / "a.txt").write_text("one<|x|>two<|x|>\n<|y|>")
    assert count_special_tokens([tmp_path / "a.txt"], ["<|x|>", "<|y|>", "<|z|>"]) == {"<|x|>": 2, "<|y|>": 1}


def test_of_tokens_that_begin_alike_the_longest_is_found(tmp_path):
    (tmp_path / "a.txt").write_text("<|x|><|x|>> <|x|")
    assert count_special_tokens([tmp_path], ["<|x|>", "<|x|>>"]) == {"<|x|>": 1, "<|x|>>": 1}


def test_a_text_of_many_windows_loses_no_token_at_their_borders(tmp_path):
    (tmp_path / "a.txt").write_text("abcdefghij<|end of text|>\n" * 200_000)
    assert count_special_tokens([tmp_path / "a.txt"], ["<|end of text|>"], threads=2) == {"<|end of text|>": 200_000}


def test_a_token_is_in_one_record_and_a_weight_counts_nothing_twice(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"text": "one<|x"}\n{"text": "|>two<|x|>"}\n')
    assert count_special_tokens([Source(tmp_path / "a.jsonl", 5)], ["<|x|>"]) == {"<|x|>": 1}


def test_a_file_that_cannot_be_used_is_passed_over(tmp_path):
    (tmp_path / "cut.gz").write_bytes(gzip.compress(b"<|x|>" * 100_000)[:-20])
    (tmp_path / "good.txt").write_text("<|x|>")
    sources = [tmp_path / "cut.gz", tmp_path / "good.txt", tmp_path / "gone.txt"]
    assert count_special_tokens(sources, ["<|x|>"]) == {"<|x|>": 1}


def test_a_stop_ends_the_counting(tmp_path):
    (tmp_path / "a.txt").write_text("some text")
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        count_special_tokens([tmp_path / "a.txt"], ["<|x|>"], monitor=monitor)
