"""The list of runs: what it says, what is laid over the charts, and what can be done with a run."""

import gc
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from run_bench import SECONDS, long_text, make_run

from vocabsmith import memory
from vocabsmith.item_models.run_list import RunListModel
from vocabsmith.item_models.run_words import second_line, when
from vocabsmith.operations.kept_runs import corpus_of_run
from vocabsmith.pages.build_page import run_actions
from vocabsmith.pages.build_page.run_list import RunList, tick_rect
from vocabsmith.project import ProjectContents
from vocabsmith_engine import Monitor, Recipe, Source, StopReason
from vocabsmith_engine.runs import RunInfo, RunState

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NOW = datetime(2026, 11, 12, 15, 0, tzinfo=UTC).astimezone()


def info(number=1, **more):
    known = {
        "id": f"20261112-1402{number % 60:02}-{number:08x}",
        "folder": Path("runs"),
        "name": f"run {number}",
        "state": RunState.FINISHED,
        "created": NOW.replace(hour=14, minute=2),
        "recipe": Recipe(vocab_size=1000),
        "vocab_size": 1000,
        "merges": 744,
        "bytes_per_token": 3.456,
        "stop_reason": StopReason.REACHED_SIZE,
    }
    return RunInfo(**(known | more))


@pytest.fixture
def three(bench, store, tmp_path):
    """The bench with three runs on the disk: "one", "two" and, the newest, "three"."""
    for name, text in (("one", "aaabdaaabac"), ("two", "abababab"), ("three", "aaaabbbb aaaabbbb")):
        (tmp_path / f"{name}.txt").write_text(text)
        make_run(store, tmp_path / f"{name}.txt", name)
    bench.library.refresh()
    bench.settle()
    bench.pane.runs.show_list("runs")
    return bench


def test_the_charts_call_the_run_that_is_shown_by_its_name(three):
    three.select("one")
    three.library.tick(three.rows[0].id, True)
    three.settle()
    assert [[entry.name for entry in chart.legend_entries] for chart in three.pane.charts.all] == 3 * [["one", "three"]]


def row(bench, name):
    return next(row for row in bench.rows if row.name == name)


def click_tick(bench, name):
    rows = bench.pane.runs.list
    index = rows.model().index([row.name for row in bench.rows].index(name))
    place = tick_rect(rows.visualRect(index)).center()
    bench.qtbot.mouseClick(rows.viewport(), LEFT, pos=place)
    bench.settle()


def press(bench, key):
    bench.qtbot.keyClick(bench.pane.runs.list, key)
    bench.settle()


def over_the_charts(bench):
    return [overlay.name for overlay in bench.pane.charts.merge_counts.overlays]


# --- what it says


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "today 14:02 · GPT-2 pieces · 12.3 MB"),
        ({"created": NOW.replace(month=10)}, "12 October · GPT-2 pieces · 12.3 MB"),
        ({"created": NOW.replace(year=2025)}, "12 November 2025 · GPT-2 pieces · 12.3 MB"),
        ({"stop_reason": StopReason.STOPPED}, "today 14:02, stopped early · GPT-2 pieces · 12.3 MB"),
        ({"recipe": Recipe(vocab_size=1000, pretokenizer="[a-z]+")}, "today 14:02 · own pattern · 12.3 MB"),
        ({"recipe": Recipe(vocab_size=1000, pretokenizer="none")}, "today 14:02 · uncut · 12.3 MB"),
        ({"state": RunState.MERGING, "merges": 372}, "cut off while merging, 50 % done · 12.3 MB"),
        ({"state": RunState.MERGING, "living": True}, "another window works on it · 12.3 MB"),
        ({"state": RunState.DAMAGED, "problem": "run.json: is damaged."}, "damaged: run.json: is damaged. · 12.3 MB"),
    ],
)
def test_the_second_line_of_a_row(changes, words):
    assert second_line(info(**changes), NOW, own=False, disk_bytes=12_300_000) == words


def test_a_run_that_failed_stays_with_its_reason():
    failed = info(state=RunState.MERGING, merges=372, problem="No space left on device.")
    words = second_line(failed, NOW, own=False, disk_bytes=None)
    assert words == "cut off while merging, 50 % done: No space left on device."


def test_of_today_the_time_is_told():
    assert when(NOW, NOW) == f"today {NOW:%H:%M}"


def test_runs_are_listed_newest_first_with_what_they_take_on_the_disk(three, store):
    assert [row.name for row in three.rows] == ["three", "two", "one"]
    sizes = {run.name: store.disk_bytes(run.id) for run in store.runs()}
    assert row(three, "two").line.endswith(f" · {sizes['two'] / 1000:.0f} kB")
    assert three.pane.runs.total.text() == f"{sum(sizes.values()) / 1000:.0f} kB"
    assert three.pane.runs.total.toolTip() == "3 runs on the disk"


