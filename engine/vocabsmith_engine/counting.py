"""Files to piece counts: one thread reads, several count, and the tables are added up at the end.

The result depends on the text alone, not on threads, windows, memory or the order of files. Memory follows the number
of distinct pieces, plus a few windows a thread, up to a bound: past it tables are spilled to files and merged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Final

from vocabsmith_engine.checkpoint_identity import Identity, bytes_of_states, states_of
from vocabsmith_engine.checkpoints import Checkpoints
from vocabsmith_engine.chunks import BeginAnew, ChunkReader
from vocabsmith_engine.corpus import BadFile, FileReport, Source, SourceLike, expand, raise_all, shown
from vocabsmith_engine.corpus.first_look import bad_among
from vocabsmith_engine.corpus.left_out import LeftOut, bytes_of, bytes_to_read_again
from vocabsmith_engine.counter_team import CHUNKS_PER_COUNTER, Counted, count_chunks
from vocabsmith_engine.errors import RecipeError
from vocabsmith_engine.held_out import HeldOutCounts
from vocabsmith_engine.memory_budget import MemoryBudget
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.processors import thread_count, whole_from_1
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.saving_counting import Saving
from vocabsmith_engine.spilling import Counts

WINDOW: Final = 2**20  # stays in a processor's own cache from reading to counting
REGEX_WINDOW: Final = 2**19  # an expression is a hundred times slower, and progress must be seen


@dataclass(frozen=True, slots=True)
class CorpusCounts:
    """What a corpus holds, as far as training is concerned.

    Attributes:
        counts: the distinct pieces to learn from and how often each occurs, weights included; in memory, or in a file.
        documents: documents with text, held-out ones included: files or lines, divided further by special tokens.
        bytes: size of all files.
        files: what was found in each file.
        memory: bytes that the run may take, if that was said.
        spilled_bytes: bytes that were written to files for want of memory.
        skipped: files that were left out because they are bad.
        held_out: what was kept from learning, if the recipe says so.
    """

    counts: Counts
    documents: int
    bytes: int
    files: tuple[FileReport, ...]
    memory: int | None = None
    spilled_bytes: int = 0
    skipped: tuple[BadFile, ...] = ()
    held_out: HeldOutCounts | None = None


def count_pieces(
    sources: SourceLike | Iterable[SourceLike],
    recipe: Recipe,
    monitor: Monitor | None = None,
    threads: int | None = None,
    memory: int | None = None,
    *,
    names: str | Iterable[str] | None = None,
    skip_bad: bool = False,
    window: int = WINDOW,
    checkpoints: Checkpoints | None = None,
) -> CorpusCounts:
    """Count the pieces of all files that `sources` name.

    `threads` is by default the number of processors this process may use; `memory` is the number of bytes that the run
    may take, by default half of what the computer has; `window` is the number of bytes read at a time. None of them
    changes the result. `names` chooses the files of folders, see `expand`. With `skip_bad` files that no run can use
    are left out, whole, and named in the result; otherwise BadFile or BadFiles is raised. With `checkpoints` what was
    counted is saved now and then, and where something was saved of the same sources and recipe, counting goes on from
    there, to the same result. Raises CorpusError when there is nothing to read or the folder for temporary files has no
    room, RecipeError or TokenizerError for an expression that fails and for too little memory, RunError for a
    checkpoint that is damaged or was made of something else, and Stopped.
    """
    monitor = monitor or Monitor()
    left_out = LeftOut() if skip_bad else None
    files = _good_files(sources, names, left_out, monitor)
    states = states_of(files) if checkpoints else ()
    total = bytes_of_states(states) if checkpoints and None not in states else bytes_of(files)
    window, counters = window_and_counters(recipe, threads, total, window)
    budget = _budget(recipe, memory, window, counters)
    monitor.begin_stage("reading", total or 0)
    identity = Identity(files, states, recipe, window, skip_bad)
    with _saving(checkpoints, identity, total or 0, left_out, monitor) as saving:
        reader, counted, read_again = _read_and_count(
            files, recipe, counters, budget, monitor, window=window, left_out=left_out, saving=saving
        )
    if left_out and not reader.reports:
        raise_all(left_out.files)
    monitor.advance_to((total or 0) + read_again)
    return CorpusCounts(
        counted.counts,
        reader.documents,
        sum(file.bytes for file in reader.reports),
        tuple(reader.reports),
        budget.limit,
        counted.spilled_bytes,
        tuple(left_out.files) if left_out else (),
        counted.held_out,
    )


def window_and_counters(
    recipe: Recipe, threads: int | None, total: int | None, window: int = WINDOW
) -> tuple[int, int]:
    """Bytes that are read at a time, and how many count: no more than there are windows in `total` bytes."""
    window = whole_from_1("window", window, RecipeError)
    window = window if Pretokenizer.of(recipe.pretokenizer).native else min(window, REGEX_WINDOW)
    counters = thread_count(threads, RecipeError)
    return window, counters if total is None else min(counters, total // window + 1)


def _budget(recipe: Recipe, memory: int | None, window: int, counters: int) -> MemoryBudget:
    return MemoryBudget.of(
        memory,
        counters=counters,
        windows=window * (CHUNKS_PER_COUNTER * counters + 3),
        processes=not Pretokenizer.of(recipe.pretokenizer).native,
        tables=2 if recipe.held_out else 1,
    )


def _read_and_count(
    files: Sequence[Source],
    recipe: Recipe,
    counters: int,
    budget: MemoryBudget,
    monitor: Monitor,
    *,
    window: int,
    left_out: LeftOut | None,
    saving: Saving | None,
) -> tuple[ChunkReader, Counted, int]:
    """Count all that is good, anew whenever a file turns out to be bad; the number is of bytes that were read again."""
    read_again = 0
    while True:
        begin = saving.begin if saving else None
        reader = ChunkReader(recipe, monitor, window, budget.limit, left_out=left_out, begin=begin)
        if saving:
            saving.read_by(reader)
        try:
            counted = count_chunks(reader.chunks(files), recipe, counters, budget, monitor, saving=saving)
        except BeginAnew:
            if saving:
                saving.begin_anew()
            monitor.note("A file turned out to be bad while it was read: reading begins anew without it.")
            more = bytes_to_read_again(files, left_out)
            monitor.extend_stage(more)
            read_again += more
        else:
            return reader, counted, read_again


def _saving(
    checkpoints: Checkpoints | None, identity: Identity, total: int, left_out: LeftOut | None, monitor: Monitor
) -> AbstractContextManager[Saving | None]:
    """What saves the counting, if that is wanted and can be: only in what is read again it can be gone on."""
    if checkpoints is None:
        return nullcontext()
    for file, state in zip(identity.files, identity.states, strict=True):
        if state is None:
            monitor.note(f"{shown(file.path)} cannot be read a second time, so the counting is not saved meanwhile.")
            checkpoints.requests.end()
            return nullcontext()
    return Saving(checkpoints, identity, total, left_out, monitor)


def _good_files(
    sources: SourceLike | Iterable[SourceLike],
    names: str | Iterable[str] | None,
    left_out: LeftOut | None,
    monitor: Monitor,
) -> list[Source]:
    """The files that show no fault at a first look. Raises BadFile or BadFiles for the others, or leaves them out."""
    bad: list[BadFile] = []
    files = expand(sources, names=names, skipped=bad)
    bad += bad_among(files, monitor)
    if left_out is None:
        raise_all(bad)
        return files
    for file in bad:
        left_out.add(file)
    return [file for file in files if not left_out.covers(file.path)]
