"""A run in the pane: while it goes on, how it is ended, and what it ends with."""

import gzip
import time
from datetime import datetime
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from run_bench import PLAIN, SECONDS, long_text

from vocabsmith.pages.build_page.live_merges import LiveMerges
from vocabsmith.pages.build_page.merge_list import MergeList
from vocabsmith.pages.build_page.run_stages import RunStages
from vocabsmith.tasks import MonitorPoller
from vocabsmith_engine import Monitor, NewMerges, Progress, Recipe, train
from vocabsmith_resources.samples import sample_path

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def text(tmp_path):
    def write(content, name="text.txt"):
        path = tmp_path / name
        path.write_text(content)
        return path

    return write


def seconds_to_end(bench):
    asked = time.monotonic()
    bench.qtbot.mouseClick(bench.pane.stop, LEFT)
    bench.wait()
    return time.monotonic() - asked


# --- what it ends with


def test_a_run_ends_in_the_current_tokenizer_and_on_the_disk(bench, session, text):
    bench.run(text("aaabdaaabac"))
    assert (session.current_name, session.tokenizer.vocab_size) == ("text 258", 258)
    assert bench.pane.merges.merge(1).whole == b"aa"
    assert bench.pane.charts.merge_list.row_text(1) == "1  a + a → aa  4"
    assert [(row.name, row.tokens, row.bytes_per_token) for row in bench.rows] == [("text 258", "258", "1.57")]
    assert session.current_run == bench.rows[0].id == session.shelf["text 258"].run_id
    assert session.project_runs == (bench.rows[0].id,)


def test_the_summary_says_why_a_run_ended_and_what_was_checked(bench, text):
    bench.run(text("aa bb cc aa"), recipe=Recipe(vocab_size=1000, min_frequency=2))
    assert bench.pane.summary.figures["tokens"].value() == "257"
    assert bench.pane.summary.verdict.text() == (
        "Stopped: no other pair occurs twice. Checked: all 11 bytes come back the same."
    )


def test_the_summary_and_the_slider_tell_of_the_held_out_text(bench, text):
    recipe = Recipe(vocab_size=300, held_out=0.5, document_unit="line")
    bench.run(text("".join(f"line number {number} of the text\n" for number in range(200))), recipe=recipe)
    held_out = bench.library.shown.result.held_out
    assert f"Held-out text: {held_out.bytes_per_token:.2f} bytes per token." in bench.pane.summary.verdict.text()
    assert bench.pane.charts.sizes.held_out() == f"{held_out.bytes_per_token:.2f} held out"


def test_the_summary_tells_of_bad_bytes_with_the_name_of_the_file(bench, tmp_path):
    (tmp_path / "bad.txt").write_bytes(b"ok ok\xff\xfe line\nmore more\n")
    bench.run(tmp_path / "bad.txt", recipe=Recipe(vocab_size=300))
    assert bench.pane.summary.remark.text() == (
        "bad.txt: 2 bytes are not UTF-8, the first at offset 5; replaced by U+FFFD."
    )


def test_a_run_from_the_disk_is_summed_up_as_it_was_when_it_ended(bench, text):
    bench.run(text("aa bb cc aa"), name="first")
    ended = {caption: figure.value() for caption, figure in bench.pane.summary.figures.items()}
    verdict = bench.pane.summary.verdict.text()
    bench.run(text("abab", "b.txt"), name="second")
    bench.select("first")
    assert {caption: figure.value() for caption, figure in bench.pane.summary.figures.items()} == ended
    assert bench.pane.summary.verdict.text() == verdict


def test_an_empty_file_is_named_and_leaves_no_run(bench, text):
    bench.run(text("", "empty.txt"))
    assert bench.pane.message.level == "error"
    assert bench.pane.message.text() == (
        "empty.txt: is empty, so there is nothing to learn from. Add a file that holds text."
    )
    assert bench.rows == []


