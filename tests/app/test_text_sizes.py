"""Larger text, small windows and dense screens: nothing is cut, and no page has to be scrolled sideways."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SIZES = ("1440x900:150", "1280x800:150", "1024x700:125", "1024x700:100", "1024x700:150:sideways")
GUARD = 300  # seconds


@pytest.mark.parametrize("scale", ["1", "1.25", "1.5", "2"])
def test_nothing_is_cut_at_any_size_of_text(tmp_path: Path, scale: str):
    program = Path(__file__).with_name("sized_window.py")
    ended = subprocess.run(
        [sys.executable, str(program), str(tmp_path), *SIZES],
        env={**os.environ, "QT_SCALE_FACTOR": scale},
        capture_output=True,
        text=True,
        timeout=GUARD,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == "looked\n"
