"""What came out of a run, as its summary tells it: the same whether it has just ended or comes from the disk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from vocabsmith import wording
from vocabsmith.operations.check_corpus import CHECK_FAILED, NOT_CHECKED, words_of_check
from vocabsmith.operations.train_corpus import TrainingOutcome
from vocabsmith_engine import StopReason, TrainingResult
from vocabsmith_engine.corpus import FileReport, shown
from vocabsmith_engine.runs import RunInfo


@dataclass(frozen=True, slots=True)
class RunFacts:
    """Key figures and a verdict.

    Attributes:
        longest: bytes of the longest token.
        seconds, threads, peak_memory: None where nobody knows.
        verdict: why the run ended, how it does on what was held out, and what the check found.
        icon, tone: those of the verdict.
        notes: what was told before merging, and what reading found in the files.
        remark: the most of them that fits in a line or two.
    """

    tokens: int
    bytes_per_token: float
    merges: int
    longest: int
    seconds: float | None
    threads: int | None
    peak_memory: int | None
    verdict: str
    icon: str
    tone: str
    notes: tuple[str, ...] = ()
    remark: str = ""


def facts_of_outcome(outcome: TrainingOutcome, longest: int) -> RunFacts:
    """Those of a run that has just ended."""
    check = words_of_check(outcome.check)
    cost = _Cost(outcome.seconds, outcome.threads, outcome.peak_memory)
    return _facts(outcome.result, check, longest, cost)


def facts_of_run(info: RunInfo, result: TrainingResult, longest: int) -> RunFacts:
    """Those of a finished run from the disk."""
    cost = _Cost(info.seconds, info.threads, info.peak_memory)
    return _facts(result, info.check or NOT_CHECKED, longest, cost)


class _Cost(NamedTuple):
    seconds: float | None
    threads: int | None
    peak_memory: int | None


def _facts(result: TrainingResult, check: str, longest: int, cost: _Cost) -> RunFacts:
    icon, tone = _sign_of(check)
    notes = _notes(result)
    return RunFacts(
        tokens=result.vocab_size,
        bytes_per_token=result.bytes_per_token,
        merges=len(result.merge_counts),
        longest=longest,
        seconds=cost.seconds,
        threads=cost.threads,
        peak_memory=cost.peak_memory,
        verdict=" ".join(filter(None, (_reason(result), _held_out(result), check))),
        icon=icon,
        tone=tone,
        notes=notes,
        remark=_remark(notes, _records(result.corpus.files)),
    )


def _reason(result: TrainingResult) -> str:
    words = result.stop_reason.message(result.recipe)
    if result.stop_reason in {StopReason.BELOW_MIN_FREQUENCY, StopReason.NO_PAIRS}:
        words = f"stopped: {words}"
    return f"{words[:1].upper()}{words[1:]}."


def _held_out(result: TrainingResult) -> str:
    held_out = result.held_out
    if held_out is None or not held_out.documents:
        return ""
    return f"Held-out text: {wording.decimal(held_out.bytes_per_token)} bytes per token."


def _notes(result: TrainingResult) -> tuple[str, ...]:
    files = result.corpus.files
    on_files = (note.replace(shown(file.path), shown(Path(file.path.name))) for file in files for note in file.notes)
    return (*result.notes, *on_files)


def _remark(notes: Sequence[str], records: str) -> str:
    """How many records were of use, or the first note whole; the others are counted."""
    if not notes:
        return ""
    first, others = (records, len(notes)) if records else (notes[0], len(notes) - 1)
    more = f" {wording.count(others, 'note' if records else 'more note')} on the text." if others else ""
    return first + more


def _records(files: Sequence[FileReport]) -> str:
    """How many records of tables were of use, if not all were."""
    used, broken, missing = (
        sum(getattr(file, name) for file in files) for name in ("used_records", "broken_records", "missing_records")
    )
    if not broken and not missing:
        return ""
    return f"{wording.count(used, 'record')} used, {broken:,} broken, {missing:,} without the field."


def _sign_of(check: str) -> tuple[str, str]:
    if check.startswith(CHECK_FAILED):
        return "error", "error"
    return ("stop", "secondary") if check == NOT_CHECKED else ("check", "good")
