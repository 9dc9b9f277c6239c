"""What stands under the window: paths, memory, crash reports, the choice of the front end."""

import logging
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from vocabsmith import __main__ as entry
from vocabsmith import application, crash_reports, memory, paths


def test_one_variable_moves_everything(home: Path):
    assert paths.config_dir() == home / "config"
    assert paths.log_dir() == home / "log"


def test_memory_in_use_is_that_of_this_process():
    assert memory.in_use() > 10_000_000
    assert memory.peak() >= memory.in_use() * 0.5


def test_an_error_leaves_a_report_that_is_shown_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog):
    monkeypatch.setattr(sys, "excepthook", lambda *_: None)
    told: list[Path] = []
    end = crash_reports.watch(tmp_path, told.append)
    try:
        raise ZeroDivisionError("one of a kind")
    except ZeroDivisionError as error:
        with caplog.at_level(logging.CRITICAL):
            sys.excepthook(type(error), error, error.__traceback__)
    end()
    assert len(told) == 1
    texts = crash_reports.take_new(tmp_path)
    assert len(texts) == 1
    assert "ZeroDivisionError: one of a kind" in texts[0]
    assert "Vocabsmith" in texts[0]
    assert crash_reports.take_new(tmp_path) == []


def test_a_quiet_session_leaves_no_report(tmp_path: Path):
    crash_reports.watch(tmp_path, lambda _: None)()
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_program_left_is_cleared_away_after_a_week(tmp_path: Path):
    left, fresh = tmp_path / "fault-1.txt", tmp_path / "fault-2.txt"
    for file in (left, fresh):
        file.touch()
    eight_days_ago = time.time() - 8 * 86_400
    os.utime(left, (eight_days_ago, eight_days_ago))
    assert crash_reports.take_new(tmp_path) == []
    assert list(tmp_path.iterdir()) == [fresh]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("name", ["fault-1.txt", "crash-1.txt"])
def test_a_file_that_another_program_has_just_taken_is_passed_over(tmp_path: Path, name: str):
    (tmp_path / name).symlink_to(tmp_path / "gone")  # listed, but not there when it is read
    assert crash_reports.take_new(tmp_path) == []


def test_a_crash_of_native_code_is_reported_at_the_next_start(tmp_path: Path):
    code = (
        "import sys, faulthandler\n"
        "from pathlib import Path\n"
        "from vocabsmith import crash_reports\n"
        "crash_reports.watch(Path(sys.argv[1]), print)\n"
        "faulthandler._sigsegv()\n"
    )
    ended = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, timeout=60, check=False)
    assert ended.returncode != 0
    texts = crash_reports.take_new(tmp_path)
    assert len(texts) == 1
    assert "Segmentation fault" in texts[0]


def test_without_a_display_one_line_says_what_to_do(monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sys, "argv", ["vocabsmith", "corpus.txt"])
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert entry.main() == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "no display" in told
    assert "vocabsmith train --help" in told


def test_without_a_place_for_logs_they_go_to_a_temporary_folder_and_it_is_said(tmp_path: Path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("VOCABSMITH_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder, notice = application.log_folder()
    assert folder.parent == tmp_path
    assert notice.endswith(f"logs go to {folder}.")


def test_commands_never_load_qt():
    code = (
        "import sys\n"
        "sys.argv = ['vocabsmith', '--version']\n"
        "from vocabsmith.__main__ import main\n"
        "try:\n    status = main()\nexcept SystemExit as end:\n    status = end.code\n"
        "assert not status, status\n"
        "assert not [name for name in sys.modules if name.startswith(('PySide6', 'pyqtgraph'))]\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("vocabsmith ")


def test_where_runs_cannot_be_kept_is_told(home: Path):
    store, notice = application.run_store()
    assert (store.folder, notice) == (home / "data" / "runs", "")
    (home / "data" / "runs").rmdir()
    (home / "data" / "runs").touch()
    store, notice = application.run_store()
    assert store is None
    assert notice.startswith("Runs are not kept: ")
    assert notice.endswith("Export what you want to keep.")
