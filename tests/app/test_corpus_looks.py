"""What is found out about sources beside the window: found, looked at, compared, read whole."""

import os
import sys
import time
from pathlib import Path

import pytest
from corpus_on_page import LEFT, PNG, SECONDS, add, add_and_read, drop, hover, payload_of, row_of, rows_of
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtWidgets import QFileDialog

from vocabsmith.corpus_items import MISSING, CorpusItem
from vocabsmith.pages.build_page import whole_reading
from vocabsmith.pages.build_page.corpus_pane import CorpusPane
from vocabsmith.widgets.drop_zone import DropTarget
from vocabsmith_engine import Stopped


@pytest.fixture
def pane(qtbot, session, tasks, palette):
    made = CorpusPane(session, tasks)
    qtbot.addWidget(made)
    made.resize(312, 700)
    made.apply_theme(palette)
    made.show()
    return made


@pytest.fixture
def text(tmp_path):
    def write(content: str, name: str = "text.txt") -> Path:
        path = tmp_path / name
        path.write_text(content)
        return path

    return write


def long_text(text, name="long.txt") -> Path:
    return text("some words here\n" * 10_000_000, name)


# --- adding


def test_a_path_is_shown_while_it_is_looked_at(qtbot, pane, text):
    pane.add_paths([text("one two")])
    assert pane.scanning
    assert row_of(pane).kind == "Looking at it…"
    assert pane.foot.doing.text().startswith("Finding the files")
    qtbot.waitUntil(lambda: not pane.scanning, timeout=SECONDS)
    qtbot.waitUntil(lambda: row_of(pane).kind == "Text · 1 document", timeout=SECONDS)
    qtbot.waitUntil(lambda: not pane.foot.doing.isVisible(), timeout=SECONDS)


def test_what_is_added_is_one_edit_and_what_is_found_out_is_none(qtbot, pane, session, text):
    add_and_read(qtbot, pane, text("one", "a.txt"), text("two", "b.txt"), text("three", "c.txt"))
    assert session.can_undo == "Add 3 sources"
    session.undo()
    assert rows_of(pane) == []
    session.redo()
    assert [row.kind for row in rows_of(pane)] == ["Text"] * 3 or [row.kind for row in rows_of(pane)] == [
        "Text · 1 document"
    ] * 3
    qtbot.waitUntil(lambda: all(row.kind == "Text · 1 document" for row in rows_of(pane)), timeout=SECONDS)


def test_adding_can_be_stopped_and_leaves_nothing(qtbot, pane, session, text):
    pane.add_paths([text(str(number), f"{number}.txt") for number in range(50)])
    qtbot.mouseClick(pane.foot.button, LEFT)
    qtbot.waitUntil(lambda: not pane.scanning, timeout=SECONDS)
    assert len(session.corpus) in (0, 50)


def test_sources_that_a_project_lists_are_looked_at(qtbot, pane, session, text):
    session.add_corpus([CorpusItem(text("one two"), "", 0, weight=2)])
    qtbot.waitUntil(lambda: row_of(pane).kind == "Text · 1 document · weight 2", timeout=SECONDS)


ODD_NAMES = ["мои тексты, №1 (a+b) 100%.txt"]
if sys.platform == "linux":
    ODD_NAMES.append(os.fsdecode(b"raw\xf0name.txt"))  # a byte that is no character


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_file_with_an_odd_name_is_one_source_that_can_be_read(qtbot, pane, session, text, name):
    path = text("some text", name)
    DropTarget(pane, pane.add_paths)
    payload = QMimeData()
    payload.setData("text/uri-list", f"{path.as_uri()}\r\n".encode())  # as a file manager sends it
    assert hover(pane, payload)
    assert drop(pane, payload)
    qtbot.waitUntil(lambda: bool(session.corpus) and "document" in row_of(pane).kind, timeout=SECONDS)
    assert session.corpus[0].path == path
    assert row_of(pane).name == name.replace("\udcf0", "\N{REPLACEMENT CHARACTER}")
    pane.list.model().index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert not pane.grab().isNull()


