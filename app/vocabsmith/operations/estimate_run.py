"""What a run will take, from a short trial on parts of the corpus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vocabsmith.operations.text_files import find_files
from vocabsmith_engine import Monitor, Recipe, Source

if TYPE_CHECKING:
    from vocabsmith_engine.estimating import Estimate


def estimate_run(
    *, sources: Sequence[Source], recipe: Recipe, threads: int | None, memory: int | None, monitor: Monitor
) -> Estimate | None:
    """The estimate for the files that a run would read; None if there is nothing in them.

    Raises VocabsmithError for what would end the run too: a bad file, too little memory, an expression that takes too
    long; and Stopped.
    """
    from vocabsmith_engine.estimating import estimate  # noqa: PLC0415 - is not needed for the window to open

    files = [file.source for file in find_files(sources, monitor) if not file.problem and file.bytes]
    if not files:
        return None
    return estimate(files, recipe, threads=threads, memory=memory, monitor=monitor)
