"""The project on the window: new, open, save, and nothing lost in between."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from vocabsmith.main_window.menus import add_placeholder
from vocabsmith.main_window.questions import Changed, Unsaved, ask_about_changed_file, ask_about_changes
from vocabsmith.operations.project_files import OpenedProject, keep_unsaved, open_project, write_project
from vocabsmith.project import SUFFIX, Project, ProjectChangedError, ProjectContents, ProjectFile
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.unsaved_work import UnsavedWork
from vocabsmith_engine.corpus import shown

_FILES = f"Projects (*{SUFFIX})"
_MILLISECONDS_UNTIL_KEPT = 1000
_NOT_KEPT = "Another window keeps its unsaved work: save what you do in this one"
Then = Callable[[], None]


def _nothing() -> None:
    """What follows where nothing has to."""


class ProjectKeeper(QObject):
    """Opens and saves projects, asks before changes are lost, and keeps what is not saved against crashes.

    What is done without a project file is brought back at the next start without being asked about.

    Attributes:
        is_open_elsewhere: whether another program, which then comes forward, has that project open.
        claim: takes the name of a project for this program; False if another one has it. Unsaved work belongs to the
            program that has the name; one without it neither brings that work back nor writes over it.
    """

    def __init__(
        self, session: Session, tasks: TaskRunner, settings: SettingsStore, unsaved: UnsavedWork, window: QWidget
    ) -> None:
        super().__init__(window)
        self._session, self._tasks, self._settings, self._unsaved = session, tasks, settings, unsaved
        self._window = window
        self._digest: bytes | None = None
        self._to_keep: dict[Path | None, ProjectContents | None] = {}
        self._keeping = False
        self._writing = False
        self._to_write: list[Then] = []
        self.is_open_elsewhere: Callable[[Path | None], bool] = lambda _path: False
        self.claim: Callable[[Path | None], bool] = lambda _path: True
        self._claimed: Path | None = None
        self._is_ours = True
        self._timer = QTimer(self, singleShot=True, interval=_MILLISECONDS_UNTIL_KEPT)
        self._timer.timeout.connect(self._keep_unsaved)
        self._subscriptions = [
            session.history_changed.subscribe(lambda _: self._timer.start()),
            session.project_changed.subscribe(self._follow),
        ]

    def _follow(self, project: Project) -> None:
        if project.path != self._claimed:
            self._claim(project.path)
        self._timer.start()

    def _claim(self, path: Path | None) -> None:
        self._claimed, self._is_ours = path, self.claim(path)

    # --- new, open

    def new(self) -> None:
        """Begins a project without a file, after a question if there are changes to be lost."""
        if self._session.project.path is not None and self.is_open_elsewhere(None):
            self._tell_elsewhere("A project without a file")
            return
        self._settle(self._begin_new)

    def _begin_new(self) -> None:
        self._digest = None
        self._session.new_project()
        self._settings.update(last_project="")
        self._warn_if_not_kept()

    def ask_for_project(self) -> None:
        """Lets the user choose a project to open."""
        chosen, _ = QFileDialog.getOpenFileName(self._window, "Open a project", str(self._usual_folder()), _FILES)
        if chosen:
            self.open(Path(chosen))

    def open(self, path: Path, then: Then = _nothing) -> None:
        """Opens a project, after a question if there are changes to be lost; `then` follows when it is open."""
        path = path.absolute()
        if path == self._session.project.path:
            then()
        elif self.is_open_elsewhere(path):
            self._tell_elsewhere(shown(Path(path.name)))
        else:
            self._settle(lambda: self._load(path, then, self._tell_error))

    def restore(self, path: Path | None, then: Then = _nothing) -> None:
        """Opens what was open the last time, None for what has no file, which also stands in for one that is gone."""

        def without_file(error: Exception) -> None:
            self._load(None, lambda: tell(error), lambda _: self._fall_back(lambda: tell(error)))

        def tell(error: Exception) -> None:
            self._session.report("error", str(error) if self._is_ours else f"{error} {_NOT_KEPT}.")
            then()

        self._is_ours = False  # until it is read: what the window holds before that is nobody's unsaved work
        self._load(path, then, without_file)

    def _fall_back(self, then: Then) -> None:
        self._claim(None)
        then()

    def _load(self, path: Path | None, then: Then, failed: Callable[[Exception], None]) -> None:
        self._tasks.start(
            lambda monitor: open_project(path=path, unsaved=self._unsaved, monitor=monitor),
            on_done=lambda opened: self._show(opened, then),
            on_failed=failed,
        )

    def _show(self, opened: OpenedProject, then: Then) -> None:
        self._claim(None if opened.file is None else opened.file.path)
        unsaved = opened.unsaved if self._is_ours else None
        if opened.file is not None:
            self._digest = opened.file.digest
            self._session.open_project(opened.file.path, opened.file.contents)
            self._settings.add_recent_project(opened.file.path)
            if unsaved:
                self._session.bring_back(unsaved, "Bring back unsaved changes")
                name = self._session.project.name
                self._session.report("info", f"What was not saved in {name} the last time is back; Undo takes it away")
        elif unsaved:
            self._digest = None
            self._session.open_project(None, unsaved, saved=False)
        if opened.notice:
            self._session.report("warning", opened.notice)
        self._warn_if_not_kept()
        then()

    def _warn_if_not_kept(self) -> None:
        if not self._is_ours:
            self._session.report("warning", f"{_NOT_KEPT}.")

    # --- save

    def save(self, then: Then = _nothing) -> None:
        """Saves the project; `then` follows if that was done. Asks for a file if there is none."""
        path = self._session.project.path
        if self._writing:  # what is on its way to the disk is no work of another program
            self._to_write.append(lambda: self.save(then))
        elif path is None:
            self.save_as(then)
        else:
            self._write(path, self._digest, then)

    def save_as(self, then: Then = _nothing) -> None:
        """Saves the project in a file that is asked for."""
        project = self._session.project
        start = project.path or self._usual_folder() / f"{self._telling_name()}{SUFFIX}"
        path = self._ask_for_target(start)
        if path is None:
            return
        if path != project.path and self.is_open_elsewhere(path):
            self._tell_elsewhere(shown(Path(path.name)))
            return
        self._write(path, None, then)

    def _ask_for_target(self, start: Path) -> Path | None:
        dialog = QFileDialog(self._window, "Save the project", str(start), _FILES)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX)
        accepted = dialog.exec()
        chosen = dialog.selectedFiles()
        dialog.deleteLater()
        return Path(chosen[0]).absolute() if accepted and chosen else None

    def _write(self, path: Path, known: bytes | None, then: Then) -> None:
        if self._writing:
            self._to_write.append(lambda: self._write(path, known, then))
            return
        self._writing = True
        contents = self._session.contents()
        was = self._session.project.path if self._is_ours else path

        def done(written: ProjectFile) -> None:
            self._digest = written.digest
            self._session.project_saved(written.path, contents)
            self._settings.add_recent_project(written.path)
            self._session.report("good", f"Saved {shown(Path(written.path.name))}")
            self._writing = False
            then()
            if self._to_write and not self._writing:
                self._to_write.pop(0)()

        self._tasks.start(
            lambda _monitor: write_project(path=path, contents=contents, known=known, unsaved=self._unsaved, was=was),
            on_done=done,
            on_failed=lambda error: self._fail_to_write(error, path, then),
        )

    def _fail_to_write(self, error: Exception, path: Path, then: Then) -> None:
        self._writing = False
        self._to_write.clear()
        if not isinstance(error, ProjectChangedError):
            self._tell_error(error)
            return
        answer = ask_about_changed_file(self._window, shown(Path(path.name)))
        if answer is Changed.OVERWRITE:
            self._write(path, None, then)
        elif answer is Changed.SAVE_AS:
            self.save_as(then)

    # --- changes that are not saved

    def _settle(self, then: Then) -> None:
        """Goes on with `then` once no change would be lost by it."""
        project = self._session.project
        if not project.dirty:
            then()
            return
        answer = ask_about_changes(self._window, project.name, has_file=project.path is not None)
        if answer is Unsaved.SAVE:
            self.save(then)
        elif answer is Unsaved.DROP:
            self._timer.stop()
            self._keep(project.path, None)
            then()

    def ask_before_leaving(self) -> Unsaved:
        """What the user wants to become of changes; those without a file are there again at the next start."""
        project = self._session.project
        if not project.dirty or (project.path is None and self._is_ours):
            return Unsaved.DROP
        return ask_about_changes(self._window, project.name, has_file=project.path is not None)

    def end(self, *, drop: bool) -> None:
        """The window goes: what is not saved is kept for the next start, unless the user let it go (`drop`).

        Called when no task runs any more. Raises ProjectError.
        """
        for unsubscribe in self._subscriptions:
            unsubscribe()
        self._timer.stop()
        project = self._session.project
        keeps = project.dirty and not (drop and project.path is not None)
        contents = self._session.contents() if keeps else None
        if self._is_ours:
            keep_unsaved(path=project.path, contents=contents, unsaved=self._unsaved)

    def _keep_unsaved(self) -> None:
        project = self._session.project
        self._keep(project.path, self._session.contents() if project.dirty else None)

    def _keep(self, path: Path | None, contents: ProjectContents | None) -> None:
        """Keeps or drops what is not saved of a project, after what is on its way to the disk."""
        if not self._is_ours:
            return
        self._to_keep[path] = contents
        if not self._keeping:
            self._keep_next()

    def _keep_next(self) -> None:
        self._keeping = bool(self._to_keep)
        if not self._to_keep:
            return
        path, contents = self._to_keep.popitem()
        self._tasks.start(
            lambda _monitor: keep_unsaved(path=path, contents=contents, unsaved=self._unsaved),
            on_done=lambda _: self._keep_next(),
            on_failed=self._fail_to_keep,
        )

    def _fail_to_keep(self, error: Exception) -> None:
        self._session.report("warning", str(error))
        self._keep_next()

    # --- names

    def fill_recent(self, menu: QMenu) -> None:
        """Lists the recent projects in a menu."""
        menu.clear()
        for path in self._settings.values.recent_projects:
            menu.addAction(shown(Path(path)).replace("&", "&&"), partial(self.open, Path(path)))
        if not self._settings.values.recent_projects:
            add_placeholder(menu, "No project opened or saved yet")

    def _usual_folder(self) -> Path:
        recent = self._settings.values.recent_projects
        return Path(recent[0]).parent if recent else Path.home()

    def _telling_name(self) -> str:
        corpus = self._session.corpus
        return shown(Path(corpus[0].path.stem)) if corpus else "project"

    def _tell_error(self, error: Exception) -> None:
        self._session.report("error", str(error))

    def _tell_elsewhere(self, name: str) -> None:
        self._session.report("info", f"{name} is open in another window, which was brought to the front")
