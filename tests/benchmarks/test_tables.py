"""The tables of the benchmarks: what is told of results, what of failures, and what of a document is left alone."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from goals import Goal, goals_table, largest_step, peak_to_peer
from jobs import Job, Outcome, run_job
from report import put_between_marks, report
from results import RowResult, Store
from texts import part_of

CIRCUMSTANCES: dict[str, Any] = {
    "date": "1 May 2026",
    "machine": "a machine",
    "python": "3.11.7",
    "versions": {"gigabpe": "0.1.0"},
    "commit": "abc",
    "load": 2.0,
    "cores": 2,
}


def outcome(seconds: float, **more: Any) -> Outcome:
    return Outcome(seconds=seconds, peak=100 * 2**20, size=10_000_000, merges=1000, **more)


def training(*, peer: list[Outcome]) -> RowResult:
    own = [outcome(2.0), outcome(1.0), outcome(9.0)]
    return RowResult(
        "text, gpt2",
        "training",
        ["Vocabsmith", "gigabpe"],
        CIRCUMSTANCES,
        {"Vocabsmith": own, "gigabpe": peer},
    )


# ---------------------------------------------------------------- lines


def test_a_line_holds_median_range_rate_ratio_and_memory() -> None:
    rows = {"train-english": training(peer=[outcome(7.0, shared=0.5), outcome(8.0, shared=0.5)])}

    lines = report(rows).splitlines()

    assert "| text, gpt2 | Vocabsmith | 3 | 2.00 | 1.00 – 9.00 | 5.0 | 1.00 | 100 | 1,000 |  |" in lines
    assert "|  | gigabpe | 2 | 7.50 | 7.00 – 8.00 | 1.3 | 3.75 | 100 | 1,000 | 50.00% |" in lines


def test_a_peer_that_failed_is_a_line_that_says_why() -> None:
    rows = {"train-english": training(peer=[Outcome(failure="No module named 'gigabpe' | (status 1)")])}

    lines = report(rows).splitlines()

    assert "|  | gigabpe | failed: No module named 'gigabpe' \\| (status 1) |  |  |  |  |  |  |  |" in lines


def test_a_peer_that_was_not_reached_yet_is_told_apart_from_a_failure() -> None:
    assert training(peer=[]).failure("gigabpe") == "not run"


@pytest.mark.parametrize(("digest", "told"), [("aa", "equal"), ("bb", "differ")])
def test_ids_are_compared_with_those_of_the_first(digest: str, told: str) -> None:
    outcomes = {"Vocabsmith, file": [outcome(1.0, digest="aa")], "tokie": [outcome(2.0, digest=digest)]}
    row = RowResult("text", "encoding", list(outcomes), CIRCUMSTANCES, outcomes)

    assert f"|  | tokie | 1 | 2.00 | 2.00 – 2.00 | 5.0 | 2.00 | 100 | {told} |" in report({"encode-file": row})


def test_a_step_is_compared_with_the_step_before() -> None:
    outcomes = {"1 MB": [outcome(1.0)], "2 MB": [outcome(2.5)], "4 MB": [outcome(4.0)]}
    row = RowResult("piece", "growth", list(outcomes), CIRCUMSTANCES, outcomes)

    assert "|  | 4 MB | 1 | 4.00 | 4.00 – 4.00 | 1.60 | 100 |" in report({"growth-piece": row})
    assert largest_step("growth-piece", {"growth-piece": row}) == 2.5


@pytest.mark.parametrize(("load", "told"), [(3.0, False), (3.2, True)])
def test_the_head_tells_of_a_machine_that_was_busy(load: float, told: bool) -> None:
    row = training(peer=[])
    row.circumstances = CIRCUMSTANCES | {"load": load}

    assert ("Other programs ran meanwhile" in report({"train-english": row})) == told


# ---------------------------------------------------------------- goals


@pytest.mark.parametrize(("figure", "verdict"), [(4.0, "goal"), (3.9, "must"), (2.5, "must"), (2.4, "no")])
def test_more_is_better_for_a_ratio(figure: float, verdict: str) -> None:
    assert Goal("speed", 2.5, 4, "×", lambda _: None, more=True).verdict(figure) == verdict


@pytest.mark.parametrize(("figure", "verdict"), [(0.1, "goal"), (0.2, "must"), (0.5, "must"), (0.6, "no")])
def test_less_is_better_for_seconds(figure: float, verdict: str) -> None:
    assert Goal("stop", 0.5, 0.1, " s", lambda _: None, more=False).verdict(figure) == verdict


def test_a_goal_is_read_off_the_medians() -> None:
    rows = {"train-english": training(peer=[outcome(7.0)])}

    assert "| training english, gigabpe to Vocabsmith | 2.5× | 4× | 3.50× | must |" in goals_table(rows)


def test_a_goal_whose_peer_failed_is_left_out() -> None:
    assert "gigabpe" not in goals_table({"train-english": training(peer=[Outcome(failure="gone")])})


def test_memory_is_compared_where_it_is_worst() -> None:
    peak = partial(Outcome, seconds=1.0)
    rows = {
        name: RowResult(
            name,
            "training",
            ["Vocabsmith", "gigabpe"],
            {},
            {"Vocabsmith": [peak(peak=own)], "gigabpe": [peak(peak=100)]},
        )
        for name, own in (("train-english", 50), ("train-cjk", 120), ("encode-file", 500))
    }

    assert peak_to_peer("gigabpe", rows) == 1.2


# ---------------------------------------------------------------- keeping


def test_results_are_read_back_as_they_were_kept(tmp_path: Path) -> None:
    row = training(peer=[Outcome(failure="gone")])
    store = Store(tmp_path)

    store.save("train-english", row)

    assert store.all(["train-cjk", "train-english"]) == {"train-english": row}


def test_only_what_stands_between_the_marks_is_replaced(tmp_path: Path) -> None:
    document = tmp_path / "benchmarks.md"
    begin, end = "<!-- full run: written by make, do not edit -->", "<!-- end of full run -->"
    document.write_text(f"before\n{begin}\nold\n{end}\nafter\n")

    put_between_marks(document, "full run", "new")

    assert document.read_text() == f"before\n{begin}\n\nnew\n\n{end}\nafter\n"


def test_a_document_without_the_marks_is_refused_and_left_alone(tmp_path: Path) -> None:
    document = tmp_path / "benchmarks.md"
    document.write_text("written by hand\n")

    with pytest.raises(ValueError, match="does not hold the marks"):
        put_between_marks(document, "full run", "new")
    assert document.read_text() == "written by hand\n"


# ---------------------------------------------------------------- processes and texts


def test_a_job_that_fails_comes_back_with_its_last_word(tmp_path: Path) -> None:
    missing = run_job(Job(by="train:no_such_peer", text="none.txt"), tmp_path / "answer.json")

    assert missing.failure == "AttributeError: module 'training_peers' has no attribute 'no_such_peer' (status 1)"


def test_a_job_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    late = run_job(Job(by="vocabsmith:train", text="none.txt", seconds=0.001), tmp_path / "answer.json")

    assert late.failure == "given up after 0.001 s"


def test_parts_of_a_text_are_whole_lines_and_make_up_the_text(tmp_path: Path) -> None:
    source = tmp_path / "source.txt"
    source.write_bytes(b"".join(b"line %d\n" % number for number in range(200_000)))

    half, whole = b"".join(part_of(source, 1, 2)), b"".join(part_of(source, 2, 2))

    assert whole == source.read_bytes()
    assert half.endswith(b"\n")
    assert 0.3 < len(half) / len(whole) < 0.7
