"""What merging will ask of the machine: told before it begins, and refused where the machine has not got it."""

from __future__ import annotations

from typing import Final

from vocabsmith_engine import machine
from vocabsmith_engine._native import PieceCounts
from vocabsmith_engine.errors import CorpusError

LONG_PIECE: Final = 2**16
"""Bytes past which the longest piece is told. No word is as long: where the pattern cut nothing, a whole document or a
line without spaces is learned from as one piece."""

BYTES_PER_PIECE_BYTE: Final = 7
"""Memory for each byte of the distinct pieces: the piece itself, its tokens, and the places of their pairs."""

_REMEDY: Final = "Use a part of the text, take its lines as documents, or choose a pattern that cuts it"


def notes_before_merging(counts: PieceCounts, pretokenizer: str) -> tuple[str, ...]:
    """What a user should know before the merging of `counts` begins.

    Raises CorpusError when this computer has not the memory that it takes.
    """
    needed = BYTES_PER_PIECE_BYTE * counts.distinct_bytes
    _check_memory(needed, counts.distinct_bytes)
    if counts.longest <= LONG_PIECE:
        return ()
    return (
        f"The longest piece: {counts.longest:,} bytes, {_why_so_long(pretokenizer)}. "
        f"Merging takes about {shown_size(needed)} of memory.",
    )


def _why_so_long(pretokenizer: str) -> str:
    if pretokenizer == "none":
        return "a whole document, as no pattern cuts it"
    return f"where {pretokenizer} finds nothing to cut" if len(pretokenizer) < 16 else "where the pattern does not cut"


def _check_memory(needed: int, distinct_bytes: int) -> None:
    has = machine.memory()
    if has is not None and needed > has:
        rule = f"take about {shown_size(needed)} of memory to merge, and this computer has {shown_size(has)}"
        raise CorpusError(f"distinct pieces of {distinct_bytes:,} bytes", rule, _REMEDY)


def check_room_for_uncut_text(name: str, held: int, more: int) -> None:
    """Raise CorpusError unless `more` bytes of the file `name` can be read to the `held` ones, which have no cut.

    While the two are put together, and again when they are counted, they are held twice.
    """
    has = machine.memory()
    if has is not None and 2 * (held + more) > has:
        rule = (
            f"holds more than {shown_size(held)} without a place where it can be divided, too much for the memory of "
            f"this computer ({shown_size(has)})"
        )
        raise CorpusError(name, rule, _REMEDY)


def shown_size(number_of_bytes: float) -> str:
    """8000000 → "8 MB", 12500000000 → "12.5 GB"."""
    megabytes = number_of_bytes / 1e6
    return f"{megabytes / 1000:,.1f} GB" if megabytes >= 999.5 else f"{max(megabytes, 1):,.0f} MB"