def test_a_row_is_spoken_whole(three):
    index = three.pane.runs.model.index(2)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole).startswith("one, 258 tokens, 1.57 bytes per token, today ")


def test_before_the_first_run_the_list_says_what_it_is_for(bench):
    bench.qtbot.mouseClick(bench.pane.runs.switch.button("runs"), LEFT)
    assert bench.pane.runs._empty.isVisible()


def test_a_damaged_run_is_listed_with_its_reason_and_can_be_deleted(three, store):
    (store.info(row(three, "two").id).folder / "run.json").write_text("{")
    three.library.refresh()
    three.settle()
    damaged = next(run for run in three.library.runs if run.state is RunState.DAMAGED)
    assert "is damaged" in row(three, damaged.name).line
    three.select(damaged.name)
    assert three.pane.message.level == "error"
    three.qtbot.mouseClick(three.pane.message.button, LEFT)
    three.qtbot.mouseClick(three.pane.runs.question.button("Delete"), LEFT)
    three.settle()
    assert [run.name for run in store.runs()] == ["three", "one"]


# --- showing and comparing


def test_the_selected_run_is_the_one_that_is_shown(three, session):
    three.select("one")
    assert three.pane.summary.figures["bytes per token"].value() == "1.57"
    assert session.current_run == row(three, "one").id
    assert (row(three, "one").shown, row(three, "one").tone) == (True, 0)
    press(three, Qt.Key.Key_Up)
    assert three.library.shown.name == "one"
    press(three, Qt.Key.Key_Return)
    assert session.current_run == row(three, "two").id
    assert three.library.shown.name == "two"


def test_a_tick_lays_a_run_over_the_charts_in_a_colour_and_dash_of_its_own(three, session):
    three.select("one")
    click_tick(three, "two")
    click_tick(three, "three")
    assert over_the_charts(three) == ["two", "three"]
    assert [row(three, name).tone for name in ("one", "two", "three")] == [0, 1, 2]
    assert session.overlays == (row(three, "two").id, row(three, "three").id)
    click_tick(three, "two")
    assert over_the_charts(three) == ["three"]
    assert row(three, "two").tone is None


def test_space_ticks_a_run_that_keys_have_gone_to(three):
    three.select("one")
    press(three, Qt.Key.Key_Up)
    press(three, Qt.Key.Key_Space)
    assert (three.library.shown.name, over_the_charts(three)) == ("one", ["two"])
    press(three, Qt.Key.Key_Space)
    assert over_the_charts(three) == []


def test_the_run_that_is_shown_is_not_laid_over_itself(three):
    three.select("one")
    click_tick(three, "two")
    three.select("two")
    assert over_the_charts(three) == []
    three.select("one")
    assert over_the_charts(three) == ["two"]


def test_no_more_curves_than_can_be_told_apart(three):
    for number in range(1, 9):
        three.library.overlays._tones[f"run {number}"] = number
    three.library.tick(row(three, "one").id, True)
    assert three.pane.runs.message.text() == (
        "No more than 8 curves can be told apart. Take the tick off another run first."
    )
    three.library.overlays._tones.clear()


def test_ticks_follow_the_project_that_is_opened(three, session):
    session.open_project(Path("a.vocabsmith"), ProjectContents(overlays=(row(three, "one").id,)))
    three.settle()
    assert over_the_charts(three) == ["one"]


def test_while_a_run_is_in_progress_it_stays_the_one_that_is_shown(three, session, tmp_path):
    three.start(long_text(tmp_path), recipe=Recipe(vocab_size=30_000, min_frequency=1), name="four")
    three.pause_among_merges()
    three.qtbot.waitUntil(lambda: any(row.name == "four" for row in three.rows), timeout=SECONDS)
    assert row(three, "four").line.startswith("in progress")
    three.pane.runs.show_list("runs")
    three.pane.runs.list.setFocus()
    three.pane.runs.list.go_to(row(three, "one").id)
    three.qtbot.keyClick(three.pane.runs.list, Qt.Key.Key_Return)
    assert three.pane.runs.message.text().startswith("A run is in progress.")
    assert session.current_run == three.control.run_id


# --- changing


def test_f2_renames_in_place(three, session, store):
    three.select("one")
    three.tokenizers.use(three.library.run(row(three, "one").id))
    three.settle()
    press(three, Qt.Key.Key_F2)
    field = three.pane.runs.list.findChild(QLineEdit)
    field.selectAll()
    three.qtbot.keyClicks(field, "handbook")
    three.qtbot.keyClick(field, Qt.Key.Key_Return)
    three.settle()
    assert [run.name for run in store.runs()] == ["three", "two", "handbook"]
    assert session.current_name == "handbook"


