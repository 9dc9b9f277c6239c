"""Looking at files and folders before they are listed."""

import gzip
import os
from pathlib import Path

import pytest

from vocabsmith.corpus_items import MISSING, NOT_TEXT
from vocabsmith.operations import add_to_corpus
from vocabsmith.operations.add_to_corpus import find_sources
from vocabsmith.operations.first_look import look_again, look_at_first
from vocabsmith_engine import Monitor, Stopped

PNG = b"\x89PNG\r\n\x1a\n" + bytes(100)


def find(*paths: Path):
    return find_sources(paths=paths, monitor=Monitor())


def scan(*paths: Path):
    """What is found, looked at."""
    return [look_again(item=new.item, monitor=Monitor()) for new in find(*paths)]


def test_a_text_file_is_listed_with_its_size(tmp_path):
    (tmp_path / "a.txt").write_text("grüße\n")
    (item,) = scan(tmp_path / "a.txt")
    assert (item.path.name, item.kind, item.bytes, item.note) == ("a.txt", "text", 8, "")


def test_a_folder_counts_its_text_files_and_says_what_it_leaves_out(tmp_path):
    folder = tmp_path / "notes"
    (folder / "deep").mkdir(parents=True)
    (folder / "one.txt").write_text("abc")
    (folder / "deep" / "two.txt").write_text("defg")
    (folder / "picture.png").write_bytes(PNG)
    (folder / ".hidden").write_text("not counted")
    (item,) = scan(folder)
    assert (item.kind, item.files, item.bytes) == ("folder", 2, 7)
    assert item.note == "1 file left out: no text."


def test_an_empty_file_is_named_as_empty(tmp_path):
    (tmp_path / "empty.txt").touch()
    (item,) = scan(tmp_path / "empty.txt")
    assert (item.kind, item.bytes) == ("text", 0)
    assert item.note == "Empty: there is nothing to learn from."


@pytest.mark.parametrize(
    ("head", "note"),
    [
        (PNG, "It is a picture. There is no text to learn from; leave it out."),
        (b"%PDF-1.7\n", "It is a PDF document. Save its text as plain text and add that."),
        (b"\x7fELF" + bytes(60), "It is a program. There is no text to learn from; leave it out."),
        (b"\0\1\2\3" + bytes(range(128, 256)), "It is binary. Name its encoding if it is text, or leave it out."),
    ],
)
def test_what_is_not_text_is_listed_with_the_reason_and_what_to_do(tmp_path, head, note):
    (tmp_path / "thing.txt").write_bytes(head)
    (item,) = scan(tmp_path / "thing.txt")
    assert (item.kind, item.note) == (NOT_TEXT, note)


def test_what_is_damaged_is_left_out(tmp_path):
    (tmp_path / "a.txt.gz").write_bytes(b"\x1f\x8b\x08" + bytes(20))
    (item,) = scan(tmp_path / "a.txt.gz")
    assert item.kind == NOT_TEXT
    assert item.note.startswith("It is damaged: its gzip data cannot be read")


