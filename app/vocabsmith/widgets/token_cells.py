"""Which part of a line of text each token is painted on.

A token is painted on the characters it holds alone and on a slice of each character, as one sees it, that it shares
with its neighbours: a character split by bytes, or a letter and its marks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from PySide6.QtGui import QTextBlock

from vocabsmith.widgets.token_spans import TokenSpans

Extent = tuple[int, int]


class Cell(NamedTuple):
    """A stretch of a block's text that a token is painted on.

    Attributes:
        row: of the token in its spans.
        begin, end: in the text of the block; its last place but one is the end of the line.
        slice, slices: which vertical slice of the stretch it has, of how many; 0 of 1 is all of it.
    """

    row: int
    begin: int
    end: int
    slice: int = 0
    slices: int = 1


def cells_between(spans: TokenSpans, block: QTextBlock, first: int, last: int) -> list[Cell]:
    """The cells of all tokens between two places of a block, cut off there."""
    origin = block.position()
    rows = spans.overlapping(origin + first, origin + last)
    here = slice(rows.start, rows.stop)
    places = zip(spans.begins[here].tolist(), spans.ends[here].tolist(), strict=True)
    extents = [_widened(block, begin - origin, end - origin) for begin, end in places]
    return [
        Cell(rows.start + index, max(begin, first), min(end, last), part, parts)
        for index, begin, end, part, parts in divide(extents)
        if begin < last and end > first
    ]


def _widened(block: QTextBlock, begin: int, end: int) -> Extent:
    """The extent in whole characters as one sees them."""
    layout, length = block.layout(), block.length() - 1
    if 0 < begin < length and not layout.isValidCursorPosition(begin):
        begin = layout.previousCursorPosition(begin)
    if 0 < end < length and not layout.isValidCursorPosition(end):
        end = layout.nextCursorPosition(end)
    return begin, end


def divide(extents: Sequence[Extent]) -> list[Cell]:
    """What each token has alone, and its slices of the characters it shares. `row` is the index of the extent.

    Neighbours overlap in one character at most: it reaches from where the later begins to where the earlier ends.
    """
    if all(early[1] <= late[0] for early, late in pairwise(extents)):
        return [Cell(row, begin, end) for row, (begin, end) in enumerate(extents) if begin < end]
    shared: list[list[Extent]] = [[] for _ in extents]
    for index, (early, late) in enumerate(pairwise(extents)):
        if late[0] < early[1]:
            for sharer in (shared[index], shared[index + 1]):
                if (late[0], early[1]) not in sharer:
                    sharer.append((late[0], early[1]))
    sharers = Counter(chain.from_iterable(shared))
    taken: Counter[Extent] = Counter()
    cells = []
    for row, (extent, characters) in enumerate(zip(extents, shared, strict=True)):
        begin, end = extent
        for character in characters:
            cells.append(Cell(row, *character, taken[character], sharers[character]))
            taken[character] += 1
            begin, end = (character[1], end) if character[0] <= begin else (begin, character[0])
        if begin < end:
            cells.append(Cell(row, begin, end))
    return cells
