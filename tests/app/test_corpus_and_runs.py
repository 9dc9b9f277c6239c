"""The corpus list and the runs that read it, on the Build page."""

import gzip
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from corpus_on_page import LEFT, PNG, SECONDS, drop, hover, payload_of, row_of, rows_of
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtWidgets import QPushButton, QWidget

from vocabsmith.pages.build_page import BuildPage
from vocabsmith.settings import SettingsStore
from vocabsmith_resources.samples import sample_path


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


def add(qtbot, page: BuildPage, *paths: Path) -> None:
    page.add_paths(paths)
    qtbot.waitUntil(lambda: not page.corpus.scanning, timeout=SECONDS)


def run(qtbot, page: BuildPage, vocab_size: int = 260) -> None:
    page.recipe.set_draft(
        {
            **page.recipe.draft(),
            "vocab_size": vocab_size,
            "pretokenizer": "gpt2",
            "special_tokens": [],
            "min_frequency": 1,
        }
    )
    qtbot.waitUntil(page.recipe.start.isEnabled, timeout=SECONDS)
    qtbot.mouseClick(page.recipe.start, LEFT)
    qtbot.waitUntil(lambda: not page.control.running, timeout=3 * SECONDS)


def test_start_waits_until_the_files_were_looked_at(qtbot, page, text):
    page.add_paths([text("one two")])
    assert page.recipe.reason() == "Looking at the files first."
    qtbot.waitUntil(page.recipe.start.isEnabled, timeout=SECONDS)


def test_a_drop_anywhere_on_the_page_is_said_in_the_pane_and_returns_before_anything_is_read(
    qtbot, page, session, text
):
    payload = payload_of(text("one two"))
    assert hover(page, payload)
    assert page.corpus._cover.isVisible()
    assert page.corpus._cover.offer.title == "Add text.txt"
    assert drop(page, payload)
    assert session.corpus == ()
    qtbot.waitUntil(lambda: len(session.corpus) == 1, timeout=SECONDS)
    assert not page.corpus._cover.isVisible()


@pytest.mark.parametrize("kind", ["link", "words", "picture", "empty"])
def test_what_is_no_text_file_is_refused_while_hovering_with_the_reason(page, session, tmp_path, kind):
    payload = QMimeData()
    if kind == "link":
        payload.setUrls([QUrl("https://example.org/corpus.txt")])
    elif kind == "words":
        payload.setText("some marked text")
    elif kind == "picture":
        (tmp_path / "a.png").write_bytes(PNG)
        payload = payload_of(tmp_path / "a.png")
    assert not hover(page, payload)
    assert page.corpus._cover.isVisible()
    assert not drop(page, payload)
    assert session.corpus == ()


def test_no_part_of_the_page_swallows_a_dropped_file(page):
    # A widget that takes drops itself does not hand them up to the page: text fields would insert the file's name.
    assert [type(widget).__name__ for widget in page.findChildren(QWidget) if widget.acceptDrops()] == []


