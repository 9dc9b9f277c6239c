"""What a key costs in the inspector: until it is handled, and until the text stands there in its new colours.

python tests/benchmarks/inspector_figures.py                  a table
python tests/benchmarks/inspector_figures.py --json           the same for programs

Texts are made of the sample, and the tokenizer is learned from it; without a display all is offscreen.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

if sys.platform == "linux" and not os.environ.get("DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from vocabsmith.pages.inspect_page import InspectPage
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.look import Look
from vocabsmith_engine import Recipe, train
from vocabsmith_resources.samples import sample_path

KEYS = 15
Figures = dict[str, Any]


def texts() -> dict[str, str]:
    """The texts by what they are called."""
    sample = sample_path().read_text("utf-8")
    long = (sample * (1 + 1_000_000 // len(sample)))[:1_000_000]
    return {
        "10,000 characters": sample[:10_000],
        "1,000,000 characters": long,
        "1,000,000 characters in one line": long.replace("\n", " "),
        "1,000,000 letters without a space": "abcdefghij" * 100_000,
    }


def keys_in_inspector(home: Path) -> Figures:
    """For each text the milliseconds to paste it, and of a key: median and longest until handled, until coloured."""
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    look, session, tasks = Look(application, "light"), Session(), TaskRunner()
    page = InspectPage(session, tasks, SettingsStore(home / "settings.json"))
    page.resize(1343, 780)
    page.apply_theme(look.palette)
    page.show()
    session.add_tokenizer("sample", train([sample_path()], Recipe(vocab_size=8000)).tokenizer)
    found = {name: _of_text(page, tasks, text) for name, text in texts().items()}
    tasks.wait_all(60)
    page.deleteLater()
    return found


def _of_text(page: InspectPage, tasks: TaskRunner, text: str) -> Figures:
    editor = page.text.editor
    editor.set_text("")
    _settle(tasks)
    pasted = QMimeData()
    pasted.setText(text)
    begin = time.perf_counter()
    editor.insertFromMimeData(pasted)
    QApplication.processEvents()
    paste = time.perf_counter() - begin
    _settle(tasks)
    editor.go_to(100)
    _settle(tasks)
    keys = [_key(page, tasks) for _ in range(KEYS)]
    return {"paste": 1e3 * paste, "handled": _summary([a for a, _ in keys]), "coloured": _summary([b for _, b in keys])}


def _key(page: InspectPage, tasks: TaskRunner) -> tuple[float, float]:
    """Seconds until what a key does at once is painted, and until the tokens of the new text are."""
    inspected: list[bool] = []
    watching = page.inspector.inspected.connect(lambda: inspected.append(True))
    begin = time.perf_counter()
    QTest.keyClick(page.text.editor, Qt.Key.Key_A)
    QApplication.sendPostedEvents()
    handled = time.perf_counter() - begin
    while not inspected:
        QApplication.processEvents()
    QApplication.processEvents()
    coloured = time.perf_counter() - begin
    page.inspector.disconnect(watching)
    _settle(tasks)
    return handled, coloured


def _settle(tasks: TaskRunner) -> None:
    while tasks.busy:
        QApplication.processEvents()
    QApplication.processEvents()


def _summary(seconds: list[float]) -> Figures:
    return {"median": 1e3 * median(seconds), "longest": 1e3 * max(seconds)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        found = keys_in_inspector(Path(home))
    if arguments.json:
        print(json.dumps(found))
        return
    print(f"{'':36}{'paste':>8}{'key handled':>20}{'coloured':>20}")
    for name, each in found.items():
        handled, coloured = (
            f"{each[key]['median']:.1f}, {each[key]['longest']:.1f} ms" for key in ("handled", "coloured")
        )
        print(f"{name:36}{each['paste']:5.0f} ms{handled:>20}{coloured:>20}")


if __name__ == "__main__":
    main()
