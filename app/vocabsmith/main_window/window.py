"""Composes the rail, the top bar, the pages and the job bar into the one window of the program.

menu bar 28 ─────────────────────────────────────
rail 97 │ top bar 52 ────────────────────────────
│ page
job bar 40 ──────────────────────────────────────
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QMainWindow, QWidget

from vocabsmith import memory, paths
from vocabsmith.main_window.dialogs import show_about, show_shortcuts
from vocabsmith.main_window.edit_menu import EditMenu
from vocabsmith.main_window.job_watch import JobWatch
from vocabsmith.main_window.leaving import Leaving
from vocabsmith.main_window.menus import STANDARD, Menus, text_size_options
from vocabsmith.main_window.opening import Opening
from vocabsmith.main_window.page_stack import LatePage, PageStack
from vocabsmith.main_window.project_keeper import ProjectKeeper
from vocabsmith.main_window.tokenizer_chooser import TokenizerChooser
from vocabsmith.main_window.tokenizer_dialogs import TokenizerDialogs
from vocabsmith.session import Report, Session
from vocabsmith.settings import TEXT_SIZES, SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.unsaved_work import UnsavedWork
from vocabsmith.widgets.action_finder import ActionFinder
from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.drop_zone import DropTarget
from vocabsmith.widgets.faces import install_faces
from vocabsmith.widgets.focus_ring import FocusRing
from vocabsmith.widgets.job_bar import JobBar
from vocabsmith.widgets.look import Look
from vocabsmith.widgets.nav_rail import NavRail
from vocabsmith.widgets.page import Page
from vocabsmith.widgets.panes import horizontal_line, vertical_line
from vocabsmith.widgets.reading_order import order_by_reading
from vocabsmith.widgets.reveal import open_file, reveal
from vocabsmith.widgets.top_bar import TopBar
from vocabsmith.wording import size
from vocabsmith_engine.corpus import shown
from vocabsmith_engine.runs import RunStore
from vocabsmith_resources.themes.palette import Palette

MINIMUM = QSize(800, 560)
USUAL = QSize(1440, 900)
NARROW = 1200
ROOM_FOR_TITLE = 40
LOG_FILE = "vocabsmith.log"


class MainWindow(QMainWindow):
    """The window. Everything it works with comes from outside, built once by the application."""

    def __init__(
        self,
        *,
        pages: Sequence[Page | LatePage],
        session: Session,
        tasks: TaskRunner,
        settings: SettingsStore,
        look: Look,
        log_folder: Path,
        store: RunStore | None = None,
        unsaved: UnsavedWork | None = None,
    ) -> None:
        super().__init__()
        install_faces()
        self._session, self._tasks, self._settings, self._look = session, tasks, settings, look
        self._log_folder = log_folder
        self._page = ""
        self._job_page = ""
        self.setWindowTitle("Vocabsmith")
        self.stack = PageStack(pages)
        self._listed = self.stack.listed
        self.rail = NavRail([(key, page.icon_name, page.title) for key, page in self._listed.items()])
        self.top_bar = TopBar()
        self.job_bar = JobBar()
        self.jobs = JobWatch(tasks, self.job_bar, self)
        self.chooser = TokenizerChooser(self.top_bar, session, tasks, settings=settings, store=store, window=self)
        self.dialogs = TokenizerDialogs(session, tasks, settings, look, self)
        self.export, self.edit_vocabulary = self.dialogs.export, self.dialogs.edit
        unsaved = unsaved or UnsavedWork(paths.data_dir() / "unsaved")
        self.projects = ProjectKeeper(session, tasks, settings, unsaved, self)
        self.leaving = Leaving(self, self.stack, tasks, self.projects)
        self.opening = Opening(
            session, tasks, projects=self.projects, chooser=self.chooser, take_texts=self._take_texts
        )
        self._compose()
        self._ring = FocusRing(self)
        self.menus = Menus(self)
        self._room: dict[tuple[str, str], QAction] = {}
        self._fill_menus()
        self._drops = DropTarget(self, self._take_texts)
        self._connect()
        self._memory_timer = QTimer(self, interval=1000)
        self._memory_timer.timeout.connect(self._show_memory)
        self._memory_timer.start()
        self._restore()

    # ---- pages

    @property
    def page(self) -> str:
        """Key of the open page."""
        return self._page

    def show_page(self, key: str) -> None:
        """Opens a page."""
        self._page = key
        page = self.stack.show_page(key)
        self.rail.show_page(key)
        self._find_action.setEnabled(page.can_find)
        self.top_bar.set_page(page.title, page.subtitle)
        page.setFocus()
        self._settings.update(page=key)

    def apply_theme(self, palette: Palette) -> None:
        """Hands the colours and the text size to everything in the window."""
        self._all_actions.apply_theme(palette)
        self._ring.apply_theme(palette)
        self.rail.apply_theme(palette)
        self.top_bar.apply_theme(palette)
        self.job_bar.apply_theme(palette)
        for page in self.stack.pages:
            page.apply_theme(palette)

    def show_all_actions(self) -> None:
        """Opens the searchable list of every action."""
        self._edit_menu.show_what_is_possible()
        self._fill_recent()
        ActionFinder(self.menus.all_actions(), self._look.palette, self).show_over(self)

    def set_text_size(self, percent: int) -> None:
        """Changes the size of all text."""
        self._settings.update(text_size=percent)
        self._look.set_text_size(percent)
        self._check_text_size(str(percent))

    def set_theme(self, theme: str) -> None:
        """Changes the colours: "system", "light" or "dark"."""
        self._settings.update(theme=theme)
        self._look.set_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Gives the page what the rail can spare."""
        super().resizeEvent(event)
        self.rail.set_narrow(self.width() < NARROW)

    def showEvent(self, event: QShowEvent) -> None:
        """What is not shown yet can be made now."""
        super().showEvent(event)
        self.stack.make_the_rest()

    def focusNextPrevChild(self, forwards: bool) -> bool:  # noqa: N802
        """Tab goes on to what is read next; parts come and go, so the order is made when it is needed."""
        order_by_reading(self)
        return super().focusNextPrevChild(forwards)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Asks before anything is lost, and goes only after the workers have ended."""
        if not self.leaving.may_close():
            event.ignore()
            if self.leaving.in_progress:
                self.job_bar.say("info", "Ending what is going on…")
            return
        self._memory_timer.stop()
        self.stack.end()
        self._settings.update(geometry=bytes(self.saveGeometry().toBase64().data()).decode())
        for unsubscribe in self._subscriptions:
            unsubscribe()
        self._edit_menu.end()
        self.leaving.end()
        event.accept()

    def route_files(self, files: Sequence[Path], take_texts: Callable[[Sequence[Path]], object]) -> None:
        """Opens what was dropped somewhere on the window; text goes to where it was dropped."""
        self.opening.open(files, take_texts)

    def come_forward(self) -> None:
        """Shows the window above the others, as far as the desktop lets it."""
        if self.isMinimized():
            self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def take_over(self, files: Sequence[Path]) -> None:
        """Another start of the program hands its files over."""
        self.come_forward()
        self.opening.open(files)

    def _take_texts(self, files: Sequence[Path]) -> None:
        """Text that came from outside goes to the first page that takes any, which is shown."""
        for key in self._listed:
            if self.stack.page(key).take_files(files):
                self.show_page(key)
                return

    # ---- building

    def _compose(self) -> None:
        content = QWidget()
        grid = QGridLayout(content)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        grid.addWidget(horizontal_line(), 0, 0, 1, 3)
        grid.addWidget(self.rail, 1, 0, 3, 1)
        grid.addWidget(vertical_line(), 1, 1, 3, 1)
        grid.addWidget(self.top_bar, 1, 2)
        grid.addWidget(horizontal_line(), 2, 2)
        grid.addWidget(self.stack, 3, 2)
        grid.addWidget(horizontal_line(), 4, 0, 1, 3)
        grid.addWidget(self.job_bar, 5, 0, 1, 3)
        grid.setRowStretch(3, 1)
        grid.setColumnStretch(2, 1)
        self.setCentralWidget(content)
        self.setMinimumSize(MINIMUM)
        self._all_actions = Button("All actions   Ctrl+Shift+P", kind="quiet")
        self._all_actions.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._all_actions.clicked.connect(self.show_all_actions)
        self.menuBar().setCornerWidget(self._all_actions)

    def _fill_menus(self) -> None:
        menus = self.menus
        menus.add("file", "&New project", self.projects.new, STANDARD.New)
        menus.add("file", "&Open project…", self.projects.ask_for_project, STANDARD.Open)
        menus.add("file", "Open &tokenizer…", self.chooser.ask_for_file, "Ctrl+Shift+O")
        self._recent_projects = menus.add_submenu("file", "Open &recent project")
        self._recent_tokenizers = menus.add_submenu("file", "Open rec&ent tokenizer")
        menus.on_open("file", self._fill_recent)
        self._fill_recent()
        menus.add_separator("file")
        menus.add("file", "&Save project", self.projects.save, STANDARD.Save)
        menus.add("file", "Save project &as…", self.projects.save_as, "Ctrl+Shift+S")
        menus.add_separator("file")
        self._leave_room_for_pages("file")
        self.dialogs.add_export(menus)
        menus.add_separator("file")
        menus.add("file", "&Quit", self.close, STANDARD.Quit if QKeySequence.keyBindings(STANDARD.Quit) else "Ctrl+Q")
        self._edit_menu = EditMenu(self, menus, self._session)
        menus.add_separator("edit")
        self._find_action = menus.add("edit", "&Find on the page", self._find, STANDARD.Find)
        self.dialogs.add_edit(menus)
        menus.add_separator("edit")
        self._leave_room_for_pages("edit")
        self._leave_room_for_pages("run")
        self._pause_action = menus.add(
            "run", "&Pause", lambda: self.jobs.pause(not self.jobs.paused), "Ctrl+Shift+Space"
        )
        self._stop_action = menus.add("run", "S&top", self.jobs.stop, "Ctrl+.")
        for number, (key, page) in enumerate(self._listed.items(), 1):
            menus.add("view", f"Go to {page.title}", partial(self.show_page, key), f"Ctrl+{number}")
        menus.add_separator("view")
        self._leave_room_for_pages("view")
        themes = [("system", "As the &system"), ("light", "&Light"), ("dark", "&Dark")]
        check_theme = menus.add_choice("view", "&Theme", themes, self.set_theme)
        check_theme(self._settings.values.theme)
        self._check_text_size = menus.add_choice(
            "view", "Te&xt size", text_size_options(), lambda key: self.set_text_size(int(key))
        )
        self._check_text_size(str(self._settings.values.text_size))
        menus.add("view", "Lar&ger text", lambda: self._step_text_size(1), STANDARD.ZoomIn)
        menus.add("view", "S&maller text", lambda: self._step_text_size(-1), STANDARD.ZoomOut)
        self._leave_room_for_pages("help")
        menus.add("help", "&All actions", self.show_all_actions, "Ctrl+Shift+P")
        menus.add(
            "help", "&Keyboard shortcuts", lambda: show_shortcuts(menus.all_actions(), self._look.palette, self), "F1"
        )
        menus.add("help", "Open &log file", lambda: open_file(self._log_folder / LOG_FILE))
        menus.add("help", "Open log &folder", lambda: reveal(self._log_folder))
        menus.add("help", "A&bout Vocabsmith", lambda: show_about(self))

    def _fill_recent(self) -> None:
        self.projects.fill_recent(self._recent_projects)
        self.chooser.fill_recent(self._recent_tokenizers)

    def _leave_room_for_pages(self, menu: str) -> None:
        """The actions of each page stand before a line of its own, also those of pages that come later."""
        for key in self._listed:
            self._room[menu, key] = self.menus.add_separator(menu)
        for page in self.stack.pages:
            self._add_page_actions(menu, page)

    def _add_page_actions(self, menu: str, page: Page) -> None:
        actions = page.actions_of().get(menu, [])
        self.menus.add_actions(menu, actions, before=self._room[menu, page.key])
        for action in actions:
            action.triggered.connect(partial(self._show_page_of_action, page.key))

    def _connect_page(self, page: Page) -> None:
        page.build_asked.connect(lambda: self.show_page(next(iter(self._listed))))
        page.open_asked.connect(self.chooser.ask_for_file)
        page.edit_asked.connect(self.dialogs.edit)

    def _take_late_page(self, page: Page) -> None:
        self._connect_page(page)
        page.apply_theme(self._look.palette)
        for menu, key in self._room:
            if key == page.key:
                self._add_page_actions(menu, page)

    def _find(self) -> None:
        self.stack.page(self._page).begin_search()

    def _show_page_of_action(self, key: str, _checked: bool = False) -> None:
        """What an action does is seen on its page."""
        if key != self._page:
            self.show_page(key)

    def _connect(self) -> None:
        for page in self.stack.pages:
            self._connect_page(page)
        self.stack.made.connect(self._take_late_page)
        self.rail.chosen.connect(self.show_page)
        self.top_bar.export_asked.connect(self.dialogs.export)
        self.jobs.changed.connect(self._show_job)
        self.job_bar.discard_asked.connect(self._show_job_page)
        self._look.changed.connect(self.apply_theme)
        self._subscriptions = [
            self._session.tokenizer_changed.subscribe(lambda _: self._show_tokenizer()),
            self._session.runs_changed.subscribe(lambda _: self.chooser.fill()),
            self._session.project_changed.subscribe(lambda _: self._show_project()),
            self._session.corpus_changed.subscribe(lambda _: self._show_project()),
            self._session.reported.subscribe(self._show_report),
        ]

    def _restore(self) -> None:
        remembered = self._settings.values
        self.resize(USUAL)
        if remembered.geometry:
            self.restoreGeometry(QByteArray.fromBase64(remembered.geometry.encode()))
        elif not self.screen().availableGeometry().adjusted(0, 0, -1, -ROOM_FOR_TITLE).contains(QRect(QPoint(), USUAL)):
            self.setWindowState(Qt.WindowState.WindowMaximized)
        self.apply_theme(self._look.palette)
        self.show_page(remembered.page if remembered.page in self._listed else next(iter(self._listed)))
        self._show_tokenizer()
        self._show_project()
        self._show_job()
        self._show_memory()
        if self._settings.notice:
            self._show_notice(self._settings.notice)
        self._settings.on_notice = self._show_notice

    # ---- showing what has changed

    def _show_job(self) -> None:
        running = self.jobs.running
        if running and not self._job_page:
            self._job_page = self._page
        if self._job_page:
            self.rail.set_busy(self._job_page, running)
        if not running:
            self._job_page = ""
        self._pause_action.setEnabled(running)
        self._stop_action.setEnabled(running)
        self._pause_action.setText("Resu&me" if self.jobs.paused else "&Pause")

    def _show_job_page(self) -> None:
        """What is asked about a job is asked on its page."""
        if self._job_page:
            self.show_page(self._job_page)

    def _show_memory(self) -> None:
        used = memory.in_use()
        self.job_bar.set_memory("" if used is None else f"{size(used)} in use")

    def _show_tokenizer(self) -> None:
        self.chooser.fill()
        self.dialogs.show_what_is_possible()

    def _show_project(self) -> None:
        """The title bar marks what is not saved in the way of the platform."""
        project = self._session.project
        is_there = project.path is not None or bool(self._session.corpus)
        self.setWindowTitle(f"{project.name}[*]" if is_there else "Vocabsmith")
        self.setWindowFilePath("" if project.path is None else shown(project.path))
        self.setWindowModified(is_there and project.dirty)
        tip = shown(project.path) if project.path else "Save project keeps the corpus list and the recipe in a file"
        self.top_bar.set_project(project.name if is_there else "", tip)

    def _show_report(self, report: Report) -> None:
        self.job_bar.say(report.level, report.text)

    def _show_notice(self, notice: str) -> None:
        self.job_bar.say("warning", notice)

    def _step_text_size(self, step: int) -> None:
        place = TEXT_SIZES.index(self._settings.values.text_size) + step
        if 0 <= place < len(TEXT_SIZES):
            self.set_text_size(TEXT_SIZES[place])