# --- folders


def test_a_folder_of_texts_is_listed_without_a_question(qtbot, pane, session, tmp_path):
    for number in range(20):
        (tmp_path / f"{number}.txt").write_text(str(number))
    add(qtbot, pane, tmp_path)
    assert len(session.corpus) == 1
    assert not pane.question.isVisible()


@pytest.fixture
def pictures(tmp_path):
    """A folder of which nearly nothing is text."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(20):
        (folder / f"{number}.png").write_bytes(PNG)
    (folder / "notes.txt").write_text("text")
    return folder


def test_a_folder_that_is_mostly_no_text_is_listed_after_one_question(qtbot, pane, session, pictures):
    add(qtbot, pane, pictures)
    assert session.corpus == ()
    assert pane.question.text() == (
        "pictures holds 21 files, and most of them seem to be no text. Add it all the same?"
    )
    qtbot.mouseClick(pane.question.button("Add it"), LEFT)
    qtbot.waitUntil(lambda: "Folder · 1 file" in row_of(pane).kind, timeout=SECONDS)
    assert row_of(pane).note == "20 files left out: no text."


def test_a_folder_about_which_was_asked_can_be_left_out(qtbot, pane, session, pictures, text):
    add(qtbot, pane, pictures, text("one"))
    qtbot.mouseClick(pane.question.button("Leave it out"), LEFT)
    assert [item.path.name for item in session.corpus] == ["text.txt"]
    assert not pane.question.isVisible()


# --- missing sources


def test_a_source_that_is_gone_is_shown_as_missing_and_can_be_located(
    qtbot, pane, session, text, tmp_path, monkeypatch
):
    gone = tmp_path / "gone.txt"
    session.add_corpus([CorpusItem(gone, "", 0, weight=2)])
    qtbot.waitUntil(lambda: row_of(pane).kind == "Missing", timeout=SECONDS)
    assert (row_of(pane).note, row_of(pane).step) == ("It is not at its place any more.", "Locate…")
    assert pane.foot.about.text() == "0 of 1 source, 1 missing"
    found = text("found again", "found.txt")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(found), ""))
    pane.list.choose([0])
    pane.list.setCurrentIndex(pane.list.model().index(0))
    qtbot.keyClick(pane.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: row_of(pane).kind == "Text · 1 document · weight 2", timeout=SECONDS)
    assert [item.path for item in session.corpus] == [found]
    assert session.can_undo == "Locate found.txt"


def test_other_missing_sources_beside_a_located_one_are_offered(qtbot, pane, session, tmp_path, monkeypatch):
    old, new = tmp_path / "old" / "texts", tmp_path / "new" / "texts"
    new.mkdir(parents=True)
    for name in ("a.txt", "b.txt"):
        (new / name).write_text(name)
    session.add_corpus([CorpusItem(old / name, MISSING, 0) for name in ("a.txt", "b.txt", "c.txt")])
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(new / "a.txt"), ""))
    pane.list.choose([0])
    pane.editing.locate()
    qtbot.waitUntil(pane.question.isVisible, timeout=SECONDS)
    assert pane.question.text() == "1 more source that is missing is beside it."
    qtbot.mouseClick(pane.question.button("Take them"), LEFT)
    assert [item.path for item in session.corpus] == [new / "a.txt", new / "b.txt", old / "c.txt"]
    qtbot.waitUntil(lambda: not pane.scanning and not pane.reading.running, timeout=SECONDS)


# --- reading whole


def test_hundreds_of_sources_are_read_a_moment_at_a_time_and_not_shown_one_by_one(qtbot, pane, session, text):
    shown = []
    pane.reading.hold()
    add(qtbot, pane, *(text(f"words {number}", f"{number}.txt") for number in range(300)))
    session.corpus_changed.subscribe(shown.append)
    pane.reading.release()
    qtbot.waitUntil(lambda: all("1 document" in row.kind for row in rows_of(pane)), timeout=2 * SECONDS)
    assert len(shown) < 100


def test_the_reading_of_a_source_that_is_removed_ends_and_goes_on_with_the_next(qtbot, pane, session, text):
    add(qtbot, pane, long_text(text), text("two", "b.txt"))
    qtbot.waitUntil(lambda: bool(pane.reading._begun), timeout=SECONDS)
    task = pane.reading._task
    session.remove_corpus(session.corpus[:1])
    with pytest.raises(Stopped):
        task.monitor.raise_if_stopped()
    qtbot.waitUntil(lambda: row_of(pane).kind == "Text · 1 document", timeout=SECONDS)


def test_a_reading_that_is_held_and_released_at_once_goes_on(qtbot, pane, text):
    add(qtbot, pane, text("some words here\n" * 4_000_000))
    pane.reading.hold()
    pane.reading.release()
    qtbot.waitUntil(lambda: row_of(pane).kind == "Text · 1 document", timeout=SECONDS)


def test_the_reading_shows_how_far_it_is_and_can_be_stopped_and_gone_on_with(qtbot, pane, text):
    add(qtbot, pane, long_text(text))
    qtbot.waitUntil(lambda: pane.foot.doing.text().endswith("of 160 MB"), timeout=SECONDS)
    assert pane.foot.doing.text().startswith("Reading them whole: ")
    asked = time.monotonic()
    qtbot.mouseClick(pane.foot.button, LEFT)
    qtbot.waitUntil(lambda: not pane.reading.running, timeout=SECONDS)
    assert time.monotonic() - asked < 10
    assert pane.foot.doing.text() == "Stopped before all of it was looked at."
    assert pane.foot.total.text() == "160 MB in 1 file"
    assert pane.foot.button.accessibleName() == "Go on looking at the corpus"
    qtbot.mouseClick(pane.foot.button, LEFT)
    qtbot.waitUntil(lambda: row_of(pane).kind == "Text · 1 document", timeout=SECONDS)
    assert not pane.foot.doing.isVisible()


def test_a_file_that_is_cut_while_it_is_read_says_so_in_its_row(qtbot, pane, text):
    path = long_text(text)
    add(qtbot, pane, path)
    qtbot.waitUntil(lambda: pane.reading.done_bytes > 20_000_000, timeout=SECONDS)
    path.write_bytes(b"")
    qtbot.waitUntil(lambda: not pane.reading.running, timeout=SECONDS)
    assert row_of(pane).note.startswith("It shrank from 160,000,000 to ")
    assert row_of(pane).note.endswith("or fewer while it was read. Start again when nothing writes to it.")


def test_what_fails_in_a_way_that_nobody_foresaw_says_why_in_its_row(qtbot, pane, text, monkeypatch, caplog):
    def fail(**_):
        raise RuntimeError("out of luck")

    monkeypatch.setattr(whole_reading, "scan_corpus", fail)
    add_and_read(qtbot, pane, text("one"))
    assert row_of(pane).note == "It was not read to its end: out of luck"
    assert pane.message.text() == "text.txt was not read to its end: out of luck"
    assert "a task failed unexpectedly" in caplog.text


def test_the_same_failure_again_and_again_ends_the_reading(qtbot, pane, text, monkeypatch):
    def fail(**_):
        raise RuntimeError("out of luck")

    monkeypatch.setattr(whole_reading, "scan_corpus", fail)
    add_and_read(qtbot, pane, *(text("x" * number, f"{number}.txt") for number in range(1, 20)))
    assert sum("out of luck" in row.note for row in rows_of(pane)) == 5
    assert pane.reading.stopped


def test_payloads_of_the_desktop_are_taken_by_the_pane(qtbot, pane, session, text):
    DropTarget(pane, pane.add_paths, pane.show_offer)
    payload = payload_of(text("one two"))
    assert hover(pane, payload)
    assert pane._cover.isVisible()
    assert drop(pane, payload)
    assert not pane._cover.isVisible()
    assert session.corpus == (), "nothing is read in the drop itself"
    qtbot.waitUntil(lambda: len(session.corpus) == 1, timeout=SECONDS)
