"""Checkpoints that counting does not go on from: of something else, or damaged."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from cut_off_counting import counted, cut_off_after, every_chunk, recipe, same, texts

from vocabsmith_engine import Source
from vocabsmith_engine.checkpoints import Checkpoints
from vocabsmith_engine.errors import RunError
from vocabsmith_engine.sealed_files import read_sealed, write_sealed


def saved_halfway(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    paths = texts(folder)
    cut_off_after(monkeypatch, 6, lambda: counted(paths, recipe(), every_chunk(folder)))
    return paths


def refusal(count: Callable[[], object]) -> str:
    with pytest.raises(RunError) as raised:
        count()
    assert "\n" not in str(raised.value)
    return str(raised.value)


def test_another_recipe_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = saved_halfway(tmp_path, monkeypatch)
    message = refusal(lambda: counted(paths, recipe(pretokenizer="cl100k"), every_chunk(tmp_path)))
    assert "was made with another recipe: its pretokenizer is another one" in message


def test_another_window_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = saved_halfway(tmp_path, monkeypatch)
    message = refusal(lambda: counted(paths, recipe(), every_chunk(tmp_path), window=999))
    assert "was made with windows of 1,000 bytes, and this run reads 999" in message


def test_other_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = saved_halfway(tmp_path, monkeypatch)
    assert "was made of more files" in refusal(lambda: counted(paths[:2], recipe(), every_chunk(tmp_path)))
    message = refusal(lambda: counted([paths[1], paths[0], paths[2]], recipe(), every_chunk(tmp_path)))
    assert f"was made of other files: {paths[0]} in place of {paths[1]}" in message
    weighted = [Source(paths[0], 2), *paths[1:]]
    assert f"read {paths[0]} in another way" in refusal(lambda: counted(weighted, recipe(), every_chunk(tmp_path)))


def test_a_file_that_was_changed_since_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = saved_halfway(tmp_path, monkeypatch)
    paths[2].write_text("something else", "utf-8")
    message = refusal(lambda: counted(paths, recipe(), every_chunk(tmp_path)))
    assert f"was made before {paths[2]} was changed" in message


def test_other_versions_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = saved_halfway(tmp_path, monkeypatch)
    monkeypatch.setattr("platform.python_version", lambda: "3.99")
    assert "and this is 3.99" in refusal(lambda: counted(paths, recipe(), every_chunk(tmp_path)))


def test_text_that_is_cut_elsewhere_now_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = saved_halfway(tmp_path, monkeypatch)
    status = paths[1].stat()
    paths[1].write_bytes(b"?" * status.st_size)
    os.utime(paths[1], ns=(status.st_atime_ns, status.st_mtime_ns))
    message = refusal(lambda: counted(paths, recipe(), every_chunk(tmp_path)))
    assert message.startswith(f"{paths[1]}: is not what it was when a part of it was counted")


def test_any_changed_byte_is_refused_or_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "text.txt"
    path.write_text("some words and some more\n" * 20, "utf-8")
    expected = counted(path, recipe(), window=100)
    cut_off_after(monkeypatch, 2, lambda: counted(path, recipe(), every_chunk(tmp_path), window=100))
    never = Checkpoints(tmp_path / "checkpoint", seconds=600)
    for file in sorted((tmp_path / "checkpoint").iterdir()):
        good = file.read_bytes()
        for place in range(len(good)):
            file.write_bytes(good[:place] + bytes([good[place] ^ (1 << place % 8)]) + good[place + 1 :])
            try:
                assert same(counted(path, recipe(), never, window=100), expected), (file.name, place)
            except RunError as error:
                assert "\n" not in str(error)
        for length in range(0, len(good), 7):
            file.write_bytes(good[:length])
            refusal(lambda: counted(path, recipe(), never, window=100))
        file.write_bytes(good)
    assert same(counted(path, recipe(), never, window=100), expected)


def test_a_missing_table_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = saved_halfway(tmp_path, monkeypatch)
    (tmp_path / "checkpoint" / "table-5-0-1.pieces").unlink()
    message = refusal(lambda: counted(paths, recipe(), every_chunk(tmp_path)))
    assert "table-5-0-1.pieces cannot be read" in message


def test_no_file_outside_the_folder_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = saved_halfway(tmp_path, monkeypatch)
    manifest = tmp_path / "checkpoint" / "checkpoint.json"
    record = read_sealed(manifest, "checkpoint")
    record["sides"][0]["tables"] = ["../../somewhere"]
    write_sealed(manifest, "checkpoint", record)
    assert "is damaged" in refusal(lambda: counted(paths, recipe(), every_chunk(tmp_path)))
