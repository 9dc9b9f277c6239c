"""A second start of the program hands its files to the first."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from vocabsmith import one_program, paths
from vocabsmith.corpus_items import CorpusItem
from vocabsmith.one_program import Doorbell, hand_over
from vocabsmith.project import ProjectContents, load_project, save_project

GUARD = 10_000
PROJECT = Path("/texts/handbook.vocabsmith")


@pytest.fixture(autouse=True)
def runtime_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sockets have short paths, so this one is not where the test's other files are."""
    folder = Path(f"/tmp/vs-{os.getpid()}-{time.monotonic_ns()}")
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    monkeypatch.delenv("XDG_ACTIVATION_TOKEN", raising=False)
    yield folder
    for left in folder.iterdir():
        left.unlink()
    folder.rmdir()
    del tmp_path


@pytest.fixture
def bell(qapp):
    del qapp
    made = Doorbell()
    yield made
    made.close()


CALL = """
import json, sys
from pathlib import Path
from vocabsmith.one_program import hand_over
project, files = json.loads(sys.argv[1])
sys.exit(hand_over(project and Path(project), files, patience=30))
"""


def call_beside(project: Path | None, files: list[str], qtbot) -> bool:
    """The answer that another process gets, while the loop of this one answers it."""
    what = json.dumps([project and str(project), files])
    with subprocess.Popen([sys.executable, "-c", CALL, what]) as caller:
        qtbot.waitUntil(lambda: caller.poll() is not None, timeout=GUARD)
    return bool(caller.returncode)


def test_files_reach_the_program_that_listens(bell, qtbot):
    assert bell.listen(PROJECT)
    rung: list[list[Path]] = []
    bell.rung.connect(rung.append)
    odd = os.fsdecode(b"/texts/\xf0.txt")
    assert call_beside(PROJECT, ["/texts/a.txt", odd], qtbot)
    assert rung == [[Path("/texts/a.txt"), Path(odd)]]


def test_a_call_without_files_only_brings_the_window_forward(bell, qtbot):
    bell.listen(None)
    rung: list[list[Path]] = []
    bell.rung.connect(rung.append)
    assert call_beside(None, [], qtbot)
    assert rung == [[]]


def test_nobody_answers_for_another_project(bell):
    bell.listen(PROJECT)
    assert not hand_over(None)
    assert not hand_over(Path("/texts/other.vocabsmith"))


def test_listening_follows_the_project(bell, qtbot):
    bell.listen(None)
    bell.listen(PROJECT)
    assert not hand_over(None)
    assert call_beside(PROJECT, [], qtbot)


def test_a_link_leads_to_the_same_project(bell, qtbot, tmp_path):
    project = tmp_path / "a.vocabsmith"
    project.touch()
    (tmp_path / "link.vocabsmith").symlink_to(project)
    bell.listen(project)
    assert call_beside(tmp_path / "link.vocabsmith", [], qtbot)


def test_two_programs_do_not_listen_for_one_project(bell, qapp):
    del qapp
    other = Doorbell()
    assert bell.listen(PROJECT)
    assert not other.listen(PROJECT)
    bell.close()
    assert other.listen(PROJECT)
    other.close()


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes go with their process")
def test_a_socket_left_by_a_crash_is_taken_over(bell, qtbot):
    left = socket.socket(socket.AF_UNIX)
    left.bind(one_program._socket_name(PROJECT))
    left.close()
    assert not hand_over(PROJECT)
    assert bell.listen(PROJECT)
    assert call_beside(PROJECT, [], qtbot)


@pytest.mark.skipif(sys.platform == "win32", reason="a Unix socket stands for the program that hangs")
def test_a_program_that_hangs_is_not_waited_for():
    with socket.socket(socket.AF_UNIX) as hanging:
        hanging.bind(one_program._socket_name(PROJECT))
        hanging.listen()
        began = time.monotonic()
        assert not hand_over(PROJECT, ["/a.txt"], patience=0.1)
        assert time.monotonic() - began < 10


