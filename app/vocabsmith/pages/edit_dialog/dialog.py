"""Edit vocabulary: what to remove, add and cut, what that does and costs, and the new tokenizer that comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from vocabsmith.operations.edit_tokenizer import KeptTokenizer, make_tokenizer, preview_tokenizer_edit
from vocabsmith.pages.edit_dialog.changes_pane import ChangesPane
from vocabsmith.pages.edit_dialog.measures_section import MeasuresSection
from vocabsmith.pages.edit_dialog.result_pane import ResultPane
from vocabsmith.pages.edit_dialog.undo_keys import UndoKeys
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import LatestTask, MonitorPoller, Task, TaskRunner
from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.labels import ElidedLabel, Label
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.panes import horizontal_line, vertical_line
from vocabsmith.widgets.stage_bar import ThinBar
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.wording import count
from vocabsmith_engine import Monitor, Progress, Stopped, Tokenizer
from vocabsmith_engine.editing import EditPreview, EditProblem, what_can_go
from vocabsmith_resources.themes.palette import Palette

_SIZE = QSize(1120, 812)
_SIDE = 20
_MARGIN = 24  # of the window around the dialog


class EditDialog(QDialog):
    """Makes another tokenizer of the session's current one. Open it with `open()`; it goes away when it is closed."""

    def __init__(
        self,
        session: Session,
        tasks: TaskRunner,
        settings: SettingsStore,
        palette: Palette,
        parent: QWidget,
        *,
        home: Path,
        ids: Sequence[int] = (),
    ) -> None:
        """`home`: the folder in which new tokenizers are kept. `ids`: tokens to be removed, where they can be."""
        super().__init__(parent)
        tokenizer = session.tokenizer
        if tokenizer is None:
            raise ValueError("there is no tokenizer to edit")
        self._tokenizer: Tokenizer = tokenizer
        self._base_name = session.current_name
        self._base = session.shelf[self._base_name]
        self._session, self._tasks, self._settings, self._home = session, tasks, settings, home
        self._previews = LatestTask(tasks, self)
        self._preview: EditPreview | None = None
        self._task: Task[KeptTokenizer] | None = None
        self._poller = MonitorPoller(self)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Edit vocabulary")
        removable, problems = what_can_go(tokenizer, ids)
        self._make_parts(removable)
        self._compose()
        self._connect()
        spread_theme(self, palette)
        self.resize(_SIZE.boundedTo(parent.window().size() - QSize(_MARGIN, _MARGIN)))
        self._ask_for_preview()
        self._say_what_stays(problems)
        self.changes.removal.setFocus()

    def _say_what_stays(self, problems: Sequence[EditProblem]) -> None:
        """Of the tokens that were chosen elsewhere."""
        if problems:
            others = f", and {count(len(problems) - 1, 'other')} that cannot go either" if len(problems) > 1 else ""
            first = f"{problems[0].value} {problems[0].rule}"
            self.message.show_message("info", f"Not on the list, though it was chosen: {first}{others}.")

    # --- building

    def _make_parts(self, ids: Sequence[int]) -> None:
        sources = [item.source for item in self._session.distinct_corpus]
        self.measures = MeasuresSection(self._tokenizer, sources, self._tasks)
        self.changes = ChangesPane(self._tokenizer, ids)
        self.outcome = ResultPane(self._tokenizer, self.measures)
        self.name = QLineEdit(self._session.free_name(f"{self._base_name} edited"))
        self.name.setAccessibleName("Name of the new tokenizer")
        self.message = InlineMessage()
        self._bar = ThinBar()
        self._bar.hide()
        self.close_button = Button("Close")
        self.make_button = Button("Make the tokenizer", "check", "primary")
        self.make_button.setDefault(True)

    def _compose(self) -> None:
        title = QHBoxLayout()
        title.setContentsMargins(_SIDE, 12, _SIDE, 12)
        title.setSpacing(16)
        title.addWidget(Label("Edit vocabulary", "title"))
        words = f"{self._base_name}, {count(self._tokenizer.vocab_size, 'token')}"
        title.addWidget(ElidedLabel(words, "secondary", Qt.TextElideMode.ElideRight), 1)
        halves = QHBoxLayout()
        halves.setSpacing(0)
        halves.addWidget(self.changes, 44)
        halves.addWidget(vertical_line())
        halves.addWidget(self.outcome, 56)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(title)
        column.addWidget(horizontal_line())
        column.addLayout(halves, 1)
        column.addWidget(self._bar)
        column.addWidget(horizontal_line())
        column.addLayout(self._foot())

    def _foot(self) -> QVBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(Label("Name"))
        row.addWidget(self.name, 1)
        row.addStretch(1)
        row.addWidget(self.close_button)
        row.addWidget(self.make_button)
        foot = QVBoxLayout()
        foot.setContentsMargins(_SIDE, 12, _SIDE, 12)
        foot.setSpacing(8)
        foot.addWidget(self.message)
        foot.addLayout(row)
        return foot

    def _connect(self) -> None:
        self.changes.changed.connect(self._ask_for_preview)
        fields: list[QLineEdit | QPlainTextEdit] = [*self.changes.fields, self.name, self.measures.text]
        UndoKeys(self, fields, self.changes.undo, self.changes.redo)
        self.name.textChanged.connect(lambda _: self._show_choice())
        self.close_button.clicked.connect(self.reject)
        self.make_button.clicked.connect(self._make)
        self._poller.progressed.connect(self._show_progress)

    # --- before

    def _ask_for_preview(self) -> None:
        changes, tokenizer = self.changes.changes, self._tokenizer
        self._previews.cancel()
        self._preview = None
        self.message.clear()
        if not changes.steps:
            self._show_preview(None)
            return

        def preview(monitor: Monitor) -> EditPreview:
            return preview_tokenizer_edit(tokenizer=tokenizer, plan=changes.plan(), monitor=monitor)

        self.outcome.show_waiting()
        self._show_choice()
        self._previews.submit(preview, on_done=self._show_preview, on_failed=self._show_problem)

    def _show_preview(self, preview: EditPreview | None) -> None:
        self._preview = preview
        self.outcome.show_preview(preview)
        self.measures.show_preview(None if preview is None or preview.blocked else preview)
        self._show_choice()

    def _show_problem(self, error: Exception) -> None:
        self.outcome.show_failure(error)
        self.measures.show_preview(None)

    def _show_choice(self) -> None:
        """Whether the tokenizer can be made, and why not."""
        reason = self._reason()
        self.make_button.setEnabled(not reason and self._task is None)
        self.make_button.setToolTip(reason)
        self.make_button.setAccessibleDescription(reason)

    def _reason(self) -> str:
        name = self.name.text().strip()
        if not self.changes.changes.steps:
            return "Remove or add a token, or choose a size first"
        if self._preview is None:
            return "What the changes do is being worked out"
        if self._preview.blocked is not None:
            return "See what stands against it"
        if not name:
            return "Give it a name"
        return "" if self._session.free_name(name) == name else "Another tokenizer has this name"

    # --- making

    def _make(self) -> None:
        preview, name = self._preview, self.name.text().strip()
        if preview is None or self._reason() or self._task is not None:
            return
        tokenizer, home = self._tokenizer, self._home

        def make(monitor: Monitor) -> KeptTokenizer:
            return make_tokenizer(tokenizer=tokenizer, preview=preview, name=name, home=home, monitor=monitor)

        self.message.clear()
        self._set_running(True)
        self._task = self._tasks.start(make, on_done=self._take, on_failed=self._fail, job=f"Making {name}")
        self._poller.watch(self._task.monitor)

    def _set_running(self, running: bool) -> None:
        for widget in (self.changes, self.name, self.make_button):
            widget.setEnabled(not running)
        self._bar.setVisible(running)
        self._bar.set_fraction(None)
        self.close_button.setText("Stop" if running else "Close")

    def _show_progress(self, progress: Progress) -> None:
        self._bar.set_fraction(progress.fraction)

    def _end(self) -> None:
        self._poller.finish()
        self._task = None
        self._set_running(False)
        self._show_choice()

    def _take(self, kept: KeptTokenizer) -> None:
        self._end()
        name = self._session.free_name(kept.tokenizer.name)
        self._settings.add_recent(kept.folder)
        self._session.change_tokenizer(name, kept.tokenizer, kept.folder, (self._base_name, self._base))
        size = count(kept.tokenizer.vocab_size, "token")
        self._session.report("good", f"Made {name}, {size}. It is kept in {kept.folder}")
        self._previews.cancel()
        self.measures.end()
        self.accept()

    def _fail(self, error: Exception) -> None:
        self._end()
        if isinstance(error, Stopped):
            self.message.show_message("info", "Stopped. Nothing was made.")
        else:
            self.message.show_message("error", str(error))

    def reject(self) -> None:
        """Closes the dialog; while the tokenizer is made, stops that first and stays to say so."""
        if self._task is not None:
            self._task.stop()
            return
        self._previews.cancel()
        self.measures.end()
        super().reject()