def test_what_is_packed_is_known_by_what_is_in_it(tmp_path):
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(b"text"))
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(b'{"text": "a"}'))
    assert [item.kind for item in scan(tmp_path / "a.txt.gz", tmp_path / "b.jsonl.gz")] == ["text", "jsonl"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_text_in_any_form_of_unicode_is_text(tmp_path, encoding):
    (tmp_path / "a.txt").write_bytes("Привет, мир.\tGrüße\r\n".encode(encoding))
    (item,) = scan(tmp_path / "a.txt")
    assert (item.kind, item.note) == ("text", "")


@pytest.mark.parametrize("encoding", ["cp1251", "koi8-r"])
def test_text_in_another_encoding_is_text(tmp_path, encoding):
    (tmp_path / "a.txt").write_bytes("Привет, мир.\tПривет\r\n".encode(encoding))
    (item,) = scan(tmp_path / "a.txt")
    assert (item.kind, item.note) == ("text", "")


def test_a_character_cut_off_by_the_end_of_the_look_is_no_bad_byte(tmp_path):
    (tmp_path / "a.txt").write_bytes(("文" * 30_000).encode())
    (item,) = scan(tmp_path / "a.txt")
    assert (item.kind, item.note) == ("text", "")


def test_a_missing_file_is_listed_as_missing(tmp_path):
    (item,) = scan(tmp_path / "gone.txt")
    assert (item.kind, item.note) == (MISSING, "It is not at its place any more.")


def test_the_same_file_named_twice_is_one_item(tmp_path):
    (tmp_path / "a.txt").write_text("abc")
    assert len(scan(tmp_path / "a.txt", tmp_path / "." / "a.txt")) == 1


def test_a_link_back_up_does_not_lead_round_in_a_circle(tmp_path):
    folder = tmp_path / "round"
    folder.mkdir()
    (folder / "a.txt").write_text("abc")
    (folder / "up").symlink_to(folder, target_is_directory=True)
    assert scan(folder)[0].files == 1


def test_a_folder_without_text_is_left_out(tmp_path):
    (item,) = scan(tmp_path)
    assert (item.kind, item.files) == (NOT_TEXT, 0)


@pytest.mark.parametrize("work", [find_sources, look_at_first])
def test_finding_and_looking_can_be_stopped(tmp_path, work):
    monitor = Monitor()
    monitor.stop()
    what = {"paths": [tmp_path]} if work is find_sources else {"items": [find(tmp_path)[0].item], "seconds": 1}
    with pytest.raises(Stopped):
        work(monitor=monitor, **what)


def test_sizes_are_known_before_anything_is_read(tmp_path):
    (tmp_path / "a.txt").write_text("abc")
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "b.txt").write_text("de")
    (folder / "c.txt").write_text("fgh")
    file, whole = (new.item for new in find(tmp_path / "a.txt", folder))
    assert (file.kind, file.bytes, file.files) == ("", 3, 1)
    assert (whole.kind, whole.bytes, whole.files) == ("", 5, 2)


def test_every_file_that_is_met_is_told_to_the_watcher(tmp_path):
    for number in range(7):
        (tmp_path / f"{number}.txt").write_text("a")
    monitor = Monitor()
    find_sources(paths=[tmp_path], monitor=monitor)
    assert monitor.progress().done == 8


def test_about_a_folder_of_texts_there_is_no_doubt(tmp_path):
    for number in range(12):
        (tmp_path / f"{number}.txt").write_text("a")
    assert find(tmp_path)[0].doubt == ""


@pytest.mark.parametrize(
    ("texts", "words"),
    [(0, "none of them seems to be text"), (2, "most of them seem to be no text")],
)
def test_about_a_folder_that_is_mostly_no_text_one_should_ask(tmp_path, texts, words):
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(10 - texts):
        (folder / f"{number}.png").write_bytes(PNG)
    for number in range(texts):
        (folder / f"{number}.txt").write_text("a")
    assert find(folder)[0].doubt == f"pictures holds 10 files, and {words}. Add it all the same?"


def test_about_a_folder_of_very_many_files_one_should_ask(tmp_path, monkeypatch):
    monkeypatch.setattr(add_to_corpus, "MANY_FILES", 3)
    for number in range(4):
        (tmp_path / f"{number}.txt").write_text("a")
    assert find(tmp_path)[0].doubt == f"{tmp_path.name} holds 4 files. Add them all?"


def test_how_a_file_is_packed_is_told(tmp_path):
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(b"text"))
    (tmp_path / "b.jsonl.gz").write_text('{"text": "is not packed"}')
    assert [item.what for item in scan(tmp_path / "a.txt.gz", tmp_path / "b.jsonl.gz")] == ["Text, gzip", ""]


def test_a_link_to_itself_is_left_out_and_takes_nothing_with_it(tmp_path):
    (tmp_path / "self").symlink_to("self")
    (tmp_path / "a.txt").write_text("abc")
    link, text = scan(tmp_path / "self", tmp_path / "a.txt")
    assert (link.path.name, link.kind, text.kind) == ("self", NOT_TEXT, "text")
    assert link.note.startswith("It cannot be read: too many levels of symbolic links.")


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_are_followed_also_those_on_the_way(tmp_path):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text("abc")
    (tmp_path / "way").symlink_to(tmp_path / "texts", target_is_directory=True)
    (tmp_path / "link.txt").symlink_to(tmp_path / "way" / "a.txt")
    (item,) = scan(tmp_path / "link.txt", tmp_path / "way" / "a.txt", tmp_path / "texts" / ".." / "texts" / "a.txt")
    assert item.path == Path(os.path.realpath(tmp_path / "texts" / "a.txt"))
