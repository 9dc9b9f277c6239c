"""Saves tokens of a vocabulary as tab-separated values."""

from __future__ import annotations

from pathlib import Path

from vocabsmith.operations.list_tokens import Ids
from vocabsmith.operations.vocabulary_marks import Flag, Vocabulary
from vocabsmith_engine import Monitor
from vocabsmith_engine.analysis import write_table

_FLAGS = (Flag.PARTIAL, Flag.UNREACHABLE, Flag.RESIDUE)


def save_vocabulary(*, vocabulary: Vocabulary, ids: Ids, path: Path, monitor: Monitor) -> None:
    """Writes these tokens in this order, whole or not at all. Raises FormatError, Stopped."""
    masks = {flag.value: vocabulary.mask(flag, 0) for flag in _FLAGS}
    known = {name: mask for name, mask in masks.items() if mask is not None}
    uses = None if vocabulary.usage is None else vocabulary.usage.uses
    write_table(vocabulary.table, path, uses, known, ids, monitor=monitor)
