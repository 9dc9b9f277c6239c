"""The `pre_tokenizer` of a tokenizer.json, read and written.

gpt2                    ByteLevel, which has this pattern built in
none                    ByteLevel with use_regex false
every other pattern     Sequence of Splits, one for each successive pattern, and then ByteLevel without its own

What others write besides is read as a row of splits and of edits: ByteLevel's space in front and its byte alphabet,
Metaspace's ▁. A row that means one of the named patterns is known as such.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, get_args

from vocabsmith_engine import _huggingface_classes as classes
from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats.base import naming_place, read_row
from vocabsmith_engine.formats.json_files import Place
from vocabsmith_engine.formats.normalizer_json import read_regex
from vocabsmith_engine.formats.oniguruma import to_oniguruma
from vocabsmith_engine.normalization import ByteGlyphs, Prefix, Replace
from vocabsmith_engine.piece_cutting import Behavior, Entry, Split
from vocabsmith_engine.pretokenization import Pretokenizer

_GPT2: Final = Pretokenizer.of("gpt2")
_OTHER_SPELLINGS: Final = {
    r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+": _GPT2.pattern,
}
_REMEDY: Final = "Use a tokenizer.json without it"


def read_entries(place: Place) -> tuple[Entry, ...]:
    """The splits and edits that this value means, in their order. Raises FormatError, naming the field."""
    return () if place.value is None else tuple(read_row(place, "pretokenizers", _READERS))


def _read_byte_level(place: Place) -> Iterator[Entry]:
    if place.get("add_prefix_space", True).of(bool):
        yield Prefix(" ")
    if place.get("use_regex", True).of(bool):
        yield _GPT2.pattern
    yield ByteGlyphs()


def _read_split(place: Place) -> Iterator[Entry]:
    pattern = place.get("pattern")
    invert = place.get("invert", False).of(bool)
    if "Regex" in pattern.of(dict):
        written: str = pattern.get("Regex").of(str)
        expression = _OTHER_SPELLINGS.get(written) or read_regex(pattern.get("Regex"))
    else:
        expression = _literal(pattern.get("String"))
    yield _split(expression, _read_behavior(place.get("behavior")), invert=invert)


def _split(pattern: str, behavior: Behavior, *, invert: bool = False) -> str | Split:
    """Isolated splits are what a plain pattern stands for, whichever of the two sides the matches are."""
    return pattern if behavior == "Isolated" and not invert else Split(pattern, behavior, invert)


def _literal(place: Place) -> str:
    text: str = place.of(str)
    if not text:
        raise place.error("is empty and would match everywhere", _REMEDY)
    return re.escape(text)


def _read_behavior(place: Place) -> Behavior:
    place.require(*get_args(Behavior))
    behavior: Behavior = place.value
    return behavior


def _read_digits(place: Place) -> Iterator[Entry]:
    individual = place.get("individual_digits", False).of(bool)
    yield _split(f"[{classes.NUMERIC}]", "Isolated" if individual else "Contiguous")


def _read_punctuation(place: Place) -> Iterator[Entry]:
    yield _split(f"[{classes.PUNCTUATION}]", _read_behavior(place.get("behavior", "Isolated")))


def _read_whitespace(_place: Place) -> Iterator[Entry]:
    yield Split(rf"[{classes.WORD}]+|[^{classes.WORD}\s]+", "Removed", invert=True)


def _read_whitespace_split(_place: Place) -> Iterator[Entry]:
    yield Split(r"\s", "Removed")


def _read_delimiter(place: Place) -> Iterator[Entry]:
    delimiter = place.get("delimiter")
    if len(delimiter.of(str)) != 1:
        raise delimiter.error("is not one character", _REMEDY)
    yield Split(_literal(delimiter), "Removed")


def _read_bert(place: Place) -> Iterator[Entry]:
    yield from _read_whitespace_split(place)
    yield f"[{classes.PUNCTUATION}]"


def _read_scripts(_place: Place) -> Iterator[Entry]:
    """A run of one script with what belongs to any; what belongs to any at the beginning is left out."""
    any_script = f"(?(DEFINE)(?P<any>[{classes.ANY_SCRIPT}]))"  # a set of many ranges, so it is written once
    runs = (f"[{script}](?:[{script}]|(?&any))*+" for script in classes.SCRIPTS)
    yield Split(f"{any_script}(?:{'|'.join(runs)})", "Removed", invert=True)


def _read_fixed_length(place: Place) -> Iterator[Entry]:
    length = place.get("length", 5)
    if length.of(int) < 1:
        raise length.error("is no length", _REMEDY)
    yield f"(?s:.){{1,{min(length.value, 2**30)}}}"


def _read_metaspace(place: Place) -> Iterator[Entry]:
    sign = place.get("replacement")
    if len(sign.of(str)) != 1:
        raise sign.error("is not one character", _REMEDY)
    scheme = metaspace_scheme(place)
    yield Replace(" ", sign.value)
    if scheme != "never":
        yield Prefix(sign.value, first_only=scheme == "first")
    if place.get("split", True).of(bool):
        yield Split(_literal(sign), "MergedWithNext")


def metaspace_scheme(place: Place) -> str:
    """`prepend_scheme`; older files say `add_prefix_space` in its place."""
    scheme = place.get("prepend_scheme", "always")
    scheme.require("always", "first", "never")
    if place.get("add_prefix_space", True).of(bool):
        return str(scheme.value)
    if "prepend_scheme" in place.value:
        scheme.require("never")
    return "never"


_READERS: Final[dict[str, Callable[[Place], Iterator[Entry]]]] = {
    "ByteLevel": _read_byte_level,
    "Split": _read_split,
    "Digits": _read_digits,
    "Punctuation": _read_punctuation,
    "Whitespace": _read_whitespace,
    "WhitespaceSplit": _read_whitespace_split,
    "CharDelimiterSplit": _read_delimiter,
    "BertPreTokenizer": _read_bert,
    "UnicodeScripts": _read_scripts,
    "FixedLength": _read_fixed_length,
    "Metaspace": _read_metaspace,
}


def pretokenizer_of_splits(splits: tuple[Entry, ...], place: Place) -> Pretokenizer:
    """The named pre-tokenizer with these successive splits, or one of its own. Raises FormatError for a bad pattern."""
    with naming_place(place):
        return Pretokenizer.of_splits(splits)


def write_pretokenizer(pretokenizer: Pretokenizer, *, byte_level: bool = True) -> dict[str, Any] | None:
    """The value of `pre_tokenizer`, with the byte alphabet at its end or without.

    Raises FormatError for an expression that the library would read otherwise, and for an edit that it has not got.
    """
    entries = list(pretokenizer.splits)
    last: list[dict[str, Any]] = []
    if byte_level:
        prefix = entries[:1] == [Prefix(" ")] and len(entries) == 1 + (entries[-1] == _GPT2.pattern)
        use_regex = entries[prefix:] == [_GPT2.pattern]
        last = [_byte_level(use_regex=use_regex, prefix=prefix)]
        entries = [] if use_regex or prefix else entries
    steps = [*map(_written, entries), *last]
    if not steps:
        return None
    return steps[0] if len(steps) == 1 else {"type": "Sequence", "pretokenizers": steps}


def _written(entry: Entry) -> dict[str, Any]:
    match entry:
        case str(pattern):
            return _written_split(pattern, "Isolated", invert=False)
        case Split(pattern, behavior, invert):
            return _written_split(pattern, behavior, invert=invert)
    raise FormatError(
        f"the edit {type(entry).__name__} of the pre-tokenizer",
        "is written to a tokenizer.json only as it was read from one",
        "Save in another format",
    )


def _written_split(pattern: str, behavior: Behavior, *, invert: bool) -> dict[str, Any]:
    return {"type": "Split", "pattern": {"Regex": to_oniguruma(pattern)}, "behavior": behavior, "invert": invert}


def _byte_level(*, use_regex: bool, prefix: bool) -> dict[str, Any]:
    return {"type": "ByteLevel", "add_prefix_space": prefix, "trim_offsets": True, "use_regex": use_regex}
