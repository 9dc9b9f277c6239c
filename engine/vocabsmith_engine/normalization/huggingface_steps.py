"""Steps of Hugging Face's tokenizers that have tables of their own, older than Unicode 16.0."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from vocabsmith_engine import _huggingface_classes as classes
from vocabsmith_engine.normalization.aligned_text import Edit
from vocabsmith_engine.normalization.step import CharacterStep, Step
from vocabsmith_engine.normalization.steps import WHITE_SPACE
from vocabsmith_engine.normalization.unicode_form import Form, UnicodeForm

_CHINESE: Final = (
    *((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2A6DF)),
    *((0x2A700, 0x2B81F), (0x2B920, 0x2CEAF), (0x2F800, 0x2FA1F)),
)


@dataclass(frozen=True, slots=True)
class LibraryForm(Step):
    """NFC, NFD, NFKC or NFKD as the library has it: characters that its tables do not know yet stay where they are."""

    form: Form
    local: ClassVar[bool] = True

    def __post_init__(self) -> None:
        UnicodeForm(self.form)

    def edits(self, text: str, begins_text: bool) -> Iterator[Edit]:
        """Those of Unicode 16.0 between the unknown characters."""
        step = UnicodeForm(self.form)
        begin = 0
        for end in [*(match.start() for match in _inert().finditer(text)), len(text)]:
            for edit in step.edits(text[begin:end], begins_text):
                yield Edit(begin + edit.begin, begin + edit.end, edit.content)
            begin = end + 1

    def text(self, text: str, begins_text: bool = True) -> str:  # noqa: ARG002 - no form looks at an end
        """`text` in this form."""
        step = UnicodeForm(self.form)
        if _inert().search(text) is None:
            return step.text(text)
        parts = re.split(f"({_inert().pattern})", text)
        return "".join(part if place % 2 else step.text(part) for place, part in enumerate(parts))


@dataclass(frozen=True, slots=True)
class LibraryStripAccents(CharacterStep):
    """Combining marks that the library's tables know are left out."""

    local: ClassVar[bool] = True

    def table(self) -> Mapping[int, str]:
        """Nothing for each mark."""
        return _left_out(classes.ACCENTS)


@dataclass(frozen=True, slots=True)
class BertStripAccents(CharacterStep):
    """The marks that BERT's normaliser leaves out, after NFD: those that take no space."""

    local: ClassVar[bool] = True

    def table(self) -> Mapping[int, str]:
        """Nothing for each mark."""
        return _left_out(classes.BERT_ACCENTS)


@dataclass(frozen=True, slots=True)
class BertClean(CharacterStep):
    """Control characters are left out, and all white space becomes spaces."""

    def table(self) -> Mapping[int, str]:
        """What is left out or becomes a space."""
        return _bert_clean()


@dataclass(frozen=True, slots=True)
class BertChinese(CharacterStep):
    """A space stands on both sides of every Chinese character."""

    local: ClassVar[bool] = True

    def table(self) -> Mapping[int, str]:
        """Each character with its spaces."""
        return _bert_chinese()


@cache
def _inert() -> re.Pattern[str]:
    return re.compile(f"[{classes.INERT}]")


@cache
def _left_out(members: str) -> dict[int, str]:
    every = "".join(map(chr, range(0x110000)))
    return {match.start(): "" for match in re.finditer(f"[{members}]", every)}


@cache
def _bert_clean() -> dict[int, str]:
    return _left_out(classes.BERT_CONTROLS) | {ord(space): " " for space in WHITE_SPACE if space not in "\v\f\x85"}


@cache
def _bert_chinese() -> dict[int, str]:
    return {code: f" {chr(code)} " for first, last in _CHINESE for code in range(first, last + 1)}
