"""Projects on the window: new, open, save, the questions before changes are lost, what is there at the next start."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QMessageBox

from vocabsmith.corpus_items import CorpusItem
from vocabsmith.main_window import MainWindow
from vocabsmith.main_window.project_keeper import ProjectKeeper
from vocabsmith.main_window.questions import Unsaved
from vocabsmith.project import ProjectContents, load_project, save_project
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.unsaved_work import UnsavedWork
from vocabsmith.widgets.action_finder import plain_text
from vocabsmith.widgets.page import Page

GUARD = 10_000
ONE = CorpusItem(Path("/texts/one.txt"), "text", 100)
TWO = CorpusItem(Path("/texts/two.txt"), "text", 200)
FORM = {"vocab_size": 512}


class OnlyPage(Page):
    key, title, subtitle, icon_name = "build", "Build", "Learn a vocabulary from your own text", "build"


class Program:
    """One start of the program, and what a user does with it."""

    def __init__(self, qtbot, look, folder: Path) -> None:
        self._qtbot = qtbot
        self.session = Session()
        self.tasks = TaskRunner()
        self.settings = SettingsStore(folder / "settings.json")
        self.window = MainWindow(
            pages=[OnlyPage()],
            session=self.session,
            tasks=self.tasks,
            settings=self.settings,
            look=look,
            log_folder=folder,
            unsaved=UnsavedWork(folder / "unsaved"),
        )
        qtbot.addWidget(self.window, before_close_func=lambda _: self.let_go())
        self.window.show()
        self.projects: ProjectKeeper = self.window.projects

    def entry(self, text: str) -> QAction:
        actions = (action for _, action in self.window.menus.all_actions())
        return next(action for action in actions if plain_text(action) == text)

    def settle(self) -> None:
        """Waits for what goes on beside the window, and for what is kept a second after a change."""
        if self.projects._timer.isActive():
            self.projects._timer.setInterval(0)
        self._qtbot.waitUntil(lambda: not self.tasks.busy and not self.projects._timer.isActive(), timeout=GUARD)

    def restore(self, path: Path | None = None) -> None:
        done: list[bool] = []
        self.projects.restore(path, lambda: done.append(True))
        self._qtbot.waitUntil(lambda: bool(done), timeout=GUARD)

    def let_go(self) -> None:
        """The test is over: nobody is there to be asked."""
        self.projects.ask_before_leaving = lambda: Unsaved.DROP

    def close(self) -> bool:
        self._qtbot.waitUntil(lambda: not self.tasks.busy, timeout=GUARD)
        return self.window.close()


@pytest.fixture
def start(qtbot, look, tmp_path):
    return lambda: Program(qtbot, look, tmp_path)


@pytest.fixture
def program(start) -> Program:
    return start()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A saved project with one source."""
    file = tmp_path / "handbook.vocabsmith"
    save_project(file, ProjectContents((ONE,)), known=None)
    return file


def answer(text: str, asked: list[str]) -> None:
    """Presses the button with that text on the message box that opens next."""

    def press() -> None:
        box = QApplication.activeModalWidget()
        if not isinstance(box, QMessageBox):
            QTimer.singleShot(10, press)
            return
        asked.append(box.text())
        next(button for button in box.buttons() if button.text() == text).click()

    QTimer.singleShot(10, press)


def choose_target(monkeypatch: pytest.MonkeyPatch, path: Path | None) -> None:
    """What the user chooses in the file dialog that asks where to save; None to leave it."""
    monkeypatch.setattr(QFileDialog, "exec", lambda _dialog: int(path is not None))
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _dialog: [str(path)])


def choose_file(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """What the user chooses in the file dialog that asks what to open."""
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))


def test_the_window_is_called_after_the_project_and_marks_changes(program, project, qtbot):
    assert program.window.windowTitle() == "Vocabsmith"
    program.projects.open(project)
    qtbot.waitUntil(lambda: program.window.windowTitle() == "handbook[*]", timeout=GUARD)
    assert not program.window.isWindowModified()
    assert program.window.top_bar._project.whole_text() == "handbook"
    assert program.window.top_bar._project.toolTip() == str(project)
    program.session.add_corpus([TWO])
    assert program.window.isWindowModified()
    program.session.undo()
    assert not program.window.isWindowModified()


def test_a_project_is_chosen_and_opened(program, project, monkeypatch):
    choose_file(monkeypatch, project)
    program.entry("Open project…").trigger()
    program.settle()
    assert [item.path for item in program.session.corpus] == [ONE.path]
    assert program.settings.values.recent_projects == (str(project),)
    assert program.settings.values.last_project == str(project)
    menu = QMenu()
    program.projects.fill_recent(menu)
    assert [action.text() for action in menu.actions()] == [str(project)]


