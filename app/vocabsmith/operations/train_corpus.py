"""The main job of the window: text files to a tokenizer, kept on the disk as it grows and checked on its text."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from vocabsmith import memory
from vocabsmith.operations.check_corpus import CheckReport, check_corpus, words_of_check
from vocabsmith.operations.run_handle import RunHandle
from vocabsmith.operations.text_files import find_files
from vocabsmith_engine import (
    CorpusCounts,
    CorpusError,
    Monitor,
    Recipe,
    Source,
    Stopped,
    StopReason,
    TrainingResult,
    count_pieces,
    train_from_counts,
)
from vocabsmith_engine.runs import LiveRun, RunError, RunInfo, RunState, RunStore

OnCounted = Callable[[CorpusCounts], None]


@dataclass(frozen=True, slots=True)
class TrainingOutcome:
    """What a run ended with.

    Attributes:
        result: the tokenizer and all that was learned.
        check: the comparison with the corpus; None when the run was stopped while merging, or the text has gone since.
        seconds: how long all of it took, pauses included.
        threads: how many counted.
        peak_memory: of this process in bytes, where the system tells it.
        info: the run as it is on the disk now; None if it is not kept.
    """

    result: TrainingResult
    check: CheckReport | None
    seconds: float
    threads: int
    peak_memory: int | None
    info: RunInfo | None = None


def train_corpus(
    *,
    sources: Sequence[Source],
    recipe: Recipe,
    threads: int | None,
    monitor: Monitor,
    memory_limit: int | None = None,
    skip_bad: bool = False,
    on_counted: OnCounted = lambda _counts: None,
    store: RunStore | None = None,
    name: str = "",
    project: str = "",
    handle: RunHandle | None = None,
) -> TrainingOutcome:
    """Read and count the files of `sources`, merge, then check the tokenizer on the first part of the text.

    `memory_limit` is the number of bytes that the run may take; None leaves that to the engine.

    With a `store` the run is kept there under `name` while it works; where nothing can be written it goes on without,
    and says so in the monitor's notes. With `skip_bad` a file that turns out to be bad is left out and named in the
    result's notes; otherwise it ends the run. Stopping while merging keeps what was learned; `handle` ends a run in
    other ways. `on_counted` is called between reading and merging, on the thread of the run. Raises CorpusError for
    files that cannot be read or hold no text, Stopped when stopped while reading, suspended or discarded.
    """
    job = _Job(monitor, handle or RunHandle(), on_counted, threads, memory_limit, skip_bad)
    named, files = _usable(sources, monitor)
    live = None
    if store is not None:
        try:
            live = store.begin(
                name, named, recipe, threads=threads, memory=memory_limit, skip_bad=skip_bad, project=project
            )
        except RunError as error:
            monitor.note(f"This run is not kept. {error}")
    if live is None:
        return job.check(job.learn(named, recipe), files)
    return job.finish(live, lambda: files)


def go_on_with_run(
    *,
    store: RunStore,
    run_id: str,
    monitor: Monitor,
    on_counted: OnCounted = lambda _counts: None,
    handle: RunHandle | None = None,
) -> TrainingOutcome:
    """Go on with a run that was cut off, from what was saved of it last; then as `train_corpus`.

    Stopped before it merges, it waits on the disk as before. Raises RunError when its sources have changed or are gone,
    or another program works on it.
    """
    began = time.monotonic()
    live = store.reopen(run_id)
    job = _Job(
        monitor, handle or RunHandle(), on_counted, live.info.threads, None, skip_bad=True, goes_on=True, began=began
    )
    return job.finish(
        live, lambda: [file.source for file in find_files(live.info.sources, monitor) if not file.problem]
    )


@dataclass(frozen=True, slots=True)
class _Job:
    """What all stages of a run need."""

    monitor: Monitor
    handle: RunHandle
    on_counted: OnCounted
    threads: int | None
    memory_limit: int | None
    skip_bad: bool
    goes_on: bool = False
    began: float = field(default_factory=time.monotonic)

    def learn(self, sources: Sequence[Source], recipe: Recipe) -> TrainingResult:
        """Count and merge, without anything on the disk."""
        counts = count_pieces(sources, recipe, self.monitor, self.threads, self.memory_limit, skip_bad=self.skip_bad)
        self.on_counted(counts)
        return train_from_counts(counts, recipe, monitor=self.monitor)

    def finish(self, live: LiveRun, find: Callable[[], Sequence[Source]]) -> TrainingOutcome:
        """Work on a run of the disk to its end, and let go of it however that goes; `find` tells its files."""
        try:
            self.handle.begin(live)
            files = find()
            outcome = self.check(live.train(self.monitor, on_counted=self.on_counted), files)
            return replace(outcome, info=self._with_facts(live, outcome))
        except Stopped:
            if self.handle.discarded or not (self.handle.suspended or self.goes_on):
                live.discard()
            self.handle.waits = live.info.folder.exists()
            raise
        finally:
            live.close()

    def _with_facts(self, live: LiveRun, outcome: TrainingOutcome) -> RunInfo | None:
        """The run on the disk; None, with a note, if there was no room for it: the tokenizer is there all the same."""
        try:
            return live.finish(
                seconds=outcome.seconds,
                threads=outcome.threads,
                peak_memory=outcome.peak_memory,
                check=words_of_check(outcome.check),
            )
        except RunError as error:
            self.monitor.note(str(error))
            return live.info if live.info.state is RunState.FINISHED else None

    def check(self, result: TrainingResult, files: Sequence[Source]) -> TrainingOutcome:
        """Compare what the tokenizer makes of the text with the text itself."""
        check = None
        if result.stop_reason is not StopReason.STOPPED and files:
            check = self._compared(result, files)
            self.monitor.begin_stage("finished")
        self.handle.raise_if_discarded()
        _ = result.tokenizer  # is made when it is first asked for: here, and not on the window's thread
        seconds = time.monotonic() - self.began
        return TrainingOutcome(result, check, seconds, self.threads or os.cpu_count() or 1, memory.peak())

    def _compared(self, result: TrainingResult, files: Sequence[Source]) -> CheckReport | None:
        """None, with a note, where the text has gone since it was counted: what was learned of it is whole."""
        try:
            return check_corpus(result=result, files=files, monitor=self.monitor, skip_bad=self.skip_bad)
        except CorpusError as error:
            self.monitor.note(f"The tokenizer could not be checked on the corpus. {error}")
            return None


def _usable(sources: Sequence[Source], monitor: Monitor) -> tuple[list[Source], list[Source]]:
    """What the run is to name as its sources, and all files of them.

    What cannot be used was shown as such in the list and is passed over; a folder that holds some of that is named by
    the files that can be used.
    """
    named: list[Source] = []
    files: dict[str, Source] = {}
    empty = True
    for source in sources:
        found = list(find_files([source], monitor))
        usable = [file.source for file in found if not file.problem]
        named += [source] if len(usable) == len(found) else usable
        files |= {os.path.realpath(file.path): file for file in usable if os.path.realpath(file.path) not in files}
        empty = empty and not any(file.bytes for file in found if not file.problem)
    if not empty:
        return named, list(files.values())
    names = ", ".join(source.path.name for source in sources) or "the corpus"
    rule = "is empty, so there is nothing to learn from" if files else "holds no file that can be used"
    raise CorpusError(names, rule, "Add a file that holds text")
