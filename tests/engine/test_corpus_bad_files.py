"""Bad files: named, one line each, and left out whole when that is wanted."""

from __future__ import annotations

import gzip
import os
import threading
from pathlib import Path

import pytest
from packing import tarred, zipped
from progress_log import progress_of

from vocabsmith_engine import BadFile, BadFiles, CorpusError, Monitor, Recipe, count_pieces, train
from vocabsmith_engine.chunks import BeginAnew, ChunkReader
from vocabsmith_engine.corpus import Source
from vocabsmith_engine.corpus.left_out import LeftOut

RECIPE = Recipe(vocab_size=300)
TEXT = "".join(f"line {number}\n" for number in range(20_000)).encode()
PICTURE = b"\x89PNG\r\n\x1a\n"


def written(folder: Path, **files: bytes) -> Path:
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


def test_what_can_be_seen_at_once_is_named_all_together(tmp_path: Path) -> None:
    written(tmp_path, a=b"text", b=PICTURE, c=gzip.compress(TEXT)[:15], d=b"%PDF-1.7")
    with pytest.raises(BadFiles) as caught:
        count_pieces([tmp_path, tmp_path / "gone"], RECIPE)
    assert [(file.path.name, file.reason) for file in caught.value.files] == [
        ("gone", "cannot be read: no such file or directory"),
        ("b", "is a picture"),
        ("c", "is cut short: its gzip data has no end"),
        ("d", "is a PDF document"),
    ]
    assert "\n" not in str(caught.value)


def test_a_file_that_fails_later_stops_the_run(tmp_path: Path) -> None:
    written(tmp_path, a=b"text", b=gzip.compress(TEXT)[:-20])
    with pytest.raises(BadFile, match=r"/b: is cut short"):
        count_pieces(tmp_path, RECIPE)


def test_nothing_of_a_bad_file_is_counted(tmp_path: Path) -> None:
    good = b"ab cd\n" * 100
    written(tmp_path, a=good, b=gzip.compress(TEXT)[:-20], c=PICTURE, d=good)
    for window in (100, 2**20):
        result = count_pieces([tmp_path, tmp_path / "gone"], RECIPE, skip_bad=True, window=window)
        assert dict(result.counts.items()) == {b"ab": 200, b" cd": 200, b"\n": 200}
        assert (result.documents, result.bytes) == (2, 1200)
        assert [report.path.name for report in result.files] == ["a", "d"]
        assert sorted(file.path.name for file in result.skipped) == ["b", "c", "gone"]


def test_a_run_that_begins_anew_says_so_and_shows_true_progress(tmp_path: Path) -> None:
    written(tmp_path, a=TEXT, b=gzip.compress(TEXT)[:-20], c=TEXT)
    monitor = Monitor()
    with progress_of(monitor) as log:
        count_pieces(tmp_path, RECIPE, monitor, skip_bad=True, window=1000)
    done = [progress.done for progress in log if progress.stage == "reading"]
    assert done == sorted(done)
    assert monitor.progress().done == monitor.progress().total
    assert monitor.notes == ("A file turned out to be bad while it was read: reading begins anew without it.",)


def test_several_files_that_fail_later_are_found_in_one_pass(tmp_path: Path) -> None:
    bad = gzip.compress(TEXT)[:-20]
    written(tmp_path, a=bad, b=bad, c=b"text", d=bad)
    left_out = LeftOut()
    reader = ChunkReader(RECIPE, Monitor(), 1000, left_out=left_out)
    with pytest.raises(BeginAnew):
        list(reader.chunks([Source(tmp_path / name) for name in "abcd"]))
    assert [file.path.name for file in left_out.files] == ["a", "b", "d"]


def test_a_bad_member_is_left_out_of_its_archive(tmp_path: Path) -> None:
    members = {"a.txt": b"one", "b.png": PICTURE, "c.gz": gzip.compress(TEXT)[:-20], "d.txt": b"two"}
    for pack in (zipped, tarred):
        written(tmp_path, archive=pack(members))
        result = count_pieces(tmp_path / "archive", RECIPE, skip_bad=True, window=1000)
        assert dict(result.counts.items()) == {b"one": 1, b"two": 1}
        assert [file.path.name for file in result.skipped] == ["b.png", "c.gz"]


