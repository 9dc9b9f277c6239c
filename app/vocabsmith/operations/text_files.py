"""Tells text from everything else by a file's first bytes, and finds the text files of a folder."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from vocabsmith_engine import Monitor

_LOOKED_AT = 64 * 1024
_MOST_CONTROLS = 0.05  # of the bytes of a text, in whatever encoding; of noise it is a tenth

# Signatures that files of these kinds begin with.
_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"\x1f\x8b", "Compressed with gzip"),
    (b"BZh", "Compressed with bzip2"),
    (b"\xfd7zXZ\x00", "Compressed with xz"),
    (b"\x28\xb5\x2f\xfd", "Compressed with Zstandard"),
    (b"PK\x03\x04", "A ZIP archive or office document"),
    (b"7z\xbc\xaf\x27\x1c", "A 7-Zip archive"),
    (b"PAR1", "A Parquet table"),
    (b"%PDF-", "A PDF document"),
    (b"\x89PNG", "A picture"),
    (b"\xff\xd8\xff", "A picture"),
    (b"GIF8", "A picture"),
)
_UNPACK = "Unpack it and add the text"
_REMEDIES = {
    "A picture": "There is no text to learn from",
    "A PDF document": "Save it as plain text and add that",
    "A Parquet table": "Save its text as a .txt file and add that",
}
_UNICODE_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file as its first bytes show it.

    Attributes:
        path: where it is.
        bytes: its size.
        problem: why no run can read it, with what to do; "" for text.
        bad_bytes: whether it begins with bytes that are not UTF-8; never so where a mark names another encoding.
    """

    path: Path
    bytes: int
    problem: str = ""
    bad_bytes: bool = False


def look_at(path: Path) -> FoundFile:
    """What `path` is. Never raises for a file that is missing or may not be read: that is its problem."""
    try:
        if not path.is_file() and path.exists():
            return FoundFile(path, 0, "Neither a file nor a folder. Save its text to a file first")
        with path.open("rb") as file:
            head = file.read(_LOOKED_AT)
        problem = _problem_of(head)
        return FoundFile(path, path.stat().st_size, problem, bad_bytes=not problem and _has_bad_bytes(head))
    except FileNotFoundError:
        return FoundFile(path, 0, "It is not there. Put it back or remove it from the list")
    except OSError as error:
        return FoundFile(path, 0, f"It cannot be read ({error.strerror}). Allow it or remove it from the list")


def find_files(paths: Iterable[Path], monitor: Monitor) -> Iterator[FoundFile]:
    """Every file of `paths`, folders with all that is below them in name order; hidden ones and repeats left out.

    Raises Stopped when the monitor is told to stop.
    """
    seen: set[Path] = set()
    for path in paths:
        for file in _files_of(path, set()):
            monitor.raise_if_stopped()
            place = file.resolve()
            if place not in seen:
                seen.add(place)
                yield look_at(file)


def _files_of(path: Path, entered: set[Path]) -> Iterator[Path]:
    """`path`, or the files below it; `entered` keeps links from leading round in a circle."""
    if not path.is_dir():
        yield path
        return
    place = path.resolve()
    if place in entered:
        return
    entered.add(place)
    for child in _children_of(path):
        if child.is_dir() or child.is_file():
            yield from _files_of(child, entered)


def _children_of(folder: Path) -> list[Path]:
    """What is in a folder that can be read, in name order, without what is hidden."""
    try:
        shown = [child for child in folder.iterdir() if not child.name.startswith(".")]
    except OSError:
        return []
    return sorted(shown, key=lambda child: child.name)


def _problem_of(head: bytes) -> str:
    for signature, kind in _SIGNATURES:
        if head.startswith(signature):
            return f"{kind}. {_REMEDIES.get(kind, _UNPACK)}"
    if head.startswith(_UNICODE_MARKS) or not head:
        return ""
    if b"\0" in head or _controls(head) > _MOST_CONTROLS:
        return "Not text. Save it as plain text (UTF-8) and add that"
    return ""


def _controls(head: bytes) -> float:
    """Share of control characters that no text is written with."""
    return sum(byte < 32 and byte not in b"\t\n\r\f\x08\x1b" for byte in head[:4096]) / len(head[:4096])


def _has_bad_bytes(head: bytes) -> bool:
    """Whether there are bytes that are no UTF-8, a character cut off at the end apart."""
    if head.startswith(_UNICODE_MARKS):
        return False
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return True
    return False
