"""The texts that are worked on: the corpora of a folder, or the bundled sample grown; parts of them, and odd ones.

Everything is written as a stream: whoever starts a process hands on its own memory's mark on some systems.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path

from vocabsmith_resources.samples import sample_path

MB = 1_000_000
BLOCK = 2**18
NAMES = ("english", "linux", "multi", "cjk")
QUICK_SIZE = 30 * MB
SAMPLE_SIZE = 64 * MB


class Texts:
    """Gives files by what is in them, made when first asked for.

    Attributes:
        names: the corpora there are; `sample` stands alone without a folder of corpora.
    """

    def __init__(self, corpora: Path | None, work: Path, *, quick: bool) -> None:
        self._corpora = corpora
        self._quick = quick
        self._work = work
        work.mkdir(parents=True, exist_ok=True)
        self.names = tuple(name for name in NAMES if corpora and (corpora / f"{name}.txt").is_file()) or ("sample",)

    @property
    def main(self) -> str:
        """The corpus for rows that need only one."""
        return self.names[0]

    def whole(self, name: str) -> Path:
        """A corpus; in quick runs an even part of it."""
        source = self._source(name)
        of = source.stat().st_size // QUICK_SIZE + 1 if self._quick else 1
        return self._part(source, 1, of)

    def part(self, name: str, kept: int, of: int) -> Path:
        """`kept` of every `of` blocks of a corpus, so that it is drawn from all over."""
        return self._part(self.whole(name), kept, of)

    def head(self, name: str, size: int) -> Path:
        """The first `size` bytes of a corpus, ended at a character."""
        source = self._source(name)
        with source.open("rb") as file:
            text = file.read(size)
        return self._written(f"{name}-first-{size}", [text.decode("utf-8", "ignore").encode()])

    def filled(self, name: str, text: bytes) -> Path:
        """A file with this text."""
        return self._written(name, [text])

    def _source(self, name: str) -> Path:
        if self._corpora and name != "sample":
            return self._corpora / f"{name}.txt"
        size = QUICK_SIZE // 2 if self._quick else SAMPLE_SIZE
        return self._written(f"sample-{size // MB}MB", grown(sample_path().read_text("utf-8"), size))

    def _part(self, source: Path, kept: int, of: int) -> Path:
        if kept == of:
            return source
        return self._written(f"{source.stem}-{kept}of{of}", part_of(source, kept, of))

    def _written(self, name: str, blocks: Iterator[bytes] | list[bytes]) -> Path:
        path = self._work / f"{name}.txt"
        if not path.exists():
            unfinished = path.with_suffix(".part")
            with unfinished.open("wb") as out:
                out.writelines(blocks)
            unfinished.rename(path)
        return path


def part_of(source: Path, kept: int, of: int) -> Iterator[bytes]:
    """Of every `of` blocks of a file the first `kept`; blocks end with a line."""
    with source.open("rb") as file:
        number = 0
        while block := file.read(BLOCK) + file.readline():
            if number % of < kept:
                yield block
            number += 1


def grown(text: str, size: int) -> Iterator[bytes]:
    """Copies of a text, some long words of each with two letters exchanged, so that the distinct words grow too."""
    copy = done = 0
    while done < size:
        block = respelled(text, copy).encode()[: size - done]
        yield block.decode("utf-8", "ignore").encode()
        done += len(block)
        copy += 1


def respelled(text: str, copy: int) -> str:
    """One of sixteen words of five letters and more is spelled anew in each copy but the first."""

    def respell(found: re.Match[str]) -> str:
        word = found[0]
        chance = zlib.crc32(f"{copy} {word}".encode())
        if copy == 0 or chance % 16:
            return word
        at = chance // 16 % (len(word) - 1)
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]

    return re.sub(r"[^\W\d_]{5,}", respell, text)
