"""Texts of a comparison: only what is new is worked out, large folders are sampled, and what is wrong is told."""

from pathlib import Path

import numpy as np
import pytest

from vocabsmith.operations.combine_evaluations import TYPED, Typed, combine
from vocabsmith.operations.evaluate_texts import (
    EMPTY,
    Job,
    Outcomes,
    Reading,
    WholeMonitor,
    evaluate_jobs,
    spread_sample,
)
from vocabsmith_engine import Monitor, Recipe, Stopped, Tokenizer, train_from_counts
from vocabsmith_engine.analysis import compare, evaluate


def trained(*counts: tuple[bytes, int]) -> Tokenizer:
    recipe = Recipe(vocab_size=256 + 3 * len(counts), byte_order="value", min_frequency=1)
    return train_from_counts(list(counts), recipe).tokenizer


LOW, THE = trained((b"low", 5)), trained((b" the", 9))


def reading_of(path: Path, key: int = 1, sample: int | None = None) -> Reading:
    size = sum(each.stat().st_size for each in path.rglob("*") if each.is_file()) if path.is_dir() else 0
    return Reading(key, path, size or path.stat().st_size, sample)


def outcomes_of(reading: Reading, *tokenizers: Tokenizer) -> Outcomes:
    outcomes = Outcomes()
    evaluate_jobs(jobs=[Job(reading, tokenizers)], outcomes=outcomes, monitor=WholeMonitor())
    return outcomes


def test_a_file_is_evaluated_by_each_tokenizer(tmp_path: Path):
    file = tmp_path / "a.txt"
    file.write_text("low the low")
    reading = reading_of(file)
    known = outcomes_of(reading, LOW, THE)
    tokens = [known.get(reading, each).evaluation.evaluations[0].tokens for each in (LOW, THE)]
    assert tokens == [1 + 4 + 1 + 1, 3 + 1 + 4]


