"""The list of sources with a real mouse and real keys."""

import gzip
from pathlib import Path

import pytest
from corpus_on_page import LEFT, PNG, SECONDS, add, add_and_read, row_of, rows_of
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu

from vocabsmith.pages.build_page.corpus_pane import CorpusPane
from vocabsmith.pages.build_page.field_menu import FieldMenu
from vocabsmith.pages.build_page.reading_dialog import ReadingDialog

ROW_ROLE = Qt.ItemDataRole.UserRole


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


@pytest.fixture
def table(qtbot, pane, tmp_path):
    """A listed table with two fields of text, read whole."""
    (tmp_path / "a.jsonl").write_text('{"title": "zz zz", "abstract": "aa aa"}\n' * 5)
    add_and_read(qtbot, pane, tmp_path / "a.jsonl")
    return pane


def choose(pane, *places):
    pane.list.choose(places)
    pane.list.setFocus()


def field_menu(qtbot) -> FieldMenu:
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), FieldMenu), timeout=SECONDS)
    menu = QApplication.activePopupWidget()
    qtbot.waitUntil(lambda: len(menu.actions()) > 1, timeout=SECONDS)
    return menu


def words_of(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.text()]


def pick(menu: QMenu, words: str) -> None:
    action = next(action for action in menu.actions() if action.text() == words)
    menu.setActiveAction(action)
    action.trigger()
    menu.close()


# --- what rows say


def test_a_text_is_listed_with_size_kind_and_documents(qtbot, pane, text):
    add_and_read(qtbot, pane, text("one two"))
    row = row_of(pane)
    assert (row.name, row.size, row.kind, row.note) == ("text.txt", "7 B", "Text · 1 document", "")


