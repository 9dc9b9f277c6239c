"""How long the charts take for one step of a long run, and for one frame of panning, zooming and pointing in it.

python tests/benchmarks/charts.py --merges 250000 --overlays 5

Every figure is the time from the call to the end of a full repaint, offscreen. The last tenth of the steps is told
beside the first, for an update may not cost more at the end of a run than at its start.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication

from vocabsmith.plots import BytesPerTokenPlot, Chart, MergeCountPlot, Overlay, RunCurves, TokenLengthPlot
from vocabsmith.widgets.look import Look

BOUND = 16.0  # milliseconds
STEP = 1000  # merges that come at once
FRAMES = 60
CORPUS = 10**9


def run_like(merges: int, seed: int) -> RunCurves:
    """Curves with the form of a real run's, of any length."""
    ranks = np.arange(1, merges + 1)
    shares = (np.arange(merges + 1) / merges) ** 0.25
    tokens = (CORPUS / (1 + 3.5 * shares)).astype(np.uint64)
    lengths = np.random.default_rng(seed).integers(2, 30, merges)
    counts = (CORPUS / 10 / ranks**0.98).astype(np.uint64) + np.uint64(1)
    return RunCurves(257, counts, CORPUS, tokens, lengths, CORPUS // 10, tokens // np.uint64(11))


def timed(chart: Chart, action: Callable[[], object]) -> float:
    """Milliseconds of an action and of the repaint after it."""
    begin = time.perf_counter()
    action()
    chart.repaint()
    chart.view.viewport().repaint()
    return (time.perf_counter() - begin) * 1000


def grow(charts: tuple[MergeCountPlot, BytesPerTokenPlot, TokenLengthPlot], curves: RunCurves) -> list[list[float]]:
    """Milliseconds of every step of a run, one list for each chart."""
    counts, tokens, lengths = charts
    merges = len(curves.counts)
    counts.start(merges, lambda rank: f"merge {rank}")
    tokens.start(curves.base, curves.vocab_size)
    tokens.begin_curve(CORPUS)
    lengths.clear()
    spent: list[list[float]] = [[], [], []]
    for first in range(0, merges, STEP):
        last = first + STEP
        spent[0].append(timed(counts, lambda first=first, last=last: counts.append(curves.counts[first:last])))
        left = curves.tokens_left[1 + first : 1 + last]
        spent[1].append(timed(tokens, lambda left=left: tokens.append(left)))
        spent[2].append(timed(lengths, lambda first=first, last=last: lengths.append(curves.lengths[first:last])))
    return spent


def frames(chart: Chart, action: Callable[[Chart, int], object]) -> list[float]:
    """Milliseconds of some frames of one action, which gets the number of the frame."""
    return [timed(chart, lambda frame=frame: action(chart, frame)) for frame in range(FRAMES)]


def mark(chart: MergeCountPlot | BytesPerTokenPlot, frame: int, merges: int) -> None:
    """The marker, larger with every frame."""
    chart.set_marker(1000 + merges * frame // FRAMES)


def point_at(chart: Chart, frame: int) -> None:
    """The pointer, farther right with every frame."""
    seen = chart.box.viewRect()
    place = QPointF(seen.left() + seen.width() * (frame + 0.5) / FRAMES, seen.center().y())
    chart.view.pointed.emit(chart.box.mapViewToScene(place))


def zoom(chart: Chart, frame: int) -> None:
    """In for ten frames, out for ten."""
    chart.box.scaleBy((0.9, 0.9) if frame % 20 < 10 else (1 / 0.9, 1 / 0.9))
    chart.box.sigRangeChangedManually.emit(chart.box.state["mouseEnabled"])


def pan(chart: Chart, frame: int) -> None:
    """Right for ten frames, left for ten."""
    seen = chart.box.viewRect()
    way = 0.02 if frame % 20 < 10 else -0.02
    chart.box.translateBy((way * seen.width(), way * seen.height() / 2))
    chart.box.sigRangeChangedManually.emit(chart.box.state["mouseEnabled"])


def tell(what: str, spent: list[float]) -> bool:
    """Print one line; whether all but one in twenty stay below the bound."""
    tenth = max(1, len(spent) // 10)
    share = np.percentile(spent, 95)
    early, late = np.median(spent[:tenth]), np.median(spent[-tenth:])
    print(f"{what:<44}{np.median(spent):8.1f}{share:8.1f}{max(spent):8.1f}{early:8.1f}{late:8.1f}")
    return bool(share <= BOUND)


def main() -> int:
    """Measures; returns 1 if a figure is above the bound."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--merges", type=int, default=250_000)
    parser.add_argument("--overlays", type=int, default=5)
    parser.add_argument("--size", type=int, nargs=2, default=(340, 300), metavar=("WIDTH", "HEIGHT"))
    options = parser.parse_args()
    application = QApplication([])
    look = Look(application, "light")
    charts = (MergeCountPlot(), BytesPerTokenPlot(), TokenLengthPlot())
    for chart in charts:
        chart.resize(*options.size)
        chart.apply_theme(look.palette)
        chart.show()
    application.processEvents()
    curves = run_like(options.merges, 0)
    print(f"{'milliseconds':<44}{'median':>8}{'95 %':>8}{'most':>8}{'first':>8}{'last':>8}")
    steps = grow(charts, curves)
    good = [tell(f"{chart.name}: {STEP:,} merges more", spent) for chart, spent in zip(charts, steps, strict=True)]
    others = [run_like(options.merges - 1000 * tone, tone) for tone in range(1, options.overlays + 1)]
    overlays = [Overlay(str(tone), f"run {tone}", tone, other) for tone, other in enumerate(others, start=1)]
    charts[0].show_run(curves, lambda rank: f"merge {rank}")
    charts[1].show_run(curves)
    charts[2].show_run(curves)
    for chart in charts:
        chart.set_overlays(overlays)
        for name, action in (("zoom", zoom), ("pan", pan), ("pointer", point_at)):
            good.append(tell(f"{chart.name}: {name}", frames(chart, action)))
        chart.reset_view()
    for chart in charts[:2]:
        moved = frames(chart, lambda marked, frame: mark(marked, frame, options.merges))
        good.append(tell(f"{chart.name}: marker", moved))
    return 0 if all(good) else 1


if __name__ == "__main__":
    raise SystemExit(main())
