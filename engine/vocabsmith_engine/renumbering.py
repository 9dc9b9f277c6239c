"""The settings of a tokenizer that name ids, for a vocabulary in which tokens have other ids or are gone."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from vocabsmith_engine.decoding import Decoding
from vocabsmith_engine.models import ByteLevel, Characters, ModelSettings
from vocabsmith_engine.templates import Template
from vocabsmith_engine.text import Int64Array

if TYPE_CHECKING:
    from vocabsmith_engine.tokenizer import Tokenizer

GONE: Final = -1
"""The new id of a token that the new vocabulary has not got."""


def renumbered_settings(tokenizer: Tokenizer, new_ids: Int64Array, size: int) -> dict[str, Any]:
    """Everything of `tokenizer` that names ids, besides merges, for `dataclasses.replace`.

    Args:
        tokenizer: with the old ids.
        new_ids: (tokens) what each id becomes, -1 for one that goes. Special tokens that go are left out; none that the
            model or the template names may go.
        size: how many tokens there are to be.
    """
    added = tokenizer.added_tokens
    return {
        "special_tokens": dict(_kept(tokenizer.special_tokens.items(), new_ids)),
        "added_tokens": added
        and tuple(dataclasses.replace(each, id=int(new_ids[each.id])) for each in added if new_ids[each.id] != GONE),
        "model": _renumbered_model(tokenizer.model, new_ids, size),
        "decoding": _renumbered_decoding(tokenizer.decoding, new_ids),
        "template": tokenizer.template and _renumbered_template(tokenizer.template, new_ids),
        "origin": tokenizer.origin and renumbered_origin(tokenizer.origin, new_ids),
    }


def _kept(entries: Iterable[tuple[str, int]], new_ids: Int64Array) -> Iterator[tuple[str, int]]:
    return ((text, int(new_ids[token_id])) for text, token_id in entries if new_ids[token_id] != GONE)


def _renumbered_model(model: ModelSettings, new_ids: Int64Array, size: int) -> ModelSettings:
    if isinstance(model, ByteLevel):
        return model
    spelled = model.byte_ids and _new_ids(model.byte_ids, new_ids)
    if isinstance(model, Characters):
        unknown = None if model.unknown_id is None else int(new_ids[model.unknown_id])
        return dataclasses.replace(model, byte_ids=spelled, unknown_id=unknown)
    kept = new_ids != GONE
    scores, kinds = np.zeros(size, model.scores.dtype), np.zeros(size, model.kinds.dtype)
    scores[new_ids[kept]], kinds[new_ids[kept]] = model.scores[kept], model.kinds[kept]
    return dataclasses.replace(
        model, scores=scores, kinds=kinds, byte_ids=spelled, unknown_id=int(new_ids[model.unknown_id])
    )


def _renumbered_decoding(decoding: Decoding, new_ids: Int64Array) -> Decoding:
    spoken = tuple((int(new_ids[each]), text) for each, text in decoding.spoken if new_ids[each] != GONE)
    return dataclasses.replace(decoding, spoken=spoken) if spoken != decoding.spoken else decoding


def _renumbered_template(template: Template, new_ids: Int64Array) -> Template:
    return Template(_new_ids(template.prefix, new_ids), _new_ids(template.suffix, new_ids))


def _new_ids(ids: tuple[int, ...], new_ids: Int64Array) -> tuple[int, ...]:
    return tuple(int(new_ids[token_id]) if token_id >= 0 else token_id for token_id in ids)


# --- the parts of a tokenizer.json that are carried along


def ids_in_origin(origin: str | None) -> frozenset[int]:
    """The ids that those parts name. None in parts that nobody can read."""
    found: set[int] = set()

    def note(token_id: int) -> int:
        found.add(token_id)
        return token_id

    _edited_parts(origin or "", note)
    return frozenset(found)


def renumbered_origin(origin: str, new_ids: Int64Array) -> str | None:
    """The parts with the new ids; None for parts that nobody can read, which would not be written anyway."""

    def new_id(token_id: int) -> int:
        return int(new_ids[token_id]) if 0 <= token_id < len(new_ids) else token_id

    parts = _edited_parts(origin, new_id)
    model = parts.get("model") if parts else None
    if not isinstance(model, dict) or type(model.get("vocab")) is not int:
        return None
    model["vocab"] = _new_border(model["vocab"], new_ids)
    return json.dumps(parts)


def _new_border(border: int, new_ids: Int64Array) -> int:
    """How many tokens the model itself knows; all behind them are added tokens."""
    behind = new_ids[border:][new_ids[border:] != GONE]
    return int(behind.min()) if len(behind) else int(new_ids.max()) + 1


def _edited_parts(origin: str, new_id: Callable[[int], int]) -> dict[str, Any] | None:
    """The parts with every id that they name replaced by what `new_id` gives for it."""
    try:
        parts = json.loads(origin)
    except (ValueError, RecursionError):  # a side file may have been written by anybody
        return None
    if not isinstance(parts, dict):
        return None
    _edit_processor(parts.get("post_processor"), new_id)
    padding = parts.get("padding")
    if isinstance(padding, dict) and type(padding.get("pad_id")) is int:
        padding["pad_id"] = new_id(padding["pad_id"])
    return parts


def _edit_processor(processor: Any, new_id: Callable[[int], int]) -> None:
    if not isinstance(processor, dict):
        return
    for each in _list(processor.get("processors")):
        _edit_processor(each, new_id)
    for side in ("cls", "sep"):
        pair = processor.get(side)
        if isinstance(pair, list) and len(pair) == 2 and type(pair[1]) is int:
            pair[1] = new_id(pair[1])
    tokens = processor.get("special_tokens")
    for entry in tokens.values() if isinstance(tokens, dict) else ():
        if isinstance(entry, dict) and isinstance(entry.get("ids"), list):
            entry["ids"] = [new_id(each) if type(each) is int else each for each in entry["ids"]]


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
