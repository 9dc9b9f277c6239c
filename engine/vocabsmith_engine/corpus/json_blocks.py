"""A block of lines, each a JSON value, parsed at once by Arrow where that gives what line by line would give.

Arrow makes no Python object of a record, but takes what is no line of JSON: two objects in one line, an object in two
lines, a null that ends the program. Lines like that are told before, and any block that it refuses is read line by
line, so that what is wrong is known by its line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.json

from vocabsmith_engine.corpus.arrow_columns import records_in
from vocabsmith_engine.corpus.record_fields import Step, texts_in
from vocabsmith_engine.corpus.record_texts import Records, joined

_LARGEST_FOR_ARROW: Final = 2**30
_LF, _OPENING, _CLOSING = b"\n{}"
_SPACE: Final = b" \t\r"
_LONE_SURROGATE: Final = re.compile(rb"\\u[dD][89a-fA-F]")
_ESCAPE: Final = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<lone>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)
_DECODER: Final = json.JSONDecoder(parse_int=float)  # Python refuses whole numbers of many digits


def parsed_block(block: bytes, first: int, steps: Sequence[Step]) -> Records:
    """The records in the lines of `block`, of which the first one has the number `first`. Blank lines are none.

    Half a surrogate pair becomes U+FFFD. Bytes that are not UTF-8 stay as they are.
    """
    return _by_arrow(block, first, steps) or by_line(block, first, steps)


def by_line(block: bytes, first: int, steps: Sequence[Step]) -> Records:
    """The same, with a Python object for each record: what `parsed_block` is measured by."""
    texts: list[bytes] = []
    rows: list[int] = []
    broken: list[int] = []
    missing: list[int] = []
    used = 0
    for number, line in _filled_lines(block, first):
        try:
            found = _texts_of(line, steps)
        except ValueError:
            broken.append(number)
            continue
        texts += found
        rows += [number - first] * len(found)
        used += bool(found)
        if not found:
            missing.append(number)
    return Records(*joined(texts), used, broken, missing, first, np.array(rows, np.int64))


def _texts_of(line: bytes, steps: Sequence[Step]) -> list[bytes]:
    try:
        return [text.encode("utf-8", "surrogateescape") for text in texts_in(json_value(line), steps)]
    except RecursionError:  # for `json` it is nested too deep; Arrow goes down as far as need be
        records = _by_arrow(line, 1, steps)
        if records is None:
            raise ValueError("nested too deep") from None
        return [bytes(records.text[begin:end]) for begin, end in pairwise([0, *records.ends.tolist()])]


def json_value(line: bytes) -> object:
    """The value in a line; bytes that are not UTF-8 are in it as Python writes them (`surrogateescape`).

    Raises ValueError, and RecursionError for values that are nested too deep.
    """
    if _LONE_SURROGATE.search(line):
        line = _ESCAPE.sub(_without_lone_surrogate, line)
    return _DECODER.decode(line.decode("utf-8", "surrogateescape"))


def _without_lone_surrogate(escape: re.Match[bytes]) -> bytes:
    return rb"\ufffd" if escape["lone"] else escape[0]


def _filled_lines(block: bytes, first: int) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(block.split(b"\n"), first):
        if filled := line.strip(_SPACE):
            yield number, filled


def _by_arrow(block: bytes, first: int, steps: Sequence[Step]) -> Records | None:
    numbers = _lines_of_one_object(block, first) if steps and steps[0] is not None else None
    if not numbers:
        return None
    schema = pa.schema([pa.field(steps[0], _type_of(steps[1:]))])
    try:
        table = pa.json.read_json(
            pa.BufferReader(block),
            pa.json.ReadOptions(use_threads=False, block_size=len(block) + 1),
            pa.json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore"),
        )
    except pa.ArrowException:
        return None
    if table.num_rows != len(numbers):
        return None
    return records_in(table.column(0).combine_chunks(), steps[1:], numbers)


def _type_of(steps: Sequence[Step]) -> pa.DataType:
    if not steps:
        return pa.string()
    inner = _type_of(steps[1:])
    return pa.list_(inner) if steps[0] is None else pa.struct([pa.field(steps[0], inner)])


def _lines_of_one_object(block: bytes, first: int) -> Sequence[int]:
    """Numbers of the lines, if each that is not blank begins and ends with a brace, as an object does.

    Between two such lines no object goes on: `}` and then `{` occur in no value. So as many objects as lines are one in
    each. No numbers if there is anything else, or what Arrow takes for the end of the text.
    """
    if len(block) > _LARGEST_FOR_ARROW or b"\0" in block:
        return ()
    if block.startswith(b"{") and block.endswith((b"}\n", b"}")):
        data = np.frombuffer(block, np.uint8)
        breaks = np.flatnonzero(data[:-1] == _LF)
        if bool(np.all((data[breaks - 1] == _CLOSING) & (data[breaks + 1] == _OPENING))):
            return range(first, first + len(breaks) + 1)
    numbers = []
    for number, line in _filled_lines(block, first):
        if not (line.startswith(b"{") and line.endswith(b"}")):
            return ()
        numbers.append(number)
    return numbers
