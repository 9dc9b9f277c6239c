"""Export: which formats, where, what will be written; then the saving itself and how each file was checked."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QDialog, QFileDialog, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from vocabsmith.operations.export_tokenizer import (
    ExportPreview,
    export_tokenizer,
    folder_name,
    preview_export,
    usual_roles,
)
from vocabsmith.pages.export_dialog.file_list import FileLine, FileList, planned_lines, total_size
from vocabsmith.pages.export_dialog.format_list import FormatList, RoleGrid
from vocabsmith.pages.export_dialog.loading_code import LoadingCode
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import LatestTask, MonitorPoller, Task, TaskRunner
from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.labels import ElidedLabel, IconLabel, Label, SectionHead
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.panes import ScrollBody, horizontal_line, vertical_line
from vocabsmith.widgets.reveal import reveal
from vocabsmith.widgets.stage_bar import ThinBar
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.wording import count, grouped
from vocabsmith_engine import Monitor, Progress, Stopped, Tokenizer
from vocabsmith_engine.formats import FORMATS, SaveReport, loading_code
from vocabsmith_resources.themes.palette import Palette

_SIZE = QSize(1048, 684)
_SIDE = 20
_MARGIN = 24  # of the window around the dialog
_TYPING_PAUSE = 200  # milliseconds without a key before the folder is looked at
_PROMISE = "All or nothing: files are checked under a temporary name, then moved into place."


class ExportDialog(QDialog):
    """Saves the session's current tokenizer. Open it with `open()`; it goes away when it is closed."""

    def __init__(
        self, session: Session, tasks: TaskRunner, settings: SettingsStore, palette: Palette, parent: QWidget
    ) -> None:
        super().__init__(parent)
        tokenizer = session.tokenizer
        if tokenizer is None:
            raise ValueError("there is no tokenizer to export")
        self._tokenizer: Tokenizer = tokenizer
        self._name = session.current_name
        self._session, self._tasks, self._settings, self._palette = session, tasks, settings, palette
        self._previews = LatestTask(tasks, self)
        self._preview: ExportPreview | None = None
        self._task: Task[SaveReport] | None = None
        self._poller = MonitorPoller(self)
        self._pause = QTimer(self, singleShot=True, interval=_TYPING_PAUSE)
        self._parts_of_result: list[InlineMessage | LoadingCode] = []
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Export")
        self._make_parts()
        self._compose()
        self._connect()
        spread_theme(self, palette)
        self.resize(_SIZE.boundedTo(parent.window().size() - QSize(_MARGIN, _MARGIN)))
        self._ask_for_preview()

    # --- building

    def _make_parts(self) -> None:
        self.formats = FormatList({name: each.label for name, each in FORMATS.items()})
        self.roles = RoleGrid(list(self._tokenizer.special_tokens), usual_roles(self._tokenizer))
        self.folder = QLineEdit(str(self._usual_folder()))
        self.folder.setAccessibleName("Folder to save into")
        self.browse = Button("Browse…")
        self.message = InlineMessage()
        self.files = FileList()
        self.files_head = SectionHead("Files")
        self._total = Label("", "secondary")
        self.files_head.add(self._total)
        self._result = QVBoxLayout()
        self._result.setSpacing(16)
        self._bar = ThinBar()
        self._bar.hide()
        self._promise = IconLabel("info", _PROMISE, wrap=False)
        self.close_button = Button("Close")
        self.export_button = Button("Export", "upload", "primary")
        self.export_button.setDefault(True)

    def _compose(self) -> None:
        title = QHBoxLayout()
        title.setContentsMargins(_SIDE, 12, _SIDE, 12)
        title.setSpacing(16)
        title.addWidget(Label("Export", "title"))
        words = f"{self._name}, {count(self._tokenizer.vocab_size, 'token')}"
        title.addWidget(ElidedLabel(words, "secondary", Qt.TextElideMode.ElideRight), 1)
        halves = QHBoxLayout()
        halves.setSpacing(0)
        halves.addWidget(self._make_left(), 46)
        halves.addWidget(vertical_line())
        halves.addWidget(self._make_right(), 54)
        foot = QHBoxLayout()
        foot.setContentsMargins(_SIDE, 12, _SIDE, 12)
        foot.setSpacing(8)
        foot.addWidget(self._promise, 1)
        foot.addWidget(self.close_button)
        foot.addWidget(self.export_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(title)
        column.addWidget(horizontal_line())
        column.addLayout(halves, 1)
        column.addWidget(self._bar)
        column.addWidget(horizontal_line())
        column.addLayout(foot)

    def _make_left(self) -> QFrame:
        left = QFrame()
        left.setProperty("kind", "pane")
        head = SectionHead("Formats", "and what each cannot carry")
        head.setContentsMargins(_SIDE, 12, _SIDE, 12)
        scroll = ScrollBody()
        scroll.column.setContentsMargins(0, 0, 0, 0)
        scroll.column.addWidget(self.formats)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(horizontal_line())
        column.addWidget(scroll, 1)
        if self._tokenizer.special_tokens:
            roles = QVBoxLayout()
            roles.setContentsMargins(_SIDE, 16, _SIDE, 16)
            roles.setSpacing(12)
            roles.addWidget(SectionHead("Roles of special tokens", "written where a format has a place"))
            roles.addWidget(self.roles)
            column.addWidget(horizontal_line())
            column.addLayout(roles)
        return left

    def _make_right(self) -> ScrollBody:
        right = ScrollBody()
        column = right.column
        column.setContentsMargins(_SIDE, 16, _SIDE, 16)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.folder, 1)
        row.addWidget(self.browse)
        column.addWidget(SectionHead("Folder"))
        column.addLayout(row)
        column.addWidget(self.message)
        column.addSpacing(8)
        column.addWidget(self.files_head)
        column.addWidget(self.files)
        column.addSpacing(8)
        column.addLayout(self._result)
        column.addStretch(1)
        return right

    def _connect(self) -> None:
        self.formats.changed.connect(self._show_choice)
        self.roles.changed.connect(self._ask_for_preview)
        self.folder.textChanged.connect(self._forget_preview)
        self._pause.timeout.connect(self._ask_for_preview)
        self.browse.clicked.connect(self._browse)
        self.close_button.clicked.connect(self.reject)
        self.export_button.clicked.connect(self._export_or_reveal)
        self._poller.progressed.connect(self._show_progress)

    def _usual_folder(self) -> Path:
        """Beside the last export, under the tokenizer's name."""
        last = self._settings.values.export_folder
        holder = Path(last).parent if last and Path(last).parent.is_dir() else Path.home()
        return holder / folder_name(self._name)

    # --- before the export

    def target(self) -> Path:
        """The folder as it was typed."""
        typed = Path(self.folder.text().strip())
        try:
            return typed.expanduser().absolute()
        except RuntimeError:  # the home of a user whom nobody knows: then it is the name of a folder
            return typed.absolute()

    def _forget_preview(self) -> None:
        """Nothing can be exported until no key has been pressed for a moment and the folder has been looked at."""
        self._previews.cancel()
        self._preview = None
        self.message.clear()
        self._show_choice()
        self._pause.start()

    def _ask_for_preview(self) -> None:
        self._forget_preview()
        self._pause.stop()
        folder, roles = self.target(), self.roles.roles()
        if not self.folder.text().strip():
            self.message.show_message("error", "Name a folder to save into.")
            return

        def preview(monitor: Monitor) -> ExportPreview:
            return preview_export(tokenizer=self._tokenizer, folder=folder, roles=roles, monitor=monitor)

        self._previews.submit(preview, on_done=self._show_preview, on_failed=self._show_problem)

    def _show_preview(self, preview: ExportPreview) -> None:
        self._preview = preview
        for name, row in self.formats.rows.items():
            row.show_plan([file for file, _ in preview.files.get(name, ())], preview.notes[name])
        if preview.problem:
            self.message.show_message("error", preview.problem)
        else:
            self.message.clear()
        self._show_choice()

    def _show_problem(self, error: Exception) -> None:
        self.files_head.set_note("")
        self.message.show_message("error", str(error))

    def _show_choice(self) -> None:
        """The files of the formats chosen, and whether they can be saved."""
        self._forget_result()
        preview, chosen = self._preview, self.formats.chosen()
        sizes = {} if preview is None else {file: amount for name in chosen for file, amount in preview.files[name]}
        lines = planned_lines(sizes.items(), preview.existing if preview else frozenset())
        self._show_files(lines)
        self.export_button.setEnabled(preview is not None and not preview.problem and bool(chosen))
        unknown = "being worked out…" if self.folder.text().strip() else ""
        self.files_head.set_note(unknown if preview is None else "" if chosen else "choose a format on the left")

    def _show_files(self, lines: list[FileLine]) -> None:
        self.files.show_lines(lines)
        self._total.setText(total_size(lines))

    def _browse(self) -> None:
        if name := QFileDialog.getExistingDirectory(self, "Save into", str(self.target().parent)):
            self.folder.setText(name)

    # --- the export

    def _export_or_reveal(self) -> None:
        if self._parts_of_result:
            reveal(self.target())
        elif self._task is None:
            self._export()

    def _export(self) -> None:
        folder, chosen, roles = self.target(), self.formats.chosen(), self.roles.roles()

        def export(monitor: Monitor) -> SaveReport:
            return export_tokenizer(
                tokenizer=self._tokenizer, folder=folder, format_names=chosen, roles=roles, monitor=monitor
            )

        self.message.clear()
        self._set_running(True)
        self._task = self._tasks.start(
            export, on_done=self._show_report, on_failed=self._show_failure, job=f"Saving {self._name}"
        )
        self._poller.watch(self._task.monitor)

    def _set_running(self, running: bool) -> None:
        for widget in (self.formats, self.roles, self.folder, self.browse, self.export_button):
            widget.setEnabled(not running)
        self._bar.setVisible(running)
        self._bar.set_fraction(0.0 if running else 1.0)
        self.close_button.setText("Stop" if running else "Close")
        words = "Writing and checking. Stop leaves the folder as it was." if running else _PROMISE
        self._promise.set_content("info", words)

    def _show_progress(self, progress: Progress) -> None:
        self._bar.set_fraction(progress.fraction)

    def _end(self) -> None:
        self._poller.finish()
        self._task = None
        self._set_running(False)

    def _show_report(self, report: SaveReport) -> None:
        self._end()
        self._settings.update(export_folder=str(report.folder))
        self._settings.add_recent(report.folder)
        self._show_files([FileLine(file.name, file.size, "check", file.check, "good") for file in report.files])
        if self._preview is not None:
            written = self._preview.existing | {file.name for file in report.files}
            self._preview = dataclasses.replace(self._preview, existing=written)
        self._add_result(report)
        self.export_button.setText("Show in folder")
        self.export_button.set_icon("folder")
        self.export_button.setFocus()
        self._session.report("good", f"Saved {self._name} in {report.folder}")

    def _add_result(self, report: SaveReport) -> None:
        done = InlineMessage()
        compared = f", {grouped(report.strings_compared)} hard texts compared" if report.strings_compared else ""
        done.show_message("good", f"{count(len(report.files), 'file')} written and checked{compared}.")
        code: dict[str, str] = {}
        for name in self.formats.chosen():
            for library, lines in loading_code(name, report.folder).items():
                code.setdefault(library, lines)  # a library that reads several formats is shown the first
        self._parts_of_result = [done, *self._left_over(report), LoadingCode(code)]
        for part in self._parts_of_result:
            part.apply_theme(self._palette)
            self._result.addWidget(part)

    def _left_over(self, report: SaveReport) -> list[InlineMessage]:
        """What is said of the folder, beside what the formats said before."""
        before = {note.text for notes in self._preview.notes.values() for note in notes} if self._preview else set()
        messages: list[InlineMessage] = []
        for note in report.notes:
            if note.text not in before:
                message = InlineMessage()
                message.show_message("warning", note.text)
                messages.append(message)
        return messages

    def _show_failure(self, error: Exception) -> None:
        self._end()
        if isinstance(error, Stopped):
            self.message.show_message("info", "Stopped. The folder is as it was.")
        else:
            self.message.show_message("error", str(error))

    def _forget_result(self) -> None:
        for part in self._parts_of_result:
            part.deleteLater()
        self._parts_of_result = []
        self.export_button.setText("Export")
        self.export_button.set_icon("upload")

    def reject(self) -> None:
        """Closes the dialog; while it saves, stops the saving first and stays to say so."""
        if self._task is not None:
            self._task.stop()
            return
        self._pause.stop()
        self._previews.cancel()
        super().reject()