def test_with_a_bad_archive_all_its_members_are_left_out(tmp_path: Path) -> None:
    inner = tarred({"a.txt": TEXT, "b.txt": TEXT})[:-12_000]
    outer = tarred({"one.txt": b"one", "inner.tar": inner, "two.txt": b"two"})
    written(tmp_path, archive=outer)
    result = count_pieces(tmp_path / "archive", RECIPE, skip_bad=True, window=1000)
    assert dict(result.counts.items()) == {b"one": 1, b"two": 1}
    assert [file.path for file in result.skipped] == [tmp_path / "archive" / "inner.tar"]


def test_when_nothing_is_left_the_bad_files_are_the_error(tmp_path: Path) -> None:
    written(tmp_path, a=gzip.compress(TEXT)[:-20], b=PICTURE)
    with pytest.raises(BadFiles, match=r"2 files: cannot be used: .*/b: is a picture; .*/a: is cut short"):
        count_pieces(tmp_path, RECIPE, skip_bad=True, window=1000)
    with pytest.raises(BadFile, match=r"/gone: cannot be read"):
        count_pieces(tmp_path / "gone", RECIPE, skip_bad=True)


def test_an_empty_file_is_a_note(tmp_path: Path) -> None:
    written(tmp_path, a=b"", b=b"text", c=gzip.compress(b""))
    result = count_pieces(tmp_path, RECIPE)
    assert [report.notes for report in result.files] == [(f"{tmp_path}/a is empty.",), (), (f"{tmp_path}/c is empty.",)]
    with pytest.raises(CorpusError, match=r"/a: holds no text: 0 bytes"):
        train(tmp_path / "a", RECIPE)


def test_a_result_names_what_was_left_out(tmp_path: Path) -> None:
    written(tmp_path, a=b"text text", b=PICTURE)
    assert train(tmp_path, RECIPE, skip_bad=True).notes == (f"{tmp_path}/b was left out: it is a picture.",)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_bad(tmp_path: Path) -> None:
    written(tmp_path, a=b"text", b=b"secret")
    (tmp_path / "b").chmod(0)
    with pytest.raises(BadFile, match=r"/b: cannot be read: permission denied"):
        count_pieces(tmp_path, RECIPE)


# --- files that change while they are read


def reading_half(folder: Path, then: object, **settings: bool) -> object:
    """Count 50 MB, and do something to the file when half of it is read."""
    path = folder / "text"
    path.write_bytes(b"some words to be counted\n" * 2_000_000)
    monitor = Monitor()
    counting = threading.Event()

    def change() -> None:
        while not counting.is_set() and monitor.progress().done < 25_000_000:
            pass
        then(path)

    changing = threading.Thread(target=change)
    changing.start()
    try:
        return count_pieces([path, written(folder, other=b"ab") / "other"], RECIPE, monitor, **settings)
    finally:
        counting.set()
        changing.join()


def test_a_file_that_is_emptied_meanwhile_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"/text: shrank from 50,000,000 to [0-9,]+ bytes or fewer while it was read"):
        reading_half(tmp_path, lambda path: os.truncate(path, 0))


def test_a_file_that_is_emptied_meanwhile_can_be_left_out(tmp_path: Path) -> None:
    result = reading_half(tmp_path, lambda path: os.truncate(path, 0), skip_bad=True)
    assert dict(result.counts.items()) == {b"ab": 1}


def test_a_file_that_vanishes_meanwhile_was_open_and_is_read(tmp_path: Path) -> None:
    result = reading_half(tmp_path, lambda path: path.unlink())
    assert dict(result.counts.items())[b"some"] == 2_000_000


def test_what_is_added_to_a_file_meanwhile_is_left_out_and_told(tmp_path: Path) -> None:
    def add(path: Path) -> None:
        with path.open("ab") as file:
            file.write(b"more\n")

    result = reading_half(tmp_path, add)
    assert result.files[0].notes == (f"{tmp_path}/text grew by 5 bytes while it was read; they were left out.",)
    assert b"more" not in dict(result.counts.items())


def test_a_file_that_vanishes_before_its_turn_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vocabsmith_engine import counting  # noqa: PLC0415

    written(tmp_path, a=b"text", b=b"more")
    monkeypatch.setattr(counting, "bad_among", lambda _files, _monitor: (tmp_path / "b").unlink() or ())
    with pytest.raises(BadFile, match=r"/b: cannot be read: no such file or directory"):
        count_pieces(tmp_path, RECIPE)
    written(tmp_path, b=b"more")
    assert dict(count_pieces(tmp_path, RECIPE, skip_bad=True).counts.items()) == {b"text": 1}
