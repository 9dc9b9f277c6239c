"""`vocabsmith inspect --show pattern` and `--show specials`, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vocabsmith import cli
from vocabsmith_engine import Recipe, train_from_counts


def saved(folder: Path, pretokenizer: str = "gpt2", special_tokens: tuple[str, ...] = ("<|end|>",)) -> Path:
    size = 256 + len(special_tokens)
    recipe = Recipe(vocab_size=size, pretokenizer=pretokenizer, special_tokens=special_tokens)
    train_from_counts([(b"a", 9)], recipe).tokenizer.save(folder / "out", formats=["gpt2"])
    return folder / "out" / "vocab.json"


@pytest.fixture
def trained(tmp_path: Path) -> Path:
    return saved(tmp_path)


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text("Ab 12345 x<|end|>", encoding="utf-8")
    return path


def shown(capsys: pytest.CaptureFixture[str], tokenizer: Path, *options: str) -> str:
    assert cli.main(["inspect", "--tokenizer", str(tokenizer), *options]) == 0
    return capsys.readouterr().out


def test_two_patterns_are_shown_with_their_figures_and_differences(trained, text, capsys) -> None:
    lines = shown(capsys, trained, str(text), "--show", "pattern", "--against", "cl100k").splitlines()
    assert lines[0] == "tokenizer: GPT-2"
    assert lines[2] == "against: GPT-4 (cl100k)"
    assert lines[5:10] == [
        f"{text}: 1 difference",
        "           pieces  distinct  longest  differ",
        "tokenizer       6         6        6       1",
        "against         8         8        3       3",
        "characters  tokenizer  against",
    ]
    assert lines[10] == "       2–8  Ġ12345     Ġ 123 45"


def test_programs_get_the_pieces_of_every_difference(trained, text, capsys) -> None:
    facts = json.loads(shown(capsys, trained, str(text), "--show", "pattern", "--against", r"\d|\D+", "--json"))
    (of_text,) = facts["texts"]
    assert of_text["against"] == {"pieces": 7, "distinct": 7, "longest": 9, "differing": 7}
    assert of_text["differences"] == [
        {
            "code_points": [0, 17],
            "tokenizer": ["Ab", " 12345", " x", "<|", "end", "|>"],
            "against": ["Ab ", "1", "2", "3", "4", "5", " x<|end|>"],
        }
    ]


def test_without_another_pattern_no_text_is_read(trained, capsys) -> None:
    facts = json.loads(shown(capsys, trained, "--show", "pattern", "--json"))
    assert facts["texts"] == []
    assert [warning["key"] for warning in facts["patterns"][0]["warnings"]] == ["newer characters", "long run"]


def test_what_engines_read_differently_is_told(trained, text, capsys) -> None:
    told = shown(capsys, trained, str(text), "--show", "pattern", "--against", r"\d{1,3}+|\D+")
    assert "  A counted repetition with + behind it {1,3}+ (differs)" in told.splitlines()
    assert "    Oniguruma, in tokenizers:  Repeats the counted part again and again" in told.splitlines()


def test_places_of_warnings_are_those_in_all_expressions_of_a_pattern(trained, text, capsys) -> None:
    facts = json.loads(shown(capsys, trained, str(text), "--show", "pattern", "--against", "deepseek3", "--json"))
    pattern = facts["patterns"][1]
    lines = "\n".join(pattern["expressions"])
    assert len(pattern["expressions"]) > 1
    for warning in pattern["warnings"]:
        begin, end = warning["places"][0]
        assert lines[begin:end] == warning["construct"]


def test_a_pattern_that_cannot_serve_is_one_line_of_error(trained, text, capsys) -> None:
    options = ["--show", "pattern", "--against", "regex:(a"]
    assert cli.main(["inspect", "--tokenizer", str(trained), str(text), *options]) == 2
    assert "is not a regular expression" in capsys.readouterr().err


def test_another_pattern_is_of_use_for_the_pattern_only(trained, text, capsys) -> None:
    assert cli.main(["inspect", "--tokenizer", str(trained), str(text), "--against", "gpt2"]) == 2
    assert "--show pattern" in capsys.readouterr().err


def test_special_tokens_are_listed_with_what_they_collide_with(tmp_path, text, capsys) -> None:
    tokenizer = saved(tmp_path, special_tokens=("<|end|>", "<|end|>2"))
    lines = shown(capsys, tokenizer, str(text), "--show", "specials").splitlines()
    assert lines[0] == "2 special tokens"
    assert "2 collisions" in lines
    assert any(line.startswith("  warning: <|end|>: It stands in the text 1 time") for line in lines)
    assert any(line.startswith("  info: <|end|>: <|end|>2 begins with it") for line in lines)


def test_programs_get_the_collisions(tmp_path, capsys) -> None:
    facts = json.loads(shown(capsys, saved(tmp_path, special_tokens=("<č>",)), "--show", "specials", "--json"))
    assert facts["tokens"] == [{"id": 256, "token": "<č>", "special": True, "rules": []}]
    (collision,) = facts["collisions"]
    assert (collision["kind"], collision["severity"], collision["count"]) == ("byte glyphs", "warning", None)


def test_a_usual_list_collides_with_nothing(trained, capsys) -> None:
    assert "Nothing collides." in shown(capsys, trained, "--show", "specials").splitlines()
