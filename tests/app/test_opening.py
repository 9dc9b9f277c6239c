"""Files from outside find their place: projects and tokenizers are opened, all else is text."""

import os
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from vocabsmith.corpus_items import CorpusItem
from vocabsmith.main_window import MainWindow
from vocabsmith.operations import known_tokenizers
from vocabsmith.operations.sort_files import sort_files
from vocabsmith.pages.build_page import BuildPage
from vocabsmith.project import ProjectContents, load_project, save_project
from vocabsmith.settings import SettingsStore
from vocabsmith.unsaved_work import UnsavedWork
from vocabsmith_engine import Monitor, Recipe, Tokenizer, train_from_counts
from vocabsmith_engine.runs import RunStore

GUARD = 10_000
FORMATS = ["huggingface", "gpt2", "tiktoken", "gguf"]


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A folder with a tokenizer in several formats."""
    folder = tmp_path / "low"
    counts = {" low": 5, " lower": 2, " newest": 6, " widest": 3}
    train_from_counts(counts, Recipe(vocab_size=262)).tokenizer.save(folder, formats=FORMATS)
    return folder


@pytest.fixture
def window(qtbot, look, session, tasks, tmp_path) -> MainWindow:
    settings = SettingsStore(tmp_path / "settings.json")
    store = RunStore(tmp_path / "runs")
    made = MainWindow(
        pages=[BuildPage(session, tasks, settings, store)],
        session=session,
        tasks=tasks,
        settings=settings,
        look=look,
        log_folder=tmp_path,
        store=store,
        unsaved=UnsavedWork(tmp_path / "unsaved"),
    )
    qtbot.addWidget(made, before_close_func=lambda _: setattr(made.leaving, "_may_close", True))
    made.show()
    yield made
    qtbot.waitUntil(lambda: not tasks.busy, timeout=GUARD)
    made.projects._timer.stop()


def drop(widget, *paths: Path) -> None:
    payload = QMimeData()
    payload.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    rest = (Qt.DropAction.CopyAction, payload, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, QDragEnterEvent(QPointF(9, 9).toPoint(), *rest))
    QApplication.sendEvent(widget, QDropEvent(QPointF(9, 9), *rest))


def sorted_names(*paths: Path) -> tuple[list[str], list[str], list[str]]:
    found = sort_files(paths=paths, monitor=Monitor())
    return tuple([path.name for path in kind] for kind in (found.projects, found.tokenizers, found.texts))


def test_files_are_told_apart(saved: Path, tmp_path: Path):
    text, data = tmp_path / "notes.txt", tmp_path / "notes.json"
    text.write_text("some text")
    data.write_text('{"text": "some text"}')
    project = tmp_path / "handbook.vocabsmith"
    names = ("tokenizer.json", "vocab.json", "merges.txt", "low.tiktoken", "vocabsmith.json")
    assert sorted_names(project, text, data, *(saved / name for name in names)) == (
        ["handbook.vocabsmith"],
        ["tokenizer.json", "vocab.json", "low.tiktoken", "vocabsmith.json"],
        ["notes.txt", "notes.json"],
    )


def test_a_folder_of_a_tokenizer_is_one_and_a_corpus_with_a_tokenizer_in_it_is_none(saved: Path, tmp_path: Path):
    assert sorted_names(saved) == ([], ["low"], [])
    (saved / "texts").mkdir()
    assert sorted_names(saved, tmp_path) == ([], [], ["low", tmp_path.name])


def test_what_only_has_the_name_of_a_tokenizer_is_text(tmp_path: Path):
    for name in ("tokenizer.json", "vocab.json", "merges.txt", "story.model", "vocabsmith.json"):
        (tmp_path / name).write_text('{"text": "not a tokenizer"}')
    for name in ("merges.txt",):
        (tmp_path / name).unlink()
    found = sorted_names(*sorted(tmp_path.iterdir()), tmp_path / "missing.json")
    assert found == ([], [], ["story.model", "tokenizer.json", "vocab.json", "vocabsmith.json", "missing.json"])


def test_a_dropped_project_is_opened_with_what_was_dropped_beside_it(window, session, qtbot, tmp_path):
    text = tmp_path / "мои тексты, №1 (a+b) 100%.txt"
    text.write_text("some text\n" * 20)
    project = tmp_path / "handbook.vocabsmith"
    save_project(project, ProjectContents(), known=None)
    drop(window.stack.page("build"), project, text)
    qtbot.waitUntil(lambda: [item.path for item in session.corpus] == [text], timeout=GUARD)
    assert session.project.path == project


def test_a_dropped_tokenizer_becomes_the_current_one(window, session, qtbot, saved):
    drop(window, saved / "tokenizer.json")
    qtbot.waitUntil(lambda: session.tokenizer is not None, timeout=GUARD)
    assert session.current_name == "low"
    assert session.corpus == ()


def test_text_dropped_beside_the_page_is_listed_and_its_page_shown(window, session, qtbot, tmp_path):
    text = tmp_path / "a.txt"
    text.write_text("some text")
    drop(window.centralWidget(), text) if window.centralWidget().acceptDrops() else drop(window, text)
    qtbot.waitUntil(lambda: [item.path for item in session.corpus] == [text], timeout=GUARD)
    assert window.page == "build"


def test_the_tokenizer_asked_for_last_is_the_current_one_whichever_takes_longer(window, session, qtbot, monkeypatch):
    may_go_on = {name: threading.Event() for name in ("first.json", "last.json")}

    def open_slowly(**given) -> Tokenizer:
        assert may_go_on[given["path"].name].wait(GUARD / 1000)
        return train_from_counts({" low": 5}, Recipe(vocab_size=257)).tokenizer

    monkeypatch.setattr(known_tokenizers, "open_tokenizer", open_slowly)
    for name in may_go_on:
        window.chooser.open(Path(name))
    for name in ("last.json", "first.json"):
        may_go_on[name].set()
        qtbot.waitUntil(lambda name=name: name.removesuffix(".json") in session.tokenizers, timeout=GUARD)
    assert session.current_name == "last"


def test_the_same_file_opened_again_is_one_tokenizer(window, session, qtbot, saved):
    for _ in range(2):
        window.opening.open([saved / "tokenizer.json"])
        qtbot.waitUntil(lambda: not window._tasks.busy and session.tokenizer is not None, timeout=GUARD)
    assert list(session.tokenizers) == ["low"]
    assert window.job_bar.sentence().startswith("Opened low, ")  # as the list at the top has it, not tokenizer.json


def test_of_several_projects_one_is_opened_and_the_rest_is_told(window, session, qtbot, tmp_path):
    for name in ("a", "b"):
        save_project(tmp_path / f"{name}.vocabsmith", ProjectContents(), known=None)
    window.opening.open([tmp_path / "a.vocabsmith", tmp_path / "b.vocabsmith"])
    qtbot.waitUntil(lambda: session.project.path == tmp_path / "a.vocabsmith", timeout=GUARD)
    assert window.job_bar.sentence() == "One project is open at a time. Not opened: b.vocabsmith"


def test_a_start_with_files_begins_afresh_and_can_be_undone(window, session, qtbot, tmp_path):
    for name in ("old.txt", "new.txt"):
        (tmp_path / name).write_text("some text")
    old = CorpusItem(tmp_path / "old.txt", "text", 9, documents=1)
    UnsavedWork(tmp_path / "unsaved").keep(None, ProjectContents((old,)))
    window.opening.start(None, [tmp_path / "new.txt"])
    qtbot.waitUntil(lambda: [item.path.name for item in session.corpus] == ["new.txt"], timeout=GUARD)
    said = "The list of the last time, 1 source, was put away; Undo twice brings it back"
    assert window.job_bar.sentence() == said
    session.undo()
    session.undo()
    assert [item.path.name for item in session.corpus] == ["old.txt"]


def test_a_start_with_what_is_listed_already_changes_nothing(window, session, qtbot, tmp_path):
    text = tmp_path / "old.txt"
    text.write_text("some text")
    others = CorpusItem(tmp_path / "other.txt", "text", 9), CorpusItem(text, "text", 9)
    UnsavedWork(tmp_path / "unsaved").keep(None, ProjectContents(others))
    window.opening.start(None, [text])
    qtbot.waitUntil(lambda: len(session.corpus) == 2 and not window._tasks.busy, timeout=GUARD)
    assert [item.path.name for item in session.corpus] == ["other.txt", "old.txt"]


def test_sources_of_a_project_that_are_gone_stay_listed(window, session, qtbot, tmp_path):
    project = tmp_path / "handbook.vocabsmith"
    there = tmp_path / "there.txt"
    there.write_text("some text")
    items = CorpusItem(tmp_path / "gone.txt", "text", 9), CorpusItem(there, "text", 9)
    save_project(project, ProjectContents(items), known=None)
    window.projects.open(project)
    qtbot.waitUntil(lambda: len(session.corpus) == 2 and all(item.kind for item in session.corpus), timeout=GUARD)
    assert [(item.path.name, item.kind) for item in session.corpus] == [("gone.txt", "missing"), ("there.txt", "text")]
    qtbot.waitUntil(lambda: not window._tasks.busy, timeout=GUARD)
    assert not session.project.dirty
    assert [item.path for item in load_project(project).contents.corpus] == [tmp_path / "gone.txt", there]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_a_file_whose_name_is_not_unicode_is_listed_whole(window, session, qtbot, tmp_path):
    odd = tmp_path / os.fsdecode(b"\xf0.txt")
    odd.write_bytes(b"some text")
    window.opening.open([odd])
    qtbot.waitUntil(lambda: [item.path for item in session.corpus] == [odd], timeout=GUARD)
    assert session.can_undo == "Add \ufffd.txt"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_a_run_of_a_file_whose_name_is_not_unicode_is_kept(window, session, qtbot, tmp_path):
    odd = tmp_path / os.fsdecode(b"\xf0.txt")
    odd.write_bytes(b"the quick brown fox " * 500)
    window.opening.open([odd])
    page = window.stack.page("build")
    qtbot.waitUntil(page.start_action.isEnabled, timeout=GUARD)
    page.start_action.trigger()
    qtbot.waitUntil(lambda: bool(session.runs) and session.tokenizer is not None, timeout=GUARD)
    assert [run.name for run in session.runs] == ["\ufffd 32k"]
    assert session.current_name == "\ufffd 32k"
    assert session.project_runs == (session.runs[0].id,)


def test_a_kept_run_is_offered_and_its_tokenizer_loaded(window, session, qtbot, tmp_path):
    text = tmp_path / "fox.txt"
    text.write_text("the quick brown fox " * 500)
    with RunStore(tmp_path / "runs").begin("fox 300", [text], Recipe(vocab_size=300)) as run:
        run.train(Monitor())
        info = run.finish(seconds=1.0, threads=1, peak_memory=None, check="")
    session.set_runs([info])
    combo = window.top_bar.tokenizers
    assert combo.itemText(0) == f"fox 300, {info.vocab_size} tokens"
    combo.activated.emit(0)
    qtbot.waitUntil(lambda: session.tokenizer is not None, timeout=GUARD)
    assert session.current_name == "fox 300"
    assert session.shelf["fox 300"].run_id == info.id
    assert combo.currentText() == f"fox 300, {info.vocab_size} tokens"
