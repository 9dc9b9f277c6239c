"""Pages that are opened again and again, and tokenizers that take turns on them, leave nothing behind."""

import gc

import pytest
from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QWidget
from walked_window import BOXES, PAGES, WalkedWindow

from vocabsmith import memory

TIMES = 50
MOST = 25_000_000  # bytes that a process may have grown by: what a collector has not given back


@pytest.fixture
def walked(qtbot, look, tmp_path):
    made = WalkedWindow(qtbot, look, tmp_path)
    yield made
    made.close()


def there(window: QWidget) -> dict[str, int]:
    """How many things of each kind the window holds."""
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    return {kind.__name__: len(window.findChildren(kind)) for kind in (QWidget, QAction, QTimer)}


def one_round(walked: WalkedWindow) -> None:
    """Every page, and another tokenizer on each."""
    for page in ("build", *PAGES, *BOXES):
        walked.open(page)
        QApplication.processEvents()
    names = list(walked.session.tokenizers)
    walked.session.choose(names[(names.index(walked.session.current_name) + 1) % len(names)])
    walked.settle()


def test_fifty_visits_of_every_page_leave_nothing_behind(walked):
    walked.go_to("done")
    for page in (*PAGES, *BOXES):
        walked.show(page)
    walked.session.add_tokenizer("smaller", walked.session.tokenizer.truncated(270))
    walked.settle()
    for _ in range(4):
        one_round(walked)
    before, used = there(walked.window), memory.in_use()
    for _ in range(TIMES):
        one_round(walked)
    assert there(walked.window) == before
    assert used is not None
    assert memory.in_use() - used < MOST
