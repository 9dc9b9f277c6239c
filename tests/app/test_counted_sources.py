"""Which of the listed sources a run reads."""

from dataclasses import replace
from pathlib import Path

from vocabsmith.corpus_items import FOLDER, MISSING, NOT_TEXT, CorpusItem
from vocabsmith.counted_sources import counted_sources

ONE = CorpusItem(Path("/a/one.txt"), "text", 9, digest="abc")
COPY = CorpusItem(Path("/b/copy.txt"), "text", 9, digest="abc")
FOLDER_A = CorpusItem(Path("/a"), FOLDER, 20, files=2)


def test_what_has_the_bytes_of_an_earlier_source_is_left_out():
    counted = counted_sources([ONE, COPY])
    assert counted.counted == (ONE,)
    assert counted.copies == {COPY.path: ONE}


def test_the_first_one_that_stays_counts():
    assert counted_sources([COPY]).counted == (COPY,)


def test_a_copy_can_be_counted_all_the_same():
    wanted = replace(COPY, count_copy=True)
    counted = counted_sources([ONE, wanted])
    assert counted.counted == (ONE, wanted)
    assert counted.copies == {COPY.path: ONE}


def test_the_same_bytes_read_in_another_way_are_another_text():
    other_field = replace(COPY, field="title")
    other_kind = replace(COPY, path=Path("/b/copy.csv"), kind="csv")
    assert counted_sources([ONE, other_field, other_kind]).counted == (ONE, other_field, other_kind)
    again = replace(other_field, path=Path("/c/copy.txt"))
    assert counted_sources([ONE, other_field, again]).copies == {again.path: other_field}


def test_what_nobody_has_compared_counts():
    assert len(counted_sources([replace(ONE, digest=""), replace(COPY, digest="")]).counted) == 2


def test_what_is_no_text_or_missing_does_not_count():
    assert counted_sources([replace(ONE, kind=NOT_TEXT), replace(COPY, kind=MISSING)]).counted == ()


def test_what_lies_in_a_listed_folder_is_read_with_it():
    counted = counted_sources([ONE, FOLDER_A])
    assert counted.counted == (FOLDER_A,)
    assert counted.inside == {ONE.path: FOLDER_A}


def test_what_is_hidden_in_a_listed_folder_counts_by_itself():
    hidden = CorpusItem(Path("/a/.git/notes.txt"), "text", 9)
    assert counted_sources([FOLDER_A, hidden]).counted == (FOLDER_A, hidden)


def test_a_file_with_a_reading_of_its_own_comes_before_its_folder_so_that_the_reading_holds():
    heavy = replace(ONE, weight=3)
    assert counted_sources([FOLDER_A, heavy]).counted == (heavy, FOLDER_A)


def test_a_copy_of_a_file_in_a_listed_folder_does_not_count():
    assert counted_sources([FOLDER_A, ONE, COPY]).copies == {COPY.path: ONE}
