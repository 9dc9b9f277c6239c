"""The Build page with a real mouse, real keys and real drags."""

import gzip
import os
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from vocabsmith.pages.build_page import BuildPage
from vocabsmith.pages.build_page.live_merges import LiveMerges
from vocabsmith.pages.build_page.merge_list import MergeList
from vocabsmith.pages.build_page.reading_dialog import ReadingDialog
from vocabsmith.pages.build_page.run_stages import RunStages
from vocabsmith.settings import SettingsStore
from vocabsmith_engine import NewMerges, Progress, Recipe, Stopped, train
from vocabsmith_resources.samples import sample_path

LEFT = Qt.MouseButton.LeftButton
SECONDS = 20_000  # milliseconds: a hang guard, not a bound


@pytest.fixture
def page(qtbot, session, tasks, tmp_path, palette):
    made = BuildPage(session, tasks, SettingsStore(tmp_path / "settings.json"))
    qtbot.addWidget(made)
    made.resize(1343, 780)
    made.apply_theme(palette)
    made.show()
    yield made
    if made.control.task is not None:
        made.control.task.stop()
        qtbot.waitUntil(lambda: not made.control.running, timeout=SECONDS)


@pytest.fixture
def text(tmp_path):
    def write(content: str, name: str = "text.txt") -> Path:
        path = tmp_path / name
        path.write_text(content)
        return path

    return write


def button(page: BuildPage, words: str) -> QPushButton:
    return next(found for found in page.findChildren(QPushButton) if found.text() == words)


def add(qtbot, page: BuildPage, *paths: Path) -> None:
    page.add_paths(paths)
    qtbot.waitUntil(lambda: not page.corpus.scanning, timeout=SECONDS)


def press_start(qtbot, page: BuildPage) -> None:
    qtbot.waitUntil(page.recipe.start.isEnabled, timeout=SECONDS)
    qtbot.mouseClick(page.recipe.start, LEFT)
    assert page.control.running


def wait_for_end(qtbot, page: BuildPage) -> None:
    qtbot.waitUntil(lambda: not page.control.running, timeout=3 * SECONDS)


def run(qtbot, page: BuildPage) -> None:
    press_start(qtbot, page)
    wait_for_end(qtbot, page)


def use_plain_recipe(page: BuildPage, vocab_size: int, min_frequency: int = 1) -> None:
    page.recipe.set_draft(
        {
            **page.recipe.draft(),
            "vocab_size": vocab_size,
            "pretokenizer": "gpt2",
            "special_tokens": [],
            "min_frequency": min_frequency,
        }
    )


def payload_of(*paths: Path) -> QMimeData:
    payload = QMimeData()
    payload.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return payload


