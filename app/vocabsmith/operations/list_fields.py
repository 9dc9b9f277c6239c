"""Finds the fields of a table, for the user to choose the one with the text."""

from __future__ import annotations

from vocabsmith.operations.text_files import find_files
from vocabsmith_engine import Monitor, Source
from vocabsmith_engine.corpus.text_fields import text_fields


def list_fields(*, source: Source, monitor: Monitor) -> tuple[str, ...]:
    """Fields with text in the first table of `source`, which may be a folder; none if there is no table.

    Raises BadFile for a table that cannot be read, Stopped.
    """
    for file in find_files([source], monitor):
        if not file.problem and (fields := text_fields(file.source)):
            return fields
    return ()
