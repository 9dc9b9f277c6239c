"""What a run will take: measured on parts of its corpus, or not told at all."""

from __future__ import annotations

import gzip
import json
import threading
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from vocabsmith_engine import BadFile, CorpusError, Monitor, Recipe, RecipeError, Source, Stopped, train
from vocabsmith_engine.estimating import Estimate, Estimator, estimate, estimator

TEXT = "".join(f"The {number % 977} cats sat on mat {number * 7919 % 10007}, naïvely.\n" for number in range(20_000))


def written(folder: Path, text: str = TEXT, name: str = "corpus.txt") -> Path:
    path = folder / name
    path.write_bytes(text.encode())
    return path


def test_a_corpus_that_is_read_whole_has_the_merges_of_the_run(tmp_path: Path) -> None:
    path, recipe = written(tmp_path), Recipe(vocab_size=50_000)
    found = estimate(path, recipe)
    assert (found.corpus_bytes, found.measured_bytes) == (len(TEXT.encode()), len(TEXT.encode()))
    assert found.merges == len(train(path, recipe).merge_ids)
    assert found.merging_course[0][0] == 0
    assert found.merging_course[-1] == (found.merges, 1.0)


def test_every_part_of_the_run_takes_time_and_memory(tmp_path: Path) -> None:
    recipe = Recipe(vocab_size=1000, held_out=0.3, document_unit="line")
    found = estimate(written(tmp_path), recipe, checked_bytes=10**6)
    parts = (found.counting_seconds, found.merging_seconds, found.measuring_seconds, found.checking_seconds)
    assert min(parts) > 0
    assert found.seconds == sum(parts)
    assert found.memory > 0


def test_what_is_not_done_takes_no_time(tmp_path: Path) -> None:
    found = estimate(written(tmp_path), Recipe(vocab_size=1000))
    assert (found.measuring_seconds, found.checking_seconds) == (0, 0)


@pytest.mark.parametrize("settings", [{"pretokenizer": r"\w+|\W+"}, {"normalization": "NFKC"}, {"base": "characters"}])
def test_recipes_of_every_kind_are_tried(tmp_path: Path, settings: dict[str, object]) -> None:
    found = estimate(written(tmp_path, TEXT[:100_000]), Recipe.from_dict({"vocab_size": 1000} | settings), threads=2)
    assert found.merges > 0
    assert found.seconds > 0


def test_files_of_every_kind_are_tried(tmp_path: Path) -> None:
    lines = TEXT.splitlines()
    jsonl = written(tmp_path, "".join(json.dumps({"text": line}) + "\n" for line in lines), "records.jsonl")
    pq.write_table(pa.table({"text": lines}), tmp_path / "table.parquet")
    (tmp_path / "text.txt.gz").write_bytes(gzip.compress(TEXT.encode()))
    for path in (jsonl, tmp_path / "table.parquet", tmp_path / "text.txt.gz"):
        found = estimate(path, Recipe(vocab_size=1000))
        assert (found.merges, found.measured_bytes) == (744, path.stat().st_size)


def test_a_folder_counts_with_all_its_files(tmp_path: Path) -> None:
    for number in range(50):
        written(tmp_path, TEXT[number * 100 : number * 100 + 5000], f"{number}.txt")
    found = estimate(tmp_path, Recipe(vocab_size=1000))
    assert found.corpus_bytes == sum(path.stat().st_size for path in tmp_path.iterdir()) == found.measured_bytes


# ---------------------------------------------------------------- no estimate, and why


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"gone\.txt: cannot be read"):
        estimate([written(tmp_path), tmp_path / "gone.txt"], Recipe(vocab_size=1000))


def test_a_file_that_holds_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(1000))
    with pytest.raises(BadFile, match=r"picture\.png: is a picture"):
        estimate([written(tmp_path), tmp_path / "picture.png"], Recipe(vocab_size=1000))


def test_standard_input_is_not_read() -> None:
    with pytest.raises(CorpusError, match="standard input: can be read only once"):
        estimate(Source(Path("-")), Recipe(vocab_size=1000))


@pytest.mark.parametrize("text", ["", "<d><d>"])
def test_a_corpus_without_text_has_no_estimate(tmp_path: Path, text: str) -> None:
    with pytest.raises(CorpusError, match="holds no text"):
        estimate(written(tmp_path, text), Recipe(vocab_size=1000, special_tokens=("<d>",)))


def test_memory_that_no_run_can_work_with_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=r"memory 1,000: must be"):
        estimate(written(tmp_path), Recipe(vocab_size=1000), memory=1000)


def test_an_expression_that_hardly_moves_has_no_estimate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vocabsmith_engine.estimating.counting_trial._GIVEN_UP_AFTER", -0.3)
    with pytest.raises(CorpusError, match="are cut too slowly for an estimate"):
        estimate(written(tmp_path), Recipe(vocab_size=1000, pretokenizer=r"\w+|\W+"))


def test_a_monitor_that_was_stopped_ends_the_trial(tmp_path: Path) -> None:
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        estimate(written(tmp_path), Recipe(vocab_size=1000), monitor=monitor)


def test_a_stop_in_the_middle_leaves_no_thread(tmp_path: Path) -> None:
    path = written(tmp_path, TEXT * 20)
    monitor = Monitor()
    threading.Timer(0.05, monitor.stop).start()
    began = time.perf_counter()
    with pytest.raises(Stopped):
        while time.perf_counter() < began + 20:
            estimate(path, Recipe(vocab_size=60_000), monitor=monitor)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith(("estimating", "counting"))]


# ---------------------------------------------------------------- one estimate after another


def trials(monkeypatch: pytest.MonkeyPatch) -> list[Recipe]:
    """The recipes that are tried from now on."""
    made: list[Recipe] = []
    real = estimator.try_out

    def try_out(*arguments: object, **more: object) -> object:
        made.append(arguments[1])  # type: ignore[arg-type]
        return real(*arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(estimator, "try_out", try_out)
    return made


def test_another_size_needs_no_other_trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, estimates, tried = written(tmp_path), Estimator(), trials(monkeypatch)
    small = estimates.estimate(path, Recipe(vocab_size=300))
    large = estimates.estimate(path, Recipe(vocab_size=3000))
    assert len(tried) == 1
    assert (small.merges, large.merges) == (44, 2744)
    assert small.seconds < large.seconds
    assert small.memory <= large.memory


def test_another_setting_or_another_text_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, estimates, tried = written(tmp_path), Estimator(), trials(monkeypatch)
    estimates.estimate(path, Recipe(vocab_size=300))
    estimates.estimate(path, Recipe(vocab_size=300, pretokenizer="cl100k"))
    written(tmp_path, TEXT[:1000])
    assert estimates.estimate(path, Recipe(vocab_size=300)).corpus_bytes == len(TEXT[:1000].encode())
    assert len(tried) == 3


def test_only_the_last_trials_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, estimates, tried = written(tmp_path, TEXT[:1000]), Estimator(), trials(monkeypatch)
    for least in (*range(1, 11), 10, 1):
        estimates.estimate(path, Recipe(vocab_size=300, min_frequency=least))
    assert [recipe.min_frequency for recipe in tried] == [*range(1, 11), 1]


def test_an_estimate_is_a_plain_value() -> None:
    made = Estimate(1, 2, 0, 0, 10**6, 100, 50, 744, ((0, 0.0), (744, 1.0)))
    assert made == Estimate(1, 2, 0, 0, 10**6, 100, 50, 744, ((0, 0.0), (744, 1.0)))
