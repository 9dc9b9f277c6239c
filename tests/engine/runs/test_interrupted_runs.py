"""Runs that were cut off: gone on with, kept as they are, refused when their text is another."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from run_texts import CATS, LONG, RECIPE, fields_that_differ, random_words, suspended_at, train_until

from vocabsmith_engine import Monitor, Source, Stopped, StopReason, train
from vocabsmith_engine.runs import RunError, RunState, RunStore
from vocabsmith_engine.runs.merge_log import number_logged
from vocabsmith_engine.runs.source_files import check_unchanged


@pytest.fixture
def words(tmp_path: Path) -> Path:
    return random_words(tmp_path / "words.txt")


@pytest.fixture
def store(tmp_path: Path) -> RunStore:
    return RunStore(tmp_path / "runs")


def suspended(store: RunStore, *sources: Path, merges: int = 500) -> str:
    return suspended_at(store, sources, LONG, merges)


def test_a_suspended_run_stays_with_its_merges(store: RunStore, words: Path) -> None:
    info = store.info(suspended(store, words))
    assert (info.state, info.living, info.interrupted, info.problem) == (RunState.MERGING, False, True, "")
    assert info.merges >= 500
    assert info.vocab_size == 256 + info.merges


def test_a_run_that_is_gone_on_with_gives_what_an_unbroken_one_does(store: RunStore, words: Path) -> None:
    identity = suspended(store, words)
    with store.reopen(identity) as run:
        result = run.train(Monitor())
    assert set(fields_that_differ(result, train(words, LONG))) <= {"seconds"}
    assert store.info(identity).state is RunState.FINISHED
    assert fields_that_differ(store.result(identity), result) == []


def test_a_run_is_suspended_as_often_as_one_likes(store: RunStore, words: Path) -> None:
    identity = suspended(store, words, merges=2000)
    for merges in (100, 3000):  # the first time it does not come as far as before
        with store.reopen(identity) as run, pytest.raises(Stopped, match="is suspended"):
            train_until(run, merges, suspend=True)
        assert store.info(identity).merges >= 2000
    with store.reopen(identity) as run:
        assert np.array_equal(run.train(Monitor()).merge_ids, train(words, LONG).merge_ids)


def test_a_run_that_is_kept_ends_with_the_merges_it_has(store: RunStore, words: Path) -> None:
    info = store.keep(suspended(store, words))
    result, whole = store.result(info.id), train(words, LONG)
    assert (info.state, info.stop_reason) == (RunState.FINISHED, StopReason.STOPPED)
    assert 500 <= info.merges < len(whole.merge_ids)
    assert np.array_equal(result.merge_ids, whole.merge_ids[: info.merges])
    assert np.array_equal(result.tokens_left, whole.tokens_left[: info.merges])
    assert result.tokenizer.vocab_size == 256 + info.merges
    assert result.corpus.files[0].path == words


def test_a_kept_run_says_that_what_was_held_out_was_not_measured(store: RunStore, words: Path) -> None:
    recipe = replace(LONG, held_out=0.2, document_unit="line")
    info = store.keep(suspended_at(store, words, recipe, 500))
    assert info.notes == ("What was held out was not measured, since the run was stopped.",)


def test_a_run_without_merges_cannot_be_kept(store: RunStore, words: Path) -> None:
    run = store.begin("words", words, LONG)
    run.suspend()
    monitor = Monitor()
    monitor.stop()
    with run, pytest.raises(Stopped):
        run.train(monitor)
    (info,) = store.runs()
    assert (info.state, info.interrupted) == (RunState.COUNTING, True)
    with pytest.raises(RunError):
        store.keep(info.id)


def test_a_run_that_was_suspended_while_counting_goes_on(store: RunStore, words: Path) -> None:
    run = store.begin("words", words, LONG)
    run.suspend()
    monitor = Monitor()
    monitor.stop()
    with run, pytest.raises(Stopped):
        run.train(monitor)
    with store.reopen(store.runs()[0].id) as run:
        assert np.array_equal(run.train(Monitor()).merge_ids, train(words, LONG).merge_ids)


def test_stopping_keeps_what_was_learned(store: RunStore, words: Path) -> None:
    with store.begin("words", words, LONG) as run:
        result = train_until(run, 500, suspend=False)
    (info,) = store.runs()
    assert (info.state, info.stop_reason) == (RunState.FINISHED, StopReason.STOPPED)
    assert fields_that_differ(store.result(info.id), result) == []


def test_stopping_early_after_going_on_keeps_what_was_learned_before(store: RunStore, words: Path) -> None:
    identity = suspended(store, words, merges=4000)
    before = store.info(identity).merges
    with store.reopen(identity) as run:
        result = train_until(run, 1, suspend=False)
    assert len(result.merge_ids) >= before
    assert np.array_equal(result.merge_ids, train(words, LONG).merge_ids[: len(result.merge_ids)])
    assert fields_that_differ(store.result(identity), result) == []


def test_a_run_that_has_ended_cannot_be_gone_on_with(store: RunStore, words: Path) -> None:
    identity = store.keep(suspended(store, words)).id
    for refused in (store.reopen, store.keep):
        with pytest.raises(RunError, match="has ended"):
            refused(identity)


def test_a_run_that_has_not_ended_has_no_result(store: RunStore, words: Path) -> None:
    with pytest.raises(RunError, match="has not ended"):
        store.result(suspended(store, words))


def without_counts(store: RunStore, identity: str) -> str:
    """As after a crash before the counts were saved."""
    shutil.rmtree(store.info(identity).folder / "counts", ignore_errors=True)
    return identity


def test_a_file_that_has_changed_is_named(store: RunStore, words: Path) -> None:
    identity = without_counts(store, suspended(store, words))
    with words.open("ab") as file:
        file.write(b" more")
    with pytest.raises(RunError, match=r"words\.txt: has changed since the run began"):
        store.reopen(identity)


def test_a_file_that_was_written_again_is_named_though_its_size_and_time_are_the_same(
    store: RunStore, words: Path
) -> None:
    identity = without_counts(store, suspended(store, words))
    status = words.stat()
    words.write_bytes(b"X" + words.read_bytes()[1:])
    os.utime(words, ns=(status.st_atime_ns, status.st_mtime_ns))
    with pytest.raises(RunError, match=r"words\.txt: has changed"):
        store.reopen(identity)


def test_a_file_that_is_gone_is_named(store: RunStore, words: Path) -> None:
    identity = without_counts(store, suspended(store, words))
    words.unlink()
    with pytest.raises(RunError, match=r"words\.txt: is gone"):
        store.reopen(identity)


def test_a_file_that_is_new_in_a_folder_is_named(store: RunStore, tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    folder.mkdir()
    random_words(folder / "words.txt")
    identity = without_counts(store, suspended(store, folder))
    (folder / "new.txt").write_text(CATS, "utf-8")
    with pytest.raises(RunError, match=r"new\.txt: was not there when the run began"):
        store.reopen(identity)


def test_a_file_that_could_not_be_read_from_the_beginning_is_no_other(tmp_path: Path) -> None:
    gone = Source(tmp_path / "gone.txt")
    check_unchanged((), [gone])
    gone.path.write_text("now it can", "utf-8")
    with pytest.raises(RunError, match=r"gone\.txt: was not there when the run began"):
        check_unchanged((), [gone])


def test_text_that_is_gone_does_not_matter_once_the_counts_are_kept(store: RunStore, words: Path) -> None:
    whole = train(words, LONG)
    identity = suspended(store, words)
    words.unlink()
    with store.reopen(identity) as run:
        assert np.array_equal(run.train(Monitor()).merge_ids, whole.merge_ids)


def test_standard_input_cannot_be_counted_again(store: RunStore) -> None:
    run = store.begin("words", Source(Path("-")), RECIPE)
    run.close()
    with pytest.raises(RunError, match="standard input"):
        store.reopen(run.info.id)


def test_other_merges_than_those_of_before_are_an_error(store: RunStore, words: Path) -> None:
    identity = without_counts(store, suspended(store, words))
    folder = store.info(identity).folder
    random_words(words, lines=19_000)
    (folder / "fingerprints.json").unlink()  # nobody knows that the text is another one
    with store.reopen(identity) as run, pytest.raises(RunError, match="has other merges than"):
        run.train(Monitor())
    info = store.info(identity)
    assert info.interrupted
    assert "has other merges than" in info.problem


def test_a_torn_record_is_cut_off(store: RunStore, words: Path) -> None:
    identity = suspended(store, words)
    log = store.info(identity).folder / "merges.log"
    with log.open("r+b") as file:
        file.truncate(32 + 32 * 300 + 17)
    assert number_logged(log) == 300
    with store.reopen(identity) as run:
        assert np.array_equal(run.train(Monitor()).merge_ids, train(words, LONG).merge_ids)


@pytest.mark.parametrize("merges", [0, 300])
def test_zeros_that_a_crash_left_are_no_merges(store: RunStore, words: Path, merges: int) -> None:
    identity = suspended(store, words)
    log = store.info(identity).folder / "merges.log"
    os.truncate(log, 32 + 32 * merges)
    os.truncate(log, 32 + 32 * 5000)
    with store.reopen(identity) as run:
        assert np.array_equal(run.train(Monitor()).merge_ids, train(words, LONG).merge_ids)
    assert len(store.result(identity).merge_ids) > 5000


def test_a_log_without_a_header_begins_anew(store: RunStore, words: Path) -> None:
    identity = suspended(store, words)
    (store.info(identity).folder / "merges.log").write_bytes(b"VS")
    with store.reopen(identity) as run:
        assert np.array_equal(run.train(Monitor()).merge_ids, train(words, LONG).merge_ids)
    assert store.result(identity).vocab_size > 500
