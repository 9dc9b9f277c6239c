"""Tables of pieces with a bound, and what goes wrong with them in words for the user."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from vocabsmith_engine import _native
from vocabsmith_engine.corpus import shown
from vocabsmith_engine.errors import CorpusError
from vocabsmith_engine.monitor import Monitor

Counts = _native.PieceCounts | _native.SpilledCounts


class Spilling:
    """The tables of one run. What they cannot hold goes to nameless files in the folder for temporary files."""

    def __init__(self, tables: int, monitor: Monitor, max_runs: int = 64) -> None:
        """`tables`: bytes of all tables together."""
        self._bytes = tables
        self._monitor = monitor
        self._spill = _native.Spill(os.fsencode(_temporary_folder()), monitor, max_runs)

    def new_tables(self, number: int) -> list[_native.PieceCounts]:
        """Empty tables with equal shares."""
        tables = [_native.PieceCounts() for _ in range(number)]
        for table in tables:
            table.bound(self._bytes // number, self._spill)
        return tables

    @property
    def bytes_written(self) -> int:
        """Bytes that went to files so far, those that were written again while runs were merged included."""
        return self._spill.bytes_written

    def keep(self, folder: Path, prefix: str) -> list[str]:
        """Have what was spilled outlive the run, in files of `folder`; their names. To be called while nobody counts.

        Raises OSError when the folder has no room; then all goes on as before.
        """
        try:
            return list(map(os.fsdecode, self._spill.keep(os.fsencode(folder), os.fsencode(prefix))))
        except InterruptedError:
            self._monitor.raise_if_stopped()
            raise

    @property
    def kept(self) -> list[str]:
        """The names of files in use that outlive the run."""
        return list(map(os.fsdecode, self._spill.kept()))

    def adopt(self, folder: Path, name: str) -> None:
        """Take what was kept. Raises ValueError, with what is wrong with the file, if it does not hold that."""
        self._spill.adopt(os.fsencode(folder), os.fsencode(name))

    def sum_of(self, tables: Sequence[_native.PieceCounts]) -> Counts:
        """All tables together, and what they spilled. They are used up."""
        with told_to_the_user(self._monitor):
            rest = sorted(tables, key=lambda table: table.memory)
            total = rest.pop()
            while rest and not self._spill:
                self._bound_beside(total, rest)
                total.add_all(rest.pop())
            return self._merged([total, *rest]) if self._spill else total

    def spilled(self, table: _native.PieceCounts) -> _native.SpilledCounts:
        """The pieces of a table that was all there is, in a file. The table is empty then."""
        with told_to_the_user(self._monitor):
            return self._merged([table])

    def _bound_beside(self, total: _native.PieceCounts, others: Sequence[_native.PieceCounts]) -> None:
        """Let `total` have what the others leave."""
        total.bound(max(self._bytes - sum(table.memory for table in others), 1), self._spill)

    def _merged(self, tables: Sequence[_native.PieceCounts]) -> _native.SpilledCounts:
        with ThreadPoolExecutor(len(tables), "counting") as executor:
            for spilling in [executor.submit(self._spill.take, table) for table in tables]:
                spilling.result()
        return self._spill.merge()


@contextmanager
def told_to_the_user(monitor: Monitor) -> Iterator[None]:
    """Turn what bounded tables and spilled pieces raise into CorpusError and Stopped."""
    try:
        yield
    except OverflowError:
        raise CorpusError("the counts", "pass 2^64 - 1 with these weights", "Choose smaller weights") from None
    except InterruptedError:
        monitor.raise_if_stopped()
        raise
    except OSError as error:
        raise spilling_failed(error) from None


def spilling_failed(error: OSError) -> CorpusError:
    """What to tell when pieces could not be spilled, or not be read back."""
    return CorpusError(
        f"the temporary folder {shown(Path(_temporary_folder()))}",
        str(error),
        "Free space there, name another folder with TMPDIR, or allow more memory",
    )


def _temporary_folder() -> str:
    """The folder for temporary files. Where there is none, the last that was tried: only a run that spills fails."""
    try:
        return tempfile.gettempdir()
    except FileNotFoundError:
        return str(Path.cwd())
