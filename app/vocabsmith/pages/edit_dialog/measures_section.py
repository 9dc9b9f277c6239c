"""What a text costs before and after an edit: on a text that is typed, or on a sample of the corpus."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from vocabsmith.operations.describe_edit import change_in_words, value_in_words
from vocabsmith.operations.edit_tokenizer import MeasuredEdit, measure_edit
from vocabsmith.tasks import MonitorPoller, Task, TaskRunner
from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.labels import Label, SectionHead
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.segmented import SegmentedControl
from vocabsmith.widgets.stage_bar import ThinBar
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_engine import Monitor, Progress, Source, Stopped, Tokenizer
from vocabsmith_engine.analysis import METRICS
from vocabsmith_engine.editing import EditPreview
from vocabsmith_resources.themes.palette import Palette

_PAUSE = 300  # milliseconds without a change before the text is measured
_EXAMPLE = (
    "The quick brown fox jumps over the lazy dog. 敏捷的棕色狐狸跳过懒狗。 الثعلب البني السريع يقفز فوق الكلب الكسول. "
    "तेज़ भूरी लोमड़ी आलसी कुत्ते के ऊपर कूदती है। 🦊🐕 for (int i = 0; i < 10; i++) { total += i; }"
)
_HEADS = ("", "before", "after", "change")


class MeasuresSection(QWidget):
    """The metrics, measured beside the window whenever edit or text have changed; the newest request wins."""

    def __init__(
        self, tokenizer: Tokenizer, corpus: Sequence[Source], tasks: TaskRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._tokenizer, self._corpus, self._tasks = tokenizer, list(corpus), tasks
        self._preview: EditPreview | None = None
        self._task: Task[tuple[MeasuredEdit, ...]] | None = None
        self._poller = MonitorPoller(self)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._metrics = [metric for metric in METRICS.values() if metric.of is not None]
        self._make_parts()
        self._compose()
        self._pause.timeout.connect(self._measure)
        self._poller.progressed.connect(self._show_progress)

    def _make_parts(self) -> None:
        self.source = SegmentedControl([("text", "Typed text"), ("corpus", "Corpus")])
        self.source.setAccessibleName("What is measured")
        self.source.choose("text")
        self.source.chosen.connect(lambda _: self._choose_source())
        self.source.button("corpus").setEnabled(bool(self._corpus))
        tip = "A sample of each file of the corpus list" if self._corpus else "The corpus list of the project is empty"
        self.source.button("corpus").setToolTip(tip)
        self.text = QPlainTextEdit(_EXAMPLE)
        self.text.setAccessibleName("Text to measure")
        self.text.setTabChangesFocus(True)
        self.text.textChanged.connect(self._ask)
        self.message = InlineMessage()
        self._bar = ThinBar()
        self._bar.setAccessibleName("Measuring")
        self.stop_button = Button("Stop", "stop")
        self.stop_button.clicked.connect(self._stop)
        self.values = {
            metric.key: [Label("–", "secondary" if column != 1 else "") for column in range(3)]
            for metric in self._metrics
        }

    def _compose(self) -> None:
        head = SectionHead("Before and after")
        head.add(self.source)
        self._running = QWidget()
        row = QHBoxLayout(self._running)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._bar, 1)
        row.addWidget(self.stop_button)
        policy = self._running.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._running.setSizePolicy(policy)
        self._running.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(head)
        column.addWidget(self.text)
        column.addWidget(self.message)
        column.addLayout(self._table())
        column.addWidget(self._running)

    def _table(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for column, head in enumerate(_HEADS[1:], 1):
            grid.addWidget(Label(head, "caption"), 0, column, right)
        for row, metric in enumerate(self._metrics, 1):
            name = Label(metric.title, "secondary")
            name.setToolTip(metric.definition)
            grid.addWidget(name, row, 0)
            for column, label in enumerate(self.values[metric.key], 1):
                grid.addWidget(label, row, column, right)
        return grid

    # --- measuring

    def show_preview(self, preview: EditPreview | None) -> None:
        """Measures another edit; None for one that cannot be made."""
        self._preview = preview
        self._ask()

    def end(self) -> None:
        """The dialog goes: nothing is measured any more."""
        self._pause.stop()
        self._cancel()

    def _choose_source(self) -> None:
        self.text.setVisible(self.source.key() == "text")
        self._ask()

    def _ask(self) -> None:
        self._cancel()
        self.message.clear()
        self._pause.start()

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.forget()
            self._task.stop()
            self._end()

    def _measure(self) -> None:
        if self._preview is None:
            self._show(())
            return
        texts = self.text.toPlainText() if self.source.key() == "text" else self._corpus
        preview, tokenizer = self._preview, self._tokenizer

        def measure(monitor: Monitor) -> tuple[MeasuredEdit, ...]:
            return measure_edit(tokenizer=tokenizer, preview=preview, texts=texts, monitor=monitor)

        self._bar.set_fraction(None)
        self._running.show()
        self._task = self._tasks.start(measure, on_done=self._finish, on_failed=self._fail)
        self._poller.watch(self._task.monitor)

    def _stop(self) -> None:
        if self._task is not None:
            self._task.stop()

    def _end(self) -> None:
        self._poller.finish()
        self._task = None
        self._running.hide()

    def _finish(self, measured: tuple[MeasuredEdit, ...]) -> None:
        self._end()
        self._show(measured)

    def _fail(self, error: Exception) -> None:
        self._end()
        self._show(())
        if isinstance(error, Stopped):
            self.message.show_message("info", "Stopped.", "Measure", self._ask)
        else:
            self.message.show_message("error", str(error))

    def _show_progress(self, progress: Progress) -> None:
        self._bar.set_fraction(progress.fraction if progress.total else None)

    def _show(self, measured: tuple[MeasuredEdit, ...]) -> None:
        for labels in self.values.values():
            for label in labels:
                label.setText("–")
        for each in measured:
            before, after, change = self.values[each.metric.key]
            before.setText(value_in_words(each.metric, each.before))
            after.setText(value_in_words(each.metric, each.after))
            change.setText(_judged(each))

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self.text.setFixedHeight(scaled(64))
        spread_theme(self, palette)


def _judged(measured: MeasuredEdit) -> str:
    """The change, and whether it is one for the better."""
    change = change_in_words(measured.before, measured.after)
    if measured.before == measured.after or measured.metric.better == "neither":
        return change
    better = (measured.after > measured.before) == (measured.metric.better == "more")
    return f"{change}, {'better' if better else 'worse'}"
