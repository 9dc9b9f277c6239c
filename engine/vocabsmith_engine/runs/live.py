"""A run that is being worked on: it counts and merges as `train` does, and puts what it has on the disk meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from vocabsmith_engine.corpus import Source, shown
from vocabsmith_engine.counting import CorpusCounts
from vocabsmith_engine.errors import RunError, Stopped
from vocabsmith_engine.merging_start import MergingStart
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.runs.beside_merging import MergeLogging, not_kept
from vocabsmith_engine.runs.counted_file import load_start, save_start
from vocabsmith_engine.runs.folder import RunFolder, cannot_be_written
from vocabsmith_engine.runs.info import RunInfo, info_of
from vocabsmith_engine.runs.kept_counting import KeptCounting, check_sources
from vocabsmith_engine.runs.kept_counts import CountsSaving, kept_counts, remove_counts
from vocabsmith_engine.runs.merge_log import MergeLog, number_logged
from vocabsmith_engine.runs.results import checked_merges, save_result
from vocabsmith_engine.runs.run_file import FrontEndFacts, RunRecord
from vocabsmith_engine.runs.suspension import Suspension
from vocabsmith_engine.training import learn
from vocabsmith_engine.training_result import StopReason, TrainingResult


class LiveRun:
    """A run, and the lock on its folder until `close`; a context manager that closes it.

    A run that ends in an error stays, to be gone on with, if anything is kept that spares work; otherwise it goes.
    """

    def __init__(self, folder: RunFolder, held: ExitStack, record: RunRecord, sources: tuple[Source, ...]) -> None:
        """`held` is the lock on `folder`."""
        self._folder = folder
        self._held = held
        self._record = record
        self._sources = sources
        self._counting = KeptCounting(folder, record, sources)
        self._suspension = Suspension(self._counting.take_last_checkpoint)
        self._log = MergeLog(folder.merges)
        self._start: MergingStart | None = None
        self._unsaved: TrainingResult | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def info(self) -> RunInfo:
        """What is known of it now."""
        return info_of(self._folder)

    def train(
        self, monitor: Monitor, *, on_counted: Callable[[CorpusCounts], None] = lambda _counts: None
    ) -> TrainingResult:
        """Count and merge, or go on with it; the result is safe on the disk when this returns.

        `on_counted` is called between reading and merging, on this thread. `monitor` must be new. What cannot be
        written is told as a note, and the run goes on. Raises what `vocabsmith_engine.train` does; Stopped too when
        the run was suspended; RunError when going on gives other merges than those that are kept.
        """
        with self._ended_by_errors(), self._suspension.of(monitor):
            corpus, reading = self._counted(monitor)
            on_counted(corpus)
            result = self._merged(corpus, reading, monitor)
            self._save_or_note(result, monitor)
            return result

    def suspend(self) -> None:
        """Have `train` leave the run to be gone on with: it takes a last checkpoint, stops, and raises Stopped.

        Returns at once. Whoever stops the Monitor as well loses what was counted since the last checkpoint.
        """
        self._suspension.begin()

    def finish(
        self, *, seconds: float, threads: int | None, peak_memory: int | None, check: str, notes: Iterable[str] = ()
    ) -> RunInfo:
        """Add what only the front end knows of a run that has ended. Raises RunError if it cannot be written.

        A result that had no room on the disk is tried once more.
        """
        facts = FrontEndFacts(seconds, threads, peak_memory, check, tuple(notes))
        try:
            if self._unsaved is not None:
                self._save(self._unsaved)
            self._record = replace(self._record, facts=facts)
            self._record.save(self._folder.run)
        except OSError as error:
            raise cannot_be_written(self._folder.path, error) from None
        return self.info

    def discard(self) -> None:
        """Remove the run from the disk. Raises RunError if it cannot be removed."""
        try:
            if self._folder.path.exists():
                self._folder.remove(self._held)
        except OSError as error:
            raise cannot_be_written(self._folder.path, error) from None
        finally:
            self.close()

    def close(self) -> None:
        """Give up the lock. What was not finished can be gone on with, by any process."""
        self._held.close()

    def _counted(self, monitor: Monitor) -> tuple[CorpusCounts, float]:
        """All counts, and the seconds that counting took."""
        corpus = kept_counts(self._folder, self._record.memory, monitor)
        if corpus is not None:
            return corpus, self._reading_before()
        if self._folder.fingerprints.exists():
            check_sources(self._folder, self._record, self._sources)
        return self._counting.count(monitor)

    def _reading_before(self) -> float:
        try:
            return load_start(self._folder.counted).reading
        except RunError:  # written anew before merging begins
            return 0.0

    def _merged(self, corpus: CorpusCounts, reading: float, monitor: Monitor) -> TrainingResult:
        def keep_start(start: MergingStart) -> None:
            self._start = start
            with _noted(monitor, self._folder.counted):
                save_start(self._folder.counted, start)

        saving = CountsSaving(corpus, self._folder, monitor)
        with saving, MergeLogging(self._log, self._folder.merges, monitor) as logging:
            result = learn(corpus, self._record.recipe, monitor, reading=reading, before_merging=keep_start)
            if self._suspension.wanted and _was_cut(result):
                saving.complete()
        if logging.difference:
            raise logging.difference
        if self._suspension.wanted and _was_cut(result):
            raise _suspended()
        return self._longer(result)

    def _longer(self, result: TrainingResult) -> TrainingResult:
        """The result, with what the log has if a run that was gone on with is stopped before it has come so far."""
        if result.stop_reason is not StopReason.STOPPED or len(self._log) <= len(result.merge_ids):
            return result
        assert self._start is not None
        merges = checked_merges(self._folder, self._start, result.recipe.max_merges)
        return replace(
            result, merge_ids=merges.ids, merge_counts=merges.counts, tokens_left=merges.tokens_left, held_out=None
        )

    def _save_or_note(self, result: TrainingResult, monitor: Monitor) -> None:
        try:
            self._save(result)
        except OSError as error:
            self._unsaved = result
            monitor.note(
                f"The run could not be kept in {shown(self._folder.path)} ({error.strerror or error}): "
                "save the tokenizer before you close."
            )

    def _save(self, result: TrainingResult) -> None:
        assert self._start is not None
        if not self._folder.counted.exists():  # there was no room for it before
            save_start(self._folder.counted, self._start)
        self._record = save_result(self._folder, self._record, result, self._log)
        self._unsaved = None
        remove_counts(self._folder)

    @contextmanager
    def _ended_by_errors(self) -> Iterator[None]:
        try:
            yield
        except BaseException as error:
            if self._suspension.wanted or self._has_something():
                self._keep_problem(error)
            else:
                with suppress(RunError):  # what went wrong first is to be told
                    self.discard()
            if self._suspension.wanted and isinstance(error, Stopped):
                raise _suspended() from None
            raise

    def _has_something(self) -> bool:
        """Whether something is kept that spares work."""
        return self._folder.has_counts or self._folder.counting.exists() or number_logged(self._folder.merges) > 0

    def _keep_problem(self, error: BaseException) -> None:
        problem = "" if isinstance(error, Stopped) else " ".join(str(error).split()) or type(error).__name__
        with suppress(OSError):
            self._record = replace(self._record, problem=problem)
            self._record.save(self._folder.run)


def _suspended() -> Stopped:
    return Stopped("the run", "is suspended", "Go on with it when you like")


def _was_cut(result: TrainingResult) -> bool:
    """Whether a stop came before everything was done."""
    return result.stop_reason is StopReason.STOPPED or (bool(result.recipe.held_out) and result.held_out is None)


@contextmanager
def _noted(monitor: Monitor, path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        monitor.note(not_kept(path, error))
