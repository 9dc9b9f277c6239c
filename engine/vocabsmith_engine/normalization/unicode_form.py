"""The normalisation forms of Unicode 16.0."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final, Literal, get_args

import unicodedata2

from vocabsmith_engine.errors import TokenizerError
from vocabsmith_engine.normalization.aligned_text import Edit
from vocabsmith_engine.normalization.step import Step

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]

_BLOCK: Final = 64


@dataclass(frozen=True, slots=True)
class UnicodeForm(Step):
    """NFC, NFD, NFKC or NFKD. What Hugging Face's tokenizers do is `LibraryForm`."""

    form: Form
    local: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.form not in get_args(Form):
            raise TokenizerError(f"normalisation form {self.form!r}", "is not known", "Use NFC, NFD, NFKC or NFKD")

    def edits(self, text: str, begins_text: bool) -> Iterator[Edit]:  # noqa: ARG002 - no form looks at an end
        """Each character that changes by itself, and each stretch whose characters join or change places."""
        for begin, end in _blocks(text):
            block = text[begin:end]
            if self.text(block) != block:  # in what is in this form already no character would change by itself either
                yield from self._edits_of_block(block, begin)

    def _edits_of_block(self, block: str, first: int) -> Iterator[Edit]:
        for begin, end in _stretches(block):
            alone = [self.text(character) for character in block[begin:end]]
            normalised = self.text(block[begin:end])
            if normalised != "".join(alone):
                yield Edit(first + begin, first + end, normalised)
                continue
            for place, content in enumerate(alone, begin):
                if content != block[place]:
                    yield Edit(first + place, first + place + 1, content)

    def text(self, text: str, begins_text: bool = True) -> str:  # noqa: ARG002 - no form looks at an end
        """`text` in this form."""
        normalised: str = unicodedata2.normalize(self.form, text)
        return normalised


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Places between which nothing reorders or joins, far enough from one another that a look at each costs little."""
    begin = 0
    while begin < len(text):
        end = min(begin + _BLOCK, len(text))
        while end < len(text) and not _stays_first(text[end]):
            end += 1
        yield begin, end
        begin = end


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Places between which nothing reorders or joins, under every form."""
    begin = 0
    for place in range(1, len(text)):
        if _stays_first(text[place]):
            yield begin, place
            begin = place
    if text:
        yield begin, len(text)


@cache
def _stays_first(character: str) -> bool:
    """Whether nothing of it joins, or moves in front of, what stands before it."""
    first = unicodedata2.normalize("NFKD", character)[0]
    return unicodedata2.combining(first) == 0 and first not in _joining_backwards()


@cache
def _joining_backwards() -> frozenset[str]:
    """Characters of combining class 0 that a composition takes up as its second part."""
    jamo = map(chr, (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3)))
    parts = (unicodedata2.decomposition(chr(code)).split() for code in range(0x110000))
    seconds = (chr(int(pair[1], 16)) for pair in parts if len(pair) == 2 and not pair[0].startswith("<"))
    return frozenset((*jamo, *(second for second in seconds if unicodedata2.combining(second) == 0)))
