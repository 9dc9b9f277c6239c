"""Files that somebody changed at random: a tokenizer, or one line that says what is wrong; nothing else, and soon."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hostile_sets import READERS, Case, load_and_use

SECONDS = 100.0  # ten times what a file may take


@pytest.mark.parametrize("reader", READERS)
def test_a_changed_file_is_loaded_or_refused(reader: str, tmp_path: Path) -> None:
    dice = random.Random(20261130)
    (tmp_path / "sets").mkdir()
    sets = READERS[reader](tmp_path / "sets")
    outcomes = set()
    for number in range(150):
        path = Case.drawn(reader, sets, dice).write(tmp_path / str(number))
        began = time.monotonic()
        outcomes.add(load_and_use(path))
        assert time.monotonic() - began < SECONDS
    assert {"loaded", "refused"} <= outcomes
