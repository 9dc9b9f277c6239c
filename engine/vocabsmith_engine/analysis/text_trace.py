"""What a tokenizer does to a text before its model sees it, one stage after the other.

    text ─► added tokens ─► each edit of the normaliser ─► normalised added tokens ─► each edit and split of the
    pre-tokenizer ─► tokens

The stages are those of `vocabsmith_engine.encoding`, held still behind every step; the parts of the last one are the
pieces that are encoded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from vocabsmith_engine.added_tokens import AddedToken, AddedTokenFinder
from vocabsmith_engine.analysis.step_names import StepName, name_of_step, names_of_entries
from vocabsmith_engine.analysis.traced_parts import (
    BoolArray,
    Parts,
    as_they_are,
    edited,
    edited_pieces,
    joined,
    split,
)
from vocabsmith_engine.encoding import SpecialPolicy
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.normalization import AlignedText, Step
from vocabsmith_engine.offsets import EncodedText, OriginalText
from vocabsmith_engine.piece_cutting import Split
from vocabsmith_engine.regex_splitting import SECONDS_PER_BATCH
from vocabsmith_engine.text import Int64Array, to_bytes
from vocabsmith_engine.tokenizer import Tokenizer

Kind = Literal["text", "added_tokens", "edit", "split"]


@dataclass(frozen=True, slots=True, eq=False)
class TraceStage:
    """A text behind one step, as n parts.

    The parts are what was cut so far. Of an edit that comes before the first cut they are what it changed, and what
    stands between.

    Attributes:
        kind: what the step does: cuts added tokens out, edits, or splits; "text" is the beginning.
        name: of the step, what it does, and the pattern it goes by.
        text: all parts, one behind the other.
        ends: (n) end of each in `text`, in characters; a part that was left out is empty.
        places: (n, 2) begin and end, in characters of the original, of what a part stands for. A character is a code
            point, or two halves of a surrogate pair.
        code_points: (n, 2) the same in Python's indices of the string that was given.
        utf16: (n, 2) the same in UTF-16 units.
        changed: (n) whether the step edited the part, put it in or left it out.
        added: (n) whether the part is an added token.
    """

    kind: Kind
    name: StepName
    text: AlignedText
    ends: Int64Array
    places: Int64Array
    code_points: Int64Array
    utf16: Int64Array
    changed: BoolArray
    added: BoolArray

    def __len__(self) -> int:
        return len(self.ends)

    def part(self, place: int) -> str:
        """The text of a part, "" for one that was left out."""
        return self.text.text[int(self.ends[place - 1]) if place else 0 : int(self.ends[place])]

    def parts(self) -> list[str]:
        """The texts of all parts."""
        return [self.part(place) for place in range(len(self))]

    def within(self, begin: int, end: int) -> range:
        """The parts that stand for something between two code points of the string that was given."""
        first = int(np.searchsorted(self.code_points[:, 1], begin, side="right" if begin else "left"))
        return range(first, max(first, int(np.searchsorted(self.code_points[:, 0], end, side="left"))))


@dataclass(frozen=True, slots=True, eq=False)
class TextTrace:
    """All stages of a text, and the tokens that came out of the last one; made by `trace`.

    Attributes:
        stages: from the text as it was given to its pieces.
        encoded: the tokens, those of the template included.
    """

    stages: tuple[TraceStage, ...]
    encoded: EncodedText

    def pieces(self) -> list[str]:
        """The pieces that the model encodes."""
        last = self.stages[-1]
        return [last.part(place) for place in np.flatnonzero(~last.added).tolist() if last.part(place)]


def trace(
    tokenizer: Tokenizer,
    text: str,
    special: SpecialPolicy = "allow",
    monitor: Monitor | None = None,
    *,
    timeout: float | None = SECONDS_PER_BATCH,
) -> TextTrace:
    """What happens to `text`. A step that a tokenizer has not got is no stage.

    Args:
        tokenizer: any.
        text: any string, as for `Tokenizer.encode`.
        special: as there.
        monitor: is looked at between steps.
        timeout: seconds that an expression may take for 65,536 matches.

    Raises TokenizerError as encoding does, and Stopped.
    """
    encoded = tokenizer.encode_with_offsets(text, special, timeout=timeout)
    tracer = _Tracer(tokenizer, OriginalText.of(text, to_bytes(text)), special, timeout)
    stages: list[TraceStage] = []
    for stage in tracer.stages():
        stages.append(stage)
        if monitor is not None:
            monitor.raise_if_stopped()
    return TextTrace(tuple(stages), encoded)


class _Item(NamedTuple):
    """A stretch of the text between added tokens, or such a token.

    Attributes:
        parts: the stretch as it is now.
        begins_text: whether nothing of the original stands before it.
        token: the added token, None for text.
    """

    parts: Parts
    begins_text: bool
    token: AddedToken | None = None


class _Tracer:
    """A text on its way through a tokenizer."""

    def __init__(
        self, tokenizer: Tokenizer, original: OriginalText, special: SpecialPolicy, timeout: float | None
    ) -> None:
        self._tokenizer, self._original = tokenizer, original
        self._cut_special = special != "as_text"
        self._timeout = timeout
        self._items = [_Item(_whole(AlignedText.of(to_bytes(original.text).decode())), begins_text=True)]

    def stages(self) -> Iterator[TraceStage]:
        """The text behind one step after the other."""
        yield self._stage("text", StepName("Text"))
        as_it_is, normalised = self._tokenizer.text_encoder.added_token_finders
        if as_it_is:
            yield self._cut_out(as_it_is, self._name_of_cut(normalised=False))
        for step in self._tokenizer.normalizer.steps:
            self._each(lambda item, by=step: edited(item.parts.text, by, item.begins_text))  # type: ignore[misc]
            yield self._stage("edit", name_of_step(step))
        if normalised:
            yield self._cut_out(normalised, self._name_of_cut(normalised=True))
        yield from self._pretokenized()

    def _pretokenized(self) -> Iterator[TraceStage]:
        pretokenizer = self._tokenizer.pretokenizer
        is_split = False
        for entry, name in zip(pretokenizer.splits, names_of_entries(pretokenizer), strict=True):
            if not isinstance(entry, Step):
                self._each(lambda item, by=entry, again=is_split: self._split(item, by, again))  # type: ignore[misc]
                is_split = True
                yield self._stage("split", name)
            elif is_split:
                self._each(lambda item, by=entry: _pieces_edited(item, by))  # type: ignore[misc]
                yield self._stage("edit", name)
            else:
                self._each(lambda item, by=entry: _edited_before_splits(item, by))  # type: ignore[misc]
                yield self._stage("edit", name)
        if not is_split:
            self._each(lambda item: _whole(item.parts.text))
            yield self._stage("split", StepName("No split", "every stretch is one piece"))

    def _name_of_cut(self, *, normalised: bool) -> StepName:
        special = all(token.special for token in self._tokenizer.all_added_tokens)
        where = "in the normalised text" if normalised else "in the text as it is"
        name = "Special tokens" if special else "Added tokens"
        if self._cut_special:
            return StepName(name, f"cut out {where}: the leftmost first, the longest there")
        return StepName(name, "are text" if special else f"cut out {where}, but for special ones, which are text")

    # --- steps

    def _cut_out(self, finder: AddedTokenFinder, name: StepName) -> TraceStage:
        items: list[_Item] = []
        for item in self._items:
            items += [item] if item.token else self._found(finder, item)
        self._items = items
        return self._stage("added_tokens", name)

    def _found(self, finder: AddedTokenFinder, item: _Item) -> Iterator[_Item]:
        """The added tokens in a stretch, and what stands between them."""
        text = item.parts.text
        data = text.text.encode()
        begins = (np.frombuffer(data, dtype=np.uint8) & 0xC0) != 0x80
        characters = np.concatenate(([0], np.cumsum(begins)))
        for begin, end, token in finder.split(data, cut_special=self._cut_special):
            part = text.part(int(characters[begin]), int(characters[end]))
            yield _Item(_whole(part), item.begins_text and begin == 0, token)

    def _split(self, item: _Item, by: str | Split, again: bool) -> Parts:
        text = item.parts.text
        ends = item.parts.piece_ends() if again else [len(text)] if len(text) else []
        return split(text, ends, by, self._timeout)

    def _each(self, change: Callable[[_Item], Parts]) -> None:
        """Changes every stretch that is text."""
        self._items = [item if item.token else item._replace(parts=change(item)) for item in self._items]

    # --- stages

    def _stage(self, kind: Kind, name: StepName) -> TraceStage:
        parts = joined([item.parts for item in self._items])
        places = self._original.places
        added = [np.full(len(item.parts.ends), item.token is not None) for item in self._items]
        return TraceStage(
            kind=kind,
            name=name,
            text=parts.text,
            ends=parts.ends,
            places=parts.places,
            code_points=places.code_points[parts.places],
            utf16=places.utf16[parts.places],
            changed=parts.changed,
            added=np.concatenate(added) if added else np.zeros(0, dtype=np.bool_),
        )


def _whole(text: AlignedText) -> Parts:
    """A text that is not cut; an empty one has no part."""
    return as_they_are(text, [len(text)] if len(text) else [])


def _edited_before_splits(item: _Item, step: Step) -> Parts:
    """An edit of the pre-tokenizer: it goes by the place in the original, and there is no empty piece to edit."""
    text = item.parts.text
    return edited(text, step, begins_text=bool(text.begins[0] == 0)) if len(text) else _whole(text)


def _pieces_edited(item: _Item, step: Step) -> Parts:
    return edited_pieces(item.parts.text, item.parts.piece_ends(), step)
