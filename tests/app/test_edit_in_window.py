"""Editing a vocabulary from the whole window: opened by keys and by a page, gone through by keys, undone."""

import pytest
from measured_contrast import ENOUGH, pixels_of, strongest_contrast
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from test_accessibility import check_dialog, open_dialog
from walked_window import WalkedWindow

from vocabsmith import paths
from vocabsmith.pages.edit_dialog import EditDialog
from vocabsmith_engine import Recipe, train_from_counts

SECONDS = 30_000  # milliseconds: a hang guard, not a bound
LEFT = Qt.MouseButton.LeftButton
BOTH = pytest.mark.parametrize("theme", ["light", "dark"])


@pytest.fixture
def walked(qtbot, look, tmp_path):
    made = WalkedWindow(qtbot, look, tmp_path)
    recipe = Recipe(vocab_size=262, special_tokens=("<|end|>",), specials="end", min_frequency=1)
    words = [(b" the", 9), (b" then", 5), (b" cat", 4)]
    made.session.add_tokenizer("handbook", train_from_counts(words, recipe).tokenizer)
    made.settle()
    yield made
    made.close()


def opened(walked: WalkedWindow) -> EditDialog:
    """By its keys."""
    QTest.keyClick(walked.window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    dialog = open_dialog(walked, EditDialog)
    assert isinstance(dialog, EditDialog)
    return dialog


def closed(walked: WalkedWindow, dialog: EditDialog) -> None:
    dialog.reject()
    walked.settle()


def remove(walked: WalkedWindow, dialog: EditDialog, typed: str) -> None:
    walked.qtbot.keyClicks(dialog.changes.removal, typed)
    walked.qtbot.keyClick(dialog.changes.removal, Qt.Key.Key_Return)
    walked.qtbot.waitUntil(lambda: bool(dialog.outcome.table.tokens.rowCount()), timeout=SECONDS)
    walked.settle()


def test_without_a_tokenizer_the_entry_of_the_menu_is_grey(qtbot, look, tmp_path):
    empty = WalkedWindow(qtbot, look, tmp_path)
    entry = next(action for _, action in empty.window.menus.all_actions() if action.text() == "Edit &vocabulary…")
    assert not entry.isEnabled()
    empty.session.add_tokenizer("any", train_from_counts([(b" the", 9)], Recipe(vocab_size=257)).tokenizer)
    assert entry.isEnabled()
    empty.close()


def test_what_was_made_by_keys_alone_is_undone_and_redone_in_the_window(walked):
    dialog = opened(walked)
    remove(walked, dialog, "258")
    walked.qtbot.waitUntil(dialog.make_button.isEnabled, timeout=SECONDS)
    dialog.make_button.setFocus()
    walked.qtbot.keyClick(dialog.make_button, Qt.Key.Key_Space)
    walked.qtbot.waitUntil(lambda: walked.session.current_name == "handbook edited", timeout=SECONDS)
    assert (paths.data_dir() / "tokenizers" / "handbook-edited" / "tokenizer.json").is_file()
    walked.settle()
    walked.window.activateWindow()
    walked.qtbot.waitUntil(walked.window.isActiveWindow, timeout=SECONDS)
    assert walked.window._edit_menu.undo.text() == "&Undo change of handbook"
    QTest.keySequence(walked.window, QKeySequence.StandardKey.Undo)
    assert walked.session.current_name == "handbook"
    assert walked.window._edit_menu.redo.text() == "&Redo change of handbook"
    QTest.keySequence(walked.window, QKeySequence.StandardKey.Redo)
    assert walked.session.current_name == "handbook edited"
    assert not walked.window.isWindowModified()
    walked.settle()


def test_a_page_hands_over_the_tokens_that_are_chosen_there(walked):
    walked.vocabulary.edit_asked.emit([258, 260])
    dialog = open_dialog(walked, EditDialog)
    assert dialog.changes.changes.plan().remove == (258, 260)
    closed(walked, dialog)


@pytest.mark.parametrize("percent", [100, 150])
def test_it_can_be_gone_through_by_keys_and_every_control_has_a_name(walked, percent):
    walked.window.set_text_size(percent)
    walked.window.resize(1024, 700)
    dialog = opened(walked)
    remove(walked, dialog, "258")
    check_dialog(dialog)
    closed(walked, dialog)


@pytest.mark.parametrize("percent", [100, 150])
def test_nothing_is_cut_off_in_the_smallest_window(walked, percent):
    walked.window.set_text_size(percent)
    walked.window.resize(1024, 700)
    dialog = opened(walked)
    remove(walked, dialog, "258")
    assert dialog.width() <= 1024
    assert dialog.height() <= 700
    texts = [each for each in dialog.findChildren(QWidget) if isinstance(each, QLabel | QAbstractButton)]
    cut = [
        each.text()
        for each in texts
        if each.isVisible() and each.text() and not getattr(each, "wordWrap", bool)() and "…" not in each.text()
        and each.width() < each.minimumSizeHint().width()
    ]  # fmt: skip
    assert cut == []
    closed(walked, dialog)


@BOTH
def test_all_that_is_written_stands_out(walked, theme):
    walked.window.set_theme(theme)
    dialog = opened(walked)
    remove(walked, dialog, "258")
    QApplication.processEvents()
    pixels = pixels_of(dialog)
    weak = {}
    for each in dialog.findChildren(QLabel):
        place = QRect(each.mapTo(dialog, each.rect().topLeft()), each.size()) & dialog.rect()
        if each.isVisible() and each.text().strip(" –") and not each.visibleRegion().isEmpty():
            visible = each.visibleRegion().boundingRect()
            place = QRect(each.mapTo(dialog, visible.topLeft()), visible.size())
            if place.height() > each.fontMetrics().height() // 2 and strongest_contrast(pixels, place) < ENOUGH:
                weak[each.text()] = strongest_contrast(pixels, place)
    assert weak == {}
    closed(walked, dialog)
