"""How many threads a piece of work gets."""

from __future__ import annotations

import os

from vocabsmith_engine.errors import VocabsmithError


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def thread_count(threads: int | None, error: type[VocabsmithError]) -> int:
    """The number asked for; by default that of the processors. Raises `error` unless it is a whole number from 1."""
    return processors() if threads is None else whole_from_1("threads", threads, error)


def whole_from_1(name: str, number: int, error: type[VocabsmithError]) -> int:
    """`number`, if it is one. Raises `error` otherwise."""
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise error(f"{name} {number!r}", "must be a whole number from 1", "Choose such a number")
    return number
