"""The dialog Edit vocabulary with a real mouse and real keys: what it tells, what it makes, what fails."""

import errno
import time
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow

from vocabsmith.corpus_items import CorpusItem
from vocabsmith.pages.edit_dialog import EditDialog, measures_section
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith_engine import Monitor, Pretokenizer, Recipe, Tokenizer, train_from_counts
from vocabsmith_engine.formats import saving_files

LEFT = Qt.MouseButton.LeftButton
SECONDS = 30_000  # milliseconds: a hang guard, not a bound
UNDO, REDO = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo


def small_tokenizer() -> Tokenizer:
    """256 he, 257 the, 258 Ġthe, 259 Ġthen, 260 at, 261 <|end|>."""
    recipe = Recipe(vocab_size=262, special_tokens=("<|end|>",), specials="end", min_frequency=1)
    return train_from_counts([(b" the", 9), (b" then", 5), (b" cat", 4)], recipe).tokenizer


@pytest.fixture
def opened(qtbot, palette, tmp_path):
    """Opens the dialog on a tokenizer that is called handbook."""
    tasks, window = TaskRunner(), QMainWindow()
    qtbot.addWidget(window)
    window.resize(1440, 900)
    window.show()
    settings = SettingsStore(tmp_path / "settings.json")

    def open_dialog(tokenizer: Tokenizer | None = None, ids=(), corpus=(), home: Path = tmp_path / "kept"):
        session = Session()
        session.add_corpus(corpus)
        session.add_tokenizer("handbook", tokenizer or small_tokenizer())
        dialog = EditDialog(session, tasks, settings, palette, window, home=home, ids=ids)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        dialog.session, dialog.settings = session, settings
        dialog.open()
        dialogs.append(dialog)
        wait_for_preview(qtbot, dialog)
        return dialog

    dialogs: list[EditDialog] = []
    yield open_dialog
    for dialog in dialogs:
        dialog.reject()
    assert tasks.wait_all(10)


def wait_for_preview(qtbot, dialog: EditDialog) -> None:
    qtbot.waitUntil(lambda: "worked out" not in dialog.make_button.toolTip(), timeout=SECONDS)


def type_and_enter(qtbot, field, text: str, dialog: EditDialog) -> None:
    qtbot.mouseClick(field, LEFT)
    if text.isascii():
        qtbot.keyClicks(field, text)
    else:  # there are no keys for it: it is pasted
        QApplication.clipboard().setText(text)
        QTest.keySequence(field, QKeySequence.StandardKey.Paste)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    wait_for_preview(qtbot, dialog)


def steps(dialog: EditDialog) -> list[str]:
    model = dialog.changes.model
    return [model.data(model.index(row, 0)) for row in range(model.rowCount())]


def gone(dialog: EditDialog) -> list[tuple[str, str, str]]:
    model = dialog.outcome.table.tokens
    return [tuple(model.data(model.index(row, column)) for column in range(3)) for row in range(model.rowCount())]


def make(qtbot, dialog: EditDialog) -> None:
    qtbot.waitUntil(dialog.make_button.isEnabled, timeout=SECONDS)
    qtbot.mouseClick(dialog.make_button, LEFT)
    qtbot.waitUntil(lambda: not dialog.isVisible() or bool(dialog.message.text()), timeout=SECONDS)


# --- what is told


def test_without_a_change_there_is_nothing_to_make(opened):
    dialog = opened()
    assert not dialog.make_button.isEnabled()
    assert dialog.make_button.toolTip() == "Remove or add a token, or choose a size first"


def test_tokens_that_go_are_listed_with_their_reasons(qtbot, opened):
    dialog = opened()
    type_and_enter(qtbot, dialog.changes.removal, "Ġthe", dialog)
    assert steps(dialog) == ["Remove Ġthe, id 258"]
    assert gone(dialog) == [("258", "Ġthe", "removed"), ("259", "Ġthen", "needs Ġthe")]
    assert dialog.outcome.sentences.text().splitlines() == [
        "260 tokens, 262 before",
        "2 tokens go: 1 removed, 1 because every merge that made them needs one that goes",
        "2 of 5 merges go",
        "2 ids between 260 and 261 move down by 2; 258 stay",
    ]


