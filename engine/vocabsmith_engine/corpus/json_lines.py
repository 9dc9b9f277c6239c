"""JSONL: a value on each line, and arrays of values brought into that shape; blocks of lines are parsed apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final

import numpy as np

from vocabsmith_engine.corpus.failures import BadFile
from vocabsmith_engine.corpus.json_blocks import json_value, parsed_block
from vocabsmith_engine.corpus.record_fields import FieldPath, field_of_records
from vocabsmith_engine.corpus.record_texts import Records
from vocabsmith_engine.text_files import TextFile

LineBlock = tuple[bytes, int]
"""Whole lines, and the number of the first one."""

_LF: Final = 10
_BLOCK: Final = 2**20
_BIT: Final = 120 * 2**10
_MOST_LOOKED_AT: Final = 1000


class JsonLines:
    """The records in blocks of lines.

    Attributes:
        field: where their text is; None while nothing is known of a file without records.
    """

    def __init__(self, path: Path, blocks: Iterator[LineBlock], named: str | None) -> None:
        """Looks at the first records. Raises BadFile when there are none, or their field cannot be told."""
        self.field: FieldPath | None = None
        self._blocks = blocks
        for block in blocks:
            if lines := [line for line in block[0].split(b"\n", _MOST_LOOKED_AT)[:_MOST_LOOKED_AT] if line.strip()]:
                self._blocks = chain([block], blocks)
                self.field = field_of_records(path, _records_in(lines, path), named)
                break

    def parts(self) -> Iterator[Callable[[], Records]]:
        """The records, part by part; each part is to be called once, on any thread."""
        for block, first in self._blocks:
            assert self.field is not None
            yield partial(parsed_block, block, first, self.field.steps)


def line_blocks(text: TextFile, check_room: Callable[[int], None]) -> Iterator[LineBlock]:
    """`text` in blocks of whole lines; a line that is longer than a block is one of its own.

    `check_room` is told of what is held whenever that is more than a block, before more is read.
    """
    held: list[bytes] = []
    length, wanted, first = 0, _BLOCK, 1
    while not text.ended:
        held.append(text.read(_BIT))
        length += len(held[-1])
        if length > _BLOCK:
            check_room(length)
        if length < wanted and not text.ended:
            continue
        data = b"".join(held)
        cut = len(data) if text.ended else data.rfind(b"\n") + 1
        if cut:
            yield data[:cut], first
            first += int(np.count_nonzero(np.frombuffer(data, np.uint8, cut) == _LF))
            wanted = _BLOCK
        else:
            wanted = 2 * length  # so that a long line is looked through a few times only
        held = [data[cut:]]
        length = len(held[0])


def _records_in(lines: Sequence[bytes], path: Path) -> list[object]:
    records: list[object] = []
    for line in lines:
        with suppress(ValueError, RecursionError):
            records.append(json_value(line))
    if not records:
        raise BadFile(path, "is not JSON: none of its first lines is", "Choose what it is with --kind, or leave it out")
    return records
