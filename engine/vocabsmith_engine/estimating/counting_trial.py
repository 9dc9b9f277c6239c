"""A trial of counting: parts of the corpus go through the counters of the run, in two halves, by the clock."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Final, NamedTuple

from vocabsmith_engine import _native
from vocabsmith_engine.corpus import Chunk
from vocabsmith_engine.counter_team import Counted, count_chunks
from vocabsmith_engine.errors import CorpusError, Stopped
from vocabsmith_engine.estimating.growth import Growth
from vocabsmith_engine.estimating.memory_needs import arena_of
from vocabsmith_engine.estimating.places import SizedFile, parts_of
from vocabsmith_engine.estimating.watched import watched
from vocabsmith_engine.held_out import HeldOutCounts
from vocabsmith_engine.memory_budget import MemoryBudget
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.recipe import Recipe

_TABLES: Final = 2**30  # never reached by as much as is counted here
_GIVEN_UP_AFTER: Final = 2.0  # seconds beyond those in which chunks are handed out
_MOST_TEXT: Final = 2**20
_MOSTLY_NEW: Final = 0.5  # of the text: what nothing cuts, or whole lines, takes long to merge …
_FEW_BYTES: Final = 2**21  # … so that little of it must do


class _Plan(NamedTuple):
    """How much is counted: two halves, the second of so many times as much as the first."""

    part: int
    first_bytes: int
    times: int
    seconds: float  # of each half, after which nothing more is handed out


_NATIVE: Final = _Plan(part=2**18, first_bytes=2**24, times=1, seconds=0.2)
# Processes are started for each half; a small first one tells how long that takes.
_REGEX: Final = _Plan(part=2**14, first_bytes=2**15, times=64, seconds=0.4)


@dataclass(frozen=True, slots=True)
class CountingRates:
    """How long counting took, and how what was found grows with the bytes of files that are read.

    Attributes:
        bytes: of files that were read.
        text_bytes: of the text that was counted.
        starting: seconds that do not grow: to start processes.
        per_byte: seconds for a byte, new pieces apart.
        per_piece: seconds to put a new piece into a table.
        distinct: distinct pieces.
        distinct_bytes: bytes of the distinct pieces together.
        arena: bytes of memory for each distinct piece, its slot in the table apart.
    """

    bytes: int
    text_bytes: int
    starting: float
    per_byte: float
    per_piece: float
    distinct: Growth
    distinct_bytes: Growth
    arena: float

    def seconds(self, size: int, threads: int) -> float:
        """To count so many bytes of files."""
        return self.starting + self.per_byte * size + self.per_piece * _placings(self.distinct, size, threads)


@dataclass(frozen=True, slots=True)
class CountedTrial:
    """What was counted.

    Attributes:
        half: the distinct pieces of the first half.
        whole: those of both.
        held_out: what was kept from learning in both, if the recipe says so.
        held_out_distinct: how the distinct pieces that are held out grow.
        text: some of the text.
        rates: how long it took, and how it grows.
    """

    half: _native.PieceCounts
    whole: _native.PieceCounts
    held_out: HeldOutCounts | None
    held_out_distinct: Growth
    text: bytes
    rates: CountingRates


def count_trial(files: Sequence[SizedFile], recipe: Recipe, threads: int, monitor: Monitor) -> CountedTrial:
    """Count parts of `files` from all over the corpus, in about half a second.

    Raises BadFile, Stopped, what an expression raises, and CorpusError for one that is too slow to be tried.
    """
    plan = _NATIVE if Pretokenizer.of(recipe.pretokenizer).native else _REGEX
    size = sum(file.bytes for file in files)
    plan = plan._replace(first_bytes=min(plan.first_bytes, max(size // 2, plan.part)))
    with closing(parts_of(files, recipe, plan.part)) as chunks:
        supply = _Supply(chunks)
        if supply.share_of_new(recipe) > _MOSTLY_NEW:
            plan = plan._replace(first_bytes=min(plan.first_bytes, _FEW_BYTES))
        first, second = _halves(supply, plan, recipe, threads, monitor)
    if not first.bytes:
        raise CorpusError("the corpus", "holds no text to learn from", "Add a file with text")
    return _trial(first, second, supply, threads, native=plan.times == 1)


class _Half(NamedTuple):
    counted: Counted
    bytes: int
    seconds: float


def _halves(supply: _Supply, plan: _Plan, recipe: Recipe, threads: int, monitor: Monitor) -> tuple[_Half, _Half]:
    def counted(most_bytes: int) -> _Half:
        before, began = supply.bytes, time.perf_counter()
        found = watched(
            lambda inner: count_chunks(
                supply.until(most_bytes, plan.seconds), recipe, threads, MemoryBudget(_TABLES, None), inner
            ),
            monitor,
            plan.seconds + _GIVEN_UP_AFTER,
        )
        return _Half(found, supply.bytes - before, time.perf_counter() - began)

    try:
        first = counted(plan.first_bytes)
        return first, counted(first.bytes * plan.times)
    except Stopped:
        monitor.raise_if_stopped()
        value = f"pieces {recipe.pretokenizer!r}"
        raise CorpusError(value, "are cut too slowly for an estimate", "See how fast the run itself is") from None


def _trial(first: _Half, second: _Half, supply: _Supply, threads: int, *, native: bool) -> CountedTrial:
    half = _table_of(first.counted)
    whole, per_piece = _sum_of([half, _table_of(second.counted)])
    held_out = _held_out_of([first.counted, second.counted])
    aside = len(first.counted.held_out.counts) if first.counted.held_out else 0

    def growth(of_half: int, of_whole: int) -> Growth:
        return Growth.between((first.bytes, of_half), (first.bytes + second.bytes, of_whole))

    distinct = growth(len(half), len(whole))
    starting = 0.0 if native else _starting_seconds(first, second)
    rates = CountingRates(
        bytes=supply.bytes,
        text_bytes=supply.text_bytes,
        starting=starting,
        per_byte=_per_byte(first, second, starting, per_piece, lambda size: _placings(distinct, size, threads)),
        per_piece=per_piece,
        distinct=distinct,
        distinct_bytes=growth(half.distinct_bytes, whole.distinct_bytes),
        arena=arena_of(whole),
    )
    return CountedTrial(
        half, whole, held_out, growth(aside, len(held_out.counts) if held_out else 0), supply.text, rates
    )


def _per_byte(
    first: _Half, second: _Half, starting: float, per_piece: float, placings: Callable[[float], float]
) -> float:
    """Seconds for a byte, new pieces apart; of the faster half, since what else the machine does is not the run."""

    def of(half: _Half) -> float:
        seconds = half.seconds - starting
        return max(seconds - per_piece * placings(half.bytes), seconds / 4) / half.bytes

    return min(of(half) for half in (first, second) if half.bytes >= first.bytes / 2)


def _placings(distinct: Growth, size: float, threads: int) -> float:
    """New pieces that are put into tables one after the other: each thread has a table, and these are added up."""
    return threads * distinct.at(size / threads) if size else 0.0


def _starting_seconds(first: _Half, second: _Half) -> float:
    """What both halves take alike, since the bytes of one tell how long those of the other took."""
    if second.bytes <= first.bytes:
        return 0.0
    per_byte = (second.seconds - first.seconds) / (second.bytes - first.bytes)
    return min(max(first.seconds - per_byte * first.bytes, 0.0), first.seconds)


def _table_of(counted: Counted) -> _native.PieceCounts:
    assert isinstance(counted.counts, _native.PieceCounts)
    return counted.counts


def _sum_of(tables: Sequence[_native.PieceCounts]) -> tuple[_native.PieceCounts, float]:
    """All of them in a new one, and the seconds for each piece."""
    total = _native.PieceCounts()
    began = time.perf_counter()
    for table in tables:
        total.add_all(table)
    return total, (time.perf_counter() - began) / max(sum(map(len, tables)), 1)


def _held_out_of(halves: Sequence[Counted]) -> HeldOutCounts | None:
    sides = [half.held_out for half in halves if half.held_out]
    if not sides:
        return None
    tables = [side.counts for side in sides if isinstance(side.counts, _native.PieceCounts)]
    return HeldOutCounts(_sum_of(tables)[0], sum(side.documents for side in sides))


class _Supply:
    """Hands out chunks until there were enough, and keeps some of their text.

    Attributes:
        bytes: of files, in the chunks that were handed out.
        text: of the first chunks that were counted.
        text_bytes: of all of them.
    """

    def __init__(self, chunks: Iterator[Chunk]) -> None:
        self.bytes = 0
        self.text = b""
        self.text_bytes = 0
        self._chunks = chunks
        self._lock = threading.Lock()

    def share_of_new(self, recipe: Recipe) -> float:
        """Of the bytes of the first chunk, those of its distinct pieces; 0 where an expression cuts them.

        All that has to be loaded for parsing is loaded then, and the clock is not to see that.
        """
        first = next(self._chunks, None)
        if first is None:
            return 0.0
        parsed = first.parse() if first.parse else first
        self._chunks = chain([parsed], self._chunks)
        scanner = Pretokenizer.of(recipe.pretokenizer).scanner
        if scanner is None:
            return 0.0
        table = _native.PieceCounts()
        table.count_text(parsed.text, scanner, _native.SpecialTokens([]), recipe.document_unit)
        return table.distinct_bytes / max(len(parsed.text), 1)

    def until(self, most_bytes: int, seconds: float) -> Iterator[Chunk]:
        """The next chunks."""
        ends, goal = time.perf_counter() + seconds, self.bytes + most_bytes
        for chunk in self._chunks:
            self.bytes += chunk.file_bytes
            yield replace(chunk, parse=partial(self._parsed, chunk))
            if self.bytes >= goal or time.perf_counter() > ends:
                return

    def _parsed(self, chunk: Chunk) -> Chunk:
        chunk = chunk.parse() if chunk.parse else chunk
        with self._lock:
            self.text_bytes += len(chunk.text)
            if len(self.text) < _MOST_TEXT:
                self.text += bytes(chunk.text[: _MOST_TEXT - len(self.text)])
        return chunk
