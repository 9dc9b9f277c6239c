import os
from pathlib import Path

import pytest

from vocabsmith_engine import BadFile, CorpusError, Recipe, Source
from vocabsmith_engine.corpus import FileReport, expand
from vocabsmith_engine.text_files import plain_text


def texts_of(path: Path, window: int = 2**20, **settings: str) -> tuple[bytes, FileReport]:
    recipe = Recipe.from_dict({"vocab_size": 300} | settings)
    with plain_text(path, recipe) as file:
        text = b""
        while not file.ended:
            text += file.read(window)
        return text, file.report()


def written(folder: Path, data: bytes) -> Path:
    path = folder / "text.txt"
    path.write_bytes(data)
    return path


def test_an_empty_path_is_not_the_current_folder() -> None:
    with pytest.raises(CorpusError, match="names no file"):
        expand([""])


def test_a_folder_is_walked_in_name_order_without_hidden_files(tmp_path: Path) -> None:
    for name in ("b.txt", "a/2.txt", "a/1.txt", ".hidden", "a/.git/x", "c/.only"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    assert [source.path.relative_to(tmp_path).as_posix() for source in expand([tmp_path])] == [
        "a/1.txt",
        "a/2.txt",
        "b.txt",
    ]


def test_a_file_is_listed_once_by_whatever_path_it_is_reached(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "file").write_text("x")
    (tmp_path / "link").symlink_to(folder / "file")
    (folder / "circle").symlink_to(tmp_path)
    assert expand([folder / "file", tmp_path / "link", str(folder), tmp_path]) == [Source(folder / "file")]


def test_the_weight_of_a_folder_is_that_of_its_files(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert expand(Source(tmp_path, 3)) == [Source(tmp_path / "file", 3)]


@pytest.mark.parametrize("weight", [0, -1, 1.5, True, 2**32])
def test_a_weight_is_a_whole_number_of_32_bits(weight: int) -> None:
    with pytest.raises(CorpusError, match=r"weight .* of a: must be a whole number from 1 to 4,294,967,295\."):
        Source(Path("a"), weight)


def test_the_greatest_weight_is_taken() -> None:
    assert Source(Path("a"), 4_294_967_295).weight == 4_294_967_295


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"gone\.txt: cannot be read: no such file or directory\. Check the path"):
        expand([tmp_path / "gone.txt"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(CorpusError, match="empty: is a folder without files"):
        expand([tmp_path / "empty"])
    with pytest.raises(CorpusError, match="the corpus: names no file"):
        expand([])
    with pytest.raises(CorpusError, match="is not a path"):
        expand(["a\0b"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_rather_than_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CorpusError, match="pipe: is neither a file nor a folder"):
        expand([tmp_path / "pipe"])


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_name_that_is_no_text_is_shown_all_the_same(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xf0.txt"
    with pytest.raises(CorpusError, match="/\ufffd\\.txt: cannot be read"):
        expand([os.fsdecode(path)])


@pytest.mark.parametrize("window", [1, 2, 3, 5, 1000])
def test_a_byte_order_mark_is_not_part_of_the_text(tmp_path: Path, window: int) -> None:
    text = "abc é\ufeff😀"
    for codec, name in (
        ("utf-8-sig", "UTF-8"), ("utf-8", "UTF-8"), ("utf-16-le", "UTF-16LE"), ("utf-16-be", "UTF-16BE"),
        ("utf-32-le", "UTF-32LE"), ("utf-32-be", "UTF-32BE"),
    ):  # fmt: skip
        marked = text if codec.startswith("utf-8") else "\ufeff" + text
        decoded, report = texts_of(written(tmp_path, marked.encode(codec)), window)
        assert (decoded, report.encoding, report.bad_bytes) == (text.encode(), name, 0)


@pytest.mark.parametrize("window", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize(
    ("policy", "text"),
    [
        ("replace", "ok ok\ufffd\ufffd line\nmore more\n".encode()),
        ("skip", b"ok ok line\nmore more\n"),
        ("keep", b"ok ok\xff\xfe line\nmore more\n"),
    ],
)
def test_bytes_that_are_not_utf8_are_settled_and_reported(
    tmp_path: Path, policy: str, text: bytes, window: int
) -> None:
    path = written(tmp_path, b"ok ok\xff\xfe line\nmore more\n")
    decoded, report = texts_of(path, window, invalid_bytes=policy)
    assert (decoded, report.bad_bytes, report.first_bad_offset) == (text, 2, 5)


def test_the_report_says_in_words_what_was_bad(tmp_path: Path) -> None:
    _, report = texts_of(written(tmp_path, b"\xef\xbb\xbfa\xff"), invalid_bytes="skip")
    assert report.first_bad_offset == 4
    assert report.notes[0].endswith("text.txt: 1 byte is not UTF-8, the first at offset 4; left out.")


@pytest.mark.parametrize("window", [1, 3, 4, 1000])
def test_half_a_pair_in_utf16_is_a_bad_part_of_two_bytes(tmp_path: Path, window: int) -> None:
    path = written(tmp_path, b"\xff\xfea\x00\x3d\xd8b\x00\x00")
    decoded, report = texts_of(path, window)
    assert (decoded, report.bad_bytes, report.first_bad_offset) == ("a\ufffdb\ufffd".encode(), 3, 4)
    assert texts_of(path, window, invalid_bytes="skip")[0] == b"ab"
    assert texts_of(path, window, invalid_bytes="keep")[0] == b"a\x3d\xd8b\x00"


@pytest.mark.parametrize("window", [1, 2, 1000])
def test_line_ends_are_kept_unless_they_are_to_be_normalised(tmp_path: Path, window: int) -> None:
    path = written(tmp_path, b"a\r\n\r\nb\rc\n\r")
    assert texts_of(path, window)[0] == b"a\r\n\r\nb\rc\n\r"
    assert texts_of(path, window, line_ends="normalise")[0] == b"a\n\nb\nc\n\n"


def test_a_file_that_shrinks_while_it_is_read_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, b"x" * 100_000)
    with plain_text(path, Recipe(vocab_size=300)) as file:
        while file.bytes_read < 50_000:
            file.read(50_000 - file.bytes_read)
        os.truncate(path, 0)
        with pytest.raises(BadFile, match=r"text\.txt: shrank from 100,000 to 50,000 bytes or fewer while it was read"):
            file.read(50_000)


def test_what_is_added_to_a_file_meanwhile_is_left_for_the_next_run(tmp_path: Path) -> None:
    path = written(tmp_path, b"x" * 10)
    with plain_text(path, Recipe(vocab_size=300)) as file:
        path.write_bytes(b"x" * 20)
        assert file.read(100) == b"x" * 10
        assert file.ended
        assert file.report().notes == (f"{path} grew by 10 bytes while it was read; they were left out.",)


def test_a_file_that_vanished_is_named(tmp_path: Path) -> None:
    opening = plain_text(tmp_path / "gone.txt", Recipe(vocab_size=300))
    with pytest.raises(BadFile, match=r"gone\.txt: cannot be read: no such file"), opening:
        pass
