"""What the mouse does, done by keys alone, in the whole window.

Beside these: fields of tables, rows and copies of the corpus (test_corpus_list, test_corpus_copies), special tokens
that are edited, removed and put in another order (test_special_tokens_form), the marker, the read-out and the zoom of
charts (test_chart_marker, test_chart_zoom), ticks of runs (test_run_list), the list of all actions and the menus
(test_main_window).

The borders between panes are for the mouse only: their widths follow the window, each pane always shows all it has.
"""

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from walked_window import SECONDS, WalkedWindow

KEY = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def walked(qtbot, look, tmp_path):
    made = WalkedWindow(qtbot, look, tmp_path)
    yield made
    made.close()


def press(key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Strike a key where the focus is."""
    QTest.keyClick(QApplication.focusWidget(), key, held)


def tab_to(name: str) -> None:
    """Press Tab until the focus is on the control of that name."""
    for _ in range(100):
        press(KEY.Key_Tab)
        if QApplication.focusWidget().accessibleName() == name or getattr(
            QApplication.focusWidget(), "text", lambda: ""
        )() in {name, f"&{name}"}:
            return
    raise AssertionError(f"{name} is not reached")


def entries_opened_by(act) -> list[str]:
    """The menu that `act` opens; it is closed again."""
    found: list[str] = []

    def look() -> None:
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu):
            found.extend(action.text() for action in menu.actions() if action.text())
            menu.close()

    QTimer.singleShot(50, look)
    act()
    QTest.qWait(80)
    return found


def test_from_an_empty_window_to_a_run(walked):
    walked.build.recipe.size_section.number.setValue(300)
    tab_to("Try the sample")
    press(KEY.Key_Space)
    walked.settle()
    assert len(walked.session.corpus) == 1
    walked.qtbot.waitUntil(walked.build.start_action.isEnabled, timeout=SECONDS)
    tab_to("Start")
    press(KEY.Key_Space)
    walked.finish()
    assert [run.vocab_size for run in walked.session.runs] == [300]


@pytest.mark.usefixtures("walked")
def test_adding_to_the_corpus():
    tab_to("Add files or a folder")
    added = entries_opened_by(lambda: press(KEY.Key_Space))
    assert added == ["Add files…", "Add a folder…", "Add the sample"]


def test_removing_from_the_corpus_and_taking_it_back(walked):
    walked.go_to("corpus")
    tab_to("Corpus")
    press(KEY.Key_Down)
    press(KEY.Key_Home)
    press(KEY.Key_Delete)
    assert len(walked.session.corpus) == 2
    walked.session.undo()
    assert len(walked.session.corpus) == 3


def test_the_buttons_over_the_corpus_follow_the_row(walked):
    walked.go_to("corpus")
    tab_to("Corpus")
    press(KEY.Key_Down)
    press(KEY.Key_Backtab)
    assert QApplication.focusWidget().accessibleName() == "Show in the file manager"
    press(KEY.Key_Backtab)
    press(KEY.Key_Backtab)
    press(KEY.Key_Space)  # "Remove from the corpus"
    assert len(walked.session.corpus) == 2


def test_the_menu_of_a_source(walked):
    walked.go_to("corpus")
    rows = walked.build.corpus.list
    tab_to("Corpus")
    press(KEY.Key_Down)
    by_key = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), rows.mapToGlobal(QPoint(5, 5)))
    entries = entries_opened_by(lambda: QApplication.sendEvent(rows, by_key))
    assert any("manager" in entry for entry in entries)
    assert any("Remove" in entry for entry in entries)


def test_saving_a_chart(walked):
    walked.go_to("done")
    tab_to("Save the chart “Bytes per token”")
    assert len(entries_opened_by(lambda: press(KEY.Key_Space))) == 3


def test_a_smaller_vocabulary(walked):
    walked.go_to("done")
    tab_to("Size of the smaller vocabulary, as a slider")
    press(KEY.Key_Home)
    tab_to("Use this size")
    press(KEY.Key_Space)
    walked.settle()
    assert walked.session.tokenizer.vocab_size < 292


def test_a_run_is_renamed_and_a_question_about_it_answered(walked):
    walked.go_to("done")
    rows = walked.build.run.runs.list
    tab_to("Runs")  # the alternative, and then the list of that name
    while QApplication.focusWidget() is not rows:
        press(KEY.Key_Tab)
    press(KEY.Key_Home)
    press(KEY.Key_F2)
    QTest.keyClicks(QApplication.focusWidget(), "first try")
    press(KEY.Key_Return)
    walked.settle()
    assert [run.name for run in walked.session.runs] == ["first try"]
    rows.setFocus()
    press(KEY.Key_Delete)
    assert QApplication.focusWidget().text() == "Keep it"
    press(KEY.Key_Escape)
    assert len(walked.session.runs) == 1


def test_a_tab_is_typed_into_the_text_with_ctrl(walked):
    walked.go_to("inspect")
    editor = walked.inspect.text.editor
    editor.set_text("")
    editor.setFocus()
    press(KEY.Key_Tab, CTRL)
    assert editor.exact_text() == "\t"
    press(KEY.Key_Tab)
    assert not editor.hasFocus()


def test_arrows_go_from_page_to_page_in_the_rail(walked):
    tab_to("Build")
    press(KEY.Key_Down)
    press(KEY.Key_Space)
    assert walked.window.page == "inspect"


@pytest.mark.parametrize(
    ("number", "page"), [("1", "build"), ("2", "inspect"), ("3", "vocabulary"), ("4", "compare"), ("5", "laboratory")]
)
def test_every_page_has_a_key(walked, number: str, page: str):
    walked.window.show_page("build" if page != "build" else "inspect")
    QTest.keyClick(walked.window, number, CTRL)
    assert walked.window.page == page


def test_a_token_is_found_and_looked_at(walked):
    walked.go_to("vocabulary")
    QTest.keyClick(walked.window, "f", CTRL)
    assert QApplication.focusWidget() is walked.vocabulary.search.field
    QTest.keyClicks(QApplication.focusWidget(), "newest")
    walked.settle()
    press(KEY.Key_Down)
    walked.settle()
    assert walked.vocabulary.details.story.id == walked.session.tokenizer.encode(" newest")[0]
    press(KEY.Key_F, CTRL)
    press(KEY.Key_Escape)
    walked.settle()
    assert walked.vocabulary.table.tokens.rowCount() == walked.session.tokenizer.vocab_size


def test_a_tokenizer_is_added_to_the_comparison(walked):
    walked.go_to("done")
    walked.session.add_tokenizer("smaller", walked.session.tokenizer.truncated(280))
    walked.window.show_page("compare")
    walked.settle()
    tab_to("Add tokenizer")

    def choose() -> None:
        menu = QApplication.activePopupWidget()
        first = next(action for action in menu.actions() if action.isEnabled() and not action.isSeparator())
        assert first.text().startswith("words 300")
        press_in(menu, KEY.Key_Down)
        press_in(menu, KEY.Key_Return)

    QTimer.singleShot(50, choose)
    press(KEY.Key_Space)
    QTest.qWait(120)
    walked.settle()
    assert [each.name for each in walked.compare.compared] == ["smaller", "words 300"]


def press_in(menu: QMenu, key: Qt.Key) -> None:
    """Strike a key in an open menu, which has the keys without having the focus."""
    QTest.keyClick(menu, key)
