"""Bad files that show themselves before anything is counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing

from vocabsmith_engine.corpus.disk_files import STANDARD_INPUT
from vocabsmith_engine.corpus.failures import BadFile
from vocabsmith_engine.corpus.inputs import inputs_of
from vocabsmith_engine.corpus.sources import Source
from vocabsmith_engine.monitor import Monitor


def bad_among(sources: Iterable[Source], monitor: Monitor) -> Iterator[BadFile]:
    """Files that cannot be opened, or whose first bytes hold nothing to learn from; of an archive the first member.

    Raises Stopped.
    """
    for source in sources:
        monitor.raise_if_stopped()
        if source.path != STANDARD_INPUT and (error := _problem_of(source)):
            yield error


def _problem_of(source: Source) -> BadFile | None:
    try:
        with closing(inputs_of(source, glance=True)) as inputs:
            for first in inputs:
                _ = first.kind
                break
    except BadFile as error:
        return error
    return None
