"""Options that say how a vocabulary is learned, and the recipe that they make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any, Final

import typer

from vocabsmith_engine import Recipe, RecipeError, padded_vocab, with_reserved


class Preset(StrEnum):
    """Recipes with a name."""

    cs336 = "cs336"


class TieBreak(StrEnum):
    """Which of several pairs with equal counts is merged first."""

    hf = "hf"
    bytes = "bytes"


class ByteOrder(StrEnum):
    """How ids 0-255 are given to the bytes."""

    gpt2 = "gpt2"
    value = "value"


class Base(StrEnum):
    """What merging begins with."""

    bytes = "bytes"
    characters = "characters"


class SpecialsPlace(StrEnum):
    """Where the ids of special tokens stand."""

    start = "start"
    after_bytes = "after-bytes"
    end = "end"


class Normalization(StrEnum):
    """The Unicode form that text is brought into."""

    none = "none"
    NFC = "NFC"
    NFD = "NFD"
    NFKC = "NFKC"
    NFKD = "NFKD"


class DocumentUnit(StrEnum):
    """What a document is."""

    file = "file"
    line = "line"


class LineEnds(StrEnum):
    """What becomes of CR LF and CR."""

    keep = "keep"
    normalise = "normalise"


class InvalidBytes(StrEnum):
    """What becomes of bytes that are no text."""

    replaced = "replace"
    skipped = "skip"
    kept = "keep"


VocabSizeOption = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Entries of the vocabulary: 256 bytes, special tokens and merges together, and characters with that base.",
    ),
]
PretokenizerOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME|REGEX", help="How text is cut into pieces: a name such as cl100k, or an expression. [gpt2]"
    ),
]
SpecialTokenOption = Annotated[
    list[str] | None, typer.Option(metavar="T", help="A token that is never learned or cut; may be repeated.")
]
ReserveOption = Annotated[
    int, typer.Option(metavar="N", help="Special tokens to keep free: <|reserved_0|>, <|reserved_1|> and so on.")
]
PadToMultipleOption = Annotated[
    int | None,
    typer.Option(metavar="N", help="Add as many reserved tokens as bring the size to a multiple of N, 64 for example."),
]
MinFrequencyOption = Annotated[
    int | None, typer.Option(metavar="N", help="Stop when the best pair occurs less often. [2]")
]
MaxTokenLengthOption = Annotated[
    int | None, typer.Option(metavar="N", help="The longest token that may be made, in bytes. [no limit]")
]
TieBreakOption = Annotated[
    TieBreak | None, typer.Option(help="Of equal counts: the smaller ids (hf) or the greater bytes. [hf]")
]
ByteOrderOption = Annotated[ByteOrder | None, typer.Option(help="Ids 0-255 in GPT-2's order or by byte value. [gpt2]")]
BaseOption = Annotated[
    Base | None, typer.Option(help="Merge bytes, or the characters of the text, with bytes for the rare ones. [bytes]")
]
CharacterCoverageOption = Annotated[
    float | None,
    typer.Option(metavar="SHARE", help="The share of the text that --base characters has characters for. [0.9995]"),
]
SpecialsOption = Annotated[SpecialsPlace | None, typer.Option(help="Where special tokens stand. [end]")]
PresetOption = Annotated[
    Preset | None,
    typer.Option(help="The rules of the Stanford CS336 assignment, for a size and special tokens of yours."),
]
NormalizationOption = Annotated[
    Normalization | None,
    typer.Option(help="The Unicode form that text is brought into before it is cut; not reversible. [none]"),
]
HeldOutOption = Annotated[
    float | None,
    typer.Option(
        metavar="SHARE", help="The share of documents to measure with and not to learn from, 0.01 for example. [0]"
    ),
]
DocumentUnitOption = Annotated[DocumentUnit | None, typer.Option(help="Whether a file or a line is a document. [file]")]
LineEndsOption = Annotated[LineEnds | None, typer.Option(help="Whether CR LF and CR become LF. [keep]")]
InvalidBytesOption = Annotated[
    InvalidBytes | None,
    typer.Option(help="What becomes of bytes that are no text: U+FFFD, nothing, themselves. [replace]"),
]

_RULES: Final = frozenset(
    (
        "pretokenizer",
        "min_frequency",
        "max_token_length",
        "tie_break",
        "byte_order",
        "base",
        "specials",
        "normalization",
    )
)
"""What a preset says; the rest is about the corpus."""


def recipe_of(
    preset: Preset | None,
    vocab_size: int,
    special_tokens: list[str],
    choices: Mapping[str, Any],
    *,
    reserve: int,
    multiple: int | None,
) -> Recipe:
    """The recipe of the options; `choices` that are None were not made.

    Raises RecipeError, also for an option that contradicts the preset.
    """
    given = {name: _plain(value) for name, value in choices.items() if value is not None}
    specials = with_reserved(special_tokens, reserve) if reserve else tuple(special_tokens)
    recipe = _recipe(preset, vocab_size, specials, given)
    if multiple is None:
        return recipe
    vocab_size, specials = padded_vocab(vocab_size, recipe.special_tokens, multiple)
    return replace(recipe, vocab_size=vocab_size, special_tokens=specials)


def _recipe(preset: Preset | None, vocab_size: int, specials: tuple[str, ...], given: Mapping[str, Any]) -> Recipe:
    if preset is None:
        return Recipe(vocab_size=vocab_size, special_tokens=specials, **given)
    recipe = Recipe.cs336(vocab_size=vocab_size, special_tokens=specials)
    for name in _RULES & given.keys():
        value, fixed = given[name], getattr(recipe, name)
        if value != fixed:
            option = f"--{name.replace('_', '-')} {value}"
            rule = f"contradicts --preset {preset.value}, which has {'no limit' if fixed is None else fixed} there"
            raise RecipeError(option, rule, "Leave out one of the two")
    return replace(recipe, **given)


def _plain(value: object) -> object:
    return value.value if isinstance(value, StrEnum) else value
