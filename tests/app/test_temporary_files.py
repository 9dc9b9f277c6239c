"""What the program puts among the temporary files goes with it."""

import os
import subprocess
import sys
from pathlib import Path

START_AND_CLOSE = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from vocabsmith import application

lives = QApplication.exec

def close_soon(*_application):
    QTimer.singleShot(200, lambda: [window.close() for window in QApplication.topLevelWidgets()])
    return lives()

QApplication.exec = close_soon
sys.exit(application.run([]))
"""


def test_a_closed_program_leaves_no_temporary_files(tmp_path: Path) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    told = {**os.environ, "TMPDIR": str(folder), "TEMP": str(folder), "TMP": str(folder), "XDG_RUNTIME_DIR": ""}
    ended = subprocess.run([sys.executable, "-c", START_AND_CLOSE], env=told, timeout=60, check=False)
    assert ended.returncode == 0
    assert list(folder.iterdir()) == []
