"""The texts that are worked on: the corpora of a folder, or the bundled sample grown; parts of them, and odd ones.

Everything is written as a stream: whoever starts a process hands on its own memory's mark on some systems.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from grown_text import GrownText

from vocabsmith_resources.samples import sample_path

MB = 1_000_000
BLOCK = 2**18
NAMES = ("english", "linux", "multi", "cjk")
QUICK_SIZE = 30 * MB
SAMPLE_SIZE = 64 * MB
SAMPLE_SHARE = 0.2  # of the sample's blocks that are spelled anew when it is grown


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
        return self._written(f"{_known(source)}-first-{size}", [text.decode("utf-8", "ignore").encode()])

    def filled(self, name: str, text: bytes) -> Path:
        """A file with this text."""
        return self._written(name, [text])

    def _source(self, name: str) -> Path:
        if self._corpora and name != "sample":
            return self._corpora / f"{name}.txt"
        size = QUICK_SIZE // 2 if self._quick else SAMPLE_SIZE
        return self._written(f"sample-{size}", up_to(size, GrownText([sample_path()], share=SAMPLE_SHARE).blocks()))

    def _part(self, source: Path, kept: int, of: int) -> Path:
        if kept == of:
            return source
        return self._written(f"{_known(source)}-{kept}of{of}", part_of(source, kept, of))

    def _written(self, name: str, blocks: Iterator[bytes] | list[bytes]) -> Path:
        path = self._work / f"{name}.txt"
        if not path.exists():
            unfinished = path.with_suffix(".part")
            with unfinished.open("wb") as out:
                out.writelines(blocks)
            unfinished.rename(path)
        return path


def _known(source: Path) -> str:
    """A name for what is in a file, so that a part of another text is not taken for one of this."""
    return f"{source.stem}-{source.stat().st_size}"


def up_to(size: int, blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Blocks until there are `size` bytes or a few more."""
    done = 0
    while done < size:
        block = next(blocks)
        done += len(block)
        yield block


def part_of(source: Path, kept: int, of: int) -> Iterator[bytes]:
    """Of every `of` blocks of a file the first `kept`; blocks end with a line."""
    with source.open("rb") as file:
        number = 0
        while block := file.read(BLOCK) + file.readline():
            if number % of < kept:
                yield block
            number += 1
