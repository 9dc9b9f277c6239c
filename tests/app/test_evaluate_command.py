"""`vocabsmith evaluate`: a table for people, an object for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vocabsmith import cli
from vocabsmith_engine import Recipe, train_from_counts


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two tokenizers, one of which knows " the", and two texts."""
    for name, merges in (("small", 0), ("large", 3)):
        result = train_from_counts([(b" the", 9)], Recipe(vocab_size=256 + merges))
        result.tokenizer.save(tmp_path / name, formats=["huggingface"])
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text(" the the")
    (tmp_path / "texts" / "b.txt").write_text("x")
    return tmp_path


def run(folder: Path, *more: str) -> int:
    tokenizers = [f"--tokenizer={folder / name}" for name in ("small", "large")]
    return cli.main(["evaluate", *tokenizers, str(folder / "texts"), *more])


def test_the_table(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(folder) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[0] == "9 bytes, 9 characters, 3 words"
    assert lines[3].split()[1:5] == ["9", "1.00", "2.33", "33.3"]
    assert lines[4].split()[1:5] == ["3", "3.00", "1.00", "100.0"]
    assert lines[-2].split()[-2:] == ["1.00", "4.00"]
    assert lines[-1].split()[-2:] == ["1.00", "1.00"]


def test_the_object(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "--json") == 0
    small, large = json.loads(capfd.readouterr().out)["tokenizers"]
    assert (small["tokens"], large["tokens"]) == (9, 3)
    assert (small["words"], small["whole_word_share"], large["whole_word_share"]) == (3, 1 / 3, 1.0)
    assert [file["bytes_per_token"] for file in large["files"]] == [4.0, 1.0]
    assert small["vocabulary_share"] == 5 / 256


def test_a_missing_tokenizer_is_named(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["evaluate", "--tokenizer", str(folder / "none"), str(folder / "texts")]) == 2
    assert "does not exist" in capfd.readouterr().err
    assert cli.main(["evaluate", str(folder / "texts")]) == 2
    assert "--tokenizer" in capfd.readouterr().err
