"""What merging will ask of the machine: told before it begins, and refused where the machine has not got it."""

from __future__ import annotations

from typing import Final

from vocabsmith_engine import machine
from vocabsmith_engine._native import PieceCounts
from vocabsmith_engine.errors import CorpusError
from vocabsmith_engine.memory_budget import PROGRAM
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.spilling import Counts

LONG_PIECE: Final = 2**16
"""Bytes past which the longest piece is told. No word is as long: where the pattern cut nothing, a whole document or a
line without spaces is learned from as one piece."""

_REMEDY: Final = "Use a part of the text, take its lines as documents, or choose a pattern that cuts it"


def bytes_for_merging(counts: Counts, vocab_size: int) -> int:
    """Memory that merging takes beside the counts, at least, and that cannot be spilled.

    The tokens; and for each of them, in the beginning, a byte for the places of pairs. Where there is more, some
    hundred megabytes more are used.
    """
    return bytes_of_tokens(counts, vocab_size) + _tokens(counts)


def bytes_of_tokens(counts: Counts, vocab_size: int) -> int:
    """Memory of the row in which pieces are merged: two bytes a token, four if the vocabulary needs them."""
    return (2 if vocab_size < 2**16 - 1 else 4) * _tokens(counts)


def _tokens(counts: Counts) -> int:
    return counts.distinct_bytes + len(counts)  # one for each byte at first, and one after each piece


def bytes_for_pairs(counts: Counts, recipe: Recipe, memory: int | None) -> int:
    """What remains of `memory` for the pairs while they are merged; 0, as much as suits, if there is no limit."""
    if memory is None:
        return 0
    return max(memory - PROGRAM - bytes_of(counts) - bytes_of_tokens(counts, recipe.vocab_size), 1)


def bytes_of(counts: Counts) -> int:
    """Memory that the counts take meanwhile; of pieces in a file the long ones are held."""
    if isinstance(counts, PieceCounts):
        return counts.memory
    return counts.distinct_bytes if counts.longest > LONG_PIECE else 0


def merging_fits(counts: Counts, recipe: Recipe, memory: int | None) -> bool:
    """Whether merging beside these counts stays within `memory`, by default within what the computer has."""
    has = memory or machine.memory()
    return has is None or PROGRAM + bytes_for_merging(counts, recipe.vocab_size) + bytes_of(counts) <= has


def notes_before_merging(counts: Counts, recipe: Recipe, memory: int | None) -> tuple[str, ...]:
    """What a user should know before the merging of `counts` begins.

    Raises CorpusError when it takes more than `memory`, by default more than this computer has.
    """
    needed = bytes_for_merging(counts, recipe.vocab_size) + bytes_of(counts)
    if not merging_fits(counts, recipe, memory):
        raise _too_much(PROGRAM + needed, counts.distinct_bytes, memory)
    if counts.longest <= LONG_PIECE:
        return ()
    return (
        f"The longest piece: {counts.longest:,} bytes, {_why_so_long(recipe.pretokenizer)}. "
        f"Merging takes {shown_size(needed)} of memory, or somewhat more.",
    )


def _too_much(needed: int, distinct_bytes: int, memory: int | None) -> CorpusError:
    value = f"distinct pieces of {distinct_bytes:,} bytes"
    rule = f"take {shown_size(needed)} of memory or more to merge"
    if memory is not None:
        return CorpusError(
            value,
            f"{rule}, and {shown_size(memory)} are allowed",
            f"Allow {-(-needed // 10**6)}M of memory, or use a part of the text",
        )
    return CorpusError(value, f"{rule}, and this computer has {shown_size(machine.memory() or 0)}", _REMEDY)


def _why_so_long(pretokenizer: str) -> str:
    if pretokenizer == "none":
        return "a whole document, as no pattern cuts it"
    return f"where {pretokenizer} finds nothing to cut" if len(pretokenizer) < 16 else "where the pattern does not cut"


def check_room_for_uncut_text(name: str, held: int, more: int, memory: int | None) -> None:
    """Raise CorpusError unless `more` bytes of the file `name` can be read to the `held` ones, which have no cut.

    Merging will take two bytes for each of them, at least. `memory`: bytes that the run may take, by default those of
    the computer.
    """
    has = memory or machine.memory()
    if has is not None and 2 * (held + more) > has:
        whose = "this run" if memory else "this computer"
        rule = (
            f"holds more than {shown_size(held)} without a place where it can be divided, too much for the memory of "
            f"{whose} ({shown_size(has)})"
        )
        raise CorpusError(name, rule, _REMEDY)


def shown_size(number_of_bytes: float) -> str:
    """8000000 → "8 MB", 12500000000 → "12.5 GB"."""
    megabytes = number_of_bytes / 1e6
    return f"{megabytes / 1000:,.1f} GB" if megabytes >= 999.5 else f"{max(megabytes, 1):,.0f} MB"
