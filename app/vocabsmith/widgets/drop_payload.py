"""What is dragged over the window, before it is dropped: files, or something of no use, and why."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, overload
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QMimeData, QUrl

from vocabsmith.wording import count
from vocabsmith_engine.corpus import shown

_LOOKED_AT: Final = 50  # names of a drag, so that hovering stays quick however many files there are
_NO_TEXT: Final = {
    "Pictures hold no text": "png jpg jpeg jpe gif webp bmp tif tiff heic heif avif ico psd xcf raw cr2 nef dng",
    "Sound holds no text": "mp3 wav flac ogg oga opus m4a aac aiff aif wma mid midi",
    "Films hold no text": "mp4 m4v mkv avi mov webm wmv flv mpg mpeg",
    "Fonts hold no text": "ttf otf woff woff2",
}
_REASONS: Final = {f".{ending}": reason for reason, endings in _NO_TEXT.items() for ending in endings.split()}


class DroppedPaths(Sequence[Path]):
    """The local files and folders of a drag, in order. Each is worked out when it is asked for: there may be many."""

    def __init__(self, addresses: Sequence[bytes]) -> None:
        """`addresses` are those of local files, as `text/uri-list` has them."""
        self._addresses = addresses

    @classmethod
    def of(cls, payload: QMimeData) -> DroppedPaths:
        """Those of a drag; links and marked text are none."""
        lines = bytes(payload.data("text/uri-list").data()).splitlines()
        return cls([line for line in lines if line.startswith((b"file:///", b"file:/", b"file://localhost/"))])

    def __len__(self) -> int:
        return len(self._addresses)

    @overload
    def __getitem__(self, place: int) -> Path: ...
    @overload
    def __getitem__(self, place: slice) -> DroppedPaths: ...
    def __getitem__(self, place: int | slice) -> Path | DroppedPaths:
        """The path there, byte for byte: of a name that is not UTF-8, Qt's own answer loses what it cannot read."""
        if isinstance(place, slice):
            return DroppedPaths(self._addresses[place])
        address = self._addresses[place]
        if os.name == "nt":
            return Path(QUrl(address.decode()).toLocalFile())
        way = address.partition(b"file:")[2].removeprefix(b"//localhost")
        return Path(os.fsdecode(b"/" + unquote_to_bytes(way.strip()).lstrip(b"/")))


def paths_of(payload: QMimeData) -> list[Path]:
    """The local files and folders of a drag, in order."""
    return list(DroppedPaths.of(payload))


@dataclass(frozen=True, slots=True)
class DropOffer:
    """What would happen if it were dropped now.

    Attributes:
        taken: whether anything would.
        title: what, or why not: "Add 3 files", "Pictures hold no text".
        text: more of it, or what to do instead.
    """

    taken: bool
    title: str
    text: str = ""


def offer_for(payload: QMimeData, verb: str = "Add") -> DropOffer:
    """What a drag offers. Files of which the names say that they are pictures, sound or films are refused."""
    paths = DroppedPaths.of(payload)
    if paths:
        first = [paths[place] for place in range(min(len(paths), _LOOKED_AT))]
        reasons = {_no_text_in(path) for path in first}
        if "" not in reasons:
            return DropOffer(False, reasons.pop() if len(reasons) == 1 else "These files hold no text")
        return _offer_of(paths, first, verb)
    if payload.hasImage():
        return DropOffer(False, "Pictures hold no text")
    if payload.hasUrls():
        return DropOffer(False, "A link is no file", "Save what it leads to as a file, and drop that.")
    if payload.hasText() or payload.hasHtml():
        return DropOffer(False, "Marked text is no file", "Save it as a file, and drop that.")
    return DropOffer(False, "There is no file in it", "Drop text files or folders.")


def _offer_of(paths: DroppedPaths, first: Sequence[Path], verb: str) -> DropOffer:
    folders = sum(os.path.isdir(path) for path in first)  # noqa: PTH112 (raises nothing)
    if len(paths) == 1:
        name = shown(Path(paths[0].name or paths[0]))
        return DropOffer(True, f"{verb} the folder {name}" if folders else f"{verb} {name}")
    files = len(paths) - folders
    parts = [count(files, "file")] * bool(files) + [count(folders, "folder")] * bool(folders)
    return DropOffer(True, f"{verb} {' and '.join(parts)}")


def _no_text_in(path: Path) -> str:
    """Why a file of that name holds no text; "" if it may."""
    reason = _REASONS.get(path.suffix.lower(), "")
    return "" if reason and os.path.isdir(path) else reason  # noqa: PTH112 (raises nothing)
