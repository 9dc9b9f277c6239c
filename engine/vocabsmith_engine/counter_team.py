"""Chunks to piece counts, in parallel: several counters take chunks as they are free, and their tables are added up."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import Final

from vocabsmith_engine._native import PieceCounts
from vocabsmith_engine.corpus import Chunk
from vocabsmith_engine.counters import NativeCounter, PieceCounter
from vocabsmith_engine.held_out import HeldOutCounter, HeldOutCounts
from vocabsmith_engine.memory_budget import SMALLEST_TABLE, MemoryBudget
from vocabsmith_engine.merging_needs import merging_fits
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.normalizing_counter import NormalizingCounter
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.regex_counter import RegexCounter
from vocabsmith_engine.saving_counting import Saving
from vocabsmith_engine.spilling import Counts, Spilling

CHUNKS_PER_COUNTER: Final = 2
SECONDS_BETWEEN_LOOKS: Final = 0.1

_SMALLEST_SHARE: Final = 1 / 8  # of the memory for tables: few documents may hold many pieces


@dataclass(frozen=True, slots=True)
class Counted:
    """What all counters found together.

    Attributes:
        counts: the distinct pieces that are learned from.
        held_out: what was held out, if the recipe says so.
        spilled_bytes: bytes that were written to files for want of memory.
    """

    counts: Counts
    held_out: HeldOutCounts | None
    spilled_bytes: int


@dataclass(frozen=True, slots=True)
class Member:
    """A counter, and the tables that it fills: of what is learned from, and maybe of what is held out."""

    counter: PieceCounter
    tables: tuple[PieceCounts, ...]


@dataclass(frozen=True, slots=True)
class Team:
    """The counters of a run, and where each of the tables that they have spills."""

    members: Sequence[Member]
    spillings: Sequence[Spilling]

    @property
    def counters(self) -> list[PieceCounter]:
        """Of all members."""
        return [member.counter for member in self.members]

    @property
    def held_out_documents(self) -> int:
        """Documents that were held out."""
        return sum(counter.documents for counter in self.counters if isinstance(counter, HeldOutCounter))


def count_chunks(
    chunks: Iterator[Chunk],
    recipe: Recipe,
    counters: int,
    budget: MemoryBudget,
    monitor: Monitor,
    *,
    saving: Saving | None = None,
) -> Counted:
    """Count all `chunks` on so many threads, within the memory that the budget has for tables.

    `saving`: saves now and then what was counted, and restores what was saved before.
    """
    if recipe.held_out:
        return _count_sides(chunks, recipe, counters, budget, monitor, saving=saving)
    spilling = Spilling(budget.tables, monitor)
    with ExitStack() as cleaning:
        tables = spilling.new_tables(counters)
        team = Team(
            [Member(_new_counter(recipe, table, monitor, cleaning), (table,)) for table in tables],
            [spilling],
        )
        _distribute(chunks, team, monitor, saving)
        counts = _sum_to_learn_from(team, spilling, recipe, budget)
    return Counted(counts, None, spilling.bytes_written)


def _count_sides(
    chunks: Iterator[Chunk],
    recipe: Recipe,
    counters: int,
    budget: MemoryBudget,
    monitor: Monitor,
    *,
    saving: Saving | None,
) -> Counted:
    """The same with two tables a counter: of what is learned from, and of what is held out."""
    share = min(max(recipe.held_out, _SMALLEST_SHARE), 1 - _SMALLEST_SHARE)
    aside = int(budget.tables * share)
    learned, held_out = Spilling(budget.tables - aside, monitor), Spilling(aside, monitor)
    with ExitStack() as cleaning:
        counter_of = partial(_new_counter, monitor=monitor, cleaning=cleaning)
        pairs = zip(learned.new_tables(counters), held_out.new_tables(counters), strict=True)
        halves = [HeldOutCounter(recipe, monitor, counter_of, tables) for tables in pairs]
        team = Team([Member(counter, counter.tables) for counter in halves], [learned, held_out])
        _distribute(chunks, team, monitor, saving)
        counts = _sum_to_learn_from(team, learned, recipe, budget)
        aside_counts: Counts = held_out.sum_of([counter.held_out_table() for counter in halves])
        if budget.limit is not None and isinstance(aside_counts, PieceCounts) and aside_counts.memory > SMALLEST_TABLE:
            aside_counts = held_out.spilled(aside_counts)  # merging was promised the memory
    documents = team.held_out_documents + (saving.held_out if saving else 0)
    return Counted(counts, HeldOutCounts(aside_counts, documents), learned.bytes_written + held_out.bytes_written)


def _new_counter(recipe: Recipe, table: PieceCounts, monitor: Monitor, cleaning: ExitStack) -> PieceCounter:
    """A counter for this table, which is closed when `cleaning` is."""
    scanner = Pretokenizer.of(recipe.pretokenizer).scanner
    counter: PieceCounter
    if scanner is None:
        counter = RegexCounter(recipe, table, monitor)
    elif recipe.normalization != "none":
        counter = NormalizingCounter(recipe, scanner, table, monitor)
    else:
        counter = NativeCounter(recipe, scanner, table, monitor)
    cleaning.callback(counter.close)
    return counter


def _sum_to_learn_from(team: Team, spilling: Spilling, recipe: Recipe, budget: MemoryBudget) -> Counts:
    counts = spilling.sum_of([counter.table() for counter in team.counters])
    if isinstance(counts, PieceCounts) and not merging_fits(counts, recipe, budget.limit):
        return spilling.spilled(counts)
    return counts


def _distribute(chunks: Iterator[Chunk], team: Team, monitor: Monitor, saving: Saving | None) -> None:
    """Have the team count all chunks. Raises what goes wrong, once nobody works any more."""
    if saving:
        saving.restore(team)
    with ThreadPoolExecutor(len(team.members), "counting") as executor:
        try:
            _hand_out(chunks, team, executor, monitor, saving)
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            for counter in team.counters:
                counter.abandon()
            raise


def _hand_out(
    chunks: Iterator[Chunk], team: Team, executor: ThreadPoolExecutor, monitor: Monitor, saving: Saving | None
) -> None:
    """Hand every chunk to a counter that is free; never more than a few chunks wait."""
    free: SimpleQueue[PieceCounter] = SimpleQueue()
    for counter in team.counters:
        free.put(counter)

    def count(chunk: Chunk) -> None:
        counter = free.get()
        try:
            counter.count(chunk.parse() if chunk.parse else chunk)
            if chunk.release:
                chunk.release()
        finally:
            free.put(counter)

    pending: deque[Future[None]] = deque()
    for chunk in chunks:
        pending.append(executor.submit(count, chunk))
        _await_all_but(CHUNKS_PER_COUNTER * len(team.members), pending, monitor)
        if saving and saving.is_due:
            _await_all_but(0, pending, monitor)
            saving.save(executor)
    _await_all_but(0, pending, monitor)


def _await_all_but(number: int, pending: deque[Future[None]], monitor: Monitor) -> None:
    """Wait until no more than so many chunks are pending. Raises what went wrong with one."""
    while len(pending) > number:
        future = pending.popleft()
        while not wait([future], SECONDS_BETWEEN_LOOKS).done:
            monitor.raise_if_stopped()
        future.result()
