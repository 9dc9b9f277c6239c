"""Time and memory of the run that the form stands for, measured anew whenever corpus or recipe are others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from vocabsmith import memory, wording
from vocabsmith.operations.estimate_run import RunEstimator
from vocabsmith.tasks import LatestTask, TaskRunner
from vocabsmith_engine import Monitor, Recipe, RecipeError, Source, Stopped

if TYPE_CHECKING:
    from vocabsmith_engine.estimating import Estimate

_PAUSE = 600  # milliseconds without a change before it is measured: a trial takes about a second of work


@dataclass(frozen=True, slots=True)
class Question:
    """A run that may be started."""

    sources: tuple[Source, ...]
    recipe: Recipe
    threads: int | None
    memory: int | None


class RunEstimate(QObject):
    """Answers the newest question.

    Signals:
        changed: more is known, or less.

    Attributes:
        estimate: for the question asked last; None while there is none.
        measuring: whether it is being measured.
        problem: what would end the run, as the trial found it; "" for nothing.
    """

    changed = Signal()

    def __init__(self, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = LatestTask(tasks, self)
        self._estimator = RunEstimator()
        self._question: Question | None = None
        self._held = False
        self.estimate: Estimate | None = None
        self.measuring = False
        self.problem = ""
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._measure)

    def ask(self, question: Question | None) -> None:
        """Measure this run, in a moment; None for no run."""
        if question == self._question:
            return
        self._question = question
        self._latest.cancel()
        self._forget()
        if question is None:
            self._pause.stop()
        else:
            self.measuring = True
            self._pause.start()
        self.changed.emit()

    def hold(self) -> None:
        """Measure nothing for now: a run needs the processors, and would be measured with them taken."""
        self._held = True
        self._pause.stop()
        self._latest.cancel()

    def release(self) -> None:
        """Go on after `hold`."""
        if self._held:
            self._held = False
            if self.measuring:
                self._pause.start()

    def words(self) -> str:
        """What is known, to be put behind the plan of the run: "; about 40 s and 300 MB"; "" for nothing."""
        if self.measuring:
            return "" if self._held else "; measuring…"
        if self.estimate is None:
            return ""
        # The program's own memory counts, as it does in the peak that the run will show afterwards.
        in_all = self.estimate.memory + (memory.in_use() or 0)
        time, size = wording.about_duration(self.estimate.seconds), wording.about_size(in_all)
        known = f"{_in_one(time)} and {_in_one(size)}"
        recipe = self._question.recipe if self._question else None
        if recipe is None or recipe.base != "bytes" or self.estimate.merges >= recipe.max_merges:
            return f"; {known}"
        return f"; this text gives {_about_number(self.estimate.merges)}, in {known}"

    def _forget(self) -> None:
        self.estimate, self.measuring, self.problem = None, False, ""

    def _measure(self) -> None:
        question = self._question
        if self._held or question is None:
            return

        def measure(monitor: Monitor) -> Estimate | None:
            return self._estimator.estimate(
                sources=question.sources,
                recipe=question.recipe,
                threads=question.threads,
                memory=question.memory,
                monitor=monitor,
            )

        self._latest.submit(
            measure,
            on_done=lambda estimate: self._take(question, estimate, ""),
            on_failed=lambda error: self._fail(question, error),
        )

    def _fail(self, question: Question, error: Exception) -> None:
        """Of what else may be wrong the run itself will tell; too little memory can be put right in the form."""
        if not isinstance(error, Stopped):
            self._take(question, None, str(error) if isinstance(error, RecipeError) else "")

    def _take(self, question: Question, estimate: Estimate | None, problem: str) -> None:
        if question == self._question:
            self._forget()
            self.estimate, self.problem = estimate, problem
            self.changed.emit()


def _in_one(words: str) -> str:
    """Words that no line end comes between."""
    return words.replace(" ", "\N{NO-BREAK SPACE}")


def _about_number(number: int) -> str:
    """An expected number of merges, in two figures: 35,099 → "about 35,000"."""
    step = 10 ** max(0, len(str(number)) - 2)
    return f"about {step * round(number / step):,}" if number else "none"
