"""The main job without a window: read, merge, check; and what stopping leaves behind."""

import gzip
import threading
import time
from types import SimpleNamespace

import pytest

from vocabsmith.operations.check_corpus import check_corpus
from vocabsmith.operations.run_handle import RunHandle
from vocabsmith.operations.train_corpus import go_on_with_run, train_corpus
from vocabsmith_engine import CorpusError, Monitor, Recipe, Source, Stopped, StopReason
from vocabsmith_engine.normalization import Normalizer
from vocabsmith_engine.runs import RunStore
from vocabsmith_resources.samples import sample_path

SMALL = Recipe(vocab_size=1000, min_frequency=2)


def train(*paths, recipe=SMALL, monitor=None, **more):
    return train_corpus(
        sources=[Source(path) for path in paths], recipe=recipe, threads=1, monitor=monitor or Monitor(), **more
    )


def test_a_run_learns_and_finds_that_the_text_comes_back_the_same(tmp_path):
    (tmp_path / "a.txt").write_text("aa bb cc aa")
    outcome = train(tmp_path / "a.txt")
    assert outcome.result.merges == [(b"a", b"a")]
    assert outcome.result.vocab_size == 257
    assert outcome.result.stop_reason is StopReason.BELOW_MIN_FREQUENCY
    assert (outcome.check.bytes, outcome.check.whole, outcome.check.difference) == (11, True, "")


@pytest.mark.parametrize("policy", ["replace", "skip", "keep"])
def test_the_check_compares_with_the_text_as_it_was_read(tmp_path, policy):
    (tmp_path / "a.txt").write_bytes(b"gr\xfc\xdfe " * 100)
    outcome = train(tmp_path / "a.txt", recipe=Recipe(vocab_size=300, invalid_bytes=policy))
    assert outcome.check.whole
    assert not outcome.check.difference


def test_the_check_reads_no_more_than_its_bound(tmp_path):
    (tmp_path / "a.txt").write_text("one two three " * 100)
    result = train(tmp_path / "a.txt").result
    monitor = Monitor()
    report = check_corpus(result=result, files=[Source(tmp_path / "a.txt")], monitor=monitor, most_bytes=1000)
    assert (report.bytes, report.whole) == (1000, False)
    assert (monitor.progress().stage, monitor.progress().fraction) == ("checking", 1.0)


def test_a_tokenizer_that_changes_text_is_found_out(tmp_path):
    class Lossy:
        normalizer = Normalizer()

        def encode_bytes(self, text):
            return text

        def decode_bytes(self, ids):
            return ids.replace(b"x", b"y")

    (tmp_path / "a.txt").write_text("one fix")
    result = SimpleNamespace(tokenizer=Lossy(), recipe=SMALL)
    report = check_corpus(result=result, files=[Source(tmp_path / "a.txt")], monitor=Monitor())
    assert report.difference == "a.txt, after byte 0 of its text"


def test_an_empty_file_alone_is_named(tmp_path):
    (tmp_path / "empty.txt").touch()
    with pytest.raises(CorpusError, match=r"empty\.txt: is empty, so there is nothing to learn from"):
        train(tmp_path / "empty.txt")


def test_one_letter_gives_the_whole_base_vocabulary(tmp_path):
    (tmp_path / "a.txt").write_text("a")
    outcome = train(tmp_path / "a.txt")
    assert len(outcome.result.merges) == 0
    assert outcome.result.vocab_size == 256


