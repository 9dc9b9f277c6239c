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
from open_window import OpenWindow, Ticks, wait, wait_until

from vocabsmith import memory
from vocabsmith.pages.build_page.run_charts import RunCharts
from vocabsmith.plots import RunCurves
from vocabsmith_engine import NewMerges, Recipe

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


WORK: dict[str, Callable[..., Figures]] = {
    each.__name__: each for each in (lateness, training, charts, corpus_list, sitting)
}


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        print(json.dumps(WORK[sys.argv[1]](Path(home), **json.loads(sys.argv[2]))))


if __name__ == "__main__":
    main()
