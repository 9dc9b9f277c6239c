"""The `normalizer` of a tokenizer.json, read and written.

The library's forms, and what it takes for accents, follow tables older than Unicode 16.0: it leaves characters that are
newer as they are. So a file is read as steps of the library's own, and a form of Unicode 16.0 is written with a note.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from typing import Any, Final, get_args

from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats.base import naming_place, read_row
from vocabsmith_engine.formats.json_files import Place
from vocabsmith_engine.formats.oniguruma import to_oniguruma
from vocabsmith_engine.formats.oniguruma_reading import from_oniguruma
from vocabsmith_engine.normalization import (
    ByteGlyphs,
    CharacterMap,
    Lowercase,
    Nmt,
    Normalizer,
    Prepend,
    Replace,
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
from vocabsmith_engine.normalization.unicode_form import Form


def read_normalizer(place: Place) -> Normalizer:
    """The normaliser that this value means. Raises FormatError, naming the field, for what has no step here."""
    return Normalizer(() if place.value is None else tuple(read_row(place, "normalizers", _READERS)))


def _read_strip(place: Place) -> Iterator[Step]:
    yield Strip(place.get("strip_left", True).of(bool), place.get("strip_right", True).of(bool))


def _read_replace(place: Place) -> Iterator[Step]:
    pattern, content = place.get("pattern"), place.get("content").of(str)
    if "Regex" in pattern.of(dict):
        yield Replace(read_regex(pattern.get("Regex")), content, regex=True)
    else:
        yield Replace(pattern.get("String").of(str), content)


def read_regex(place: Place) -> str:
    """The expression that `regex` reads as the library reads this one. Raises FormatError."""
    pattern: str = place.of(str)
    with naming_place(place):
        return from_oniguruma(pattern)


def _read_map(place: Place) -> Iterator[Step]:
    blob = place.get("precompiled_charsmap")
    if blob.value in (None, ""):
        return
    try:
        content = b64decode(blob.of(str), validate=True)
    except ValueError:
        raise blob.error("is not base64") from None
    yield CharacterMap(content, by_grapheme=True)


def _read_bert(place: Place) -> Iterator[Step]:
    lowercase = place.get("lowercase", True).of(bool)
    accents = place.get("strip_accents").of(bool, type(None))
    if place.get("clean_text", True).of(bool):
        yield BertClean()
    if place.get("handle_chinese_chars", True).of(bool):
        yield BertChinese()
    if lowercase if accents is None else accents:
        yield LibraryForm("NFD")
        yield BertStripAccents()
    if lowercase:
        yield Lowercase()


def _form(form: Form) -> Callable[[Place], Iterator[Step]]:
    return lambda _place: iter((LibraryForm(form),))


_READERS: Final[dict[str, Callable[[Place], Iterator[Step]]]] = {
    **{form: _form(form) for form in get_args(Form)},
    "Lowercase": lambda _place: iter((Lowercase(),)),
    "StripAccents": lambda _place: iter((LibraryStripAccents(),)),
    "Strip": _read_strip,
    "Replace": _read_replace,
    "Prepend": lambda place: iter((Prepend(place.get("prepend").of(str)),)),
    "Nmt": lambda _place: iter((Nmt(),)),
    "Precompiled": _read_map,
    "BertNormalizer": _read_bert,
    "ByteLevel": lambda _place: iter((ByteGlyphs(),)),
}


def write_normalizer(normalizer: Normalizer) -> dict[str, Any] | None:
    """The value of `normalizer`. Raises FormatError for a step that the library does not have."""
    steps = [_written(step) for step in normalizer.steps]
    if not steps:
        return None
    return steps[0] if len(steps) == 1 else {"type": "Sequence", "normalizers": steps}


def _written(step: Step) -> dict[str, Any]:
    match step:
        case UnicodeForm(form) | LibraryForm(form):
            written: dict[str, Any] = {"type": form}
        case StripAccents() | LibraryStripAccents():
            written = {"type": "StripAccents"}
        case Lowercase() | Nmt():
            written = {"type": type(step).__name__}
        case ByteGlyphs():
            written = {"type": "ByteLevel"}
        case Strip(left, right):
            written = {"type": "Strip", "strip_left": left, "strip_right": right}
        case Prepend(content):
            written = {"type": "Prepend", "prepend": content}
        case Replace(pattern, content, regex):
            wanted = {"Regex": to_oniguruma(pattern)} if regex else {"String": pattern}
            written = {"type": "Replace", "pattern": wanted, "content": content}
        case CharacterMap(blob, by_grapheme=True):
            written = {"type": "Precompiled", "precompiled_charsmap": b64encode(blob).decode()}
        case BertClean() | BertChinese() | BertStripAccents():
            written = _bert(step)
        case _:
            rule = "is not one that Hugging Face's tokenizers have"
            raise FormatError(f"the normalisation step {type(step).__name__}", rule, "Save in another format")
    return written


def _bert(step: Step) -> dict[str, Any]:
    """One part of BERT's normaliser, which does all in this order; NFD before it is done twice, to no effect."""
    return {
        "type": "BertNormalizer",
        "clean_text": isinstance(step, BertClean),
        "handle_chinese_chars": isinstance(step, BertChinese),
        "strip_accents": isinstance(step, BertStripAccents),
        "lowercase": False,
    }


def follows_newer_tables(normalizer: Normalizer) -> bool:
    """Whether the library treats characters that are newer than its tables otherwise than Vocabsmith does."""
    return any(isinstance(step, UnicodeForm | StripAccents) for step in normalizer.steps)
