"""Complete counts, saved and loaded."""

import json
import os
import threading
from pathlib import Path

import pytest
from cut_off_counting import counted, recipe, same, texts

from vocabsmith_engine import Monitor, Source, Stopped, _native, train_from_counts
from vocabsmith_engine.errors import RunError
from vocabsmith_engine.memory_budget import MemoryBudget
from vocabsmith_engine.saved_counts import load_counts, save_counts
from vocabsmith_engine.sealed_files import read_sealed, write_sealed


def test_counts_come_back_as_they_were(tmp_path: Path) -> None:
    corpus = counted([Source(path, 3) for path in texts(tmp_path)], recipe())
    save_counts(corpus, tmp_path / "counts")
    assert same(load_counts(tmp_path / "counts"), corpus)


def test_held_out_counts_come_back_too(tmp_path: Path) -> None:
    corpus = counted(texts(tmp_path), recipe(held_out=0.3, document_unit="line"))
    save_counts(corpus, tmp_path / "counts")
    loaded = load_counts(tmp_path / "counts")
    assert corpus.held_out and loaded.held_out
    assert loaded.held_out.documents == corpus.held_out.documents > 0
    assert dict(loaded.held_out.counts.items()) == dict(corpus.held_out.counts.items())


def test_reports_and_bad_files_come_back(tmp_path: Path) -> None:
    name = os.fsdecode(b"\xff odd name.jsonl")
    (tmp_path / name).write_text('{"text": "some words"}\n{broken\n{"text": "more"}\n', "utf-8")
    (tmp_path / "bad.csv").write_text("no column is named like it\n1\n", "utf-8")
    (tmp_path / "latin.txt").write_bytes(b"bad bytes \xff\xfe\xff")
    corpus = counted([tmp_path / name, tmp_path / "bad.csv", tmp_path / "latin.txt"], recipe(), skip_bad=True)
    assert len(corpus.skipped) == 1
    save_counts(corpus, tmp_path / "counts")
    assert same(load_counts(tmp_path / "counts"), corpus)


def test_the_same_is_learned_from_loaded_counts(tmp_path: Path) -> None:
    how = recipe(vocab_size=400, held_out=0.2, document_unit="line")
    corpus = counted(texts(tmp_path), how)
    save_counts(corpus, tmp_path / "counts")
    expected, found = train_from_counts(corpus, how), train_from_counts(load_counts(tmp_path / "counts"), how)
    assert found.merges == expected.merges
    assert found.held_out and expected.held_out
    assert found.held_out.tokens_left.tolist() == expected.held_out.tokens_left.tolist()


def test_counts_are_saved_while_they_are_learned_from(tmp_path: Path) -> None:
    how = recipe(vocab_size=700)
    corpus = counted(texts(tmp_path, number=20, size=50_000), how)
    saving = threading.Thread(target=lambda: [save_counts(corpus, tmp_path / "counts") for _ in range(20)])
    saving.start()
    merges = train_from_counts(corpus, how).merges
    saving.join()
    assert same(load_counts(tmp_path / "counts"), corpus)
    assert merges == train_from_counts(corpus, how).merges


