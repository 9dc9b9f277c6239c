"""The Compare page: texts at the left, what tokenizers make of them beside it, and below the typed text cut by each.

What is listed and typed here goes to the Comparer and the Cutter; what these find out comes back into the panes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QAction, QFocusEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from vocabsmith.operations.combine_evaluations import TYPED, Combined
from vocabsmith.operations.cut_texts import TextCut
from vocabsmith.operations.evaluate_texts import EMPTY, SAMPLE, Outcome, Reading
from vocabsmith.operations.find_texts import FoundText, find_texts
from vocabsmith.operations.save_comparison import NamedComparison
from vocabsmith.pages.compare_page.compared import (
    MOST_TOKENIZERS,
    OTHER,
    ComparedText,
    ComparedTokenizer,
    compared_tokenizer,
)
from vocabsmith.pages.compare_page.comparer import Comparer
from vocabsmith.pages.compare_page.cuts_pane import CutsPane
from vocabsmith.pages.compare_page.cuts_view import NamedCut
from vocabsmith.pages.compare_page.cutter import Cutter
from vocabsmith.pages.compare_page.example import EXAMPLE
from vocabsmith.pages.compare_page.figures import BETWEEN_GROUPS, bars_of, rows_of
from vocabsmith.pages.compare_page.groups_pane import GroupsPane
from vocabsmith.pages.compare_page.metrics_pane import MetricsPane
from vocabsmith.pages.compare_page.panes import ComparePanes
from vocabsmith.pages.compare_page.picture import Sheet
from vocabsmith.pages.compare_page.saving import ComparisonSaving
from vocabsmith.pages.compare_page.texts_pane import TextsPane
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.drop_zone import DropTarget
from vocabsmith.widgets.no_tokenizer import NoTokenizer
from vocabsmith.widgets.page import Page
from vocabsmith.widgets.tokenizer_picker import PickedTokenizer
from vocabsmith.wording import count, duration, grouped, size
from vocabsmith_engine import Stopped, Tokenizer
from vocabsmith_engine.runs import RunStore
from vocabsmith_resources.themes.palette import LIGHT, Palette

_PURPOSE = (
    "Here two to six tokenizers meet on the same texts: "
    "which one needs the fewest tokens, for which languages, and where they cut differently."
)
_PAUSE = 150  # milliseconds without a key, before figures are worked out anew


class ComparePage(Page):
    """Compare tokenizers on the same texts."""

    key = "compare"
    title = "Compare"
    subtitle = "Two to six tokenizers on the same text"
    icon_name = "compare"

    def __init__(
        self,
        session: Session,
        tasks: TaskRunner,
        settings: SettingsStore,
        store: RunStore | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._tasks = session, tasks
        self._palette = LIGHT
        self.compared: list[ComparedTokenizer] = []
        self._told = ""
        self._counts_typed: bool | None = None  # what the user chose; None: only while there is no other text
        self.comparer = Comparer(tasks, self)
        self.cutter = Cutter(tasks, self)
        self.empty = NoTokenizer(self, _PURPOSE)
        self.texts = TextsPane()
        self.metrics = MetricsPane(session, tasks, settings, store)
        self.groups = GroupsPane()
        self.cuts = CutsPane()
        self.saving = ComparisonSaving(self.metrics, session, tasks, settings, self._to_save)
        self._typing = QTimer(self, singleShot=True, interval=_PAUSE)
        self.panes = ComparePanes(texts=self.texts, metrics=self.metrics, groups=self.groups, cuts=self.cuts)
        self._stack = QStackedWidget()
        self._files_action = QAction("Add te&xts to compare on…", self)
        self._drops = DropTarget(self, self.add_paths)
        self._compose()
        self._connect()
        self._follow_session(session.tokenizer)

    # --- building

    def _compose(self) -> None:
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.panes)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)

    def _connect(self) -> None:
        self._files_action.triggered.connect(self.texts.choose_files)
        self.texts.paths_chosen.connect(self.add_paths)
        self.texts.typed.connect(self._text_typed)
        self.texts.example_asked.connect(lambda: self.texts.type_text(EXAMPLE))
        self.texts.counting_chosen.connect(self._choose_counting)
        self.texts.read_all_chosen.connect(lambda _all: self._compare())
        self.texts.read_again_asked.connect(self._read_again)
        self.texts.model.texts_changed.connect(self._compare)
        self.texts.model.group_changed.connect(self._compare)
        self._typing.timeout.connect(self._compare)
        self.metrics.picker.picked.connect(self.add_picked)
        self.metrics.picker.failed.connect(lambda error: self.metrics.message.show_message("error", error))
        self.metrics.heads.moved.connect(self.move_tokenizer)
        self.metrics.heads.removed.connect(self.remove_tokenizer)
        self.groups.metric_chosen.connect(self._show_groups)
        self.comparer.combined.connect(self._show_result)
        self.comparer.changed.connect(self._show_state)
        self.comparer.finished.connect(self._tell_finished)
        self.cutter.cut.connect(self._show_cuts)
        self._session.tokenizer_changed.subscribe(self._follow_session)

    def actions_of(self) -> dict[str, list[QAction]]:
        """Adding texts."""
        return {"file": [self._files_action]}

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        super().apply_theme(palette)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Who comes here types at once. With a focus proxy, Tab would leave out what stands before the text."""
        super().focusInEvent(event)
        if self.compared:
            self.texts.editor.setFocus(event.reason())

    def minimumSizeHint(self) -> QSize:
        """That of the panes, once they are shown."""
        return self.panes.minimumSizeHint() if self.compared else super().minimumSizeHint()

    # --- tokenizers

    def _follow_session(self, tokenizer: Tokenizer | None) -> None:
        """The current tokenizer is the first that is compared, until a second one was chosen."""
        if tokenizer is not None and len(self.compared) < 2:
            self.compared = [compared_tokenizer(self._session.current_name, tokenizer, self._session)]
        self._tokenizers_changed()

    def add_picked(self, picked: PickedTokenizer) -> None:
        """Compares one more."""
        self.metrics.message.clear()
        if any(picked.tokenizer is each.tokenizer for each in self.compared):
            self.metrics.message.show_message("info", f"{picked.name} is compared already.")
        elif len(self.compared) < MOST_TOKENIZERS:
            self.compared.append(compared_tokenizer(picked.name, picked.tokenizer, self._session))
            self._tokenizers_changed()

    def move_tokenizer(self, place: int, step: int) -> None:
        """Moves a column."""
        self.compared.insert(place + step, self.compared.pop(place))
        self._tokenizers_changed()
        self.metrics.heads.heads[place + step].button.setFocus()

    def remove_tokenizer(self, place: int) -> None:
        """Compares one less; without any, the current one is offered again."""
        del self.compared[place]
        if self.compared:
            self._tokenizers_changed()
            self.metrics.heads.heads[min(place, len(self.compared) - 1)].button.setFocus()
        else:
            self._follow_session(self._session.tokenizer)

    def _tokenizers_changed(self) -> None:
        # The panes, wider than a small window has room for, must not widen the page while they are not shown.
        policy = QSizePolicy.Policy.Expanding if self.compared else QSizePolicy.Policy.Ignored
        self.panes.setSizePolicy(policy, policy)
        self._stack.setCurrentIndex(1 if self.compared else 0)
        self.metrics.show_tokenizers(self.compared)
        self._show_result()
        self._compare()
        self._cut()

    def _names(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.compared)

    def _tokenizers(self) -> tuple[Tokenizer, ...]:
        return tuple(each.tokenizer for each in self.compared)

    # --- texts

    def add_paths(self, paths: Iterable[Path]) -> None:
        """Lists files and folders, once it is known what they are."""
        self.texts.message.clear()
        wanted = list(paths)
        self._tasks.start(
            lambda monitor: find_texts(paths=wanted, monitor=monitor),
            on_done=self._list_texts,
            on_failed=self._tell_unlisted,
            job="Looking at the texts",
        )

    def _list_texts(self, found: Sequence[FoundText]) -> None:
        texts = [ComparedText(each.path, each.bytes, each.files, each.group, each.problem) for each in found]
        new = self.texts.model.add(texts)
        if len(new) < len(texts):
            self.texts.message.show_message("info", f"{count(len(texts) - len(new), 'text')} listed already.")

    def _tell_unlisted(self, error: Exception) -> None:
        if not isinstance(error, Stopped):
            self.texts.message.show_message("error", str(error))

    def _text_typed(self) -> None:
        self._typing.start()
        self._cut()

    def _choose_counting(self, counts: bool) -> None:
        self._counts_typed = counts
        self._compare()

    def _counts(self) -> bool:
        """Whether the typed text is one of the texts."""
        if not self.texts.model.texts or self._counts_typed is None:
            return not self.texts.model.texts
        return self._counts_typed

    def _sample(self) -> int | None:
        return None if self.texts.read_all.isChecked() else SAMPLE

    def _readings(self) -> dict[Reading, ComparedText]:
        sample = self._sample()
        return {
            Reading(text.number, text.path, text.bytes, sample if text.bytes > SAMPLE else None): text
            for text in self.texts.model.texts
            if not text.unreadable
        }

    def _read_again(self, numbers: Sequence[int]) -> None:
        """Their files have changed: what could not be read at all is looked at anew, the rest is evaluated anew."""
        texts = self.texts.model.texts
        bad = [row for row, text in enumerate(texts) if text.number in numbers and text.unreadable]
        paths = [texts[row].path for row in bad]
        self.comparer.forget(set(numbers))
        if bad:
            self.texts.model.remove(bad)
            self.add_paths(paths)

    # --- what follows from what

    def _compare(self) -> None:
        self._typing.stop()
        self.texts.model.set_sample(self._sample())
        text = self.texts.text()
        self.comparer.set_typed(text if self._counts() and text else None, str(TYPED))
        readings = {reading: text.group or OTHER for reading, text in self._readings().items()}
        self.comparer.compare(readings, self._tokenizers())
        self._show_state()

    def _cut(self) -> None:
        self.cutter.show(self.texts.text(), self._tokenizers())

    def _result(self) -> Combined | None:
        """The comparison of the tokenizers that are compared now."""
        result = self.comparer.result
        return result if result is not None and result.tokenizers == self._tokenizers() else None

    def _show_result(self) -> None:
        result = self._result()
        there = result is not None and result.comparison is not None
        self.metrics.show_rows(rows_of(result, len(self.compared)), self._names(), savable=there)
        self._show_groups()
        self._show_state()

    def _show_groups(self) -> None:
        between = [row for row in self.metrics.model.rows if row.metric.key in BETWEEN_GROUPS]
        self.groups.show_groups(bars_of(self._result(), self._names(), self.groups.shown_metric()), between)

    def _show_cuts(self) -> None:
        cuts, none = [], np.zeros(0, dtype=bool)
        for each in self.compared:
            cut = self.cutter.cuts.get(each.tokenizer, "")
            if isinstance(cut, TextCut):
                cuts.append(NamedCut(each.name, cut, self.cutter.differs[each.tokenizer]))
            else:
                cuts.append(NamedCut(each.name, None, none, cut))
        self.cuts.show_cuts(cuts, self.cutter.text)

    def _show_state(self) -> None:
        """What is known of each text, what all of them come to, and what is to be said of the comparison."""
        readings = self._readings()
        for reading, text in readings.items():
            outcomes = [(each, self.comparer.outcomes.get(reading, each.tokenizer)) for each in self.compared]
            self.texts.model.tell(text, problem=_problem_of(outcomes), note=_note_of(outcomes))
        typed = self.texts.text()
        self.texts.show_typed(
            count(len(typed), "character") if typed else "", counts=self._counts(), optional=bool(readings)
        )
        self._show_totals(list(readings.values()))
        self._show_message()

    def _tell_finished(self, texts: int, seconds: float) -> None:
        tokenizers = count(len(self.compared), "tokenizer")
        self._session.report("good", f"Compared {count(texts, 'text')} with {tokenizers} in {duration(seconds)}")

    def _show_totals(self, texts: Sequence[ComparedText]) -> None:
        sampled = any(text.bytes > SAMPLE for text in texts)
        result = self._result()
        if result is None or result.comparison is None:
            totals = (
                f"{size(sum(text.bytes for text in texts))} in {count(len(texts), 'text')}" if texts else "No text yet"
            )
            self.texts.show_totals(totals, (), sampled=sampled)
            return
        totals = f"{size(result.bytes_read)} in {count(len(result.texts), 'text')}"
        details = [count(result.comparison.totals[0].words, "word")]
        if sampled and not self.texts.read_all.isChecked():
            details.append(f"of {size(sum(text.bytes for text in texts))}, sampled")
        if not result.comparison.totals[0].words:
            details[0] = "no words: figures about words are left out"
        self.texts.show_totals(totals, details, sampled=sampled)

    def _show_message(self) -> None:
        note = ""
        texts = len(self.texts.model.texts)
        result = self._result()
        known = 0 if result is None else len(result.texts)
        if self.comparer.running:
            note = f"{grouped(known)} of {count(texts, 'text')} so far"
        self.metrics.head.set_note(note)
        stopped = f"Stopped: the figures are about {grouped(known)} of {count(texts, 'text')}."
        if self.comparer.failure:
            self._tell("error", self.comparer.failure, "Try again")
        elif self.comparer.stopped:
            self._tell("info", stopped, "Go on")
        else:
            self._tell("", "", "")

    def _tell(self, level: str, text: str, step: str) -> None:
        """What is to be said of the comparison, once, and until it is so no more."""
        message = self.metrics.message
        if text and message.text() != text:
            message.show_message(level, text, step, self.comparer.resume)
        elif not text and self._told and message.text() == self._told:
            message.clear()
        self._told = text

    # --- saving

    def _to_save(self) -> tuple[NamedComparison, Sheet, Palette] | None:
        result = self._result()
        if result is None or result.comparison is None:
            return None
        rows = self.metrics.model.rows
        large = [text for text in self.texts.model.texts if text.bytes > SAMPLE] if self._sample() else []
        named = NamedComparison(
            tuple((each.name, each.facts) for each in self.compared),
            result,
            tuple(f"Of {text.name} a sample was read: {text.facts(SAMPLE)}." for text in large),
            tuple((row.metric, tuple(cell.text for cell in row.cells)) for row in rows),
        )
        told = f"{size(result.bytes_read)} in {count(len(result.texts), 'text')}"
        words = count(result.comparison.totals[0].words, "word")
        sampled = ", sampled" if large else ""
        sheet = Sheet(
            "Comparison of tokenizers",
            f"{told}, {words}{sampled}",
            tuple(self.compared),
            tuple(rows),
            self.groups.bars,
            self.cuts.view,
        )
        return named, sheet, self._palette


def _problem_of(outcomes: Sequence[tuple[ComparedTokenizer, Outcome | None]]) -> str:
    """Why a text is not compared on: what was found when it was read, or who refused it."""
    for compared, outcome in outcomes:
        if outcome is not None and outcome.problem:
            return outcome.problem
        if outcome is not None and outcome.refusal:
            return f"{compared.name} cannot cut it: {outcome.refusal}"
    return ""


def _note_of(outcomes: Sequence[tuple[ComparedTokenizer, Outcome | None]]) -> str:
    notes = {outcome.note for _, outcome in outcomes if outcome is not None and outcome.note}
    return f"{EMPTY} It is left out." if EMPTY in notes else next(iter(notes), "")
