"""No key means two things at once: Qt would do neither."""

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from walked_window import WalkedWindow

LOCAL = {Qt.ShortcutContext.WidgetShortcut, Qt.ShortcutContext.WidgetWithChildrenShortcut}


@pytest.fixture
def walked(qtbot, look, tmp_path):
    made = WalkedWindow(qtbot, look, tmp_path)
    yield made
    made.close()


def keys_of(thing: QAction | QShortcut) -> list[str]:
    found = thing.shortcuts() if isinstance(thing, QAction) else thing.keys()
    return [key.toString() for key in found]


def keys_everywhere(window: QWidget) -> Counter[str]:
    """Each key that works in the whole window → how many things it does."""
    things = [*window.findChildren(QAction), *window.findChildren(QShortcut)]
    wide = [thing for thing in things if _context(thing) not in LOCAL]
    return Counter(key for thing in wide for key in keys_of(thing))


def keys_of_parts(window: QWidget) -> set[str]:
    """The keys that work in a part of the window only."""
    things = [*window.findChildren(QAction), *window.findChildren(QShortcut)]
    return {key for thing in things if _context(thing) in LOCAL for key in keys_of(thing)}


def _context(thing: QAction | QShortcut) -> Qt.ShortcutContext:
    return thing.shortcutContext() if isinstance(thing, QAction) else thing.context()


def test_no_key_of_the_window_does_two_things(walked):
    assert [key for key, times in keys_everywhere(walked.window).items() if times > 1] == []


def test_no_key_of_a_part_takes_one_of_the_window(walked):
    assert keys_of_parts(walked.window) & set(keys_everywhere(walked.window)) == set()


def test_a_run_is_started_by_its_keys_from_the_list_of_runs_too(walked):
    walked.go_to("done")
    walked.build.show_runs()
    press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert walked.build.control.running
    walked.finish()


def test_delete_takes_sources_off_the_list_only_where_the_list_has_the_focus(walked):
    walked.add_corpus()
    walked.build.corpus.list.selectAll()
    walked.build.recipe.start.setFocus()
    press(Qt.Key.Key_Delete)
    assert len(walked.session.corpus) == 3
    walked.build.corpus.list.setFocus()
    press(Qt.Key.Key_Delete)
    assert len(walked.session.corpus) == 0


def test_copy_means_the_paths_where_the_corpus_list_has_the_focus(walked):
    walked.add_corpus()
    walked.build.corpus.list.choose([0])
    walked.build.corpus.list.setFocus()
    press(Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == str(walked.session.corpus[0].path)


def press(key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Strike a key where the focus is."""
    QTest.keyClick(QApplication.focusWidget(), key, held)
