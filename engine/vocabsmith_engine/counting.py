"""Files to piece counts: one thread reads, several count, and the tables are added up at the end.

The result depends on the text alone, not on threads, windows or the order of files. Memory follows the number of
distinct pieces, plus a few windows a thread.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Final

from vocabsmith_engine import _native
from vocabsmith_engine.chunks import Chunk, ChunkReader
from vocabsmith_engine.corpus import Source, SourceLike, expand, unreadable
from vocabsmith_engine.counters import NativeCounter, PieceCounter
from vocabsmith_engine.errors import CorpusError, RecipeError
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.processors import thread_count, whole_from_1
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.regex_counter import RegexCounter
from vocabsmith_engine.text_files import FileReport

WINDOW: Final = 8 * 2**20
REGEX_WINDOW: Final = 2**19  # an expression is a hundred times slower, and progress must be seen
CHUNKS_PER_COUNTER: Final = 2
SECONDS_BETWEEN_LOOKS: Final = 0.1


@dataclass(frozen=True, slots=True)
class CorpusCounts:
    """What a corpus holds, as far as training is concerned.

    Attributes:
        counts: the distinct pieces and how often each occurs, weights included.
        documents: documents with text: files or lines, divided further by special tokens.
        bytes: size of all files.
        files: what was found in each file.
    """

    counts: _native.PieceCounts
    documents: int
    bytes: int
    files: tuple[FileReport, ...]


def count_pieces(
    sources: SourceLike | Iterable[SourceLike],
    recipe: Recipe,
    monitor: Monitor | None = None,
    threads: int | None = None,
    window: int = WINDOW,
) -> CorpusCounts:
    """Count the pieces of all files that `sources` name.

    `threads` is by default the number of processors this process may use; `window` is the number of bytes read at a
    time. Raises CorpusError for files that cannot be read, RecipeError or TokenizerError for an expression that fails,
    and Stopped.
    """
    monitor = monitor or Monitor()
    files = expand(sources)
    total = sum(map(_size, files))
    pretokenizer = Pretokenizer.of(recipe.pretokenizer)
    window = whole_from_1("window", window, RecipeError)
    if not pretokenizer.native:
        window = min(window, REGEX_WINDOW)
    counters = min(thread_count(threads, RecipeError), total // window + 1)
    monitor.begin_stage("reading", total)
    reader = ChunkReader(recipe, monitor, window)
    counts = _count_all(reader.chunks(files), recipe, counters, monitor)
    monitor.advance_to(total)
    return CorpusCounts(counts, reader.documents, sum(file.bytes for file in reader.reports), tuple(reader.reports))


def _count_all(chunks: Iterator[Chunk], recipe: Recipe, counters: int, monitor: Monitor) -> _native.PieceCounts:
    with ExitStack() as cleaning:
        team: list[PieceCounter] = []
        for _ in range(counters):
            team.append(_new_counter(recipe))
            cleaning.callback(team[-1].close)
        with ThreadPoolExecutor(counters, "counting") as executor:
            try:
                _distribute(chunks, team, executor, monitor)
            except BaseException:
                executor.shutdown(wait=False, cancel_futures=True)
                for counter in team:
                    counter.abandon()
                raise
        return _sum_of(team)


def _new_counter(recipe: Recipe) -> PieceCounter:
    scanner = Pretokenizer.of(recipe.pretokenizer).scanner
    return NativeCounter(recipe, scanner) if scanner else RegexCounter(recipe)


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
            counter.count(chunk, monitor.advance_by)
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


def _sum_of(team: Sequence[PieceCounter]) -> _native.PieceCounts:
    try:
        tables = (counter.table() for counter in team)  # a worker's table is fetched when its turn comes
        total = next(tables)
        for table in tables:
            total.add_all(table)
    except OverflowError:
        raise CorpusError("the counts", "pass 2^64 - 1 with these weights", "Choose smaller weights") from None
    return total


def _size(source: Source) -> int:
    try:
        return source.path.stat().st_size
    except OSError as error:
        raise unreadable(source.path, error) from None
