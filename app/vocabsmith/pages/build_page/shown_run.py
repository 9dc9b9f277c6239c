"""A finished run with all that the pane shows of it, put together beside the window. Free of Qt."""

from __future__ import annotations

from dataclasses import dataclass

from vocabsmith.operations.load_run import load_learned, load_run
from vocabsmith.operations.train_corpus import TrainingOutcome
from vocabsmith.pages.build_page.live_merges import LiveMerges
from vocabsmith.pages.build_page.run_facts import RunFacts, facts_of_outcome, facts_of_run
from vocabsmith.plots import RunCurves
from vocabsmith_engine import Monitor, TrainingResult
from vocabsmith_engine.runs import RunInfo, RunState, RunStore


@dataclass(frozen=True, slots=True, eq=False)
class ShownRun:
    """One run; nobody keeps more of them than the one that is shown.

    Attributes:
        name: what its tokenizer is called.
        info: the run on the disk; None if it is not kept.
    """

    name: str
    info: RunInfo | None
    result: TrainingResult
    merges: LiveMerges
    curves: RunCurves
    facts: RunFacts

    @property
    def id(self) -> str:
        """Id of the run on the disk, "" if it is not kept."""
        return "" if self.info is None else self.info.id


def load_shown_run(*, store: RunStore, info: RunInfo, monitor: Monitor) -> ShownRun:
    """A run from the disk; of one that was cut off, what it has learned so far. Raises RunError, Stopped."""
    load = load_run if info.state is RunState.FINISHED else load_learned
    result = load(store=store, run_id=info.id, monitor=monitor)
    curves = RunCurves.of(result)
    monitor.raise_if_stopped()
    merges = LiveMerges.of(result, curves.lengths)
    return ShownRun(info.name, info, result, merges, curves, facts_of_run(info, result, merges.longest))


def just_ended(outcome: TrainingOutcome, name: str) -> ShownRun:
    """A run that has ended a moment ago; it was begun under `name`, and may have been renamed meanwhile."""
    result, info = outcome.result, outcome.info
    curves = RunCurves.of(result)
    merges = LiveMerges.of(result, curves.lengths)
    return ShownRun(
        name if info is None else info.name, info, result, merges, curves, facts_of_outcome(outcome, merges.longest)
    )
