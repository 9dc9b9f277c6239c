"""A source, opened: the file it names, or the members of the archive it names, each ready to be read.

for file in inputs_of(source):        # one for a plain or a compressed file, one for each member of an archive
    file.kind                         # "text", "jsonl", …; raises BadFile when there is nothing to learn from
    file.read(65_536)                 # its bytes, unpacked, from front to back
"""

from __future__ import annotations

import io
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import IO, Final

from vocabsmith_engine.corpus.archives import Member, tar_members, zip_members
from vocabsmith_engine.corpus.compression import MOST_LAYERS, Decompressed, compression_of
from vocabsmith_engine.corpus.disk_files import DiskFile
from vocabsmith_engine.corpus.failures import BadFile
from vocabsmith_engine.corpus.kinds import Archive, archive_of, kind_of, name_without_compression
from vocabsmith_engine.corpus.sources import Kind, Source
from vocabsmith_engine.corpus.streams import Peekable

MOST_IN_MEMORY: Final = 2**30
"""Bytes of a file that must be read here and there, and does not lie on the disk as it is."""

_BLOCK: Final = 2**20


class Input:
    """One file, or one member of an archive, to be read from front to back before the next input is asked for.

    Attributes:
        path: where it is; for a member the archive and its name in it.
        source: what the user named.
    """

    def __init__(
        self, path: Path, source: Source, disk: DiskFile, stream: Peekable, *, name: str = "", size: int | None = None
    ) -> None:
        """`name` is without endings that say how it is compressed; `size` is that of a member."""
        self.path = path
        self.source = source
        self._disk = disk
        self._stream = stream
        self._name = name
        self._size = size
        self._kind: Kind | None = source.kind
        self._plain = False

    @classmethod
    def plain(cls, source: Source, disk: DiskFile, stream: Peekable) -> Input:
        """A file that is read as it lies on the disk."""
        made = cls(source.path, source, disk, stream, name=source.path.name)
        made._plain = True
        return made

    @classmethod
    def spoiled(cls, error: BadFile, source: Source, disk: DiskFile) -> Input:
        """A member that cannot be opened."""
        made = cls(error.path, source, disk, Peekable(_Failing(error)), size=0)
        made._kind = None
        return made

    @property
    def kind(self) -> Kind:
        """What it is. Raises BadFile when there is nothing to learn from."""
        if self._kind is None:
            named = self.source.encoding is not None
            self._kind = kind_of(self._stream, self._name, self.path, encoding_is_named=named)
        return self._kind

    @property
    def bytes_read(self) -> int:
        """Bytes of the file on the disk that were read so far, earlier members of an archive included."""
        return self._disk.bytes_read - (self._stream.ahead if self._plain else 0)

    @property
    def size(self) -> int:
        """Bytes that it takes on the disk; those of a member, unpacked. Known at the end for standard input."""
        if self._size is not None:
            return self._size
        return self._disk.bytes_read if self._disk.size is None else self._disk.size

    @property
    def bytes_left(self) -> int | None:
        """Bytes that `read` is still to give; None if nobody knows."""
        left = self._disk.bytes_left
        return left + self._stream.ahead if self._plain and left is not None else None

    def peek(self, size: int) -> bytes:
        """The next `size` bytes, fewer at the end only; they are still to be read."""
        return self._stream.peek(size)

    def read(self, size: int) -> bytes:
        """The next `size` bytes or fewer, unpacked; none at the end only. Raises BadFile."""
        return self._stream.read(size)

    def random_access(self) -> IO[bytes]:
        """A file object that can be read anywhere; to be asked for instead of `read`.

        It is the file on the disk if it lies there as it is, otherwise a copy in memory. Raises BadFile when that would
        take more than MOST_IN_MEMORY bytes.
        """
        if self._plain and self._disk.size is not None:
            return self._disk.random_access()
        return _in_memory(self._stream, self.path)

    def note_of_changes(self) -> str | None:
        """What happened to the file while it was read that does not keep it from being used."""
        return self._disk.note_of_changes()


class _Failing:
    """The stream of what cannot be opened."""

    def __init__(self, error: BadFile) -> None:
        self._error = error

    def read(self, size: int) -> bytes:  # noqa: ARG002
        """Raises the error."""
        raise self._error


def inputs_of(source: Source, *, glance: bool = False) -> Generator[Input, None, None]:
    """The inputs that a source stands for. Raises BadFile, also for an archive that turns out to be damaged later.

    An input need not be read to its end; the next one can be asked for all the same. A member that cannot be opened is
    an input too, which raises BadFile when it is used. `glance`: only what it begins with will be looked at.
    """
    with DiskFile(source.path, glance=glance) as disk:
        stream = Peekable(disk)
        if compression_of(stream) is None and archive_of(stream, source.path) is None:
            yield Input.plain(source, disk, stream)
        else:
            yield from _Unpacking(source, disk).inputs_in(stream, source.path, None, MOST_LAYERS)


class _Unpacking:
    """Opens what is packed, layer by layer."""

    def __init__(self, source: Source, disk: DiskFile) -> None:
        self._source = source
        self._disk = disk

    def inputs_in(self, stream: Peekable, path: Path, size: int | None, layers: int) -> Iterator[Input]:
        """What a stream holds, which may be packed in so many layers; `size` is that of a member."""
        name, packed = path.name, stream
        while compression := compression_of(stream):
            layers = _one_less(layers, path)
            stream = Peekable(Decompressed(stream, compression, path))
            name = name_without_compression(name)
        archive = archive_of(stream, path)
        if archive is None:
            yield Input(path, self._source, self._disk, stream, name=name, size=size)
            return
        layers = _one_less(layers, path)
        on_disk = stream is packed and size is None and self._disk.size is not None
        empty = True
        for member in self._members(archive, stream, path, on_disk=on_disk):
            empty = False
            yield from self._inputs_of_member(member, path, layers)
        if empty:
            raise BadFile(path, "is an archive without files", "Leave it out")

    def _members(self, archive: Archive, stream: Peekable, path: Path, *, on_disk: bool) -> Iterator[Member]:
        if archive == "tar":
            return tar_members(stream, path)
        return zip_members(self._disk.random_access() if on_disk else _in_memory(stream, path), path)

    def _inputs_of_member(self, member: Member, archive: Path, layers: int) -> Iterator[Input]:
        try:
            yield from self.inputs_in(Peekable(member.stream), member.path, member.size, layers)
        except BadFile as error:
            if error.path == archive:
                raise
            yield Input.spoiled(error, self._source, self._disk)


def _one_less(layers: int, path: Path) -> int:
    if layers == 0:
        raise BadFile(path, f"is packed more than {MOST_LAYERS} times", "Unpack it and add the folder")
    return layers - 1


def _in_memory(stream: Peekable, path: Path) -> io.BytesIO:
    copy = io.BytesIO()
    while data := stream.read(_BLOCK):
        if copy.tell() + len(data) > MOST_IN_MEMORY:
            raise BadFile(path, f"would take more than {MOST_IN_MEMORY:,} bytes of memory", "Unpack it first")
        copy.write(data)
    copy.seek(0)
    return copy
