"""Programs that are killed while they count, over kinds of files, compression and recipes drawn at random."""

import subprocess
import sys
from pathlib import Path

import pytest

HANG_GUARD = 300  # seconds; it takes about ten


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not forked there")
def test_counts_of_killed_programs_that_go_on_are_those_of_an_unbroken_one() -> None:
    script = Path(__file__).with_name("killed_counting.py")
    command = [sys.executable, str(script), "--seed", "1", "--cases", "12"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG_GUARD, check=False)
    assert done.stdout.endswith("wrong: []\n"), done.stdout + done.stderr