def test_tokens_chosen_elsewhere_are_the_first_change(opened):
    dialog = opened(ids=[258, 260])
    assert steps(dialog) == ["Remove 2 tokens: Ġthe, at"]


def test_of_tokens_chosen_elsewhere_those_that_cannot_go_are_named(opened):
    dialog = opened(ids=[33, 258, 34])
    assert steps(dialog) == ["Remove Ġthe, id 258"]
    assert dialog.message.text() == (
        "Not on the list, though it was chosen: token 33 'B' is a byte, and any text is made of these, "
        "and 1 other that cannot go either."
    )


def test_kept_ids_are_filled_with_added_and_reserved_tokens(qtbot, opened):
    dialog = opened(ids=[258])
    type_and_enter(qtbot, dialog.changes.addition, "<|x|>", dialog)
    qtbot.mouseClick(dialog.changes.holes.button("reserve"), LEFT)
    wait_for_preview(qtbot, dialog)
    assert dialog.outcome.sentences.text().splitlines()[-3:] == [
        "No id moves; 260 tokens keep their ids",
        "Added: <|x|> (258)",
        "Reserved in free ids: <|unused_0|> (259)",
    ]


def test_a_size_is_cut_to_by_return_and_by_button(qtbot, opened):
    dialog = opened()
    field = dialog.changes.size_box
    field.selectAll()
    qtbot.keyClicks(field, "260")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    wait_for_preview(qtbot, dialog)
    assert steps(dialog) == ["Cut to 260 tokens"]
    field.selectAll()
    qtbot.keyClicks(field, "259")
    qtbot.mouseClick(dialog.changes.cut_button, LEFT)
    wait_for_preview(qtbot, dialog)
    assert steps(dialog) == ["Cut to 259 tokens"]
    assert gone(dialog) == [
        ("258", "Ġthe", "past the size"), ("259", "Ġthen", "past the size"), ("260", "at", "past the size")
    ]  # fmt: skip


def test_return_in_a_field_makes_no_tokenizer(qtbot, opened, tmp_path):
    dialog = opened(ids=[260])
    qtbot.waitUntil(dialog.make_button.isEnabled, timeout=SECONDS)
    type_and_enter(qtbot, dialog.changes.addition, "<|x|>", dialog)
    assert dialog.isVisible()
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("nothing", "'nothing': is no id and no token. Type an id, a range of ids or the text of a token."),
        ("300", "300: is no id; the last is 261. Type ids that exist."),
        ("", "Type something first."),
    ],
)
def test_what_is_no_token_is_said_in_place_and_stays_typed(qtbot, opened, typed, said):
    dialog = opened()
    type_and_enter(qtbot, dialog.changes.removal, typed, dialog)
    assert dialog.changes.problem.text() == said
    assert dialog.changes.removal.text() == typed
    assert steps(dialog) == []


def test_what_stands_against_it_is_told_and_nothing_can_be_made(qtbot, opened):
    dialog = opened()
    type_and_enter(qtbot, dialog.changes.removal, "0", dialog)
    assert dialog.outcome.message.level == "error"
    assert dialog.outcome.message.text().endswith("is a byte, and any text is made of these. Keep it.")
    assert not dialog.make_button.isEnabled()


def test_a_name_that_is_taken_is_said(qtbot, opened):
    dialog = opened(ids=[260])
    dialog.name.selectAll()
    qtbot.keyClicks(dialog.name, "handbook")
    assert not dialog.make_button.isEnabled()
    assert dialog.make_button.toolTip() == "Another tokenizer has this name"


# --- metrics


def shown_values(dialog: EditDialog, key: str) -> list[str]:
    return [label.text() for label in dialog.measures.values[key]]


def measured(qtbot, dialog: EditDialog, text: str) -> None:
    dialog.measures.text.selectAll()
    qtbot.keyClicks(dialog.measures.text, text)


