"""Numbers, sizes and times as the user reads them."""

import pytest

from vocabsmith import wording
from vocabsmith_engine import Progress


def test_numbers_are_grouped():
    assert wording.grouped(1233300025) == "1,233,300,025"


def test_one_thing_is_singular():
    assert wording.count(1, "merge") == "1 merge"
    assert wording.count(31743, "merge") == "31,743 merges"
    assert wording.count(2, "entry", "entries") == "2 entries"


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0 B"),
        (612, "612 B"),
        (999, "999 B"),
        (1000, "1 kB"),
        (502_300, "502 kB"),
        (999_600, "1.0 MB"),
        (29_900_000, "29.9 MB"),
        (231_400_000, "231 MB"),
        (1_233_300_025, "1.2 GB"),
        (5_000_000_000_000, "5.0 TB"),
    ],
)
def test_sizes(number: int, text: str):
    assert wording.size(number) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.012, "12 ms"), (38.41, "38.4 s"), (59.99, "1 min 0 s"), (127, "2 min 7 s"), (7380, "2 h 3 min")],
)
def test_durations(seconds: float, text: str):
    assert wording.duration(seconds) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.4, "a moment left"),
        (12.3, "about 12 s left"),
        (47, "about 45 s left"),
        (59, "about 1 min left"),
        (130, "about 2 min left"),
        (3550, "about 1 hour left"),
        (3 * 3600, "about 3 hours left"),
        (90_000, "more than a day left"),
    ],
)
def test_time_left_does_not_promise_more_than_is_known(seconds: float, text: str):
    assert wording.time_left(seconds) == text


def test_figures_of_merging_are_merges():
    progress = Progress("merging", 18211, 31743, 1086.2, 18211)
    assert wording.stage_title("merging") == "Merging"
    assert wording.stage_figures(progress) == "18,211 of 31,743"
    assert wording.stage_rate(progress) == "1,086 merges/s"
    assert wording.seconds_left(progress) == pytest.approx(12.459, abs=0.001)


def test_figures_of_reading_are_bytes():
    progress = Progress("reading", 12_100_000, 63_500_000, 8_400_000.0, 0)
    assert wording.stage_title("reading") == "Reading and counting"
    assert wording.stage_figures(progress) == "12.1 MB of 63.5 MB"
    assert wording.stage_rate(progress) == "8.4 MB/s"


def test_an_unknown_end_is_not_made_up():
    progress = Progress("reading", 12_100_000, None, 8_400_000.0, 0)
    assert wording.stage_figures(progress) == "12.1 MB"
    assert wording.seconds_left(progress) is None


def test_a_rate_that_is_a_moment_old_tells_nothing_of_the_time_left():
    young = Progress("checking", done=8_000, total=67_100_000, per_second=66_000.0, merges=0)
    assert wording.seconds_left(young) is None
    older = Progress("checking", done=40_000, total=67_100_000, per_second=66_000.0, merges=0)
    assert wording.seconds_left(older) == pytest.approx(1016.06, abs=0.01)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.4, "less than a second"),
        (3.4, "about 3 s"),
        (38.4, "about 40 s"),
        (58, "about 1 min"),
        (130, "about 2 min"),
        (3_500, "about 1 hour"),
        (90_000, "about 25 hours"),
        (200_000, "about 2 days"),
    ],
)
def test_a_time_that_is_expected_promises_no_more_than_is_known(seconds, words):
    assert wording.about_duration(seconds) == words


@pytest.mark.parametrize(
    ("number", "words"), [(999, "999 B"), (12_345, "12 kB"), (312_000_000, "310 MB"), (1_250_000_000, "1.2 GB")]
)
def test_a_size_that_is_expected_has_two_figures(number, words):
    assert wording.about_size(number) == words
