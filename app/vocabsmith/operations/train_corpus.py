"""The main job of the window: text files to a tokenizer, checked on the text it was learned from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vocabsmith import memory
from vocabsmith.operations.check_corpus import CheckReport, check_corpus
from vocabsmith.operations.text_files import find_files
from vocabsmith_engine import (
    CorpusCounts,
    CorpusError,
    Monitor,
    Recipe,
    Source,
    StopReason,
    TrainingResult,
    count_pieces,
    train_from_counts,
)


@dataclass(frozen=True, slots=True)
class TrainingOutcome:
    """What a run ended with.

    Attributes:
        result: the tokenizer and all that was learned.
        check: the comparison with the corpus; None when the run was stopped while merging.
        peak_memory: of this process in bytes, where the system tells it.
    """

    result: TrainingResult
    check: CheckReport | None
    peak_memory: int | None


def train_corpus(
    *,
    sources: Sequence[Source],
    recipe: Recipe,
    threads: int | None,
    monitor: Monitor,
    skip_bad: bool = False,
    on_counted: Callable[[CorpusCounts], None] = lambda _counts: None,
) -> TrainingOutcome:
    """Read and count the files of `sources`, merge, then check the tokenizer on the first part of the text.

    With `skip_bad` a file that turns out to be bad is left out and named in the result's notes; otherwise it ends the
    run. Stopping while merging keeps what was learned. `on_counted` is called between reading and merging, on the
    thread of the run. Raises CorpusError for files that cannot be read or hold no text, Stopped when stopped while
    reading.
    """
    files = _usable_files(sources, monitor)
    counts = count_pieces(files, recipe, monitor=monitor, threads=threads, skip_bad=skip_bad)
    on_counted(counts)
    result = train_from_counts(counts, recipe, monitor=monitor)
    check = None
    if result.stop_reason is not StopReason.STOPPED:
        check = check_corpus(result=result, files=files, monitor=monitor, skip_bad=skip_bad)
        monitor.begin_stage("finished")
    _ = result.tokenizer  # is made when it is first asked for: here, and not on the window's thread
    return TrainingOutcome(result, check, memory.peak())


def _usable_files(sources: Sequence[Source], monitor: Monitor) -> list[Source]:
    """The files that the run reads. What cannot be used was shown as such in the list and is passed over."""
    usable = [file for file in find_files(sources, monitor) if not file.problem]
    if any(file.bytes for file in usable):
        return [file.source for file in usable]
    names = ", ".join(source.path.name for source in sources) or "the corpus"
    rule = "is empty, so there is nothing to learn from" if usable else "holds no file that can be used"
    raise CorpusError(names, rule, "Add a file that holds text")
