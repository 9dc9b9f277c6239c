"""Folders with name filters, lists of paths, standard input, and the folders of datasets."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from packing import COMPRESSIONS, tarred, zipped

from vocabsmith_engine import BadFile, BadFiles, CorpusError, Monitor, Recipe, Source, count_pieces
from vocabsmith_engine.corpus import expand, read_path_list

RECIPE = Recipe(vocab_size=300)


def made(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    return folder


def names_of(sources: list[Source], folder: Path) -> list[str]:
    return [source.path.relative_to(folder).as_posix() for source in sources]


# --- name filters


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("*.txt", ["a.txt", "sub/b.txt", "sub/draft.txt"]),
        (["*.txt", "!draft*"], ["a.txt", "sub/b.txt"]),
        (["!draft*", "*.txt"], ["a.txt", "sub/b.txt"]),
        (["!*.md"], ["a.txt", "sub/b.txt", "sub/draft.txt"]),
        (["*.txt", "*.md"], ["a.txt", "c.md", "sub/b.txt", "sub/draft.txt"]),
        (["sub/*"], ["sub/b.txt", "sub/draft.txt"]),
        (["!sub/*"], ["a.txt", "c.md"]),
        (["[ab].*"], ["a.txt", "sub/b.txt"]),
    ],
)
def test_names_choose_the_files_of_a_folder(tmp_path: Path, names: str | list[str], expected: list[str]) -> None:
    made(tmp_path, "a.txt", "c.md", "sub/b.txt", "sub/draft.txt")
    assert names_of(expand(tmp_path, names=names), tmp_path) == expected


def test_a_file_that_is_named_is_taken_whatever_the_filter(tmp_path: Path) -> None:
    made(tmp_path, "a.md")
    assert expand(tmp_path / "a.md", names="*.txt") == [Source(tmp_path / "a.md")]


def test_a_folder_of_which_nothing_is_wanted_is_told_with_the_filter(tmp_path: Path) -> None:
    made(tmp_path, "a.md")
    with pytest.raises(BadFile, match=r"is a folder without files that match \*\.txt !b\*\. Choose another folder"):
        expand(tmp_path, names=["*.txt", "!b*"])


@pytest.mark.parametrize("pattern", ["", "!"])
def test_a_filter_without_a_pattern_is_refused(tmp_path: Path, pattern: str) -> None:
    with pytest.raises(CorpusError, match=r"name filter '!?': matches no name"):
        expand(tmp_path, names=[pattern])


def test_a_count_takes_the_filter(tmp_path: Path) -> None:
    made(tmp_path, "a", "b")
    assert dict(count_pieces(tmp_path, RECIPE, names="b").counts.items()) == {b"b": 1}


# --- what cannot be used


def test_all_that_cannot_be_used_is_named_at_once(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadFiles) as caught:
        expand([tmp_path / "gone", tmp_path / "empty"])
    assert [file.reason for file in caught.value.files] == [
        "cannot be read: no such file or directory",
        "is a folder without files",
    ]
    assert str(caught.value).startswith("2 files: cannot be used: ")


def test_of_many_bad_files_the_message_names_the_first(tmp_path: Path) -> None:
    with pytest.raises(BadFiles, match=r"^12 files: cannot be used: .*/0: cannot .*/9: cannot [^/]*; and 2 more\."):
        expand([tmp_path / str(number) for number in range(12)])


def test_what_cannot_be_used_is_handed_to_who_asks_for_it(tmp_path: Path) -> None:
    made(tmp_path, "a")
    skipped: list[BadFile] = []
    assert expand([tmp_path / "gone", tmp_path / "a"], skipped=skipped) == [Source(tmp_path / "a")]
    assert [file.path for file in skipped] == [tmp_path / "gone"]


# --- the same file twice


def test_repeats_are_counted_once(tmp_path: Path) -> None:
    made(tmp_path / "folder", "file")
    (tmp_path / "link").symlink_to(tmp_path / "folder" / "file")
    once = count_pieces(tmp_path / "folder" / "file", RECIPE)
    again = count_pieces([tmp_path / "folder" / "file", tmp_path / "link", tmp_path / "folder"], RECIPE)
    assert (dict(again.counts.items()), again.bytes) == (dict(once.counts.items()), once.bytes)
    assert len(again.files) == 1


# --- names of every kind


def test_a_search_tells_of_every_file_it_meets_and_can_be_ended_there(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt", "c.txt"):
        (tmp_path / name).write_text(name)
    met: list[str] = []
    expand([tmp_path, tmp_path / "a.txt"], on_file=lambda: met.append("file"))
    assert len(met) == 4

    def end() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        expand([tmp_path], on_file=end)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_file_reached_through_a_link_and_a_linked_folder_is_one(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text("a")
    (tmp_path / "folder").symlink_to(tmp_path / "texts", target_is_directory=True)
    (tmp_path / "link.txt").symlink_to(tmp_path / "texts" / "a.txt")
    found = expand([tmp_path / "link.txt", tmp_path / "folder", tmp_path / "texts" / "a.txt"])
    assert [file.path.name for file in found] == ["link.txt"]


def test_a_name_with_letters_of_another_script_and_signs_is_one_readable_file(tmp_path: Path) -> None:
    path = tmp_path / "мои тексты, №1 (a+b) 100%.txt"
    path.write_bytes(b"ab \xff")
    result = count_pieces([path], RECIPE)
    assert result.files[0].notes[0].startswith(f"{tmp_path}/мои тексты, №1 (a+b) 100%.txt: 1 byte is not UTF-8")


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes there")
def test_a_name_that_is_no_text_is_read_and_shown_with_a_sign_for_it(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xf0.txt"))
    path.write_bytes(b"ab \xff")
    result = count_pieces([path], RECIPE)
    assert result.files[0].notes[0].startswith(f"{tmp_path}/\ufffd.txt: 1 byte is not UTF-8")


# --- lists of paths


def test_a_list_names_one_path_a_line_from_its_own_folder(tmp_path: Path) -> None:
    made(tmp_path / "lists" / "sub", "a.txt")
    (tmp_path / "lists" / "list").write_bytes(b"\xef\xbb\xbfsub/a.txt\r\n\n/abs/b.txt\nlast one")
    folder = tmp_path / "lists"
    assert read_path_list(folder / "list") == [folder / "sub/a.txt", Path("/abs/b.txt"), folder / "last one"]


def test_a_list_may_end_its_paths_with_nul(tmp_path: Path) -> None:
    (tmp_path / "list").write_bytes(b"a\nb.txt\0c.txt\0")
    assert read_path_list(tmp_path / "list") == [tmp_path / "a\nb.txt", tmp_path / "c.txt"]


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes there")
def test_names_in_a_list_need_be_no_text(tmp_path: Path) -> None:
    (tmp_path / "list").write_bytes(b"\xf0.txt\n")
    (tmp_path / os.fsdecode(b"\xf0.txt")).write_bytes(b"ab")
    assert count_pieces(read_path_list(tmp_path / "list"), RECIPE).bytes == 2


def test_a_list_that_a_shell_wrote_as_utf16_is_read(tmp_path: Path) -> None:
    (tmp_path / "list").write_bytes("\ufeffä.txt\r\n".encode("utf-16-le"))
    assert read_path_list(tmp_path / "list") == [tmp_path / "ä.txt"]


def test_an_empty_list_and_a_missing_one_are_errors(tmp_path: Path) -> None:
    (tmp_path / "list").write_bytes(b"\n\n")
    with pytest.raises(CorpusError, match="names no file"):
        read_path_list(tmp_path / "list")
    with pytest.raises(BadFile, match="cannot be read: no such file"):
        read_path_list(tmp_path / "gone")


# --- standard input


def fed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))


def test_standard_input_is_a_file_of_unknown_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(tmp_path, "a")
    fed(monkeypatch, b"one two\n" * 1000)
    monitor = Monitor()
    result = count_pieces(["-", tmp_path / "a", "-"], RECIPE, monitor, window=100)
    assert dict(result.counts.items()) == {b"one": 1000, b" two": 1000, b"\n": 1000, b"a": 1}
    assert [(file.path, file.bytes) for file in result.files] == [(Path("-"), 8000), (tmp_path / "a", 1)]
    assert (monitor.progress().done, monitor.progress().total) == (8001, None)


def test_what_is_packed_comes_through_standard_input_too(monkeypatch: pytest.MonkeyPatch) -> None:
    for data in (COMPRESSIONS["gz"](b"one"), tarred({"a": b"one"}), zipped({"a": b"one"})):
        fed(monkeypatch, data)
        assert dict(count_pieces("-", RECIPE).counts.items()) == {b"one": 1}


def test_a_file_called_like_standard_input_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(tmp_path, "-")
    monkeypatch.chdir(tmp_path)
    fed(monkeypatch, b"")
    for named in ("./-", "."):
        assert dict(count_pieces(named, RECIPE).counts.items()) == {b"-": 1}


def test_standard_input_is_not_read_a_second_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f"word {number}\n" for number in range(10_000)).encode()
    (tmp_path / "cut.gz").write_bytes(COMPRESSIONS["gz"](text)[:-100])
    fed(monkeypatch, b"one")
    with pytest.raises(CorpusError, match="standard input: cannot be read a second time"):
        count_pieces([tmp_path / "cut.gz", "-"], RECIPE, skip_bad=True, window=100)


# --- datasets


def saved(folder: Path, files: list[str], **state: object) -> None:
    made(folder, "dataset_info.json", "cache-0123.arrow", *files)
    listed = {"_data_files": [{"filename": name} for name in files]}
    (folder / "state.json").write_text(json.dumps(listed | state))


def test_of_a_saved_dataset_the_listed_files_are_taken_in_their_order(tmp_path: Path) -> None:
    saved(tmp_path, ["data-00001-of-00002.arrow", "data-00000-of-00002.arrow"])
    assert names_of(expand(tmp_path), tmp_path) == ["data-00001-of-00002.arrow", "data-00000-of-00002.arrow"]


def test_of_a_saved_dataset_with_splits_all_are_taken(tmp_path: Path) -> None:
    for split in ("train", "test"):
        saved(tmp_path / split, ["data.arrow"])
    (tmp_path / "dataset_dict.json").write_text('{"splits": ["train", "test"]}')
    assert names_of(expand(tmp_path), tmp_path) == ["train/data.arrow", "test/data.arrow"]
    assert names_of(expand(tmp_path, names="train/*"), tmp_path) == ["train/data.arrow"]


def test_a_dataset_is_found_below_a_folder_too(tmp_path: Path) -> None:
    saved(tmp_path / "set", ["data.arrow"])
    made(tmp_path, "other.txt")
    assert names_of(expand(tmp_path), tmp_path) == ["other.txt", "set/data.arrow"]


def test_descriptions_beside_parquet_files_are_left_out(tmp_path: Path) -> None:
    made(tmp_path, "data/train-00000-of-00001.parquet", "dataset_infos.json")
    (tmp_path / "README.md").write_text("---\ndataset_info: x\n---\n")
    assert names_of(expand(tmp_path), tmp_path) == ["data/train-00000-of-00001.parquet"]


def test_descriptions_without_data_are_files_like_any_other(tmp_path: Path) -> None:
    made(tmp_path, "dataset_infos.json", "README.md", "a.txt")
    assert names_of(expand(tmp_path), tmp_path) == ["README.md", "a.txt", "dataset_infos.json"]


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ("{", "is not the description of a dataset"),
        ("[]", "is not the description of a dataset"),
        ("{}", "has a state.json that lists no data files"),
        ('{"_data_files": [{"filename": "../../etc/passwd"}]}', "does not list its data as datasets does"),
        ('{"_data_files": [{"filename": ".."}]}', "does not list its data as datasets does"),
        ('{"_data_files": [{"filename": 7}]}', "does not list its data as datasets does"),
        (
            '{"_data_files": [{"filename": "a"}], "_indices_files": [{"filename": "i"}]}',
            "of which only a choice of records",
        ),
    ],
)
def test_a_dataset_that_does_not_say_what_it_holds_is_bad(tmp_path: Path, state: str, reason: str) -> None:
    made(tmp_path, "dataset_info.json", "a")
    (tmp_path / "state.json").write_text(state)
    with pytest.raises(BadFile, match=reason):
        expand(tmp_path)


def test_a_data_file_that_a_dataset_lists_and_does_not_have_is_bad(tmp_path: Path) -> None:
    saved(tmp_path, ["data.arrow"])
    (tmp_path / "data.arrow").unlink()
    with pytest.raises(BadFile, match=r"data\.arrow: cannot be read: no such file"):
        count_pieces(tmp_path, RECIPE)


def test_what_cannot_be_looked_at_in_a_folder_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = made(tmp_path / "texts", "a.txt", "locked.txt")
    usual = Path.stat

    def refusing(path: Path, **more: bool) -> os.stat_result:
        if path.name == "locked.txt":  # a link into a folder of somebody else
            raise PermissionError(13, "Permission denied", str(path))
        return usual(path, **more)

    monkeypatch.setattr(Path, "stat", refusing)
    bad: list[BadFile] = []
    assert names_of(expand(folder, skipped=bad), folder) == ["a.txt"]
    assert [file.path.name for file in bad] == ["locked.txt"]


def test_links_that_lead_nowhere_are_passed_over(tmp_path: Path) -> None:
    folder = made(tmp_path / "texts", "a.txt")
    (folder / "gone").symlink_to("nowhere")
    (folder / "round").symlink_to("round")
    assert names_of(expand(folder), folder) == ["a.txt"]
