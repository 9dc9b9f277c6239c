"""Files of counted pieces in a folder that outlives the run, and what goes wrong with them in words for the user."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from vocabsmith_engine.corpus.failures import shown
from vocabsmith_engine.errors import RunError
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.spilling import Counts


class DamagedPiecesError(ValueError):
    """A file of pieces that does not hold what was saved."""


def save_pieces(counts: Counts, folder: Path, name: str, monitor: Monitor) -> None:
    """Save `counts` in a new file of `folder`. Raises OSError and Stopped."""
    try:
        counts.save(os.fsencode(folder), os.fsencode(name), monitor)
    except InterruptedError:
        monitor.raise_if_stopped()
        raise


@contextmanager
def told_of_folder(folder: Path) -> Iterator[None]:
    """Turn OSError into a RunError for a folder that cannot be written to."""
    try:
        yield
    except OSError as error:
        rule = f"cannot be written to ({error.strerror or error})"
        raise RunError(shown(folder), rule, "Free space there, or check its permissions") from None


@contextmanager
def told_of_damage(folder: Path) -> Iterator[None]:
    """Turn what is raised for values that cannot have been saved, and for files of pieces, into RunError."""
    try:
        yield
    except (ValueError, KeyError, TypeError, IndexError) as error:
        rule = str(error) if isinstance(error, DamagedPiecesError) else "is damaged"
        raise RunError(shown(folder), rule, "Begin anew without it") from None


@contextmanager
def naming_file(name: str) -> Iterator[None]:
    """Have the ValueError of a file of pieces name it."""
    try:
        yield
    except ValueError as error:
        raise DamagedPiecesError(f"cannot be used: {name} {error}") from None


def remove_files(folder: Path, names: Iterable[str]) -> None:
    """Remove these files of `folder`. One that cannot be removed now is there for the next time."""
    for name in names:
        with suppress(OSError):
            (folder / name).unlink()
