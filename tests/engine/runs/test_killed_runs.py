"""Processes that are killed at any moment, and disks that are full: the store is sound, and the merges are the same."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import worker
from run_texts import fields_that_differ, random_words, suspended_at

from vocabsmith_engine import Monitor, Stopped, TrainingResult, train
from vocabsmith_engine.runs import LiveRun, RunError, RunInfo, RunState, RunStore

resource = pytest.importorskip("resource", reason="kills and limits are those of POSIX")
SIZES_OF_THE_DISK = [0, 300, 700, 3_000, 60_000, 150_000, 300_000]


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = random_words(tmp_path_factory.mktemp("text") / "words.txt", 10_000)
    path.write_bytes((path.read_bytes() + b"\n") * 40)
    return path


@pytest.fixture(scope="module")
def unbroken(text: Path) -> TrainingResult:
    return train(text, worker.RECIPE)


@pytest.fixture
def store(tmp_path: Path) -> RunStore:
    return RunStore(tmp_path / "runs")


@contextmanager
def working(store: RunStore, text: Path, what: str, *more: object) -> Iterator[subprocess.Popen[bytes]]:
    """A process that works in the store; killed at the end if it still does."""
    command = [sys.executable, worker.__file__, store.folder, text, what, *more]
    with subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"working\n"
        try:
            yield process
        finally:
            process.kill()


def killed_after(store: RunStore, text: Path, what: str, seconds: float) -> None:
    with working(store, text, what) as process:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()


@pytest.mark.parametrize("seed", range(4))
def test_a_run_that_is_killed_again_and_again_ends_with_the_same_merges(
    store: RunStore, text: Path, unbroken: TrainingResult, seed: int
) -> None:
    chance = random.Random(seed)
    for _ in range(6):
        killed_after(store, text, "begin", chance.uniform(0.0, 0.7))
        (info,) = store.runs()
        if info.state is RunState.FINISHED:
            break
        assert info.interrupted
    else:
        with store.reopen(info.id) as run:
            run.train(Monitor())
    assert set(fields_that_differ(store.result(info.id), unbroken)) <= {"seconds"}


def test_a_run_that_was_killed_while_merging_is_kept_with_its_merges(
    store: RunStore, text: Path, unbroken: TrainingResult
) -> None:
    with working(store, text, "begin"):
        deadline = time.monotonic() + 60
        while not store.runs()[0].merges and time.monotonic() < deadline:
            time.sleep(0.002)
    (info,) = store.runs()
    if info.state is not RunState.FINISHED:
        info = store.keep(info.id)
    merges = store.result(info.id).merge_ids
    assert len(merges) > 0
    assert merges.tolist() == unbroken.merge_ids[: len(merges)].tolist()


@pytest.mark.parametrize("seconds", [0.0, 0.01, 0.05, 0.1])
def test_a_kill_while_renaming_leaves_one_of_the_names(
    store: RunStore, text: Path, unbroken: TrainingResult, seconds: float
) -> None:
    finished(store, text)
    killed_after(store, text, "rename", seconds)
    (info,) = store.runs()
    assert info.state is RunState.FINISHED
    assert info.name == "words" or info.name.startswith("name ")
    assert set(fields_that_differ(store.result(info.id), unbroken)) <= {"seconds"}


@pytest.mark.parametrize("seconds", [0.0, 0.0005, 0.001, 0.002])
def test_a_kill_while_deleting_leaves_the_run_or_nothing(
    store: RunStore, text: Path, unbroken: TrainingResult, seconds: float
) -> None:
    finished(store, text)
    killed_after(store, text, "delete", seconds)
    for info in store.runs():
        assert set(fields_that_differ(store.result(info.id), unbroken)) <= {"seconds"}


def finished(store: RunStore, text: Path) -> None:
    with store.begin("words", text, worker.RECIPE) as run:
        run.train(Monitor())


@pytest.mark.parametrize("size", SIZES_OF_THE_DISK)
def test_a_full_disk_leaves_the_run_no_worse_off_than_without_a_store(
    store: RunStore, text: Path, unbroken: TrainingResult, size: int
) -> None:
    command = [sys.executable, worker.__file__, store.folder, text, "limited", size]
    done = subprocess.run(list(map(str, command)), capture_output=True, check=True)
    if done.stdout == b"not kept\n":
        assert store.runs() == []
        return
    assert done.stdout.endswith(b" merges\n")
    assert int(done.stdout.split()[-2]) == len(unbroken.merge_ids)
    (info,) = store.runs()
    if info.state is not RunState.FINISHED:  # with room on the disk again
        with store.reopen(info.id) as run:
            run.train(Monitor())
    assert set(fields_that_differ(store.result(info.id), unbroken)) <= {"seconds"}


def test_two_processes_work_in_one_store(store: RunStore, text: Path, unbroken: TrainingResult) -> None:
    with working(store, text, "begin") as other:
        ours = store.begin("ours", text, worker.RECIPE)
        with ours:
            ours.train(Monitor())
        assert other.wait(60) == 0
    infos = store.runs()
    assert sorted(info.name for info in infos) == ["ours", "words"]
    for info in infos:
        assert set(fields_that_differ(store.result(info.id), unbroken)) <= {"seconds"}


def test_a_run_that_another_process_works_on_is_living_until_it_dies(store: RunStore, text: Path) -> None:
    with working(store, text, "hold"):
        (info,) = store.runs()
        assert (info.living, info.interrupted) == (True, False)
        with pytest.raises(RunError, match="is being worked on"):
            store.reopen(info.id)
    (info,) = store.runs()
    assert (info.living, info.interrupted) == (False, True)


def suspended_while_counting(run: LiveRun, *, pause: bool) -> None:
    monitor = Monitor()

    def suspend() -> None:
        while monitor.progress().done < 2_000_000:
            time.sleep(0.0005)
        if pause:
            monitor.pause()
        run.suspend()

    thread = threading.Thread(target=suspend)
    thread.start()
    with pytest.raises(Stopped):
        run.train(monitor)
    thread.join()


@pytest.mark.parametrize("pause", [False, True], ids=["running", "paused"])
def test_a_run_that_is_suspended_while_counting_goes_on_from_there(
    store: RunStore, text: Path, unbroken: TrainingResult, pause: bool
) -> None:
    with store.begin("words", text, worker.RECIPE, threads=1) as run:
        suspended_while_counting(run, pause=pause)
    info: RunInfo = store.runs()[0]
    assert info.interrupted
    assert info.counting_progress is not None
    assert info.counting_progress[0] >= 2_000_000
    with store.reopen(info.id) as run:
        assert set(fields_that_differ(run.train(Monitor()), unbroken)) <= {"seconds"}
    assert not (info.folder / "counting").exists()


@pytest.mark.parametrize("damage", ["checkpoint.json", "fingerprints.json", "table-0-0-0.pieces"])
def test_a_checkpoint_that_cannot_be_used_is_counted_anew(
    store: RunStore, text: Path, unbroken: TrainingResult, damage: str
) -> None:
    with store.begin("words", text, worker.RECIPE, threads=1) as run:
        suspended_while_counting(run, pause=False)
    folder = store.runs()[0].folder
    if damage == "fingerprints.json":
        (folder / damage).unlink()
    else:
        content = bytearray((folder / "counting" / damage).read_bytes())
        content[len(content) // 2] ^= 1
        (folder / "counting" / damage).write_bytes(content)
    with store.reopen(folder.name) as run:
        assert set(fields_that_differ(run.train(Monitor()), unbroken)) <= {"seconds"}


def test_damaged_counts_are_counted_anew_and_told(store: RunStore, text: Path, unbroken: TrainingResult) -> None:
    info = store.info(suspended_at(store, text, worker.RECIPE, 200))
    (info.folder / "counts" / "counts.json").write_text("{", "utf-8")
    monitor = Monitor()
    with store.reopen(info.id) as run:
        assert set(fields_that_differ(run.train(monitor), unbroken)) <= {"seconds"}
    assert "The text is counted once more." in monitor.notes[0]
