"""A file as it lies on the disk, or standard input, read from front to back."""

from __future__ import annotations

import io
import os
import stat
import sys
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self, cast

from vocabsmith_engine.corpus.failures import BadFile, unreadable

STANDARD_INPUT: Final = Path("-")


class DiskFile:
    """An open file; a context manager. Raises BadFile when it cannot be read or shrinks meanwhile.

    Attributes:
        path: where it is; - is standard input.
        size: its size when it was opened; what is added later is not read. None for standard input and for other files
            that do not say: they are read to their end.
        bytes_read: how many of them were read.
    """

    def __init__(self, path: Path, *, glance: bool = False) -> None:
        """`glance`: nobody will ask how it has changed."""
        self.path = path
        self._asked = glance
        self.bytes_read = 0
        self._change: str | None = None
        self.size: int | None = None
        self._file: IO[bytes] | io.FileIO = sys.stdin.buffer
        if path != STANDARD_INPUT:
            try:
                self._file = path.open("rb", buffering=0)
                status = os.fstat(self._file.fileno())
            except OSError as error:
                raise unreadable(path, error) from None
            if stat.S_ISREG(status.st_mode):
                self.size = status.st_size or None  # of a file that the system makes up it says 0
            self._written_at = status.st_mtime_ns

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.path != STANDARD_INPUT:
            self.note_of_changes()
            self._file.close()

    @property
    def bytes_left(self) -> int | None:
        """Bytes that are still to be read; None if nobody knows."""
        return None if self.size is None else self.size - self.bytes_read

    def read(self, size: int) -> bytes:
        """The next `size` bytes or fewer; none at the end only."""
        wanted = size if self.size is None else min(size, self.size - self.bytes_read)
        try:
            data = self._file.read(wanted) or b""
        except OSError as error:
            raise unreadable(self.path, error) from None
        if wanted and not data and self.size is not None:
            reason = f"shrank from {self.size:,} to {self.bytes_read:,} bytes or fewer while it was read"
            raise BadFile(self.path, reason, "Start again when nothing writes to it")
        self.bytes_read += len(data)
        return data

    def note_of_changes(self) -> str | None:
        """What was done to the file while it was read, that does not keep it from being used; as it was asked first."""
        if self.size is not None and not self._asked:
            status = os.fstat(self._file.fileno())
            if status.st_size > self.size:
                self._change = f"grew by {status.st_size - self.size:,} bytes while it was read; they were left out"
            elif status.st_mtime_ns != self._written_at:
                self._change = "was written to while it was read"
            self._asked = True
        return self._change

    def random_access(self) -> IO[bytes]:
        """The same file, to be read anywhere; what is read of it counts as read."""
        return cast("IO[bytes]", _Anywhere(self, cast("io.FileIO", self._file)))


class _Anywhere(io.RawIOBase):
    """Lets a library seek in a file, and keeps the account of what was read."""

    def __init__(self, disk: DiskFile, file: io.FileIO) -> None:
        super().__init__()
        self._disk = disk
        self._file = file

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        count = self._file.readinto(buffer) or 0
        self._disk.bytes_read = min(self._disk.bytes_read + count, self._disk.size or 0)
        return count
