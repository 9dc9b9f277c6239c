"""Runs that were cut off: offered at the next start, gone on with, kept, or discarded."""

import os
import signal
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest
from PySide6.QtCore import Qt
from run_bench import SECONDS, RunBench, long_text, make_run

from vocabsmith.operations import train_corpus
from vocabsmith.pages.build_page.live_merges import LiveMerges
from vocabsmith.pages.build_page.shown_run import ShownRun
from vocabsmith.plots import RunCurves
from vocabsmith_engine import Monitor, NewMerges, Recipe, Stopped, train
from vocabsmith_engine.runs import RunState
from vocabsmith_resources.samples import sample_path

LEFT = Qt.MouseButton.LeftButton
RECIPE = Recipe(vocab_size=30_000, min_frequency=1)


def cut_off_while_merging(store, path, name="handbook 30k", recipe=RECIPE):
    """A run that a suspended program has left among its merges; returns its id."""
    monitor = Monitor()
    with store.begin(name, [path], recipe) as live:

        def stop_soon(_counts):
            live.suspend()
            monitor.stop()

        with pytest.raises(Stopped):
            live.train(monitor, on_counted=stop_soon)
        return live.info.id


@pytest.fixture
def start(qtbot, session, tasks, store, palette):
    """Starts the pane, as at the start of the program."""
    return lambda: RunBench(qtbot, session, tasks, store, palette)


def answer(bench, words):
    bench.qtbot.mouseClick(bench.pane.question.button(words), LEFT)


def answers(bench):
    return [button.text() for button in bench.pane.question.buttons]


# --- suspended by the window


def test_a_suspended_run_waits_in_the_list_and_goes_on_to_the_same_merges(bench, store, tmp_path):
    path = long_text(tmp_path)
    bench.start(path, recipe=RECIPE)
    bench.pause_among_merges()
    bench.control.suspend()
    bench.wait()
    bench.settle()
    assert bench.pane.message.text().startswith("The run waits where it was.")
    waiting = store.runs()[0]
    assert (waiting.state, waiting.interrupted) == (RunState.MERGING, True)
    assert bench.rows[0].line.startswith("cut off while merging, ")
    bench.pane.runs.show_list("runs")
    bench.select("text 258")
    answer(bench, "Go on")
    bench.wait()
    bench.settle()
    assert bench.library.shown.result.merges == train([path], RECIPE).merges


def test_a_run_that_is_not_kept_cannot_be_suspended(qtbot, session, tasks, palette, tmp_path):
    bench = RunBench(qtbot, session, tasks, None, palette)
    bench.start(long_text(tmp_path), recipe=RECIPE)
    bench.pause_among_merges()
    bench.control.suspend()
    assert bench.control.running


# --- at the next start


def test_a_run_that_was_cut_off_is_offered_at_the_start(start, store, tmp_path):
    cut_off_while_merging(store, long_text(tmp_path, 2))
    bench = start()
    assert bench.pane.question.isVisible()
    assert bench.pane.question.text().startswith("handbook 30k was cut off while merging")
    offered = answers(bench)
    assert (offered[0], offered[-2:]) == ("Go on", ["Discard", "Later"])


@pytest.mark.parametrize("width", [677, 400, 300])
def test_every_answer_can_be_read_however_narrow_the_pane_is(start, store, tmp_path, width):
    cut_off_while_merging(store, long_text(tmp_path, 2))
    bench = start()
    bench.pane.resize(width, 700)
    bench.qtbot.wait(20)
    assert all(button.width() >= button.sizeHint().width() for button in bench.pane.question.buttons)


def test_go_on_ends_in_the_merges_of_an_unbroken_run(start, store, session, tmp_path):
    path = long_text(tmp_path, 2)
    run_id = cut_off_while_merging(store, path)
    bench = start()
    answer(bench, "Go on")
    bench.wait()
    bench.settle()
    assert store.info(run_id).state is RunState.FINISHED
    assert session.current_run == run_id
    assert store.result(run_id).merges == train([path], RECIPE).merges
    assert bench.pane.charts.merge_counts.counts.tolist() == store.result(run_id).merge_counts.tolist()


