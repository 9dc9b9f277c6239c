"""sentencepiece's precompiled character map: what stretches of characters become.

The blob is the size of a double-array trie in bytes, the trie, and the texts that its leaves point to, each with a NUL
behind it. A unit of the trie is 32 bits: a label, a mark for a leaf below it, and the distance to its children.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.errors import TokenizerError
from vocabsmith_engine.normalization.aligned_text import Edit
from vocabsmith_engine.normalization.step import Step
from vocabsmith_engine.unicode_sets import regex_module

Places = npt.NDArray[np.int64]

_BEYOND: Final = "\U00010000-\U0010ffff"
_LABELS: Final = np.arange(1, 256, dtype=np.int64)
_LONGEST_KEY: Final = 255
_MOST_NODES: Final = 1_000_000
_AT_ONCE: Final = 4096
_REMEDY: Final = "Use the file that sentencepiece wrote"
_LONGEST_TEXT: Final = 1024  # bytes; many entries may share a text, and the forms of Unicode need 33


@dataclass(frozen=True, slots=True)
class CharacterMap(Step):
    """Maps characters by a precompiled map.

    Attributes:
        blob: the map as a .model file holds it. Raises TokenizerError for one that is damaged.
        by_grapheme: as Hugging Face's `Precompiled` applies it: the shortest entry that begins a grapheme cluster of
            less than six bytes replaces the cluster; otherwise each character is looked up alone. False: the longest
            entry at each place, as sentencepiece does.
    """

    blob: bytes
    by_grapheme: bool = False
    local: ClassVar[bool] = False

    def __post_init__(self) -> None:
        entries_of(self.blob)

    def edits(self, text: str, begins_text: bool) -> Iterator[Edit]:  # noqa: ARG002 - an entry is one anywhere
        """Each stretch that an entry replaces."""
        entries = entries_of(self.blob)
        return entries.by_grapheme(text) if self.by_grapheme else entries.longest(text)


@dataclass(frozen=True, eq=False)
class Entries:
    """What a map says, readable: each text that it replaces, and what it becomes."""

    values: dict[str, str]

    @cached_property
    def marks(self) -> str:
        """A pattern of the `re` module that matches in every entry of a text, at its first or its second character.

        All characters outside the basic plane are one range: a set of some of them is searched one by one.
        """
        single = {key for key in self.values if len(key) == 1}
        marks = single | {key[1] for key in self.values if len(key) > 1}
        basic = {mark for mark in marks if mark < _BEYOND[0]}
        return "|".join([*([_set_of(basic)] if basic else []), *([f"[{_BEYOND}]"] if basic != marks else [])])

    @cached_property
    def longest_key(self) -> int:
        """Characters of the longest text that is replaced."""
        return max(map(len, self.values), default=0)

    def longest(self, text: str) -> Iterator[Edit]:
        """The longest entry at each place, from left to right."""
        done = 0
        while match := self._search(text, done):
            begin, done = self.entry_at(text, match.start(), done)
            if begin < done:
                yield Edit(begin, done, self.values[text[begin:done]])
            done = max(done, match.start() + 1)

    def entry_at(self, text: str, mark: int, done: int) -> tuple[int, int]:
        """Begin and end of the longest entry that begins before this mark, or with it; an empty one if there is none.

        Nothing before `done` is looked at.
        """
        for begin in (mark - 1, mark):
            if begin >= done and (width := self.width_at(text, begin)):
                return begin, begin + width
        return mark, mark

    def width_at(self, text: str, place: int) -> int:
        """Characters of the longest entry at this place; 0 for none."""
        for width in range(min(self.longest_key, len(text) - place), 0, -1):
            if text[place : place + width] in self.values:
                return width
        return 0

    @cached_property
    def _search(self) -> Callable[[str, int], re.Match[str] | None]:
        return re.compile(self.marks or "(?!)").search

    def by_grapheme(self, text: str) -> Iterator[Edit]:
        """As Hugging Face's `Precompiled`."""
        if self._search(text, 0) is None:
            return
        for match in regex_module().finditer(r"\X", text):
            begin, end = match.span()
            content = self._shortest(match[0]) if len(match[0].encode("utf-8", "surrogateescape")) < 6 else None
            if content is not None:
                yield Edit(begin, end, content)
                continue
            for place in range(begin, end):
                content = self.values.get(text[place])
                if content is not None:
                    yield Edit(place, place + 1, content)

    def _shortest(self, cluster: str) -> str | None:
        for end in range(1, len(cluster) + 1):
            content = self.values.get(cluster[:end])
            if content is not None:
                return content
        return None


