"""merges.log: merges in records of one size, appended while they are learned.

    header    32 bytes: magic, version, bytes of a record, zeros, checksum
    record    left, right and resulting token, checksum (32 bits each), count, tokens left (64 bits each); little-endian

The checksum of a record covers its rank too. What follows the last whole and right record is no part of the log: a
process died there, or the disk was full.
"""

from __future__ import annotations

import hashlib
import os
import stat
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.errors import RunError
from vocabsmith_engine.recipe import MAX_VOCAB_SIZE
from vocabsmith_engine.runs.files import damaged, opened, write_durably

if TYPE_CHECKING:
    from vocabsmith_engine._native import UInt32Array, UInt64Array

_MAGIC: Final = b"VSmerges"
_VERSION: Final = 1
_RECORD: Final = np.dtype([("ids", "<u4", 3), ("checksum", "<u4"), ("count", "<u8"), ("tokens_left", "<u8")])
_HEAD: Final = struct.pack("<8sII12x", _MAGIC, _VERSION, _RECORD.itemsize)
_HEADER: Final = _HEAD + struct.pack("<I", zlib.crc32(_HEAD))
_BLOCK: Final = 2**15
_NOT_OF_ZEROS: Final = np.uint32(0x56534D47)
"""Added to ranks, so that no record of zeros, which a crash may leave, has a right checksum."""

Records = npt.NDArray[np.void]


@dataclass(frozen=True, slots=True)
class LoggedMerges:
    """Merges in the order they were learned, see `TrainingResult`; `digest`: of their records."""

    ids: UInt32Array
    counts: UInt64Array
    tokens_left: UInt64Array
    digest: str

    def __len__(self) -> int:
        return len(self.ids)


def records_of(first: int, ids: UInt32Array, counts: UInt64Array, tokens_left: UInt64Array) -> Records:
    """Merges from rank `first` on as they stand in the log."""
    records = np.zeros(len(ids), _RECORD)
    records["ids"] = ids
    records["count"] = counts
    records["tokens_left"] = tokens_left
    records["checksum"] = _checksums(first, records)
    return records


def _checksums(first: int, records: Records) -> UInt32Array:
    """(n) A hash of each record and its rank: every step can be undone, so no change of a single word goes unseen."""
    words = records.view("<u4").reshape(len(records), _RECORD.itemsize // 4)
    hashes = np.arange(first, first + len(records), dtype=np.uint32) + _NOT_OF_ZEROS
    for word in (0, 1, 2, 4, 5, 6, 7):
        hashes = (hashes ^ words[:, word]) * np.uint32(0x9E3779B1)
        hashes ^= hashes >> np.uint32(15)
    return hashes


def digest_of(records: Records) -> str:
    """A digest of records, for whoever wants to be sure of all of them."""
    return hashlib.blake2b(records.tobytes(), digest_size=16).hexdigest()


def logged(path: Path, most: int) -> LoggedMerges:
    """The merges in a log, `most` of them at most. Raises RunError for what is no log."""
    records = _read(path, most)
    return LoggedMerges(
        records["ids"].astype(np.uint32),
        records["count"].astype(np.uint64),
        records["tokens_left"].astype(np.uint64),
        digest_of(records),
    )


def number_logged(path: Path) -> int:
    """About how many merges a log has, by its size; 0 if there is none."""
    try:
        status = path.lstat()
    except OSError:
        return 0
    return max(status.st_size - len(_HEADER), 0) // _RECORD.itemsize if stat.S_ISREG(status.st_mode) else 0


def _read(path: Path, most: int) -> Records:
    """The records up to the first wrong one: a file of any size may follow it."""
    with opened(path) as file:
        if file.read(len(_HEADER)) != _HEADER:
            raise damaged(path, "is no log of merges")
        return np.concatenate([np.zeros(0, _RECORD), *_blocks(file, most)])


def _blocks(file: BinaryIO, most: int) -> Iterator[Records]:
    first = 0
    while first < most:
        content = file.read(min(_BLOCK, most - first) * _RECORD.itemsize)
        records = np.frombuffer(content, _RECORD, len(content) // _RECORD.itemsize)
        right = records["checksum"] == _checksums(first, records)
        if not right.all() or len(records) < _BLOCK:
            yield records[: int(np.argmin(right))] if not right.all() else records
            return
        yield records
        first += len(records)


class MergeLog:
    """The log of a run that is being worked on."""

    def __init__(self, path: Path) -> None:
        """A log that cannot be read begins anew."""
        self._path = path
        try:
            self._records = _read(path, MAX_VOCAB_SIZE)
        except RunError:
            self._records = np.zeros(0, _RECORD)
        self._before = len(self._records)

    def __len__(self) -> int:
        return self._before

    def add(self, first: int, ids: UInt32Array, counts: UInt64Array, tokens_left: UInt64Array) -> int:
        """Append what is new of the merges from rank `first` on, durably; how many merges the log has then.

        `first` is at most the number that it has. Raises RunError when the others are not those that it has; OSError,
        with the log as it was.
        """
        records = records_of(first, ids, counts, tokens_left)
        known = self._records[first : first + len(records)]
        if not np.array_equal(known, records[: len(known)]):
            raise damaged(self._path, "has other merges than those that the same counts give now")
        new = records[max(self._before - first, 0) :]
        if len(new):
            self._append(new)
            self._before += len(new)
        return self._before

    def _append(self, records: Records) -> None:
        if self._before == 0:
            write_durably(self._path, _HEADER)
        flags = os.O_WRONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
        end = len(_HEADER) + self._before * _RECORD.itemsize
        with os.fdopen(os.open(self._path, flags), "wb", buffering=0) as file:
            file.truncate(end)  # a torn record, or what a full disk has taken of the last ones
            file.seek(end)
            _write_all(file.fileno(), records.tobytes())
            os.fsync(file.fileno())


def _write_all(handle: int, content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(handle, view) :]
