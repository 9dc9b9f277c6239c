"""`vocabsmith train --run`: runs that survive, and are gone on with."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from vocabsmith import cli
from vocabsmith.commands import run_option
from vocabsmith.commands.saving import Saving
from vocabsmith_engine import Monitor, Tokenizer
from vocabsmith_engine.formats import SaveReport
from vocabsmith_engine.runs import LiveRun, RunState, info_in
from vocabsmith_resources.samples import sample_path

TEXT = "the cat sat on the mat, the cat sat\n" * 20


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "corpus.txt"
    path.write_text(TEXT, "utf-8")
    return path


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.main(["train", *arguments]) == 2
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1
    return printed


def begun(capsys: pytest.CaptureFixture[str], *more: str) -> None:
    options = ["--vocab-size", "270", "--special-token", "<|end|>", "--run", "kept", "--output", "out"]
    assert cli.main(["train", "corpus.txt", *options, *more]) == 0
    capsys.readouterr()


def test_the_run_is_kept_in_the_folder_which_json_names(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--vocab-size", "270", "--run", "kept", "--output", "out", "--json"]
    assert cli.main(["train", "corpus.txt", *options]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["run"] == "kept"
    info = info_in(corpus.parent / "kept")
    assert info is not None
    assert (info.name, info.state, info.vocab_size) == ("kept", RunState.FINISHED, facts["vocab_size"])


@pytest.mark.usefixtures("corpus")
def test_without_it_json_names_no_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["train", "corpus.txt", "--vocab-size", "270", "--output", "out", "--json"]) == 0
    assert "run" not in json.loads(capsys.readouterr().out)


@pytest.mark.usefixtures("corpus")
def test_a_run_that_has_ended_is_saved_once_more(capsys: pytest.CaptureFixture[str]) -> None:
    begun(capsys)
    assert cli.main(["train", "--run", "kept", "--output", "again"]) == 0
    assert "has ended before: its result is saved" in capsys.readouterr().err
    assert Tokenizer.load("again").tokens == Tokenizer.load("out").tokens


@pytest.mark.usefixtures("corpus")
def test_files_and_recipe_may_be_said_again(capsys: pytest.CaptureFixture[str]) -> None:
    begun(capsys)
    begun(capsys)
    assert cli.main(["train", "./corpus.txt", "--run", "kept", "--output", "again"]) == 0


def test_other_files_than_those_of_the_run_are_refused(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun(capsys)
    (corpus.parent / "other.txt").write_text(TEXT, "utf-8")
    message = refused(capsys, "other.txt", "--run", "kept", "--output", "again")
    assert "other.txt: contradicts the run in kept, which learns from other files" in message


@pytest.mark.usefixtures("corpus")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--vocab-size", "300"], "vocab_size 300: contradicts the run in kept, which has 270"),
        (["--pretokenizer", "cl100k"], "pretokenizer 'cl100k': contradicts the run in kept, which has 'gpt2'"),
        (["--vocab-size", "270"], "special_tokens []: contradicts the run in kept, which has ['<|end|>']"),
        (["--names", "*.txt"], "--names *.txt: contradicts the run in kept"),
        (["--skip-bad"], "--skip-bad: contradicts the run in kept"),
        (["--kind", "text"], "say how FILES are read, and there are none"),
    ],
)
def test_another_recipe_than_that_of_the_run_is_refused(
    capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    begun(capsys)
    assert message in refused(capsys, "--run", "kept", "--output", "again", *options)


@pytest.mark.usefixtures("corpus")
def test_a_new_run_needs_a_size(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--vocab-size: is missing" in refused(capsys, "corpus.txt", "--run", "kept", "--output", "out")
    assert not Path("kept").exists()


@pytest.mark.usefixtures("corpus")
def test_a_folder_with_other_files_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    message = refused(capsys, "corpus.txt", "--vocab-size", "270", "--run", ".", "--output", "out")
    assert "holds other files" in message
    assert Path("corpus.txt").exists()


@pytest.mark.usefixtures("corpus")
def test_a_damaged_run_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    begun(capsys)
    Path("kept/run.json").write_text("{", "utf-8")
    assert "kept: holds a damaged run" in refused(capsys, "--run", "kept", "--output", "again")


def test_ctrl_c_leaves_the_run_to_go_on_with_and_says_how(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    train = LiveRun.train

    def interrupted(run: LiveRun, monitor: Monitor) -> object:
        def interrupt() -> None:
            while not monitor.progress().merges:
                time.sleep(0.0005)
            os.kill(os.getpid(), signal.SIGINT)

        threading.Thread(target=interrupt).start()
        return train(run, monitor)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(run_option.LiveRun, "train", interrupted)
    options = ["--vocab-size", "200000", "--min-frequency", "1"]
    assert cli.main(["train", str(sample_path()), *options, "--run", "my run", "--output", "out"]) == 130
    assert "Go on with: vocabsmith train --run 'my run' --output out." in capsys.readouterr().err
    assert not Path("out").exists()
    monkeypatch.setattr(run_option.LiveRun, "train", train)
    assert cli.main(["train", "--run", "my run", "--output", "out"]) == 0
    assert cli.main(["train", str(sample_path()), *options, "--output", "unbroken"]) == 0
    assert Path("out/tokenizer.json").read_bytes() == Path("unbroken/tokenizer.json").read_bytes()


def test_ctrl_c_while_saving_says_where_the_run_is_kept(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save = Saving.save

    def interrupted(saving: Saving, tokenizer: Tokenizer, monitor: Monitor) -> SaveReport:
        os.kill(os.getpid(), signal.SIGINT)
        while not monitor.stop_requested:
            time.sleep(0.0005)
        return save(saving, tokenizer, monitor)

    monkeypatch.setattr(Saving, "save", interrupted)
    assert cli.main(["train", str(corpus), "--vocab-size", "270", "--run", "kept", "--output", "out"]) == 130
    told = capsys.readouterr().err
    assert "Go on with: vocabsmith train --run kept --output out." in told
    assert "nothing" not in told
    monkeypatch.setattr(Saving, "save", save)
    assert cli.main(["train", "--run", "kept", "--output", "out"]) == 0
    assert Path("out/tokenizer.json").exists()


def test_a_run_in_a_folder_that_another_process_works_in_is_refused(
    corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = (
        "import sys; from pathlib import Path; from vocabsmith_engine import Recipe\n"
        "from vocabsmith_engine.runs import begin_in\n"
        "run = begin_in(Path('kept'), 'kept', 'corpus.txt', Recipe(vocab_size=270)); print('begun', flush=True)\n"
        "sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], cwd=corpus.parent, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"begun\n"
        assert "kept: is being worked on" in refused(capsys, "--run", "kept", "--output", "out")
        other.kill()
    assert cli.main(["train", "--run", "kept", "--output", "out"]) == 0
