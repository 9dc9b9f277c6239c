"""The button that chooses a tokenizer beside the current one."""

import gc
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from vocabsmith.settings import SettingsStore
from vocabsmith.widgets.tokenizer_picker import TokenizerPicker
from vocabsmith_engine import Monitor, Recipe, Tokenizer, train_from_counts

GUARD = 10_000


def small(size: int) -> Tokenizer:
    return train_from_counts({" low": 5, " lower": 2, " newest": 6}, Recipe(vocab_size=size)).tokenizer


@pytest.fixture
def settings(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.json")


@pytest.fixture
def picker(qtbot, session, tasks, settings, store, palette) -> TokenizerPicker:
    made = TokenizerPicker(session, tasks, settings, store, text="Add tokenizer")
    qtbot.addWidget(made)
    made.apply_theme(palette)
    made.show()
    return made


def entries(picker: TokenizerPicker) -> list[str]:
    picker.fill()
    return [action.text() for action in picker.entries.actions() if not action.isSeparator()]


def press(picker: TokenizerPicker, text: str) -> None:
    picker.fill()
    next(action for action in picker.entries.actions() if action.text() == text).trigger()


def test_it_lists_what_is_in_memory_then_runs_then_recent_files(picker, session, store, settings, tmp_path):
    text = tmp_path / "words.txt"
    text.write_text("low lower lowest " * 50)
    with store.begin("of words", [text], Recipe(vocab_size=258)) as run:
        run.train(Monitor())
    session.set_runs(store.runs())
    session.add_tokenizer("mine", small(258))
    settings.add_recent(tmp_path / "cl100k.tiktoken")
    assert entries(picker) == ["mine, 258 tokens", "of words, 258 tokens", "cl100k", "Open a file…"]


def test_a_recent_file_that_is_in_memory_is_listed_once(picker, session, settings, tmp_path):
    file = tmp_path / "low" / "tokenizer.json"
    session.add_tokenizer("low", small(258), path=file)
    settings.add_recent(file)
    assert entries(picker) == ["low, 258 tokens", "Open a file…"]


def test_one_in_memory_is_handed_over_at_once_and_does_not_become_the_current_one(picker, session, qtbot):
    first, second = small(258), small(260)
    session.add_tokenizer("first", first)
    session.add_tokenizer("second", second)
    with qtbot.waitSignal(picker.picked) as picked:
        press(picker, "first, 258 tokens")
    assert (picked.args[0].name, picked.args[0].tokenizer) == ("first", first)
    assert session.current_name == "second"


def test_the_tokenizer_of_a_run_is_read_beside_the_window(picker, session, store, qtbot, tmp_path):
    text = tmp_path / "words.txt"
    text.write_text("low lower lowest " * 50)
    with store.begin("of words", [text], Recipe(vocab_size=258)) as run:
        trained = run.train(Monitor()).tokenizer
    session.set_runs(store.runs())
    with qtbot.waitSignal(picker.picked, timeout=GUARD) as picked:
        press(picker, "of words, 258 tokens")
        assert picker.text() == "Reading…"
    assert picked.args[0].name == "of words"
    assert picked.args[0].tokenizer.encode("lowest") == trained.encode("lowest")
    assert (picker.text(), session.tokenizers) == ("Add tokenizer", {})


def test_a_file_is_asked_for_and_remembered(picker, session, settings, qtbot, tmp_path, monkeypatch):
    small(258).save(tmp_path / "low", formats=["huggingface"])
    file = tmp_path / "low" / "tokenizer.json"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    with qtbot.waitSignal(picker.picked, timeout=GUARD) as picked:
        press(picker, "Open a file…")
    assert (picked.args[0].name, picked.args[0].tokenizer.vocab_size) == ("low", 258)
    assert settings.values.recent == (str(file),)
    assert session.tokenizers == {}


def test_a_file_that_cannot_be_read_is_told_with_its_name(picker, settings, qtbot, tmp_path):
    file = tmp_path / "bad.json"
    file.write_text("{")
    with qtbot.waitSignal(picker.failed, timeout=GUARD) as failed:
        picker.pick_file(file)
    assert str(file) in failed.args[0]
    assert (picker.text(), settings.values.recent) == ("Add tokenizer", ())


def test_what_is_chosen_while_another_is_read_comes_instead(picker, session, tasks, qtbot, tmp_path):
    small(260).save(tmp_path / "low", formats=["huggingface"])
    session.add_tokenizer("mine", small(258))
    names: list[str] = []
    picker.picked.connect(lambda picked: names.append(picked.name))
    picker.pick_file(tmp_path / "low")
    press(picker, "mine, 258 tokens")
    qtbot.waitUntil(lambda: not tasks.busy, timeout=GUARD)
    assert names == ["mine"]


def test_what_is_there_already_cannot_be_chosen_again(picker, session):
    session.add_tokenizer("mine", small(258))
    picker.set_taken({"mine"})
    picker.fill()
    assert [action.isEnabled() for action in picker.entries.actions() if not action.isSeparator()] == [False, True]


def test_it_is_opened_and_chosen_from_by_keys(picker, session, qtbot):
    session.add_tokenizer("mine", small(258))
    picker.setFocus()
    with qtbot.waitSignal(picker.picked, timeout=GUARD) as picked:
        picker.entries.popup(picker.mapToGlobal(picker.rect().bottomLeft()))
        qtbot.keyClick(picker.entries, Qt.Key.Key_Down)
        qtbot.keyClick(picker.entries, Qt.Key.Key_Return)
    assert picked.args[0].name == "mine"


def test_a_long_name_is_cut_in_the_list_and_whole_in_its_tip(picker, session):
    session.add_tokenizer("n" * 300, small(258))
    picker.fill()
    entry = picker.entries.actions()[0]
    assert len(entry.text()) < 100
    assert entry.toolTip() == f"{'n' * 300}, 258 tokens"


def test_two_pickers_read_at_once(qtbot, session, tasks, settings, store, tmp_path):
    small(258).save(tmp_path / "a", formats=["huggingface"])
    small(260).save(tmp_path / "b", formats=["huggingface"])
    pickers = [TokenizerPicker(session, tasks, settings, store) for _ in range(2)]
    found: dict[int, int] = {}
    for number, (picker, name) in enumerate(zip(pickers, "ab", strict=True)):
        qtbot.addWidget(picker)
        picker.picked.connect(lambda picked, n=number: found.__setitem__(n, picked.tokenizer.vocab_size))
        picker.pick_file(tmp_path / name)
    qtbot.waitUntil(lambda: len(found) == 2, timeout=GUARD)
    assert found == {0: 258, 1: 260}


def test_pickers_that_go_with_the_last_name_for_them_end_quietly(session, tasks, settings, store, qtbot):
    for _ in range(8):
        pickers = [TokenizerPicker(session, tasks, settings, store) for _ in range(50)]
        assert len(pickers) == 50
        del pickers
    gc.collect()
    qtbot.wait(1)
