"""How much memory a run may take, and how it is shared out while pieces are counted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from vocabsmith_engine import machine
from vocabsmith_engine.errors import RecipeError
from vocabsmith_engine.processors import whole_from_1

PROGRAM: Final = 64 * 2**20
"""Bytes of the process itself: the interpreter and its libraries."""

WORKER: Final = 64 * 2**20
"""Bytes of a process that counts with an expression, its own small table included."""

RUNS: Final = 16 * 2**20
"""Bytes of the buffers through which what was spilled is merged."""

SMALLEST_TABLE: Final = 4 * 2**20
"""Bytes of a table of pieces with which spilling is no waste of time."""

MEMORY_OF_AN_UNKNOWN_MACHINE: Final = 8 * 2**30

_AS_GOOD_AS_UNBOUNDED: Final = 2**60

_SIZE: Final = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:([kmgt])(i?)b?|b)?\s*", re.IGNORECASE)
_STEPS: Final = {"k": 1, "m": 2, "g": 3, "t": 4}


@dataclass(frozen=True, slots=True)
class MemoryBudget:
    """What a run may take.

    Attributes:
        tables: bytes of all tables of pieces together; what they cannot hold is spilled.
        limit: bytes of everything, as the user chose it; None: as much as the computer has, for what cannot be spilled.
    """

    tables: int
    limit: int | None

    @classmethod
    def of(cls, memory: int | None, *, counters: int, windows: int, processes: bool, tables: int = 1) -> MemoryBudget:
        """The budget for `counters` counters with so many `tables` each, beside `windows` bytes of text.

        `memory` is by default half of what the computer has. Half of what it leaves is for tables: the other half is
        for two of them while one grows, and later for the tokens of the pieces. `processes`: each table is filled by a
        process of its own. Raises RecipeError for less than can be worked with.
        """
        fixed = PROGRAM + tables * RUNS + windows + (counters * tables * WORKER if processes else 0)
        smallest = fixed + 2 * counters * tables * SMALLEST_TABLE
        if memory is None:
            half = (machine.memory() or MEMORY_OF_AN_UNKNOWN_MACHINE) // 2
            return cls((max(half, smallest) - fixed) // 2, None)
        whole_from_1("memory", memory, RecipeError)
        if memory < smallest:
            rule = f"must be {smallest:,} bytes or more with {counters} thread{'s' if counters > 1 else ''}"
            fewer = ", or fewer threads" if counters > 1 else ""
            raise RecipeError(f"memory {memory:,}", rule, f"Allow {_rounded_up(smallest)} or more{fewer}")
        limit = min(memory, _AS_GOOD_AS_UNBOUNDED)
        return cls((limit - fixed) // 2, limit)


def bytes_named(text: str) -> int:
    """Read a size: "500M" is 500000000, "1.5GiB" 1610612736; a number alone is bytes.

    K, M, G and T are powers of 1000, with `i` of 1024; a B at the end changes nothing. Raises RecipeError otherwise.
    """
    match = _SIZE.fullmatch(text)
    if not match:
        raise RecipeError(f"memory {text!r}", "is no size", "Write one such as 2G, 500M or 1.5GiB")
    number, unit, binary = match.groups()
    return int(Decimal(number) * (1024 if binary else 1000) ** _STEPS.get((unit or "").lower(), 0))


def _rounded_up(number_of_bytes: int) -> str:
    return f"{-(-number_of_bytes // 10**6)}M"
