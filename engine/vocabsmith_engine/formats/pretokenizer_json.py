"""The `pre_tokenizer` of a tokenizer.json: written for every pattern we know, read where it means one of ours.

gpt2                    ByteLevel, which has this pattern built in
none                    ByteLevel with use_regex false
every other one         Sequence of Splits, one for each successive pattern, and then ByteLevel without its own
"""

from __future__ import annotations

from typing import Any, Final

from vocabsmith_engine.errors import FormatError, RecipeError
from vocabsmith_engine.formats.json_files import Place, cut
from vocabsmith_engine.formats.oniguruma import to_oniguruma
from vocabsmith_engine.pretokenization import NAMES, Pretokenizer

_GPT2: Final = Pretokenizer.of("gpt2")
_OTHER_SPELLINGS: Final = {
    r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+": _GPT2.pattern,
}


def write_pretokenizer(pretokenizer: Pretokenizer) -> dict[str, Any]:
    """The value of `pre_tokenizer`. Raises FormatError for an expression that the library would read otherwise."""
    if pretokenizer.splits == _GPT2.splits:
        return _byte_level(use_regex=True)
    if not pretokenizer.splits:
        return _byte_level(use_regex=False)
    steps = [_split(to_oniguruma(pattern)) for pattern in pretokenizer.splits]
    return {"type": "Sequence", "pretokenizers": [*steps, _byte_level(use_regex=False)]}


def _split(pattern: str) -> dict[str, Any]:
    return {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}


def _byte_level(*, use_regex: bool) -> dict[str, Any]:
    return {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": use_regex}


def read_pretokenizer(place: Place) -> Pretokenizer:
    """The pre-tokenizer that this value means. Raises FormatError, naming the field, for any other."""
    is_sequence = place.get("type").value == "Sequence"
    steps = list(place.get("pretokenizers").items()) if is_sequence else [place]
    if not steps:
        raise place.error("holds no step")
    splits = [_read_split(step) for step in steps[:-1]]
    if _reads_gpt2_pattern(steps[-1]):
        splits.append(_GPT2.pattern)
    return pretokenizer_of_splits(tuple(splits), place)


def _reads_gpt2_pattern(step: Place) -> bool:
    step.get("type").require("ByteLevel")
    step.get("add_prefix_space", True).require(False)
    return bool(step.get("use_regex", True).of(bool))


def _read_split(step: Place) -> str:
    step.get("type").require("Split")
    step.get("behavior").require("Isolated")
    step.get("invert", False).require(False)
    place = step.get("pattern").get("Regex")
    pattern: str = place.of(str)
    pattern = _OTHER_SPELLINGS.get(pattern, pattern)
    if to_oniguruma(pattern) != pattern:
        raise place.error("is read in another way by Hugging Face's tokenizers than by Vocabsmith")
    return pattern


def pretokenizer_of_splits(splits: tuple[str, ...], place: Place) -> Pretokenizer:
    """The named pre-tokenizer with these successive patterns, or the one expression. Raises FormatError otherwise."""
    for name in NAMES:
        if Pretokenizer.of(name).splits == splits:
            return Pretokenizer.of(name)
    if len(splits) != 1:
        raise place.error("is a row of successive patterns that no name stands for", "Use one pattern, or a known row")
    try:
        return Pretokenizer.of(f"regex:{splits[0]}")
    except RecipeError as error:
        raise FormatError(f"{place.path}: {place.way}: {cut(error.value)}", error.rule, error.remedy) from error
