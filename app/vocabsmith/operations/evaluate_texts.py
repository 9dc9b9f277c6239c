"""Evaluates tokenizers on the texts of a comparison: what is known is kept, and only what is new is worked out.

Of a large text a sample is read, spread over it, unless all of it is wanted.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from vocabsmith.operations.text_files import problem_of
from vocabsmith.wording import count
from vocabsmith_engine import BadFile, Monitor, Source, Stopped, Tokenizer, TokenizerError, VocabsmithError
from vocabsmith_engine.analysis import Evaluation, FileEvaluation, evaluate
from vocabsmith_engine.corpus import expand
from vocabsmith_engine.corpus.inputs import inputs_of

SAMPLE: Final = 20_000_000
"""Bytes of a text that are read unless all of it is wanted: enough for ranges of less than a per cent."""

EMPTY: Final = "It holds no text."
_BATCH_BYTES: Final = 4_000_000  # of the files of a folder that are evaluated together
_BATCH_FILES: Final = 256


@dataclass(frozen=True, slots=True)
class Reading:
    """A text to be read: what tells it from all others, where it is, its size, and how much of it is wanted at most."""

    key: int
    path: Path
    bytes: int
    sample: int | None

    @property
    def sampled(self) -> bool:
        """Whether only a part of it is wanted."""
        return self.sample is not None and self.bytes > self.sample


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What one tokenizer made of one text.

    Attributes:
        evaluation: of this tokenizer alone; None where there is nothing to compare.
        problem: why the text could not be read, with what to do.
        refusal: why the tokenizer could not cut it.
        note: what is to be known all the same, such as that a file of a folder was left out.
    """

    evaluation: FileEvaluation | None = None
    problem: str = ""
    refusal: str = ""
    note: str = ""


class Job(NamedTuple):
    """A text, and the tokenizers that have not been evaluated on it yet."""

    reading: Reading
    tokenizers: tuple[Tokenizer, ...]


