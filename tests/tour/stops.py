"""The stops of the tour, as parts: what a person does in one sitting, and the picture of each state.

python tests/tour/stops.py PART THEME PICTURES CORPUS       see tour.py, which gives it a screen and a home
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from corpus import make_corpus
from page_stops import PAGE_PARTS
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from stage import Camera, Director, Script, carry_away, drag_over, drop, pause, press

from vocabsmith import application
from vocabsmith.main_window import MainWindow
from vocabsmith.pages.build_page import BuildPage
from vocabsmith.pages.export_dialog import ExportDialog

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
SIZE = 24_000


class Guide:
    """The window, the camera, and what the parts of the tour have in common."""

    def __init__(self, window: MainWindow, pictures: Path, corpus: Path) -> None:
        self.window = window
        self.build: BuildPage = window.stack.page("build")  # type: ignore[assignment]
        self.shoot = Camera(pictures).shoot
        self.files = make_corpus(corpus)

    # --- what is waited for

    def read(self) -> bool:
        """Whether all sources were read whole, and the form knows what it will take."""
        corpus = self.build.corpus
        return not corpus.scanning and not corpus.reading.running and self.build.start_action.isEnabled()

    def merged(self, merges: int) -> bool:
        """Whether a run has learned so many merges, or has ended."""
        task = self.build.control.task
        return task is None or task.monitor.progress().merges >= merges

    def counted(self, share: float) -> bool:
        """Whether a run has counted that share of the text, or goes on to something else, or has ended."""
        task = self.build.control.task
        if task is None:
            return True
        progress = task.monitor.progress()
        waits = progress.stage == "idle" or (progress.stage == "reading" and (progress.fraction or 0.0) < share)
        return not waits

    def idle(self) -> bool:
        """Whether no run is in progress."""
        return not self.build.control.running

    # --- what is done

    def start(self) -> None:
        """Start a run by its keys."""
        QTest.keyClick(self.window, Qt.Key.Key_Return, CONTROL)

    def leave(self, answer: str = "Don't save", picture: str = "") -> Script:
        """Close the window, and answer what it asks; questions that follow are answered with "Don't save"."""
        QTimer.singleShot(0, self.window.close)  # its questions wait for an answer in loops of their own
        while self.window.isVisible():
            question = QApplication.activeModalWidget()
            if isinstance(question, QMessageBox):
                yield pause(400)
                if picture:
                    self.shoot(picture)
                press_button(question, answer)
                answer, picture = "Don't save", ""
            yield pause(100)


def press_button(question: QMessageBox, words: str) -> None:
    """Answer a question with the button that says so."""
    next(button for button in question.buttons() if button.text().replace("&", "") == words).click()


def build(guide: Guide) -> Script:
    """From the empty window to a smaller vocabulary of a finished run, with a pause and a stop on the way."""
    window = guide.window
    place = QPoint(300, 500)
    yield pause(800)
    guide.shoot("01-empty")

    drag_over(window, [guide.files[0].with_name("picture.png")], place)
    yield pause(300)
    guide.shoot("02-drag-refused")
    carry_away(window)
    payload = drag_over(window, guide.files, place)
    yield pause(300)
    guide.shoot("03-drag-welcome")
    drop(window, payload, place)
    yield pause(150)
    guide.shoot("04-dropped")
    yield guide.read
    yield pause(1500)
    guide.shoot("05-read")
    yield from _recipe(guide)
    yield from _first_run(guide)
    yield from _second_run(guide)
    yield from guide.leave()


def _recipe(guide: Guide) -> Script:
    recipe = guide.build.recipe
    recipe.size_section.set_value(SIZE)
    recipe.specials.new_field.setFocus()
    QTest.keyClicks(recipe.specials.new_field, "<|im_start|>")
    yield pause(400)
    guide.shoot("06-special-token")
    press(Qt.Key.Key_Return)
    recipe.pieces.edit_button.click()
    QTest.keyClicks(recipe.pieces.pattern, "(")
    yield pause(900)
    guide.shoot("07-bad-expression")
    while recipe.pieces.value() != "cl100k":
        guide.window._session.undo()
        yield pause(50)
    recipe.more.toggle.click()
    yield pause(300)
    guide.shoot("08-more")
    recipe.more.toggle.click()
    yield guide.read


def _first_run(guide: Guide) -> Script:
    """Paused, resumed, stopped, kept."""
    run = guide.build.run
    guide.start()
    yield lambda: guide.counted(0.4)
    guide.shoot("09-counting")
    yield lambda: guide.merged(6_000)
    guide.shoot("10-merging")
    run.pause.click()
    yield pause(500)
    guide.shoot("11-paused")
    run.pause.click()
    yield lambda: guide.merged(9_000)
    run.stop.click()
    yield guide.idle
    yield pause(600)
    guide.shoot("12-stopped-and-kept")


def _second_run(guide: Guide) -> Script:
    """To its end; then a smaller size, an earlier run beside it, and what can be done with runs."""
    page, window = guide.build, guide.window
    page.recipe.more.set_values({**page.recipe.draft(), "held_out": 0.05})
    guide.start()
    yield lambda: not guide.idle()
    yield guide.idle
    yield pause(800)
    guide.shoot("13-done")
    page.run.charts.sizes.set_size(SIZE // 3)
    page.run.charts.sizes._take(SIZE // 3)
    yield pause(400)
    guide.shoot("14-smaller")
    page.show_runs()
    yield pause(300)
    rows = page.run.runs.list
    rows.setCurrentIndex(rows.model().index(1, 0))
    yield pause(700)
    press(Qt.Key.Key_Space)
    rows.setCurrentIndex(rows.model().index(0, 0))
    yield pause(700)
    guide.shoot("15-runs-compared")
    press(Qt.Key.Key_F2)
    yield pause(300)
    guide.shoot("16-rename")
    press(Qt.Key.Key_Escape)
    press(Qt.Key.Key_Delete)
    yield pause(400)
    guide.shoot("17-delete")
    yield pause(100)
    press(Qt.Key.Key_Escape)
    yield pause(300)
    window.show_page("inspect")
    yield pause(1500)
    guide.shoot("18-inspect")
    window.show_page("build")
    window.export()
    yield lambda: isinstance(QApplication.activeModalWidget(), ExportDialog)
    yield pause(1200)
    guide.shoot("19-export")
    press(Qt.Key.Key_Escape)
    yield lambda: QApplication.activeModalWidget() is None


def killed(guide: Guide) -> Script:
    """A run is in the middle of its text when the program is killed."""
    page = guide.build
    yield pause(500)
    page.add_paths(guide.files[:1])
    yield guide.read
    page.recipe.size_section.set_value(SIZE + 1)
    guide.start()
    yield lambda: guide.merged(4_000)
    guide.shoot("20-before-the-kill")
    os.kill(os.getpid(), signal.SIGKILL)
    yield lambda: False


def recovery(guide: Guide) -> Script:
    """The next start offers to go on, and goes on."""
    page = guide.build
    yield lambda: bool(page.run.question.text())
    yield pause(500)
    guide.shoot("21-offered-again")
    page.run.question.buttons[0].click()
    yield lambda: not guide.idle()
    yield lambda: guide.merged(2_000)
    guide.shoot("22-going-on")
    yield guide.idle
    yield pause(600)
    guide.shoot("23-gone-on")
    yield from guide.leave()


def frame(guide: Guide) -> Script:
    """The list of actions, projects, large text, a small window, the question before leaving."""
    window, page = guide.window, guide.build
    yield pause(800)
    page.add_paths(guide.files)
    yield guide.read
    window.show_all_actions()
    yield pause(300)
    field = QApplication.focusWidget()
    if field is not None:
        QTest.keyClicks(field, "the")
    yield pause(300)
    guide.shoot("30-all-actions")
    press(Qt.Key.Key_Escape)
    window.set_text_size(150)
    yield pause(600)
    guide.shoot("31-large-text")
    window.set_text_size(100)
    window.showNormal()
    window.resize(1024, 700)
    yield pause(600)
    guide.shoot("32-small-window")
    window.resize(1440, 860)
    page.recipe.size_section.set_value(SIZE + 2)
    guide.start()
    yield lambda: guide.merged(3_000)
    page.run.pause.click()
    yield pause(300)
    yield from guide.leave("Go on at the next start", "33-leaving")


PARTS: dict[str, Callable[[Guide], Script]] = {
    "build": build,
    "killed": killed,
    "recovery": recovery,
    "frame": frame,
    **PAGE_PARTS,
}


def perform(part: str, theme: str, pictures: Path, corpus: Path) -> int:
    """Opens the program and goes through a part of the tour, once its window lives."""
    lives = QApplication.exec
    directors: list[Director] = []

    def play(*_application: QApplication) -> int:
        window = next(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, MainWindow))
        window.set_theme(theme)
        window.move(0, 0)
        window.showMaximized()
        director = Director(PARTS[part](Guide(window, pictures, corpus)))
        director.start()
        directors.append(director)
        return lives()

    QApplication.exec = play  # type: ignore[method-assign]
    status = application.run([])
    directors[0].stop()
    return status


if __name__ == "__main__":
    part, theme, pictures, corpus = sys.argv[1:]
    sys.exit(perform(part, theme, Path(pictures), Path(corpus)))
