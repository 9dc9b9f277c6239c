"""Looks at the first bytes of listed sources: what they are, how big, and what stands in a run's way."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from vocabsmith.corpus_items import FOLDER, MISSING, NOT_TEXT, CorpusItem
from vocabsmith.many_objects import many_objects
from vocabsmith.operations.scan_corpus import kind_for_people
from vocabsmith.operations.text_files import find_files, look_at, packing_of
from vocabsmith.wording import count
from vocabsmith_engine import Monitor

GONE: Final = "It is not at its place any more."

_MOST_ENDINGS = 3


def look_at_first(*, items: Sequence[CorpusItem], monitor: Monitor, seconds: float) -> list[CorpusItem]:
    """The first of `items` as their first bytes show them, as many as that time allows, at least one.

    Reads the first bytes of every file, so that the kind is known and not guessed from the name. The monitor is told
    of every file. Raises Stopped.
    """
    until = time.monotonic() + seconds
    looked = []
    with many_objects():
        for item in items:
            monitor.raise_if_stopped()
            looked.append(look_again(item=item, monitor=monitor))
            if time.monotonic() > until:
                break
    return looked


def look_again(*, item: CorpusItem, monitor: Monitor) -> CorpusItem:
    """The item as its first bytes show it when it is read as it says. Raises Stopped."""
    if os.path.isdir(item.path):  # noqa: PTH112 (raises nothing)
        return _looked_at_folder(item, monitor)
    monitor.advance_by(1)
    if not os.path.lexists(item.path):
        return _fresh(item, MISSING, 0, GONE)
    file = look_at(item.source)
    if file.problem:
        return _fresh(item, NOT_TEXT, file.bytes, f"{file.problem}.")
    packing = packing_of(item.path)
    what = f"{kind_for_people(file.kind)}, {packing}" if packing else ""
    note = "" if file.bytes else "Empty: there is nothing to learn from."
    return _fresh(item, file.kind, file.bytes, note, what=what)


def _looked_at_folder(item: CorpusItem, monitor: Monitor) -> CorpusItem:
    found = []
    for file in find_files([item.source], monitor):
        found.append(file)
        monitor.advance_by(1)
    usable = [file for file in found if not file.problem]
    left_out = len(found) - len(usable)
    if not usable:
        return _fresh(item, NOT_TEXT, 0, "No text in it. Choose a folder that holds some.", files=0)
    note = f"{count(left_out, 'file')} left out: no text." if left_out else ""
    endings = Counter(file.path.suffix.lower() for file in usable)
    what = " ".join(islice((ending for ending, _ in endings.most_common() if ending), _MOST_ENDINGS))
    return _fresh(item, FOLDER, sum(file.bytes for file in usable), note, files=len(usable), what=what)


def _fresh(item: CorpusItem, kind: str, size: int, note: str, *, files: int = 1, what: str = "") -> CorpusItem:
    """The item, with nothing left of what a whole reading found earlier."""
    return replace(
        item, kind=kind, bytes=size, note=note, files=files, what=what, documents=None, digest="", found_field=""
    ).warm()
