"""Counting that is saved now and then, cut off, and gone on with."""

import gzip
import io
import json
import os
import sys
import threading
from pathlib import Path

import pytest
from cut_off_counting import counted, cut_off_after, every_chunk, names_in, recipe, same, texts

from vocabsmith_engine import Monitor, Source, Stopped
from vocabsmith_engine.checkpoints import Checkpoints
from vocabsmith_engine.memory_budget import MemoryBudget

# ---------------------------------------------------------------- going on


@pytest.mark.parametrize("after", [1, 2, 4, 7, 12])
def test_a_count_that_goes_on_gives_what_an_unbroken_one_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    paths = texts(tmp_path)
    cut_off_after(monkeypatch, after, lambda: counted(paths, recipe(), every_chunk(tmp_path)))
    assert same(counted(paths, recipe(), every_chunk(tmp_path)), counted(paths, recipe()))


def test_it_may_be_cut_off_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = texts(tmp_path)
    for _ in range(5):
        cut_off_after(monkeypatch, 2, lambda: counted(paths, recipe(), every_chunk(tmp_path)))
    assert same(counted(paths, recipe(), every_chunk(tmp_path)), counted(paths, recipe()))


def test_files_that_were_finished_are_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = texts(tmp_path)
    expected = counted(paths, recipe())
    cut_off_after(monkeypatch, 8, lambda: counted(paths, recipe(), every_chunk(tmp_path)))
    status = paths[0].stat()
    paths[0].write_bytes(b"?" * status.st_size)
    os.utime(paths[0], ns=(status.st_atime_ns, status.st_mtime_ns))
    assert same(counted(paths, recipe(), every_chunk(tmp_path)), expected)


def test_another_number_of_threads_may_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = texts(tmp_path)
    cut_off_after(monkeypatch, 6, lambda: counted(paths, recipe(), every_chunk(tmp_path), threads=4))
    assert same(counted(paths, recipe(), every_chunk(tmp_path), threads=1), counted(paths, recipe()))


def test_held_out_documents_are_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = texts(tmp_path)
    how = recipe(held_out=0.3, document_unit="line")
    for after in (3, 4):
        cut_off_after(monkeypatch, after, lambda: counted(paths, how, every_chunk(tmp_path)))
    found, expected = counted(paths, how, every_chunk(tmp_path)), counted(paths, how)
    assert same(found, expected)
    assert found.held_out and expected.held_out
    assert found.held_out.documents == expected.held_out.documents > 0
    assert dict(found.held_out.counts.items()) == dict(expected.held_out.counts.items())


@pytest.mark.parametrize("held_out", [0.0, 0.3])
def test_what_an_expression_has_counted_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held_out: float
) -> None:
    paths = texts(tmp_path)
    how = recipe(pretokenizer=r"\w+|\W+", document_unit="line", held_out=held_out)
    cut_off_after(monkeypatch, 5, lambda: counted(paths, how, every_chunk(tmp_path), threads=1))
    found, expected = counted(paths, how, every_chunk(tmp_path), threads=1), counted(paths, how, threads=1)
    assert same(found, expected)
    if found.held_out and expected.held_out:
        assert dict(found.held_out.counts.items()) == dict(expected.held_out.counts.items())


def test_weights_are_those_of_each_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = [Source(path, weight) for path, weight in zip(texts(tmp_path), [5, 1, 2**31], strict=True)]
    cut_off_after(monkeypatch, 7, lambda: counted(sources, recipe(), every_chunk(tmp_path)))
    assert same(counted(sources, recipe(), every_chunk(tmp_path)), counted(sources, recipe()))


def test_the_account_of_records_goes_on_in_the_middle_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "records.jsonl"
    lines = ["{broken", '{"other": 1}'] + [json.dumps({"text": f"text {number}"}) for number in range(200_000)]
    path.write_text("\n".join([*lines, "{broken too"]), "utf-8")
    cut_off_after(monkeypatch, 3, lambda: counted(path, recipe(), every_chunk(tmp_path)))
    assert 0 < progress_of(every_chunk(tmp_path))[0] < path.stat().st_size
    found = counted(path, recipe(), every_chunk(tmp_path))
    assert found.files[0].first_broken == (1, 200_003)
    assert found.files[0].first_missing == (2,)
    assert same(found, counted(path, recipe()))


def progress_of(checkpoints: Checkpoints) -> tuple[int, int]:
    found = checkpoints.progress()
    assert found
    return found