@lru_cache(maxsize=8)
def entries_of(blob: bytes) -> Entries:
    """The entries of a precompiled map; none for an empty one. Raises TokenizerError for a damaged one."""
    if not blob:
        return Entries({})
    size = int.from_bytes(blob[:4], "little")
    if len(blob) < 4 or size % 4 or not 0 < size <= len(blob) - 4:
        raise _damaged(f"says that its trie has {size:,} of {len(blob):,} bytes")
    units = np.frombuffer(blob, "<u4", size // 4, 4)
    texts = blob[4 + size :]
    text_at = cache(lambda place: _text_at(texts, place))  # most texts stand for many keys
    return Entries({_as_text(key): text_at(place) for key, place in _leaves(units)})


def _leaves(units: npt.NDArray[np.uint32]) -> Iterator[tuple[bytes, int]]:
    """Each key with the place of its text, level by level. Keys share nodes: there may be more of them than units."""
    nodes = _base(units[:1])
    prefixes = [b""]
    for _ in range(_LONGEST_KEY):
        parents, places = _below(units, nodes)
        labels = (nodes[parents] ^ places).tolist()
        prefixes = [prefixes[row] + bytes((label,)) for row, label in zip(parents.tolist(), labels, strict=True)]
        nodes = places ^ _base(units[places])
        for row in np.flatnonzero(units[places] & 0x100).tolist():
            if nodes[row] >= len(units):
                raise _damaged("has a leaf outside its trie")
            yield prefixes[row], int(units[nodes[row]]) & 0x7FFFFFFF
    if len(nodes):
        raise _damaged(f"has an entry of more than {_LONGEST_KEY} bytes, or a trie that runs in a circle")


def _below(units: npt.NDArray[np.uint32], nodes: Places) -> tuple[Places, Places]:
    """For every child of `nodes`: the row of its parent, and the place of its unit."""
    distinct, which = np.unique(nodes, return_inverse=True)
    starts = range(0, len(distinct), _AT_ONCE) or (0,)
    found = [_children_of(units, distinct[begin : begin + _AT_ONCE]) for begin in starts]
    numbers = np.concatenate([each for each, _ in found])
    places = np.concatenate([each for _, each in found])
    if numbers[which].sum() > _MOST_NODES:
        raise _damaged(f"has a trie of more than {_MOST_NODES:,} nodes")
    firsts = np.cumsum(numbers) - numbers
    parents = np.repeat(np.arange(len(nodes)), numbers[which])
    within = np.arange(len(parents)) - np.repeat(np.cumsum(numbers[which]) - numbers[which], numbers[which])
    return parents, places[np.repeat(firsts[which], numbers[which]) + within]


def _children_of(units: npt.NDArray[np.uint32], nodes: Places) -> tuple[Places, Places]:
    """How many children each of `nodes` has, and the places of all their units."""
    places = nodes[:, None] ^ _LABELS
    inside = places < len(units)
    found = inside & ((units[np.where(inside, places, 0)] & 0x800000FF) == _LABELS)
    return found.sum(axis=1), places[found]


def _base(units: npt.NDArray[np.uint32]) -> Places:
    """How far from each unit, in exclusive-or, its children stand."""
    wide = units.astype(np.int64)
    return (wide >> 10) << ((wide & 0x200) >> 6)


def _set_of(characters: Iterable[str]) -> str:
    """A set of the `re` module."""
    return "[" + "".join(map(re.escape, sorted(set(characters)))) + "]"


def _as_text(key: bytes) -> str:
    try:
        return key.decode()
    except UnicodeDecodeError:
        raise _damaged(f"has the entry {key!r}, which is not UTF-8") from None


def _text_at(texts: bytes, place: int) -> str:
    end = texts.find(b"\0", place, place + _LONGEST_TEXT + 1)
    if end < 0 or (place and texts[place - 1]):
        raise _damaged(f"has an entry whose text does not stand at {place:,}")
    try:
        return texts[place:end].decode()
    except UnicodeDecodeError:
        raise _damaged(f"has a text at {place:,} that is not UTF-8") from None


def _damaged(rule: str) -> TokenizerError:
    return TokenizerError("the precompiled character map", rule, _REMEDY)
