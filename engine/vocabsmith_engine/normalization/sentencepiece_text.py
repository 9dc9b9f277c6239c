"""How sentencepiece prepares a text: its character map and its rules for spaces, in one walk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

import numpy as np

from vocabsmith_engine.errors import TokenizerError
from vocabsmith_engine.normalization.aligned_text import AlignedText, Edit, apply_edits
from vocabsmith_engine.normalization.character_map import entries_of
from vocabsmith_engine.normalization.step import Step

SPACE: Final = "▁"
_SPACES: Final = re.compile("  +")
_WORD_OR_SPACE: Final = re.compile(f"[ {SPACE}]|[^ {SPACE}]+")


@dataclass(frozen=True, slots=True)
class SentencePieceText(Step):
    """The normaliser_spec of a .model file. A byte that is not UTF-8 becomes U+FFFD.

    Attributes:
        character_map: the precompiled map, empty for none.
        add_dummy_prefix: a space in front of every text that is not empty.
        remove_extra_whitespaces: no spaces at the ends, and one where several follow one another.
        escape_whitespaces: a space is written ▁.
        whitespace_as_suffix: the space that is added stands at the end.
        symbols: texts that no map changes (user-defined pieces).
    """

    character_map: bytes = b""
    add_dummy_prefix: bool = True
    remove_extra_whitespaces: bool = True
    escape_whitespaces: bool = True
    whitespace_as_suffix: bool = False
    symbols: tuple[str, ...] = ()
    local: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if "" in self.symbols:
            raise TokenizerError("an empty symbol", "would match everywhere", "Remove it")
        entries_of(self.character_map)

    def edits(self, text: str, begins_text: bool) -> Iterator[Edit]:  # noqa: ARG002 - to it every text is a whole one
        """Everything that differs from the text."""
        for begin, end, content in self._chunks(text):
            if begin == end or content != text[begin:end]:
                yield Edit(begin, end, content)

    def aligned(self, aligned: AlignedText, begins_text: bool = True) -> AlignedText:
        """The same as by its edits, without any where every character stays or is a space that is written ▁."""
        if not self._keeps_places(aligned.text):
            return Step.aligned(self, aligned, begins_text)
        begins, ends = aligned.begins, aligned.ends
        if self.add_dummy_prefix and len(begins):
            place = ends[-1:] if self.whitespace_as_suffix else begins[:1]
            order = -1 if self.whitespace_as_suffix else 1
            begins = np.concatenate((place, begins)[::order])
            ends = np.concatenate((place, ends)[::order])
        return AlignedText(self.text(aligned.text, begins_text), begins, ends)

    def _keeps_places(self, text: str) -> bool:
        if self.remove_extra_whitespaces and (not text.strip(" ") or text != text.strip(f" {SPACE}") or "  " in text):
            return False
        return next(_rules(self.character_map, self.symbols).replaced(text), None) is None

    def text(self, text: str, begins_text: bool = True) -> str:
        """`text` after this step: the same as by its edits, without a look at each character."""
        rules = _rules(self.character_map, self.symbols)
        mapped = apply_edits(text, rules.replaced(text))
        if rules.writes_spaces_together or not mapped.strip(" "):
            return Step.text(self, text, begins_text)
        if self.remove_extra_whitespaces:
            mapped = _SPACES.sub(" ", mapped.lstrip(" "))
        if self.add_dummy_prefix and not self.whitespace_as_suffix:
            mapped = " " + mapped
        if self.escape_whitespaces:
            mapped = mapped.replace(" ", SPACE)
        if self.remove_extra_whitespaces:
            mapped = mapped.rstrip(self._space)
        return mapped + self._space if self.add_dummy_prefix and self.whitespace_as_suffix else mapped

    @property
    def _space(self) -> str:
        return SPACE if self.escape_whitespaces else " "

    def _chunks(self, text: str) -> list[Edit]:
        """What every stretch of the text becomes."""
        chunks = list(_rules(self.character_map, self.symbols).chunks(text))
        first = 0
        while self.remove_extra_whitespaces and first < len(chunks) and chunks[first].content == " ":
            first += 1
        leading = [Edit(begin, end, "") for begin, end, _ in chunks[:first]]
        if first == len(chunks):
            return leading
        added = Edit(chunks[first].begin, chunks[first].begin, self._space)
        done = [*self._with_single_spaces(chunks[first:])]
        if self.add_dummy_prefix and not self.whitespace_as_suffix:
            done.insert(0, added)
        kept = _drop_from_end(done, self._space) if self.remove_extra_whitespaces else len(done)
        if self.add_dummy_prefix and self.whitespace_as_suffix:
            end = done[kept].begin if kept < len(done) else len(text)
            done.insert(kept, Edit(end, end, self._space))
        return leading + done

    def _with_single_spaces(self, chunks: list[Edit]) -> Iterator[Edit]:
        """Spaces at the beginning of a chunk go where the one before ends with a space."""
        after_space = self.remove_extra_whitespaces
        for begin, end, given in chunks:
            content = given.lstrip(" ") if after_space else given
            if content:
                after_space = self.remove_extra_whitespaces and content.endswith(" ")
            yield Edit(begin, end, content.replace(" ", SPACE) if self.escape_whitespaces else content)


def _drop_from_end(chunks: list[Edit], space: str) -> int:
    """Drop spaces at the end of the text; returns how many chunks stand before the first that is dropped."""
    kept = len(chunks)
    for place in range(len(chunks) - 1, -1, -1):
        begin, end, content = chunks[place]
        chunks[place] = Edit(begin, end, content.rstrip(space))
        if chunks[place].content:
            break
        kept = place if content else kept
    return kept


class _Rules:
    """A character map and symbols, ready to walk over a text."""

    def __init__(self, character_map: bytes, symbols: tuple[str, ...]) -> None:
        self._entries = entries_of(character_map)
        longest_first = sorted(set(symbols), key=len, reverse=True)
        self._symbols = re.compile("|".join(map(re.escape, longest_first)) or "(?!)")
        alternatives = (*map(re.escape, longest_first), "[\udc80-\udcff]", self._entries.marks)
        self._marks = re.compile("|".join(filter(None, alternatives)))
        self.writes_spaces_together = any("  " in text for text in (*self._entries.values.values(), *symbols))

    def replaced(self, text: str) -> Iterator[Edit]:
        """Symbols, entries of the map and bytes that are not UTF-8, from left to right."""
        done = 0
        while match := self._marks.search(text, done):
            mark = match.start()
            begin, end = self._entries.entry_at(text, mark, done)
            symbol = self._symbols.match(text, mark) if begin == mark else None
            if symbol:
                begin, end = symbol.span()
                yield Edit(begin, end, symbol[0])
            elif begin < end:
                yield Edit(begin, end, self._entries.values[text[begin:end]])
            elif "\udc80" <= text[mark] <= "\udcff":
                end = mark + 1
                yield Edit(mark, end, "\ufffd")
            done = max(end, mark + 1)

    def chunks(self, text: str) -> Iterator[Edit]:
        """All of the text: what is replaced, each space, and the words between them."""
        done = 0
        for edit in self.replaced(text):
            yield from _words_and_spaces(text, done, edit.begin)
            yield edit
            done = edit.end
        yield from _words_and_spaces(text, done, len(text))


def _words_and_spaces(text: str, begin: int, end: int) -> Iterator[Edit]:
    return (Edit(*match.span(), match[0]) for match in _WORD_OR_SPACE.finditer(text, begin, end))


@lru_cache(maxsize=8)
def _rules(character_map: bytes, symbols: tuple[str, ...]) -> _Rules:
    return _Rules(character_map, symbols)
