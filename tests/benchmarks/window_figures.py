"""The figures of the window, each measured in a process of its own: python window_figures.py NAME ARGUMENTS-AS-JSON."""

from __future__ import annotations

import gc
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from open_window import HANG, OpenWindow, Ticks, wait, wait_until
from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from vocabsmith import memory
from vocabsmith.operations.list_tokens import Column, Sorting
from vocabsmith.pages.build_page.run_charts import RunCharts
from vocabsmith.pages.inspect_page import InspectPage
from vocabsmith.plots import RunCurves
from vocabsmith_engine import NewMerges, Recipe, Tokenizer, train
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_resources.samples import sample_path

Figures = dict[str, Any]

POINTS = 250_000
NEWS = 2_000  # merges that come between two drawings
AFTER = 0.5  # seconds for which the window is watched when all is done


def lateness(home: Path, *, corpus: str, vocab_size: int) -> Figures:
    """How many milliseconds late the ticks are while a run goes on: by stage and together."""
    with OpenWindow(home) as opened:
        opened.add([Path(corpus)], vocab_size)
        ticks = Ticks(lambda: opened.stage() or "after")
        opened.train()
        wait(AFTER)
        ticks.end()
    stages = {stage: summary(late) for stage, late in ticks.late.items()}
    whole = [late for stage, of_stage in ticks.late.items() if stage != "after" for late in of_stage]
    return {"stages": stages | {"whole run": summary(whole)}}


def summary(late: list[float]) -> Figures:
    return {"ticks": len(late), "p95": float(np.percentile(late, 95)), "longest": max(late)}


def training(home: Path, *, corpus: str, vocab_size: int) -> Figures:
    """The seconds of a training in the window, from the first file to the last merge."""
    with OpenWindow(home) as opened:
        opened.add([Path(corpus)], vocab_size)
        return {"seconds": sum(opened.train().values())}


def charts(home: Path) -> Figures:
    """Milliseconds to show a finished run of 250,000 merges, and to draw those that come at the end of one."""
    with OpenWindow(home) as opened:
        shown = opened.build.run.charts
        run, news = a_long_run()
        opened.window.resize(1440, 900)
        opened.settle()
        return {
            "show": {name: milliseconds(show(shown, name, run), 9) for name in CHARTS},
            "append": milliseconds(appending(shown, news), 9),
        }


CHARTS = ("merge_counts", "bytes_per_token", "token_lengths")


def show(shown: RunCharts, name: str, curves: RunCurves) -> Callable[[], object]:
    chart = getattr(shown, name)
    names = (str,) if name == "merge_counts" else ()

    def act() -> None:
        chart.show_run(curves, *names)
        chart.repaint()

    return act


def appending(shown: RunCharts, news: list[NewMerges]) -> Callable[[], object]:
    """The charts hold a long run but for its end, which then comes bit by bit."""
    shown.start(Recipe(vocab_size=256 + POINTS))
    shown.begin_curve(2**40)
    shown.add_merges(news[0])
    shown.draw_news()
    coming = iter(news[1:])

    def act() -> None:
        shown.add_merges(next(coming))
        shown.draw_news()
        for name in CHARTS:
            getattr(shown, name).repaint()

    return act


