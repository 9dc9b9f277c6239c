"""Runs in the hands of somebody in a hurry: nothing that comes late takes the place of what came after it."""

import threading
import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from run_bench import SECONDS, RunBench, long_text, make_run
from test_runs_on_page import page, settle  # noqa: F401

from vocabsmith_engine import Monitor, Recipe, Stopped
from vocabsmith_engine.runs import RunState

LEFT = Qt.MouseButton.LeftButton
RECIPE = Recipe(vocab_size=30_000, min_frequency=1)


@pytest.fixture
def start(qtbot, session, tasks, store, palette):
    """Starts the pane, as at the start of the program."""
    return lambda: RunBench(qtbot, session, tasks, store, palette)


def cut_off(store, path, name):
    """A run that was suspended among its merges."""
    monitor = Monitor()
    with store.begin(name, [path], RECIPE) as live:

        def suspend():
            while monitor.progress().merges < 300:
                time.sleep(0.001)
            live.suspend()

        thread = threading.Thread(target=suspend)
        thread.start()
        with pytest.raises(Stopped):
            live.train(monitor)
        thread.join()
        return live.info


def answer(bench, words):
    bench.qtbot.mouseClick(bench.pane.question.button(words), LEFT)


def note_of(bench):
    return bench.pane.head._note.whole_text()


def test_what_becomes_of_the_next_run_is_still_asked_when_the_first_was_kept(start, store, tmp_path):
    path = long_text(tmp_path, 2)
    for name in ("first", "second"):
        cut_off(store, path, name)
    bench = start()
    answer(bench, "Keep what was learned")
    bench.settle()
    assert bench.pane.question.text().startswith("first was cut off")
    answer(bench, "Keep what was learned")
    bench.settle()
    assert bench.library.shown.name == "first"
    assert [run.state for run in store.runs()] == [RunState.FINISHED, RunState.FINISHED]


def test_a_run_that_was_kept_does_not_take_the_place_of_one_in_progress(bench, store, tmp_path):
    path = long_text(tmp_path, 12)
    info = cut_off(store, path, "first")
    bench.library.keep(info)
    bench.start(path, recipe=RECIPE)
    bench.pause_among_merges()
    bench.qtbot.waitUntil(lambda: store.info(info.id).state is RunState.FINISHED, timeout=SECONDS)
    bench.qtbot.waitUntil(lambda: len(bench.tasks._threads) == 1, timeout=SECONDS)
    QApplication.processEvents()
    bench.qtbot.waitUntil(lambda: len(bench.tasks._threads) == 1, timeout=SECONDS)
    assert bench.pane.pause.isVisible()
    assert bench.library.shown is None


def test_the_curves_of_a_run_go_with_it_when_it_is_discarded_at_the_start(start, store, tmp_path):
    cut_off(store, long_text(tmp_path, 2), "first")
    bench = start()
    assert len(bench.pane.charts.merges)
    answer(bench, "Discard")
    answer(bench, "Discard")
    bench.settle()
    assert len(bench.pane.charts.merges) == 0
    assert note_of(bench) == "first was deleted"


def test_going_back_to_the_run_that_is_shown_stays_there(bench, store, tmp_path):
    path = long_text(tmp_path, 1)
    shown, other = (make_run(store, path, name, RECIPE) for name in ("shown", "other"))
    bench.library.refresh()
    bench.settle()
    bench.library.show(store.info(shown))
    bench.settle()
    for run_id in (other, shown):
        bench.pane.runs.list.chosen.emit(run_id)
    bench.settle()
    assert bench.library.shown.name == "shown"


def test_a_run_that_is_renamed_is_called_so_in_the_head_and_in_the_legend(bench, store, tmp_path):
    path = long_text(tmp_path, 1)
    shown, over = (make_run(store, path, name) for name in ("shown", "over"))
    bench.library.refresh()
    bench.settle()
    bench.library.show(store.info(shown))
    bench.library.tick(over, True)
    bench.settle()
    for run_id, name in ((shown, "handbook"), (over, "manual")):
        bench.library.rename(run_id, name)
    bench.settle()
    assert bench.library.shown.name == "handbook"
    assert note_of(bench).startswith("handbook, ")
    assert [overlay.name for overlay in bench.pane.charts.merge_counts.overlays] == ["manual"]


def test_a_run_that_is_renamed_while_it_works_ends_under_its_new_name(bench, session, store, tmp_path):
    bench.start(long_text(tmp_path), recipe=RECIPE, name="old")
    bench.pause_among_merges()
    store.rename(bench.control.run_id, "new")
    bench.control.stop()
    bench.wait()
    bench.settle()
    assert (session.current_name, bench.library.shown.name) == ("new", "new")


def test_two_runs_may_come_to_have_the_same_name(bench, session, store, tmp_path):
    for name in ("one", "two"):
        bench.run(long_text(tmp_path, 1), name=name)
    bench.library.rename(store.runs()[0].id, "one")
    bench.settle()
    assert len(session.tokenizers) == 2


@pytest.mark.parametrize("then", ["pause", "resume", "suspend", "stop"])
def test_a_run_that_is_being_suspended_ends_whatever_is_said_to_it_meanwhile(bench, store, tmp_path, then):
    bench.start(long_text(tmp_path, 60), recipe=RECIPE)
    bench.wait_for_stage("reading")
    bench.control.suspend()
    act = {
        "pause": lambda: bench.control.pause(True),
        "resume": lambda: bench.control.pause(False),
        "suspend": bench.control.suspend,
        "stop": bench.control.stop,
    }[then]
    bench.qtbot.waitUntil(lambda: act() or not bench.control.running, timeout=5000)
    bench.settle()
    assert [run.interrupted for run in store.runs()] == [True]


def test_a_recipe_that_cannot_be_taken_over_leaves_the_run_in_progress_alone(qtbot, page, store, tmp_path):  # noqa: F811
    old = store.info(make_run(store, long_text(tmp_path, 1), "old"))
    page.add_paths([long_text(tmp_path, 12)])
    settle(qtbot, page)
    page.recipe.size_section.set_value(100_000)
    qtbot.waitUntil(page.start_action.isEnabled, timeout=SECONDS)
    page.start()
    qtbot.waitUntil(lambda: page.control.run_id != "", timeout=SECONDS)  # one that waits before that is not kept yet
    page.control.pause(True)
    qtbot.waitUntil(lambda: page.library.busy == page.control.run_id, timeout=SECONDS)
    (old.folder / "sources.json").write_bytes(b"garbage")
    page.use_recipe_of(old)
    qtbot.waitUntil(lambda: "is damaged" in page.run.runs.message.text(), timeout=SECONDS)
    assert page.control.running
    assert page.run.pause.isVisible()
    assert not page.run.message.text()
