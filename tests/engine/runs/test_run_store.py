"""Runs in a store: begun, listed, read back in every field, renamed, deleted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from run_texts import CATS, RECIPE, fields_that_differ

from vocabsmith_engine import BadFile, CorpusError, Monitor, Recipe, Source, StopReason, TrainingResult, train
from vocabsmith_engine.runs import RunError, RunState, RunStore


@pytest.fixture
def cats(tmp_path: Path) -> Path:
    path = tmp_path / "cats.txt"
    path.write_text(CATS, "utf-8")
    return path


@pytest.fixture
def store(tmp_path: Path) -> RunStore:
    return RunStore(tmp_path / "data" / "runs")


def kept(store: RunStore, *sources: Path | Source, recipe: Recipe = RECIPE, name: str = "cats") -> TrainingResult:
    with store.begin(name, sources, recipe) as run:
        result = run.train(Monitor())
        run.finish(seconds=1.5, threads=2, peak_memory=70_000_000, check="The tokenizer was checked.", notes=["Fine."])
    return result


def test_a_store_that_is_not_there_has_no_runs(store: RunStore) -> None:
    assert store.runs() == []


def test_a_run_is_listed_with_what_became_of_it(store: RunStore, cats: Path) -> None:
    kept(store, cats)
    (info,) = store.runs()
    assert (info.name, info.state, info.living, info.interrupted) == ("cats", RunState.FINISHED, False, False)
    assert (info.recipe, info.vocab_size, info.merges) == (RECIPE, 270, 13)
    assert (info.counted_bytes, info.stop_reason) == (len(CATS), StopReason.REACHED_SIZE)
    assert (info.seconds, info.threads, info.peak_memory) == (1.5, 2, 70_000_000)
    assert (info.check, info.notes, info.problem) == ("The tokenizer was checked.", ("Fine.",), "")


def test_a_run_tells_what_it_was_learned_from(store: RunStore, cats: Path) -> None:
    kept(store, Source(cats, 3))
    (info,) = store.runs()
    assert info.sources == (Source(cats, 3),)
    assert [(print_.path, print_.size) for print_ in info.fingerprints] == [(cats, len(CATS))]


def test_the_newest_run_is_listed_first_also_of_those_of_one_second(store: RunStore, cats: Path) -> None:
    for number in range(6):
        kept(store, cats, name=str(number))
    assert [info.name for info in store.runs()] == ["5", "4", "3", "2", "1", "0"]


@pytest.mark.parametrize(
    "recipe",
    [
        RECIPE,
        Recipe(vocab_size=400, base="characters", special_tokens=("<|é|>",)),
        Recipe(vocab_size=300, held_out=0.5, document_unit="line"),
        Recipe(vocab_size=280, specials="start", byte_order="value", tie_break="bytes", pretokenizer=r"\w+|\W+"),
    ],
    ids=["plain", "characters", "held out", "own pattern"],
)
def test_a_result_is_read_back_in_every_field(store: RunStore, tmp_path: Path, recipe: Recipe) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("".join(f"line {number} of the text, the cat sat: é\n" for number in range(400)), "utf-8")
    result = kept(store, lines, recipe=recipe)
    loaded = store.result(store.runs()[0].id)
    assert fields_that_differ(loaded, result) == []
    assert loaded.vocab == result.vocab


def test_reports_of_files_are_read_back(store: RunStore, tmp_path: Path, cats: Path) -> None:
    records = tmp_path / "records.jsonl"
    records.write_text('{"text": "the cat"}\n{"text": \n{"other": 1}\n', "utf-8")
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"\x7fELF" + bytes(300))
    with store.begin("cats", [cats, records, bad], RECIPE, skip_bad=True) as run:
        result = run.train(Monitor())
    assert [file.broken_records for file in result.corpus.files] == [0, 1]
    assert len(result.corpus.skipped) == 1
    assert fields_that_differ(store.result(store.runs()[0].id), result) == []


def test_what_is_kept_is_what_training_alone_gives(store: RunStore, cats: Path) -> None:
    alone = train(cats, RECIPE)
    assert set(fields_that_differ(kept(store, cats), alone)) <= {"seconds"}


def test_a_folder_is_a_source_with_patterns_for_its_files(store: RunStore, tmp_path: Path, cats: Path) -> None:
    (tmp_path / "draft.md").write_text("dog " * 100, "utf-8")
    with store.begin("cats", tmp_path, RECIPE, names="*.txt") as run:
        run.train(Monitor())
    (info,) = store.runs()
    assert info.names == ("*.txt",)
    assert [print_.path for print_ in info.fingerprints] == [cats]


def test_a_run_is_renamed(store: RunStore, cats: Path) -> None:
    kept(store, cats)
    (info,) = store.runs()
    store.rename(info.id, "Katzen 🐈")
    assert store.info(info.id).name == "Katzen 🐈"


def test_a_run_is_renamed_while_it_is_worked_on(store: RunStore, cats: Path) -> None:
    with store.begin("cats", cats, RECIPE) as run:
        store.rename(run.info.id, "dogs")
        run.train(Monitor())
    assert store.runs()[0].name == "dogs"


def test_a_name_is_text(store: RunStore, cats: Path) -> None:
    kept(store, cats)
    with pytest.raises(RunError, match="is no text"):
        store.rename(store.runs()[0].id, "\ud800")
    with pytest.raises(RunError, match="is no text"):
        store.begin("\ud800", cats, RECIPE)


def test_a_deleted_run_leaves_nothing(store: RunStore, cats: Path) -> None:
    kept(store, cats)
    store.delete(store.runs()[0].id)
    assert list(store.folder.iterdir()) == []


def test_the_bytes_on_the_disk_are_those_of_the_files(store: RunStore, cats: Path) -> None:
    kept(store, cats)
    (info,) = store.runs()
    assert store.disk_bytes(info.id) == sum(file.stat().st_size for file in info.folder.iterdir())


def test_a_run_that_is_worked_on_is_neither_deleted_nor_reopened(store: RunStore, cats: Path) -> None:
    with store.begin("cats", cats, RECIPE) as run:
        (info,) = store.runs()
        assert (info.state, info.living, info.interrupted) == (RunState.COUNTING, True, False)
        for refused in (store.delete, store.reopen, store.keep):
            with pytest.raises(RunError, match="is being worked on"):
                refused(run.info.id)


def test_a_run_that_was_discarded_is_gone(store: RunStore, cats: Path) -> None:
    run = store.begin("cats", cats, RECIPE)
    run.discard()
    assert list(store.folder.iterdir()) == []


def test_a_run_that_fails_with_nothing_to_keep_is_gone(store: RunStore, tmp_path: Path) -> None:
    with store.begin("cats", tmp_path / "missing.txt", RECIPE) as run, pytest.raises(BadFile):
        run.train(Monitor())
    assert list(store.folder.iterdir()) == []


def test_nothing_to_learn_from_is_told_as_without_a_store(store: RunStore, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    with store.begin("cats", tmp_path / "empty.txt", RECIPE) as run, pytest.raises(CorpusError, match="holds no text"):
        run.train(Monitor())
    assert store.runs() == []


@pytest.mark.parametrize("identity", ["", ".", "..", "../cats.txt", "20200101-000000-00000000", "/etc", "a\0b"])
def test_an_id_that_is_not_in_the_store_is_refused(store: RunStore, cats: Path, identity: str) -> None:
    kept(store, cats)
    for refused in (store.info, store.result, store.reopen, store.keep, store.delete, store.disk_bytes):
        with pytest.raises(RunError, match="is not in"):
            refused(identity)
    assert cats.exists()


def test_other_files_and_folders_in_a_store_are_left_alone(store: RunStore, cats: Path) -> None:
    kept(store, cats)
    (store.folder / "photographs").mkdir()
    (store.folder / "notes.txt").touch()
    kept(store, cats)
    assert len(store.runs()) == 2
    assert (store.folder / "photographs").exists()


def test_what_a_dead_process_left_of_a_beginning_is_removed_by_the_next(store: RunStore, cats: Path) -> None:
    left = store.folder / "20200101-000000-0123abcd"
    left.mkdir(parents=True)
    (left / "lock").touch()
    (left / ".run.json.0123abcd.part").touch()
    os.utime(left, (0, 0))
    assert store.runs() == []
    kept(store, cats)
    assert not left.exists()


def test_what_a_dead_process_left_of_a_deletion_is_no_run(store: RunStore, cats: Path) -> None:
    kept(store, cats)
    folder = store.runs()[0].folder
    (folder / "run.json").rename(folder / "deleted")
    os.utime(folder, (0, 0))
    assert store.runs() == []
    kept(store, cats)
    assert not folder.exists()


def test_what_a_dead_process_left_of_counts_when_its_run_had_ended_is_removed_by_the_next(
    store: RunStore, cats: Path
) -> None:
    kept(store, cats)
    folder = store.runs()[0].folder
    (folder / "counts").mkdir()
    (folder / "counts" / "counts.json").touch()
    kept(store, cats)
    assert not (folder / "counts").exists()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a folder that must not be written to")
def test_a_store_that_must_not_be_written_to_is_an_error_of_one_line(store: RunStore, cats: Path) -> None:
    store.folder.mkdir(parents=True)
    store.folder.chmod(0o500)
    with pytest.raises(RunError, match="cannot be written to"):
        store.begin("cats", cats, RECIPE)
    store.folder.chmod(0o700)


def test_a_store_where_a_file_stands_is_an_error_of_one_line(cats: Path) -> None:
    store = RunStore(cats)
    with pytest.raises(RunError, match="cannot be written to"):
        store.begin("cats", cats, RECIPE)
    with pytest.raises(RunError, match="cannot be read"):
        store.runs()
