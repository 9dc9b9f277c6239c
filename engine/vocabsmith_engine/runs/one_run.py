"""One run in a folder of its own: begun, gone on with, ended early, read. A store is many of them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from vocabsmith_engine.corpus import SourceLike, shown
from vocabsmith_engine.errors import RunError
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.runs.folder import RunFolder, cannot_be_written, taken
from vocabsmith_engine.runs.info import RunInfo, info_of
from vocabsmith_engine.runs.kept_counting import check_sources
from vocabsmith_engine.runs.kept_counts import remove_counts
from vocabsmith_engine.runs.live import LiveRun
from vocabsmith_engine.runs.merge_log import MergeLog
from vocabsmith_engine.runs.results import load_result, logged_result, save_result
from vocabsmith_engine.runs.run_file import RunRecord, load_record
from vocabsmith_engine.runs.source_files import absolute, load_sources, save_sources
from vocabsmith_engine.text import is_well_formed
from vocabsmith_engine.training_result import TrainingResult


def begin_in(
    path: Path,
    name: str,
    sources: SourceLike | Iterable[SourceLike],
    recipe: Recipe,
    *,
    threads: int | None = None,
    memory: int | None = None,
    names: str | Iterable[str] | None = None,
    skip_bad: bool = False,
    project: str = "",
) -> LiveRun:
    """Begin a run that is kept in the folder `path`, which is made, or empty. Raises RunError."""
    named = [sources] if isinstance(sources, SourceLike) else list(sources)
    files = tuple(map(absolute, named))
    record = RunRecord(
        name=name,
        project=project,
        created=datetime.now(UTC),
        recipe=recipe,
        threads=threads,
        memory=memory,
        names=_patterns(names),
        skip_bad=skip_bad,
    )
    for text in (name, project, *(record.names or ())):
        check_text(text)
    folder = RunFolder(path)
    held = _made(folder)
    try:
        save_sources(folder.sources, files)
        record.save(folder.run)
    except OSError as error:
        _unmake(folder, held)
        raise cannot_be_written(path, error) from None
    return LiveRun(folder, held, record, files)


def reopen_in(path: Path, *, threads: int | None = None, memory: int | None = None) -> LiveRun:
    """Go on with the run in the folder `path`, see `RunStore.reopen`; `threads` and `memory` may be others now.

    Raises RunError.
    """
    folder = RunFolder(path)
    held = taken(folder)
    with ExitStack() as on_errors:
        on_errors.enter_context(held)
        record = _unended(folder)
        sources = load_sources(folder.sources)
        try:
            folder.tidy()
        except OSError as error:
            raise cannot_be_written(path, error) from None
        if not folder.has_counts:
            check_sources(folder, record, sources)
        on_errors.pop_all()
    if threads is not None:
        record = replace(record, threads=threads)
    if memory is not None:
        record = replace(record, memory=memory)
    return LiveRun(folder, held, record, sources)


def keep_in(path: Path) -> RunInfo:
    """End the run in the folder `path` with the merges that it has, see `RunStore.keep`. Raises RunError."""
    folder = RunFolder(path)
    with taken(folder):
        record = _unended(folder)
        result = logged_result(folder, record.recipe)
        try:
            save_result(folder, record, result, MergeLog(folder.merges))
        except OSError as error:
            raise cannot_be_written(path, error) from None
        remove_counts(folder)
    return info_of(folder)


def learned_in(path: Path) -> TrainingResult:
    """What the run in the folder `path` has learned so far, see `RunStore.learned`. Raises RunError."""
    folder = RunFolder(path)
    folder.check()
    return logged_result(folder, load_record(folder.run).recipe)


def info_in(path: Path) -> RunInfo | None:
    """What is known of the run in the folder `path`; None if it holds none. A damaged one is told as such."""
    folder = RunFolder(path)
    return info_of(folder) if os.path.lexists(folder.run) else None


def result_in(path: Path) -> TrainingResult:
    """The result of the run in the folder `path`. Raises RunError."""
    folder = RunFolder(path)
    folder.check()
    return load_result(folder, load_record(folder.run))


def check_text(text: str) -> None:
    """Raise RunError for a name that is no text."""
    if not is_well_formed(text):
        raise RunError(f"name {text!r}", "is no text", "Choose another name")


def _patterns(names: str | Iterable[str] | None) -> tuple[str, ...] | None:
    if names is None:
        return None
    return (names,) if isinstance(names, str) else tuple(names)


def _made(folder: RunFolder) -> ExitStack:
    """The lock on a new folder."""
    try:
        folder.path.mkdir(exist_ok=True)
        left_over = folder.is_left_over
    except OSError as error:
        raise cannot_be_written(folder.path, error) from None
    if not left_over:
        raise RunError(shown(folder.path), "holds other files", "Choose a folder that is empty or not there")
    return taken(folder)


def _unmake(folder: RunFolder, held: ExitStack) -> None:
    try:
        folder.remove(held)
    except OSError:
        held.close()


def _unended(folder: RunFolder) -> RunRecord:
    record = load_record(folder.run)
    if record.ending is not None:
        raise RunError(shown(folder.path), "has ended, so there is nothing to go on with", "Begin a new run")
    return record
