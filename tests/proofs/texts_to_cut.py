"""Texts for the proof of the scanners: random ones, every code point beside every class, slices of large files."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from vocabsmith_engine._unicode_tables import CLASS_RANGES
from vocabsmith_engine.unicode_sets import members
from vocabsmith_resources.samples import sample_path

REPRESENTATIVES = (
    *"aszBTǅʰ中龥あー・\u3040٣½Ⅷ7\u0301\u0903,_/\\€^ \t\n\r\v\u0085\u00a0\u3000\u200b'\u0378\ufffdſªİ😀",
    "\U000323b0", "'s", "'LL", "'ſ", "Ve", "re", "12345", "  ", "\r\n", "\n\n",
)  # fmt: skip
ASCII = (*map(chr, range(128)), *"aeiostlmdABST0123456789      \n\n\r\t'',.;:/_-()", "the", "'ll", "'S")
NEIGHBOURS = (*"aBǅʰ中あ7٣\u0301,€ \t\n\r'/\u0378\u3040\u00a0",)
CHARACTERS_IN_A_BATCH = 100_000
SLICE = 2**20


def _classed_and_edges() -> list[str]:
    """Every code point of some class, those on both sides of each edge, and some of the others."""
    wanted = np.zeros(0x110000, bool)
    wanted[::509] = True
    for table in CLASS_RANGES:
        inside = members(table)
        edges = np.flatnonzero(np.diff(inside))
        wanted |= inside
        wanted[edges] = wanted[edges + 1] = True
    wanted[0xD800:0xE000] = False
    return [chr(code) for code in np.flatnonzero(wanted)]


class RandomTexts:
    """Batches of texts; the same seed and number give the same batch."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._sample = sample_path().read_text("utf-8")

    def batch(self, number: int) -> list[str]:
        """Texts of some 100,000 characters together, from a few characters to all of them in one."""
        dice = random.Random(f"{self._seed} {number}")
        make = (self._any_code_points, self._representatives, self._mixture, self._ascii)[number % 4]
        characters = make(dice)[:CHARACTERS_IN_A_BATCH]
        texts, at = [], 0
        while at < len(characters):
            length = dice.randrange(1, dice.choices((8, 60, 20_000), (20, 10, 1))[0])
            texts.append(characters[at : at + length])
            at += length
        return texts

    def _any_code_points(self, dice: random.Random) -> str:
        codes = np.random.default_rng(dice.randrange(2**32)).integers(0, 0x110000 - 0x800, CHARACTERS_IN_A_BATCH)
        codes[codes >= 0xD800] += 0x800
        return codes.astype("<u4").tobytes().decode("utf-32-le")

    def _representatives(self, dice: random.Random) -> str:
        few = dice.sample(REPRESENTATIVES, dice.choice((3, 6, 12, len(REPRESENTATIVES))))
        parts = dice.choices(few, k=CHARACTERS_IN_A_BATCH)
        for _ in range(500):  # runs
            parts[dice.randrange(len(parts))] *= dice.randrange(2, 70)
        return "".join(parts)

    def _ascii(self, dice: random.Random) -> str:
        """As in source code, with another character now and then: long stretches are scanned many bytes at once."""
        parts = dice.choices(ASCII, k=CHARACTERS_IN_A_BATCH)
        for _ in range(CHARACTERS_IN_A_BATCH // dice.choice((100, 1000))):
            parts[dice.randrange(len(parts))] = dice.choice(REPRESENTATIVES)
        return "".join(parts)

    def _mixture(self, dice: random.Random) -> str:
        parts = []
        for _ in range(CHARACTERS_IN_A_BATCH // 10):
            begin = dice.randrange(len(self._sample))
            parts += [self._sample[begin : begin + dice.randrange(1, 30)], dice.choice(REPRESENTATIVES)]
        return "".join(parts)


def pairs_with_every_class() -> Iterator[list[str]]:
    """Each code point between two neighbours of each class, batch by batch."""
    characters = _classed_and_edges()
    step = CHARACTERS_IN_A_BATCH // 2
    for neighbour in NEIGHBOURS:
        for begin in range(0, len(characters), step):
            yield [neighbour + neighbour.join(characters[begin : begin + step]) + neighbour]


def slices(path: Path, megabytes: int) -> Iterator[str]:
    """Up to so many slices of one MiB, evenly from all over the file (0: the whole file); bad bytes as U+FFFD."""
    count = max(1, path.stat().st_size // SLICE)
    chosen = range(count) if megabytes == 0 else sorted({count * i // megabytes for i in range(megabytes)})
    with path.open("rb") as file:
        for number in chosen:
            file.seek(number * SLICE)
            yield file.read(SLICE).decode("utf-8", "replace")
