"""Leaving the program: work and changes are asked about, and everything has ended before the window goes."""

from __future__ import annotations

import logging

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from vocabsmith.main_window.page_stack import PageStack
from vocabsmith.main_window.project_keeper import ProjectKeeper
from vocabsmith.main_window.questions import Unsaved, Work, ask_about_work
from vocabsmith.tasks import TaskRunner
from vocabsmith_engine import VocabsmithError

LONGEST_FAREWELL = 60.0  # seconds; a worker answers a stop within one
_MILLISECONDS_BETWEEN_LOOKS = 20
log = logging.getLogger(__name__)


class Leaving(QObject):
    """Asks once; then lets work end as it was answered, and closes the window.

    Attributes:
        in_progress: whether leaving was decided, and work has still to end.
    """

    def __init__(self, window: QWidget, stack: PageStack, tasks: TaskRunner, projects: ProjectKeeper) -> None:
        super().__init__(window)
        self._window, self._stack, self._tasks, self._projects = window, stack, tasks, projects
        self.in_progress = False
        self._may_close = False
        self._drops_changes = False
        self._look = QTimer(self, interval=_MILLISECONDS_BETWEEN_LOOKS)
        self._look.timeout.connect(self._close_when_quiet)
        self._give_up = QTimer(self, singleShot=True, interval=round(LONGEST_FAREWELL * 1000))
        self._give_up.timeout.connect(self._close)

    def may_close(self) -> bool:
        """Whether the window may close now. If not, it stays, or is closed later, when everything has ended."""
        if not self._may_close and not self.in_progress:
            self._ask()
        return self._may_close

    def _ask(self) -> None:
        work = self._ask_about_work()
        changes = Unsaved.STAY if work is Work.STAY else self._projects.ask_before_leaving()
        if changes is Unsaved.STAY:
            return
        self._drops_changes = changes is Unsaved.DROP
        if changes is Unsaved.SAVE:
            self._projects.save(lambda: self._end_work(work))
        elif work is Work.STOP:
            self._may_close = True
        else:
            self._end_work(work)

    def leave_without_asking(self) -> None:
        """The system wants the program to end: runs go on at the next start, and so does what is not saved."""
        dialog = QApplication.activeModalWidget()
        while dialog is not None and dialog.close():  # a question that nobody answers would hold the window back
            dialog = QApplication.activeModalWidget()
        if not self.in_progress:
            self._drops_changes = False
            self._end_work(Work.SUSPEND if any(page.can_suspend_run for page in self._stack.pages) else Work.STOP)

    def end(self) -> None:
        """Ends everything, in the last moment of the window."""
        self._look.stop()
        self._give_up.stop()
        if not self._tasks.wait_all(LONGEST_FAREWELL):
            log.error("a worker did not end in %.0f s", LONGEST_FAREWELL)
        try:
            self._projects.end(drop=self._drops_changes)
        except VocabsmithError as error:
            log.error("%s", error)

    def _ask_about_work(self) -> Work:
        if not self._tasks.jobs:
            return Work.STOP
        can_keep = any(page.can_keep_run for page in self._stack.pages)
        can_suspend = any(page.can_suspend_run for page in self._stack.pages)
        choices = [*[Work.KEEP] * can_keep, *[Work.SUSPEND] * can_suspend]
        return ask_about_work(self._window, self._tasks.jobs[0].title, choices or [Work.STOP])

    def _end_work(self, work: Work) -> None:
        """Lets the work end as `work` says; the window closes when it has."""
        self.in_progress = True
        if work is Work.SUSPEND:  # such a run ends by itself, when what it has counted is saved
            for page in self._stack.pages:
                page.suspend_run()
        else:
            for job in self._tasks.jobs:
                job.stop()
        self._look.start()
        self._give_up.start()

    def _close_when_quiet(self) -> None:
        if not self._tasks.jobs:
            self._close()

    def _close(self) -> None:
        self._look.stop()
        self._may_close = True
        self._window.close()