def test_a_stop_right_after_go_on_leaves_the_run_to_be_gone_on_with(start, store, tmp_path, monkeypatch):
    def look_until_stopped(_sources, monitor):
        while True:
            monitor.raise_if_stopped()
            time.sleep(0.001)

    monkeypatch.setattr(train_corpus, "find_files", look_until_stopped)
    run_id = cut_off_while_merging(store, long_text(tmp_path, 2))
    bench = start()
    answer(bench, "Go on")
    bench.control.stop()
    bench.wait()
    bench.settle()
    assert bench.pane.message.text().startswith("The run waits where it was.")
    assert [(run.id, run.interrupted) for run in store.runs()] == [(run_id, True)]


def test_what_was_learned_can_be_kept_as_it_is(start, store, session, tmp_path):
    path = long_text(tmp_path, 2)
    run_id = cut_off_while_merging(store, path)
    learned = store.info(run_id).merges
    bench = start()
    if learned == 0:
        assert "Keep what was learned" not in answers(bench)
        return
    answer(bench, "Keep what was learned")
    bench.settle()
    assert (store.info(run_id).state, store.info(run_id).merges) == (RunState.FINISHED, learned)
    assert bench.library.shown.id == session.current_run == run_id


def test_discarding_asks_once_more_and_deletes_the_run(start, store, tmp_path):
    cut_off_while_merging(store, long_text(tmp_path, 2))
    bench = start()
    answer(bench, "Discard")
    assert bench.pane.question.text() == "Discard handbook 30k? What was saved of it will be gone."
    answer(bench, "Keep it")
    assert bench.pane.question.text().startswith("handbook 30k was cut off")
    answer(bench, "Discard")
    answer(bench, "Discard")
    bench.settle()
    assert store.runs() == []


def test_several_are_offered_one_after_the_other_and_later_leaves_them(start, store, tmp_path):
    path = long_text(tmp_path, 1)
    for name in ("first", "second"):
        cut_off_while_merging(store, path, name)
    bench = start()
    assert bench.pane.question.text().startswith("second was cut off")
    assert bench.pane.question.text().endswith("1 more was cut off too.")
    answer(bench, "Later")
    assert bench.pane.question.text().startswith("first was cut off")
    bench.qtbot.keyClick(bench.pane.question.buttons[0], Qt.Key.Key_Escape)
    assert not bench.pane.question.text()
    assert [run.interrupted for run in store.runs()] == [True, True]


def test_a_run_that_another_program_works_on_is_not_offered(start, store, tmp_path):
    held = store.begin("held", [long_text(tmp_path, 1)], RECIPE)
    try:
        bench = start()
        assert not bench.pane.question.text()
        assert bench.rows[0].line.startswith("another window works on it")
    finally:
        held.discard()


def test_a_source_that_has_changed_is_named_with_a_remedy(start, store, tmp_path):
    path = long_text(tmp_path, 2)
    monitor = Monitor()
    with store.begin("handbook 30k", [path], RECIPE) as live:
        live.suspend()
        monitor.stop()
        with pytest.raises(Stopped):
            live.train(monitor)
        run_id = live.info.id
    if store.info(run_id).state is not RunState.COUNTING:
        pytest.skip("everything was counted already")
    path.write_text("another text")
    bench = start()
    answer(bench, "Go on")
    bench.wait()
    bench.settle()
    assert bench.pane.message.level == "error"
    assert "long.txt" in bench.pane.message.text()
    assert bench.pane.message.button.text() == "Use its recipe and corpus"
    assert store.info(run_id).interrupted


# --- killed