def test_a_typed_text_is_measured_before_and_after(qtbot, opened):
    dialog = opened(ids=[258])
    measured(qtbot, dialog, " then the cat")
    qtbot.waitUntil(lambda: shown_values(dialog, "tokens") == ["5", "8", "+60.00 %, worse"], timeout=SECONDS)
    assert shown_values(dialog, "bytes_per_token") == ["2.600", "1.625", "−37.50 %, worse"]


def test_the_corpus_is_measured_when_it_is_chosen(qtbot, opened, tmp_path):
    (tmp_path / "text.txt").write_text(" the" * 1000)
    dialog = opened(ids=[258], corpus=[CorpusItem(tmp_path / "text.txt", "text", 4000)])
    qtbot.mouseClick(dialog.measures.source.button("corpus"), LEFT)
    qtbot.waitUntil(lambda: shown_values(dialog, "tokens")[:2] == ["1,000", "2,000"], timeout=SECONDS)


def test_a_corpus_that_cannot_be_read_is_said_in_place(qtbot, opened, tmp_path):
    dialog = opened(ids=[258], corpus=[CorpusItem(tmp_path / "gone.txt", "text", 4000)])
    qtbot.mouseClick(dialog.measures.source.button("corpus"), LEFT)
    qtbot.waitUntil(lambda: dialog.measures.message.level == "error", timeout=SECONDS)
    assert "gone.txt" in dialog.measures.message.text()


def test_without_a_corpus_it_cannot_be_chosen(opened):
    assert not opened().measures.source.button("corpus").isEnabled()


def test_measuring_can_be_stopped_and_begun_again(qtbot, opened, monkeypatch):
    asked: list[str] = []

    def wait(*, texts: str, monitor: Monitor, **_):
        asked.append(texts)
        while True:
            monitor.raise_if_stopped()
            time.sleep(0.01)

    monkeypatch.setattr(measures_section, "measure_edit", wait)
    dialog = opened(ids=[258])
    qtbot.waitUntil(dialog.measures.stop_button.isVisible, timeout=SECONDS)
    qtbot.mouseClick(dialog.measures.stop_button, LEFT)
    qtbot.waitUntil(lambda: dialog.measures.message.text() == "Stopped.", timeout=SECONDS)
    qtbot.mouseClick(dialog.measures.message.button, LEFT)
    qtbot.waitUntil(lambda: len(asked) == 2, timeout=SECONDS)


def test_of_changes_in_quick_succession_the_newest_is_shown(qtbot, opened):
    dialog = opened()
    for typed in ("260", "259", "258", "257", "256"):
        qtbot.keyClicks(dialog.changes.removal, typed)
        qtbot.keyClick(dialog.changes.removal, Qt.Key.Key_Return)
    dialog.changes.undo()
    wait_for_preview(qtbot, dialog)
    assert gone(dialog) == [
        ("257", "the", "removed"), ("258", "Ġthe", "removed"), ("259", "Ġthen", "removed"), ("260", "at", "removed")
    ]  # fmt: skip


# --- undo in the dialog


def test_undo_and_redo_go_through_the_changes_and_the_text_that_is_being_typed(qtbot, opened):
    dialog = opened()
    type_and_enter(qtbot, dialog.changes.removal, "258", dialog)
    type_and_enter(qtbot, dialog.changes.addition, "<|x|>", dialog)
    qtbot.keyClicks(dialog.changes.addition, "ab")
    QTest.keySequence(dialog.changes.addition, UNDO)
    assert dialog.changes.addition.text() == ""
    assert steps(dialog) == ["Remove Ġthe, id 258", "Add <|x|>"]
    QTest.keySequence(dialog.changes.addition, UNDO)
    assert steps(dialog) == ["Remove Ġthe, id 258"]
    qtbot.mouseClick(dialog.changes.undo_button, LEFT)
    assert steps(dialog) == []
    assert not dialog.changes.undo_button.isEnabled()
    qtbot.mouseClick(dialog.changes.redo_button, LEFT)
    assert steps(dialog) == ["Remove Ġthe, id 258"]
    wait_for_preview(qtbot, dialog)


