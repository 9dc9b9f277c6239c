"""Looking at files and folders before they are listed."""

import gzip
from pathlib import Path

import pytest

from vocabsmith.operations.add_to_corpus import NOT_TEXT, scan_paths
from vocabsmith_engine import Monitor, Stopped

PNG = b"\x89PNG\r\n\x1a\n" + bytes(100)


def scan(*paths: Path):
    return scan_paths(paths=paths, monitor=Monitor())


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


def test_a_missing_file_is_listed_with_what_to_do(tmp_path):
    (item,) = scan(tmp_path / "gone.txt")
    assert item.kind == NOT_TEXT
    assert (
        item.note
        == "It cannot be read: no such file or directory. Check the path and its permissions, or leave it out."
    )


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


def test_a_scan_can_be_stopped(tmp_path):
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        scan_paths(paths=[tmp_path], monitor=monitor)


def test_a_link_to_itself_is_left_out_and_takes_nothing_with_it(tmp_path):
    (tmp_path / "self").symlink_to("self")
    (tmp_path / "a.txt").write_text("abc")
    link, text = scan(tmp_path / "self", tmp_path / "a.txt")
    assert (link.path.name, link.kind, text.kind) == ("self", NOT_TEXT, "text")
    assert link.note.startswith("It cannot be read: too many levels of symbolic links.")
