"""Files to piece counts: one thread reads, several count, and the tables are added up at the end.

The result depends on the text alone, not on threads, windows, memory or the order of files. Memory follows the number
of distinct pieces, plus a few windows a thread, up to a bound: past it tables are spilled to files and merged.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Final

from vocabsmith_engine._native import PieceCounts
from vocabsmith_engine.chunks import Chunk, ChunkReader
from vocabsmith_engine.corpus import FileReport, Source, SourceLike, expand, unreadable
from vocabsmith_engine.counters import NativeCounter, PieceCounter
from vocabsmith_engine.errors import RecipeError
from vocabsmith_engine.memory_budget import MemoryBudget
from vocabsmith_engine.merging_needs import merging_fits
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.processors import thread_count, whole_from_1
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.regex_counter import RegexCounter
from vocabsmith_engine.spilling import Counts, Spilling

WINDOW: Final = 2**20  # stays in a processor's own cache from reading to counting
REGEX_WINDOW: Final = 2**19  # an expression is a hundred times slower, and progress must be seen
CHUNKS_PER_COUNTER: Final = 2
SECONDS_BETWEEN_LOOKS: Final = 0.1


@dataclass(frozen=True, slots=True)
class CorpusCounts:
    """What a corpus holds, as far as training is concerned.

    Attributes:
        counts: the distinct pieces and how often each occurs, weights included; in memory, or in a file.
        documents: documents with text: files or lines, divided further by special tokens.
        bytes: size of all files.
        files: what was found in each file.
        memory: bytes that the run may take, if that was said.
        spilled_bytes: bytes that were written to files for want of memory.
    """

    counts: Counts
    documents: int
    bytes: int
    files: tuple[FileReport, ...]
    memory: int | None = None
    spilled_bytes: int = 0


def count_pieces(
    sources: SourceLike | Iterable[SourceLike],
    recipe: Recipe,
    monitor: Monitor | None = None,
    threads: int | None = None,
    memory: int | None = None,
    *,
    window: int = WINDOW,
) -> CorpusCounts:
    """Count the pieces of all files that `sources` name.

    `threads` is by default the number of processors this process may use; `memory` is the number of bytes that the run
    may take, by default half of what the computer has; `window` is the number of bytes read at a time. None of them
    changes the result. Raises CorpusError for files that cannot be read and when the folder for temporary files has no
    room, RecipeError or TokenizerError for an expression that fails and for too little memory, and Stopped.
    """
    monitor = monitor or Monitor()
    files = expand(sources)
    total = sum(map(_size, files))
    native = Pretokenizer.of(recipe.pretokenizer).native
    window = whole_from_1("window", window, RecipeError)
    if not native:
        window = min(window, REGEX_WINDOW)
    counters = min(thread_count(threads, RecipeError), total // window + 1)
    windows = window * (CHUNKS_PER_COUNTER * counters + 3)
    budget = MemoryBudget.of(memory, counters=counters, windows=windows, processes=not native)
    monitor.begin_stage("reading", total)
    reader = ChunkReader(recipe, monitor, window, budget.limit)
    spilling = Spilling(budget.tables, monitor)
    counts = _count_all(reader.chunks(files), recipe, spilling.new_tables(counters), spilling, monitor)
    if isinstance(counts, PieceCounts) and not merging_fits(counts, recipe, budget.limit):
        counts = spilling.spilled(counts)
    monitor.advance_to(total)
    return CorpusCounts(
        counts,
        reader.documents,
        sum(file.bytes for file in reader.reports),
        tuple(reader.reports),
        budget.limit,
        spilling.bytes_written,
    )


def _count_all(
    chunks: Iterator[Chunk], recipe: Recipe, tables: Sequence[PieceCounts], spilling: Spilling, monitor: Monitor
) -> Counts:
    with ExitStack() as cleaning:
        team: list[PieceCounter] = []
        for table in tables:
            team.append(_new_counter(recipe, table, monitor))
            cleaning.callback(team[-1].close)
        with ThreadPoolExecutor(len(team), "counting") as executor:
            try:
                _distribute(chunks, team, executor, monitor)
            except BaseException:
                executor.shutdown(wait=False, cancel_futures=True)
                for counter in team:
                    counter.abandon()
                raise
        return spilling.sum_of([counter.table() for counter in team])


def _new_counter(recipe: Recipe, table: PieceCounts, monitor: Monitor) -> PieceCounter:
    scanner = Pretokenizer.of(recipe.pretokenizer).scanner
    return NativeCounter(recipe, scanner, table, monitor) if scanner else RegexCounter(recipe, table, monitor)


def _distribute(
    chunks: Iterator[Chunk], team: Sequence[PieceCounter], executor: ThreadPoolExecutor, monitor: Monitor
) -> None:
    """Hand every chunk to a counter that is free; never more than a few chunks wait."""
    free: SimpleQueue[PieceCounter] = SimpleQueue()
    for counter in team:
        free.put(counter)

    def count(chunk: Chunk) -> None:
        counter = free.get()
        try:
            counter.count(chunk)
            if chunk.release:
                chunk.release()
        finally:
            free.put(counter)

    pending: deque[Future[None]] = deque()
    for chunk in chunks:
        pending.append(executor.submit(count, chunk))
        while len(pending) > CHUNKS_PER_COUNTER * len(team):
            _await(pending.popleft(), monitor)
    while pending:
        _await(pending.popleft(), monitor)


def _await(future: Future[None], monitor: Monitor) -> None:
    while not wait([future], SECONDS_BETWEEN_LOOKS).done:
        monitor.raise_if_stopped()
    future.result()


def _size(source: Source) -> int:
    try:
        return source.path.stat().st_size
    except OSError as error:
        raise unreadable(source.path, error) from None