def test_a_second_run_begins_afresh(bench, session, text):
    for name in ("text 258", "text 258 2"):
        bench.run(text("aaabdaaabac"), name=name)
    assert len(bench.pane.merges) == len(bench.pane.charts.merge_counts.counts) == 2
    assert [run.name for run in session.runs] == ["text 258 2", "text 258"]


def test_the_charts_hold_the_exact_numbers_of_the_run(bench):
    bench.run(sample_path(), recipe=Recipe(vocab_size=2000))
    result, charts = bench.library.shown.result, bench.pane.charts
    assert charts.merge_counts.counts.tolist() == result.merge_counts.tolist()
    assert charts.bytes_per_token.value_at(-1) == pytest.approx(result.bytes_per_token)
    assert sum(charts.token_lengths.tokens.values()) == len(result.merge_counts)


def test_a_run_that_cannot_be_kept_says_so_and_ends_all_the_same(bench, session, store, text):
    store.folder.write_text("a file where the folder should be")
    notes, reports = [], []
    bench.control._poller.noted.connect(notes.append)
    session.reported.subscribe(reports.append)
    bench.run(text("aaabdaaabac"))
    assert notes[0].startswith("This run is not kept. ")
    assert reports[-1].level == "warning"
    assert "and is not kept: " in reports[-1].text
    assert session.tokenizer.vocab_size == 258
    assert session.current_run == ""


# --- while it goes on


def test_a_long_piece_is_told_while_the_run_goes_on_and_after_it(bench, text):
    seen = []
    bench.control._poller.noted.connect(
        lambda _text: seen.append((bench.pane.note.isVisible(), bench.pane.note.text()))
    )
    bench.run(text("ACGT" * 17_500), recipe=Recipe(vocab_size=260, pretokenizer="none"))
    told = "The longest piece: 70,000 bytes, a whole document, as no pattern cuts it."
    assert [(shown, words[: len(told)]) for shown, words in seen] == [(True, told)]
    assert told in bench.pane.summary.remark.text()


def test_one_line_of_two_million_letters_goes_on_steadily_and_stops_at_once(bench, text):
    letters = np.random.default_rng(5).choice(np.frombuffer(b"ACGT", np.uint8), 2_000_000).tobytes().decode()
    seen = []
    bench.control._poller.progressed.connect(seen.append)
    bench.start(text(letters), recipe=Recipe(vocab_size=300, pretokenizer="none"))
    bench.qtbot.waitUntil(lambda: bench.control.task.monitor.progress().merges > 2, timeout=3 * SECONDS)
    bench.qtbot.waitUntil(lambda: any(progress.merges > 2 for progress in seen), timeout=SECONDS)
    assert seconds_to_end(bench) < 10  # ten times the bound
    assert "The longest piece: 2,000,000 bytes" in bench.pane.summary.remark.text()


def test_ten_times_the_same_text_gives_the_same_merges_with_ten_times_the_counts(bench, text):
    words = [f"w{number * 7919 % 20_000:05}" for number in range(20_000)]
    block = " ".join(words * 10) + "\n"
    recipe = Recipe(vocab_size=1000)
    bench.run(text(block, "once.txt"), recipe=recipe)
    once = bench.library.shown.result
    bench.run(text(block * 10, "ten.txt"), recipe=recipe)
    ten = bench.library.shown.result
    assert ten.merges == once.merges
    assert ten.merge_counts.tolist() == (10 * once.merge_counts).tolist()


def test_progress_never_falls_nor_passes_its_total_and_ends_full(bench, text):
    seen = []
    bench.control._poller.progressed.connect(seen.append)
    bench.run(text(sample_path().read_text("utf-8") * 8), recipe=Recipe(vocab_size=8000))
    assert seen[-1].stage == "finished"
    for stage in ("reading", "merging", "checking"):
        done = [progress.done for progress in seen if progress.stage == stage]
        assert done == sorted(done)
    assert all(progress.total is None or progress.done <= progress.total for progress in seen)
    assert {stage: bar.state for stage, bar in bench.pane.stages.bars.items()} == dict.fromkeys(
        ("reading", "merging", "checking"), "done"
    )


