"""Texts that pages read from files: the newest wins, and what is shown differently is told."""

from pathlib import Path

import pytest

from vocabsmith.operations.read_text import LONGEST, ReadText
from vocabsmith.pages.inspect_page import InspectPage
from vocabsmith.pages.laboratory_page import LaboratoryPage
from vocabsmith.pages.text_notes import notes_on
from vocabsmith.settings import SettingsStore
from vocabsmith_engine import Recipe, train_from_counts

SECONDS = 20_000  # milliseconds: a hang guard, not a bound


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """One that takes long to read, and one that does not."""
    large, small = tmp_path / "large.txt", tmp_path / "small.txt"
    large.write_text("a line of text\n" * (LONGEST // 15 + 1))
    small.write_text("small")
    return large, small


def test_the_text_asked_for_last_is_inspected(qtbot, session, tasks, tmp_path, palette, files) -> None:
    session.add_tokenizer("a", train_from_counts([(b"a", 9)], Recipe(vocab_size=256)).tokenizer)
    page = InspectPage(session, tasks, SettingsStore(tmp_path / "settings.json"))
    qtbot.addWidget(page)
    page.apply_theme(palette)
    for file in files:
        page.open_texts([file])
    qtbot.waitUntil(lambda: not tasks.busy, timeout=SECONDS)
    assert page.text.editor.exact_text() == "small"


def test_the_laboratory_tells_what_it_shows_differently(qtbot, session, tasks, tmp_path, palette) -> None:
    file = tmp_path / "bad.txt"
    file.write_bytes(b"a\xffb")
    page = LaboratoryPage(session, tasks, SettingsStore(tmp_path / "settings.json"))
    qtbot.addWidget(page)
    page.apply_theme(palette)
    page.open_texts([file])
    qtbot.waitUntil(lambda: not tasks.busy, timeout=SECONDS)
    assert page.message.text() == "bad.txt: Bytes that are not UTF-8 are shown as U+FFFD."


def test_nothing_is_said_of_a_text_that_is_shown_as_it_is() -> None:
    assert notes_on(Path("a.txt"), ReadText("as it is\n", cut=False, bad=False)) == ""


def test_all_differences_are_told_in_one_line() -> None:
    assert notes_on(Path("a.txt"), ReadText("a\r\n", cut=True, bad=True)) == (
        "a.txt: Only the first 4,000,000 characters are shown. Bytes that are not UTF-8 are shown as U+FFFD. "
        "Line ends became LF."
    )