def test_what_is_not_text_is_left_out(tmp_path):
    (tmp_path / "a.txt").write_text("aa aa aa")
    (tmp_path / "b.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"zz" * 1000)
    outcome = train(tmp_path)
    assert outcome.result.merges == [(b"a", b"a"), (b" ", b"aa")]
    assert outcome.check.bytes == 8


def test_no_learned_token_is_longer_than_asked_for(tmp_path):
    (tmp_path / "a.txt").write_text("今天天气很好\n" * 200)
    outcome = train(tmp_path / "a.txt", recipe=Recipe(vocab_size=1000, max_token_length=9))
    assert max(map(len, outcome.result.tokenizer.tokens)) == 9


def test_the_counts_are_told_before_the_first_merge(tmp_path):
    (tmp_path / "a.txt").write_text("aa aa")
    monitor = Monitor()
    told = []
    train(
        tmp_path / "a.txt",
        monitor=monitor,
        on_counted=lambda counts: told.append((counts.counts.total_bytes, monitor.progress().merges)),
    )
    assert told == [(5, 0)]


def test_stopping_while_reading_leaves_nothing(tmp_path):
    (tmp_path / "a.txt").write_text("aa aa")
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        train(tmp_path / "a.txt", monitor=monitor)
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["a.txt"]


def test_a_text_that_vanishes_once_it_is_counted_leaves_the_tokenizer_unchecked(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("aa bb cc aa")
    monitor = Monitor()
    outcome = train(path, monitor=monitor, on_counted=lambda _counts: path.unlink())
    assert outcome.result.merges == [(b"a", b"a")]
    assert outcome.check is None
    assert monitor.notes[-1].startswith(f"The tokenizer could not be checked on the corpus. {path}: ")


def test_a_run_that_finds_no_room_at_its_end_hands_its_tokenizer_over(tmp_path):
    (tmp_path / "a.txt").write_text("aa bb cc aa")
    store, handle = RunStore(tmp_path / "runs"), RunHandle()

    def leave_no_place_for_the_result(_counts):
        record = handle.info.folder / "run.json"
        record.unlink()
        (record / "in the way").mkdir(parents=True)

    outcome = train(tmp_path / "a.txt", store=store, handle=handle, on_counted=leave_no_place_for_the_result)
    assert outcome.result.merges == [(b"a", b"a")]
    assert outcome.info is None


def test_a_run_that_is_gone_on_with_and_stopped_at_once_keeps_what_it_has(tmp_path):
    (tmp_path / "a.txt").write_text("one two three " * 100)
    store, monitor = RunStore(tmp_path / "runs"), Monitor()
    with store.begin("a", [tmp_path / "a.txt"], SMALL) as live, pytest.raises(Stopped):
        live.train(monitor, on_counted=lambda _counts: live.suspend())
    [cut_off] = store.runs()
    monitor, handle = Monitor(), RunHandle()
    monitor.stop()
    with pytest.raises(Stopped):
        go_on_with_run(store=store, run_id=cut_off.id, monitor=monitor, handle=handle)
    assert handle.waits
    assert store.runs() == [cut_off]


def test_stopping_while_merging_keeps_the_merges_so_far():
    whole = train(sample_path(), recipe=Recipe(vocab_size=3000))
    monitor = Monitor()
    outcome = train(
        sample_path(), recipe=Recipe(vocab_size=3000), monitor=monitor, on_counted=lambda _counts: stop_soon(monitor)
    )
    learned = len(outcome.result.merges)
    assert outcome.check is None
    assert outcome.result.stop_reason is StopReason.STOPPED
    assert learned < len(whole.result.merges)
    assert outcome.result.merges == whole.result.merges[:learned]


def stop_soon(monitor: Monitor) -> None:
    def wait_for_merges() -> None:
        while monitor.progress().merges < 10:
            time.sleep(0.0005)
        monitor.stop()

    threading.Thread(target=wait_for_merges).start()


def test_stopping_the_check_keeps_the_tokenizer(tmp_path):
    (tmp_path / "a.txt").write_text("one two three " * 1000)
    result = train(tmp_path / "a.txt").result
    monitor = Monitor()
    monitor.stop()
    report = check_corpus(result=result, files=[Source(tmp_path / "a.txt")], monitor=monitor)
    assert (report.bytes, report.stopped, report.whole) == (0, True, False)


def test_a_file_that_turned_out_bad_is_not_said_to_be_compared_whole(tmp_path):
    (tmp_path / "a.txt").write_text("aa bb aa bb")
    (tmp_path / "cut.gz").write_bytes(gzip.compress(b"".join(b"zz%d " % number for number in range(200_000)))[:-30])
    check = train(tmp_path / "a.txt", tmp_path / "cut.gz", skip_bad=True).check
    assert (check.whole, check.difference) == (False, "")
    assert check.bytes >= 11
