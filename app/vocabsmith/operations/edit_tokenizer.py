"""Edits a tokenizer: looks ahead, measures before and after, makes it and keeps it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from pathlib import Path
from typing import Final

from vocabsmith.operations.export_tokenizer import folder_name
from vocabsmith_engine import FormatError, Monitor, Source, Tokenizer, formats
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.analysis import METRICS, Evaluation, Metric, evaluate, evaluate_texts, special_collisions
from vocabsmith_engine.editing import EditPlan, EditPreview, EditProblem, apply_edit, preview_edit

SAMPLE: Final = 20_000_000
"""Bytes of a corpus that are measured, shared by its sources."""

_LEAST_OF_SOURCE: Final = 65_536
_WHOLE: Final = ("huggingface", "sentencepiece", "gguf", "tiktoken", "gpt2")
"""Formats to keep a tokenizer in: the first that can carry it."""


def preview_tokenizer_edit(*, tokenizer: Tokenizer, plan: EditPlan, monitor: Monitor) -> EditPreview:
    """What `plan` would do, with what the special tokens that it adds collide with. Raises Stopped."""
    preview = preview_edit(tokenizer, plan)
    monitor.raise_if_stopped()
    if preview.blocked or not preview.added:
        return preview
    told = _collisions(tokenizer, preview, monitor)
    return dataclasses.replace(preview, problems=(*preview.problems, *told))


def _collisions(tokenizer: Tokenizer, preview: EditPreview, monitor: Monitor) -> Iterable[EditProblem]:
    """Warnings of special tokens that are added; that a learned token has the same text is told already."""
    kept = [token for token in tokenizer.all_added_tokens if preview.new_ids[token.id] >= 0]
    added = [AddedToken(text, token_id) for text, token_id in preview.added]
    made, texts = apply_edit(tokenizer, preview.plan, preview), {text for text, _ in preview.added}
    for each in special_collisions([*kept, *added], made, monitor=monitor):
        if (each.place >= len(kept) or each.other in texts) and each.kind != "learned":
            value = f"special token {each.token!r}"
            yield EditProblem(value, each.sentence.rstrip("."), each.remedy.rstrip("."), blocking=False)


@dataclass(frozen=True, slots=True)
class MeasuredEdit:
    """One metric before and after."""

    metric: Metric
    before: float
    after: float


def measure_edit(
    *, tokenizer: Tokenizer, preview: EditPreview, texts: str | Sequence[Source], monitor: Monitor
) -> tuple[MeasuredEdit, ...]:
    """Every metric of a text, typed or a sample of files, before and after the edit. () for an empty text.

    Raises CorpusError for files that cannot be read, TokenizerError, Stopped.
    """
    if not texts:
        return ()
    both = [tokenizer, apply_edit(tokenizer, preview.plan, preview)]
    monitor.raise_if_stopped()
    if isinstance(texts, str):
        files = evaluate_texts(both, {"text": texts})
    else:
        files = evaluate(both, texts, monitor, sample=max(_LEAST_OF_SOURCE, SAMPLE // len(texts)))
    before, after = (reduce(add, [file.evaluations[place] for file in files]) for place in (0, 1))
    return tuple(_measured(metric, before, after) for metric in METRICS.values() if metric.of is not None)


def _measured(metric: Metric, before: Evaluation, after: Evaluation) -> MeasuredEdit:
    assert metric.of is not None
    return MeasuredEdit(metric, float(metric.of(before)), float(metric.of(after)))


@dataclass(frozen=True, slots=True)
class KeptTokenizer:
    """A tokenizer that was made, and the folder where it is kept."""

    tokenizer: Tokenizer
    folder: Path


def make_tokenizer(
    *, tokenizer: Tokenizer, preview: EditPreview, name: str, home: Path, monitor: Monitor
) -> KeptTokenizer:
    """Make the edit, and keep what comes of it in a new folder of `home`: all of it, checked, or nothing.

    Raises TokenizerError for an edit that cannot be made, FormatError when it cannot be written, Stopped.
    """
    made = dataclasses.replace(apply_edit(tokenizer, preview.plan, preview), name=name)
    monitor.raise_if_stopped()
    folder = _new_folder(home, folder_name(name))
    report = formats.save(made, folder, [_format_for(made)], monitor=monitor)
    return KeptTokenizer(made, report.folder)


def _format_for(tokenizer: Tokenizer) -> str:
    """The first format that can carry it. Raises FormatError with what the first one says where none can."""
    refusals: list[formats.Note] = []
    for name in _WHOLE:
        refused = [note for note in formats.FORMATS[name].cannot_carry(tokenizer) if note.level == "refused"]
        if not refused:
            return name
        refusals += refused
    raise FormatError("the new tokenizer", refusals[0].text.rstrip("."), "Change the edit")


def _new_folder(home: Path, wanted: str) -> Path:
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        rule = f"cannot be made ({error.strerror})"
        raise FormatError(str(home), rule, "Free space, or change who may write there") from error
    names = (wanted, *(f"{wanted}-{number}" for number in range(2, 10_000)))
    return next(folder for name in names if not (folder := home / name).exists())