def test_bad_files_are_left_out_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = texts(tmp_path, number=2, size=12_000)
    # It shows only after a part of it was counted: then reading begins anew without it.
    packed = gzip.compress("\n".join(os.urandom(20).hex() for _ in range(800)).encode())
    bad = tmp_path / "bad.txt.gz"
    bad.write_bytes(packed[: len(packed) // 2])
    sources = [paths[0], bad, paths[1]]
    options = {"skip_bad": True, "window": 4000}
    expected = counted(sources, recipe(), **options)
    assert [file.path for file in expected.skipped] == [bad]
    for after in range(1, 12):  # from the first text, through the bad one and anew, into the last
        folder = tmp_path / str(after)
        cut_off_after(monkeypatch, after, lambda to=folder: counted(sources, recipe(), every_chunk(to), **options))
        assert same(counted(sources, recipe(), every_chunk(folder), **options), expected), after


def test_tables_that_spill_are_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "many.txt"
    path.write_text("\n".join(f"a{number * 7919 % 100_003}" for number in range(60_000)), "utf-8")
    expected = counted(path, recipe())
    monkeypatch.setattr(MemoryBudget, "of", classmethod(lambda cls, *_a, **_k: cls(200_000, 2**40)))
    for after in (40, 40, 100):
        cut_off_after(monkeypatch, after, lambda: counted(path, recipe(), every_chunk(tmp_path)))
    assert any(name.startswith("run-") for name in names_in(tmp_path / "checkpoint"))
    found = counted(path, recipe(), every_chunk(tmp_path))
    assert found.spilled_bytes > 0
    assert same(found, expected)


def test_progress_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = texts(tmp_path)
    cut_off_after(monkeypatch, 8, lambda: counted(paths, recipe(), every_chunk(tmp_path)))
    done, total = progress_of(every_chunk(tmp_path))
    assert total == sum(path.stat().st_size for path in paths)
    assert 0 < done < total
    monitor = Monitor()
    counted(paths, recipe(), every_chunk(tmp_path), monitor)
    assert monitor.progress().done == total


# ---------------------------------------------------------------- when, and what is on the disk


def test_a_count_that_is_shorter_than_the_interval_writes_nothing(tmp_path: Path) -> None:
    counted(texts(tmp_path), recipe(), Checkpoints(tmp_path / "checkpoint", seconds=600))
    assert not (tmp_path / "checkpoint").exists()


def test_only_the_last_checkpoint_stays_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cut_off_after(monkeypatch, 9, lambda: counted(texts(tmp_path), recipe(), every_chunk(tmp_path)))
    assert names_in(tmp_path / "checkpoint") == ["checkpoint.json", "table-8-0-0.pieces", "table-8-0-1.pieces"]


def test_what_a_killed_run_has_left_half_written_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = texts(tmp_path)
    cut_off_after(monkeypatch, 2, lambda: counted(paths, recipe(), every_chunk(tmp_path)))
    for name in ("table-7-0-0.pieces", "run-7-0-3"):
        (tmp_path / "checkpoint" / name).write_bytes(b"half")
    counted(paths, recipe(), Checkpoints(tmp_path / "checkpoint", seconds=600))
    assert names_in(tmp_path / "checkpoint") == ["checkpoint.json", "table-1-0-0.pieces", "table-1-0-1.pieces"]


def test_removing_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cut_off_after(monkeypatch, 2, lambda: counted(texts(tmp_path), recipe(), every_chunk(tmp_path)))
    every_chunk(tmp_path).remove()
    assert not (tmp_path / "checkpoint").exists()
    assert every_chunk(tmp_path).progress() is None
    every_chunk(tmp_path).remove()


def test_a_checkpoint_can_be_asked_for_before_a_stop(tmp_path: Path) -> None:
    paths = texts(tmp_path, number=200, size=20_000)
    checkpoints, monitor = Checkpoints(tmp_path / "checkpoint", seconds=600), Monitor()
    checkpoints.request()
    stood: list[bool] = []

    def stop() -> None:
        stood.append(checkpoints.wait(60))
        monitor.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    with pytest.raises(Stopped):
        counted(paths, recipe(), checkpoints, monitor)
    stopper.join()
    assert stood == [True]
    assert same(counted(paths, recipe(), checkpoints), counted(paths, recipe()))


def test_nobody_waits_for_a_count_that_has_ended(tmp_path: Path) -> None:
    checkpoints = Checkpoints(tmp_path / "checkpoint", seconds=600)
    counted(texts(tmp_path), recipe(), checkpoints)
    checkpoints.request()
    assert checkpoints.wait(60) is False


def test_what_cannot_be_read_again_is_not_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"some words\n" * 1000)))
    monitor = Monitor()
    counted("-", recipe(), every_chunk(tmp_path), monitor)
    assert monitor.notes == ("- cannot be read a second time, so the counting is not saved meanwhile.",)
    assert not (tmp_path / "checkpoint").exists()


# ---------------------------------------------------------------- where nothing can be written


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit for files")
def test_a_full_disk_is_one_note_and_the_last_checkpoint_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = texts(tmp_path)
    expected = counted(paths, recipe())
    cut_off_after(monkeypatch, 3, lambda: counted(paths, recipe(), every_chunk(tmp_path)))
    before = {path: path.read_bytes() for path in (tmp_path / "checkpoint").iterdir()}
    import resource  # noqa: PLC0415

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    monitor = Monitor()
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        found = counted(paths, recipe(), every_chunk(tmp_path), monitor)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert same(found, expected)
    assert [note for note in monitor.notes if "could not be saved" in note and "File too large" in note] == list(
        monitor.notes
    )
    assert len(monitor.notes) == 1
    assert {path: path.read_bytes() for path in (tmp_path / "checkpoint").iterdir()} == before
    assert same(counted(paths, recipe(), every_chunk(tmp_path)), expected)


def test_a_folder_that_cannot_be_made_is_one_note(tmp_path: Path) -> None:
    paths = texts(tmp_path)
    (tmp_path / "checkpoint").write_text("a file", "utf-8")
    monitor = Monitor()
    checkpoints = Checkpoints(tmp_path / "checkpoint" / "below", seconds=0.0)
    assert same(counted(paths, recipe(), checkpoints, monitor), counted(paths, recipe()))
    assert len(monitor.notes) == 1
    assert "could not be saved" in monitor.notes[0]
