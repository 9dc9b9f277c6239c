"""JSON that comes from anywhere: read with limits, and looked into with errors that name file, place and value."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats.json_in_parts import parsed
from vocabsmith_engine.text import is_well_formed

MAX_FILE_SIZE: Final = 512 * 1024 * 1024
_MAX_SHOWN: Final = 80
_MAX_VALUE: Final = 200
_LONG_VALUES: Final = ("vocab", "merges")  # of the model in a tokenizer.json
_KIND_NAMES: Final = {
    dict: "an object",
    list: "a list",
    str: "a string",
    int: "a whole number",
    bool: "true or false",
    type(None): "null",
}


def read_bytes(path: Path) -> bytes:
    """All bytes of a tokenizer file. Raises FormatError if it cannot be read or is larger than any real one."""
    if path.exists() and not path.is_file():  # a pipe would be waited for
        raise FormatError(str(path), "is no file", "Choose a tokenizer file")
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_SIZE + 1)
    except OSError as error:
        raise FormatError(str(path), f"cannot be read ({error.strerror})", "Choose a tokenizer file") from error
    if len(content) > MAX_FILE_SIZE:
        limit = f"is larger than {MAX_FILE_SIZE // 2**20} MiB, and no tokenizer is"
        raise FormatError(str(path), limit, "Choose a tokenizer file")
    return content


def read_text(path: Path) -> str:
    """The file as UTF-8, without a byte order mark. Raises FormatError naming the first wrong byte."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        rule = f"is not UTF-8: byte 0x{error.object[error.start]:02X} at offset {error.start}"
        raise FormatError(str(path), rule, "Choose a tokenizer file") from None


def read_json(path: Path) -> dict[str, Any]:
    """The object in a JSON file. Raises FormatError for bad syntax, repeated keys, deep nesting and other values."""
    try:
        value = parsed(read_text(path), _LONG_VALUES, _unique_keys)
    except RecursionError:
        raise FormatError(str(path), "is nested too deeply", "Choose a tokenizer file") from None
    except ValueError as error:
        raise FormatError(str(path), f"is not valid JSON: {error}", "Choose a tokenizer file") from None
    if not isinstance(value, dict):
        raise FormatError(str(path), "holds no JSON object", "Choose a tokenizer file")
    return value


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) == len(pairs):
        return mapping
    seen: set[str] = set()
    repeated = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
    raise ValueError(f"the key {shown(repeated)} stands twice in one object")


def to_json(value: Mapping[str, Any]) -> bytes:
    """`value` as a JSON file: indented, in the order of its keys, with a final line feed."""
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()


def shown(value: object) -> str:
    """`value` for an error message: one line, cut if it is long, with spaces side by side made visible."""
    text = json.dumps(value, ensure_ascii=False, default=repr).replace("  ", "␣␣")
    text = text.encode(errors="backslashreplace").decode()  # half a surrogate pair cannot be printed
    return text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 1] + "…"


def cut(value: str) -> str:
    """What another error says about a value, for an error about a file, where the value may be of any length."""
    return value if len(value) <= _MAX_VALUE else value[: _MAX_VALUE - 1] + "…"


class Place:
    """A value inside a file, and the way to it: reads what is below, and builds the error when it does not fit."""

    __slots__ = ("_list", "_number", "path", "value")

    def __init__(self, path: Path, value: Any, way: str = "", number: int | None = None) -> None:
        """`way`: to the value, or to the list that it is the entry `number` of."""
        self.path = path
        self.value = value
        self._list = way
        self._number = number

    @property
    def way(self) -> str:
        """The keys and numbers that lead to the value, put together only when they are asked for: lists are long."""
        return self._list if self._number is None else f"{self._list}[{self._number}]"

    def error(self, rule: str, remedy: str = "Use a file that Vocabsmith or its library wrote") -> FormatError:
        """A FormatError that names file, place and value."""
        return FormatError(f"{self.path}: {cut(self.way)} {shown(self.value)}", rule, remedy)

    def of(self, *kinds: type) -> Any:
        """The value, which must be of one of these types (a bool is no int)."""
        if type(self.value) not in kinds:
            raise self.error(f"must be {' or '.join(_KIND_NAMES[kind] for kind in kinds)}")
        if isinstance(self.value, str) and not is_well_formed(self.value):
            raise self.error("holds half a surrogate pair, which is not text")
        return self.value

    def get(self, key: str, default: Any = None) -> Place:
        """What stands under `key` of an object; `default` if nothing does."""
        mapping: dict[str, Any] = self.of(dict)
        return Place(self.path, mapping.get(key, default), f"{self.way}.{key}" if self.way else key)

    def items(self) -> Iterable[Place]:
        """The entries of a list."""
        way = self.way
        return (Place(self.path, entry, way, number) for number, entry in enumerate(self.of(list)))

    def require(self, *allowed: Any) -> None:
        """The value must be one of `allowed`; anything else is refused, never approximated."""
        if not any(self.value == choice and type(self.value) is type(choice) for choice in allowed):
            choices = " or ".join(map(shown, allowed))
            raise self.error(f"is not supported, only {choices}", "Use a tokenizer without it")
