"""What a run shows while it works, and how it is told to wait or to end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from vocabsmith_engine import _native
from vocabsmith_engine.errors import Stopped

if TYPE_CHECKING:
    from vocabsmith_engine._native import UInt32Array, UInt64Array
    from vocabsmith_engine.base_characters import Base

T = TypeVar("T")

_BETWEEN_LOOKS: Final = 256
"""Items of a long row between two looks whether their work is to be stopped: each takes microseconds."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A consistent picture of one moment.

    Attributes:
        stage: "idle", "reading", "merging", "measuring" (what was held out), "checking", "saving" or "finished", in
            this order.
        done: units of this stage that are done: bytes, merges, bytes, bytes, files. Never falls within a stage.
        total: units this stage will have, or None when nobody knows.
        per_second: units a second in this stage, pauses left out.
        merges: merges learned so far in the whole run.
    """

    stage: str
    done: int
    total: int | None
    per_second: float
    merges: int

    @property
    def fraction(self) -> float | None:
        """Part of the stage that is done, from 0 to 1, or None when the total is not known."""
        return None if self.total is None else min(1.0, self.done / self.total)


@dataclass(frozen=True, slots=True)
class NewMerges:
    """Merges in the order they were learned.

    Attributes:
        first: rank of the first of them.
        ids: left, right and resulting token, shape (n, 3), as ids of training: 0-255 are the bytes in the recipe's
            order, then come the characters, then the merges; special tokens are not counted in.
        counts: how often each pair occurred when it was chosen, shape (n,).
        tokens_left: tokens in the whole corpus after each merge, shape (n,).
        base: what learning began with; None if that is the bytes of a text that nobody told about.
    """

    first: int
    ids: UInt32Array
    counts: UInt64Array
    tokens_left: UInt64Array
    base: Base | None = None


class Monitor(_native.Monitor):
    """The one object that a worker and its watcher share. Every method may be called from any thread.

    Attributes:
        base: what learning begins with, written by the worker before the first merge.
    """

    def __init__(self) -> None:
        super().__init__()
        self.base: Base | None = None
        self._notes: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What the run found that a user should know while it works, the oldest first."""
        return self._notes

    def note(self, text: str) -> None:
        """Leave a sentence for the watcher. The worker's side."""
        self._notes = (*self._notes, text)

    def progress(self) -> Progress:
        """Where the run stands."""
        stage, done, total, per_second, merges = self.snapshot()
        return Progress(stage, done, total or None, per_second, merges)

    def new_merges(self, first: int) -> NewMerges:
        """The merges learned since rank `first`."""
        ids, numbers = self.merges_since(first)
        return NewMerges(first, ids, numbers[:, 0], numbers[:, 1], self.base)

    def raise_if_stopped(self) -> None:
        """Wait while the run is paused. Raises Stopped once stop was asked for."""
        if not self.checkpoint():
            raise Stopped("the work", "was stopped before there was anything to keep", "Start it again when you like")


def until_stopped(items: Iterable[T], monitor: Monitor | None) -> Iterator[T]:
    """All of `items`, with a look now and then whether that is to be stopped. Raises Stopped."""
    for number, item in enumerate(items):
        if monitor is not None and number % _BETWEEN_LOOKS == 0:
            monitor.raise_if_stopped()
        yield item
