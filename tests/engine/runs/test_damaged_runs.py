"""Damaged files of a run, and folders that somebody has prepared: an error of one line, and never a wrong result."""

from __future__ import annotations

import json
import os
import random
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from run_texts import CATS, fields_that_differ, random_words, suspended_at

from vocabsmith_engine import Monitor, Recipe, TrainingResult, VocabsmithError
from vocabsmith_engine.runs import RunState, RunStore
from vocabsmith_engine.sealed_files import write_sealed

RECIPE = Recipe(vocab_size=900, held_out=0.3, document_unit="line")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[RunStore, TrainingResult]:
    folder = tmp_path_factory.mktemp("finished")
    store = RunStore(folder / "runs")
    with store.begin("words", random_words(folder / "words.txt", 300), RECIPE) as run:
        result = run.train(Monitor())
    store.rename(store.runs()[0].id, "renamed")
    return store, result


@pytest.fixture(scope="module")
def cut_off(tmp_path_factory: pytest.TempPathFactory) -> RunStore:
    folder = tmp_path_factory.mktemp("cut-off")
    store = RunStore(folder / "runs")
    suspended_at(store, random_words(folder / "words.txt", 3000), Recipe(vocab_size=9000), 200)
    return store


def copied(store: RunStore, path: Path) -> RunStore:
    shutil.copytree(store.folder, path)
    return RunStore(path)


def flipped(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content))
    return content[:at] + bytes([content[at] ^ (1 << chance.randrange(8))]) + content[at + 1 :]


def truncated(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content))]


def overwritten(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content))
    return content[:at] + chance.randbytes(16) + content[at + 16 :]


def lengthened(content: bytes, chance: random.Random) -> bytes:
    return content + chance.randbytes(chance.randrange(1, 100))


Damage = Callable[[bytes, random.Random], bytes]
DAMAGES = [flipped, truncated, overwritten, lengthened]
FILES = ["run.json", "counted.json", "merges.log", "held_out.bin", "name.json", "sources.json", "fingerprints.json"]


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", FILES)
def test_a_finished_run_with_a_damaged_file_gives_its_result_or_an_error(
    finished: tuple[RunStore, TrainingResult], tmp_path: Path, name: str, damage: Damage
) -> None:
    store, result = copied(finished[0], tmp_path / "runs"), finished[1]
    chance = random.Random(name)
    (info,) = store.runs()
    file = info.folder / name
    content = file.read_bytes()
    for _ in range(25):
        file.write_bytes(damage(content, chance))
        assert len(store.runs()) == 1
        try:
            assert fields_that_differ(store.result(info.id), result) == []
        except VocabsmithError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", [*FILES, "counts/counts.json", "counts/learned-0.pieces"])
def test_a_cut_off_run_with_a_damaged_file_goes_on_rightly_or_not_at_all(
    cut_off: RunStore, tmp_path: Path, name: str, damage: Damage
) -> None:
    chance = random.Random(name)
    with copied(cut_off, tmp_path / "unbroken").reopen(cut_off.runs()[0].id) as run:
        unbroken = run.train(Monitor())
    for number in range(3):
        store = copied(cut_off, tmp_path / str(number))
        (info,) = store.runs()
        file = info.folder / name
        file.write_bytes(damage(file.read_bytes() if file.exists() else b"{}", chance))
        try:
            with store.reopen(info.id) as run:
                assert set(fields_that_differ(run.train(Monitor()), unbroken)) <= {"seconds"}
        except VocabsmithError as error:
            assert "\n" not in str(error)
        store.delete(info.id)
        assert store.runs() == []


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", ["run.json", "counted.json", "merges.log"])
def test_a_damaged_run_is_kept_with_merges_that_were_learned_or_not_at_all(
    cut_off: RunStore, tmp_path: Path, name: str, damage: Damage
) -> None:
    chance = random.Random(name)
    whole = copied(cut_off, tmp_path / "whole")
    learned = whole.result(whole.keep(whole.runs()[0].id).id).merge_ids
    for number in range(10):
        store = copied(cut_off, tmp_path / str(number))
        (info,) = store.runs()
        (info.folder / name).write_bytes(damage((info.folder / name).read_bytes(), chance))
        try:
            merges = store.result(store.keep(info.id).id).merge_ids
            assert merges.tolist() == learned[: len(merges)].tolist()
        except VocabsmithError as error:
            assert "\n" not in str(error)


def test_a_run_without_run_json_is_damaged_and_can_be_deleted(cut_off: RunStore, tmp_path: Path) -> None:
    store = copied(cut_off, tmp_path / "runs")
    (store.runs()[0].folder / "run.json").unlink()
    (info,) = store.runs()
    assert info.state is RunState.DAMAGED
    assert info.problem.endswith("run.json: is missing. Delete the run.")
    store.delete(info.id)
    assert list(store.folder.iterdir()) == []


def test_a_run_of_a_newer_version_says_so(cut_off: RunStore, tmp_path: Path) -> None:
    store = copied(cut_off, tmp_path / "runs")
    file = store.runs()[0].folder / "run.json"
    file.write_bytes(file.read_bytes().replace(b'"version": 1', b'"version": 2'))
    assert "was written by a newer version of Vocabsmith" in store.runs()[0].problem