def test_saving_without_a_file_asks_for_one(program, monkeypatch, tmp_path):
    choose_target(monkeypatch, tmp_path / "new.vocabsmith")
    program.session.add_corpus([ONE, TWO])
    program.entry("Save project").trigger()
    program.settle()
    assert [item.path for item in load_project(tmp_path / "new.vocabsmith").contents.corpus] == [ONE.path, TWO.path]
    assert program.session.project.path == tmp_path / "new.vocabsmith"
    assert not program.session.project.dirty
    assert program.window.job_bar.sentence() == "Saved new.vocabsmith"


def test_saving_again_asks_nothing(program, project):
    program.projects.open(project)
    program.settle()
    program.session.add_corpus([TWO])
    program.entry("Save project").trigger()
    program.settle()
    assert len(load_project(project).contents.corpus) == 2


def test_saving_twice_in_a_moment_takes_no_one_for_another_program(program, project):
    program.restore(project)
    program.session.add_corpus([TWO])
    program.projects.save()
    program.session.remove_corpus([ONE])
    program.projects.save()
    program.settle()
    assert not program.session.project.dirty
    assert [item.path.name for item in load_project(project).contents.corpus] == ["two.txt"]


def test_a_name_that_is_not_unicode_is_saved_and_opened(program, monkeypatch, tmp_path):
    odd = tmp_path / os.fsdecode(b"\xf0.vocabsmith")
    program.session.add_corpus([ONE])
    monkeypatch.setattr(program.projects, "_ask_for_target", lambda _start: odd)
    program.projects.save_as()
    program.settle()
    assert program.window.windowTitle() == "\ufffd[*]"
    assert program.window.job_bar.sentence() == "Saved \ufffd.vocabsmith"
    program.projects.new()
    program.projects.open(Path(program.settings.values.recent_projects[0]))
    program.settle()
    assert [item.path for item in program.session.corpus] == [ONE.path]


def test_a_file_that_cannot_be_opened_is_told_and_nothing_changes(program, tmp_path):
    damaged = tmp_path / "damaged.vocabsmith"
    damaged.write_text("{")
    program.session.edit_recipe(FORM)
    program.projects.open(damaged)
    program.settle()
    assert "is damaged or no project of Vocabsmith" in program.window.job_bar.sentence()
    assert program.session.project.path is None
    assert program.session.recipe_draft == FORM


def test_new_asks_before_changes_are_lost(program):
    program.session.add_corpus([ONE])
    asked: list[str] = []
    answer("Cancel", asked)
    program.entry("New project").trigger()
    assert program.session.corpus == (ONE,)
    answer("Don't save", asked)
    program.entry("New project").trigger()
    assert program.session.corpus == ()
    assert asked == ["Save the changes in Untitled?"] * 2


def test_opening_saves_first_if_that_is_wanted(program, project, tmp_path):
    other = tmp_path / "other.vocabsmith"
    save_project(other, ProjectContents(), known=None)
    program.projects.open(project)
    program.settle()
    program.session.add_corpus([TWO])
    asked: list[str] = []
    answer("Save", asked)
    program.projects.open(other)
    program.settle()
    assert asked == ["Save the changes in handbook?"]
    assert program.session.project.path == other
    assert len(load_project(project).contents.corpus) == 2


def test_a_file_that_changed_meanwhile_is_not_written_over_unasked(program, project, monkeypatch, tmp_path):
    program.projects.open(project)
    program.settle()
    program.session.add_corpus([TWO])
    save_project(project, ProjectContents(runs=("theirs",)), known=None)
    asked: list[str] = []
    answer("Cancel", asked)
    program.projects.save()
    program.settle()
    assert load_project(project).contents.runs == ("theirs",)
    assert program.session.project.dirty
    choose_target(monkeypatch, tmp_path / "mine.vocabsmith")
    answer("Save as…", asked)
    program.projects.save()
    program.settle()
    assert program.session.project.path == tmp_path / "mine.vocabsmith"
    assert asked == ["Another program has changed handbook.vocabsmith since it was opened here."] * 2


def test_a_changed_file_is_written_over_if_that_is_wanted(program, project):
    program.projects.open(project)
    program.settle()
    program.session.add_corpus([TWO])
    save_project(project, ProjectContents(runs=("theirs",)), known=None)
    answer("Write over it", [])
    program.projects.save()
    program.settle()
    assert len(load_project(project).contents.corpus) == 2


def test_work_without_a_file_is_there_again_without_a_question(start):
    first = start()
    first.session.edit_recipe({"vocab_size": 100})
    first.session.add_corpus([ONE, TWO])
    first.session.edit_recipe(FORM)
    assert first.close()
    second = start()
    second.restore()
    assert [item.path for item in second.session.corpus] == [ONE.path, TWO.path]
    assert second.session.project.dirty


def test_what_was_not_saved_survives_a_crash(start, project):
    first = start()
    first.projects.open(project)
    first.settle()
    first.session.add_corpus([TWO])
    first.settle()
    second = start()
    second.restore(project)
    assert [item.path for item in second.session.corpus] == [ONE.path, TWO.path]
    assert second.session.project.dirty
    assert "Undo takes it away" in second.window.job_bar.sentence()
    second.session.undo()
    assert [item.path for item in second.session.corpus] == [ONE.path]
    assert not second.session.project.dirty