def hover(widget, payload: QMimeData) -> bool:
    place = widget.rect().center()
    event = QDragEnterEvent(place, Qt.DropAction.CopyAction, payload, LEFT, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def drop(widget, payload: QMimeData) -> bool:
    place = QPointF(widget.rect().center())
    event = QDropEvent(place, Qt.DropAction.CopyAction, payload, LEFT, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


# --- the corpus


def test_a_dropped_file_is_listed_with_its_size(qtbot, page, session, text):
    payload = payload_of(text("one two"))
    assert hover(page, payload)
    assert drop(page, payload)
    qtbot.waitUntil(lambda: len(session.corpus) == 1, timeout=SECONDS)
    qtbot.waitUntil(lambda: "document" in row_of(page).kind, timeout=SECONDS)
    row = row_of(page)
    assert (row.path.name, row.size, row.kind) == ("text.txt", "7 B", "Text · 1 document")


def test_the_drop_itself_returns_before_anything_is_read(qtbot, page, session, text):
    payload = payload_of(text("one two"))
    hover(page, payload)
    assert drop(page, payload)
    assert session.corpus == ()
    qtbot.waitUntil(lambda: len(session.corpus) == 1, timeout=SECONDS)


def test_a_listed_path_is_shown_while_it_is_looked_at(qtbot, page, text):
    page.add_paths([text("one two")])
    assert page.corpus.scanning
    assert page.corpus._model.rows[0].kind == "Looking at it…"
    assert page.recipe.reason() == "Looking at the files first."
    qtbot.waitUntil(lambda: not page.corpus.scanning, timeout=SECONDS)
    qtbot.waitUntil(lambda: page.corpus._model.rows[0].kind == "Text · 1 document", timeout=SECONDS)


def test_links_marked_text_and_empty_drags_are_refused_while_hovering(page, session):
    link, words, empty = QMimeData(), QMimeData(), QMimeData()
    link.setUrls([QUrl("https://example.org/corpus.txt")])
    words.setText("some marked text")
    for payload in (link, words, empty):
        assert not hover(page, payload)
        assert not drop(page, payload)
    assert session.corpus == ()


def test_no_part_of_the_page_swallows_a_dropped_file(page):
    # A widget that takes drops itself does not hand them up to the page: text fields would insert the file's name.
    takers = {type(widget).__name__ for widget in page.findChildren(QWidget) if widget.acceptDrops()}
    assert takers == {"DropZone"}


def test_a_folder_of_three_files_is_one_source(qtbot, page, session, tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    for name in ("a.txt", "b.txt", "c.txt"):
        (folder / name).write_text("abc")
    hover(page, payload_of(folder))
    assert drop(page, payload_of(folder))
    qtbot.waitUntil(lambda: len(session.corpus) == 1, timeout=SECONDS)
    assert page.corpus._model.rows[0].kind == "Folder · 3 files"
    assert page.corpus._total.text() == "9 B in 3 files"


def test_a_file_dropped_beside_its_folder_is_counted_once(qtbot, page, tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_text("x" * 50)
    add(qtbot, page, folder, folder / "a.txt")
    assert page.corpus._total.text() == "50 B in 1 file"
    assert page.corpus._model.rows[1].note == "Lies in the folder texts too; it is read once."


ODD_NAMES = ["мои тексты, №1 (a+b) 100%.txt"]
if sys.platform == "linux":
    ODD_NAMES.append(os.fsdecode(b"raw\xf0name.txt"))  # a byte that is no character


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_file_with_an_odd_name_is_one_source_and_trains(qtbot, page, session, text, name):
    path = text("some text, some text", name)
    payload = QMimeData()
    payload.setData("text/uri-list", f"{path.as_uri()}\r\n".encode())  # as a file manager sends it
    assert hover(page, payload)
    assert drop(page, payload)
    qtbot.waitUntil(lambda: bool(session.corpus), timeout=SECONDS)
    assert [row.path.name for row in page.corpus._model.rows] == [name]
    use_plain_recipe(page, 260)
    run(qtbot, page)
    assert session.tokenizer.vocab_size == 260


def row_of(page, place=0):
    return page.corpus._model.rows[place]


def test_a_table_is_read_whole_in_the_background(qtbot, page, tmp_path):
    lines = ['{"text": "one"}', "{broken", '{"id": 3}', '{"text": "two"}']
    (tmp_path / "notes.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    add(qtbot, page, tmp_path / "notes.jsonl.gz")
    qtbot.waitUntil(lambda: "document" in row_of(page).kind, timeout=SECONDS)
    assert row_of(page).kind == "JSON lines, field text · 2 documents"
    assert row_of(page).note == "1 broken record, the first in line 2. 1 record without text, the first in line 3."
    assert row_of(page).warns


def test_an_encoding_found_by_its_bytes_is_shown(qtbot, page, tmp_path):
    (tmp_path / "a.txt").write_bytes(
        ("Съешь же ещё этих мягких французских булок, да выпей чаю. " * 40).encode("cp1251")
    )
    add(qtbot, page, tmp_path / "a.txt")
    qtbot.waitUntil(lambda: "document" in row_of(page).kind, timeout=SECONDS)
    assert row_of(page).kind == "Text in windows-1251 · 1 document"


def test_a_file_with_the_content_of_another_is_told(qtbot, page, tmp_path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("the same text")
    add(qtbot, page, tmp_path / "a.txt")
    add(qtbot, page, tmp_path / "b.txt")
    qtbot.waitUntil(lambda: "document" in row_of(page, 1).kind, timeout=SECONDS)
    assert (row_of(page, 0).note, row_of(page, 1).note) == ("", "b.txt has the same content as a.txt.")


def test_hundreds_of_sources_are_read_a_moment_at_a_time_and_not_shown_one_by_one(qtbot, page, session, text):
    shown = []
    page.corpus.reading.hold()
    add(qtbot, page, *(text(f"words {number}", f"{number}.txt") for number in range(300)))
    session.corpus_changed.subscribe(shown.append)
    page.corpus.reading.release()
    qtbot.waitUntil(lambda: all("1 document" in row.kind for row in page.corpus._model.rows), timeout=2 * SECONDS)
    assert len(shown) < 100


def test_what_is_selected_stays_so_while_the_reading_goes_on(qtbot, page, text):
    page.corpus.reading.hold()
    add(qtbot, page, text("one", "a.txt"), text("two", "b.txt"))
    page.corpus._list.setCurrentIndex(page.corpus._model.index(1, 0))
    page.corpus.reading.release()
    qtbot.waitUntil(lambda: "document" in row_of(page, 1).kind, timeout=SECONDS)
    assert [path.name for path in page.corpus._list.chosen_paths()] == ["b.txt"]
    add(qtbot, page, text("three", "c.txt"))
    assert [path.name for path in page.corpus._list.chosen_paths()] == ["b.txt"]


def test_the_reading_of_a_source_that_is_removed_ends_and_goes_on_with_the_next(qtbot, page, text):
    add(qtbot, page, text("some words here\n" * 10_000_000, "long.txt"), text("two", "b.txt"))
    qtbot.waitUntil(lambda: bool(page.corpus.reading._begun), timeout=SECONDS)
    task = page.corpus.reading._task
    page.corpus._list.setCurrentIndex(page.corpus._model.index(0, 0))
    page.corpus.remove_chosen()
    with pytest.raises(Stopped):
        task.monitor.raise_if_stopped()
    qtbot.waitUntil(lambda: row_of(page).kind == "Text · 1 document", timeout=SECONDS)


def test_a_reading_that_is_held_and_released_at_once_goes_on(qtbot, page, text):
    add(qtbot, page, text("some words here\n" * 4_000_000))
    page.corpus.reading.hold()
    page.corpus.reading.release()
    qtbot.waitUntil(lambda: row_of(page).kind == "Text · 1 document", timeout=SECONDS)


def test_a_run_has_the_processors_to_itself_and_the_reading_goes_on_afterwards(qtbot, page, text):
    page.corpus.reading.hold()
    add(qtbot, page, text("aa bb aa bb"))
    assert not page.corpus.reading.running
    assert row_of(page).kind == "Text"
    page.start()
    assert not page.corpus.reading.running
    qtbot.waitUntil(lambda: not page.control.running, timeout=SECONDS)
    qtbot.waitUntil(lambda: row_of(page).kind == "Text · 1 document", timeout=SECONDS)


def test_a_file_that_turns_out_bad_ends_the_run_and_one_click_goes_on_without_it(qtbot, page, session, tmp_path):
    (tmp_path / "a.txt").write_text("aa bb aa bb")
    (tmp_path / "cut.gz").write_bytes(gzip.compress(b"".join(b"zz%d " % number for number in range(200_000)))[:-30])
    add(qtbot, page, tmp_path / "a.txt")
    add(qtbot, page, tmp_path / "cut.gz")
    page.start()
    qtbot.waitUntil(lambda: page.run.message.level == "error", timeout=SECONDS)
    assert "cut.gz: is cut short" in page.run.message.text()
    qtbot.mouseClick(page.run.message.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(session.runs), timeout=SECONDS)
    result = session.runs[-1].result
    assert not any(b"z" in left + right for left, right in result.merges)
    assert any("cut.gz was left out" in note for note in result.notes)


@pytest.fixture
def two_fields(qtbot, page, tmp_path):
    """A listed table with two fields of text."""
    (tmp_path / "a.jsonl").write_text('{"title": "zz zz", "abstract": "aa aa"}\n' * 5)
    add(qtbot, page, tmp_path / "a.jsonl")
    qtbot.waitUntil(lambda: "has several fields of text: title, abstract" in row_of(page).note, timeout=SECONDS)
    return page


def ask_how(qtbot, page):
    page.corpus._list.setCurrentIndex(page.corpus._model.index(0))
    qtbot.mouseClick(page.corpus._how, Qt.MouseButton.LeftButton)
    return page.corpus.findChild(ReadingDialog)


def test_the_field_of_a_table_is_picked(qtbot, two_fields, session):
    page = two_fields
    dialog = ask_how(qtbot, page)
    qtbot.waitUntil(lambda: dialog.field.count() == 3, timeout=SECONDS)
    assert [dialog.field.itemText(place) for place in range(3)] == ["Found by name and type", "title", "abstract"]
    dialog.field.setCurrentIndex(2)
    dialog.weight.setValue(3)
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    words = "JSON lines, field abstract · 5 documents · weight 3"
    qtbot.waitUntil(lambda: row_of(page).kind == words, timeout=SECONDS)
    page.start()
    qtbot.waitUntil(lambda: bool(session.runs), timeout=SECONDS)
    result = session.runs[-1].result
    assert result.merges[0] == (b"a", b"a")
    assert result.merge_counts[0] == 2 * 5 * 3
    assert not any(b"z" in left + right for left, right in result.merges)


def test_an_encoding_that_there_is_not_is_told_in_the_dialog(qtbot, two_fields, session):
    dialog = ask_how(qtbot, two_fields)
    dialog.encoding.setCurrentText("latin-99")
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    assert dialog.isVisible()
    assert "latin-99" in dialog.message.text()
    assert session.corpus[0].encoding is None
    dialog.reject()


def test_a_picture_is_listed_and_left_out(qtbot, page, tmp_path):
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(50))
    add(qtbot, page, tmp_path / "a.png")
    row = page.corpus._model.rows[0]
    note = "It is a picture. There is no text to learn from; leave it out."
    assert (row.kind, row.note) == ("Left out of the run", note)
    assert page.recipe.reason() == "None of the files can be used."
    assert not page.recipe.start.isEnabled()


def test_the_sample_is_one_click_away(qtbot, page, session):
    qtbot.mouseClick(button(page, "Try the sample"), LEFT)
    qtbot.waitUntil(lambda: len(session.corpus) == 1, timeout=SECONDS)
    assert session.corpus[0].path == sample_path()
    assert page.recipe.start.isEnabled()
    assert page.recipe.start.property("kind") == "primary"


def test_delete_takes_the_chosen_source_off_the_list(qtbot, page, session, text):
    add(qtbot, page, text("one", "a.txt"), text("two", "b.txt"))
    page.corpus._list.setCurrentIndex(page.corpus._model.index(0, 0))
    qtbot.keyClick(page.corpus._list, Qt.Key.Key_Delete)
    assert [item.path.name for item in session.corpus] == ["b.txt"]
    assert (session.corpus[0].path.parent / "a.txt").exists()


# --- runs


def test_a_run_ends_in_the_current_tokenizer(qtbot, page, session, text):
    use_plain_recipe(page, 258)
    add(qtbot, page, text("aaabdaaabac"))
    run(qtbot, page)
    assert session.tokenizer.vocab_size == 258
    assert session.current_name == "text 258"
    assert page.run.merges.merge(1).whole == b"aa"
    assert page.run.merge_list.row_text(1) == "1  a + a → aa  4"
    assert page.run.merge_counts.counts.tolist() == session.runs[0].result.merge_counts.tolist()
    assert page.run.summary.figures["tokens"].value() == "258"


def test_the_summary_says_why_a_run_ended_and_what_was_checked(qtbot, page, text):
    use_plain_recipe(page, 1000, min_frequency=2)
    add(qtbot, page, text("aa bb cc aa"))
    run(qtbot, page)
    assert page.run.summary.figures["tokens"].value() == "257"
    assert page.run.summary.verdict.text() == (
        "Stopped: no other pair occurs twice. Checked: all 11 bytes come back the same."
    )


def test_the_summary_tells_of_bad_bytes_with_the_name_of_the_file(qtbot, page, tmp_path):
    (tmp_path / "bad.txt").write_bytes(b"ok ok\xff\xfe line\nmore more\n")
    use_plain_recipe(page, 300)
    add(qtbot, page, tmp_path / "bad.txt")
    run(qtbot, page)
    assert page.run.summary.verdict.text().endswith(
        " bad.txt: 2 bytes are not UTF-8, the first at offset 5; replaced by U+FFFD."
    )


def test_a_long_piece_is_told_while_the_run_goes_on_and_after_it(qtbot, page, text):
    page.recipe.set_draft({**page.recipe.draft(), "vocab_size": 260, "pretokenizer": "none", "special_tokens": []})
    add(qtbot, page, text("ACGT" * 17_500))
    seen = []
    page.control._poller.noted.connect(lambda _text: seen.append((page.run.note.isVisible(), page.run.note.text())))
    run(qtbot, page)
    told = "The longest piece: 70,000 bytes, a whole document, as no pattern cuts it."
    assert [(shown, words[: len(told)]) for shown, words in seen] == [(True, told)]
    assert told in page.run.summary.verdict.text()
    use_plain_recipe(page, 257)
    press_start(qtbot, page)
    assert not page.run.note.text()
    wait_for_end(qtbot, page)


def test_the_summary_tells_the_longest_token(qtbot, page, text):
    use_plain_recipe(page, 1000)
    add(qtbot, page, text("今天天气很好\n" * 200))
    run(qtbot, page)
    assert page.run.summary.figures["longest token"].value() == "18 B"


def test_an_empty_file_is_named_and_start_works_again(qtbot, page, session, text):
    use_plain_recipe(page, 300)
    add(qtbot, page, text("", "empty.txt"))
    run(qtbot, page)
    assert page.run.message.level == "error"
    assert page.run.message.text() == (
        "empty.txt: is empty, so there is nothing to learn from. Add a file that holds text."
    )
    assert page.recipe.start.isEnabled()
    add(qtbot, page, text("a", "letter.txt"))
    run(qtbot, page)
    assert session.tokenizer.vocab_size == 256
    assert page.run.summary.figures["merges"].value() == "0"


def test_the_charts_grow_with_the_run_and_hold_its_exact_numbers(qtbot, page, session):
    page.recipe.size_section.set_value(2000)
    add(qtbot, page, sample_path())
    run(qtbot, page)
    result = session.runs[0].result
    assert page.run.merge_counts.counts.tolist() == result.merge_counts.tolist()
    assert page.run.bytes_per_token.value_at(-1) == pytest.approx(result.bytes_per_token)
    assert sum(page.run.token_lengths.tokens.values()) == len(result.merge_counts)


def test_a_second_run_begins_afresh(qtbot, page, session, text):
    use_plain_recipe(page, 258)
    add(qtbot, page, text("aaabdaaabac"))
    run(qtbot, page)
    assert page.recipe.start.text() == "Start again"
    run(qtbot, page)
    assert len(page.run.merges) == 2
    assert len(page.run.merge_counts.counts) == 2
    first, second = session.runs
    assert first.result.merges == second.result.merges
    assert session.current_name == "text 258 2"


def test_progress_never_falls_nor_passes_its_total(qtbot, page):
    seen = []
    page.control._poller.progressed.connect(seen.append)
    page.recipe.size_section.set_value(8000)
    add(qtbot, page, sample_path())
    run(qtbot, page)
    assert seen[-1].stage == "finished"
    for stage in ("reading", "merging", "checking"):
        done = [progress.done for progress in seen if progress.stage == stage]
        assert done == sorted(done)
    assert all(progress.total is None or progress.done <= progress.total for progress in seen)


def test_a_stage_of_more_bytes_than_31_bits_hold_is_shown_rightly(qtbot):
    stages = RunStages()
    qtbot.addWidget(stages)
    stages.show_progress(Progress("reading", 3_000_000_000, 5_000_000_000, 1e6, 0))
    assert stages.bars["reading"].share() == "60 %"
    assert stages.bars["reading"].line() == "3.0 GB of 5.0 GB"
    stages.show_progress(Progress("merging", 1, 10, 1.0, 1))
    assert (stages.bars["reading"].state, stages.bars["merging"].state) == ("done", "running")


# --- stopping


def long_text(tmp_path: Path) -> Path:
    path = tmp_path / "long.txt"
    path.write_text(sample_path().read_text() * 12)
    return path


def wait_for_stage(qtbot, page: BuildPage, stage: str) -> None:
    monitor = page.control.task.monitor
    qtbot.waitUntil(lambda: monitor.progress().stage == stage, timeout=3 * SECONDS)


def seconds_to_end(qtbot, page: BuildPage) -> float:
    asked = time.monotonic()
    page.control.task.stop()
    wait_for_end(qtbot, page)
    return time.monotonic() - asked


def pause_among_merges(qtbot, page: BuildPage) -> None:
    """Pauses the run at the first look that finds it merging; without that a quick run could have ended before."""
    monitor = page.control.task.monitor
    page.control._poller.merged.connect(lambda _news: monitor.pause())
    qtbot.waitUntil(lambda: monitor.paused, timeout=3 * SECONDS)


def test_stopping_while_reading_leaves_nothing_and_says_so(qtbot, page, session, tmp_path):
    use_plain_recipe(page, 1000)
    page.recipe.more.rows["threads"].field.setValue(1)
    add(qtbot, page, long_text(tmp_path))
    press_start(qtbot, page)
    page.control.task.monitor.pause()
    page.control.task.stop()
    wait_for_end(qtbot, page)
    assert session.runs == ()
    assert page.run.message.text().startswith("Stopped while reading: nothing was learned")
    assert page.recipe.start.isEnabled()


def test_stopping_while_merging_keeps_what_was_learned(qtbot, page, session, tmp_path):
    use_plain_recipe(page, 100_000)
    add(qtbot, page, long_text(tmp_path))
    press_start(qtbot, page)
    pause_among_merges(qtbot, page)
    assert seconds_to_end(qtbot, page) < 10
    kept = session.runs[0].result
    assert 0 < len(kept.merges) < 99_744
    assert len(page.run.merges) == len(kept.merges)
    assert page.run.summary.verdict.text().startswith("Stopped by the user; the merges so far are kept.")


def test_stopping_the_check_keeps_the_tokenizer(qtbot, page, session, tmp_path):
    use_plain_recipe(page, 300)
    add(qtbot, page, long_text(tmp_path))
    press_start(qtbot, page)
    wait_for_stage(qtbot, page, "checking")
    assert seconds_to_end(qtbot, page) < 10
    assert session.tokenizer.vocab_size == 300


@pytest.mark.parametrize("stage", ["reading", "merging", "checking"])
def test_after_a_stop_the_next_run_is_a_fresh_start(qtbot, page, session, tmp_path, stage):
    use_plain_recipe(page, 4000)
    add(qtbot, page, long_text(tmp_path))
    press_start(qtbot, page)
    if stage == "merging":
        pause_among_merges(qtbot, page)
    else:
        wait_for_stage(qtbot, page, stage)
    assert seconds_to_end(qtbot, page) < 10
    run(qtbot, page)
    fresh = train([long_text(tmp_path)], Recipe(vocab_size=4000, min_frequency=1))
    assert session.runs[-1].result.merges == fresh.merges
    assert len(page.run.merges) == 3744


def test_paused_and_resumed_gives_the_merges_of_an_unbroken_run(qtbot, page, session):
    use_plain_recipe(page, 3000)
    add(qtbot, page, sample_path())
    run(qtbot, page)
    press_start(qtbot, page)
    monitor = page.control.task.monitor
    monitor.pause()
    qtbot.wait(150)
    before = monitor.progress().merges
    qtbot.wait(150)
    assert monitor.progress().merges == before
    monitor.resume()
    wait_for_end(qtbot, page)
    assert session.runs[1].result.merges == session.runs[0].result.merges


def test_the_window_answers_while_a_run_goes_on(qtbot, page, tmp_path):
    use_plain_recipe(page, 20_000)
    add(qtbot, page, long_text(tmp_path))
    gaps = []
    last = time.monotonic()

    def tick() -> bool:
        nonlocal last
        now = time.monotonic()
        gaps.append(now - last)
        last = now
        return not page.control.running

    press_start(qtbot, page)
    last = time.monotonic()
    qtbot.waitUntil(tick, timeout=6 * SECONDS)
    assert max(gaps) < 2.5  # ten times the bound


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
    def news(first: int, number: int) -> NewMerges:
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


@pytest.mark.parametrize(("width", "columns"), [(1343, 2), (927, 1)])
def test_the_charts_stand_side_by_side_where_there_is_room(qtbot, page, width, columns):
    page.resize(width, 560)
    qtbot.wait(20)
    tops = {cell.mapTo(page, QPoint(0, 0)).y() for cell in page.run.cells._cells}
    assert len(tops) == 4 // columns


def test_figures_stand_in_one_row_again_after_very_large_text(page, look):
    at_first = page.run.cells.geometry()
    look.set_text_size(200)
    page.apply_theme(look.palette)
    look.set_text_size(100)
    page.apply_theme(look.palette)
    page.layout().activate()
    QApplication.processEvents()
    assert page.run.cells.geometry() == at_first


def test_nothing_moves_between_empty_running_and_done(qtbot, page, text):
    use_plain_recipe(page, 300)
    add(qtbot, page, text("aaabdaaabac"))
    qtbot.wait(20)
    places = [page.run.cells.geometry()]
    press_start(qtbot, page)
    qtbot.wait(20)
    places.append(page.run.cells.geometry())
    wait_for_end(qtbot, page)
    qtbot.wait(20)
    places.append(page.run.cells.geometry())
    assert places[0] == places[1] == places[2]
