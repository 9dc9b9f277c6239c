"""The Build page with a real mouse, real keys and real drags."""

import gzip
import os
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from vocabsmith.pages.build_page import BuildPage
from vocabsmith.pages.build_page.reading_dialog import ReadingDialog
from vocabsmith.settings import SettingsStore
from vocabsmith_engine import Stopped
from vocabsmith_resources.samples import sample_path

LEFT = Qt.MouseButton.LeftButton
SECONDS = 20_000  # milliseconds: a hang guard, not a bound


@pytest.fixture
def page(qtbot, session, tasks, tmp_path, palette):
    made = BuildPage(session, tasks, SettingsStore(tmp_path / "settings.json"))
    qtbot.addWidget(made)
    made.resize(1343, 780)
    made.apply_theme(palette)
    made.show()
    yield made
    if made.control.task is not None:
        made.control.task.stop()
        qtbot.waitUntil(lambda: not made.control.running, timeout=SECONDS)


@pytest.fixture
def text(tmp_path):
    def write(content: str, name: str = "text.txt") -> Path:
        path = tmp_path / name
        path.write_text(content)
        return path

    return write


def button(page: BuildPage, words: str) -> QPushButton:
    return next(found for found in page.findChildren(QPushButton) if found.text() == words)


def add(qtbot, page: BuildPage, *paths: Path) -> None:
    page.add_paths(paths)
    qtbot.waitUntil(lambda: not page.corpus.scanning, timeout=SECONDS)


def press_start(qtbot, page: BuildPage) -> None:
    qtbot.waitUntil(page.recipe.start.isEnabled, timeout=SECONDS)
    qtbot.mouseClick(page.recipe.start, LEFT)
    assert page.control.running


def wait_for_end(qtbot, page: BuildPage) -> None:
    qtbot.waitUntil(lambda: not page.control.running, timeout=3 * SECONDS)


def run(qtbot, page: BuildPage) -> None:
    press_start(qtbot, page)
    wait_for_end(qtbot, page)


def use_plain_recipe(page: BuildPage, vocab_size: int, min_frequency: int = 1) -> None:
    page.recipe.set_draft(
        {
            **page.recipe.draft(),
            "vocab_size": vocab_size,
            "pretokenizer": "gpt2",
            "special_tokens": [],
            "min_frequency": min_frequency,
        }
    )


def payload_of(*paths: Path) -> QMimeData:
    payload = QMimeData()
    payload.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return payload