def test_what_was_saved_or_undone_does_not_come_back(start, project):
    first = start()
    first.projects.open(project)
    first.settle()
    first.session.add_corpus([TWO])
    first.settle()
    first.session.undo()
    first.settle()
    second = start()
    second.restore(project)
    assert not second.session.project.dirty


def test_damaged_unsaved_work_is_told(start, tmp_path):
    (tmp_path / "unsaved").mkdir()
    (tmp_path / "unsaved" / "untitled.vocabsmith").write_text("{")
    program = start()
    program.restore()
    assert "cannot be brought back" in program.window.job_bar.sentence()
    assert list((tmp_path / "unsaved").iterdir()) == []


def test_a_project_that_is_gone_gives_way_to_work_without_a_file(start, tmp_path):
    first = start()
    first.session.add_corpus([ONE])
    first.close()
    second = start()
    second.restore(tmp_path / "gone.vocabsmith")
    assert "gone.vocabsmith: cannot be read" in second.window.job_bar.sentence()
    assert second.session.project.path is None
    assert [item.path for item in second.session.corpus] == [ONE.path]


def test_leaving_a_changed_project_asks(program, project):
    program.projects.open(project)
    program.settle()
    program.session.add_corpus([TWO])
    asked: list[str] = []
    answer("Cancel", asked)
    assert not program.close()
    assert program.window.isVisible()
    answer("Don't save", asked)
    assert program.close()
    assert asked == ["Save the changes in handbook?"] * 2
    assert len(load_project(project).contents.corpus) == 1


def test_changes_that_were_let_go_do_not_come_back(start, project):
    first = start()
    first.projects.open(project)
    first.settle()
    first.session.add_corpus([TWO])
    first.settle()
    answer("Don't save", [])
    assert first.close()
    second = start()
    second.restore(project)
    assert not second.session.project.dirty


def test_leaving_saves_if_that_is_wanted(program, project, qtbot):
    program.projects.open(project)
    program.settle()
    program.session.add_corpus([TWO])
    answer("Save", [])
    assert not program.close()
    qtbot.waitUntil(lambda: not program.window.isVisible(), timeout=GUARD)
    assert len(load_project(project).contents.corpus) == 2


def test_a_project_that_is_open_elsewhere_is_not_opened_twice(program, project):
    asked: list[Path | None] = []
    program.projects.is_open_elsewhere = lambda path: bool(asked.append(path)) or True
    program.projects.open(project)
    program.settle()
    assert asked == [project]
    assert program.session.project.path is None
    assert "is open in another window" in program.window.job_bar.sentence()


def test_a_window_beside_the_untitled_one_neither_shows_its_work_nor_writes_over_it(start, tmp_path):
    first, second = start(), start()
    first.session.add_corpus([ONE])
    first.settle()
    second.projects.claim = lambda path: path is not None
    second.restore(tmp_path / "gone.vocabsmith")
    assert second.session.corpus == ()
    assert "Another window keeps its unsaved work" in second.window.job_bar.sentence()
    kept = tmp_path / "unsaved" / "untitled.vocabsmith"
    second.session.add_corpus([TWO])
    second.settle()
    assert [item.path for item in load_project(kept).contents.corpus] == [ONE.path]
    asked: list[str] = []
    answer("Don't save", asked)
    assert second.close()
    assert asked == ["Save the changes in Untitled?"]
    assert [item.path for item in load_project(kept).contents.corpus] == [ONE.path]


def test_saving_what_is_beside_the_untitled_window_leaves_the_work_of_that_one(start, tmp_path, monkeypatch):
    first, second = start(), start()
    first.session.add_corpus([ONE])
    first.settle()
    second.projects.claim = lambda path: path is not None
    second.restore()
    second.session.add_corpus([TWO])
    choose_target(monkeypatch, tmp_path / "mine.vocabsmith")
    second.projects.save()
    second.settle()
    kept = tmp_path / "unsaved" / "untitled.vocabsmith"
    assert [item.path for item in load_project(kept).contents.corpus] == [ONE.path]
    second.session.remove_corpus([TWO])
    second.settle()
    assert len(list((tmp_path / "unsaved").iterdir())) == 2  # what has a name of its own is kept again


def test_a_new_project_beside_an_untitled_window_that_does_not_answer_leaves_its_work(start, project, tmp_path):
    first, second = start(), start()
    first.session.add_corpus([ONE])
    first.settle()
    second.projects.claim = lambda path: path is not None
    second.restore(project)
    second.projects.new()
    second.settle()
    assert "Another window keeps its unsaved work" in second.window.job_bar.sentence()
    kept = tmp_path / "unsaved" / "untitled.vocabsmith"
    assert [item.path for item in load_project(kept).contents.corpus] == [ONE.path]
