"""An estimate while the run goes on: what has passed is known, what is left follows from how it went."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vocabsmith_engine import Progress
from vocabsmith_engine.estimating import Estimate

ESTIMATE = Estimate(
    counting_seconds=10,
    merging_seconds=4,
    measuring_seconds=1,
    checking_seconds=5,
    memory=10**8,
    corpus_bytes=1000,
    measured_bytes=100,
    merges=800,
    merging_course=((0, 0.25), (400, 0.75), (800, 1.0)),
)


def at(stage: str, done: int, total: int, per_second: float) -> Progress:
    return Progress(stage, done, total, per_second, 0)


def test_a_run_that_goes_as_expected_changes_nothing() -> None:
    assert ESTIMATE.corrected(at("reading", 500, 1000, 100), 5) == replace(ESTIMATE, counting_seconds=10)
    assert ESTIMATE.left(at("reading", 500, 1000, 100), 5) == 15


def test_before_anything_is_done_it_is_what_was_expected() -> None:
    assert ESTIMATE.left(at("reading", 0, 1000, 0), 0) == 20
    assert ESTIMATE.left(Progress("idle", 0, None, 0, 0), 0) == 20


def test_a_slower_run_takes_longer_the_surer_the_longer_it_works() -> None:
    early = ESTIMATE.corrected(at("reading", 5, 1000, 50), 0.1)
    late = ESTIMATE.corrected(at("reading", 900, 1000, 50), 18)
    assert 10 < early.counting_seconds < 12
    assert late.counting_seconds == pytest.approx(18 + 0.1 * (18 / 19 * 20 + 1 / 19 * 10))
    assert (early.merging_seconds, late.merging_seconds) == (4, 4)


def test_what_has_ended_took_what_it_took() -> None:
    corrected = ESTIMATE.corrected(at("merging", 400, 800, 400 / 3), 23)
    assert corrected.counting_seconds == 20
    assert corrected.merging_seconds == 4
    assert ESTIMATE.left(at("merging", 400, 800, 400 / 3), 23) == 7


def test_early_merges_take_longer_than_late_ones() -> None:
    halfway = ESTIMATE.left(at("merging", 400, 800, 400 / 3), 13)
    assert halfway == 1 + 1 + 5


def test_merges_beyond_those_expected_leave_what_comes_after_them() -> None:
    assert ESTIMATE.left(at("merging", 900, 900, 225), 14) == 6


def test_the_last_stages_count_down_to_nothing() -> None:
    assert ESTIMATE.left(at("checking", 500, 1000, 200), 17.5) == 2.5
    assert ESTIMATE.left(at("checking", 1000, 1000, 200), 20) == 0
    assert ESTIMATE.left(Progress("saving", 0, 3, 0, 0), 21) == 0
    assert ESTIMATE.left(Progress("finished", 0, None, 0, 800), 21) == 0


def test_a_stage_that_was_not_expected_is_no_failure() -> None:
    unexpected = replace(ESTIMATE, counting_seconds=0, measuring_seconds=0)
    assert unexpected.left(at("measuring", 50, 100, 50), 3) >= 5
