"""The normalisation forms of Unicode 16.0."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, get_args

import unicodedata2

from vocabsmith_engine.errors import TokenizerError
from vocabsmith_engine.normalization.aligned_text import Edit
from vocabsmith_engine.normalization.step import Step

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]


@dataclass(frozen=True, slots=True)
class UnicodeForm(Step):
    """NFC, NFD, NFKC or NFKD."""

    form: Form
    local: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.form not in get_args(Form):
            raise TokenizerError(f"normalisation form {self.form!r}", "is not known", "Use NFC, NFD, NFKC or NFKD")

    def edits(self, text: str, begins_text: bool) -> Iterator[Edit]:  # noqa: ARG002 - no form looks at an end
        """Each stretch that changes, as one edit."""
        for begin, end in _stretches(text):
            normalised = unicodedata2.normalize(self.form, text[begin:end])
            if normalised != text[begin:end]:
                yield Edit(begin, end, normalised)

    def text(self, text: str, begins_text: bool = True) -> str:  # noqa: ARG002 - no form looks at an end
        """`text` in this form."""
        normalised: str = unicodedata2.normalize(self.form, text)
        return normalised


# Jamo that join the syllable before them although their combining class is 0.
_JOINS_BACKWARDS: Final = frozenset(map(chr, (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))))


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Places between which nothing reorders or joins: each begins with a character that stays first."""
    begin = 0
    for place in range(1, len(text)):
        character = text[place]
        if unicodedata2.combining(character) == 0 and character not in _JOINS_BACKWARDS:
            yield begin, place
            begin = place
    if text:
        yield begin, len(text)
