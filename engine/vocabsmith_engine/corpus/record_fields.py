"""Which field of a record holds its text: as the user names it, or found by name and type.

A field is a path: keys with dots between them, and [] where it goes into each element of a list. "messages[].content"
gives a text for every message; each of them is a document of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from vocabsmith_engine.corpus.failures import BadFile, shown
from vocabsmith_engine.errors import CorpusError

LIKELY_NAMES: Final = ("text", "content", "body", "document", "article", "raw_content", "markdown", "code", "sentence")
"""What the field with the text is called where nobody names it; the first of these that there is."""

_MOST_SHOWN: Final = 12
_DEEPEST_SHOWN: Final = 4

Step = str | None
"""A key, or None: into each element of a list."""


@dataclass(frozen=True, slots=True)
class FieldPath:
    """Where in a record its text is.

    Attributes:
        name: as it is written.
        steps: from the record on; none where the record itself is the text.
    """

    name: str
    steps: tuple[Step, ...]

    @classmethod
    def parsed(cls, name: str) -> FieldPath:
        """What "meta.text" or "messages[].content" stands for. Raises CorpusError for an empty step."""
        steps: list[Step] = []
        for part in name.split("."):
            key = part
            while key.endswith("[]"):
                key = key[:-2]
            if key or not part:
                steps.append(key)
            steps += [None] * ((len(part) - len(key)) // 2)
        if "" in steps:
            raise CorpusError(f"field {name!r}", "has an empty step", "Write it as messages[].content")
        return cls(name, tuple(steps))


WHOLE_RECORD: Final = FieldPath("", ())


def texts_in(value: object, steps: Sequence[Step]) -> Iterator[str]:
    """The texts to which `steps` lead from `value`, in order; none where they lead to something else."""
    if not steps:
        if isinstance(value, str):
            yield value
    elif steps[0] is None:
        for element in value if isinstance(value, list) else ():
            yield from texts_in(element, steps[1:])
    elif isinstance(value, dict):
        yield from texts_in(value.get(steps[0]), steps[1:])


def field_of_records(path: Path, records: Sequence[object], named: str | None) -> FieldPath:
    """The field of records such as these, which are the first ones of the file at `path`.

    Raises BadFile when the named field is in none of them, and when none is named and it cannot be told.
    """
    if named is not None:
        return _named_field(path, records, named)
    if any(isinstance(record, str) for record in records) and not any(
        isinstance(each, dict | list) for each in records
    ):
        return WHOLE_RECORD
    fields = _text_fields(records)
    return FieldPath(name := likely_field(path, [name for name in fields if _is_plain(name)], fields), (name,))


def likely_field(path: Path, plain: Sequence[str], all_of_text: Sequence[str], named_so: Sequence[str] = ()) -> str:
    """Of fields that hold text the one that is named like it, or the only one.

    `named_so`: fields that hold it only if they are named like it. Raises BadFile that lists `all_of_text`.
    """
    by_name = {name.casefold(): name for name in reversed([*plain, *named_so])}
    for name in LIKELY_NAMES:
        if name in by_name:
            return by_name[name]
    if len(plain) == 1:
        return plain[0]
    if len(all_of_text) == 1:
        raise BadFile(path, f"has its text deeper inside, in {listed(all_of_text)}", "Name that with --field")
    if all_of_text:
        reason = f"has several fields of text: {listed(all_of_text)}"
        raise BadFile(path, reason, "Name the one to learn from with --field")
    raise BadFile(path, "has no field of text", "Name one with --field, or leave the file out")


class NoSuchField(BadFile):
    """A file whose records have no field of the name that the user gave.

    Attributes:
        fields: those with text that they have.
    """

    def __init__(self, path: Path, name: str, fields: Sequence[str]) -> None:
        self.fields = tuple(fields)
        there = f"there are {listed(fields)}" if fields else "there are none"
        super().__init__(path, f"has no field {name!r} with text; {there}", "Name one of them with --field")


def listed(names: Sequence[str]) -> str:
    """The first of `names`, for a message."""
    more = len(names) - _MOST_SHOWN
    return ", ".join(shown(Path(name)) for name in names[:_MOST_SHOWN]) + (f" and {more:,} more" if more > 0 else "")


def _named_field(path: Path, records: Sequence[object], name: str) -> FieldPath:
    if any(isinstance(record, Mapping) and name in record for record in records):
        return FieldPath(name, (name,))  # a key may hold dots
    field = FieldPath.parsed(name)
    if records and not any(True for record in records for _ in texts_in(record, field.steps)):
        raise NoSuchField(path, name, _text_fields(records))
    return field


def _text_fields(records: Sequence[object]) -> list[str]:
    names: dict[str, None] = {}
    for record in records:
        if isinstance(record, str):  # it is a text itself, and in no field
            continue
        names.update(dict.fromkeys(_paths_to_text(record, "", _DEEPEST_SHOWN)))
    return list(names)


def _paths_to_text(value: Any, name: str, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield name
    elif depth and isinstance(value, dict):
        for key, inner in value.items():
            yield from _paths_to_text(inner, f"{name}.{key}" if name else key, depth - 1)
    elif depth and isinstance(value, list):
        for element in value[:1]:
            yield from _paths_to_text(element, f"{name}[]", depth - 1)


def _is_plain(name: str) -> bool:
    return "." not in name and not name.endswith("[]")
