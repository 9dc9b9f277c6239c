"""What runs mean for the rest of the Build page: Start, the menu, corpus list and form, closing."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from run_bench import SECONDS

from vocabsmith.pages.build_page import BuildPage
from vocabsmith.settings import SettingsStore
from vocabsmith_resources.samples import sample_path

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def page(qtbot, session, tasks, store, tmp_path, palette):
    def end(made):
        if made.control.task is not None:
            made.control.task.stop()
        settle(qtbot, made)

    made = BuildPage(session, tasks, SettingsStore(tmp_path / "settings.json"), store)
    qtbot.addWidget(made, before_close_func=end)
    made.resize(1343, 780)
    made.apply_theme(palette)
    made.show()
    settle(qtbot, made)
    return made


def settle(qtbot, page):
    for _ in range(2):
        qtbot.waitUntil(lambda: not page._tasks.busy, timeout=3 * SECONDS)
        QApplication.processEvents()


def run(qtbot, page, *paths, vocab_size=300):
    if paths:
        page.add_paths(paths)
        settle(qtbot, page)
    page.recipe.size_section.set_value(vocab_size)
    qtbot.waitUntil(page.recipe.start.isEnabled, timeout=SECONDS)
    qtbot.mouseClick(page.recipe.start, LEFT)
    qtbot.waitUntil(lambda: not page.control.running, timeout=3 * SECONDS)
    settle(qtbot, page)


def test_a_run_is_named_after_its_text_and_size_and_belongs_to_the_project(qtbot, page, session, tmp_path):
    (tmp_path / "handbook.txt").write_text("aaabdaaabac " * 20)
    for _ in range(2):
        run(qtbot, page, tmp_path / "handbook.txt")
    assert [run.name for run in session.runs] == ["handbook 300 2", "handbook 300"]
    assert session.project_runs == tuple(run.id for run in reversed(session.runs))
    assert session.runs[0].project == "Untitled"
    assert page.recipe.start.text() == "Start again"


def test_recipe_and_corpus_of_an_earlier_run_come_back_and_that_can_be_undone(qtbot, page, session, tmp_path):
    for name, size in (("first.txt", 290), ("second.txt", 280)):
        (tmp_path / name).write_text("aaabdaaabac " * 20)
        session.remove_corpus(session.corpus)
        run(qtbot, page, tmp_path / name, vocab_size=size)
    page.use_recipe_of(session.runs[1])
    settle(qtbot, page)
    assert [item.path.name for item in session.corpus] == ["first.txt"]
    assert page.recipe.size_section.value() == 290
    assert session.can_undo == "Use recipe and corpus of first 290"
    session.undo()
    assert [item.path.name for item in session.corpus] == ["second.txt"]
    assert page.recipe.size_section.value() == 280


def test_what_ends_a_run_in_progress_is_offered_only_then(qtbot, page):
    page.add_paths([sample_path()])
    settle(qtbot, page)
    actions = {action.text().replace("&", ""): action for action in page.actions_of()["run"]}
    endings = [actions["Stop, and go on later"], actions["Discard the run…"]]
    assert [action.isEnabled() for action in endings] == [False, False]
    page.recipe.size_section.set_value(100_000)
    page.start()
    qtbot.waitUntil(lambda: page.can_suspend_run, timeout=SECONDS)
    page.control.task.monitor.pause()
    qtbot.waitUntil(endings[0].isEnabled, timeout=SECONDS)
    assert endings[1].isEnabled()
    endings[0].trigger()
    qtbot.waitUntil(lambda: not page.control.running, timeout=SECONDS)
    settle(qtbot, page)
    assert page.library.runs[0].interrupted
    assert not page.can_suspend_run


def test_the_list_of_runs_is_one_key_away(qtbot, page, tmp_path):
    (tmp_path / "a.txt").write_text("aaabdaaabac " * 20)
    run(qtbot, page, tmp_path / "a.txt")
    page.run.runs.show_list("merges")
    page.show_runs()
    assert page.run.runs.list.hasFocus()
    assert page.run.runs.listed == "runs"


def test_a_chart_is_saved_from_its_head_into_a_folder_that_is_remembered(qtbot, page, session, tmp_path):
    (tmp_path / "a.txt").write_text("aaabdaaabac " * 20)
    run(qtbot, page, tmp_path / "a.txt")
    cell, chart = page.run.chart_cells[0]
    reports = []
    session.reported.subscribe(reports.append)
    for suffix in (".png", ".svg", ".csv"):
        page.chart_saving.save(cell, chart, tmp_path / f"counts{suffix}")
        settle(qtbot, page)
    assert [report.text for report in reports] == [f"counts{suffix} was saved" for suffix in (".png", ".svg", ".csv")]
    assert (tmp_path / "counts.png").read_bytes().startswith(b"\x89PNG")
    assert page._settings.values.chart_folder == str(tmp_path)


def test_a_chart_that_cannot_be_saved_says_so_above_it(qtbot, page, tmp_path):
    (tmp_path / "a.txt").write_text("aaabdaaabac " * 20)
    run(qtbot, page, tmp_path / "a.txt")
    cell, chart = page.run.chart_cells[0]
    page.chart_saving.save(cell, chart, tmp_path / "a.txt" / "counts.png")
    settle(qtbot, page)
    assert cell.message.level == "error"
    assert "counts.png" in cell.message.text() or "a.txt" in cell.message.text()


def test_the_menu_of_an_empty_chart_saves_nothing(page):
    menu = page.chart_saving.buttons[0].menu()
    menu.aboutToShow.emit()
    assert [action.isEnabled() for action in menu.actions()] == [False, False, False]
