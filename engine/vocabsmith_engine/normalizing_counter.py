"""A counter that brings text into a Unicode form before it is cut into pieces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Final

import numpy as np

from vocabsmith_engine import _native
from vocabsmith_engine.corpus import Chunk
from vocabsmith_engine.counters import NativeCounter
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.normalization import UnicodeForm
from vocabsmith_engine.recipe import Recipe

_AT_ONCE: Final = 2**20
"""Characters that are normalised in one call, which nothing can interrupt."""

# Characters before which a text may be divided: with each of them a new stretch begins that nothing before it joins or
# is ordered into. ASCII, kana, ideographs and syllables of Hangul, so that every long text has some.
_STAYS_FIRST: Final = re.compile("[\0-\x7f\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]")


def unicode_form(recipe: Recipe) -> UnicodeForm | None:
    """What brings text into the form that the recipe names; None for none."""
    return None if recipe.normalization == "none" else UnicodeForm(recipe.normalization)


class NormalizingCounter:
    """Counts with a scanner of the C++ core.

    Special tokens are cut first, as they stand in the text: what becomes the text of one is none. A text that is in the
    form already, as each part of it is then, goes to the core as it came.
    """

    def __init__(self, recipe: Recipe, scanner: str, table: _native.PieceCounts, monitor: Monitor) -> None:
        form = unicode_form(recipe)
        assert form is not None
        self._form = form
        self._specials = _native.SpecialTokens([token.encode() for token in recipe.special_tokens])
        self._monitor = monitor
        self._as_it_is = NativeCounter(recipe, scanner, table, monitor)
        self._normalised = NativeCounter(replace(recipe, special_tokens=()), scanner, table, monitor)

    def count(self, chunk: Chunk) -> None:
        """Count the pieces of the normalised text."""
        characters = str(chunk.text, "utf-8", "surrogateescape")
        whole = characters if characters.isascii() else self._text(characters)
        if whole == characters:
            self._as_it_is.count(chunk)
            return
        places = list(self._documents_in(chunk))
        documents = [whole] if places == [(0, len(chunk.text))] else self._documents_in_form(chunk, places)
        data = [document.encode("utf-8", "surrogateescape") for document in documents]
        ends = np.fromiter(accumulate(map(len, data)), np.uint64, len(data))
        self._normalised.count(Chunk(memoryview(b"".join(data)), chunk.weight, chunk.file_bytes, ends=ends))

    def _documents_in_form(self, chunk: Chunk, places: Iterable[tuple[int, int]]) -> list[str]:
        return [self._text(str(chunk.text[begin:end], "utf-8", "surrogateescape")) for begin, end in places]

    def _documents_in(self, chunk: Chunk) -> Iterator[tuple[int, int]]:
        ends = [len(chunk.text)] if chunk.ends is None else chunk.ends.tolist()
        for begin, end in pairwise((0, *ends)):
            for first, last, special in self._specials.split(chunk.text[begin:end]):
                if special < 0:
                    yield begin + first, begin + last

    def _text(self, characters: str) -> str:
        """`characters` in the form."""
        if len(characters) <= _AT_ONCE:
            return self._form.text(characters)
        parts = []
        for begin, end in _stretches(characters):
            self._monitor.raise_if_stopped()
            parts.append(self._form.text(characters[begin:end]))
        return "".join(parts)

    def settle(self) -> None:
        """The table always holds everything."""

    def table(self) -> _native.PieceCounts:
        """Everything counted so far."""
        return self._as_it_is.table()

    def abandon(self) -> None:
        """A stop is heard within the chunk; otherwise it is waited for."""

    def close(self) -> None:
        """There is nothing to give back."""


def _stretches(characters: str) -> Iterator[tuple[int, int]]:
    """Parts of about `_AT_ONCE` characters that can be normalised apart."""
    begin = 0
    while begin < len(characters):
        found = _STAYS_FIRST.search(characters, begin + _AT_ONCE)
        end = found.start() if found else len(characters)
        yield begin, end
        begin = end
