"""What is said of a run on the disk. Free of Qt."""

from __future__ import annotations

from datetime import datetime

from vocabsmith import wording
from vocabsmith_engine import Pretokenizer, StopReason
from vocabsmith_engine.pretokenization import NAMES
from vocabsmith_engine.runs import RunInfo, RunState


def when(moment: datetime, now: datetime) -> str:
    """The day: "12 November", with the year if it is another; of today the time: "today 14:02"."""
    moment, now = moment.astimezone(), now.astimezone()
    if moment.date() == now.date():
        return f"today {moment:%H:%M}"
    year = "" if moment.year == now.year else f" {moment.year}"
    return f"{moment.day} {moment:%B}{year}"


def stage_words(info: RunInfo, counted: float | None = None) -> str:
    """Where an unfinished run is: "counting", "counting, 61 % done" if `counted` is known, "merging, 5 % done"."""
    if info.state is RunState.COUNTING:
        return "counting" if counted is None else f"counting, {int(100 * counted)} % done"
    most = info.recipe.max_merges if info.recipe is not None else 0
    return f"merging, {int(100 * min(1.0, info.merges / most))} % done" if most and info.merges else "merging"


def state_words(info: RunInfo, now: datetime, *, own: bool, counted: float | None = None) -> str:
    """The state of a run in a few words; `own`: the window itself works on it."""
    if info.state is RunState.DAMAGED:
        return f"damaged: {info.problem}"
    if info.living:
        return "in progress" if own else "another window works on it"
    if info.interrupted:
        reason = f": {info.problem}" if info.problem else ""
        return f"cut off while {stage_words(info, counted)}{reason}"
    early = ", stopped early" if info.stop_reason is StopReason.STOPPED else ""
    begun = "" if info.created is None else when(info.created, now)
    return f"{begun}{early}".removeprefix(", ")


def pieces_words(info: RunInfo) -> str:
    """How its text was cut: "GPT-2 pieces"; "own pattern" for an expression."""
    if info.recipe is None:
        return ""
    name = info.recipe.pretokenizer
    if name == "none":
        return "uncut"
    return f"{Pretokenizer.of(name).label} pieces" if name in NAMES else "own pattern"


def second_line(
    info: RunInfo, now: datetime, *, own: bool, disk_bytes: int | None, counted: float | None = None
) -> str:
    """What stands under the name of a run in the list."""
    pieces = pieces_words(info) if info.state is RunState.FINISHED else ""
    taken = "" if disk_bytes is None else wording.size(disk_bytes)
    return " · ".join(filter(None, (state_words(info, now, own=own, counted=counted), pieces, taken)))
