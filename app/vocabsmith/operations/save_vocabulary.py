"""Saves tokens of a vocabulary as tab-separated values."""

from __future__ import annotations

from pathlib import Path

from vocabsmith.operations.list_tokens import Ids
from vocabsmith.operations.vocabulary_marks import Flag, Vocabulary
from vocabsmith_engine import Monitor


def save_vocabulary(*, vocabulary: Vocabulary, ids: Ids, path: Path, monitor: Monitor) -> None:
    """Writes these tokens in this order, whole or not at all. Raises FormatError, Stopped."""
    from vocabsmith_engine.analysis import write_table  # noqa: PLC0415

    monitor.raise_if_stopped()
    masks = {flag.value: vocabulary.mask(flag, 0) for flag in (Flag.PARTIAL, Flag.UNREACHABLE, Flag.RESIDUE)}
    known = {name: mask for name, mask in masks.items() if mask is not None}
    write_table(vocabulary.table, path, None if vocabulary.usage is None else vocabulary.usage.uses, known, ids)