HOSTILE = {
    "deep": b"[" * 100_000 + b"]" * 100_000,
    "huge number": b'{"vocabsmith": "run", "version": ' + b"9" * 10_000 + b"}",
    "a list": b"[]",
    "not UTF-8": b"\xff" * 100,
    "nothing": b"",
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE.keys())
def test_what_is_no_run_json_is_damaged(cut_off: RunStore, tmp_path: Path, content: bytes) -> None:
    store = copied(cut_off, tmp_path / "runs")
    (store.runs()[0].folder / "run.json").write_bytes(content)
    (info,) = store.runs()
    assert info.state is RunState.DAMAGED
    assert info.problem.count("\n") == 0


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("name", 7),
        ("created", "yesterday"),
        ("threads", -1),
        ("threads", 2**64),
        ("recipe", {"vocab_size": "many"}),
        ("recipe", [1]),
        ("recipe", {"vocab_size": 2**70}),
        ("ending", {"at": None}),
        ("names", "*.txt"),
        ("skip_bad", 1),
        ("problem", "\ud800"),
    ],
)
def test_values_that_nothing_can_be_made_of_are_damage_though_their_digest_is_right(
    cut_off: RunStore, tmp_path: Path, place: str, value: object
) -> None:
    store = copied(cut_off, tmp_path / "runs")
    file = store.runs()[0].folder / "run.json"
    content = json.loads(file.read_bytes().splitlines()[-1])
    write_sealed(file, "run", content | {place: value})
    (info,) = store.runs()
    assert info.state is RunState.DAMAGED
    assert "run.json: cannot be used" in info.problem


needs_links = pytest.mark.skipif(os.name == "nt", reason="needs links and pipes")


@needs_links
def test_deleting_follows_no_link(cut_off: RunStore, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "precious.txt").write_text(CATS, "utf-8")
    store = copied(cut_off, tmp_path / "runs")
    folder = store.runs()[0].folder
    shutil.rmtree(folder / "counts")
    (folder / "counts").symlink_to(outside)
    (folder / "counting").symlink_to(outside)
    (folder / "link.txt").symlink_to(outside / "precious.txt")
    (folder / "lock").unlink()
    (folder / "lock").symlink_to(outside / "precious.txt")
    (folder / "inner").mkdir()
    (folder / "inner" / "link").symlink_to(outside)
    store.delete(store.runs()[0].id)
    assert list(store.folder.iterdir()) == []
    assert (outside / "precious.txt").read_text("utf-8") == CATS


@needs_links
def test_a_link_in_the_store_is_damaged_and_deleted_alone(cut_off: RunStore, tmp_path: Path) -> None:
    store = RunStore(tmp_path / "runs")
    store.folder.mkdir()
    (store.folder / cut_off.runs()[0].id).symlink_to(cut_off.runs()[0].folder)
    (info,) = store.runs()
    assert info.state is RunState.DAMAGED
    store.delete(info.id)
    assert store.runs() == []
    assert (cut_off.runs()[0].folder / "run.json").exists()


@needs_links
@pytest.mark.parametrize("name", ["run.json", "merges.log", "lock", "counts", "counting", "held_out.bin"])
def test_going_on_writes_nothing_where_a_link_leads_to(cut_off: RunStore, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text(CATS, "utf-8")
    store = copied(cut_off, tmp_path / "runs")
    (info,) = store.runs()
    entry = info.folder / name
    if entry.is_dir():
        shutil.rmtree(entry)
    entry.unlink(missing_ok=True)
    entry.symlink_to(outside)
    try:
        with store.reopen(info.id) as run:
            run.train(Monitor())
    except VocabsmithError as error:
        assert "\n" not in str(error)
    assert outside.read_text("utf-8") == CATS


@needs_links
@pytest.mark.parametrize("name", ["run.json", "merges.log", "lock", "counted.json", "sources.json", "name.json"])
def test_a_pipe_is_not_waited_for(cut_off: RunStore, tmp_path: Path, name: str) -> None:
    store = copied(cut_off, tmp_path / "runs")
    (info,) = store.runs()
    (info.folder / name).unlink(missing_ok=True)
    os.mkfifo(info.folder / name)
    began = time.monotonic()
    assert len(store.runs()) == 1
    try:
        with store.reopen(info.id) as run:
            run.train(Monitor())
    except VocabsmithError as error:
        assert "\n" not in str(error)
    store.delete(info.id)
    assert time.monotonic() - began < 30


def test_a_log_that_is_said_to_be_huge_is_read_as_far_as_it_is_one(cut_off: RunStore, tmp_path: Path) -> None:
    store = copied(cut_off, tmp_path / "runs")
    (info,) = store.runs()
    os.truncate(info.folder / "merges.log", 2**40)
    assert store.runs()[0].merges <= 9000
    assert store.keep(info.id).merges == info.merges


def test_a_folder_in_the_place_of_a_file_is_damage(cut_off: RunStore, tmp_path: Path) -> None:
    store = copied(cut_off, tmp_path / "runs")
    (info,) = store.runs()
    (info.folder / "run.json").unlink()
    (info.folder / "run.json").mkdir()
    assert store.runs()[0].state is RunState.DAMAGED
    store.delete(info.id)
    assert list(store.folder.iterdir()) == []