def test_a_stage_of_more_bytes_than_31_bits_hold_is_shown_rightly(qtbot):
    stages = RunStages()
    qtbot.addWidget(stages)
    stages.show_progress(Progress("reading", 3_000_000_000, 5_000_000_000, 1e6, 0))
    assert stages.bars["reading"].share() == "60 %"
    assert stages.bars["reading"].line() == "3.0 GB of 5.0 GB · about 33 min left · 1.0 MB/s"
    stages.show_progress(Progress("merging", 1, 10, 1.0, 1))
    assert (stages.bars["reading"].state, stages.bars["merging"].state) == ("done", "running")


def test_a_stage_that_was_over_before_anyone_looked_is_done(qtbot):
    stages = RunStages()
    qtbot.addWidget(stages)
    stages.show_progress(Progress("checking", 1, 10, 1.0, 1))
    assert [bar.state for bar in stages.bars.values()] == ["done", "done", "running"]


def test_a_flood_of_steps_is_shown_at_most_twenty_times_a_second_and_the_last_always(qtbot):
    monitor, poller, shown = Monitor(), MonitorPoller(), []
    poller.progressed.connect(shown.append)
    monitor.begin_stage("checking", 200_000)
    poller.watch(monitor)
    began = time.monotonic()
    for done in range(1, 200_001):
        monitor.advance_to(done)
        if done % 2_000 == 0:
            qtbot.wait(1)
    lasted = time.monotonic() - began
    poller.finish()
    assert len(shown) <= 20 * lasted + 2
    assert shown[-1].done == 200_000


def test_the_window_answers_while_a_run_goes_on(bench, tmp_path):
    gaps, last = [], time.monotonic()

    def tick():
        nonlocal last
        now = time.monotonic()
        gaps.append(now - last)
        last = now
        return not bench.control.running

    bench.start(long_text(tmp_path), recipe=Recipe(vocab_size=20_000))
    last = time.monotonic()
    bench.qtbot.waitUntil(tick, timeout=6 * SECONDS)
    assert max(gaps) < 2.5  # ten times the bound


def test_the_time_left_of_the_whole_run_stands_beside_its_name(bench):
    known = SimpleNamespace(left=lambda _progress, _elapsed: 127.0)
    bench.control.start(name="text", sources=[], recipe=PLAIN, threads=1, estimate=known)
    bench.pane.show_left(bench.control._clock.words_left(Progress("merging", 1, 10, 1.0, 1)))
    assert bench.pane.head._note.whole_text() == f"text, started {datetime.now():%H:%M} · about 2 min left in all"
    bench.wait()


# --- pausing


def test_a_paused_run_is_plainly_paused_and_goes_on_to_the_merges_of_an_unbroken_one(bench):
    recipe = Recipe(vocab_size=3000)
    bench.start(sample_path(), recipe=recipe)
    bench.pause_among_merges()
    bench.qtbot.waitUntil(lambda: bench.pane.stages.bars["merging"].state == "paused", timeout=SECONDS)
    assert bench.pane.stages.bars["merging"].share() == "paused"
    assert bench.pane.head._note.whole_text().endswith(" · paused")
    assert bench.pane.pause.accessibleName() == "Go on with the run"
    before = bench.control.task.monitor.progress().merges
    bench.qtbot.wait(150)
    assert bench.control.task.monitor.progress().merges == before
    bench.qtbot.mouseClick(bench.pane.pause, LEFT)
    bench.wait()
    assert bench.library.shown.result.merges == train([sample_path()], recipe).merges


# --- ending it


