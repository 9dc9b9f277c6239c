"""Complete counts of a corpus in a folder, so that merging can begin anew without reading the corpus.

    counts.json          what was found, and the names of the files beside it
    learned-0.pieces     the pieces to learn from; held-out-0.pieces: those that were held out

The files of pieces, see saved_counts.hpp, are written first; with counts.json, in one step, they stand.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from vocabsmith_engine import _native
from vocabsmith_engine.corpus.failures import shown
from vocabsmith_engine.counting import CorpusCounts
from vocabsmith_engine.errors import RunError
from vocabsmith_engine.held_out import HeldOutCounts
from vocabsmith_engine.memory_budget import SMALLEST_TABLE, MemoryBudget
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.piece_files import naming_file, remove_files, save_pieces, told_of_damage, told_of_folder
from vocabsmith_engine.report_records import (
    bad_file_of_record,
    list_of,
    record_of_bad_file,
    record_of_report,
    report_of_record,
    text,
    whole,
)
from vocabsmith_engine.sealed_files import read_sealed, sync_files, write_sealed
from vocabsmith_engine.spilling import Counts, Spilling, told_to_the_user

_SUMMARY: Final = "counts.json"
_KIND: Final = "counts"
_NAME: Final = re.compile(r"(?:learned|held-out)-(\d{1,9})\.pieces")


def save_counts(corpus: CorpusCounts, folder: str | Path, monitor: Monitor | None = None) -> None:
    """Save `corpus` in `folder`, in place of what was saved there; others may read the counts meanwhile.

    The folder is made if need be. After a crash either the old counts stand or the new ones. Raises RunError when the
    folder cannot be written to, and Stopped when `monitor` was stopped; what stood there stands then.
    """
    folder, monitor = Path(folder), monitor or Monitor()
    with told_of_folder(folder):
        folder.mkdir(parents=True, exist_ok=True)
        number = 1 + max((int(match[1]) for _, match in _files_in(folder)), default=-1)
        sides = {"learned": corpus.counts} | ({"held-out": corpus.held_out.counts} if corpus.held_out else {})
        names = {side: f"{side}-{number}.pieces" for side in sides}
        try:
            for side, counts in sides.items():
                save_pieces(counts, folder, names[side], monitor)
            sync_files(folder / name for name in names.values())
            write_sealed(folder / _SUMMARY, _KIND, _record_of(corpus, names))
        except BaseException:
            remove_files(folder, names.values())
            raise
        remove_files(folder, [path.name for path, _ in _files_in(folder) if path.name not in names.values()])


def load_counts(folder: str | Path, memory: int | None = None, monitor: Monitor | None = None) -> CorpusCounts:
    """What was saved in `folder`.

    Pieces that were spilled stay in their file, which must not be changed as long as they are used. `memory`: bytes
    that the run may take, as for `count_pieces`; a table that passes its share of them is spilled. Raises RunError when
    there are no counts or they are damaged, RecipeError for too little memory, CorpusError when the folder for
    temporary files has no room, and Stopped.
    """
    folder, monitor = Path(folder), monitor or Monitor()
    try:
        record = read_sealed(folder / _SUMMARY, _KIND)
    except FileNotFoundError:
        raise RunError(shown(folder), "holds no counts", "Count the corpus") from None
    with told_of_damage(folder):
        held_out = record["held_out"]
        budget = MemoryBudget.of(memory, counters=1, windows=0, processes=False, tables=2 if held_out else 1)
        bytes_aside = SMALLEST_TABLE if budget.limit is not None else budget.tables // 2
        return CorpusCounts(
            _loaded(folder, record["learned"], budget.tables, monitor),
            whole(record["documents"]),
            whole(record["bytes"]),
            tuple(map(report_of_record, list_of(dict, record["files"]))),
            budget.limit,
            whole(record["spilled_bytes"]),
            tuple(map(bad_file_of_record, list_of(list, record["skipped"]))),
            held_out
            and HeldOutCounts(_loaded(folder, held_out["pieces"], bytes_aside, monitor), whole(held_out["documents"])),
        )


def _loaded(folder: Path, name: object, most: int, monitor: Monitor) -> Counts:
    if not _NAME.fullmatch(text(name)):
        raise ValueError(name)
    where = os.fsencode(folder), os.fsencode(text(name))
    with told_to_the_user(monitor), naming_file(text(name)):
        if _native.are_spilled(*where):
            return _native.SpilledCounts.opened(*where, monitor)
        spilling = Spilling(most, monitor)
        [table] = spilling.new_tables(1)
        table.load(*where, monitor)
        return spilling.sum_of([table])


def _record_of(corpus: CorpusCounts, names: dict[str, str]) -> dict[str, Any]:
    held_out = corpus.held_out
    return {
        "learned": names["learned"],
        "documents": corpus.documents,
        "bytes": corpus.bytes,
        "files": list(map(record_of_report, corpus.files)),
        "spilled_bytes": corpus.spilled_bytes,
        "skipped": list(map(record_of_bad_file, corpus.skipped)),
        "held_out": held_out and {"pieces": names["held-out"], "documents": held_out.documents},
    }


def _files_in(folder: Path) -> Iterator[tuple[Path, re.Match[str]]]:
    for path in folder.iterdir():
        if match := _NAME.fullmatch(path.name):
            yield path, match