def test_delete_takes_the_chosen_change_off_the_list(qtbot, opened):
    dialog = opened(ids=[258])
    type_and_enter(qtbot, dialog.changes.addition, "<|x|>", dialog)
    view = dialog.changes.list
    qtbot.mouseClick(view.viewport(), LEFT, pos=view.visualRect(view.model().index(0, 0)).center())
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    wait_for_preview(qtbot, dialog)
    assert steps(dialog) == ["Add <|x|>"]
    assert gone(dialog) == []


# --- what is made


def test_what_is_made_is_the_current_tokenizer_kept_on_the_disk_and_one_step_of_undo(qtbot, opened, tmp_path):
    dialog = opened(ids=[258])
    dialog.name.selectAll()
    qtbot.keyClicks(dialog.name, "without the")
    make(qtbot, dialog)
    session, folder = dialog.session, tmp_path / "kept" / "without-the"
    assert session.current_name == "without the"
    assert session.tokenizer.tokens[256:] == (b"he", b"the", b"at", b"<|end|>")
    assert Tokenizer.load(folder).encode(" then cat") == session.tokenizer.encode(" then cat")
    assert dialog.settings.values.recent[0] == str(folder)
    assert session.can_undo == "Change of handbook"
    session.undo()
    assert session.current_name == "handbook"
    assert not session.project.dirty


def test_a_name_that_a_folder_has_gets_a_folder_of_its_own(qtbot, opened, tmp_path):
    (tmp_path / "kept" / "handbook-edited").mkdir(parents=True)
    (tmp_path / "kept" / "handbook-edited" / "tokenizer.json").write_text("old")
    make(qtbot, opened(ids=[258]))
    assert (tmp_path / "kept" / "handbook-edited" / "tokenizer.json").read_text() == "old"
    assert (tmp_path / "kept" / "handbook-edited-2" / "tokenizer.json").exists()


def test_a_full_disk_is_said_in_place_and_nothing_is_lost(qtbot, opened, tmp_path, monkeypatch):
    dialog = opened(ids=[258])

    def full(path: Path, content: bytes) -> None:
        path.write_bytes(content[:10])
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(saving_files, "_write_durably", full)
        make(qtbot, dialog)
    assert dialog.message.level == "error"
    assert "No space left on device" in dialog.message.text()
    assert list((tmp_path / "kept").iterdir()) == []
    assert steps(dialog) == ["Remove Ġthe, id 258"]
    assert dialog.session.can_undo == ""
    dialog.message.clear()
    make(qtbot, dialog)
    assert dialog.session.current_name == "handbook edited"


def test_a_folder_that_cannot_be_made_is_said_in_place(qtbot, opened, tmp_path):
    (tmp_path / "file").write_text("")
    dialog = opened(ids=[258], home=tmp_path / "file" / "kept")
    make(qtbot, dialog)
    assert "cannot be made" in dialog.message.text()
    assert dialog.isVisible()


# --- many tokens


def test_a_hundred_thousand_tokens_that_go_are_listed_at_once(opened):
    number = 100_000
    tokens = [bytes([value]) for value in range(256)]
    ids = {token: i for i, token in enumerate(tokens)}
    rows: list[tuple[int, int, int]] = []
    for value in range(number):  # base 26 words of letters, each made of the one before and a letter
        word = b"a" + np.base_repr(value + 26**3, 26).lower().encode()
        for end in range(2, len(word) + 1):
            if word[:end] not in ids:
                ids[word[:end]] = len(tokens)
                rows.append((ids[word[: end - 1]], word[end - 1], len(tokens)))
                tokens.append(word[:end])
    tokenizer = Tokenizer(tokens, np.array(rows, np.uint32), {}, Pretokenizer.of("gpt2"))
    dialog = opened(tokenizer, ids=range(256, len(tokens)))
    table = dialog.outcome.table
    assert table.tokens.rowCount() == len(tokens) - 256
    table.scrollToBottom()
    assert table.indexAt(QPoint(20, table.viewport().height() - 4)).row() >= len(tokens) - 256 - 2
    assert any("tokens go" in label.text() for label in dialog.outcome.findChildren(QLabel))
