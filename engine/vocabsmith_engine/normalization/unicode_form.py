"""The normalisation forms of Unicode, and which characters they know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final, Literal, get_args

import unicodedata2

from vocabsmith_engine.errors import TokenizerError
from vocabsmith_engine.normalization._unicode_9 import FORMS_SINCE_9
from vocabsmith_engine.normalization.aligned_text import Edit
from vocabsmith_engine.normalization.step import Step

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]
UnicodeVersion = Literal["16.0", "9.0"]

# A version leaves characters that it does not know as they are, and nothing reorders or joins across them.
_UNKNOWN_TO_9: Final = re.compile(f"([{FORMS_SINCE_9}])")


@dataclass(frozen=True, slots=True)
class UnicodeForm(Step):
    """NFC, NFD, NFKC or NFKD.

    Attributes:
        form: its name.
        version: "16.0", or "9.0" for what Hugging Face's tokenizers apply.
    """

    form: Form
    version: UnicodeVersion = "16.0"
    local: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.form not in get_args(Form):
            raise TokenizerError(f"normalisation form {self.form!r}", "is not known", "Use NFC, NFD, NFKC or NFKD")
        check_version(self.version)

    def edits(self, text: str, begins_text: bool) -> Iterator[Edit]:  # noqa: ARG002 - no form looks at an end
        """Each character that changes by itself, and each stretch whose characters join or change places."""
        for begin, end in _stretches(text):
            alone = [self.text(character) for character in text[begin:end]]
            normalised = self.text(text[begin:end])
            if normalised != "".join(alone):
                yield Edit(begin, end, normalised)
                continue
            for place, content in enumerate(alone, begin):
                if content != text[place]:
                    yield Edit(place, place + 1, content)

    def text(self, text: str, begins_text: bool = True) -> str:  # noqa: ARG002 - no form looks at an end
        """`text` in this form."""
        if self.version == "9.0" and not text.isascii() and _UNKNOWN_TO_9.search(text):
            parts = _UNKNOWN_TO_9.split(text)  # unknown characters stand at the odd places
            parts[::2] = [unicodedata2.normalize(self.form, part) for part in parts[::2]]
            return "".join(parts)
        normalised: str = unicodedata2.normalize(self.form, text)
        return normalised


def check_version(version: str) -> None:
    """Raises TokenizerError unless this is a version of Unicode that is known here."""
    if version not in get_args(UnicodeVersion):
        raise TokenizerError(f"Unicode version {version!r}", "is not known here", "Use 16.0 or 9.0")


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
