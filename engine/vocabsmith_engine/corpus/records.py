"""Opens an input whose documents are records.

Arrow takes a third of a second and 40 MB to be loaded, so it is loaded with the first table and not with the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vocabsmith_engine.corpus.inputs import Input
from vocabsmith_engine.recipe import Recipe

if TYPE_CHECKING:
    from vocabsmith_engine.corpus.record_files import RecordFile


def open_records(file: Input, recipe: Recipe, check_room: Callable[[int], None] = lambda _held: None) -> RecordFile:
    """The records of `file`. Arguments and errors as of `RecordFile`."""
    from vocabsmith_engine.corpus.record_files import RecordFile  # noqa: PLC0415

    return RecordFile(file, recipe, check_room)
