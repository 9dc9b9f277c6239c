"""`vocabsmith inspect`: a text as tokens, for people and for programs."""

from __future__ import annotations

import io
import json
import os
import sys
import threading
from pathlib import Path

import pytest

from vocabsmith import cli
from vocabsmith.commands.tables import table
from vocabsmith_engine import Pretokenizer, Recipe, train_from_counts


@pytest.fixture
def trained(tmp_path: Path) -> Path:
    recipe = Recipe(vocab_size=260, byte_order="value", special_tokens=["<|end|>"])
    result = train_from_counts([(b" the", 9), (b" cat", 5)], recipe)
    result.tokenizer.save(tmp_path / "out", formats=["huggingface"])
    return tmp_path / "out"


def type_in(monkeypatch: pytest.MonkeyPatch, content: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content.encode())))


def shown(trained: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert cli.main(["inspect", "--tokenizer", str(trained), *options]) == 0
    return capsys.readouterr().out


def test_a_text_is_shown_as_a_table_of_its_tokens(
    trained: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch, " the文<|end|>")
    assert shown(trained, capsys).splitlines() == [
        "12 characters, 14 bytes, 5 tokens, 2.80 bytes per token, 1 partial character",
        "",
        "#  token     id  bytes                 rank  learned    characters  piece",
        "1  Ġthe     258  20 74 68 65              2        –           0–4  Ġthe文",
        "2  E6       230  E6                       –        –  4–5 (a part)  Ġthe文",
        "3  96       150  96                       –        –  4–5 (a part)  Ġthe文",
        "4  87       135  87                       –        –  4–5 (a part)  Ġthe文",
        "5  <|end|>  259  3C 7C 65 6E 64 7C 3E     –        –          5–12  special",
    ]


def test_programs_get_every_place_of_a_token(
    trained: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch, "😀 the")
    answer = json.loads(shown(trained, capsys, "--json", "-"))
    (text,) = answer["texts"]
    assert (text["name"], text["characters"], text["bytes"]) == ("standard input", 5, 8)
    assert text["tokens"][4] == {
        "id": 258,
        "token": "Ġthe",
        "hex": "20746865",
        "special": False,
        "partial": False,
        "rank": 2,
        "learned": None,
        "code_points": [1, 5],
        "utf16": [2, 6],
        "bytes": [4, 8],
        "piece": {"hex": "20746865", "code_points": [1, 5], "offset": 0},
    }


def test_several_files_are_shown_one_below_the_other(
    trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / "a.txt", tmp_path / "b.txt"]
    files[0].write_text(" the")
    files[1].write_text("")
    assert shown(trained, capsys, *map(str, files)).splitlines() == [
        f"{files[0]}:",
        "4 characters, 4 bytes, 1 token, 4.00 bytes per token",
        "",
        "#  token   id  bytes        rank  learned  characters  piece",
        "1  Ġthe   258  20 74 68 65     2        –         0–4  Ġthe",
        "",
        f"{files[1]}:",
        "0 characters, 0 bytes, 0 tokens",
    ]


def test_special_tokens_may_be_text_or_refused(
    trained: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch, "<|end|>")
    assert len(json.loads(shown(trained, capsys, "--json", "--special", "as_text"))["texts"][0]["tokens"]) == 7
    type_in(monkeypatch, "<|end|>")
    assert cli.main(["inspect", "--tokenizer", str(trained), "--special", "refuse"]) == 2
    assert "special token '<|end|>' at character 0: is refused" in capsys.readouterr().err


def test_a_file_that_is_missing_is_named(trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["inspect", "--tokenizer", str(trained), str(tmp_path / "none.txt")]) == 2
    assert "none.txt" in capsys.readouterr().err


def test_columns_stand_below_one_another_under_wide_characters() -> None:
    assert list(table([("token", "id"), ("文", "7"), ("Ġthe", "258")])) == ["token   id", "文       7", "Ġthe   258"]


def test_a_long_text_is_cut_short_with_a_note(
    trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vocabsmith.operations.read_text.LONGEST", 8)
    (tmp_path / "a.txt").write_text(" the" * 3)
    assert cli.main(["inspect", "--tokenizer", str(trained), str(tmp_path / "a.txt")]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("8 characters, 8 bytes, 2 tokens")
    assert "only the first" in told.err


def test_a_trace_shows_the_text_behind_every_step(
    trained: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch, "x the\n<|end|>")
    assert shown(trained, capsys, "--show", "trace").splitlines() == [
        "Text (1 part)",
        "  xĠtheĊ<|end|>",
        "Special tokens: cut out in the text as it is: the leftmost first, the longest there (2 parts)",
        "  xĠtheĊ │ <|end|>",
        "Split: GPT-2: a match is a piece of its own (4 parts)",
        f"  by {Pretokenizer.of('gpt2').pattern}",
        "  x │ Ġthe │ Ċ │ <|end|>",
        "Tokens (4 tokens)",
        "  x │ Ġthe │ Ċ │ <|end|>",
    ]


def test_programs_get_every_stage_with_its_places(
    trained: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch, "x the")
    (text,) = json.loads(shown(trained, capsys, "--show", "trace", "--json"))["texts"]
    assert [stage["kind"] for stage in text["stages"]] == ["text", "added_tokens", "split"]
    assert text["stages"][2]["parts"] == [
        {"text": "x", "code_points": [0, 1], "changed": False, "added": False},
        {"text": " the", "code_points": [1, 5], "changed": False, "added": False},
    ]
    assert text["tokens"] == [
        {"id": 120, "hex": "78", "code_points": [0, 1]},
        {"id": 258, "hex": "20746865", "code_points": [1, 5]},
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_comes_through_a_pipe_with_a_name_is_inspected(
    trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text(" the cat"))
    writer.start()
    (text,) = json.loads(shown(trained, capsys, "--json", str(pipe)))["texts"]
    writer.join()
    assert (text["name"], text["characters"]) == (str(pipe), 8)
