"""Tables for people: columns below one another, however wide their characters are."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rich.cells import cell_len

_GAP = "  "


def table(rows: Sequence[Sequence[str]], left: Collection[int] = (0,)) -> Iterator[str]:
    """The lines of a table of one row or more; the columns `left` begin at the left, all others end at the right."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            _aligned(cell, width, column in left) for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield _GAP.join(cells).rstrip()


def _aligned(cell: str, width: int, left: bool) -> str:
    air = " " * (width - cell_len(cell))
    return cell + air if left else air + cell
