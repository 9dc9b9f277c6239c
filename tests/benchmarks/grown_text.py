"""Text of any size, grown from real files: some of it with letters and digits exchanged, so that new pieces never end.

A block of real text whose letters were exchanged by a permutation drawn for it holds words that stand nowhere else, in
sentences and lines that are as real as before. The number of distinct pieces then grows with the text, as it does in a
large collection of many languages, names and numbers, and does not come to rest as it would if the files were repeated.
"""

from __future__ import annotations

import mmap
import random
import string
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Final

BLOCK: Final = 2**18  # small, since a long block says its words again and again
EXCHANGED_SHARE: Final = 0.4
"""Of the blocks. It gives about four million new pieces for each GB."""

_LETTERS: Final = string.ascii_lowercase.encode()
_CAPITALS: Final = string.ascii_uppercase.encode()
_DIGITS: Final = string.digits.encode()


class GrownText:
    """The same text for the same files, seed and share, however it is cut into files.

    Each block comes from the next place of one of the files, drawn by their sizes, and ends with a line.
    """

    def __init__(self, files: Sequence[Path], seed: int = 12, share: float = EXCHANGED_SHARE) -> None:
        self._texts = [_Circular(path) for path in files]
        # Square roots, so that a file of a gigabyte does not leave the small ones unheard.
        self._weights = [text.size**0.5 for text in self._texts]
        self._dice = random.Random(seed)
        self._share = share

    def blocks(self) -> Iterator[bytes]:
        """Blocks of a quarter of a megabyte without end."""
        while True:
            (text,) = self._dice.choices(self._texts, self._weights)
            block = text.next_lines(BLOCK)
            yield block.translate(self._exchange()) if self._dice.random() < self._share else block

    def _exchange(self) -> bytes:
        """A table for `bytes.translate`: small letters, their capitals alike, and digits change places."""
        letters = self._shuffled(_LETTERS)
        return bytes.maketrans(_LETTERS + _CAPITALS + _DIGITS, letters + letters.upper() + self._shuffled(_DIGITS))

    def _shuffled(self, characters: bytes) -> bytes:
        return bytes(self._dice.sample(characters, len(characters)))


class _Circular:
    """A file that is read line by line, again from the start when it ends."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        self._bytes = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)
        self._at = 0
        self.size = len(self._bytes)

    def next_lines(self, least: int) -> bytes:
        """Whole lines of `least` bytes or more together, or what is left of the file."""
        begin = self._at
        end = self._bytes.find(b"\n", begin + least - 1) + 1 or self.size
        self._at = end if end < self.size else 0
        return self._bytes[begin:end]


def write_blocks(blocks: Iterator[bytes], target: IO[bytes], size: int) -> int:
    """Write the next blocks until `size` bytes are there or a few more; returns how many."""
    written = 0
    while written < size:
        written += target.write(next(blocks))
    return written
