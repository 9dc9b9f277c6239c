"""Undo and redo of what the user does to the corpus, the recipe and tokenizers. Free of Qt.

An edit is kept as what takes it back: few sources of a list of many thousand, or the recipe as it was.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from vocabsmith.corpus_items import CorpusItem
from vocabsmith.tokenizer_shelf import ShelvedTokenizer

LIMIT = 200
SECONDS_OF_ONE_EDIT = 2.0
_NAMES_OF_FIELDS = {
    "vocab_size": "vocabulary size",
    "pretokenizer": "pieces",
    "special_tokens": "special tokens",
    "min_frequency": "minimum frequency",
    "max_token_length": "longest token",
    "tie_break": "ties",
    "byte_order": "order of the bytes",
    "specials": "place of special tokens",
    "document_unit": "document unit",
    "line_ends": "line ends",
    "invalid_bytes": "bad bytes",
    "normalization": "normalisation",
    "held_out": "held-out share",
    "base": "first tokens",
    "character_coverage": "character coverage",
    "threads": "threads",
    "memory": "memory",
}


@dataclass(frozen=True, slots=True)
class MadeTokenizer:
    """A tokenizer that was made of another one comes, or goes again and the other is shown.

    Attributes:
        name, made: what was made.
        base_name, base: what it was made of.
        comes: whether it comes.
    """

    name: str
    made: ShelvedTokenizer
    base_name: str
    base: ShelvedTokenizer
    comes: bool


@dataclass(frozen=True, slots=True)
class Change:
    """What turns one state into another.

    Attributes:
        off: paths of the sources that leave the list.
        on: sources that come into it, each with its place in the new list, in the order of the places.
        recipe: the form of the recipe as it becomes; None if it stays.
        tokenizer: what becomes of a tokenizer; None if none is made or taken back.
    """

    off: frozenset[Path] = frozenset()
    on: tuple[tuple[int, CorpusItem], ...] = ()
    recipe: Mapping[str, Any] | None = None
    tokenizer: MadeTokenizer | None = None

    def applied_to(self, corpus: Sequence[CorpusItem]) -> tuple[CorpusItem, ...]:
        """The list as it becomes."""
        staying = iter([item for item in corpus if item.path not in self.off])
        becomes: list[CorpusItem] = []
        for place, item in self.on:
            becomes.extend(islice(staying, place - len(becomes)))
            becomes.append(item)
        becomes.extend(staying)
        return tuple(becomes)


def corpus_change(old: Sequence[CorpusItem], new: Sequence[CorpusItem]) -> Change:
    """What turns the list `old` into `new`. Sources that are in both stay, unless their order is another one."""
    if len(new) < len(old) and all(map(operator.is_, old, new)):  # the last ones go, as after many were added
        return Change(off=frozenset([item.path for item in old[len(new) :]]))
    same = {id(item) for item in old} & {id(item) for item in new}

    def key(item: CorpusItem) -> object:  # what is the same object need not be compared
        return id(item) if id(item) in same else item.reading

    before, after = [key(item) for item in old], [key(item) for item in new]
    staying = {*before} & {*after}
    if [each for each in before if each in staying] != [each for each in after if each in staying]:
        staying = set()
    return Change(
        off=frozenset(item.path for item, each in zip(old, before, strict=True) if each not in staying),
        on=tuple((place, new[place]) for place, each in enumerate(after) if each not in staying),
    )


@dataclass(frozen=True, slots=True)
class Edit:
    """A step of the history: its text, such as "Remove handbook.txt", and what has to be done to go it."""

    text: str
    change: Change
    recipe_fields: frozenset[str] = frozenset()
    when: float = 0.0


class History:
    """The steps back, and the steps forward again.

    Attributes:
        back, forward: the newest step is the last one.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.back: list[Edit] = []
        self.forward: list[Edit] = []

    def clear(self) -> None:
        """Forgets everything: another project begins."""
        self.back.clear()
        self.forward.clear()

    def record(self, text: str, undo: Change) -> None:
        """The user has changed the corpus, a tokenizer, or all."""
        self._push(Edit(text, undo))

    def record_recipe(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        """The user has changed the recipe. Quick edits of one field are one, or none if they end as they began."""
        fields = changed_fields(old, new)
        last = self.back[-1] if self.back else None
        now = self._clock()
        if last and not self.forward and last.recipe_fields == fields and now - last.when <= SECONDS_OF_ONE_EDIT:
            if last.change.recipe == new:
                self.back.pop()
            else:
                self.back[-1] = replace(last, when=now)
            return
        self._push(Edit(text_of_fields(fields), Change(recipe=dict(old)), fields, now))

    def _push(self, edit: Edit) -> None:
        self.back.append(edit)
        del self.back[:-LIMIT]
        self.forward.clear()


def changed_fields(old: Mapping[str, Any], new: Mapping[str, Any]) -> frozenset[str]:
    """The names of the settings in which two forms of a recipe differ."""
    missing = object()
    return frozenset(name for name in {*old, *new} if old.get(name, missing) != new.get(name, missing))


def text_of_fields(fields: frozenset[str]) -> str:
    """["vocab_size"] → "Change vocabulary size"."""
    name = _NAMES_OF_FIELDS.get(next(iter(fields)), "") if len(fields) == 1 else ""
    return f"Change {name or 'the recipe'}"


def text_of_items(verb: str, items: Iterable[CorpusItem], name_of: Callable[[Path], str]) -> str:
    """Such as "Remove handbook.txt" or "Remove 3 sources"."""
    listed = list(items)
    return f"{verb} {name_of(listed[0].path)}" if len(listed) == 1 else f"{verb} {len(listed):,} sources"
