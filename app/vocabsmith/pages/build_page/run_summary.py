"""After a run: its key figures and why it ended."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from vocabsmith import wording
from vocabsmith.operations.check_corpus import CheckReport
from vocabsmith.operations.train_corpus import TrainingOutcome
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.labels import FigureLabel, IconLabel
from vocabsmith_engine import StopReason
from vocabsmith_engine.corpus import shown

_WIDE = 580  # pixels that six figures in a row take


class RunSummary(QWidget):
    """Size, bytes per token, merges, longest token, time, memory; below them a sentence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        captions = ("tokens", "bytes per token", "merges", "longest token", "in all", "peak memory")
        self.figures = {caption: FigureLabel(caption, "0") for caption in captions}
        self.verdict = IconLabel("check", " ", "good")
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(4)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(self._grid)
        column.addWidget(self.verdict)
        column.addStretch(1)
        self._columns = 0
        self._arrange(6)

    def show_outcome(self, outcome: TrainingOutcome, *, longest: int, seconds: float, threads: int) -> None:
        """Fill in the figures of a run."""
        result = outcome.result
        values = {
            "tokens": wording.grouped(result.vocab_size),
            "bytes per token": wording.decimal(result.bytes_per_token),
            "merges": wording.grouped(len(result.merge_counts)),
            "longest token": f"{longest:,} B",
            "in all": wording.duration(seconds),
            "peak memory": "unknown" if outcome.peak_memory is None else wording.size(outcome.peak_memory),
        }
        for caption, value in values.items():
            self.figures[caption].set_value(value)
        self.figures["in all"].set_value(values["in all"], f"on {wording.count(threads, 'thread')}")
        icon, tone = _sign_of(outcome)
        self.verdict.set_content(icon, verdict_of(outcome), tone)

    def fit(self, width: int) -> None:
        """Three figures in a row where `width` has no room for six."""
        self._arrange(6 if width >= scaled(_WIDE) else 3)

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for place, figure in enumerate(self.figures.values()):
            self._grid.addWidget(figure, place // columns, place % columns)
        for column in range(7):
            self._grid.setColumnStretch(column, 1 if column == columns else 0)


def verdict_of(outcome: TrainingOutcome) -> str:
    """Why the run ended, what the check found, and what was odd in the files."""
    reason = outcome.result.stop_reason
    words = reason.message(outcome.result.recipe)
    if reason in {StopReason.BELOW_MIN_FREQUENCY, StopReason.NO_PAIRS}:
        words = f"stopped: {words}"
    return f"{words[:1].upper()}{words[1:]}. {_check_words(outcome.check)}{_remarks(outcome)}"


def _remarks(outcome: TrainingOutcome) -> str:
    """What was told before merging, and what reading found in the files: the first is told whole, others counted."""
    files = outcome.result.corpus.files
    on_files = [note.replace(shown(file.path), shown(Path(file.path.name))) for file in files for note in file.notes]
    notes = [*outcome.result.notes, *on_files]
    if not notes:
        return ""
    more = f" And {wording.count(len(notes) - 1, 'more note')} on the text." if len(notes) > 1 else ""
    return f" {notes[0]}{more}"


def _check_words(check: CheckReport | None) -> str:
    if check is None or _stopped_at_once(check):
        return "Not checked on the corpus."
    if check.difference:
        return f"The check failed: {check.difference}, decoding gives other text. Please report this."
    if check.whole:
        return f"Checked: all {check.bytes:,} bytes come back the same."
    read = f"the first {wording.size(check.bytes)} come back the same"
    return f"Check stopped: {read}." if check.stopped else f"Checked: {read}."


def _stopped_at_once(check: CheckReport) -> bool:
    return check.stopped and not check.bytes


def _sign_of(outcome: TrainingOutcome) -> tuple[str, str]:
    if outcome.check is not None and outcome.check.difference:
        return "error", "error"
    if outcome.check is None or _stopped_at_once(outcome.check):
        return "stop", "secondary"
    return ("warning", "warning") if _remarks(outcome) else ("check", "good")
