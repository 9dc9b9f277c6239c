"""What a worker process and its parent say to each other: a kind, a length, and that many bytes. Nothing is pickled."""

from __future__ import annotations

import struct
from enum import IntEnum
from typing import IO, Final

_HEADER: Final = struct.Struct("<BQ")


class Kind(IntEnum):
    """Kinds of frames, in the order of a conversation."""

    RECIPE = 1  # to the worker: JSON
    TEXT = 2  # to the worker: weight and number of records in 8 bytes each, their ends, then text
    PROGRESS = 3  # from the worker: bytes of the text done, in 8 bytes
    COUNTED = 4  # from the worker: the text is done
    FINISH = 5  # to the worker: send the table and end
    PIECES = 6  # from the worker: its table, in three frames; it begins a new one
    LENGTHS = 7
    COUNTS = 8
    FAILED = 9  # from the worker: JSON of an error, then it ends
    HAND_OVER = 10  # to the worker: send the table and begin a new one


def write_frame(stream: IO[bytes], kind: Kind, *parts: bytes | memoryview) -> None:
    """Send one frame whose content is `parts`, one behind the other."""
    stream.write(_HEADER.pack(kind, sum(map(len, parts))))
    for part in parts:
        stream.write(part)
    stream.flush()


def read_frame(stream: IO[bytes]) -> tuple[Kind, bytes] | None:
    """The next frame, or None when the other side is gone."""
    header = stream.read(_HEADER.size)
    if len(header) < _HEADER.size:
        return None
    kind, length = _HEADER.unpack(header)
    content = stream.read(length)
    return (Kind(kind), content) if len(content) == length else None


def pack_number(number: int) -> bytes:
    """A number of a frame's content."""
    return number.to_bytes(8, "little")


def unpack_number(content: bytes) -> int:
    """The inverse of `pack_number`, for the first 8 bytes."""
    return int.from_bytes(content[:8], "little")
