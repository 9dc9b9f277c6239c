"""What is loaded with the engine: nothing that takes long and is seldom needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SEEN = "import sys; print('pyarrow' in sys.modules, 'tokenizers' in sys.modules, 'PySide6' in sys.modules)"
COUNT = "from vocabsmith_engine import Recipe, count_pieces; count_pieces(sys.argv[1], Recipe(vocab_size=256))"


def loaded(code: str, *arguments: str) -> str:
    command = [sys.executable, "-c", f"import sys; {code}; {SEEN}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize("code", ["import vocabsmith_engine", "import vocabsmith.cli"])
def test_arrow_and_other_libraries_wait_until_they_are_needed(code: str) -> None:
    assert loaded(code) == "False False False"


def test_text_is_counted_without_arrow_and_tables_with_it(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("text")
    (tmp_path / "a.csv").write_text("text\nwords\n")
    assert loaded(COUNT, str(tmp_path / "a.txt")) == "False False False"
    assert loaded(COUNT, str(tmp_path / "a.csv")) == "True False False"