def test_stopping_while_reading_leaves_nothing_and_says_so(bench, store, tmp_path):
    bench.start_paused(long_text(tmp_path))
    bench.qtbot.mouseClick(bench.pane.stop, LEFT)
    bench.wait()
    bench.settle()
    assert bench.pane.message.text().startswith("Stopped while reading: nothing was learned")
    assert store.runs() == []


def test_stopping_while_merging_keeps_what_was_learned(bench, store, tmp_path):
    bench.start(long_text(tmp_path), recipe=Recipe(vocab_size=100_000, min_frequency=1))
    bench.pause_among_merges()
    assert seconds_to_end(bench) < 10
    bench.settle()
    kept = store.result(bench.rows[0].id)
    assert 0 < len(kept.merges) < 99_744
    assert len(bench.pane.merges) == len(kept.merges)
    assert bench.pane.summary.verdict.text().startswith("Stopped by the user; the merges so far are kept.")


def test_stopping_the_check_keeps_the_tokenizer(bench, session, tmp_path):
    bench.start(long_text(tmp_path), recipe=Recipe(vocab_size=300))
    bench.wait_for_stage("checking")
    assert seconds_to_end(bench) < 10
    assert session.tokenizer.vocab_size == 300


@pytest.mark.parametrize("stage", ["reading", "merging", "checking"])
def test_after_a_stop_the_next_run_is_a_fresh_start(bench, tmp_path, stage):
    recipe, path = Recipe(vocab_size=4000), long_text(tmp_path)
    bench.start(path, recipe=recipe)
    if stage == "merging":
        bench.pause_among_merges()
    else:
        bench.wait_for_stage(stage)
    assert seconds_to_end(bench) < 10
    bench.run(path, recipe=recipe)
    assert bench.library.shown.result.merges == train([path], recipe).merges
    assert len(bench.pane.merges) == 3744


def test_discarding_asks_once_and_leaves_nothing(bench, store, tmp_path):
    bench.start(long_text(tmp_path), recipe=Recipe(vocab_size=100_000, min_frequency=1))
    bench.pause_among_merges()
    bench.qtbot.mouseClick(bench.pane.discard, LEFT)
    assert bench.pane.question.text() == "Discard this run? What it has learned will be gone."
    bench.qtbot.mouseClick(bench.pane.question.button("Keep it"), LEFT)
    assert bench.control.running
    assert not bench.pane.question.isVisible()
    bench.qtbot.mouseClick(bench.pane.discard, LEFT)
    bench.qtbot.mouseClick(bench.pane.question.button("Discard"), LEFT)
    bench.wait()
    bench.settle()
    assert store.runs() == []
    assert bench.pane.message.text() == "The run was discarded: nothing of it is kept."


def test_escape_keeps_the_run(bench, tmp_path):
    bench.start(long_text(tmp_path), recipe=Recipe(vocab_size=100_000, min_frequency=1))
    bench.pause_among_merges()
    bench.qtbot.mouseClick(bench.pane.discard, LEFT)
    bench.qtbot.keyClick(bench.pane.question.button("Discard"), Qt.Key.Key_Escape)
    assert bench.control.running
    assert not bench.pane.question.text()


def test_a_file_that_turns_out_bad_ends_the_run_and_one_click_goes_on_without_it(bench, tmp_path):
    (tmp_path / "a.txt").write_text("aa bb aa bb")
    (tmp_path / "cut.gz").write_bytes(gzip.compress(b"".join(b"zz%d " % number for number in range(200_000)))[:-30])
    bench.run(tmp_path / "a.txt", tmp_path / "cut.gz")
    assert bench.pane.message.level == "error"
    assert "cut.gz: is cut short" in bench.pane.message.text()
    bench.qtbot.mouseClick(bench.pane.message.button, LEFT)
    bench.wait()
    result = bench.library.shown.result
    assert not any(b"z" in left + right for left, right in result.merges)
    assert any("cut.gz was left out" in note for note in result.notes)


