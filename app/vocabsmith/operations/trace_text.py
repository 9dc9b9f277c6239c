"""What a tokenizer did to an inspected text, as much of it as can be looked at: the parts around one place."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from vocabsmith.operations.encode_text import SECONDS, Inspection
from vocabsmith_engine import Monitor
from vocabsmith_engine.analysis import TextTrace, TraceStage, trace

CHARACTERS = 600  # code points that are shown at a time
MOST_PARTS = 400  # of one stage


class ShownPart(NamedTuple):
    """A part of a stage.

    Attributes:
        text: what is there now, "" for what was left out; of a long part only what stands in the stretch.
        was: what was there before this step where it changed something, "" where something was put in.
        begin, end: what it stands for, in UTF-16 units of the text.
        place: among the parts of the stage.
        changed, added: as in TraceStage.
    """

    text: str
    was: str
    begin: int
    end: int
    place: int
    changed: bool
    added: bool


@dataclass(frozen=True, slots=True)
class ShownStage:
    """A stage, and its parts in the stretch that is shown; `number` is that of all its parts."""

    kind: str
    name: str
    rule: str
    pattern: str
    parts: tuple[ShownPart, ...]
    number: int


@dataclass(frozen=True, slots=True)
class ShownTrace:
    """The stages of a text between two code points. `tokens` are the places of the tokens there.

    Attributes:
        begin, end: the stretch that is shown, in code points of the text.
        stages: from the text to its pieces.
        tokens: the places of the tokens in the stretch.
    """

    inspection: Inspection
    begin: int
    end: int
    stages: tuple[ShownStage, ...]
    tokens: range

    @property
    def whole(self) -> bool:
        """Whether all of the text is shown."""
        return self.begin == 0 and self.end == len(self.inspection.text)


class TextTracer:
    """Traces inspected texts. The trace of the last one is kept for the next places that are looked at in it."""

    def __init__(self) -> None:
        self._known: tuple[Inspection, TextTrace] | None = None

    def trace(self, *, inspection: Inspection, place: int, monitor: Monitor) -> ShownTrace:
        """The stages of an inspected text around the token at `place`.

        Raises TokenizerError for a pattern that takes too long, and Stopped.
        """
        traced = self._trace_of(inspection, monitor)
        monitor.raise_if_stopped()
        begin, end = _stretch(inspection, place)
        before: TraceStage | None = None
        stages = []
        for stage in traced.stages:
            stages.append(_shown(stage, before, begin, end))
            before = stage
        return ShownTrace(inspection, begin, end, tuple(stages), _tokens(inspection, begin, end))

    def _trace_of(self, inspection: Inspection, monitor: Monitor) -> TextTrace:
        known = self._known
        if known is None or known[0] is not inspection:
            traced = trace(inspection.tokenizer, inspection.text, inspection.policy, monitor, timeout=SECONDS)
            known = self._known = (inspection, traced)
        return known[1]


def _stretch(inspection: Inspection, place: int) -> tuple[int, int]:
    """All of a short text, otherwise the stretch that holds the place; it moves on by halves, not with every token."""
    length = len(inspection.text)
    if length <= CHARACTERS or not len(inspection):
        return 0, length
    step = CHARACTERS // 2
    at = int(inspection.encoded.code_points[min(place, len(inspection) - 1), 0])
    begin = max(0, (at // step) * step - step // 2)
    return begin, min(length, begin + CHARACTERS)


def _tokens(inspection: Inspection, begin: int, end: int) -> range:
    spans = inspection.encoded.code_points
    first = int(np.searchsorted(spans[:, 1], begin, side="right" if begin else "left"))
    last = int(np.searchsorted(spans[:, 0], end, side="left" if end < len(inspection.text) else "right"))
    return range(first, min(max(first, last), first + MOST_PARTS))


def _shown(stage: TraceStage, before: TraceStage | None, begin: int, end: int) -> ShownStage:
    places = stage.within(begin, max(end, 1))[:MOST_PARTS]
    parts = tuple(_part(stage, before, place, begin, end) for place in places)
    return ShownStage(stage.kind, stage.name.name, stage.name.rule, stage.name.pattern, parts, len(stage))


def _part(stage: TraceStage, before: TraceStage | None, place: int, begin: int, end: int) -> ShownPart:
    text, was = stage.part(place), ""
    changed = bool(stage.changed[place])
    if changed and before is not None:
        was = _between(before, *stage.places[place].tolist())
    elif len(text) > CHARACTERS:
        text = _cut(stage, place, begin, end)
    first, last = stage.utf16[place].tolist()
    return ShownPart(text, was, first, last, place, changed, bool(stage.added[place]))


def _between(stage: TraceStage, first: int, last: int) -> str:
    """What stands in a stage for the characters `first` to `last` of the original."""
    text = stage.text
    low = bisect_left(text.begins, first)
    high = bisect_right(text.ends, last)
    return text.text[low:high] if first < last else ""


def _cut(stage: TraceStage, place: int, begin: int, end: int) -> str:
    """Of a part that goes on outside of the stretch what stands in it, with … where it goes on."""
    low = int(stage.ends[place - 1]) if place else 0
    high = int(stage.ends[place])
    text = stage.text
    first = bisect_left(text.begins, begin, low, high)
    last = bisect_right(text.ends, end, first, high)
    return f"{'…' if low < first else ''}{text.text[first:last]}{'…' if last < high else ''}"
