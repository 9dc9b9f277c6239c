"""The Compare page while it works, and what it saves."""

import pytest
from compare_bench import BYTES, LEFT, LOW, CompareBench
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from vocabsmith.operations import evaluate_texts
from vocabsmith.pages.compare_page import comparer
from vocabsmith.widgets.tokenizer_picker import PickedTokenizer
from vocabsmith_engine import FormatError

BOTH = (("low", LOW), ("bytes", BYTES))


@pytest.fixture
def bench(qtbot, session, tasks, tmp_path, palette):
    made = CompareBench(qtbot, session, tasks, tmp_path, palette)
    yield made
    made.page.comparer.end()


# --- while it works


def test_an_added_tokenizer_is_the_only_one_that_is_evaluated(bench, monkeypatch):
    bench.compare(("low", LOW))
    bench.add(bench.file("a.txt", "low"))
    asked = []
    whole = evaluate_texts.evaluate

    def noting(tokenizers, files, *args, **kwargs):
        asked.append((list(tokenizers), [file.path.name for file in files]))
        return whole(tokenizers, files, *args, **kwargs)

    monkeypatch.setattr(evaluate_texts, "evaluate", noting)
    bench.page.add_picked(PickedTokenizer("bytes", BYTES))
    bench.settle()
    assert asked == [([BYTES], ["a.txt"])]
    bench.add(bench.file("b.txt", "low"))
    assert asked[1:] == [([LOW, BYTES], ["b.txt"])]


def test_typing_changes_no_figures_of_files(qtbot, bench):
    bench.compare(*BOTH)
    bench.add(bench.file("a.txt", "low"))
    seen = []
    bench.page.comparer.combined.connect(lambda: seen.append(1))
    qtbot.keyClicks(bench.page.texts.editor, "low")
    bench.settle()
    assert seen == []
    assert bench.page.cuts.view.told(0) == "1 token, 1 not shared"


@pytest.fixture
def slow(monkeypatch):
    """Evaluates until it is stopped, or let go on."""
    whole = evaluate_texts.evaluate
    state = {"hold": True, "asked": 0}

    def waiting(tokenizers, files, monitor, **kwargs):
        state["asked"] += 1
        while state["hold"]:
            monitor.raise_if_stopped()
        return whole(tokenizers, files, monitor, **kwargs)

    monkeypatch.setattr(evaluate_texts, "evaluate", waiting)
    return state


def test_a_stop_from_the_job_bar_is_told_and_can_be_taken_back(qtbot, bench, slow):
    bench.compare(*BOTH)
    bench.page.add_paths([bench.file("a.txt", "low")])
    qtbot.waitUntil(lambda: slow["asked"] == 1)
    assert [task.title for task in bench.tasks.jobs] == ["Comparing"]
    bench.tasks.jobs[0].stop()
    bench.settle()
    message = bench.page.metrics.message
    assert message.text() == "Stopped: the figures are about 0 of 1 text."
    slow["hold"] = False
    qtbot.mouseClick(message.button, LEFT)
    bench.settle()
    assert bench.row("tokens") == ["1, best", "3"]
    assert not message.isVisible()


def failing_once(monkeypatch, owner, name):
    """Has a function fail the first time it is called."""
    whole, calls = getattr(owner, name), []

    def attempt(*args, **kwargs):
        calls.append(name)
        if len(calls) == 1:
            raise FormatError("the disk", "went away", "Bring it back")
        return whole(*args, **kwargs)

    monkeypatch.setattr(owner, name, attempt)


@pytest.mark.parametrize("name", ["evaluate_jobs", "combine"])
def test_what_went_wrong_is_told_until_it_goes_well(qtbot, bench, monkeypatch, name):
    failing_once(monkeypatch, comparer, name)
    bench.compare(*BOTH)
    bench.add(bench.file("a.txt", "low"))
    message = bench.page.metrics.message
    if name == "evaluate_jobs":
        assert message.text() == "the disk: went away. Bring it back."
        qtbot.mouseClick(message.button, LEFT)
        bench.settle()
    assert bench.row("tokens") == ["1, best", "3"]
    assert (message.text(), bench.page.comparer.failure) == ("", "")


