"""What is told of a run without reading its arrays."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from vocabsmith_engine.checkpoints import Checkpoints
from vocabsmith_engine.corpus import Source
from vocabsmith_engine.errors import RunError
from vocabsmith_engine.recipe import Recipe, minimum_vocab_size
from vocabsmith_engine.runs.files import read_sealed, write_sealed
from vocabsmith_engine.runs.folder import RunFolder
from vocabsmith_engine.runs.merge_log import number_logged
from vocabsmith_engine.runs.run_file import HeldOutFacts, RunRecord, load_record
from vocabsmith_engine.runs.source_files import Fingerprint, load_fingerprints, load_sources
from vocabsmith_engine.runs.values import text, told_as_damage
from vocabsmith_engine.training_result import StopReason


class RunState(StrEnum):
    """How far a run has come."""

    COUNTING = "counting"
    MERGING = "merging"
    FINISHED = "finished"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunInfo:
    """A run, in small numbers.

    Attributes:
        id: its name in the store.
        folder: where it is kept.
        name: as the user calls it.
        state: FINISHED whatever the reason, the user's stop included.
        living: whether a process works on it.
        created: when it was begun; of a damaged run, when its folder was changed last.
        ended: when it ended.
        recipe: its settings; None if it is damaged.
        vocab_size: entries of its vocabulary so far, without characters as long as it has not ended.
        merges: merges that are kept so far.
        counted_bytes: bytes that were learned from, repeats and weights counted; 0 as long as it has not ended.
        bytes_per_token: bytes of the corpus for each token of the finished vocabulary; 0 as long as it has not ended.
        held_out: the held-out text in numbers: documents, bytes, tokens; None if nothing was measured.
        stop_reason: why it ended.
        seconds: how long it took, as the front end has measured it.
        threads: how many counted.
        peak_memory: of the process, in bytes.
        check: a sentence on the check of its tokenizer; "" if there was none.
        notes: what is to be known about it.
        problem: why it was cut off, or what is damaged; "" if nothing is to be told.
        project: what the front end says of the project that it belongs to.
        names: patterns that choose the files of folders, see `expand`.
        skip_bad: whether it goes on without files that no run can use.
    """

    id: str
    folder: Path
    name: str
    state: RunState
    created: datetime
    living: bool = False
    ended: datetime | None = None
    recipe: Recipe | None = None
    vocab_size: int = 0
    merges: int = 0
    counted_bytes: int = 0
    bytes_per_token: float = 0.0
    held_out: HeldOutFacts | None = None
    stop_reason: StopReason | None = None
    seconds: float | None = None
    threads: int | None = None
    peak_memory: int | None = None
    check: str = ""
    notes: tuple[str, ...] = ()
    problem: str = ""
    project: str = ""
    names: tuple[str, ...] | None = None
    skip_bad: bool = False

    @property
    def interrupted(self) -> bool:
        """Whether it was cut off, and can be gone on with."""
        return self.state in {RunState.COUNTING, RunState.MERGING} and not self.living

    @property
    def sources(self) -> tuple[Source, ...]:
        """What it is learned from, as it was named; read when asked for, since it may be long. Raises RunError."""
        return load_sources(RunFolder(self.folder).sources)

    @property
    def fingerprints(self) -> tuple[Fingerprint, ...]:
        """What its files looked like; read when asked for. Raises RunError if that is not known, or damaged."""
        return load_fingerprints(RunFolder(self.folder).fingerprints)

    @property
    def counting_progress(self) -> tuple[int, int] | None:
        """Bytes that the last checkpoint stands for, and those of all files; None without one. Read when asked for.

        Raises RunError if the checkpoint is damaged.
        """
        return Checkpoints(RunFolder(self.folder).counting).progress()


def info_of(folder: RunFolder) -> RunInfo:
    """What is known of the run in `folder`; a damaged one is told as such."""
    try:
        folder.check()
        record = load_record(folder.run)
        return _of_record(folder, record)
    except RunError as error:
        return _damaged(folder, str(error))


def _damaged(folder: RunFolder, problem: str) -> RunInfo:
    name = folder.path.name
    try:
        changed = folder.path.lstat().st_mtime
    except OSError:  # it has just been removed
        changed = time.time()
    created = datetime.fromtimestamp(changed, UTC)
    return RunInfo(id=name, folder=folder.path, name=name, state=RunState.DAMAGED, created=created, problem=problem)


def _of_record(folder: RunFolder, record: RunRecord) -> RunInfo:
    if record.ending is not None:
        return _ended(folder, record)
    merges = min(number_logged(folder.merges), record.recipe.max_merges)
    return RunInfo(
        **_settings(folder, record),
        state=RunState.MERGING if folder.counted.exists() else RunState.COUNTING,
        living=folder.is_living,
        threads=record.threads,
        merges=merges,
        vocab_size=minimum_vocab_size(record.recipe.special_tokens) + merges,
    )


def _ended(folder: RunFolder, record: RunRecord) -> RunInfo:
    ending, facts = record.ending, record.facts
    assert ending is not None
    return RunInfo(
        **_settings(folder, record),
        state=RunState.FINISHED,
        ended=ending.at,
        vocab_size=ending.vocab_size,
        merges=ending.merges,
        counted_bytes=ending.counted_bytes,
        bytes_per_token=ending.bytes_per_token,
        held_out=ending.held_out,
        stop_reason=ending.stop_reason,
        seconds=facts.seconds if facts else sum(ending.stages.values()),
        threads=facts.threads if facts else record.threads,
        peak_memory=facts.peak_memory if facts else None,
        check=facts.check if facts else "",
        notes=(*ending.notes, *(facts.notes if facts else ())),
    )


def _settings(folder: RunFolder, record: RunRecord) -> dict[str, Any]:
    return {
        "id": folder.path.name,
        "folder": folder.path,
        "name": name_of(folder, record),
        "created": record.created,
        "recipe": record.recipe,
        "problem": record.problem,
        "project": record.project,
        "names": record.names,
        "skip_bad": record.skip_bad,
    }


def name_of(folder: RunFolder, record: RunRecord) -> str:
    """The name of the run: the last that it was given."""
    if not folder.name.exists():
        return record.name
    place = read_sealed(folder.name, "name")
    with told_as_damage(folder.name):
        return text(place.get("name"))


def save_name(folder: RunFolder, name: str) -> None:
    """Call the run so from now on. In a file of its own: another process may work on the run. Raises OSError."""
    write_sealed(folder.name, "name", {"name": name})
