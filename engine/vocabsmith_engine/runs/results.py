"""The result of a run: small numbers in run.json, the merges in their log, the curve of the held-out text in a file."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import numpy as np

from vocabsmith_engine.corpus import shown
from vocabsmith_engine.errors import RunError
from vocabsmith_engine.held_out_measure import HeldOut
from vocabsmith_engine.merging_start import MergingStart
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.runs.counted_file import load_start
from vocabsmith_engine.runs.files import damaged, read_whole, write_durably
from vocabsmith_engine.runs.folder import RunFolder
from vocabsmith_engine.runs.merge_log import LoggedMerges, MergeLog, digest_of, logged, records_of
from vocabsmith_engine.runs.run_file import Ending, HeldOutFacts, RunRecord
from vocabsmith_engine.training_result import StopReason, TrainingResult

_NOT_MEASURED: Final = "What was held out was not measured, since the run was stopped."


def save_result(folder: RunFolder, record: RunRecord, result: TrainingResult, log: MergeLog) -> RunRecord:
    """Save everything of `result`; at the end run.json says that the run has ended. Raises OSError."""
    log.add(0, result.merge_ids, result.merge_counts, result.tokens_left)
    digest = digest_of(records_of(0, result.merge_ids, result.merge_counts, result.tokens_left))
    ended = replace(
        record, problem="", ending=_ending(result, digest, _saved_held_out(folder.held_out, result.held_out))
    )
    ended.save(folder.run)
    return ended


def _ending(result: TrainingResult, digest: str, held_out: HeldOutFacts | None) -> Ending:
    return Ending(
        at=datetime.now(UTC),
        stop_reason=result.stop_reason,
        merges=len(result.merge_ids),
        vocab_size=result.vocab_size,
        counted_bytes=result.counted_bytes,
        bytes_per_token=result.bytes_per_token,
        stages=dict(result.seconds),
        notes=result.notes,
        digest=digest,
        held_out=held_out,
    )


def _saved_held_out(path: Path, held_out: HeldOut | None) -> HeldOutFacts | None:
    if held_out is None:
        return None
    curve = held_out.tokens_left.astype("<u8").tobytes()
    write_durably(path, curve)
    return HeldOutFacts(held_out.documents, held_out.bytes, held_out.tokens, _digest(curve))


def load_result(folder: RunFolder, record: RunRecord) -> TrainingResult:
    """The inverse of `save_result`. Raises RunError for a run that has not ended, and for damaged files."""
    ending = record.ending
    if ending is None:
        raise RunError(shown(folder.path), "has not ended, so there is no result", "Go on with it first")
    start = load_start(folder.counted)
    merges = checked_merges(folder, start, ending.merges)
    if len(merges) != ending.merges or merges.digest != ending.digest:
        raise damaged(folder.merges, "is damaged")
    result = _result(record.recipe, start, merges, ending.stop_reason)
    facts = ending.held_out
    held_out = None if facts is None else _loaded_held_out(folder.held_out, facts, ending.merges)
    return replace(result, seconds=dict(ending.stages), notes=ending.notes, held_out=held_out)


def logged_result(folder: RunFolder, recipe: Recipe) -> TrainingResult:
    """The result of a run that was cut off while merging: what the log has. Raises RunError if that is nothing."""
    start = load_start(folder.counted)
    merges = checked_merges(folder, start, recipe.max_merges)
    if not len(merges):
        raise RunError(shown(folder.path), "has no merges yet", "Go on with it, or delete it")
    result = _result(recipe, start, merges, StopReason.STOPPED)
    return replace(result, notes=(*result.notes, _NOT_MEASURED)) if recipe.held_out else result


def checked_merges(folder: RunFolder, start: MergingStart, most: int) -> LoggedMerges:
    """The first merges in the log, `most` at most. Raises RunError unless each makes the next token of earlier ones."""
    merges = logged(folder.merges, most)
    first = 256 + len(start.base.characters)
    made = np.arange(first, first + len(merges), dtype=np.int64)
    if (merges.ids[:, 2] != made).any() or (merges.ids[:, :2] >= made[:, None]).any():
        raise damaged(folder.merges, "has merges of tokens that were never made")
    return merges


def _result(recipe: Recipe, start: MergingStart, merges: LoggedMerges, stop_reason: StopReason) -> TrainingResult:
    return start.result(
        recipe,
        merge_ids=merges.ids,
        merge_counts=merges.counts,
        tokens_left=merges.tokens_left,
        stop_reason=stop_reason,
        seconds={},
    )


def _loaded_held_out(path: Path, facts: HeldOutFacts, merges: int) -> HeldOut:
    curve = read_whole(path, 8 * (merges + 1))
    if len(curve) != 8 * (merges + 1) or _digest(curve) != facts.digest:
        raise damaged(path, "is damaged")
    return HeldOut(facts.documents, facts.bytes, np.frombuffer(curve, "<u8").astype(np.uint64))


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()