def a_long_run() -> tuple[RunCurves, list[NewMerges]]:
    """Curves as a real run has them: counts fall as 1 / rank, tokens become fewer by them."""
    ranks = np.arange(1, POINTS + 1)
    counts = np.maximum(10**9 // ranks, 2).astype(np.uint64)
    left = np.uint64(2**40) - np.cumsum(counts, dtype=np.uint64)
    rng = np.random.default_rng(1)
    ids = np.stack([rng.integers(0, 255 + ranks), rng.integers(0, 256, POINTS), 255 + ranks], axis=1).astype(np.uint32)
    lengths = np.minimum(rng.geometric(0.15, POINTS) + 1, 64).astype(np.int64)
    curves = RunCurves(
        256, counts, 2**40, np.concatenate(([np.uint64(2**40)], left)), lengths, 0, np.empty(0, np.uint64)
    )
    ends = [POINTS - 20 * NEWS, *range(POINTS - 19 * NEWS, POINTS + 1, NEWS)]
    news = [
        NewMerges(begin, ids[begin:end], counts[begin:end], left[begin:end])
        for begin, end in zip([0, *ends[:-1]], ends, strict=True)
    ]
    return curves, news


def milliseconds(act: Callable[[], object], times: int) -> Figures:
    """How long it takes: the median and the longest."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        act()
        taken.append((time.perf_counter() - began) * 1000)
    return {"median": float(np.median(taken)), "longest": max(taken)}


def corpus_list(home: Path, *, files: int) -> Figures:
    """Seconds until so many files are listed, and looked at; and the longest tick late meanwhile, in milliseconds."""
    folder = home / "many"
    folder.mkdir()
    paths = [folder / f"{number:06}.txt" for number in range(files)]
    for number, path in enumerate(paths):
        path.write_text(f"The text of file {number}.\n")
    with OpenWindow(home) as opened:
        ticks = Ticks(lambda: "listing")
        began = time.perf_counter()
        opened.build.add_paths(paths)
        wait_until(lambda: len(opened.session.corpus) == files)
        listed = time.perf_counter() - began
        wait_until(lambda: not opened.build.corpus.scanning)
        seen = time.perf_counter() - began
        ticks.end()
    return {"listed": listed, "seen": seen, "late": summary(ticks.late["listing"])}


def sitting(home: Path, *, corpus: str, vocab_size: int, runs: int) -> Figures:
    """Megabytes of the process after each of some runs in one sitting."""
    with OpenWindow(home) as opened:
        opened.add([Path(corpus)], vocab_size)
        held = []
        for _ in range(runs):
            opened.train()
            opened.settle()
            gc.collect()
            held.append((memory.in_use() or 0) / 1e6)
        kept = len(opened.session.runs)
    return {"after": held, "kept": kept}


def typing(home: Path, *, characters: int, keys: int) -> Figures:
    """Milliseconds from a key to the coloured text, in the middle of a text that is so long."""
    text = sample_path().read_text(encoding="utf-8")[:characters]
    with OpenWindow(home) as opened:
        page = opened.inspect
        recipe = Recipe(vocab_size=12_000, pretokenizer="cl100k")
        opened.session.add_tokenizer("learned", train([sample_path()], recipe).tokenizer)
        opened.window.show_page(page.key)
        page.text.editor.set_text(text)
        opened.settle()
        taken = [coloured_after_a_key(page) for _ in range(keys)]
    return {"median": float(np.median(taken)), "longest": max(taken)}


def coloured_after_a_key(page: InspectPage) -> float:
    editor, before = page.text.editor, page.inspector.inspection
    painted = Painted(editor.viewport(), lambda: page.inspector.inspection is not before)
    began = time.perf_counter()
    QTest.keyClick(editor, Qt.Key.Key_X)
    while not painted.there:
        QApplication.processEvents()
    return (time.perf_counter() - began) * 1000


class Painted(QObject):
    """Whether a widget was painted since something holds."""

    def __init__(self, widget: QWidget, holds: Callable[[], bool]) -> None:
        super().__init__(widget)
        self.there = False
        self._holds = holds
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and not self.there:
            self.there = self._holds()
        return False


def vocabulary(home: Path, *, tokens: int, rows: int) -> Figures:
    """Seconds until a tokenizer.json is a table; then, of a table of so many rows, to open, search and sort it.

    `late`: the longest tick late, in milliseconds, while the file is opened, and while tokenizers take turns.
    """
    saved, large, by_token = home / "saved", a_large_tokenizer(rows), Sorting(Column.TOKEN, descending=True)
    a_large_tokenizer(tokens).save(saved, formats=["huggingface"])
    with OpenWindow(home) as opened:
        doing = ["opening"]
        ticks = Ticks(lambda: doing[-1])
        opened.window.show_page(opened.vocabulary.key)
        file = seconds_to_list(opened, lambda: opened.window.chooser.open(saved / "tokenizer.json"))
        opened.settle()
        doing.append("large")
        table = seconds_to_list(opened, lambda: opened.session.add_tokenizer("large", large))
        opened.settle()
        search = seconds_to_list(opened, lambda: opened.vocabulary.search.field.setText("the"))
        opened.vocabulary.search.field.clear()
        opened.settle()
        sort = seconds_to_list(opened, lambda: opened.vocabulary.corpus.sort_asked.emit(by_token))
        opened.settle()
        doing.append("switching")
        take_turns(opened)
        ticks.end()
        late = {what: max(ticks.late[what]) for what in doing}
    return {"tokens": tokens, "rows": rows, "late": late} | {
        "file": file,
        "table": table,
        "search": search,
        "sort": sort,
    }


def seconds_to_list(opened: OpenWindow, act: Callable[[], object]) -> float:
    """From an act of the user until the rows that follow from it are painted."""
    page, loop = opened.vocabulary, QEventLoop()
    page.work.listed.connect(loop.quit)
    QTimer.singleShot(round(HANG * 1000), loop, lambda: sys.exit("the window hangs"))
    began = time.perf_counter()
    act()
    loop.exec()
    page.table.viewport().repaint()
    page.work.listed.disconnect(loop.quit)
    return time.perf_counter() - began


def take_turns(opened: OpenWindow) -> None:
    """Every tokenizer becomes the current one on every page."""
    names = list(opened.session.tokenizers)
    for page in ("build", "inspect", "vocabulary", "compare", "laboratory"):
        opened.window.show_page(page)
        for name in (*names, *names):
            opened.session.choose(name)
            wait(AFTER)
    opened.settle()


def a_large_tokenizer(size: int) -> Tokenizer:
    """The 256 bytes, pairs of them, and what a pair and a letter make."""
    tokens = [bytes([byte]) for byte in range(256)]
    merges = np.empty((size - 256, 3), np.uint32)
    places = np.arange(size - 256)
    merges[:, 0] = places >> 8
    merges[:, 1] = places & 255
    merges[:, 2] = 256 + places
    for left, right in merges[:, :2].tolist():
        tokens.append(tokens[left] + tokens[right])
    return Tokenizer(tokens, merges, {}, Pretokenizer.of("gpt2"), name="made up")


WORK: dict[str, Callable[..., Figures]] = {
    each.__name__: each for each in (lateness, training, charts, corpus_list, sitting, typing, vocabulary)
}


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        print(json.dumps(WORK[sys.argv[1]](Path(home), **json.loads(sys.argv[2]))))


if __name__ == "__main__":
    main()
