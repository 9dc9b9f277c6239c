"""`vocabsmith encode`: threads, printing, and texts that are not told by their names."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import numpy as np
import pytest

from vocabsmith import cli
from vocabsmith_engine import Recipe, Tokenizer, train_from_counts


@pytest.fixture
def trained(tmp_path: Path) -> Path:
    result = train_from_counts([(b" the", 9), (b" cat", 5), (b"sat", 3)], Recipe(vocab_size=262))
    result.tokenizer.save(tmp_path / "out", formats=["huggingface"])
    return tmp_path / "out"


@pytest.mark.parametrize("threads", ["1", "2", "8"])
def test_the_threads_change_nothing(trained: Path, threads: str, tmp_path: Path) -> None:
    text = "the cat sat\non the mat\n" * 100_000  # more than one part
    (tmp_path / "text.txt").write_bytes(text.encode())
    ids = tmp_path / "ids.npy"
    file = str(tmp_path / "text.txt")
    assert cli.main(["encode", "--tokenizer", str(trained), file, "--output", str(ids), "--threads", threads]) == 0
    assert np.array_equal(np.load(ids), Tokenizer.load(trained).encode_array(text))


def test_at_least_one_thread_is_needed(trained: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["encode", "--tokenizer", str(trained), "--threads", "0"]) == 2
    assert "Invalid value for '--threads'" in capfd.readouterr().err


class CountingStream(io.StringIO):
    writes = 0

    def write(self, text: str) -> int:
        self.writes += 1
        return super().write(text)


def test_ids_are_printed_many_at_once(trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "text.txt").write_text("x" * 10_000)
    out = CountingStream()
    monkeypatch.setattr(sys, "stdout", out)
    assert cli.main(["encode", "--tokenizer", str(trained), str(tmp_path / "text.txt")]) == 0
    assert out.getvalue().split() == ["87"] * 10_000
    assert out.writes < 100  # PYTHONUNBUFFERED makes each of them a call of the system


def encoded(trained: Path, file: Path, capsys: pytest.CaptureFixture[str], *options: str) -> list[int]:
    assert cli.main(["encode", "--tokenizer", str(trained), str(file), *options]) == 0
    return [int(text) for text in capsys.readouterr().out.split()]


def test_records_are_refused_unless_they_are_said_to_be_text(
    trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = '{"text": "the cat"}\n'
    file = tmp_path / "a.jsonl"
    file.write_text(line)
    assert cli.main(["encode", "--tokenizer", str(trained), str(file)]) == 2
    assert "holds records (jsonl)" in capsys.readouterr().err
    assert encoded(trained, file, capsys, "--kind", "text") == Tokenizer.load(trained).encode(line)


def test_an_encoding_may_be_named(trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes("caf\u00e9".encode("utf-16-le"))
    ids = Tokenizer.load(trained).encode("caf\u00e9")
    assert encoded(trained, file, capsys, "--encoding", "utf-16-le") == ids
