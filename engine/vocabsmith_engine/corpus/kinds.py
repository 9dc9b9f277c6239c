"""What a file is, by its first bytes and its name: text, records, an archive, or nothing to learn from."""

from __future__ import annotations

import codecs
import json
import re
import tarfile
from pathlib import Path
from typing import Final, Literal

from vocabsmith_engine import _native
from vocabsmith_engine.corpus.failures import BadFile
from vocabsmith_engine.corpus.sources import Kind
from vocabsmith_engine.corpus.streams import Peekable

Archive = Literal["zip", "tar"]

MARKS: Final = (codecs.BOM_UTF8, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

_HEAD: Final = 8192
_JSON_HEAD: Final = 65_536
_MOST_BAD: Final = 1 / 8  # of the bytes of a text in an encoding that nobody named, where it holds NUL too
_MOST_CONTROLS: Final = 1 / 20  # of noise they are a tenth
_KINDS_BY_NAME: Final[dict[str, Kind]] = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
}
_TABLES_BY_NAME: Final = {".parquet": "Parquet", ".arrow": "Arrow", ".feather": "Arrow"}
_ARROW_STREAM: Final = re.compile(rb"\xff\xff\xff\xff[\0-\xff]{3}[\0-\x0f]", re.DOTALL)
_TAR_CHECKSUM_AT: Final = 148
_TAR_CHECKSUM: Final = re.compile(rb"[ 0-7\0]{8}")
_COMPRESSED_NAMES: Final = {".gz", ".bz2", ".xz", ".zst", ".zstd"}

_PICTURE: Final = "is a picture"
_SOUND: Final = "is sound or film"
_PROGRAM: Final = "is a program"
_SIGNATURES: Final[tuple[tuple[int, bytes, str], ...]] = (
    (0, b"version https://git-lfs.github.com/spec/", "stands for a file that Git LFS has not fetched"),
    (0, b"%PDF-", "is a PDF document"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "is an office document"),
    (0, b"{\\rtf", "is an office document"),
    (0, b"\x89PNG\r\n\x1a\n", _PICTURE),
    (0, b"\xff\xd8\xff", _PICTURE),
    (0, b"GIF87a", _PICTURE),
    (0, b"GIF89a", _PICTURE),
    (0, b"II*\0", _PICTURE),
    (0, b"MM\0*", _PICTURE),
    (8, b"WEBPVP8", _PICTURE),
    (0, b"\0\0\x01\0", _PICTURE),
    (8, b"WAVEfmt", _SOUND),
    (8, b"AVI LIST", _SOUND),
    (0, b"OggS\0", _SOUND),
    (0, b"fLaC\0", _SOUND),
    (0, b"ID3\x02", _SOUND),
    (0, b"ID3\x03", _SOUND),
    (0, b"ID3\x04", _SOUND),
    (4, b"ftyp", _SOUND),
    (0, b"\x1a\x45\xdf\xa3", _SOUND),
    (0, b"\x7fELF", _PROGRAM),
    (0, b"\xca\xfe\xba\xbe", _PROGRAM),
    (0, b"\xcf\xfa\xed\xfe", _PROGRAM),
    (0, b"\0asm\x01\0\0\0", _PROGRAM),
    (0, b"SQLite format 3\0", "is an SQLite database"),
    (0, b"\x89HDF\r\n\x1a\n", "is an HDF5 file"),
    (0, b"\x93NUMPY", "is a NumPy array"),
    (0, b"GGUF", "is a GGUF model"),
    (0, b"FEA1", "is a Feather file of version 1"),
    (0, b"Obj\x01", "is an Avro file"),
    (0, b"ORC\x08", "is an ORC table"),
    (0, b"7z\xbc\xaf\x27\x1c", "is a 7-Zip archive"),
    (0, b"Rar!\x1a\x07", "is a RAR archive"),
    (0, b"\x04\x22\x4d\x18", "is compressed with LZ4"),
    (0, b"LZIP\x01", "is compressed with lzip"),
    (0, b"\x1f\x9d\x90", "is compressed with compress"),
    (0, b"\x5d\0\0\x80\0\xff\xff", "is compressed with LZMA"),
)
_ANY_SIGNATURE: Final = re.compile(
    b"|".join([b"MZ", *(b".{%d}" % offset + re.escape(signature) for offset, signature, _ in _SIGNATURES)]), re.DOTALL
)
_REMEDIES: Final = {
    _PICTURE: "There is no text to learn from; leave it out",
    _SOUND: "There is no text to learn from; leave it out",
    _PROGRAM: "There is no text to learn from; leave it out",
    "stands for a file that Git LFS has not fetched": "Run git lfs pull",
    "is a Feather file of version 1": "Write it as version 2",
    "is compressed with LZ4": "Unpack it, or compress it with gzip or Zstandard",
    "is compressed with lzip": "Unpack it, or compress it with gzip or Zstandard",
    "is compressed with compress": "Unpack it, or compress it with gzip or Zstandard",
    "is compressed with LZMA": "Unpack it, or compress it with xz",
    "is a 7-Zip archive": "Unpack it and add the folder",
    "is a RAR archive": "Unpack it and add the folder",
}
_OFFICE_MEMBERS: Final = (b"[Content_Types].xml", b"mimetype")