def test_a_file_that_is_cut_while_it_is_read_is_named_and_the_window_lives(bench, tmp_path):
    path = long_text(tmp_path, 40)
    bench.start(path, recipe=Recipe(vocab_size=4000))
    monitor = bench.control.task.monitor
    bench.wait_for_stage("reading")
    monitor.pause()
    with path.open("r+b") as file:
        file.truncate(0)
    monitor.resume()
    bench.wait()
    bench.settle()
    assert bench.pane.message.level == "error"
    assert "long.txt" in bench.pane.message.text()
    assert bench.pane.stages.bars["reading"].state == "stopped"


# --- the list of merges


def test_the_merge_list_shows_counts_over_32_bits_exactly(qtbot, palette):
    merges, shown = LiveMerges(bytes(range(256))), MergeList()
    qtbot.addWidget(shown)
    shown.apply_theme(palette)
    shown.start(merges)
    ids, counts = np.array([(104, 111, 256), (256, 116, 257)], np.uint32), np.full(2, 3_000_000_000, np.uint64)
    merges.add(NewMerges(0, ids, counts, counts))
    shown.refresh()
    assert [shown.row_text(row) for row in (0, 1)] == ["2  ho + t → hot  3,000,000,000", "1  h + o → ho  3,000,000,000"]


def test_the_merge_list_keeps_the_rows_that_are_looked_at(qtbot, palette):
    def news(first, number):
        ids = np.array([(97, 98, 256 + first + place) for place in range(number)], dtype=np.uint32)
        return NewMerges(first, ids, np.full(number, 9, np.uint64), np.full(number, 100, np.uint64))

    merges, shown = LiveMerges(bytes(range(256))), MergeList()
    qtbot.addWidget(shown)
    shown.apply_theme(palette)
    shown.resize(300, 240)
    shown.show()
    shown.start(merges)
    merges.add(news(0, 100))
    shown.refresh()
    assert shown.row_text(0) == "100  a + b → ab  9"
    shown.verticalScrollBar().setValue(50)
    merges.add(news(100, 7))
    shown.refresh()
    assert shown.verticalScrollBar().value() == 57
    assert shown.row_text(57) == "50  a + b → ab  9"


# --- the layout


@pytest.mark.parametrize(("width", "columns"), [(677, 2), (400, 1)])
def test_the_charts_stand_side_by_side_where_there_is_room(bench, width, columns):
    bench.pane.resize(width, 560)
    bench.qtbot.wait(20)
    tops = {cell.mapTo(bench.pane, QPoint(0, 0)).y() for cell in bench.pane.cells._cells}
    assert len(tops) == 4 // columns


@pytest.mark.parametrize("width", [677, 430])
def test_nothing_moves_between_empty_running_paused_and_done(bench, text, width):
    bench.pane.resize(width, 600)

    def places():
        bench.qtbot.wait(20)
        cells = [cell.geometry() for cell in bench.pane.cells._cells]
        return [bench.pane.cells.geometry(), bench.pane.charts.sizes.geometry(), *cells]

    empty = places()
    bench.start(text("aaabdaaabac" * 50), recipe=Recipe(vocab_size=300))
    assert places() == empty
    bench.wait()
    bench.settle()
    assert places() == empty
    bench.library.ask_to_delete(bench.library.runs[0])
    assert places() == empty
    bench.pane.runs.question.clear()
    bench.start(sample_path(), recipe=Recipe(vocab_size=8000))
    bench.pause_among_merges()
    bench.control.ask_to_discard()
    assert places() == empty


def test_figures_stand_in_one_row_again_after_very_large_text(bench, look):
    bench.qtbot.wait(20)
    at_first = bench.pane.cells.geometry()
    for size in (200, 100):
        look.set_text_size(size)
        bench.pane.apply_theme(look.palette)
    bench.qtbot.wait(20)
    assert bench.pane.cells.geometry() == at_first
