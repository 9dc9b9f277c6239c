"""Recipe: everything that defines a run besides the text. Two runs with equal recipes and texts give equal merges."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal, get_args

from vocabsmith_engine._unicode_tables import UNICODE_VERSION
from vocabsmith_engine.byte_alphabet import GPT2_ORDER, VALUE_ORDER
from vocabsmith_engine.errors import RecipeError
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.text import is_well_formed

SpecialsPlace = Literal["start", "after-bytes", "end"]
TieBreak = Literal["hf", "bytes"]
ByteOrder = Literal["gpt2", "value"]
Base = Literal["bytes", "characters"]
InvalidBytes = Literal["replace", "skip", "keep"]
DocumentUnit = Literal["file", "line"]
LineEnds = Literal["keep", "normalise"]
Normalization = Literal["none", "NFC", "NFD", "NFKC", "NFKD"]

MAX_VOCAB_SIZE: Final = 2**28

_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "specials": get_args(SpecialsPlace),
    "tie_break": get_args(TieBreak),
    "byte_order": get_args(ByteOrder),
    "base": get_args(Base),
    "invalid_bytes": get_args(InvalidBytes),
    "document_unit": get_args(DocumentUnit),
    "line_ends": get_args(LineEnds),
    "normalization": get_args(Normalization),
    "unicode_version": (UNICODE_VERSION,),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """The settings of one training run: immutable, checked when made, saved as JSON.

    Attributes:
        vocab_size: entries of the finished vocabulary: 256 bytes, the special tokens, the characters with base
            "characters", and the merges together.
        pretokenizer: the name of a pattern, or a regular expression (`regex:` in front forces one).
        special_tokens: cut out of the text before anything is counted. A repeated one is folded.
        specials: where their ids stand: before the bytes, between bytes and merges, or after the merges.
        min_frequency: training ends when the best pair occurs less often.
        max_token_length: bytes of the longest token that may be made, inclusive; None for no limit.
        tie_break: of equal counts, `hf` takes the smaller ids, `bytes` the greater (left, right) bytes.
        byte_order: how ids 0-255 are given to the bytes: as GPT-2 does, or by value.
        base: what merging begins with: bytes, or the characters of the text, with bytes for the rare ones only.
        character_coverage: the share of all characters, 0 < x <= 1, that are tokens of their own with base
            "characters"; the rarest ones that it leaves out stand as their bytes, and take part in no merge.
        invalid_bytes: what becomes of bytes that are not UTF-8.
        document_unit: whether a file or each of its lines is a document.
        line_ends: whether CR LF and CR become LF.
        normalization: the Unicode form that text is brought into, after special tokens are cut and before pieces are.
        held_out: the share of the documents, 0 <= x < 1, that is not learned from but measured afterwards.
        unicode_version: of the character classes in patterns.
        notes: what a user should know about these settings, though they are allowed.

    Raises RecipeError for any value that no run can be started with.
    """

    vocab_size: int
    pretokenizer: str = "gpt2"
    special_tokens: tuple[str, ...] = ()
    specials: SpecialsPlace = "end"
    min_frequency: int = 2
    max_token_length: int | None = None
    tie_break: TieBreak = "hf"
    byte_order: ByteOrder = "gpt2"
    base: Base = "bytes"
    character_coverage: float = 0.9995
    invalid_bytes: InvalidBytes = "replace"
    document_unit: DocumentUnit = "file"
    line_ends: LineEnds = "keep"
    normalization: Normalization = "none"
    held_out: float = 0.0
    unicode_version: str = UNICODE_VERSION
    notes: tuple[str, ...] = field(init=False, repr=False, compare=False, default=())

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            _check_choice(name, getattr(self, name), choices)
        given = _checked_specials(self.special_tokens)
        object.__setattr__(self, "special_tokens", tuple(dict.fromkeys(given)))
        pretokenizer = Pretokenizer.of(self.pretokenizer)
        object.__setattr__(self, "pretokenizer", pretokenizer.value)
        notes = (*_notes_on_specials(given), *pretokenizer.notes, *_notes_on_normalization(self.normalization))
        object.__setattr__(self, "notes", notes)
        _check_whole_number("min_frequency", self.min_frequency, 1, 2**63 - 1)
        if self.max_token_length is not None:
            _check_whole_number("max_token_length", self.max_token_length, 1, 2**63 - 1)
        _check_coverage(self.character_coverage)
        _check_held_out(self.held_out)
        self._check_vocab_size()

    def _check_vocab_size(self) -> None:
        minimum = minimum_vocab_size(self.special_tokens)
        _check_whole_number("vocab_size", self.vocab_size, 1, MAX_VOCAB_SIZE)
        if self.vocab_size < minimum:
            raise RecipeError(
                f"vocab_size {self.vocab_size}",
                f"holds all 256 bytes and the special tokens ({len(self.special_tokens)}), so {minimum} is the minimum",
                f"Choose {minimum} or more",
            )

    @classmethod
    def cs336(cls, *, vocab_size: int, special_tokens: Iterable[str] = ()) -> Recipe:
        """The rules of the Stanford CS336 assignment: GPT-2 pieces, ids by byte value, ties to the greater bytes."""
        return cls(
            vocab_size=vocab_size,
            special_tokens=_as_tuple(special_tokens),
            specials="after-bytes",
            min_frequency=1,
            tie_break="bytes",
            byte_order="value",
        )

    @property
    def max_merges(self) -> int:
        """Merges that fill the vocabulary; with base "characters" less one for each of these, once they are counted."""
        return self.vocab_size - minimum_vocab_size(self.special_tokens)

    @property
    def byte_of_id(self) -> bytes:
        """The byte that each of the first 256 ids of training stands for."""
        return GPT2_ORDER if self.byte_order == "gpt2" else VALUE_ORDER

    def to_dict(self) -> dict[str, Any]:
        """The settings as plain values, fit for JSON."""
        settings = {name: getattr(self, name) for name in _SETTINGS}
        return settings | {"special_tokens": list(self.special_tokens)}

    @classmethod
    def from_dict(cls, settings: Mapping[str, Any]) -> Recipe:
        """The inverse of `to_dict`; settings left out take their defaults. Raises RecipeError."""
        for name in settings:
            if name not in _SETTINGS:
                raise RecipeError(f"setting {name!r}", "is not a setting of a recipe", f"Known: {', '.join(_SETTINGS)}")
        if "vocab_size" not in settings:
            raise RecipeError("vocab_size", "is missing from the recipe", "Add the size of the vocabulary")
        return cls(**settings)

    def to_json(self) -> str:
        """The settings as a JSON object."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=2)

    @classmethod
    def from_json(cls, text: str) -> Recipe:
        """The inverse of `to_json`. Raises RecipeError for what is not a JSON object of known settings."""
        try:
            settings = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise RecipeError("the recipe", f"is not JSON ({error})", "Use a recipe that Vocabsmith saved") from None
        if not isinstance(settings, dict):
            raise RecipeError("the recipe", "is not a JSON object", "Use a recipe that Vocabsmith saved")
        return cls.from_dict(settings)