def hover(widget, payload: QMimeData) -> bool:
    place = widget.rect().center()
    event = QDragEnterEvent(place, Qt.DropAction.CopyAction, payload, LEFT, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def drop(widget, payload: QMimeData) -> bool:
    place = QPointF(widget.rect().center())
    event = QDropEvent(place, Qt.DropAction.CopyAction, payload, LEFT, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


# --- the corpus


def test_a_dropped_file_is_listed_with_its_size(qtbot, page, session, text):
    payload = payload_of(text("one two"))
    assert hover(page, payload)
    assert drop(page, payload)
    qtbot.waitUntil(lambda: len(session.corpus) == 1, timeout=SECONDS)
    qtbot.waitUntil(lambda: "document" in row_of(page).kind, timeout=SECONDS)
    row = row_of(page)
    assert (row.path.name, row.size, row.kind) == ("text.txt", "7 B", "Text · 1 document")


def test_the_drop_itself_returns_before_anything_is_read(qtbot, page, session, text):
    payload = payload_of(text("one two"))
    hover(page, payload)
    assert drop(page, payload)
    assert session.corpus == ()
    qtbot.waitUntil(lambda: len(session.corpus) == 1, timeout=SECONDS)


def test_a_listed_path_is_shown_while_it_is_looked_at(qtbot, page, text):
    page.add_paths([text("one two")])
    assert page.corpus.scanning
    assert page.corpus._model.rows[0].kind == "Looking at it…"
    assert page.recipe.reason() == "Looking at the files first."
    qtbot.waitUntil(lambda: not page.corpus.scanning, timeout=SECONDS)
    qtbot.waitUntil(lambda: page.corpus._model.rows[0].kind == "Text · 1 document", timeout=SECONDS)


def test_links_marked_text_and_empty_drags_are_refused_while_hovering(page, session):
    link, words, empty = QMimeData(), QMimeData(), QMimeData()
    link.setUrls([QUrl("https://example.org/corpus.txt")])
    words.setText("some marked text")
    for payload in (link, words, empty):
        assert not hover(page, payload)
        assert not drop(page, payload)
    assert session.corpus == ()


def test_no_part_of_the_page_swallows_a_dropped_file(page):
    # A widget that takes drops itself does not hand them up to the page: text fields would insert the file's name.
    takers = {type(widget).__name__ for widget in page.findChildren(QWidget) if widget.acceptDrops()}
    assert takers == {"DropZone"}


def test_a_folder_of_three_files_is_one_source(qtbot, page, session, tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    for name in ("a.txt", "b.txt", "c.txt"):
        (folder / name).write_text("abc")
    hover(page, payload_of(folder))
    assert drop(page, payload_of(folder))
    qtbot.waitUntil(lambda: len(session.corpus) == 1, timeout=SECONDS)
    assert page.corpus._model.rows[0].kind == "Folder · 3 files"
    assert page.corpus._total.text() == "9 B in 3 files"


def test_a_file_dropped_beside_its_folder_is_counted_once(qtbot, page, tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_text("x" * 50)
    add(qtbot, page, folder, folder / "a.txt")
    assert page.corpus._total.text() == "50 B in 1 file"
    assert page.corpus._model.rows[1].note == "Lies in the folder texts too; it is read once."


ODD_NAMES = ["мои тексты, №1 (a+b) 100%.txt"]
if sys.platform == "linux":
    ODD_NAMES.append(os.fsdecode(b"raw\xf0name.txt"))  # a byte that is no character


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_file_with_an_odd_name_is_one_source_and_trains(qtbot, page, session, text, name):
    path = text("some text, some text", name)
    payload = QMimeData()
    payload.setData("text/uri-list", f"{path.as_uri()}\r\n".encode())  # as a file manager sends it
    assert hover(page, payload)
    assert drop(page, payload)
    qtbot.waitUntil(lambda: bool(session.corpus), timeout=SECONDS)
    assert [row.path.name for row in page.corpus._model.rows] == [name]
    use_plain_recipe(page, 260)
    run(qtbot, page)
    assert session.tokenizer.vocab_size == 260


def row_of(page, place=0):
    return page.corpus._model.rows[place]


def test_a_table_is_read_whole_in_the_background(qtbot, page, tmp_path):
    lines = ['{"text": "one"}', "{broken", '{"id": 3}', '{"text": "two"}']
    (tmp_path / "notes.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    add(qtbot, page, tmp_path / "notes.jsonl.gz")
    qtbot.waitUntil(lambda: "document" in row_of(page).kind, timeout=SECONDS)
    assert row_of(page).kind == "JSON lines, field text · 2 documents"
    assert row_of(page).note == "1 broken record, the first in line 2. 1 record without text, the first in line 3."
    assert row_of(page).warns


def test_an_encoding_found_by_its_bytes_is_shown(qtbot, page, tmp_path):
    (tmp_path / "a.txt").write_bytes(
        ("Съешь же ещё этих мягких французских булок, да выпей чаю. " * 40).encode("cp1251")
    )
    add(qtbot, page, tmp_path / "a.txt")
    qtbot.waitUntil(lambda: "document" in row_of(page).kind, timeout=SECONDS)
    assert row_of(page).kind == "Text in windows-1251 · 1 document"


def test_a_file_with_the_content_of_another_is_told(qtbot, page, tmp_path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("the same text")
    add(qtbot, page, tmp_path / "a.txt")
    add(qtbot, page, tmp_path / "b.txt")
    qtbot.waitUntil(lambda: "document" in row_of(page, 1).kind, timeout=SECONDS)
    assert (row_of(page, 0).note, row_of(page, 1).note) == ("", "b.txt has the same content as a.txt.")


def test_hundreds_of_sources_are_read_a_moment_at_a_time_and_not_shown_one_by_one(qtbot, page, session, text):
    shown = []
    page.corpus.reading.hold()
    add(qtbot, page, *(text(f"words {number}", f"{number}.txt") for number in range(300)))
    session.corpus_changed.subscribe(shown.append)
    page.corpus.reading.release()
    qtbot.waitUntil(lambda: all("1 document" in row.kind for row in page.corpus._model.rows), timeout=2 * SECONDS)
    assert len(shown) < 100


def test_what_is_selected_stays_so_while_the_reading_goes_on(qtbot, page, text):
    page.corpus.reading.hold()
    add(qtbot, page, text("one", "a.txt"), text("two", "b.txt"))
    page.corpus._list.setCurrentIndex(page.corpus._model.index(1, 0))
    page.corpus.reading.release()
    qtbot.waitUntil(lambda: "document" in row_of(page, 1).kind, timeout=SECONDS)
    assert [path.name for path in page.corpus._list.chosen_paths()] == ["b.txt"]
    add(qtbot, page, text("three", "c.txt"))
    assert [path.name for path in page.corpus._list.chosen_paths()] == ["b.txt"]


def test_the_reading_of_a_source_that_is_removed_ends_and_goes_on_with_the_next(qtbot, page, text):
    add(qtbot, page, text("some words here\n" * 10_000_000, "long.txt"), text("two", "b.txt"))
    qtbot.waitUntil(lambda: bool(page.corpus.reading._begun), timeout=SECONDS)
    task = page.corpus.reading._task
    page.corpus._list.setCurrentIndex(page.corpus._model.index(0, 0))
    page.corpus.remove_chosen()
    with pytest.raises(Stopped):
        task.monitor.raise_if_stopped()
    qtbot.waitUntil(lambda: row_of(page).kind == "Text · 1 document", timeout=SECONDS)


def test_a_reading_that_is_held_and_released_at_once_goes_on(qtbot, page, text):
    add(qtbot, page, text("some words here\n" * 4_000_000))
    page.corpus.reading.hold()
    page.corpus.reading.release()
    qtbot.waitUntil(lambda: row_of(page).kind == "Text · 1 document", timeout=SECONDS)


def test_a_run_has_the_processors_to_itself_and_the_reading_goes_on_afterwards(qtbot, page, text):
    page.corpus.reading.hold()
    add(qtbot, page, text("aa bb aa bb"))
    assert not page.corpus.reading.running
    assert row_of(page).kind == "Text"
    page.start()
    assert not page.corpus.reading.running
    qtbot.waitUntil(lambda: not page.control.running, timeout=SECONDS)
    qtbot.waitUntil(lambda: row_of(page).kind == "Text · 1 document", timeout=SECONDS)


def test_a_file_that_turns_out_bad_ends_the_run_and_one_click_goes_on_without_it(qtbot, page, session, tmp_path):
    (tmp_path / "a.txt").write_text("aa bb aa bb")
    (tmp_path / "cut.gz").write_bytes(gzip.compress(b"".join(b"zz%d " % number for number in range(200_000)))[:-30])
    add(qtbot, page, tmp_path / "a.txt")
    add(qtbot, page, tmp_path / "cut.gz")
    page.start()
    qtbot.waitUntil(lambda: page.run.message.level == "error", timeout=SECONDS)
    assert "cut.gz: is cut short" in page.run.message.text()
    qtbot.mouseClick(page.run.message.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(session.runs), timeout=SECONDS)
    result = session.runs[-1].result
    assert not any(b"z" in left + right for left, right in result.merges)
    assert any("cut.gz was left out" in note for note in result.notes)


@pytest.fixture
def two_fields(qtbot, page, tmp_path):
    """A listed table with two fields of text."""
    (tmp_path / "a.jsonl").write_text('{"title": "zz zz", "abstract": "aa aa"}\n' * 5)
    add(qtbot, page, tmp_path / "a.jsonl")
    qtbot.waitUntil(lambda: "has several fields of text: title, abstract" in row_of(page).note, timeout=SECONDS)
    return page


def ask_how(qtbot, page):
    page.corpus._list.setCurrentIndex(page.corpus._model.index(0))
    qtbot.mouseClick(page.corpus._how, Qt.MouseButton.LeftButton)
    return page.corpus.findChild(ReadingDialog)


def test_the_field_of_a_table_is_picked(qtbot, two_fields, session):
    page = two_fields
    dialog = ask_how(qtbot, page)
    qtbot.waitUntil(lambda: dialog.field.count() == 3, timeout=SECONDS)
    assert [dialog.field.itemText(place) for place in range(3)] == ["Found by name and type", "title", "abstract"]
    dialog.field.setCurrentIndex(2)
    dialog.weight.setValue(3)
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    words = "JSON lines, field abstract · 5 documents · weight 3"
    qtbot.waitUntil(lambda: row_of(page).kind == words, timeout=SECONDS)
    page.start()
    qtbot.waitUntil(lambda: bool(session.runs), timeout=SECONDS)
    result = session.runs[-1].result
    assert result.merges[0] == (b"a", b"a")
    assert result.merge_counts[0] == 2 * 5 * 3
    assert not any(b"z" in left + right for left, right in result.merges)


def test_an_encoding_that_there_is_not_is_told_in_the_dialog(qtbot, two_fields, session):
    dialog = ask_how(qtbot, two_fields)
    dialog.encoding.setCurrentText("latin-99")
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    assert dialog.isVisible()
    assert "latin-99" in dialog.message.text()
    assert session.corpus[0].encoding is None
    dialog.reject()


def test_a_picture_is_listed_and_left_out(qtbot, page, tmp_path):
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(50))
    add(qtbot, page, tmp_path / "a.png")
    row = page.corpus._model.rows[0]
    note = "It is a picture. There is no text to learn from; leave it out."
    assert (row.kind, row.note) == ("Left out of the run", note)
    assert page.recipe.reason() == "None of the files can be used."
    assert not page.recipe.start.isEnabled()


def test_the_sample_is_one_click_away(qtbot, page, session):
    qtbot.mouseClick(button(page, "Try the sample"), LEFT)
    qtbot.waitUntil(lambda: len(session.corpus) == 1, timeout=SECONDS)
    assert session.corpus[0].path == sample_path()
    assert page.recipe.start.isEnabled()
    assert page.recipe.start.property("kind") == "primary"


def test_delete_takes_the_chosen_source_off_the_list(qtbot, page, session, text):
    add(qtbot, page, text("one", "a.txt"), text("two", "b.txt"))
    page.corpus._list.setCurrentIndex(page.corpus._model.index(0, 0))
    qtbot.keyClick(page.corpus._list, Qt.Key.Key_Delete)
    assert [item.path.name for item in session.corpus] == ["b.txt"]
    assert (session.corpus[0].path.parent / "a.txt").exists()
