"""`vocabsmith edit`: what would change is told, and then made and saved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vocabsmith import cli
from vocabsmith_engine import Recipe, Tokenizer, train_from_counts


@pytest.fixture
def trained(tmp_path: Path) -> Path:
    """b, ab, the, … and an end of text behind them, which has a role."""
    recipe = Recipe(vocab_size=262, special_tokens=("<|end|>",), specials="end", min_frequency=1)
    result = train_from_counts([(b" the", 9), (b" then", 5), (b" cat", 4)], recipe)
    result.tokenizer.save(tmp_path / "out", ["huggingface"], roles={"eos": "<|end|>"})
    return tmp_path / "out"


def edit(source: Path, *more: str) -> int:
    return cli.main(["edit", "--tokenizer", str(source), *more])


def test_a_dry_run_tells_what_goes_and_why_and_writes_nothing(
    trained: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    tokens = Tokenizer.load(trained).tokens
    assert tokens[256:] == (b"he", b"the", b" the", b" then", b"at", b"<|end|>")
    assert edit(trained, "--remove", "Ġthe", "--dry-run") == 0
    assert capfd.readouterr().out.splitlines() == [
        "260 tokens, 262 before",
        "2 tokens go: 1 removed, 1 because every merge that made them needs one that goes",
        "2 of 5 merges go",
        "2 ids between 260 and 261 move down by 2; 258 stay",
        "        258  Ġthe  removed",
        "        259  Ġthen  needs Ġthe",
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]


def test_the_same_for_programs(trained: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert edit(trained, "--remove", "258", "--add-special", "<x>", "--dry-run", "--json") == 0
    assert json.loads(capfd.readouterr().out) == {
        "vocab_size": {"before": 262, "after": 261},
        "merges": {"before": 5, "after": 3},
        "removed": [
            {"id": 258, "token": " the", "why": "asked"},
            {"id": 259, "token": " then", "why": "follows", "needs": 258},
        ],
        "broken_merges": [2, 3],
        "moved": {"old": [260, 261], "new": [258, 259]},
        "unchanged": 258,
        "added": {"<x>": 260},
        "reserved": {},
        "warnings": [],
    }


def test_what_was_made_is_saved_in_every_format_with_roles(trained: Path, tmp_path: Path) -> None:
    folder = tmp_path / "edited"
    options = ["--size", "260", "--add-special", "<x>", "--format", "huggingface,tiktoken", "--output", str(folder)]
    assert edit(trained, *options) == 0
    made = Tokenizer.load(folder)
    assert made.tokens[256:] == (b"he", b"the", b"<|end|>", b"<x>")
    assert dict(made.roles or {}) == {"eos": "<|end|>"}
    assert Tokenizer.load(folder / "edited.tiktoken").encode(" then<x>") == made.encode(" then<x>")


def test_ids_stay_if_asked(trained: Path, tmp_path: Path) -> None:
    assert edit(trained, "--remove", "257-258", "--keep-ids", "--output", str(tmp_path / "edited")) == 0
    made = Tokenizer.load(tmp_path / "edited")
    assert made.special_tokens == {"<|end|>": 261, "<|unused_0|>": 257, "<|unused_1|>": 258, "<|unused_2|>": 259}
    assert made.encode(" cat<|end|>") == [*Tokenizer.load(trained).encode(" cat"), 261]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--remove", "<|end|>"], "error: token 261 '<|end|>': has the role eos."),
        (["--remove", "999"], "error: 999: is no id; the last is 261."),
        (["--remove", "zzz"], "error: 'zzz': is no id and no token."),
        (["--remove", '"258"'], "error: '\"258\"': is no id and no token."),
        (["--remove", "0"], "is a byte, and any text is made of these."),
        (["--size", "5"], "error: vocabulary size 5: lies outside 257 (no merges) to 262 (all merges)."),
        (["--add-special", "<|end|>"], "error: special token '<|end|>': is there already, with the id 261."),
        ([], "error: the edit: asks for nothing."),
    ],
)
def test_what_cannot_be_is_one_line(
    trained: Path, tmp_path: Path, options: list[str], said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert edit(trained, *options, "--output", str(tmp_path / "edited")) == 2
    [line] = capfd.readouterr().err.splitlines()
    assert said in line
    assert not (tmp_path / "edited").exists()


def test_without_a_folder_only_a_dry_run_makes_sense(trained: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert edit(trained, "--remove", "258") == 2
    assert "--output FOLDER says where to save; --dry-run writes nothing" in capfd.readouterr().err


def test_what_an_added_token_collides_with_is_a_note(trained: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert edit(trained, "--add-special", "<|end|>x", "--dry-run") == 0
    [line] = capfd.readouterr().err.splitlines()
    assert line.startswith("note: special token '<|end|>': ")
    assert "<|end|>x" in line
