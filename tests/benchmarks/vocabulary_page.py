"""How late the window is while a vocabulary of a million tokens is opened, searched, sorted and moved through.

python tests/benchmarks/vocabulary_page.py --tokens 1000000

Without a screen. A precise timer of 5 ms tells how late the window's thread is at most; the first column is the time
until what was asked for is on the page.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from vocabulary import random_tokenizer

from vocabsmith.operations.list_tokens import Column, Sorting
from vocabsmith.operations.vocabulary_marks import Corpus, Flag, Usage
from vocabsmith.pages.vocabulary_page import VocabularyPage
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.look import Look
from vocabsmith_engine.analysis import TokenUses

INTERVAL = 5  # milliseconds
PATIENCE = 60.0  # seconds
AFTER = 150  # milliseconds that are watched after each step


class Lateness:
    """Beats every 5 ms and keeps by how much each beat is late."""

    def __init__(self) -> None:
        self._beats: list[float] = []
        self._last = time.perf_counter()
        self._timer = QTimer(interval=INTERVAL, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def begin(self) -> None:
        """Forgets what was."""
        self._beats, self._last = [], time.perf_counter()

    def most(self) -> float:
        """The longest since then, in milliseconds."""
        return max(self._beats, default=0.0)

    def end(self) -> None:
        """Beats no more."""
        self._timer.stop()

    def _beat(self) -> None:
        now = time.perf_counter()
        self._beats.append((now - self._last) * 1000 - INTERVAL)
        self._last = now


class Bench:
    """A page with nothing around it."""

    def __init__(self, folder: Path) -> None:
        self.session, self.tasks = Session(), TaskRunner()
        self.page = VocabularyPage(self.session, self.tasks, SettingsStore(folder / "settings.json"))
        self.page.resize(1343, 780)
        self.page.show()
        self.lateness = Lateness()

    def measure(self, name: str, act: Callable[[], object], done: Callable[[], bool] | None = None) -> None:
        """Does something, waits until it is there, and prints what that took."""
        done = done or (lambda: not self.tasks.busy)
        QTest.qWait(AFTER)
        self.lateness.begin()
        begin = time.perf_counter()
        act()
        while not done() and time.perf_counter() - begin < PATIENCE:
            QTest.qWait(1)
        took = (time.perf_counter() - begin) * 1000
        QTest.qWait(AFTER)
        print(f"{name:<44} {took:8.0f} ms   late at most {self.lateness.most():6.1f} ms", flush=True)

    def end(self) -> None:
        """Leaves nothing behind."""
        self.lateness.end()
        self.page.close()
        self.tasks.wait_all(PATIENCE)


def run(bench: Bench, tokens: int) -> None:
    """Every step in turn."""
    page, tokenizer = bench.page, random_tokenizer(tokens)
    rows = page.table.tokens.rowCount
    bench.measure("opened: rows are there", lambda: bench.session.add_tokenizer("large", tokenizer), lambda: rows() > 0)
    bench.measure("until unreachable ones are known", lambda: None)
    for text in ("t", "th", "the", "not there", ""):
        bench.measure(f"search {text!r}", partial(page.search.field.setText, text))
    page.search.modes.button("regex").click()
    for text in ("^ [A-Z]", r"^\w+$", ""):
        bench.measure(f"expression {text!r}", partial(page.search.field.setText, text))
    for column in (Column.TOKEN, Column.LENGTH, Column.RANK, Column.SCRIPT, Column.FLAGS, Column.ID):
        bench.measure(f"sort by {column.name.lower()}", partial(page._sort, Sorting(column)))
    bench.measure("a flag", page.filters.chips[Flag.PARTIAL].click)
    bench.measure("all again", page.corpus.everything.click)
    bench.measure("one token", partial(page.show_token, tokens // 2))
    bench.measure("a page down, a hundred times", partial(_page_down, page))
    counts = np.random.default_rng(0).integers(0, 500, tokens)
    usage = Usage(Corpus("random"), TokenUses(counts, int(counts.sum()), int(counts.sum()), 1))
    bench.measure("uses come", partial(_bring_uses, page, usage))


def _page_down(page: VocabularyPage) -> None:
    for _ in range(100):
        QTest.keyClick(page.table, Qt.Key.Key_PageDown)
        QApplication.processEvents()


def _bring_uses(page: VocabularyPage, usage: Usage) -> None:
    vocabulary = page.work.vocabulary
    assert vocabulary is not None
    page.work.take_usage(vocabulary.tokenizer, usage)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokens", type=int, default=1_000_000)
    tokens = parser.parse_args().tokens
    application = QApplication([])
    look = Look(application, "dark")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        bench.page.apply_theme(look.palette)
        run(bench, tokens)
        bench.end()
    look.end()


if __name__ == "__main__":
    main()
