"""What the steps of a tokenizer are called, and what they do, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from vocabsmith_engine.named_patterns import LABELS
from vocabsmith_engine.normalization import (
    ByteGlyphs,
    CharacterMap,
    Lowercase,
    Nmt,
    Prefix,
    Prepend,
    Replace,
    SentencePieceText,
    Step,
    Strip,
    StripAccents,
    UnicodeForm,
)
from vocabsmith_engine.normalization.huggingface_steps import (
    BertChinese,
    BertClean,
    BertStripAccents,
    LibraryForm,
    LibraryStripAccents,
)
from vocabsmith_engine.piece_cutting import Behavior, Entry, Split
from vocabsmith_engine.pretokenization import Pretokenizer


class StepName(NamedTuple):
    """A step in words.

    Attributes:
        name: what it is called: "Lowercase", "Split".
        rule: what it does, "" where the name says it all.
        pattern: the regular expression it goes by, "" if there is none.
    """

    name: str
    rule: str = ""
    pattern: str = ""


def name_of_step(step: Step) -> StepName:
    """An edit in words."""
    return _NAMES[type(step)](step)


def names_of_entries(pretokenizer: Pretokenizer) -> tuple[StepName, ...]:
    """Each of the splits and edits that a pre-tokenizer stands for, in words."""
    entries = pretokenizer.splits
    label = LABELS.get(pretokenizer.name, "")
    return tuple(_name_of_entry(entry, label, place, len(entries)) for place, entry in enumerate(entries, 1))


def _name_of_entry(entry: Entry, label: str, place: int, number: int) -> StepName:
    if isinstance(entry, Step):
        return name_of_step(entry)
    split = Split(entry) if isinstance(entry, str) else entry
    name = f"Split {place} of {number}" if label and number > 1 else "Split"
    return StepName(f"{name}: {label}" if label else name, _behaviour(split), split.pattern)


def _behaviour(split: Split) -> str:
    cut = "what lies between matches" if split.invert else "a match"
    return _BEHAVIOURS[split.behavior].format(cut=cut)


_BEHAVIOURS: Final[dict[Behavior, str]] = {
    "Isolated": "{cut} is a piece of its own",
    "Removed": "{cut} is left out",
    "MergedWithPrevious": "{cut} belongs to the piece before it",
    "MergedWithNext": "{cut} belongs to the piece behind it",
    "Contiguous": "{cut} makes one piece with those next to it",
}


def _form(step: UnicodeForm | LibraryForm) -> StepName:
    return StepName(step.form, "Unicode normalisation form")


def _accents(_step: Step) -> StepName:
    return StepName("Strip accents", "combining marks are left out")


def _strip(step: Strip) -> StepName:
    ends = {(True, True): "both ends", (True, False): "the beginning", (False, True): "the end"}
    return StepName("Strip", f"white space is taken off {ends.get((step.left, step.right), 'no end')}")


def _replace(step: Replace) -> StepName:
    if step.regex:
        return StepName("Replace", f"each match becomes “{step.content}”", step.pattern)
    return StepName("Replace", f"“{step.pattern}” becomes “{step.content}”")


def _prefix(step: Prefix) -> StepName:
    where = "the text, if it" if step.first_only else "what"
    return StepName("Prefix", f"“{step.content}” in front of {where} does not begin with it")


def _sentencepiece(step: SentencePieceText) -> StepName:
    side = "behind" if step.whitespace_as_suffix else "in front of"
    done = (
        (bool(step.character_map), "characters are mapped"),
        (step.remove_extra_whitespaces, "spaces at the ends and repeated ones are left out"),
        (step.add_dummy_prefix, f"a space is put {side} the text"),
        (step.escape_whitespaces, "spaces become ▁"),
    )
    return StepName("SentencePiece's normaliser", "; ".join(words for does, words in done if does))


_NAMES: Final[dict[type[Step], Callable[[Any], StepName]]] = {
    BertChinese: lambda _: StepName("Chinese characters", "a space stands on both sides of each"),
    BertClean: lambda _: StepName("Clean", "control characters are left out, white space becomes spaces"),
    BertStripAccents: _accents,
    ByteGlyphs: lambda _: StepName("Byte alphabet", "each byte becomes its letter: a space is Ġ"),
    CharacterMap: lambda _: StepName("Character map", "characters become what the map of the file says"),
    LibraryForm: _form,
    LibraryStripAccents: _accents,
    Lowercase: lambda _: StepName("Lowercase"),
    Nmt: lambda _: StepName("NMT", "control characters are left out, what looks like a space becomes one"),
    Prefix: _prefix,
    Prepend: lambda step: StepName("Prepend", f"“{step.content}” in front of every text"),
    Replace: _replace,
    SentencePieceText: _sentencepiece,
    Strip: _strip,
    StripAccents: _accents,
    UnicodeForm: _form,
}
