"""Cuts a text into pieces by a row of splits and edits, as Hugging Face's pre-tokenizers do one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Literal, NamedTuple, get_args

from vocabsmith_engine.errors import RecipeError
from vocabsmith_engine.monitor import Monitor, until_stopped
from vocabsmith_engine.normalization.aligned_text import WorkingText
from vocabsmith_engine.normalization.step import Step
from vocabsmith_engine.regex_splitting import Splitter, splitter

Behavior = Literal["Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous"]


@dataclass(frozen=True, slots=True)
class Split:
    """One split as Hugging Face's tokenizers describe it.

    Raises RecipeError for a behaviour that is unknown and for an expression that cannot serve.

    Attributes:
        pattern: a regular expression; its matches are the delimiters, or what lies between them if `invert`.
        behavior: a delimiter is a piece of its own, is left out, belongs to the piece before or behind it, or makes one
            piece with the delimiters next to it.
        invert: delimiters and what lies between them change places.
    """

    pattern: str
    behavior: Behavior = "Isolated"
    invert: bool = False

    def __post_init__(self) -> None:
        if self.behavior not in get_args(Behavior):
            rule = "is not a known behaviour"
            raise RecipeError(f"split {self.behavior!r}", rule, f"Use {', '.join(get_args(Behavior))}")
        splitter(self.pattern).check()


Entry = str | Split | Step
"""A pattern whose matches are pieces, a split, or an edit of every piece."""


class CutText(NamedTuple):
    """A text that is nothing but its pieces, and the end of each of them in characters, rising."""

    text: WorkingText
    ends: Sequence[int]


def cut_text(
    text: WorkingText, entries: Iterable[Entry], begins_text: bool, timeout: float | None, monitor: Monitor | None
) -> CutText:
    """The pieces of `text`, none of them empty, after every one of `entries`.

    `begins_text`: nothing of the original stands before it. Raises TokenizerError when an expression takes longer than
    `timeout` seconds over 65,536 matches, Stopped.
    """
    ends: Sequence[int] = [len(text.text)] if text.text else []
    for entry in entries:
        if monitor is not None:
            monitor.raise_if_stopped()
        if isinstance(entry, Step):
            text, ends = text.with_pieces_after(entry, ends, begins_text, monitor)
            ends = [end for begin, end in pairwise((0, *ends)) if begin < end]
            continue
        spans = list(kept_spans(text.text, ends, entry, timeout, monitor))
        if sum(end - begin for begin, end in spans) < len(text.text):
            text = text.joined(spans)
        ends = list(accumulate(end - begin for begin, end in spans))
    return CutText(text, ends)


def kept_spans(
    text: str, ends: Sequence[int], entry: str | Split, timeout: float | None, monitor: Monitor | None = None
) -> Iterable[tuple[int, int]]:
    """Where the pieces stand after one more split of each; what lies between them is left out. Raises Stopped."""
    split = Split(entry) if isinstance(entry, str) else entry
    cutter = splitter(split.pattern)
    for begin, end in until_stopped(pairwise((0, *ends)), monitor):
        delimiters = _delimiters(cutter, text[begin:end], split.invert, timeout, monitor)
        for first, last in _behave(delimiters, split.behavior):
            yield begin + first, begin + last


class _Span(NamedTuple):
    begin: int
    end: int
    is_delimiter: bool


def _delimiters(
    cutter: Splitter, text: str, invert: bool, timeout: float | None, monitor: Monitor | None
) -> list[_Span]:
    """All of `text`: delimiters and what lies between them."""
    spans: list[_Span] = []
    done = 0
    for begin, end in until_stopped(cutter.matches(text, timeout), monitor):
        if done < begin:
            spans.append(_Span(done, begin, invert))
        spans.append(_Span(begin, end, not invert))
        done = end
    if done < len(text):
        spans.append(_Span(done, len(text), invert))
    return spans


def _behave(spans: list[_Span], behavior: Behavior) -> list[tuple[int, int]]:
    """The pieces that the spans make."""
    if behavior == "Removed":
        return [(begin, end) for begin, end, is_delimiter in spans if not is_delimiter]
    pieces: list[tuple[int, int]] = []
    joins = {"Contiguous": _alike, "MergedWithPrevious": _closes, "MergedWithNext": _opens}.get(behavior)
    for place, (begin, end, _) in enumerate(spans):
        if joins is not None and place and joins(spans, place):
            pieces[-1] = (pieces[-1][0], end)
        else:
            pieces.append((begin, end))
    return pieces


def _alike(spans: list[_Span], place: int) -> bool:
    return spans[place - 1].is_delimiter == spans[place].is_delimiter


def _closes(spans: list[_Span], place: int) -> bool:
    """A delimiter behind what is none: of several that follow one another only the first belongs to it."""
    return spans[place].is_delimiter and not spans[place - 1].is_delimiter


def _opens(spans: list[_Span], place: int) -> bool:
    """What is no delimiter behind one: of several that follow one another only the last belongs to it."""
    return spans[place - 1].is_delimiter and not spans[place].is_delimiter
