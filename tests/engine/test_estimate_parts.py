"""Parts of a corpus: from all over it, no line cut, none twice, all of it in the end."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from vocabsmith_engine import Monitor, Recipe, Source
from vocabsmith_engine.estimating.estimator import _sized
from vocabsmith_engine.estimating.growth import Growth
from vocabsmith_engine.estimating.memory_needs import Tables
from vocabsmith_engine.estimating.merging_trial import Course
from vocabsmith_engine.estimating.places import evenly, parts_of

PART = 2**16
RECIPE = Recipe(vocab_size=300)


def lines_in(paths: list[Path], part: int = PART) -> list[bytes]:
    chunks = parts_of(_sized(paths, Monitor()), RECIPE, part)
    return [line for chunk in chunks for line in bytes(chunk.text).splitlines(keepends=True)]


def numbered(number: int, length: int = 20) -> bytes:
    return b"".join(b"%*d\n" % (length - 1, line) for line in range(number))


def test_beginnings_of_the_order_lie_evenly() -> None:
    assert list(evenly(8)) == [0, 4, 2, 6, 1, 5, 3, 7]
    assert list(evenly(5)) == [0, 4, 2, 1, 3]
    assert list(evenly(1)) == [0]
    assert sorted(evenly(1000)) == list(range(1000))


@pytest.mark.parametrize("length", [2, 20, 3001, 50_001])
def test_all_lines_come_once(tmp_path: Path, length: int) -> None:
    text = numbered(3_000_000 // length, length)
    (tmp_path / "large.txt").write_bytes(text)
    (tmp_path / "small.txt").write_bytes(b"a line\nno line end")
    lines = lines_in([tmp_path / "large.txt", tmp_path / "small.txt"])
    assert sorted(lines) == sorted([*text.splitlines(keepends=True), b"a line\n", b"no line end"])


def test_the_first_parts_come_from_all_over_a_large_file(tmp_path: Path) -> None:
    (tmp_path / "large.txt").write_bytes(numbered(200_000))
    chunks = parts_of(_sized(tmp_path / "large.txt", Monitor()), RECIPE, PART)
    numbers = [int(line) for chunk in islice(chunks, 8) for line in bytes(chunk.text).splitlines()]
    assert {number // 25_000 for number in numbers} == set(range(8))


def test_the_bytes_of_the_file_are_accounted_for(tmp_path: Path) -> None:
    (tmp_path / "large.txt").write_bytes(numbered(200_000))
    chunks = parts_of(_sized(tmp_path / "large.txt", Monitor()), RECIPE, PART)
    assert sum(chunk.file_bytes for chunk in chunks) == 4_000_000


@pytest.mark.parametrize("encode", [lambda text: text.encode("utf-16"), lambda text: text.encode("utf-32-be")])
def test_wide_characters_are_read_from_the_front(tmp_path: Path, encode: Callable[[str], bytes]) -> None:
    text = numbered(20_000).decode()
    (tmp_path / "wide.txt").write_bytes(encode("\ufeff" + text if encode("a")[0] == 0 else text))
    assert sorted(lines_in([tmp_path / "wide.txt"])) == sorted(text.encode().splitlines(keepends=True))


def test_wide_characters_that_are_named_are_read_from_the_front(tmp_path: Path) -> None:
    text = numbered(20_000).decode()
    (tmp_path / "wide.txt").write_bytes(text.encode("utf-16-le"))
    source = Source(tmp_path / "wide.txt", encoding="utf-16-le")
    chunks = parts_of(_sized(source, Monitor()), RECIPE, PART)
    assert b"".join(bytes(chunk.text) for chunk in chunks).decode() == text


def test_text_without_lines_comes_whole(tmp_path: Path) -> None:
    text = b"ab" * 300_000
    (tmp_path / "one.txt").write_bytes(text)
    assert b"".join(lines_in([tmp_path / "one.txt"])) == text


def test_every_file_has_its_turn(tmp_path: Path) -> None:
    for number in range(100):
        (tmp_path / f"{number:03}.txt").write_bytes(b"file %03d\n" % number)
    chunks = parts_of(_sized(tmp_path, Monitor()), RECIPE, PART)
    first = [int(bytes(chunk.text).split()[1]) for chunk in islice(chunks, 8)]
    assert {number // 25 for number in first} == {0, 1, 2, 3}
    assert len(list(chunks)) == 92


def test_growth_is_a_power() -> None:
    growth = Growth.between((100, 10), (400, 20))
    assert growth.exponent == pytest.approx(0.5)
    assert growth.at(1600) == pytest.approx(40)


def test_growth_stays_within_reason() -> None:
    assert Growth.between((100, 10), (200, 5)).exponent == 0
    assert Growth.between((100, 10), (200, 50)).exponent == 1
    assert Growth.between((100, 10), (100, 10)).at(300) == 30
    assert Growth.between((0, 0), (0, 0)).at(300) == 0


def test_tables_are_as_large_as_their_slots_and_long_pieces() -> None:
    one = Tables(Growth(1000, 600_000, 0.0), arena=2.0, size=1000, threads=1)
    assert one.last() == 24 * 2**20 + 1_200_000
    assert one.most() == 24 * 2**20 + 1_200_000 + 24 * 2**19
    two = Tables(Growth(1000, 600_000, 0.0), arena=0.0, size=1000, threads=2)
    assert two.last() == 24 * 2**21  # room for all that both hold, though they hold the same
    assert two.most() == 24 * (2**20 + 2**20 + 2**21)


def test_merges_past_the_last_of_a_trial_take_less_and_less() -> None:
    course = Course(row=1000, merges=(0, 50, 100), seconds=(0.5, 1.0, 1.5), ran_out=False)
    assert course.seconds_for(75) == 1.25
    assert course.seconds_for(200) == pytest.approx(1.5 + 0.5 / 50 * 100 * math.log(2))


def test_a_trial_that_was_cut_off_early_does_not_go_on_as_slowly_for_ever() -> None:
    course = Course(row=1000, merges=(0, 2), seconds=(0.3, 0.4), ran_out=False)
    assert course.seconds_for(10_000) < 2
