import threading
import time
from pathlib import Path

import pytest
from progress_log import progress_of

from vocabsmith_engine import Monitor, Progress, Recipe, Stopped, count_pieces, train_from_counts


def test_a_fresh_monitor_is_idle() -> None:
    assert Monitor().progress() == Progress("idle", 0, None, 0.0, 0)


def test_three_of_five_billion_is_sixty_per_cent() -> None:
    monitor = Monitor()
    monitor.begin_stage("reading", 5_000_000_000)
    monitor.advance_to(3_000_000_000)
    progress = monitor.progress()
    assert (progress.stage, progress.done, progress.total) == ("reading", 3_000_000_000, 5_000_000_000)
    assert progress.fraction == 0.6


def test_a_stage_of_unknown_length_has_no_fraction() -> None:
    monitor = Monitor()
    monitor.begin_stage("checking")
    monitor.advance_by(7)
    assert (monitor.progress().done, monitor.progress().fraction) == (7, None)


def test_progress_neither_falls_nor_passes_its_total() -> None:
    monitor = Monitor()
    monitor.begin_stage("reading", 10)
    monitor.advance_to(8)
    monitor.advance_to(5)
    assert monitor.progress().done == 8
    monitor.advance_by(100)
    assert monitor.progress().done == 10


def test_merges_are_handed_out_from_any_rank() -> None:
    monitor = Monitor()
    train_from_counts([(b"aaab", 5)], Recipe(vocab_size=259, pretokenizer="none", byte_order="value"), monitor)
    everything, last = monitor.new_merges(0), monitor.new_merges(1)
    assert everything.ids.tolist() == [[97, 97, 256], [97, 98, 257], [256, 257, 258]]
    assert everything.counts.tolist() == [10, 5, 5]
    assert everything.tokens_left.tolist() == [15, 10, 5]
    assert (last.first, last.ids.tolist()) == (1, [[97, 98, 257], [256, 257, 258]])
    assert monitor.new_merges(3).ids.shape == (0, 3)


def test_notes_are_kept_in_the_order_they_were_left() -> None:
    monitor = Monitor()
    assert monitor.notes == ()
    monitor.note("one")
    monitor.note("two")
    assert monitor.notes == ("one", "two")


def test_a_stop_is_an_error_only_for_work_without_a_result() -> None:
    monitor = Monitor()
    monitor.raise_if_stopped()
    monitor.stop()
    with pytest.raises(Stopped, match="the work: was stopped before there was anything to keep"):
        monitor.raise_if_stopped()


def test_a_paused_worker_waits_until_it_may_go_on() -> None:
    monitor = Monitor()
    monitor.pause()
    passed = threading.Event()
    worker = threading.Thread(target=lambda: monitor.checkpoint() and passed.set())
    worker.start()
    assert not passed.wait(0.05)
    monitor.resume()
    worker.join(10)
    assert passed.is_set()


def test_a_stop_frees_a_paused_worker() -> None:
    monitor = Monitor()
    monitor.pause()
    answers: list[bool] = []
    worker = threading.Thread(target=lambda: answers.append(monitor.checkpoint()))
    worker.start()
    monitor.stop()
    worker.join(10)
    assert answers == [False]


def test_progress_over_20_megabytes_moves_and_ends_full(tmp_path: Path) -> None:
    (tmp_path / "corpus.txt").write_bytes(
        b"".join(b"word%d another%d\n" % (n % 9999, n * 7919 % 300_007) for n in range(1_000_000))
    )
    monitor, since = Monitor(), time.monotonic()
    with progress_of(monitor) as log:
        counted = count_pieces([tmp_path / "corpus.txt"], Recipe(vocab_size=12_000), monitor, threads=1)
        read = monitor.progress()
        train_from_counts(counted, Recipe(vocab_size=12_000), monitor)
    assert time.monotonic() - since < 20  # so nothing stood still for ten times the bound
    for stage in ("reading", "merging"):
        steps = [progress for progress in log if progress.stage == stage]
        assert [step.done for step in steps] == sorted(step.done for step in steps)
        assert all(step.total is not None and step.done <= step.total for step in steps)
        assert len({step.done for step in steps}) > 2
    assert (read.stage, read.done) == ("reading", read.total)
    assert monitor.progress().merges == 11_744  # the total of the merging