_SETTINGS: Final = tuple(entry.name for entry in fields(Recipe) if entry.init)


def minimum_vocab_size(special_tokens: Iterable[str]) -> int:
    """Entries of a vocabulary without merges: every byte, and each distinct special token."""
    return 256 + len(set(special_tokens))


def _check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        known = " or ".join(map(repr, choices))
        raise RecipeError(f"{name} {value!r}", "is not one of the known values", f"Choose {known}")


def _check_whole_number(name: str, value: object, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RecipeError(
            f"{name} {value!r}", f"must be a whole number from {least} to {most:,}", "Choose such a number"
        )


def _check_coverage(value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1:
        rule = "must be a share of all characters, above 0 and at most 1"
        raise RecipeError(f"character_coverage {value!r}", rule, "Choose 0.9995, or 1 for every character")


def _check_held_out(value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1:
        rule = "must be a share of the documents, from 0 and below 1"
        raise RecipeError(f"held_out {value!r}", rule, "Choose 0.01 for one document in a hundred, or 0 for none")


def _as_tuple(tokens: Iterable[str]) -> tuple[str, ...]:
    if isinstance(tokens, str | set | frozenset) or not isinstance(tokens, Iterable):
        rule = "must be a list of strings, since their order is that of their ids"
        raise RecipeError(f"special_tokens {tokens!r}", rule, 'Write ["<|endoftext|>"]')
    return tuple(tokens)


def _checked_specials(tokens: Iterable[str]) -> tuple[str, ...]:
    given = _as_tuple(tokens)
    for token in given:
        _check_special(token)
    return given


def _check_special(token: object) -> None:
    value = f"special token {token!r}"
    if not isinstance(token, str):
        raise RecipeError(value, "must be a string", "Write the token as text")
    if not token:
        raise RecipeError(value, "must not be empty: it would match everywhere", "Remove it or give it a text")
    if "\0" in token:
        raise RecipeError(value, "must not hold the character NUL", "Remove the NUL")
    if not is_well_formed(token):
        raise RecipeError(value, "holds half a surrogate pair, which is not text", "Write the whole character")


def _notes_on_specials(given: tuple[str, ...]) -> tuple[str, ...]:
    repeated = [token for token, times in Counter(given).items() if times > 1]
    spaced = [token for token in dict.fromkeys(given) if token != token.strip()]
    return (
        *(f"Special token {token!r} was given more than once and is kept once." for token in repeated),
        *(f"Special token {token!r} begins or ends with white space, which is easily lost." for token in spaced),
    )


def _notes_on_normalization(form: str) -> tuple[str, ...]:
    if form == "none":
        return ()
    example = "'ＡＢ½ ﬁ' comes back as 'AB1⁄2 fi'" if "K" in form else "'é' comes back in one spelling, whatever it had"
    return (f"Normalisation {form} is not reversible: decoding gives the text in that form ({example}).",)