def test_escape_leaves_the_name_as_it_is(three, store):
    three.select("one")
    press(three, Qt.Key.Key_F2)
    field = three.pane.runs.list.findChild(QLineEdit)
    three.qtbot.keyClicks(field, "x")
    three.qtbot.keyClick(field, Qt.Key.Key_Escape)
    three.settle()
    assert [run.name for run in store.runs()] == ["three", "two", "one"]


def test_delete_asks_and_tells_what_it_frees(three, store):
    three.select("two")
    size = store.disk_bytes(row(three, "two").id)
    press(three, Qt.Key.Key_Delete)
    assert three.pane.runs.question.text() == f"Delete two and its {size / 1000:.0f} kB on the disk?"
    three.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert len(store.runs()) == 3
    press(three, Qt.Key.Key_Delete)
    three.qtbot.mouseClick(three.pane.runs.question.button("Delete"), LEFT)
    three.settle()
    assert [row.name for row in three.rows] == ["three", "one"]
    assert three.library.shown is None


def test_a_run_that_cannot_be_deleted_says_why_in_place(three, store):
    held = store.begin("held", [Path(__file__)], Recipe(vocab_size=300))
    try:
        three.library.refresh()
        three.settle()
        three.library.delete(three.library.run(held.info.id))
        three.settle()
        assert three.pane.runs.message.level == "error"
    finally:
        held.discard()


def test_the_menu_offers_what_fits_the_run(three):
    three.select("one")
    cell = three.pane.runs
    three.actions._show_fitting()
    shown = [action.text().split("\t")[0] for action in three.actions.all if action.isVisible()]
    assert shown == [
        "&Show",
        "&Make its tokenizer the current one",
        "Use its recipe and &corpus",
        "Show in &folder",
        "&Rename",
        "&Delete…",
    ]
    assert cell.menu.menu() is three.actions._menu


def test_the_context_menu_opens_on_the_row_under_the_pointer(three):
    rows = three.pane.runs.list
    place = rows.visualRect(rows.model().index(2)).center()
    rows.customContextMenuRequested.emit(QPoint(place))
    assert three.actions._menu.isVisible()
    assert rows.current_run() == row(three, "one").id
    three.actions._menu.close()


def test_show_in_folder_opens_the_folder_of_the_run(three, monkeypatch, store):
    opened = []
    monkeypatch.setattr(run_actions, "reveal", opened.append)
    three.select("one")
    next(action for action in three.actions.all if "folder" in action.text()).trigger()
    assert opened == [store.folder / row(three, "one").id]


def test_use_its_recipe_and_corpus_is_asked_of_the_page(three):
    three.select("one")
    next(action for action in three.actions.all if "corpus" in action.text()).trigger()
    asked = three.asked_for_recipe[0]
    assert (asked.name, [source.path.name for source in asked.sources]) == ("one", ["one.txt"])


# --- many


def test_a_thousand_runs_stay_quick(qtbot, palette):
    model = RunListModel()
    rows = RunList(model)
    qtbot.addWidget(rows)
    rows.apply_theme(palette)
    rows.resize(330, 250)
    rows.show()
    runs = [info(number) for number in range(1000)]
    began = time.perf_counter()
    model.show_runs(runs)
    rows.grab()
    model.show_sizes({run.id: 1000 for run in runs})
    model.show_runs([replace(run, name=run.name.upper()) for run in runs])
    rows.grab()
    assert time.perf_counter() - began < 1.0  # ten times the bound
    assert model.row(999).name == "RUN 999"


def test_fifty_runs_in_a_sitting_leave_no_memory_behind(bench, tmp_path):
    words = " ".join(f"w{number * 7919 % 30_000:05}" for number in range(60_000))
    (tmp_path / "a.txt").write_text(words)
    recipe = Recipe(vocab_size=20_000)
    for number in range(3):
        bench.run(tmp_path / "a.txt", recipe=recipe, name=f"warm {number}")
    gc.collect()
    before = memory.in_use()
    for number in range(47):
        bench.run(tmp_path / "a.txt", recipe=recipe, name=f"run {number}")
    gc.collect()
    assert memory.in_use() - before < 50_000_000


def test_sources_of_a_run_become_a_corpus_list(three):
    run = three.library.run(row(three, "one").id)
    items = corpus_of_run(info=run, monitor=Monitor())
    assert [item.source for item in items] == [Source(run.sources[0].path)]
