"""Whether a text that is cut where the cut rule allows has the pieces of the whole."""

from __future__ import annotations

import random
import tempfile
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vocabsmith_engine import Pretokenizer, Recipe, count_pieces
from vocabsmith_engine._native import SpecialTokens, last_safe_cut

NO_SPECIALS = SpecialTokens([])
Ends = npt.NDArray[np.uint64]


def safe_cuts(data: bytes) -> list[int]:
    """Every place where a text without special tokens may be cut, rising."""
    view, cuts = memoryview(data), [len(data)]
    while cut := last_safe_cut(view[: cuts[-1]], NO_SPECIALS, divide_lines=True):
        cuts.append(cut)
    return cuts[:0:-1]


def all_cuts_change_nothing(name: str, data: bytes) -> tuple[int, str]:
    """How many cuts were tried, and the first that changes a piece, in words.

    The text is cut at all of them at once; and each one alone, between its neighbours.
    """
    pretokenizer = Pretokenizer.of(name)
    cuts = safe_cuts(data)
    borders = [0, *cuts, len(data)]
    parts = [pretokenizer.piece_ends(data[begin:end]) for begin, end in pairwise(borders)]
    together = np.concatenate([part + begin for part, begin in zip(parts, borders, strict=False)])
    if not np.array_equal(together, pretokenizer.piece_ends(data)):
        return len(cuts), "cut at all safe places, the text has other pieces"
    for (begin, cut, end), first, second in zip(
        zip(borders, cuts, borders[2:], strict=False), parts, parts[1:], strict=False
    ):
        whole = pretokenizer.piece_ends(data[begin:end])
        if not np.array_equal(np.concatenate([first, second + (cut - begin)]), whole):
            return len(cuts), f"cut at {cut - begin}, {data[begin:end]!r} has other pieces"
    return len(cuts), ""


def windows_change_nothing(name: str, data: bytes) -> tuple[str, int]:
    """Read in windows of many sizes, with special tokens that lie over places where the text would else be cut."""
    dice = random.Random(len(data))
    cuts = safe_cuts(data)
    specials = {"<d>"}
    for cut in dice.sample(cuts, min(8, len(cuts))):
        token = data[cut - dice.randrange(1, 7) : cut + dice.randrange(1, 5)].decode("utf-8", "ignore")
        specials |= {token} - {""}
    recipe = Recipe(vocab_size=1000, pretokenizer=name, special_tokens=tuple(sorted(specials)))
    sizes = (997, 4096, 20_011, dice.randrange(500, 100_000))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "slice.txt"
        path.write_bytes(data)
        whole = _counted(path, recipe, len(data) + 1)
        for window in sizes:
            if _counted(path, recipe, window) != whole:
                return f"read in windows of {window} with {sorted(specials)}, the text has other pieces", len(sizes)
    return "", len(sizes)


def _counted(path: Path, recipe: Recipe, window: int) -> dict[bytes, int]:
    return dict(count_pieces([path], recipe, threads=1, window=window).counts.items())