def test_a_text_that_is_removed_while_it_is_read_is_not_read_on(qtbot, bench, slow):
    bench.compare(*BOTH)
    bench.page.add_paths([bench.file("a.txt", "low")])
    qtbot.waitUntil(lambda: slow["asked"] == 1)
    bench.page.texts.list.selectRow(0)
    qtbot.keyClick(bench.page.texts.list, Qt.Key.Key_Delete)
    bench.settle()
    assert not bench.page.comparer.stopped
    assert bench.page.metrics.message.text() == ""


def test_a_tokenizer_that_is_added_meanwhile_waits_for_its_turn(qtbot, bench, slow):
    bench.compare(("low", LOW))
    bench.page.add_paths([bench.file("a.txt", "low")])
    qtbot.waitUntil(lambda: slow["asked"] == 1)
    bench.page.add_picked(PickedTokenizer("bytes", BYTES))
    slow["hold"] = False
    bench.settle()
    assert slow["asked"] == 2
    assert bench.row("tokens") == ["1, best", "3"]


def test_the_typed_text_is_cut_while_files_are_read(qtbot, bench, slow):
    bench.compare(*BOTH)
    bench.page.add_paths([bench.file("a.txt", "low")])
    qtbot.waitUntil(lambda: slow["asked"] == 1)
    qtbot.keyClicks(bench.page.texts.editor, "low")
    qtbot.waitUntil(lambda: "low: 1 token, 1 not shared" in bench.page.cuts.view.accessibleDescription())
    slow["hold"] = False
    bench.settle()


def test_all_can_be_closed_while_it_works(qtbot, bench, slow):
    bench.compare(*BOTH)
    bench.page.add_paths([bench.file("a.txt", "low")])
    qtbot.waitUntil(lambda: slow["asked"] == 1)
    assert bench.tasks.wait_all(10)
    qtbot.waitUntil(lambda: not bench.page.comparer._timer.isActive())


def test_a_large_text_is_sampled_until_all_of_it_is_wanted(qtbot, bench, monkeypatch):
    for module in ("vocabsmith.pages.compare_page.page", "vocabsmith.operations.evaluate_texts"):
        monkeypatch.setattr(f"{module}.SAMPLE", 20_000)
    bench.compare(*BOTH)
    bench.add(bench.file("a.txt", "low low low\n" * 10_000))
    pane = bench.page.texts
    assert pane.model.texts[0].facts(20_000) == "20 kB of 120 kB"
    assert "of 120 kB, sampled" in pane._details.text()
    sampled = int(bench.row("tokens")[1].replace(",", ""))
    assert 5_000 < sampled <= 30_000
    qtbot.mouseClick(pane.read_all, LEFT, pos=pane.read_all.rect().center() / 4)
    bench.settle()
    assert bench.row("tokens")[1] == "120,000"
    assert "sampled" not in pane._details.text()


# --- saving


@pytest.mark.parametrize(("entry", "ending"), [(0, ".csv"), (1, ".md"), (2, ".png")])
def test_the_comparison_is_saved(bench, monkeypatch, tmp_path, entry: int, ending: str):
    bench.compare(*BOTH)
    bench.write("low low")
    path = tmp_path / "out"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    bench.page.metrics.save_button.entries.actions()[entry].trigger()
    bench.settle()
    content = path.with_name(f"out{ending}").read_bytes()
    begins = {".csv": b"scope,name,metric", ".md": b"# Comparison of tokenizers", ".png": b"\x89PNG"}
    assert content.startswith(begins[ending])


def test_nothing_can_be_saved_before_there_is_something(bench):
    bench.compare(*BOTH)
    assert not bench.page.metrics.save_button.isEnabled()


def test_a_place_that_cannot_be_written_is_told_with_what_to_do(bench, tmp_path):
    bench.compare(*BOTH)
    bench.write("low")
    (tmp_path / "file").touch()
    bench.page.saving.save(tmp_path / "file" / "out.csv")
    bench.settle()
    message = bench.page.metrics.message
    assert message.level == "error"
    assert message.button.text() == "Save elsewhere…"