WAKES_SLOWLY = """
import socket, sys, time
with socket.socket(socket.AF_UNIX) as idle:
    idle.bind(sys.argv[1])
    idle.listen()
    print("listens", flush=True)
    caller, _ = idle.accept()
    with caller:
        time.sleep(float(sys.argv[2]))
        caller.recv(1000)
        caller.sendall(b"ok\\n")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a Unix socket stands for the program that was idle")
def test_a_program_that_wakes_slowly_is_waited_for():
    slow = [sys.executable, "-c", WAKES_SLOWLY, one_program._socket_name(PROJECT), str(one_program.PATIENCE + 0.3)]
    with subprocess.Popen(slow, stdout=subprocess.PIPE, text=True) as idle:
        assert idle.stdout.readline() == "listens\n"
        assert hand_over(PROJECT, ["/a.txt"])


@pytest.mark.skipif(sys.platform == "win32", reason="a Unix socket stands for the other program")
@pytest.mark.parametrize(
    "said", [b"\n", b"{}\n", b'{"files": [3], "activation": ""}\n', b'{"files": 3}\n', b"[" * 9999 + b"\n"]
)
def test_a_call_that_makes_no_sense_is_not_answered(bell, qtbot, said: bytes):
    bell.listen(PROJECT)
    rung: list[object] = []
    bell.rung.connect(rung.append)
    answers: list[bytes] = []

    def call() -> None:
        with socket.socket(socket.AF_UNIX) as caller:
            caller.connect(one_program._socket_name(PROJECT))
            caller.sendall(said)
            answers.append(caller.recv(10))

    beside = threading.Thread(target=call)
    beside.start()
    qtbot.waitUntil(lambda: bool(answers), timeout=GUARD)
    beside.join()
    assert (answers, rung) == ([b""], [])


PROGRAM = """
import sys
from functools import partial
from pathlib import Path
from PySide6.QtCore import QTimer
from vocabsmith import starting
from vocabsmith.__main__ import main
from vocabsmith.main_window import MainWindow
from vocabsmith.main_window.opening import Opening
from vocabsmith.session import Session

usual = Opening.open

def open_and_tell(self, paths, take_texts=None):
    if paths:
        print("files", *[path.name for path in paths], flush=True)
    usual(self, paths, take_texts)

def report(self, level, text, usual=Session.report):
    if level == "error":
        print("error", text, flush=True)
    usual(self, level, text)

def forward(self):
    print("forward", flush=True)

def shown(self, event):
    QTimer.singleShot(0, lambda: print("ready", flush=True))

starting.hand_over = partial(starting.hand_over, patience=30)  # however busy the machine is
Opening.open = open_and_tell
Session.report = report
MainWindow.come_forward = forward
MainWindow.showEvent = shown
sys.exit(main())
"""


class Started(subprocess.Popen[str]):
    """A start of the program; it goes when its test fails, which would wait for it otherwise."""

    def __exit__(self, kind, error, trace) -> None:
        if kind is not None:
            self.kill()
        super().__exit__(kind, error, trace)


def start(*arguments: str | Path) -> Started:
    command = [sys.executable, "-c", PROGRAM, *map(str, arguments)]
    return Started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM ends a program at once there")
def test_a_second_start_hands_over_and_a_signal_ends_the_first_well(tmp_path: Path):
    corpus = tmp_path / "handbook.txt"
    corpus.write_text("a text\n" * 100)
    with start() as first:
        assert first.stdout.readline() == "ready\n"
        with start(corpus) as second:
            told = second.communicate(timeout=60)
        assert (second.returncode, told) == (0, ("", ""))
        assert first.stdout.readline() == "forward\n"
        assert first.stdout.readline() == "files handbook.txt\n"
        with start(tmp_path / "other.vocabsmith") as third:
            assert third.stdout.readline() == "ready\n"
            third.send_signal(signal.SIGINT)
            assert third.wait(60) == 0
        first.send_signal(signal.SIGTERM)
        _, errors = first.communicate(timeout=60)
    assert first.returncode == 0
    assert "Traceback" not in errors
    assert "Destroyed" not in errors


@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM ends a program at once there")
def test_a_window_whose_project_cannot_be_opened_leaves_unsaved_work_to_the_other_one(tmp_path: Path):
    untitled = paths.data_dir() / "unsaved" / "untitled.vocabsmith"
    untitled.parent.mkdir(parents=True)
    corpus = tmp_path / "handbook.txt"
    corpus.write_text("a text\n")
    save_project(untitled, ProjectContents((CorpusItem(corpus, "text", 7),)), known=None)
    newer = tmp_path / "newer.vocabsmith"
    newer.write_text('{"vocabsmith_project": 2}')
    with start() as first:
        assert first.stdout.readline() == "ready\n"
        with start(newer) as second:
            lines = {second.stdout.readline(), second.stdout.readline()}
            assert "ready\n" in lines
            (told,) = lines - {"ready\n"}
            assert "newer.vocabsmith: is of version 2" in told
            assert told.endswith("Another window keeps its unsaved work: save what you do in this one.\n")
            second.send_signal(signal.SIGTERM)
            assert second.wait(60) == 0
        assert load_project(untitled).contents.corpus[0].path == corpus
        with start() as third:
            assert third.wait(60) == 0
        assert first.stdout.readline() == "forward\n"
        first.send_signal(signal.SIGTERM)
        assert first.wait(60) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM ends a program at once there")
def test_a_window_whose_project_cannot_be_opened_takes_the_place_of_the_untitled_one(tmp_path: Path):
    with start(tmp_path / "gone.vocabsmith") as first:
        lines = {first.stdout.readline(), first.stdout.readline()}
        (told,) = lines - {"ready\n"}
        assert "gone.vocabsmith: cannot be read" in told
        assert "Another window" not in told
        with start() as second:
            assert second.wait(60) == 0
        assert first.stdout.readline() == "forward\n"
        first.send_signal(signal.SIGTERM)
        assert first.wait(60) == 0
