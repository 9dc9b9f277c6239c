"""Long JSON parsed part by part, so that other threads have their turns: a parser lets none run before it has ended.

A line feed is never inside a string of JSON. So a long list or object that stands on lines of its own, as libraries
write the vocabulary and the merges, can be cut at the ends of its lines: where each part is a list or an object by
itself, and the rest is JSON with something else in its place, they are together what the whole would have been.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final
from uuid import uuid4

Hook = Callable[[list[tuple[str, Any]]], dict[str, Any]]

LONG: Final = 2_000_000  # characters
_PART: Final = 200_000
_CLOSING: Final = {"[": "]", "{": "}"}


def parsed(text: str, keys: Sequence[str], hook: Hook) -> Any:
    """What `json.loads(text, object_pairs_hook=hook)` gives, and what it raises.

    `keys`: lists and objects under these keys of "model" may be parsed in parts; a shorter text is parsed as it is.
    """
    if len(text) > LONG:
        try:
            found = _in_parts(text, keys, hook)
        except ValueError:
            found = None  # the parser of the whole tells where it is wrong
        if found is not None:
            return found
    return json.loads(text, object_pairs_hook=hook)


def _in_parts(text: str, keys: Sequence[str], hook: Hook) -> Any:
    """The same; None or ValueError if the text is not written in such lines."""
    values: dict[str, tuple[str, Any]] = {}
    pieces: list[str] = []
    at = 0
    for begin, end, key, opening in _long_values(text, keys):
        stands_for_it = uuid4().hex
        values[key] = (stands_for_it, _value(text[begin + 1 : end], opening, hook))
        pieces += (text[at:begin], f'"{stands_for_it}"')
        at = end + 1
    whole = json.loads("".join((*pieces, text[at:])), object_pairs_hook=hook)
    model = whole.get("model") if isinstance(whole, dict) else None
    for key, (stands_for_it, value) in values.items():
        if not isinstance(model, dict) or model.get(key) != stands_for_it:
            return None
        model[key] = value
    return whole


def _long_values(text: str, keys: Sequence[str]) -> Iterator[tuple[int, int, str, str]]:
    """Where a list or object begins and ends, its key and what opens it, in the order of the text."""
    found = [(text.find(f'"{key}": {opening}\n'), key, opening) for key in keys for opening in _CLOSING]
    behind = 0
    for line, key, opening in sorted(entry for entry in found if entry[0] >= 0):
        indent = text[text.rfind("\n", 0, line) + 1 : line]
        begin = line + len(key) + 4
        end = text.find(f"\n{indent}{_CLOSING[opening]}", begin) + 1 + len(indent)
        if indent.strip(" ") or end <= begin or line < behind:
            raise ValueError(key)
        behind = end + 1
        yield begin, end, key, opening


def _value(inside: str, opening: str, hook: Hook) -> Any:
    """The list or object that has this between its brackets."""
    closing = _CLOSING[opening]
    parts = [json.loads(f"{opening}{part}{closing}", object_pairs_hook=hook) for part in _parts(inside)]
    if opening == "[":
        return [entry for part in parts for entry in part]
    merged: dict[str, Any] = {}
    for part in parts:
        merged.update(part)
    if len(merged) < sum(map(len, parts)):
        raise ValueError("a key stands twice")
    return merged


def _parts(inside: str) -> Iterator[str]:
    """The lines between two brackets, cut behind entries; the commas there are left out."""
    indent = re.match(r"\n *", inside)
    between = f",{indent.group() if indent else ''}"
    begin = 0
    while len(inside) - begin > _PART:
        end = inside.find(between, begin + _PART)
        while end >= 0 and inside[end + len(between)] == " ":  # a line of an entry inside
            end = inside.find(between, end + 1)
        if end < 0:
            break
        yield inside[begin:end]
        begin = end + 1
    yield inside[begin:]
