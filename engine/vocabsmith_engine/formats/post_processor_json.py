"""The `post_processor` of a tokenizer.json, read and written: the ids around one text. Pairs of texts are not read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from vocabsmith_engine.formats.json_files import Place
from vocabsmith_engine.templates import Template

_REMEDY: Final = "Use a tokenizer.json without it"


def read_template(place: Place, vocab_size: int) -> Template | None:
    """The ids around a text. Raises FormatError, naming the field, for a processor that does more than that."""
    prefix, suffix = _around(place, vocab_size)
    return Template(prefix, suffix) if prefix or suffix else None


Around = tuple[tuple[int, ...], tuple[int, ...]]


def _around(place: Place, vocab_size: int) -> Around:
    if place.value is None:
        return (), ()
    kind = place.get("type")
    kind.require("ByteLevel", "TemplateProcessing", "RobertaProcessing", "BertProcessing", "Sequence")
    if kind.value == "Sequence":
        return _around_in_turn(place.get("processors"), vocab_size)
    if kind.value == "TemplateProcessing":
        return _around_by_template(place, vocab_size)
    if kind.value == "ByteLevel":  # trims offsets, changes no id
        return (), ()
    return (_id_of_pair(place.get("cls"), vocab_size),), (_id_of_pair(place.get("sep"), vocab_size),)


def _around_in_turn(processors: Place, vocab_size: int) -> Around:
    """Each processor puts its ids around what the one before it gave."""
    prefix: tuple[int, ...] = ()
    suffix: tuple[int, ...] = ()
    for processor in processors.items():
        before, behind = _around(processor, vocab_size)
        prefix, suffix = before + prefix, suffix + behind
    return prefix, suffix


def _around_by_template(place: Place, vocab_size: int) -> Around:
    parts: tuple[list[int], list[int]] = ([], [])
    texts = 0
    for item in place.get("single").items():
        if "Sequence" in item.of(dict):
            item.get("Sequence").get("id").require("A")
            texts += 1
        else:
            name = item.get("SpecialToken").get("id").of(str)
            parts[min(texts, 1)].extend(_ids(place.get("special_tokens").get(name).get("ids"), vocab_size))
    if texts != 1:
        raise place.get("single").error(f"holds the text {texts} times, not once", _REMEDY)
    return tuple(parts[0]), tuple(parts[1])


def _ids(place: Place, vocab_size: int) -> list[int]:
    return [_checked(entry, vocab_size) for entry in place.items()]


def _id_of_pair(place: Place, vocab_size: int) -> int:
    entries = list(place.items())
    if len(entries) != 2:
        raise place.error("is not a token and its id", _REMEDY)
    return _checked(entries[1], vocab_size)


def _checked(place: Place, vocab_size: int) -> int:
    token_id: int = place.of(int)
    if not 0 <= token_id < vocab_size:
        raise place.error(f"is no id of a token; the last is {vocab_size - 1}", _REMEDY)
    return token_id


def write_template(template: Template | None, names: Sequence[str]) -> dict[str, Any] | None:
    """The value of `post_processor`: the same ids around one text and around each of two."""
    if template is None:
        return None
    ids = dict.fromkeys((*template.prefix, *template.suffix))
    first = _items(template, names, "A", 0)
    return {
        "type": "TemplateProcessing",
        "single": first,
        "pair": [*first, *_items(template, names, "B", 1)],
        "special_tokens": {names[each]: {"id": names[each], "ids": [each], "tokens": [names[each]]} for each in ids},
    }


def _items(template: Template, names: Sequence[str], text: str, kind: int) -> list[dict[str, Any]]:
    before, behind = (
        [{"SpecialToken": {"id": names[token_id], "type_id": kind}} for token_id in ids]
        for ids in (template.prefix, template.suffix)
    )
    return [*before, {"Sequence": {"id": text, "type_id": kind}}, *behind]
