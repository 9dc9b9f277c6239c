"""The members of an archive, one after the other, without unpacking anything to disk.

Folders, links, hidden files and what macOS adds are left out. What a member is called decides nothing but how it is
shown.
"""

from __future__ import annotations

import lzma
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, Self, cast

from vocabsmith_engine.corpus.compression import zstd
from vocabsmith_engine.corpus.failures import BadFile
from vocabsmith_engine.corpus.streams import ByteStream

_REMEDY: Final = "Get it again, or leave it out"
_READ_AT_ONCE: Final = 2**18
_BOUNDED_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_UNBOUNDED_READ: Final = 4096  # all that so many bytes expand to is taken at once
_LONGEST_EXTRA_HEADER: Final = 2**20
_ZIP_DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    zstd.ZstdError,
    struct.error,
    OSError,
    EOFError,
    ValueError,
    ArithmeticError,
    LookupError,
    RuntimeError,
    MemoryError,
)
_TAR_DAMAGE: Final = (tarfile.TarError, ValueError, ArithmeticError, LookupError, EOFError, RecursionError)


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive.

    Attributes:
        path: where it is: the archive and its name in it.
        size: its size, unpacked, as the archive says.
        stream: its bytes, to be read before the next member is asked for.
    """

    path: Path
    size: int
    stream: ByteStream


def zip_members(file: IO[bytes], path: Path) -> Iterator[Member]:
    """The files in a zip archive. Raises BadFile when it is damaged; reading a member may raise it for that one."""
    with _told(path, _ZIP_DAMAGE):
        archive = zipfile.ZipFile(file)
    with archive:
        for info in archive.infolist():
            name = info.filename
            if not name.endswith("/") and not stat.S_ISLNK(info.external_attr >> 16) and not _is_hidden(name):
                member = _member_path(path, name)
                yield Member(member, info.file_size, _ZipMember(archive, info, member))


def tar_members(stream: ByteStream, path: Path) -> Iterator[Member]:
    """The files in a tar archive. Raises BadFile when it is damaged, whichever member is read."""
    with _told(path, _TAR_DAMAGE):
        archive = tarfile.open(  # noqa: SIM115
            fileobj=cast("IO[bytes]", stream),
            mode="r|",
            tarinfo=_TarHeader,
            bufsize=_READ_AT_ONCE,
            encoding="utf-8",
            errors="surrogateescape",
        )
    with archive:
        while (info := _next_in(archive, path)) is not None:
            if info.isreg() and not _is_hidden(info.name):
                yield Member(_member_path(path, info.name), info.size, _TarMember(archive, info, path))
        _check_rest(archive, path)


@contextmanager
def _told(path: Path, damage: tuple[type[Exception], ...]) -> Iterator[None]:
    try:
        yield
    except BadFile:
        raise
    except damage as error:
        detail = str(error).lower().rstrip(".") or type(error).__name__
        raise BadFile(path, f"is damaged or cannot be unpacked ({detail})", _REMEDY) from None


class _ZipMember:
    """A member, opened when it is read."""

    def __init__(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo, path: Path) -> None:
        self._archive = archive
        self._info = info
        self._path = path
        self._file: IO[bytes] | None = None
        self._most = _READ_AT_ONCE if info.compress_type in _BOUNDED_METHODS else _UNBOUNDED_READ

    def read(self, size: int) -> bytes:
        """The next `size` bytes or fewer; none at the end only."""
        if self._info.flag_bits & 1:
            raise BadFile(self._path, "is encrypted", "Unpack it, or leave it out")
        with _told(self._path, _ZIP_DAMAGE):
            self._file = self._file or self._archive.open(self._info)
            return self._file.read(min(size, self._most))


class _TarHeader(tarfile.TarInfo):
    """A header that is read with care: what is wrong with one must not look like the end of the archive."""

    @classmethod
    def fromtarfile(cls, tarfile_: tarfile.TarFile) -> Self:
        try:
            return super().fromtarfile(tarfile_)
        except tarfile.EOFHeaderError:  # type: ignore[attr-defined]
            raise
        except tarfile.EmptyHeaderError:  # type: ignore[attr-defined]
            raise tarfile.ReadError("it ends without the mark of its end") from None
        except tarfile.HeaderError as error:
            raise tarfile.ReadError(str(error)) from None

    def _proc_member(self, tarfile_: tarfile.TarFile) -> Self:
        """Called for each header, before what belongs to it is read into memory."""
        if self.type == tarfile.GNUTYPE_SPARSE:
            raise tarfile.ReadError("it holds a sparse file")
        if self.size > _LONGEST_EXTRA_HEADER and self.type in _EXTRA_HEADERS:
            raise tarfile.ReadError("a name in it is too long")
        return cast("Self", super()._proc_member(tarfile_))  # type: ignore[misc]

    def _proc_gnusparse_00(self, *_arguments: object) -> None:
        raise tarfile.ReadError("it holds a sparse file")

    _proc_gnusparse_01 = _proc_gnusparse_10 = _proc_gnusparse_00


_EXTRA_HEADERS: Final = (
    tarfile.XHDTYPE,
    tarfile.XGLTYPE,
    tarfile.SOLARIS_XHDTYPE,
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
)


def _next_in(archive: tarfile.TarFile, path: Path) -> tarfile.TarInfo | None:
    with _told(path, _TAR_DAMAGE):
        info = archive.next()
    archive.members.clear()  # type: ignore[attr-defined]  # they are not needed again, and there may be millions
    return info


class _TarMember:
    """A member; what is wrong with it is wrong with the archive."""

    def __init__(self, archive: tarfile.TarFile, info: tarfile.TarInfo, path: Path) -> None:
        self._file = archive.extractfile(info)
        self._path = path

    def read(self, size: int) -> bytes:
        """The next `size` bytes or fewer; none at the end only."""
        assert self._file is not None
        with _told(self._path, _TAR_DAMAGE):
            return self._file.read(size)


def _check_rest(archive: tarfile.TarFile, path: Path) -> None:
    """Nothing but zeros may follow the end; reading them shows whether what is around the archive is whole."""
    while data := cast("IO[bytes]", archive.fileobj).read(_READ_AT_ONCE):
        if data.strip(b"\0"):
            raise BadFile(
                path, "holds something after its end, such as a second archive", "Unpack it and add the folder"
            )


def _parts(name: str) -> list[str]:
    return [part for part in name.replace("\\", "/").split("/") if part not in ("", ".", "..")]


def _is_hidden(name: str) -> bool:
    return any(part.startswith(".") or part == "__MACOSX" for part in _parts(name))


def _member_path(archive: Path, name: str) -> Path:
    """Below the archive, wherever the name wants to lead."""
    return Path(f"{archive}/{'/'.join(_parts(name)) or '?'}")
