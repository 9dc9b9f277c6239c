"""The three stages of a run, each with its bar and figures."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtWidgets import QBoxLayout, QWidget

from vocabsmith import wording
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.stage_bar import StageBar
from vocabsmith_engine import Progress

_HINTS = {
    "reading": "cuts text into pieces, counts them",
    "merging": "joins the most frequent pair, again",
    "checking": "encodes the corpus, compares it",
}
_STAGES = tuple(_HINTS)
_SHARES = {"reading": 5, "merging": 4, "checking": 4}  # of the width: the first title is longer
_UNDER_WAY = frozenset({"running", "paused"})
_WIDE = 480  # pixels that the titles take side by side


class RunStages(QWidget):
    """Follows Progress: stages before the running one are done, those after it wait.

    Attributes:
        paused: whether the run waits.
    """

    def __init__(self, parent: QWidget | None = None, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(parent)
        self.bars = {stage: StageBar(wording.stage_title(stage), hint) for stage, hint in _HINTS.items()}
        self._clock = clock
        self._began: dict[str, float] = {}
        self._lines: dict[str, str] = {}
        self.paused = False
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(24)
        for stage, bar in self.bars.items():
            self._row.addWidget(bar, _SHARES[stage])

    def fit(self, width: int) -> None:
        """Side by side, or one above the other where `width` has no room for the titles."""
        wide = width >= scaled(_WIDE)
        self._row.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        self._row.setSpacing(24 if wide else 8)

    def reset(self) -> None:
        """No stage has begun."""
        self._began.clear()
        self._lines.clear()
        for bar in self.bars.values():
            bar.set_waiting()

    def set_line(self, stage: str, line: str) -> None:
        """What to say under the bar of a stage once it is done."""
        self._lines[stage] = line

    def show_progress(self, progress: Progress) -> None:
        """Show where the run is."""
        stage = progress.stage
        if stage not in _STAGES:
            return
        if stage not in self._began:
            self._begin(stage)
        self.bars[stage].set_running(progress.fraction, _line_of(progress))
        self.bars[stage].set_paused(self.paused)

    def show_paused(self, paused: bool) -> None:
        """The stage that runs waits, or goes on."""
        self.paused = paused
        for bar in self.bars.values():
            if bar.state in _UNDER_WAY:
                bar.set_paused(paused)

    def finish(self) -> None:
        """The run has ended by itself: what had begun is done."""
        self._end_running()

    def stop(self, text: str) -> None:
        """The run was ended where it was."""
        for bar in self.bars.values():
            if bar.state in _UNDER_WAY:
                bar.set_stopped(text)

    def _begin(self, stage: str) -> None:
        self._end_running()
        for passed in _STAGES[: _STAGES.index(stage)]:
            if self.bars[passed].state == "waiting":  # it was over before anyone looked
                self.bars[passed].set_done("", self._lines.get(passed) or self.bars[passed].line())
        self._began[stage] = self._clock()

    def _end_running(self) -> None:
        for stage, bar in self.bars.items():
            if bar.state in _UNDER_WAY:
                took = wording.duration(self._clock() - self._began[stage])
                bar.set_done(took, self._lines.get(stage) or bar.line())


def _line_of(progress: Progress) -> str:
    """How far, how long still, how fast; where there is no room, the last gives way first."""
    unit = " merges" if progress.stage == "merging" else ""
    left = wording.seconds_left(progress)
    parts = (
        f"{wording.stage_figures(progress)}{unit}",
        "" if left is None else wording.time_left(left),
        wording.stage_rate(progress),
    )
    return " · ".join(filter(None, parts))