def test_a_folder_of_three_files_is_one_source(qtbot, page, session, tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    for name in ("a.txt", "b.txt", "c.txt"):
        (folder / name).write_text(name)
    assert hover(page, payload_of(folder))
    assert page.corpus._cover.offer.title == "Add the folder notes"
    assert drop(page, payload_of(folder))
    qtbot.waitUntil(lambda: len(session.corpus) == 1, timeout=SECONDS)
    qtbot.waitUntil(lambda: row_of(page.corpus).kind.startswith("Folder · 3 files"), timeout=SECONDS)


ODD_NAMES = ["мои тексты, №1 (a+b) 100%.txt"]
if sys.platform == "linux":
    ODD_NAMES.append(os.fsdecode(b"raw\xf0name.txt"))  # a byte that is no character


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_file_with_an_odd_name_trains(qtbot, page, session, text, name):
    path = text("some text, some text", name)
    payload = QMimeData()
    payload.setData("text/uri-list", f"{path.as_uri()}\r\n".encode())  # as a file manager sends it
    assert hover(page, payload)
    assert drop(page, payload)
    qtbot.waitUntil(lambda: bool(session.corpus), timeout=SECONDS)
    run(qtbot, page)
    assert session.tokenizer.vocab_size == 260


def test_a_run_tells_how_many_records_were_used_broken_and_without_the_field(qtbot, page, session, tmp_path):
    lines = ['{"text": "one one"}', "{broken", '{"id": 3}', '{"text": "two"}']
    (tmp_path / "notes.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    add(qtbot, page, tmp_path / "notes.jsonl.gz")
    run(qtbot, page)
    assert "2 records used, 1 broken, 1 without the field." in page.run.summary.remark.text()
    learned = b"".join(session.tokenizer.token_bytes(token) for token in range(256, 260))
    assert b"id" not in learned
    assert b"tex" not in learned


def test_the_field_and_the_weight_that_were_chosen_are_those_of_the_run(qtbot, page, session, tmp_path):
    (tmp_path / "a.jsonl").write_text('{"title": "zz zz", "abstract": "aa aa"}\n' * 5)
    add(qtbot, page, tmp_path / "a.jsonl")
    item = session.corpus[0]
    session.replace_corpus(item, replace(item, field="abstract", weight=3))
    run(qtbot, page, 257)
    assert session.tokenizer.token_bytes(256) == b"aa"
    assert int(page.run.charts.merge_counts.counts[0]) == 2 * 5 * 3


def test_a_copy_is_left_out_of_the_run_until_it_is_counted_all_the_same(qtbot, page, text):
    add(qtbot, page, text("aa bb aa", "a.txt"), text("aa bb aa", "b.txt"))
    run(qtbot, page, 257)
    assert int(page.run.charts.merge_counts.counts[0]) == 2
    page.corpus.list.choose([1])
    page.corpus.editing.toggle_copies()
    run(qtbot, page, 257)
    assert int(page.run.charts.merge_counts.counts[0]) == 4


def test_a_run_has_the_processors_to_itself_and_the_reading_goes_on_afterwards(qtbot, page, text):
    page.corpus.reading.hold()
    add(qtbot, page, text("aa bb aa bb"))
    assert not page.corpus.reading.running
    assert row_of(page.corpus).kind == "Text"
    page.start()
    assert not page.corpus.reading.running
    qtbot.waitUntil(lambda: not page.control.running, timeout=SECONDS)
    qtbot.waitUntil(lambda: row_of(page.corpus).kind == "Text · 1 document", timeout=SECONDS)


def test_a_file_that_turns_out_bad_ends_the_run_and_one_click_goes_on_without_it(qtbot, page, session, tmp_path):
    (tmp_path / "a.txt").write_text("aa bb aa bb")
    (tmp_path / "cut.gz").write_bytes(gzip.compress(b"".join(b"zz%d " % number for number in range(200_000)))[:-30])
    add(qtbot, page, tmp_path / "a.txt", tmp_path / "cut.gz")
    page.start()
    qtbot.waitUntil(lambda: page.run.message.level == "error", timeout=SECONDS)
    assert "cut.gz: is cut short" in page.run.message.text()
    qtbot.mouseClick(page.run.message.button, LEFT)
    qtbot.waitUntil(lambda: session.tokenizer is not None, timeout=SECONDS)
    assert all(b"z" not in session.tokenizer.token_bytes(token) for token in range(257, session.tokenizer.vocab_size))


def test_without_a_file_of_use_start_says_so(qtbot, page, tmp_path):
    (tmp_path / "a.png").write_bytes(PNG)
    add(qtbot, page, tmp_path / "a.png")
    assert page.recipe.reason() == "None of the files can be used."
    assert not page.recipe.start.isEnabled()


def test_the_sample_is_one_click_away(qtbot, page, session):
    button = next(found for found in page.findChildren(QPushButton) if found.text() == "Try the sample")
    qtbot.mouseClick(button, LEFT)
    qtbot.waitUntil(lambda: len(session.corpus) == 1, timeout=SECONDS)
    assert [row.path for row in rows_of(page.corpus)] == [sample_path()]
    qtbot.waitUntil(page.recipe.start.isEnabled, timeout=SECONDS)
    assert page.recipe.start.property("kind") == "primary"
