"""Finds listed files with the same bytes, so that no text counts twice without anybody knowing."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from vocabsmith.corpus_items import FOLDER, MISSING, NOT_TEXT, CorpusItem
from vocabsmith.many_objects import many_objects
from vocabsmith_engine import Monitor
from vocabsmith_engine.scanning import digest_of

_NEVER: Final = ("", FOLDER, NOT_TEXT, MISSING)
_BEGINNING: Final = 64 * 1024


def possible_copies(*, items: Iterable[CorpusItem], monitor: Monitor) -> list[CorpusItem]:
    """The files among `items` whose digest is needed: as big as another one that is read in the same way.

    Of larger ones the beginnings are compared too. Empty ones are no copies. Raises Stopped.
    """
    groups: dict[tuple[object, ...], list[CorpusItem]] = defaultdict(list)
    for item in items:
        if item.bytes and item.kind not in _NEVER:
            groups[item.bytes, item.kind, item.field, item.encoding].append(item)
    alike = (_alike(group, monitor) for group in groups.values() if len(group) > 1)
    return [item for group in alike for item in group if not item.digest]


def take_digests(*, items: Sequence[CorpusItem], monitor: Monitor, seconds: float) -> list[CorpusItem]:
    """The first of `items` with the digest of their bytes, as many as that time allows, at least one.

    A file that cannot be read has none. The monitor is told of the bytes. Raises Stopped.
    """
    until = time.monotonic() + seconds
    done = []
    with many_objects():
        for item in items:
            monitor.raise_if_stopped()
            done.append(replace(item, digest=digest_of(item.source, monitor)).warm())
            monitor.advance_by(item.bytes)
            if time.monotonic() > until:
                break
    return done


def _alike(items: Sequence[CorpusItem], monitor: Monitor) -> list[CorpusItem]:
    """Those of as many bytes that begin like another one."""
    if items[0].bytes <= _BEGINNING:
        return list(items)
    groups: dict[bytes, list[CorpusItem]] = defaultdict(list)
    for item in items:
        monitor.raise_if_stopped()
        groups[_beginning_of(item)].append(item)
    return [item for group in groups.values() if len(group) > 1 for item in group]


def _beginning_of(item: CorpusItem) -> bytes:
    try:
        with item.path.open("rb", buffering=0) as file:
            return file.read(_BEGINNING)
    except OSError:
        return b""
