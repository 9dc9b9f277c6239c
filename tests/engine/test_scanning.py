"""A look at a corpus tells what a run would find in it."""

from __future__ import annotations

import gzip
import hashlib
import io
import random
import sys
import tarfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from vocabsmith_engine import CorpusError, Monitor, Recipe, Stopped, count_pieces, scan


def test_a_text_file(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"one two<|x|>thirteen" + b"\xff")
    [found] = scan(file, special_tokens=["<|x|>"])
    assert (found.path, found.bytes, found.documents, found.bad_bytes) == (file, 21, 2, 1)
    assert found.reports[0].first_bad_offset == 20
    assert found.reports[0].kind == "text"
    assert found.longest_piece == len("thirteen")
    assert dict(found.special_tokens) == {"<|x|>": 1}
    assert found.digest == hashlib.blake2b(file.read_bytes(), digest_size=32).hexdigest()
    assert found.problems == ()


def test_well_known_special_tokens_are_found_unasked(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a<|im_start|>b<|im_start|><|endoftext|>")
    [found] = scan(tmp_path)
    assert dict(found.special_tokens) == {"<|im_start|>": 2, "<|endoftext|>": 1}


def test_the_longest_piece_follows_the_pieces(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("ACGT" * 500_000)
    (tmp_path / "b.txt").write_text("a b\nc d")
    assert [each.longest_piece for each in scan(tmp_path, pretokenizer="gpt2")] == [2_000_000, 2]
    assert [each.longest_piece for each in scan(tmp_path, pretokenizer="none")] == [2_000_000, 7]
    assert [each.longest_piece for each in scan(tmp_path / "b.txt", pretokenizer=r"[a-z] |\s+")] == [2]


def test_records(tmp_path: Path) -> None:
    lines = ['{"text": "abc<s"}', '{"text": "> de"}', "{broken", '{"id": 7}', '{"text": "x <s> y"}']
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    [found] = scan(tmp_path)
    [report] = found.reports
    assert (report.kind, report.field) == ("jsonl", "text")
    assert (report.used_records, report.broken_records, report.missing_records) == (3, 1, 1)
    assert (report.first_broken, report.first_missing) == ((3,), (4,))
    assert found.longest_piece == 3  # not across two records
    assert dict(found.special_tokens) == {"<s>": 1}  # nor this


def test_the_same_content_twice_is_told_and_once_named_is_once_listed(tmp_path: Path) -> None:
    for name, text in (("a.txt", "same"), ("b.txt", "else"), ("c.txt", "same"), ("d.txt", ""), ("e.txt", "")):
        (tmp_path / name).write_text(text)
    (tmp_path / "link.txt").symlink_to(tmp_path / "b.txt")
    found = scan([tmp_path / "a.txt", tmp_path, tmp_path / "link.txt"])
    assert [each.path.name for each in found] == ["a.txt", "b.txt", "c.txt", "d.txt", "e.txt"]
    assert [each.duplicate_of for each in found] == [None, None, tmp_path / "a.txt", None, None]


def test_bad_files_are_told_and_do_not_end_the_scan(tmp_path: Path) -> None:
    packed = gzip.compress(b"some words of text " * 1000)
    (tmp_path / "cut.gz").write_bytes(packed[:-20])
    (tmp_path / "picture.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    (tmp_path / "good.txt").write_text("good")
    found = {each.path.name: each for each in scan([tmp_path, tmp_path / "missing"])}
    assert "is cut short" in str(found["cut.gz"].problems[0])
    assert "is a picture" in str(found["picture.txt"].problems[0])
    assert "no such file" in str(found["missing"].problems[0])
    assert found["cut.gz"].reports == ()
    assert (found["good.txt"].problems, found["good.txt"].documents) == ((), 1)


def test_a_bad_member_leaves_the_others_of_its_archive(tmp_path: Path) -> None:
    words = b"".join(b"word%d " % number for number in range(400_000))
    (tmp_path / "cut.gz").write_bytes(gzip.compress(words)[:-20])
    (tmp_path / "good.txt").write_text("good text")
    with tarfile.open(tmp_path / "all.tar", "w") as archive:
        for name in ("cut.gz", "good.txt"):
            archive.add(tmp_path / name, name)
    [found] = scan(tmp_path / "all.tar")
    assert [report.path.name for report in found.reports] == ["good.txt"]
    assert [problem.path for problem in found.problems] == [tmp_path / "all.tar" / "cut.gz"]
    assert found.longest_piece == len(" text")


def test_the_figures_are_those_of_a_run(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("text of some words\n" * 100_000)
    (tmp_path / "b.csv").write_text("text,n\nfirst,1\n,2\nthird,3\n")
    counted = count_pieces(tmp_path, Recipe(vocab_size=256), threads=2)
    found = scan(tmp_path, threads=1)
    assert tuple(report for each in found for report in each.reports) == counted.files
    assert sum(each.documents for each in found) == counted.documents
    assert max(each.longest_piece for each in found) == counted.counts.longest


def test_names_choose_among_the_files_of_a_folder(tmp_path: Path) -> None:
    for name in ("a.txt", "b.md"):
        (tmp_path / name).write_text("x")
    assert [each.path.name for each in scan(tmp_path, names=["*.md"])] == ["b.md"]


def test_progress_ends_full(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("words and more\n" * 300_000)
    monitor = Monitor()
    scan(tmp_path, monitor=monitor)
    progress = monitor.progress()
    assert (progress.stage, progress.done) == ("reading", 15 * 300_000)


def test_nothing_to_scan_and_a_stop(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="names no file"):
        scan([])
    (tmp_path / "a.txt").write_text("x")
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        scan(tmp_path, monitor=monitor)


def archive_with_a_member_that_goes_bad(path: Path) -> Path:
    """The second member is damaged at its end, after much of it has been handed out."""
    damaged = bytearray(gzip.compress("".join(random.Random(1).choices("abcdefgh \n", k=3_000_000)).encode(), 1))
    damaged[-200] ^= 255
    with tarfile.open(path, "w") as archive:
        for name, data in (("a.txt", b"good text"), ("b.txt.gz", bytes(damaged)), ("c.txt", b"more text")):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return path


def test_after_a_member_that_goes_bad_the_others_are_told_whole(tmp_path: Path) -> None:
    monitor = Monitor()
    [found] = scan(archive_with_a_member_that_goes_bad(tmp_path / "a.tar"), monitor=monitor)
    assert [report.path.name for report in found.reports] == ["a.txt", "c.txt"]
    assert [problem.path.name for problem in found.problems] == ["b.txt.gz"]
    assert monitor.progress().total == 2 * found.bytes


def test_an_archive_on_standard_input_is_not_told_of_when_it_cannot_be_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = archive_with_a_member_that_goes_bad(tmp_path / "a.tar").read_bytes()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    with pytest.raises(CorpusError, match="standard input: cannot be read a second time"):
        scan("-")