def test_what_was_spilled_stays_in_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "many.txt"
    path.write_text("\n".join(f"a{number * 7919 % 100_003}" for number in range(60_000)), "utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(MemoryBudget, "of", classmethod(lambda cls, *_a, **_k: cls(200_000, 2**40)))
        corpus = counted(path, recipe())
    assert isinstance(corpus.counts, _native.SpilledCounts)
    save_counts(corpus, tmp_path / "counts")
    loaded = load_counts(tmp_path / "counts")
    assert isinstance(loaded.counts, _native.SpilledCounts)
    assert same(loaded, corpus)
    save_counts(loaded, tmp_path / "again")
    assert same(load_counts(tmp_path / "again"), corpus)


def test_a_table_that_may_not_be_so_large_is_spilled(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text("\n".join(f"a{number * 7919 % 1_000_003}" for number in range(200_000)), "utf-8")
    corpus = counted(path, recipe(), window=2**20)
    assert isinstance(corpus.counts, _native.PieceCounts)
    save_counts(corpus, tmp_path / "counts")
    loaded = load_counts(tmp_path / "counts", memory=96_000_000)
    assert isinstance(loaded.counts, _native.SpilledCounts)
    assert loaded.memory == 96_000_000
    assert dict(loaded.counts.items()) == dict(corpus.counts.items())


def test_saving_again_takes_the_place_of_what_was_there(tmp_path: Path) -> None:
    paths = texts(tmp_path)
    save_counts(counted(paths, recipe(held_out=0.2, document_unit="line")), tmp_path / "counts")
    corpus = counted(paths[:1], recipe())
    save_counts(corpus, tmp_path / "counts")
    assert same(load_counts(tmp_path / "counts"), corpus)
    assert sorted(path.name for path in (tmp_path / "counts").iterdir()) == ["counts.json", "learned-1.pieces"]


def test_a_stop_leaves_what_was_there(tmp_path: Path) -> None:
    paths = texts(tmp_path)
    corpus = counted(paths, recipe())
    save_counts(corpus, tmp_path / "counts")
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        save_counts(counted(paths[:1], recipe()), tmp_path / "counts", monitor)
    assert same(load_counts(tmp_path / "counts"), corpus)
    assert len(list((tmp_path / "counts").iterdir())) == 2


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file", "utf-8")
    with pytest.raises(RunError, match="cannot be written to"):
        save_counts(counted(texts(tmp_path), recipe()), tmp_path / "file")


def test_a_folder_without_counts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="holds no counts"):
        load_counts(tmp_path)


def test_any_changed_byte_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("some words and some more\n" * 20, "utf-8")
    corpus = counted(path, recipe(held_out=0.5, document_unit="line"))
    folder = tmp_path / "counts"
    save_counts(corpus, folder)
    for file in sorted(folder.iterdir()):
        good = file.read_bytes()
        for place in range(len(good)):
            file.write_bytes(good[:place] + bytes([good[place] ^ (1 << place % 8)]) + good[place + 1 :])
            with pytest.raises(RunError) as raised:
                load_counts(folder)
            assert "\n" not in str(raised.value)
        for length in range(len(good)):
            file.write_bytes(good[:length])
            with pytest.raises(RunError):
                load_counts(folder)
        file.write_bytes(good)
    assert same(load_counts(folder), corpus)


def test_values_that_cannot_be_are_refused(tmp_path: Path) -> None:
    save_counts(counted(texts(tmp_path), recipe()), tmp_path)
    record = read_sealed(tmp_path / "counts.json", "counts")
    file = record["files"][0]
    for change in (
        {"learned": "../learned-0.pieces"},
        {"documents": -1},
        {"bytes": "many"},
        {"files": {}},
        {"files": [{**file, "kind": "exe"}]},
        {"files": [{**file, "more": 1}]},
        {"files": [{"bytes": 1}]},
        {"skipped": [["one"]]},
        {"held_out": {"pieces": 1, "documents": 1}},
        {"held_out": [1]},
    ):
        write_sealed(tmp_path / "counts.json", "counts", record | change)
        with pytest.raises(RunError, match="is damaged"):
            load_counts(tmp_path)


def test_counts_of_a_newer_version_say_so(tmp_path: Path) -> None:
    save_counts(counted(texts(tmp_path), recipe()), tmp_path)
    first, _, rest = (tmp_path / "counts.json").read_text("utf-8").partition("\n")
    (tmp_path / "counts.json").write_text(json.dumps(json.loads(first) | {"version": 2}) + "\n" + rest, "utf-8")
    with pytest.raises(RunError, match="written by a newer version"):
        load_counts(tmp_path)
