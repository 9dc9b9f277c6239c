"""The composition root of the window: builds everything once and runs it."""

from __future__ import annotations

import logging
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from logging.handlers import RotatingFileHandler
from pathlib import Path

from PySide6.QtCore import QEvent, QMessageLogContext, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from vocabsmith import crash_reports, paths
from vocabsmith.main_window import MainWindow
from vocabsmith.main_window.dialogs import show_crash_reports
from vocabsmith.main_window.page_stack import LatePage
from vocabsmith.one_program import PATIENCE, Doorbell, hand_over
from vocabsmith.pages.build_page import BuildPage
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.signals import EndingSignals
from vocabsmith.starting import start_of
from vocabsmith.tasks import TaskRunner
from vocabsmith.unsaved_work import UnsavedWork
from vocabsmith.widgets.icon import application_icon
from vocabsmith.widgets.look import Look
from vocabsmith.widgets.page import Page
from vocabsmith_engine.runs import RunStore

LOG_BYTES = 1_000_000
LOG_FILES = 3
_QT_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
log = logging.getLogger(__name__)


def run(arguments: Sequence[str], settings: SettingsStore | None = None) -> int:
    """Opens the window with the files that `arguments` name, and `settings` if they were read already.

    Returns the exit status once the window is closed.
    """
    settings = settings or SettingsStore(paths.config_dir() / "settings.json")
    start = start_of(arguments, settings)
    folder, notice = log_folder()
    _start_logging(folder)
    application = _make_application()
    bell = Doorbell()
    if not bell.listen(start.project) and start.handed_over():
        return 0  # another start was a moment quicker

    session = Session()
    look = Look(application, settings.values.theme, settings.values.text_size)
    store, notice_of_store = run_store()
    window = _make_window(session, settings, look, folder, store)
    bell.rung.connect(window.take_over)
    window.projects.is_open_elsewhere = partial(hand_over, patience=PATIENCE)  # the window waits for it
    window.projects.claim = bell.listen

    earlier = crash_reports.take_new(folder)
    end_watch = crash_reports.watch(
        folder, lambda file: session.report("error", f"Something unexpected went wrong. Report: {file}")
    )
    signals = EndingSignals(window.leaving.leave_without_asking)
    window.show()
    if notice or notice_of_store:
        session.report("warning", f"{notice} {notice_of_store}".strip())
    window.opening.start(start.project, start.files)
    if earlier:
        QTimer.singleShot(0, window, lambda: show_crash_reports(earlier, folder, look.palette, window))
    log.info("started")
    status = application.exec()
    bell.close()
    signals.end()
    end_watch()
    # Widgets have to go before the application does, which Python's own order of tidying up does not promise.
    window.deleteLater()
    application.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    look.end()
    log.info("ended with status %d", status)
    return status


def _make_application() -> QApplication:
    application = QApplication(sys.argv[:1])
    application.setApplicationName("vocabsmith")
    application.setApplicationDisplayName("Vocabsmith")
    application.setDesktopFileName("vocabsmith")
    application.setWindowIcon(application_icon())
    return application


def _make_window(
    session: Session, settings: SettingsStore, look: Look, folder: Path, store: RunStore | None
) -> MainWindow:
    """The window with its pages; logs are in `folder`."""
    tasks = TaskRunner()
    parts = (session, tasks, settings, store)
    return MainWindow(
        pages=[BuildPage(*parts), *_late_pages(*parts)],
        session=session,
        tasks=tasks,
        settings=settings,
        look=look,
        log_folder=folder,
        store=store,
        unsaved=UnsavedWork(paths.data_dir() / "unsaved"),
    )


def _late_pages(
    session: Session, tasks: TaskRunner, settings: SettingsStore, store: RunStore | None
) -> Iterator[LatePage]:
    """The pages that a start can do without; their modules are loaded when they are made."""

    def inspect() -> Page:
        from vocabsmith.pages.inspect_page import InspectPage  # noqa: PLC0415

        return InspectPage(session, tasks, settings, store)

    def vocabulary() -> Page:
        from vocabsmith.pages.vocabulary_page import VocabularyPage  # noqa: PLC0415

        return VocabularyPage(session, tasks, settings)

    def compare() -> Page:
        from vocabsmith.pages.compare_page import ComparePage  # noqa: PLC0415

        return ComparePage(session, tasks, settings, store)

    def laboratory() -> Page:
        from vocabsmith.pages.laboratory_page import LaboratoryPage  # noqa: PLC0415

        return LaboratoryPage(session, tasks, settings, store)

    yield LatePage("inspect", "Inspect", "inspect", inspect)
    yield LatePage("vocabulary", "Vocabulary", "table", vocabulary)
    yield LatePage("compare", "Compare", "compare", compare)
    yield LatePage("laboratory", "Laboratory", "flask", laboratory)


def run_store() -> tuple[RunStore | None, str]:
    """Where runs are kept, and what the user should know: nowhere if the usual folder cannot be written."""
    folder = paths.data_dir() / "runs"
    try:
        _check_writing(folder)
    except OSError as error:
        return None, f"Runs are not kept: {folder} cannot be written ({error.strerror}). Export what you want to keep."
    return RunStore(folder), ""


def log_folder() -> tuple[Path, str]:
    """Where logs go, and what the user should know: a temporary folder if the usual one cannot be written."""
    usual = paths.log_dir()
    try:
        _check_writing(usual)
    except OSError as error:
        folder = Path(tempfile.mkdtemp(prefix="vocabsmith-log-"))
        return folder, f"{usual} cannot be written ({error.strerror}); logs go to {folder}."
    return usual, ""


def _check_writing(folder: Path) -> None:
    """Makes the folder if it is missing. Raises OSError if nothing can be written into it."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder):
        pass


def _start_logging(folder: Path) -> None:
    """Everything of interest goes to a file that is turned over; warnings to standard error as well."""
    handlers: list[logging.Handler] = [
        RotatingFileHandler(folder / "vocabsmith.log", maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8")
    ]
    if sys.stderr is not None:  # programs started without a terminal have none on Windows
        terminal = logging.StreamHandler()
        terminal.setLevel(logging.WARNING)
        handlers.append(terminal)
    logging.basicConfig(
        level=logging.INFO, handlers=handlers, format="%(asctime)s %(levelname)s %(name)s: %(message)s", force=True
    )
    qInstallMessageHandler(_log_qt)


def _log_qt(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    logging.getLogger(f"qt.{context.category or 'default'}").log(_QT_LEVELS[kind], message)