def test_a_table_says_how_it_is_packed_its_field_and_what_was_left_out(qtbot, pane, tmp_path):
    lines = ['{"text": "one"}', "{broken", '{"id": 3}', '{"text": "two"}']
    (tmp_path / "notes.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    add_and_read(qtbot, pane, tmp_path / "notes.jsonl.gz")
    row = row_of(pane)
    assert row.kind == "JSON lines, gzip · 2 documents"
    assert row.picker == ("Field", "text")
    assert row.note == "1 broken record, the first in line 2. 1 record without text, the first in line 3."
    assert row.warns


def test_columns_are_those_of_tables(qtbot, pane, tmp_path):
    (tmp_path / "a.csv").write_text("body,id\nsome words,1\n")
    add_and_read(qtbot, pane, tmp_path / "a.csv")
    assert row_of(pane).picker == ("Column", "body")


def test_a_folder_says_how_many_files_of_which_kinds(qtbot, pane, tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    for name in ("a.txt", "b.txt", "c.md"):
        (folder / name).write_text(name)
    add_and_read(qtbot, pane, folder)
    assert row_of(pane).kind == "Folder · 3 files, .txt .md · 3 documents"
    assert pane.foot.total.text() == "14 B in 3 documents"


def test_an_encoding_found_by_its_bytes_is_shown(qtbot, pane, tmp_path):
    words = "Съешь же ещё этих мягких французских булок, да выпей чаю. " * 40
    (tmp_path / "a.txt").write_bytes(words.encode("cp1251"))
    add_and_read(qtbot, pane, tmp_path / "a.txt")
    assert row_of(pane).kind == "Text in windows-1251 · 1 document"


def test_a_picture_is_listed_and_left_out(qtbot, pane, tmp_path):
    (tmp_path / "a.png").write_bytes(PNG)
    add(qtbot, pane, tmp_path / "a.png")
    row = row_of(pane)
    note = "It is a picture. There is no text to learn from; leave it out."
    assert (row.kind, row.note, row.left_out) == ("Left out of the run", note, True)
    assert pane.foot.about.text() == "0 of 1 source, 1 left out"


def test_rows_are_words_for_a_screen_reader(table):
    pane = table
    index = pane.list.model().index(0)
    words = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert words == (
        "a.jsonl, 200 B, JSON lines · 0 documents, field choose one…, "
        "It has several fields of text: title, abstract. Name the one to learn from."
    )
    assert index.data(Qt.ItemDataRole.AccessibleDescriptionRole) == "Return: choose another field"
    spoken = QAccessible.queryAccessibleInterface(pane.list)
    assert spoken.childCount() >= 1
    assert spoken.text(QAccessible.Text.Name) == "Corpus"


def test_a_long_name_gives_way_in_the_middle_and_the_whole_path_is_the_tooltip(qtbot, pane, text):
    path = text("x", "a very long name of a file that does not fit into the width of the list.txt")
    add(qtbot, pane, path)
    assert str(path) in pane.list.model().index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert not pane.list.horizontalScrollBar().isVisible()


@pytest.mark.parametrize("size", [100, 150])
def test_rows_are_as_high_as_what_they_say(qtbot, pane, look, tmp_path, text, size):
    look.set_text_size(size)
    pane.apply_theme(look.palette)
    (tmp_path / "a.jsonl").write_text('{"text": "a"}\n{broken\n')
    (tmp_path / "b.csv").write_text("body,id\nsome words,1\n")
    add_and_read(qtbot, pane, text("plain"), tmp_path / "b.csv", tmp_path / "a.jsonl")
    plain, with_field, with_both = (pane.list.rowHeight(place) for place in range(3))
    assert plain < with_field < with_both
    metrics = pane.list._delegate.metrics
    room = pane.list.visualRect(pane.list.model().index(2))
    note, picker = metrics.note(row_of(pane, 2), room, 3), metrics.picker(row_of(pane, 2), room)
    assert room.contains(note)
    assert room.contains(picker)
    assert not note.intersects(picker)


# --- choosing the field


def test_the_field_of_a_table_is_picked_in_its_row_with_the_mouse(qtbot, table, session):
    pane = table
    index = pane.list.model().index(0)
    place = pane.list._delegate.metrics.picker(row_of(pane), pane.list.visualRect(index)).center()
    qtbot.mouseClick(pane.list.viewport(), LEFT, pos=place)
    menu = field_menu(qtbot)
    assert words_of(menu) == ["Found by name and type", "title", "abstract", "Another, encoding, weight…"]
    pick(menu, "abstract")
    assert session.corpus[0].field == "abstract"
    qtbot.waitUntil(lambda: row_of(pane).kind == "JSON lines · 5 documents", timeout=SECONDS)
    assert row_of(pane).picker == ("Field", "abstract")
    assert session.can_undo == "Change how a.jsonl is read"
    session.undo()
    assert session.corpus[0].field is None


@pytest.mark.parametrize(
    ("key", "modifier"),
    [
        (Qt.Key.Key_F4, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier),
    ],
)
def test_the_field_of_a_table_is_picked_with_keys(qtbot, table, session, key, modifier):
    pane = table
    choose(pane, 0)
    qtbot.keyClick(pane.list, key, modifier)
    menu = field_menu(qtbot)
    qtbot.keyClick(menu, Qt.Key.Key_Down)
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    menu.close()
    assert session.corpus[0].field == "title"


def test_the_dialog_asks_for_field_encoding_and_weight(qtbot, table, session):
    pane = table
    choose(pane, 0)
    qtbot.mouseClick(pane._how, LEFT)
    dialog = pane.findChild(ReadingDialog)
    qtbot.waitUntil(lambda: dialog.field.count() == 3, timeout=SECONDS)
    dialog.weight.setValue(3)
    qtbot.mouseClick(dialog.accept_button, LEFT)
    assert session.corpus[0].weight == 3
    assert row_of(pane).kind == "JSON lines · 0 documents · weight 3", "nothing has to be read again"


def test_an_encoding_that_there_is_not_is_told_in_the_dialog(qtbot, table, session):
    pane = table
    choose(pane, 0)
    qtbot.mouseClick(pane._how, LEFT)
    dialog = pane.findChild(ReadingDialog)
    dialog.encoding.setCurrentText("latin-99")
    qtbot.mouseClick(dialog.accept_button, LEFT)
    assert dialog.isVisible()
    assert "latin-99" in dialog.message.text()
    assert session.corpus[0].encoding is None
    dialog.reject()


# --- what can be done with rows


def test_delete_takes_the_chosen_sources_off_the_list_as_one_edit(qtbot, pane, session, text):
    add_and_read(qtbot, pane, *(text(name, f"{name}.txt") for name in "abcd"))
    choose(pane, 0)
    pane.list.setCurrentIndex(pane.list.model().index(0))
    qtbot.keyClick(pane.list, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(pane.list, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(pane.list, Qt.Key.Key_Delete)
    assert [item.path.name for item in session.corpus] == ["d.txt"]
    assert session.can_undo == "Remove 3 sources"
    session.undo()
    assert [row.name for row in rows_of(pane)] == ["a.txt", "b.txt", "c.txt", "d.txt"]
    assert (session.corpus[0].path.parent / "a.txt").exists()


def test_all_rows_are_selected_with_a_key_and_home_and_end_go_to_the_first_and_the_last(qtbot, pane, text):
    add_and_read(qtbot, pane, *(text(name, f"{name}.txt") for name in "abc"))
    choose(pane, 1)
    qtbot.keyClick(pane.list, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert len(pane.list.chosen_items()) == 3
    qtbot.keyClick(pane.list, Qt.Key.Key_End)
    assert [item.path.name for item in pane.list.chosen_items()] == ["c.txt"]
    qtbot.keyClick(pane.list, Qt.Key.Key_Home)
    assert [item.path.name for item in pane.list.chosen_items()] == ["a.txt"]


def test_a_row_is_found_by_typing_its_name(qtbot, pane, text):
    add_and_read(qtbot, pane, *(text(name, f"{name}.txt") for name in ("apple", "banana", "cherry")))
    choose(pane, 0)
    qtbot.keyClicks(pane.list, "che")
    assert [item.path.name for item in pane.list.chosen_items()] == ["cherry.txt"]


def open_menu(pane) -> QMenu:
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), pane.list.mapToGlobal(QPoint(5, 5)))
    QApplication.sendEvent(pane.list.viewport(), event)
    return QApplication.activePopupWidget()


def test_the_menu_has_everything_that_can_be_done(table, session):
    pane = table
    choose(pane, 0)
    menu = open_menu(pane)
    assert words_of(menu) == [
        "Choose the field…",
        "How it is read…",
        "Weight",
        "Show in the file manager",
        "Copy the path",
        "Look again",
        "Select all",
        "Remove from the corpus",
    ]
    pick(menu, "Copy the path")
    assert QGuiApplication.clipboard().text() == str(session.corpus[0].path)


def test_the_weight_of_several_sources_is_one_edit(qtbot, pane, session, text):
    add_and_read(qtbot, pane, text("one", "a.txt"), text("two", "b.txt"))
    choose(pane, 0)
    pane.list.selectAll()
    menu = open_menu(pane)
    weights = next(action.menu() for action in menu.actions() if action.text() == "Weight")
    assert words_of(weights) == ["1", "2", "3", "5", "10"]
    pick(weights, "2")
    menu.close()
    assert [item.weight for item in session.corpus] == [2, 2]
    assert session.can_undo == "Change the weight of 2 sources"
    session.undo()
    assert [item.weight for item in session.corpus] == [1, 1]


def test_a_file_that_has_changed_is_looked_at_again(qtbot, pane, text):
    path = text("one")
    add_and_read(qtbot, pane, path)
    path.write_text("one two three")
    choose(pane, 0)
    qtbot.keyClick(pane.list, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: row_of(pane).size == "13 B" and not pane.reading.running, timeout=SECONDS)
    assert row_of(pane).kind == "Text · 1 document"


def test_what_is_selected_stays_so_while_the_reading_goes_on(qtbot, pane, text):
    pane.reading.hold()
    add(qtbot, pane, text("one", "a.txt"), text("two", "b.txt"))
    choose(pane, 1)
    pane.reading.release()
    qtbot.waitUntil(lambda: "document" in row_of(pane, 1).kind, timeout=SECONDS)
    assert [item.path.name for item in pane.list.chosen_items()] == ["b.txt"]
    add(qtbot, pane, text("three", "c.txt"))
    assert [item.path.name for item in pane.list.chosen_items()] == ["b.txt"]


def test_the_buttons_of_the_head_need_a_selection(qtbot, pane, text):
    add(qtbot, pane, text("one"))
    assert not pane._remove.isEnabled()
    choose(pane, 0)
    assert pane._remove.isEnabled()
    qtbot.mouseClick(pane._remove, LEFT)
    assert rows_of(pane) == []
    assert pane._empty.isVisible()
