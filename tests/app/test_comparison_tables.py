"""What stands below the tables of `vocabsmith evaluate`."""

from __future__ import annotations

from pathlib import Path

import pytest

from vocabsmith import cli
from vocabsmith_engine import Recipe, train_from_counts


def last_line(folder: Path, capsys: pytest.CaptureFixture[str], documents: int) -> str:
    """That of the evaluation of so many records."""
    recipe = Recipe(vocab_size=258, min_frequency=1)
    train_from_counts([(b" low", 5)], recipe).tokenizer.save(folder / "out", formats=["huggingface"])
    text = folder / "text.jsonl"
    text.write_text("".join(f'{{"text": "low {place} lower"}}\n' for place in range(documents)))
    assert cli.main(["evaluate", "--tokenizer", str(folder / "out"), str(text)]) == 0
    return capsys.readouterr().out.splitlines()[-1]


def test_a_text_of_few_documents_has_no_ranges_and_is_told_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "No ranges: 10 documents or blocks of lines are needed, and the text has 9."
    assert last_line(tmp_path, capsys, documents=9) == said


def test_ten_documents_have_ranges(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert last_line(tmp_path, capsys, documents=10).startswith("In brackets: the 95 % range, by 10 documents")
