"""Where the tokens of several cuts stand: a band for each tokenizer, its chips wrapped into rows as words are."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF

from vocabsmith.operations.cut_texts import TextCut
from vocabsmith.visible_tokens import MARKERS, visible_token
from vocabsmith.widgets.chips import CHIP_GAP, CHIP_HEIGHT, Chip, Mark, chip_width, ground_of
from vocabsmith.widgets.fonts import mono, scaled
from vocabsmith_engine.text import is_partial

ROW = 27
PAD = 12
SIDE = 16
NAME = 186
LEAST_CHIPS = 180  # pixels; where less is left, the name stands above the chips
NAME_HEIGHT = 42
MOST_SHOWN = 600  # tokens of each cut


@dataclass(frozen=True, slots=True)
class PlacedChip:
    """A token as it is painted: its place in the cut, its chip, where it is, and whether the others cut it so too."""

    token: int
    chip: Chip
    room: QRectF
    shared: bool


@dataclass(frozen=True, slots=True)
class Band:
    """All of one tokenizer, from `top` to `bottom`; its name stands in `name`, its chips in the order of the text."""

    top: float
    bottom: float
    name: QRectF
    chips: tuple[PlacedChip, ...]

    def chip_of(self, token: int) -> PlacedChip | None:
        """The chip of a token; None if it is not shown."""
        place = bisect_right(self.chips, token, key=lambda placed: placed.token) - 1
        return self.chips[place] if place >= 0 and self.chips[place].token == token else None

    def chip_at(self, x: float, y: float) -> PlacedChip | None:
        """The chip that is there."""
        return next((placed for placed in self.chips if placed.room.contains(x, y)), None)


def chips_of(cut: TextCut, coloured: npt.NDArray[np.bool_], until: int | None, *, marks: bool) -> list[Chip]:
    """The chips of the tokens that begin before the byte `until`; those not `coloured` (n) have a neutral ground."""
    begins = cut.encoded.bytes[:, 0]
    shown = len(cut) if until is None else int(np.searchsorted(begins, until, side="left"))
    chips = []
    for place in range(shown):
        text = _written(cut.token_bytes(place), marks)
        chips.append(Chip(text, ground_of(place) if coloured[place] else None, _mark_of(cut, place)))
    return chips


def _mark_of(cut: TextCut, place: int) -> Mark:
    if cut.special[place]:
        return Mark.SPECIAL
    return Mark.PARTIAL if cut.encoded.partial[place] else Mark.NONE


def bands_of(chips: Sequence[Sequence[Chip]], differs: Sequence[npt.NDArray[np.bool_]], width: int) -> list[Band]:
    """The bands below each other in so many pixels across."""
    beside = width >= 2 * SIDE + scaled(NAME) + scaled(LEAST_CHIPS)
    bands = []
    top = 0.0
    for row, differing in zip(chips, differs, strict=True):
        name = QRectF(SIDE, top + scaled(PAD) - 4, scaled(NAME) if beside else width - 2 * SIDE, scaled(NAME_HEIGHT))
        left = name.right() + 8 if beside else float(SIDE)
        first = top + scaled(PAD) if beside else name.bottom()
        placed = _wrapped(row, differing, QRectF(left, first, width - SIDE - left, 0))
        end = placed[-1].room.bottom() if placed else first
        bottom = max(end, name.bottom()) + scaled(PAD)
        bands.append(Band(top, bottom, name, tuple(placed)))
        top = bottom
    return bands


def _wrapped(chips: Sequence[Chip], differs: npt.NDArray[np.bool_], room: QRectF) -> list[PlacedChip]:
    height, step = scaled(CHIP_HEIGHT), scaled(ROW)
    font = mono()
    x, y = room.left(), room.top()
    placed = []
    for token, chip in enumerate(chips):
        wide = min(_width(chip.text, font.family(), font.pointSizeF()), room.width())
        if x > room.left() and x + wide > room.right():
            x, y = room.left(), y + step
        placed.append(PlacedChip(token, chip, QRectF(x, y, wide, height), not differs[token]))
        x += wide + CHIP_GAP
    return placed


@lru_cache(maxsize=1 << 15)
def _width(text: str, _family: str, _points: float) -> float:
    return chip_width(text)


def _written(token: bytes, marks: bool) -> str:
    if marks or is_partial(token):
        return visible_token(token)
    text = token.decode()
    if len(text) > MOST_SHOWN:
        return visible_token(token)
    return "".join(" " if character in MARKERS else visible_token(character.encode()) for character in text)