def name_without_compression(name: str) -> str:
    """`name` without one ending that says how the file is compressed."""
    stem, dot, ending = name.rpartition(".")
    if dot and f".{ending.lower()}" in _COMPRESSED_NAMES:
        return stem
    return f"{stem}.tar" if ending.lower() in ("tgz", "tbz2", "txz", "tzst") else name


def archive_of(stream: Peekable, path: Path) -> Archive | None:
    """Which kind of archive follows, if any. Raises BadFile for an office document, which is one inside."""
    head = stream.peek(tarfile.BLOCKSIZE)
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        if head[30:].startswith(_OFFICE_MEMBERS):
            raise BadFile(path, "is an office document", "Save it as plain text and add that")
        return "zip"
    return "tar" if _is_tar_header(head) or _is_empty_tar(head, path) else None


def kind_of(stream: Peekable, name: str, path: Path, *, encoding_is_named: bool) -> Kind:
    """What follows, which is neither compressed nor an archive. Raises BadFile when there is nothing to learn from."""
    head = stream.peek(_HEAD)
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith(b"ARROW1\0\0") or _ARROW_STREAM.match(head):
        return "arrow"
    _refuse_signatures(head, path)
    ending = Path(name).suffix.lower()
    if head and ending in _TABLES_BY_NAME:
        table = _TABLES_BY_NAME[ending]
        raise BadFile(path, f"is named like a file of {table} but is none", "Get it again, or leave it out")
    if not encoding_is_named and _is_binary(head):
        remedy = "Name its encoding if it is text, or leave it out"
        raise BadFile(path, "is binary", remedy)
    return _json_kind(stream.peek(_JSON_HEAD)) if ending == ".json" else _KINDS_BY_NAME.get(ending, "text")


def unmarked_utf16(head: bytes) -> str | None:
    """The encoding that a text without a byte order mark seems to have, where every other byte is NUL."""
    even, odd = head[::2], head[1::2]
    if len(odd) < 8 or head.startswith(MARKS):
        return None
    if odd.count(0) > 0.9 * len(odd) and even.count(0) < 0.1 * len(even):
        return "utf-16-le"
    return "utf-16-be" if even.count(0) > 0.9 * len(even) and odd.count(0) < 0.1 * len(odd) else None


def _is_tar_header(block: bytes) -> bool:
    if not _TAR_CHECKSUM.match(block, _TAR_CHECKSUM_AT):
        return False
    try:
        tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except (tarfile.TarError, ValueError):
        return False
    return True


def _is_empty_tar(block: bytes, path: Path) -> bool:
    """Nothing but the mark of the end, which is NUL: only its name tells it from a text."""
    named = name_without_compression(path.name).lower().endswith(".tar")
    return named and len(block) == tarfile.BLOCKSIZE and not block.strip(b"\0")


def _refuse_signatures(head: bytes, path: Path) -> None:
    if not _ANY_SIGNATURE.match(head):
        return
    for offset, signature, reason in _SIGNATURES:
        if head.startswith(signature, offset):
            raise BadFile(path, reason, _REMEDIES.get(reason, "Save its text as plain text and add that"))
    if head.startswith(b"MZ") and b"\0" in head[:64]:
        raise BadFile(path, _PROGRAM, _REMEDIES[_PROGRAM])


def _is_binary(head: bytes) -> bool:
    """NUL and other controls may stand in a text, but not where much of it is no text in UTF-8 either."""
    if not head or head.startswith(MARKS):
        return False
    text = head[: _native.complete_prefix(head)]
    if _native.valid_prefix(text) == len(text):
        return False
    bad = _native.repair_utf8(text, "skip")[1]
    controls = sum(byte < 32 and byte not in b"\t\n\r\f\x08\x1b" for byte in head)
    return bad > _MOST_BAD * len(text) and (b"\0" in head or controls > _MOST_CONTROLS * len(head))


def _json_kind(head: bytes) -> Kind:
    """One value, or, as many files are called that, one on each line."""
    text = head.decode(json.detect_encoding(head), "ignore").encode()
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2:
        return "json"
    try:
        json.loads(lines[0])
    except (ValueError, RecursionError):
        return "json"
    return "jsonl"