CHILD = """
    import os, sys
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from pathlib import Path
    from PySide6.QtWidgets import QApplication
    from vocabsmith.pages.build_page import BuildPage
    from vocabsmith.session import Session
    from vocabsmith.settings import SettingsStore
    from vocabsmith.tasks import TaskRunner
    from vocabsmith_engine import Recipe, Source
    from vocabsmith_engine.runs import RunStore

    store, text = Path(sys.argv[1]), Path(sys.argv[2])
    application = QApplication([])
    page = BuildPage(Session(), TaskRunner(), SettingsStore(store / "settings.json"), RunStore(store))
    page.show()
    recipe = Recipe(vocab_size=200_000, min_frequency=1)
    page.control.start(name="killed", sources=[Source(text)], recipe=recipe, threads=1)
    application.exec()
"""


def varied_text(path):
    """Text whose merges take some seconds."""
    random = np.random.default_rng(7)
    letters = np.frombuffer(b"etaoinshrdlu", np.uint8)
    words = ["".join(map(chr, random.choice(letters, size))) for size in random.integers(3, 14, 300_000)]
    path.write_text(" ".join(words))
    return path


def kill_once_it_has_merges(store, path):
    """Start a window of its own that trains, and end it as a crash would, once merges are on the disk."""
    child = subprocess.Popen([sys.executable, "-c", textwrap.dedent(CHILD), str(store.folder), str(path)])
    try:
        give_up = time.monotonic() + SECONDS / 1000 * 3
        while time.monotonic() < give_up:
            runs = store.runs()
            if runs and runs[0].merges:
                break
            assert child.poll() is None, "the window has ended by itself"
            time.sleep(0.02)
    finally:
        child.kill()
        child.wait()
    if os.name == "posix":
        assert child.returncode == -signal.SIGKILL


def test_a_window_that_was_killed_is_gone_on_with_to_the_merges_of_an_unbroken_run(start, store, tmp_path):
    path = varied_text(tmp_path / "killed.txt")
    kill_once_it_has_merges(store, path)
    killed = store.runs()[0]
    assert (killed.state, killed.interrupted) == (RunState.MERGING, True)
    bench = start()
    assert bench.pane.question.text().startswith("killed was cut off while merging")
    assert "Keep what was learned" in answers(bench)
    counts = bench.pane.charts.merge_counts
    assert len(counts.counts) == len(bench.pane.merges) == killed.merges
    assert not bench.pane.charts.sizes.slider.isEnabled()
    answer(bench, "Go on")
    assert len(counts.counts) >= killed.merges
    bench.wait()
    bench.settle()
    unbroken = train([path], killed.recipe)
    assert counts.counts.tolist() == unbroken.merge_counts.tolist()
    assert bench.library.shown.result.merge_ids.tolist() == unbroken.merge_ids.tolist()
    assert bench.library.shown.result.merge_counts.tolist() == unbroken.merge_counts.tolist()


def test_what_was_learned_before_is_drawn_once_and_gone_on_from(bench):
    recipe = Recipe(vocab_size=400, min_frequency=1)
    monitor = Monitor()
    result = train([sample_path()], recipe, monitor)
    curves = RunCurves.of(result.truncated(300))
    half = ShownRun(
        "half", None, result.truncated(300), LiveMerges.of(result.truncated(300), curves.lengths), curves, None
    )
    bench.pane.start(recipe, "", half)
    for first in (0, 20, 100):
        news = monitor.new_merges(first)
        last = {0: 20, 20: 100, 100: 144}[first] - first
        bench.pane.add_merges(NewMerges(first, news.ids[:last], news.counts[:last], news.tokens_left[:last], news.base))
    bench.pane.charts.draw_news()
    charts = bench.pane.charts
    assert charts.merge_counts.counts.tolist() == result.merge_counts.tolist()
    assert charts.bytes_per_token.value_at(-1) == result.bytes_per_token
    assert sum(charts.token_lengths.tokens.values()) == len(bench.pane.merges) == 144
    assert bench.pane.merges.merge(144).whole == b"".join(result.merges[-1])


def test_finished_runs_are_not_offered(start, store, tmp_path):
    (tmp_path / "a.txt").write_text("aaabdaaabac")
    make_run(store, tmp_path / "a.txt", "done")
    assert not start().pane.question.text()