class Outcomes:
    """Everything worked out so far. Written beside the window, read by its thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[tuple[Reading, Tokenizer], Outcome] = {}
        self._changes = 0

    @property
    def changes(self) -> int:
        """How often something was added."""
        return self._changes

    def put(self, reading: Reading, tokenizer: Tokenizer, outcome: Outcome) -> None:
        """Keep an outcome."""
        with self._lock:
            self._known[reading, tokenizer] = outcome
            self._changes += 1

    def get(self, reading: Reading, tokenizer: Tokenizer) -> Outcome | None:
        """What is known of a tokenizer on a text."""
        with self._lock:
            return self._known.get((reading, tokenizer))

    def keep(self, readings: Iterable[Reading], tokenizers: Iterable[Tokenizer]) -> None:
        """Forget what is about other texts or tokenizers."""
        texts, cutters = {reading.key for reading in readings}, set(tokenizers)
        with self._lock:
            self._known = {
                key: outcome for key, outcome in self._known.items() if key[0].key in texts and key[1] in cutters
            }

    def missing(self, readings: Iterable[Reading], tokenizers: Sequence[Tokenizer]) -> list[Job]:
        """What is still to be done, text by text."""
        jobs = (Job(each, tuple(t for t in tokenizers if self.get(each, t) is None)) for each in readings)
        return [job for job in jobs if job.tokenizers]


class WholeMonitor(Monitor):
    """Shows many evaluations as one stage: those that follow `begin` begin none of their own."""

    def begin(self, total: int) -> None:
        """The one stage, of so many bytes."""
        super().begin_stage("reading", total)

    def begin_stage(self, stage: str, total: int = 0) -> None:
        """Parts of the whole are no stages."""


def evaluate_jobs(*, jobs: Sequence[Job], outcomes: Outcomes, monitor: WholeMonitor) -> None:
    """Do `jobs` in order, each outcome being kept as soon as it is there. Raises Stopped."""
    monitor.begin(sum(_bytes_read(job.reading) for job in jobs))
    for job in jobs:
        for tokenizer, outcome in zip(job.tokenizers, _outcomes_of(job, monitor), strict=True):
            outcomes.put(job.reading, tokenizer, outcome)


def _bytes_read(reading: Reading) -> int:
    """A file is read to its end, whatever is used of it; of a folder only some files are."""
    return min(reading.bytes, reading.sample or reading.bytes) if reading.path.is_dir() else reading.bytes


def _outcomes_of(job: Job, monitor: Monitor) -> list[Outcome]:
    try:
        return _evaluated(job.reading, job.tokenizers, monitor)
    except TokenizerError as error:
        if len(job.tokenizers) == 1:
            return [Outcome(refusal=str(error))]
        # One of them refuses the text: each by itself, so that the others have their figures.
        return [_outcomes_of(Job(job.reading, (each,)), monitor)[0] for each in job.tokenizers]
    except Stopped:
        raise
    except BadFile as error:
        return [Outcome(problem=f"{problem_of(error)}.")] * len(job.tokenizers)
    except VocabsmithError as error:
        return [Outcome(problem=str(error))] * len(job.tokenizers)


def _evaluated(reading: Reading, tokenizers: Sequence[Tokenizer], monitor: Monitor) -> list[Outcome]:
    bad: list[BadFile] = []
    found: list[FileEvaluation] = []
    for part in _parts(reading, bad, monitor):
        found += _of_part(part, tokenizers, monitor, bad)
        if len(found) > 1:
            found = [_joined_texts(reading.path, found)]
    if not found or not found[0].evaluations[0].bytes:
        return [Outcome(problem=f"{problem_of(bad[0])}.") if bad else Outcome(note=EMPTY)] * len(tokenizers)
    note = f"{count(len(bad), 'file')} could not be read, the first: {bad[0]}" if bad else ""
    [whole] = found
    return [Outcome(_of_one(whole, place), note=note) for place in range(len(tokenizers))]


class _Part(NamedTuple):
    """Files that are read together, and how much of each is wanted; None for all of it."""

    files: list[Source]
    sample: int | None


def _parts(reading: Reading, bad: list[BadFile], monitor: Monitor) -> Iterator[_Part]:
    if not reading.path.is_dir():
        yield _Part([Source(reading.path)], reading.sample if reading.sampled else None)
        return
    files = expand([reading.path], skipped=bad, on_file=monitor.raise_if_stopped)
    sizes = [_size_of(file) for file in files]
    shares = spread_sample(sizes, reading.sample if reading.sampled else None)
    waiting: list[Source] = []
    size = 0
    for file, whole, share in zip(files, sizes, shares, strict=True):
        if share and (problem := _problem_of(file)) is not None:
            bad.append(problem)  # told by its first bytes: to meet it while many are read would mean to read them again
        elif 0 < share < whole:
            yield _Part([file], share)
        elif share:
            waiting.append(file)
            size += share
        if size >= _BATCH_BYTES or len(waiting) >= _BATCH_FILES:
            yield _Part(waiting, None)
            waiting, size = [], 0
    if waiting:
        yield _Part(waiting, None)


_UNIT: Final = 256_000


def spread_sample(sizes: Sequence[int], sample: int | None) -> list[int]:
    """How many bytes to read of each file, in all about `sample`, spread evenly over them; all of them for None.

    Small files are read whole or not at all; of large ones a part is.
    """
    total = sum(sizes)
    if sample is None or total <= sample:
        return list(sizes)
    shares = []
    owed = 0.0
    for size in sizes:
        owed += size * sample / total
        share = min(size, int(owed)) if owed >= min(size, _UNIT) else 0
        owed -= share
        shares.append(share)
    return shares


def _problem_of(file: Source) -> BadFile | None:
    """Why a file is no text, by its first bytes."""
    try:
        with closing(inputs_of(file, glance=True)) as inputs:
            next(inputs, None)
    except BadFile as error:
        return error
    return None


def _size_of(file: Source) -> int:
    try:
        return file.path.stat().st_size
    except OSError:
        return 1  # is told when it is read


def _of_part(
    part: _Part, tokenizers: Sequence[Tokenizer], monitor: Monitor, bad: list[BadFile]
) -> list[FileEvaluation]:
    """The evaluations of the files that can be read; those that cannot are added to `bad`."""
    files = list(part.files)
    while files:
        try:
            return evaluate(tokenizers, files, monitor, sample=part.sample)
        except BadFile as error:
            rest = [file for file in files if file.path != error.path and file.path not in error.path.parents]
            if len(rest) == len(files):
                raise
            bad.append(error)
            files = rest
        except (TokenizerError, Stopped):
            raise
        except VocabsmithError as error:
            if "holds no text" in str(error):
                return []
            raise
    return []


# --- adding up


def _joined_texts(path: Path, found: Sequence[FileEvaluation]) -> FileEvaluation:
    """Several files as one text."""
    evaluations = zip(*(each.evaluations for each in found), strict=True)
    documents = np.concatenate([each.documents for each in found], axis=1)
    return FileEvaluation(path, tuple(map(Evaluation.total, evaluations)), documents)


def _of_one(whole: FileEvaluation, place: int) -> FileEvaluation:
    return FileEvaluation(whole.path, (whole.evaluations[place],), whole.documents[place : place + 1])


def side_by_side(path: Path, found: Sequence[FileEvaluation]) -> FileEvaluation:
    """What several tokenizers made of the same text, one after the other, as if they had been evaluated together.

    Documents can be drawn anew only if all of them divided the text alike, which those that need it whole do not; it is
    one document then.
    """
    documents = [each.documents for each in found]
    first = documents[0][:, :, 0]
    if not all(np.array_equal(each[:, :, 0], first) for each in documents):
        documents = [each.sum(axis=1, keepdims=True) for each in documents]
    evaluations = tuple(each.evaluations[0] for each in found)
    return FileEvaluation(path, evaluations, np.concatenate(documents, axis=0))
