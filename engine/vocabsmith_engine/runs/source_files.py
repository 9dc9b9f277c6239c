"""What a run is learned from: what the user named, and what the files looked like that were found there."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from vocabsmith_engine.corpus import Source, SourceLike, shown
from vocabsmith_engine.corpus.disk_files import STANDARD_INPUT
from vocabsmith_engine.corpus.expansion import as_source
from vocabsmith_engine.errors import RunError
from vocabsmith_engine.formats.json_files import Place
from vocabsmith_engine.runs.files import read_sealed, write_sealed
from vocabsmith_engine.runs.values import optional, path, several, text, told_as_damage, whole

_EDGE: Final = 2**16
_BLOCK: Final = 2**12
_BLOCKS_BETWEEN: Final = 8
_LARGE: Final = 2**20  # below it less is looked at: there may be many


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What a file is known by again, without reading all of it.

    Attributes:
        path: where it is.
        size: its bytes.
        modified: when it was written to last, in nanoseconds.
        digest: BLAKE2b of its beginning, its end and some blocks between, in hexadecimal.
    """

    path: Path
    size: int
    modified: int
    digest: str


def fingerprint_of(file: Path) -> Fingerprint:
    """The fingerprint of a file. Raises OSError."""
    digest = hashlib.blake2b(digest_size=16)
    handle = os.open(file, os.O_RDONLY | getattr(os, "O_BINARY", 0))  # there may be many thousand of them
    try:
        status = os.fstat(handle)
        for begin, size in _samples(status.st_size):
            os.lseek(handle, begin, os.SEEK_SET)
            digest.update(os.read(handle, size))
    finally:
        os.close(handle)
    return Fingerprint(file, status.st_size, status.st_mtime_ns, digest.hexdigest())


def _samples(size: int) -> Iterator[tuple[int, int]]:
    """Begin and size of the parts of a file that are looked at."""
    edge = _EDGE if size >= _LARGE else _BLOCK
    yield 0, edge
    if size >= _LARGE:
        step = (size - 2 * edge) // (_BLOCKS_BETWEEN + 1)
        yield from ((edge + number * step, _BLOCK) for number in range(1, _BLOCKS_BETWEEN + 1))
    if size > edge:
        yield max(edge, size - edge), edge


def fingerprints_of(files: Iterable[Source]) -> tuple[Fingerprint, ...]:
    """Those of all files that can be read; what keeps the others from it is told when they are counted."""
    found = []
    for file in files:
        if file.path != STANDARD_INPUT:
            with suppress(OSError):
                found.append(fingerprint_of(file.path))
    return tuple(found)


def check_unchanged(recorded: Sequence[Fingerprint], files: Sequence[Source]) -> None:
    """Raise RunError naming the first file that is not what it was, is gone, or was not there before."""
    before = {print_.path for print_ in recorded}
    for print_ in recorded:
        _check_file(print_)
    for file in files:
        if file.path not in before and fingerprints_of([file]):  # one that cannot be read is no other than before
            raise _changed(file.path, "was not there when the run began")


def check_readable_again(sources: Iterable[Source]) -> None:
    """Raise RunError for standard input."""
    if any(source.path == STANDARD_INPUT for source in sources):
        raise _changed(STANDARD_INPUT, "is standard input, and cannot be read a second time")


def _check_file(recorded: Fingerprint) -> None:
    try:
        now = fingerprint_of(recorded.path)
    except OSError:
        raise _changed(recorded.path, "is gone, or cannot be read any more") from None
    if now != recorded:
        raise _changed(recorded.path, "has changed since the run began")


def _changed(file: Path, rule: str) -> RunError:
    return RunError(shown(file), rule, "Put it back as it was, or begin a new run")


def absolute(item: SourceLike) -> Source:
    """The source that an item names, from whatever folder the program is started. Raises CorpusError."""
    source = as_source(item)
    return source if source.path == STANDARD_INPUT else replace(source, path=source.path.absolute())


def save_sources(file: Path, sources: Iterable[Source]) -> None:
    """Raises OSError."""
    names = ("weight", "kind", "encoding", "field")
    entries = [{"path": str(source.path)} | {name: getattr(source, name) for name in names} for source in sources]
    write_sealed(file, "sources", {"sources": entries})


def load_sources(file: Path) -> tuple[Source, ...]:
    """The inverse. Raises RunError."""
    place = read_sealed(file, "sources")
    with told_as_damage(file):
        return several(place.get("sources"), _source)


def save_fingerprints(file: Path, fingerprints: Iterable[Fingerprint]) -> None:
    """Raises OSError."""
    files = [
        {"path": str(each.path), "size": each.size, "modified": each.modified, "digest": each.digest}
        for each in fingerprints
    ]
    write_sealed(file, "fingerprints", {"files": files})


def load_fingerprints(file: Path) -> tuple[Fingerprint, ...]:
    """The inverse. Raises RunError."""
    place = read_sealed(file, "fingerprints")
    with told_as_damage(file):
        return several(place.get("files"), _fingerprint)


def _source(place: Place) -> Source:
    return Source(
        path(place.get("path")),
        whole(place.get("weight")),
        kind=optional(place.get("kind"), text),  # type: ignore[arg-type]  # checked by Source
        encoding=optional(place.get("encoding"), text),
        field=optional(place.get("field"), text),
    )


def _fingerprint(place: Place) -> Fingerprint:
    return Fingerprint(
        path(place.get("path")), whole(place.get("size")), whole(place.get("modified")), text(place.get("digest"))
    )