def test_a_folder_is_one_text(tmp_path: Path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("low")
    reading = reading_of(tmp_path)
    found = outcomes_of(reading, LOW).get(reading, LOW).evaluation
    assert (found.path, found.evaluations[0].tokens, found.documents.shape[1]) == (tmp_path, 2, 2)


def test_only_what_is_new_is_missing(tmp_path: Path):
    one, two = tmp_path / "1.txt", tmp_path / "2.txt"
    for file in (one, two):
        file.write_text("low")
    first, second = reading_of(one), reading_of(two, key=2)
    known = outcomes_of(first, LOW)
    assert known.missing([first], [LOW]) == []
    assert known.missing([first, second], [LOW, THE]) == [Job(first, (THE,)), Job(second, (LOW, THE))]


def test_what_is_not_compared_any_more_is_forgotten(tmp_path: Path):
    file = tmp_path / "1.txt"
    file.write_text("low")
    reading = reading_of(file)
    known = outcomes_of(reading, LOW, THE)
    known.keep([reading], [THE])
    assert (known.get(reading, LOW), known.get(reading, THE) is None) == (None, False)


def test_an_empty_file_is_told_and_no_error(tmp_path: Path):
    file = tmp_path / "empty.txt"
    file.touch()
    reading = Reading(1, file, 0, None)
    outcome = outcomes_of(reading, LOW).get(reading, LOW)
    assert (outcome.evaluation, outcome.note, outcome.problem) == (None, EMPTY, "")


def test_a_file_that_has_vanished_is_named_with_what_to_do(tmp_path: Path):
    reading = Reading(1, tmp_path / "gone.txt", 5, None)
    problem = outcomes_of(reading, LOW).get(reading, LOW).problem
    assert (
        problem == "It cannot be read: no such file or directory. Check the path and its permissions, or leave it out."
    )


def test_a_file_of_a_folder_that_is_no_text_is_left_out_and_named(tmp_path: Path):
    (tmp_path / "a.txt").write_text("low")
    (tmp_path / "b.txt").write_bytes(b"\x7fELF\x02\x01\x01" + bytes(500))
    reading = reading_of(tmp_path)
    outcome = outcomes_of(reading, LOW).get(reading, LOW)
    assert outcome.evaluation.evaluations[0].tokens == 1
    assert outcome.note.startswith("1 file could not be read, the first: ")
    assert "b.txt" in outcome.note


def test_progress_is_that_of_all_texts_together(tmp_path: Path):
    jobs = []
    for key in (1, 2):
        file = tmp_path / f"{key}.txt"
        file.write_text("low\n" * 100)
        jobs.append(Job(reading_of(file, key), (LOW,)))
    monitor = WholeMonitor()
    evaluate_jobs(jobs=jobs, outcomes=Outcomes(), monitor=monitor)
    assert (monitor.progress().done, monitor.progress().total) == (800, 800)


def test_a_stop_keeps_what_is_there(tmp_path: Path):
    file = tmp_path / "1.txt"
    file.write_text("low")
    reading, monitor = reading_of(file), WholeMonitor()
    known = outcomes_of(reading, LOW)
    monitor.stop()
    with pytest.raises(Stopped):
        evaluate_jobs(jobs=[Job(reading, (THE,))], outcomes=known, monitor=monitor)
    assert known.get(reading, LOW) is not None


def test_a_sample_is_spread_over_the_files():
    small = spread_sample([1000] * 1000, 100_000)
    assert (sum(small), {*small}) == (100_000, {0, 1000})
    assert max(np.diff(np.flatnonzero(small))) == 10
    large = spread_sample([100_000_000, 300_000_000], 20_000_000)
    assert large == [5_000_000, 15_000_000]
    assert spread_sample([10, 20], 30) == [10, 20]
    assert spread_sample([10, 20], None) == [10, 20]


def test_random_samples_are_about_as_large_as_wanted():
    random = np.random.default_rng(7)
    for _ in range(50):
        sizes = random.integers(1, 2_000_000, int(random.integers(1, 400))).tolist()
        sample = int(random.integers(300_000, 5_000_000))
        shares = spread_sample(sizes, sample)
        assert all(0 <= share <= size for share, size in zip(shares, sizes, strict=True))
        assert min(sample, sum(sizes)) - 256_000 <= sum(shares) <= sample


def test_tokenizers_one_after_the_other_give_what_they_give_together(tmp_path: Path):
    file = tmp_path / "a.txt"
    file.write_text("low the lower\n" * 9000)
    reading = reading_of(file)
    known = outcomes_of(reading, LOW)
    evaluate_jobs(jobs=[Job(reading, (THE,))], outcomes=known, monitor=WholeMonitor())
    combined = combine(
        readings={reading: "English"}, tokenizers=(LOW, THE), outcomes=known, typed=None, monitor=Monitor()
    )
    together = compare(evaluate([LOW, THE], [file]), {file: "English"})
    assert combined.comparison.ranges == together.ranges
    assert [each.tokens for each in combined.comparison.totals] == [each.tokens for each in together.totals]


def test_texts_that_are_not_known_for_all_are_left_out(tmp_path: Path):
    one, two = tmp_path / "1.txt", tmp_path / "2.txt"
    for file in (one, two):
        file.write_text("low")
    first, second = reading_of(one), reading_of(two, key=2)
    known = outcomes_of(first, LOW, THE)
    evaluate_jobs(jobs=[Job(second, (LOW,))], outcomes=known, monitor=WholeMonitor())
    groups = {first: "a", second: "b"}
    combined = combine(readings=groups, tokenizers=(LOW, THE), outcomes=known, typed=None, monitor=Monitor())
    assert [text.path for text in combined.texts] == [one]


def test_the_typed_text_can_be_one_of_the_texts():
    typed = Typed("low low", Reading(-1, TYPED, 7, None))
    combined = combine(readings={}, tokenizers=(LOW,), outcomes=Outcomes(), typed=(typed, "Latin"), monitor=Monitor())
    assert list(combined.comparison.by_group) == ["Latin"]
    assert combined.comparison.totals[0].tokens == 3
