"""The steps that a normaliser is made of: those of Hugging Face's tokenizers, and what their pre-tokenizers edit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from vocabsmith_engine.errors import TokenizerError
from vocabsmith_engine.normalization import character_tables
from vocabsmith_engine.normalization.aligned_text import Edit
from vocabsmith_engine.normalization.step import CharacterStep, Step
from vocabsmith_engine.regex_splitting import SECONDS_PER_BATCH, splitter
from vocabsmith_engine.text import WHITE_SPACE

__all__ = ["WHITE_SPACE", "ByteGlyphs", "Lowercase", "Nmt", "Prefix", "Prepend", "Replace", "Strip", "StripAccents"]


@dataclass(frozen=True, slots=True)
class Lowercase(CharacterStep):
    """Every character in lower case, whatever stands around it."""

    local: ClassVar[bool] = True

    def table(self) -> Mapping[int, str]:
        """The lower case of each code point that has another one."""
        return character_tables.lower_case()


@dataclass(frozen=True, slots=True)
class StripAccents(CharacterStep):
    """Combining marks of Unicode 16.0 are left out."""

    local: ClassVar[bool] = True

    def table(self) -> Mapping[int, str]:
        """Nothing for each mark."""
        return character_tables.without_marks()


@dataclass(frozen=True, slots=True)
class Nmt(CharacterStep):
    """Control characters are left out and what looks like a space becomes one: sentencepiece's rules for `nmt`."""

    def table(self) -> Mapping[int, str]:
        """What is dropped or becomes a space."""
        return character_tables.nmt()


@dataclass(frozen=True, slots=True)
class ByteGlyphs(CharacterStep):
    """Every byte becomes its character of the byte alphabet of GPT-2 (a space is Ġ)."""

    reversible: ClassVar[bool] = True

    def table(self) -> Mapping[int, str]:
        """The spelling of each code point that differs from it."""
        return character_tables.GLYPHS


@dataclass(frozen=True, slots=True)
class Strip(Step):
    """White space is taken off the ends."""

    left: bool = True
    right: bool = True

    def edits(self, text: str, begins_text: bool) -> Iterator[Edit]:  # noqa: ARG002 - every text has ends
        """The white space at each end."""
        begin = len(text) - len(text.lstrip(WHITE_SPACE)) if self.left else 0
        end = max(begin, len(text.rstrip(WHITE_SPACE))) if self.right else len(text)
        if begin:
            yield Edit(0, begin, "")
        if end < len(text):
            yield Edit(end, len(text), "")


@dataclass(frozen=True, slots=True)
class Replace(Step):
    """Every occurrence of a text, or match of a regular expression, becomes another text.

    Raises RecipeError for an expression that cannot serve, TokenizerError for an empty text; when it is applied,
    TokenizerError for an expression that takes too long.
    """

    pattern: str
    content: str
    regex: bool = False

    def __post_init__(self) -> None:
        if not self.pattern:
            raise TokenizerError("an empty pattern to replace", "matches everywhere", "Name the text to replace")
        if self.regex:
            splitter(self.pattern).check()

    def edits(self, text: str, begins_text: bool) -> Iterator[Edit]:  # noqa: ARG002 - a match is one anywhere
        """Each occurrence, from left to right."""
        if self.regex:
            return (Edit(*span, self.content) for span in splitter(self.pattern).matches(text, SECONDS_PER_BATCH))
        return self._occurrences(text)

    def _occurrences(self, text: str) -> Iterator[Edit]:
        begin = text.find(self.pattern)
        while begin >= 0:
            end = begin + len(self.pattern)
            yield Edit(begin, end, self.content)
            begin = text.find(self.pattern, end)

    def text(self, text: str, begins_text: bool = True) -> str:
        """`text` after this step."""
        return Step.text(self, text, begins_text) if self.regex else text.replace(self.pattern, self.content)


@dataclass(frozen=True, slots=True)
class Prepend(Step):
    """A text stands in front of every text that is not empty."""

    content: str

    def edits(self, text: str, begins_text: bool) -> Iterator[Edit]:  # noqa: ARG002 - every stretch gets it
        """The one insertion."""
        if text:
            yield Edit(0, 0, self.content)


@dataclass(frozen=True, slots=True)
class Prefix(Step):
    """A text stands in front of what does not begin with it: the space of ByteLevel, the ▁ of Metaspace.

    Attributes:
        content: the text.
        first_only: only where nothing of the original stands before.
    """

    content: str
    first_only: bool = False

    def edits(self, text: str, begins_text: bool) -> Iterator[Edit]:
        """The one insertion."""
        if not text.startswith(self.content) and (begins_text or not self.first_only):
            yield Edit(0, 0, self.content)
