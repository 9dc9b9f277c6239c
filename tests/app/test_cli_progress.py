"""Progress on the command line, and Ctrl-C."""

from __future__ import annotations

import io
import json
import os
import signal
import threading
import time
from itertools import pairwise
from pathlib import Path

import pytest
from rich.console import Console

from vocabsmith import cli
from vocabsmith.commands import run_option
from vocabsmith.commands.progress import JsonLines, Nothing, StageBars
from vocabsmith.commands.watching import Interrupts, run_watched
from vocabsmith_engine import Monitor, Progress, Stopped, Tokenizer
from vocabsmith_engine import train as train_tokenizer
from vocabsmith_resources.samples import sample_path


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.txt"
    path.write_text("the cat sat on the mat, the cat sat\n" * 20, "utf-8")
    return path


def test_progress_as_json_never_falls_back_within_a_stage_and_never_passes_its_total(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--vocab-size", "4000", "--progress", "json", "--output", str(tmp_path / "out")]
    assert cli.main(["train", str(sample_path()), *options]) == 0
    events = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert events
    for event in events:
        assert event["total"] is None or event["done"] <= event["total"]
    for before, after in pairwise(events):
        assert before["stage"] != after["stage"] or before["done"] <= after["done"]


def test_a_stage_that_ended_between_two_looks_is_shown_full(capsys: pytest.CaptureFixture[str]) -> None:
    display = JsonLines()
    display.show(Progress("reading", 60, 100, 10.0, 0))
    display.show(Progress("merging", 5, 50, 10.0, 5))
    shown = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [(event["stage"], event["done"]) for event in shown] == [("reading", 60), ("reading", 100), ("merging", 5)]


def test_without_a_terminal_nothing_but_notes_goes_to_standard_error(
    corpus: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["train", str(corpus), "--vocab-size", "260", "--output", str(tmp_path / "out")]) == 0
    assert capfd.readouterr().err == ""


def long_line(folder: Path) -> str:
    path = folder / "line.txt"
    path.write_text("ACGT" * 17_500)
    return str(path)


def test_a_long_piece_is_told_once_on_standard_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--vocab-size", "260", "--pretokenizer", "none", "--output", str(tmp_path / "out")]
    assert cli.main(["train", long_line(tmp_path), *options]) == 0
    told = "note: The longest piece: 70,000 bytes, a whole document, as no pattern cuts it."
    assert [line[: len(told)] for line in capsys.readouterr().err.splitlines()] == [told]


def test_notes_are_events_of_their_own_among_progress_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--vocab-size", "260", "--special-token", " x", "--progress", "json", "--output", str(tmp_path / "out")]
    assert cli.main(["train", long_line(tmp_path), *options, "--json"]) == 0
    printed = capsys.readouterr()
    events = [json.loads(line) for line in printed.err.splitlines()]
    told = [event["note"] for event in events if "note" in event]
    assert told[0] == "Special token ' x' begins or ends with white space, which is easily lost."
    assert told[1].startswith("The longest piece: 70,000 bytes, where gpt2 finds nothing to cut.")
    assert json.loads(printed.out)["notes"] == told[1:]


def test_a_note_stands_on_a_line_of_its_own_above_the_bars() -> None:
    screen = io.StringIO()
    display = StageBars(Console(file=screen, force_terminal=True, width=100))
    with display.shown():
        display.show(Progress("merging", 5, 50, 10.0, 5))
        display.note("the text is long")
    assert "note: the text is long\n" in screen.getvalue().replace("\r", "")


def interrupt_when(condition: threading.Event) -> None:
    condition.wait(timeout=60)
    os.kill(os.getpid(), signal.SIGINT)


def test_ctrl_c_stops_the_work_through_its_monitor() -> None:
    monitor, running = Monitor(), threading.Event()

    def work(monitor: Monitor) -> str:
        running.set()
        while monitor.checkpoint():
            time.sleep(0.001)
        return "stopped"

    thread = threading.Thread(target=interrupt_when, args=(running,))
    thread.start()
    with Interrupts(monitor) as interrupts:
        assert run_watched(work, monitor=monitor, display=Nothing(), interrupts=interrupts) == "stopped"
    thread.join()


def test_ctrl_c_while_merging_saves_what_was_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted_train(
        sources: object, recipe: object, monitor: Monitor, *more: object, **settings: object
    ) -> object:
        merging = threading.Event()

        def watch() -> None:
            while not monitor.progress().merges:
                time.sleep(0.0005)
            monitor.pause()
            merging.set()

        for target, arguments in ((watch, ()), (interrupt_when, (merging,))):
            threading.Thread(target=target, args=arguments).start()
        return train_tokenizer(sources, recipe, monitor, *more, **settings)

    monkeypatch.setattr(run_option, "train", interrupted_train)
    options = ["--vocab-size", "200000", "--min-frequency", "1", "--output", str(tmp_path / "out"), "--json"]
    assert cli.main(["train", str(sample_path()), *options]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["stop_reason"] == "stopped"
    assert facts["merges"] > 0
    assert Tokenizer.load(tmp_path / "out").vocab_size == 256 + facts["merges"]


def test_ctrl_c_before_merging_leaves_nothing_and_exits_with_130(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, corpus: Path
) -> None:
    def stopped_while_reading(*_: object, **__: object) -> object:
        raise Stopped("the run", "was stopped while reading", "Start it again")

    monkeypatch.setattr(run_option, "train", stopped_while_reading)
    assert cli.main(["train", str(corpus), "--vocab-size", "300", "--output", str(tmp_path / "out")]) == 130
    assert not (tmp_path / "out").exists()
