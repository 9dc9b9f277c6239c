"""Fifty thousand sources: listed, scrolled, selected and taken off again without going through them one by one."""

import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from corpus_on_page import SECONDS
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication

from vocabsmith.corpus_items import CorpusItem
from vocabsmith.pages.build_page.corpus_list import CorpusList
from vocabsmith.pages.build_page.corpus_model import CorpusModel
from vocabsmith.pages.build_page.corpus_pane import CorpusPane

MANY = 50_000


@pytest.fixture
def listed(qtbot, session, palette):
    """A list of many sources that a session holds."""
    model = CorpusModel()
    made = CorpusList(model)
    qtbot.addWidget(made)
    made.apply_theme(palette)
    made.resize(312, 600)
    made.show()
    session.corpus_changed.subscribe(lambda items: model.show_rows(items, session.counted))
    session.add_corpus(CorpusItem(Path(f"/no/such/{number % 50}/{number}.txt"), "text", 9) for number in range(MANY))
    return made


def test_only_rows_that_are_seen_are_worked_out(listed, monkeypatch):
    worked_out = []
    row = CorpusModel.row
    monkeypatch.setattr(CorpusModel, "row", lambda model, place: worked_out.append(place) or row(model, place))
    listed.scrollToBottom()
    listed.viewport().repaint()
    QApplication.processEvents()
    assert MANY - 1 in worked_out
    assert len(worked_out) < 500


def test_all_are_selected_and_taken_off_the_list(qtbot, listed, session):
    begun = time.monotonic()
    qtbot.keyClick(listed, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert len(listed.chosen_items()) == MANY
    session.remove_corpus(listed.chosen_items())
    assert listed.model().rowCount() == 0
    session.undo()
    assert listed.model().rowCount() == MANY
    assert time.monotonic() - begun < 10


def test_every_second_one_is_taken_off(listed, session):
    begun = time.monotonic()
    session.remove_corpus(session.corpus[::2])
    assert [item.path.name for item in listed.model().items[:2]] == ["1.txt", "3.txt"]
    assert time.monotonic() - begun < 10


def test_what_is_found_out_changes_the_rows_it_is_about_and_no_others(listed, session):
    changed = []
    listed.model().rows_changed.connect(changed.extend)
    session.fill_in([replace(item, note="Odd.") for item in session.corpus[100:103]])
    assert changed == [100, 101, 102]
    assert listed.rowHeight(101) > listed.rowHeight(99)


def test_in_a_long_list_notes_take_one_line(listed, session):
    session.fill_in(
        [replace(session.corpus[0], note="A long note that would take several lines in a short list. " * 3)]
    )
    height = listed.rowHeight(0)
    session.remove_corpus(session.corpus[10:])
    assert listed.rowHeight(0) > height


def test_the_window_goes_on_while_thousands_of_files_are_added(qtbot, session, tasks, palette, tmp_path):
    for number in range(3_000):
        (tmp_path / f"{number}.txt").write_text("x" * (number + 1))
    pane = CorpusPane(session, tasks)
    qtbot.addWidget(pane)
    pane.apply_theme(palette)
    pane.show()
    pane.reading.hold()
    ticks = []
    timer = QTimer(interval=5)
    timer.timeout.connect(lambda: ticks.append(time.monotonic()))
    timer.start()
    pane.add_paths([tmp_path / f"{number}.txt" for number in range(3_000)])
    qtbot.waitUntil(lambda: not pane.scanning, timeout=SECONDS)
    timer.stop()
    assert pane.foot.about.text() == "3,000 sources"
    assert max(later - earlier for earlier, later in pairwise(ticks)) < 1.0  # ten times the bound
