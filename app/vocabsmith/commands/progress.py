"""Three ways to show the progress of a run: bars on a terminal, one JSON object a line, or nothing."""

from __future__ import annotations

import json
import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, replace
from enum import StrEnum
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, TaskID, TextColumn
from rich.progress import Progress as Bars

from vocabsmith.commands.streams import note
from vocabsmith.wording import seconds_left, stage_figures, stage_rate, stage_title, time_left
from vocabsmith_engine import Progress

QUIET_STAGES = ("idle", "finished")


class ProgressMode(StrEnum):
    """Values of `--progress`."""

    json = "json"


class ProgressDisplay(Protocol):
    """What a run is shown with; the run goes on inside `shown()`."""

    def shown(self) -> AbstractContextManager[object]:
        """The display is on screen while this context lasts."""

    def show(self, progress: Progress) -> None:
        """Show the newest progress."""

    def note(self, text: str) -> None:
        """Tell what the user should know while the run goes on."""


def display_for(mode: ProgressMode | None) -> ProgressDisplay:
    """JSON lines where asked for, bars where standard error is a terminal, otherwise nothing."""
    if mode is ProgressMode.json:
        return JsonLines()
    console = Console(stderr=True)
    return StageBars(console) if console.is_terminal else Nothing()


class Nothing:
    """Shows no progress: standard error is a file or a pipe."""

    def shown(self) -> AbstractContextManager[object]:
        """Nothing to set up."""
        return nullcontext()

    def show(self, progress: Progress) -> None:
        """Nothing to show."""

    def note(self, text: str) -> None:
        """One line on standard error."""
        note(text)


class _Stages:
    """Remembers the newest progress, and fills up a stage that ended between two looks."""

    def __init__(self) -> None:
        self._last: Progress | None = None

    def updates(self, progress: Progress) -> list[Progress]:
        """What is new since the last look."""
        last, self._last = self._last, progress
        if progress == last:
            return []
        if last is None or last.stage == progress.stage or last.total is None or last.done == last.total:
            return [progress]
        return [replace(last, done=last.total, merges=progress.merges), progress]


class JsonLines:
    """One event a line on standard error, at most ten a second: stage, done, total, per_second, merges; or a note."""

    def __init__(self) -> None:
        self._stages = _Stages()

    def shown(self) -> AbstractContextManager[object]:
        """Nothing to set up."""
        return nullcontext()

    def show(self, progress: Progress) -> None:
        """Write what is new."""
        for update in self._stages.updates(progress):
            print(json.dumps(asdict(update)), file=sys.stderr, flush=True)

    def note(self, text: str) -> None:
        """An event of its own."""
        print(json.dumps({"note": text}), file=sys.stderr, flush=True)


class StageBars:
    """One bar for each stage that the run has reached."""

    def __init__(self, console: Console) -> None:
        self._bars = Bars(
            TextColumn("{task.description:<20}"),
            BarColumn(bar_width=32),
            TextColumn("{task.fields[figures]}"),
            TextColumn("{task.fields[rate]}", style="dim"),
            console=console,
        )
        self._stages = _Stages()
        self._tasks: dict[str, TaskID] = {}

    def shown(self) -> AbstractContextManager[object]:
        """The bars stay on screen when the run has ended."""
        return self._bars

    def show(self, progress: Progress) -> None:
        """Move the bar of the stage."""
        for update in self._stages.updates(progress):
            if update.stage not in QUIET_STAGES:
                self._move(update)

    def note(self, text: str) -> None:
        """One line above the bars, which take standard error over while they are shown."""
        note(text)

    def _move(self, progress: Progress) -> None:
        if progress.stage not in self._tasks:
            self._tasks[progress.stage] = self._bars.add_task(stage_title(progress.stage), figures="", rate="")
        left = seconds_left(progress)
        rate = stage_rate(progress)
        if rate and left:
            rate += f", {time_left(left)}"
        self._bars.update(
            self._tasks[progress.stage],
            completed=progress.done,
            total=progress.total,
            figures=stage_figures(progress),
            rate=rate,
        )
