"""Runs a long piece of work while its progress is shown, and lets Ctrl-C stop it.

The work runs on a thread of its own, because Python hands signals to the main thread only between two of its own
instructions: a main thread inside the C++ core would not hear Ctrl-C.
"""

from __future__ import annotations

import concurrent.futures
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Self, TypeVar

from vocabsmith.commands.progress import ProgressDisplay
from vocabsmith_engine import Monitor

T = TypeVar("T")

SECONDS_BETWEEN_LOOKS = 0.2  # a look shows two events at most: the end of a stage and the next one


class Interrupts:
    """Ctrl-C while a run is on: the first stops the run through its Monitor, the second ends the process at once."""

    def __init__(self, monitor: Monitor, suspend: Callable[[], None] | None = None) -> None:
        """`suspend` stops the run in place of the Monitor if it is kept, to be gone on with."""
        self._monitor = monitor
        self._suspend = suspend
        self._is_kept = suspend is not None
        self._announced = False
        self.pressed = False

    def __enter__(self) -> Self:
        self._former = signal.signal(signal.SIGINT, self._on_signal)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self._former)

    def watch(self, monitor: Monitor) -> None:
        """Stop this monitor's run from now on. A Ctrl-C pressed earlier still counts as the first."""
        self._monitor = monitor

    def only_stop(self) -> None:
        """What is watched from now on is nothing that could be suspended."""
        self._suspend = None

    def announce(self) -> None:
        """Say once what the first Ctrl-C does. Not said in the handler, which may interrupt a half-written line."""
        if self.pressed and not self._announced:
            self._announced = True
            print(f"\nStopping: {self._what_is_kept()}. Ctrl-C again ends at once.", file=sys.stderr)

    def _what_is_kept(self) -> str:
        if self._is_kept:
            return "the run is kept, to be gone on with"
        stage = self._monitor.progress().stage
        if stage in {"merging", "measuring"}:
            return "the merges learned so far will be saved"
        return "saving is given up, unless it is all but done" if stage == "saving" else "nothing will be saved"

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        if self.pressed:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGINT)
        self.pressed = True
        if self._suspend:
            self._suspend()
        else:
            self._monitor.stop()


def run_watched(
    work: Callable[[Monitor], T], *, monitor: Monitor, display: ProgressDisplay, interrupts: Interrupts
) -> T:
    """Return what `work(monitor)` returns, or raise what it raises; meanwhile show its progress and tell its notes."""
    interrupts.watch(monitor)
    told = len(monitor.notes)
    with concurrent.futures.ThreadPoolExecutor(max_workers=1, thread_name_prefix="work") as executor:
        future = executor.submit(work, monitor)
        while not concurrent.futures.wait([future], timeout=SECONDS_BETWEEN_LOOKS).done:
            interrupts.announce()
            told = _tell_notes(monitor, display, told)
            display.show(monitor.progress())
    _tell_notes(monitor, display, told)
    if future.exception() is None:
        display.show(monitor.progress())
    return future.result()


def _tell_notes(monitor: Monitor, display: ProgressDisplay, told: int) -> int:
    """Tell the notes that came after the first `told`; how many there are now."""
    notes = monitor.notes
    for text in notes[told:]:
        display.note(text)
    return len(notes)
