"""Chinese-like text of any size: words of one to four real characters, phrases of several words, sentences.

Characters are as frequent as in a real file; words and phrases follow Zipf's law, so common ones come again and again
and rare ones hardly ever. Nothing is parted by spaces, and a line ends only after some sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

WORDS: Final = 200_000
PHRASES: Final = 400_000
_LENGTHS: Final = (0.12, 0.58, 0.18, 0.12)  # of words: shares of one, two, three and four characters
_SHARES: Final = (0.73, 0.15, 0.12)  # of words, phrases, and words with a mark after them
_MARKS: Final = ("，", "，", "，", "、", "。", "。", "。\n", "：", "；", "！")
_FLATNESS: Final = 2.7  # of Zipf's law among the commonest
_DRAWN_AT_ONCE: Final = 200_000


class ChineseText:
    """The same text for the same file and seed."""

    def __init__(self, source: Path, seed: int = 7) -> None:
        self._dice = np.random.default_rng(seed)
        words = self._made_words(source.read_text("utf-8", errors="ignore"))
        phrases = self._made_phrases(words)
        marked = [word + mark for word, mark in zip(words, self._dice.choice(_MARKS, len(words)), strict=True)]
        self._units = [unit.encode() for unit in (*words, *phrases, *marked)]

    def blocks(self) -> Iterator[bytes]:
        """Blocks of a megabyte or two without end."""
        while True:
            kinds = self._dice.choice(3, _DRAWN_AT_ONCE, p=_SHARES)
            sizes, begins = np.array([WORDS, PHRASES, WORDS]), np.array([0, WORDS, WORDS + PHRASES])
            drawn = begins[kinds] + self._ranks(sizes[kinds])
            yield b"".join(map(self._units.__getitem__, drawn.tolist()))

    def _ranks(self, sizes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """A rank below each of `sizes`; rank r is drawn with a probability in proportion to 1 / (r + _FLATNESS)."""
        spread = np.log1p(sizes / _FLATNESS)
        ranks = _FLATNESS * np.expm1(spread * self._dice.random(len(sizes)))
        return np.minimum(ranks.astype(np.int64), sizes - 1)

    def _made_words(self, text: str) -> list[str]:
        found = np.frombuffer("".join(re.findall("[\u4e00-\u9fff]+", text)).encode("utf-32-le"), np.uint32)
        characters, counts = np.unique(found, return_counts=True)
        lengths = self._dice.choice(np.arange(1, 5), WORDS, p=_LENGTHS)
        drawn = self._dice.choice(characters, int(lengths.sum()), p=counts / counts.sum())
        joined = drawn.astype("<u4").tobytes().decode("utf-32-le")
        ends = np.cumsum(lengths).tolist()
        return [joined[end - length : end] for end, length in zip(ends, lengths.tolist(), strict=True)]

    def _made_phrases(self, words: list[str]) -> list[str]:
        drawn = self._ranks(np.full(PHRASES * 5, len(words))).reshape(PHRASES, 5)
        return ["".join(words[word] for word in row[: 2 + place % 4]) for place, row in enumerate(drawn.tolist())]
