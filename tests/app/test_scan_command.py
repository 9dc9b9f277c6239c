"""`vocabsmith scan`: lines for people, a list for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vocabsmith import cli


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_bytes(b"some words<|endoftext|>")
    (tmp_path / "b.txt").write_bytes(b"some words<|endoftext|>")
    (tmp_path / "c.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    return tmp_path


def test_lines(corpus: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(corpus)
    assert cli.main(["scan", "."]) == 0
    assert capfd.readouterr().out.splitlines() == [
        "a.txt: text in UTF-8, 23 B, 1 document, longest piece 9 bytes",
        "  holds <|endoftext|> 1 time",
        "b.txt: text in UTF-8, 23 B, 1 document, longest piece 9 bytes",
        "  note: has the same content as a.txt.",
        "  holds <|endoftext|> 1 time",
        "c.png: cannot be used",
        "  bad: c.png: is a picture. There is no text to learn from; leave it out.",
        "",
        "3 files, 54 B, 2 documents, 1 bad, 1 repeated",
    ]


def test_a_list(corpus: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["scan", str(corpus), "--json", "--special-token", "words"]) == 0
    first, second, third = json.loads(capfd.readouterr().out)
    assert (first["documents"], first["bytes"], first["longest_piece"]) == (2, 23, 9)
    assert first["special_tokens"] == {"words": 1, "<|endoftext|>": 1}
    assert first["contents"][0]["kind"] == "text"
    assert second["duplicate_of"] == first["file"]
    assert "is a picture" in third["problems"][0]


def test_what_cannot_be_used_at_all_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["scan", str(tmp_path)]) == 0
    assert "is a folder without files" in capfd.readouterr().out
