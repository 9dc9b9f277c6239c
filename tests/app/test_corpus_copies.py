"""The same text listed twice counts once, unless the user wants it otherwise."""

import os
import time
from pathlib import Path

import pytest
from corpus_on_page import LEFT, SECONDS, add, add_and_read, row_of, rows_of
from PySide6.QtCore import Qt

from vocabsmith.pages.build_page.corpus_pane import CorpusPane
from vocabsmith_engine import Recipe, count_pieces, train_from_counts

links = pytest.mark.skipif(os.name == "nt", reason="links need rights there")


@pytest.fixture
def pane(qtbot, session, tasks, palette):
    made = CorpusPane(session, tasks)
    qtbot.addWidget(made)
    made.resize(312, 700)
    made.apply_theme(palette)
    made.show()
    return made


@pytest.fixture
def texts(tmp_path) -> Path:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_text("aa bb aa")
    return folder


def counts_of(session) -> list[int]:
    """How often the pairs of the corpus occur, most frequent first."""
    recipe = Recipe(vocab_size=260, special_tokens=[], min_frequency=1)
    counts = count_pieces([item.source for item in session.distinct_corpus], recipe)
    return train_from_counts(counts, recipe).merge_counts.tolist()


@links
def test_a_file_twice_through_a_link_and_through_its_folder_counts_once(qtbot, pane, session, texts, tmp_path):
    add(qtbot, pane, texts / "a.txt")
    single, total = counts_of(session), pane.foot.total.text()
    (tmp_path / "link.txt").symlink_to(texts / "a.txt")
    (tmp_path / "folder").symlink_to(texts, target_is_directory=True)
    add(qtbot, pane, texts / "a.txt", tmp_path / "link.txt")
    add(qtbot, pane, texts, tmp_path / "folder")
    assert [row.name for row in rows_of(pane)] == ["a.txt", "texts"]
    assert row_of(pane).note == "Lies in the folder texts too; it is read once."
    assert pane.foot.about.text() == "1 of 2 sources, 1 in a listed folder"
    assert counts_of(session) == single
    assert pane.foot.total.text().split(" in ")[0] == total.split(" in ")[0] == "8 B"


def test_a_copy_is_greyed_and_left_out(qtbot, pane, session, texts, tmp_path):
    add(qtbot, pane, texts / "a.txt")
    single = counts_of(session)
    (tmp_path / "a (copy).txt").write_text("aa bb aa")
    add_and_read(qtbot, pane, tmp_path / "a (copy).txt")
    row = row_of(pane, 1)
    assert (row.kind, row.note, row.warns, row.left_out) == ("Same bytes as a.txt", "Counted once", False, True)
    assert row.spoken == "a (copy).txt, 8 B, Same bytes as a.txt, Counted once, left out"
    assert pane.foot.total.text() == "8 B in 1 document"
    assert pane.foot.about.text() == "1 of 2 sources, 1 duplicate left out"
    assert counts_of(session) == single


def test_files_of_equal_size_are_no_copies(qtbot, pane, texts, tmp_path):
    (tmp_path / "b.txt").write_text("aa bb cc")
    add_and_read(qtbot, pane, texts / "a.txt", tmp_path / "b.txt")
    assert [row.left_out for row in rows_of(pane)] == [False, False]


def test_large_files_that_begin_alike_are_no_copies(qtbot, pane, tmp_path):
    for name, end in (("a.txt", "x"), ("b.txt", "y"), ("c.txt", "x")):
        (tmp_path / name).write_text("some words " * 100_000 + end)
    add(qtbot, pane, *(tmp_path / name for name in ("a.txt", "b.txt", "c.txt")))
    assert [row.left_out for row in rows_of(pane)] == [False, False, True]


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_a_copy_is_counted_all_the_same_when_the_user_says_so(qtbot, pane, session, texts, tmp_path, way):
    (tmp_path / "copy.txt").write_text("aa bb aa")
    add_and_read(qtbot, pane, texts / "a.txt", tmp_path / "copy.txt")
    single = counts_of(session)
    if way == "mouse":
        index = pane.list.model().index(1)
        step = pane.list._delegate.metrics.step(row_of(pane, 1), pane.list.visualRect(index))
        qtbot.mouseClick(pane.list.viewport(), LEFT, pos=step.center())
    else:
        pane.list.choose([1])
        pane.list.setCurrentIndex(pane.list.model().index(1))
        qtbot.keyClick(pane.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not pane.reading.running, timeout=SECONDS)
    assert row_of(pane, 1).note == "Same bytes as a.txt; counted all the same."
    assert counts_of(session) == [2 * count for count in single]
    assert pane.foot.total.text() == "16 B in 2 documents"
    assert session.can_undo == "Count copy.txt"
    session.undo()
    assert row_of(pane, 1).left_out


def test_when_the_first_goes_the_copy_takes_its_place(qtbot, pane, session, texts, tmp_path):
    (tmp_path / "copy.txt").write_text("aa bb aa")
    add_and_read(qtbot, pane, texts / "a.txt", tmp_path / "copy.txt")
    session.remove_corpus(session.corpus[:1])
    qtbot.waitUntil(lambda: row_of(pane).kind == "Text · 1 document", timeout=SECONDS)
    assert not row_of(pane).left_out


def test_the_weight_of_a_file_holds_beside_its_folder(qtbot, pane, session, texts):
    add(qtbot, pane, texts)
    single = counts_of(session)
    add(qtbot, pane, texts / "a.txt")
    pane.list.choose([1])
    pane.editing.set_weight(3)
    assert counts_of(session) == [3 * count for count in single]


def test_a_file_with_the_bytes_of_one_in_a_listed_folder_says_so(qtbot, pane, texts, tmp_path):
    (tmp_path / "b.txt").write_text("aa bb aa")
    add_and_read(qtbot, pane, texts)
    add_and_read(qtbot, pane, tmp_path / "b.txt")
    assert row_of(pane, 1).note == "Same bytes as a.txt in texts."


def test_thousands_of_copies_are_folded_without_comparing_each_with_each(qtbot, pane, tmp_path):
    for number in range(2_000):
        (tmp_path / f"{number}.txt").write_text("the same")
    begun = time.monotonic()
    add(qtbot, pane, *(tmp_path / f"{number}.txt" for number in range(2_000)))
    assert time.monotonic() - begun < 20
    assert pane.foot.about.text() == "1 of 2,000 sources, 1,999 duplicates left out"
