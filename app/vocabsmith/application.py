"""The composition root of the window: builds everything once and runs it."""

from __future__ import annotations

import logging
import signal
import sys
import tempfile
from collections.abc import Sequence
from logging.handlers import RotatingFileHandler
from pathlib import Path

from PySide6.QtCore import QEvent, QMessageLogContext, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from vocabsmith import crash_reports, paths
from vocabsmith.main_window import MainWindow
from vocabsmith.main_window.dialogs import show_crash_reports
from vocabsmith.pages.build_page import BuildPage
from vocabsmith.pages.inspect_page import InspectPage
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.icon import application_icon
from vocabsmith.widgets.look import Look

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


def run(files: Sequence[str]) -> int:
    """Opens the window with `files` in the corpus list and returns the exit status once it is closed."""
    folder, notice = log_folder()
    _start_logging(folder)
    application = QApplication(sys.argv[:1])
    application.setApplicationName("vocabsmith")
    application.setApplicationDisplayName("Vocabsmith")
    application.setDesktopFileName("vocabsmith")
    application.setWindowIcon(application_icon())

    session = Session()
    settings = SettingsStore(paths.config_dir() / "settings.json")
    look = Look(application, settings.values.theme, settings.values.text_size)
    tasks = TaskRunner()
    build_page = BuildPage(session, tasks, settings)
    inspect_page = InspectPage(session, tasks, settings)
    window = MainWindow(
        pages=[build_page, inspect_page],
        session=session,
        tasks=tasks,
        settings=settings,
        look=look,
        log_folder=folder,
    )
    inspect_page.build_asked.connect(lambda: window.show_page(build_page.key))
    inspect_page.open_asked.connect(window.chooser.ask_for_file)

    earlier = crash_reports.take_new(folder)
    end_watch = crash_reports.watch(
        folder, lambda file: session.report("error", f"Something unexpected went wrong. Report: {file}")
    )
    signal.signal(signal.SIGINT, lambda *_: window.close())
    window.show()
    if notice:
        session.report("warning", notice)
    if files:
        build_page.add_paths([Path(file) for file in files])
    if earlier:
        QTimer.singleShot(0, window, lambda: show_crash_reports(earlier, folder, look.palette, window))
    log.info("started")
    status = application.exec()
    end_watch()
    # Widgets have to go before the application does, which Python's own order of tidying up does not promise.
    window.deleteLater()
    application.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    log.info("ended with status %d", status)
    return status


def log_folder() -> tuple[Path, str]:
    """Where logs go, and what the user should know: a temporary folder if the usual one cannot be written."""
    usual = paths.log_dir()
    try:
        usual.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=usual):
            return usual, ""
    except OSError as error:
        folder = Path(tempfile.mkdtemp(prefix="vocabsmith-log-"))
        return folder, f"{usual} cannot be written ({error.strerror}); logs go to {folder}."


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
