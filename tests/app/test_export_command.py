"""`vocabsmith export`: any tokenizer file in, any format out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vocabsmith import cli
from vocabsmith_engine import Recipe, Tokenizer, train_from_counts


@pytest.fixture
def trained(tmp_path: Path) -> Path:
    """A saved tokenizer with two special tokens, one of which ends a text."""
    recipe = Recipe(vocab_size=261, special_tokens=("<|end|>", "<|pad|>"))
    result = train_from_counts([(b" the", 9), (b" cat", 5)], recipe)
    result.tokenizer.save(tmp_path / "out", ["huggingface"], roles={"eos": "<|end|>"})
    return tmp_path / "out"


def export(source: Path, formats: str, folder: Path, *more: str) -> int:
    return cli.main(["export", "--tokenizer", str(source), "--format", formats, "--output", str(folder), *more])


def test_from_one_format_to_every_other_and_back(trained: Path, tmp_path: Path) -> None:
    ids = Tokenizer.load(trained).encode(" the cat<|end|> sat")
    every = "huggingface,gpt2,tiktoken,sentencepiece,gguf,vocab_tsv"
    assert export(trained, every, tmp_path / "all") == 0
    for number, file in enumerate(("tokenizer.json", "vocab.json", "all.tiktoken", "all.gguf")):
        assert Tokenizer.load(tmp_path / "all" / file).encode(" the cat<|end|> sat") == ids
        assert export(tmp_path / "all" / file, "huggingface", tmp_path / f"again{number}") == 0
        assert Tokenizer.load(tmp_path / f"again{number}").encode(" the cat<|end|> sat") == ids


def test_roles_and_a_chat_template_are_added_to_those_there_are(trained: Path, tmp_path: Path) -> None:
    (tmp_path / "chat.jinja").write_text("{{ messages }}")
    options = ["--role", "pad=<|pad|>", "--chat-template", str(tmp_path / "chat.jinja")]
    assert export(trained, "huggingface", tmp_path / "exported", *options) == 0
    loaded = Tokenizer.load(tmp_path / "exported")
    assert dict(loaded.roles or {}) == {"eos": "<|end|>", "pad": "<|pad|>"}
    assert loaded.chat_template == "{{ messages }}"


def test_a_role_for_no_special_token_is_refused(
    trained: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert export(trained, "huggingface", tmp_path / "exported", "--role", "bos=<s>") == 2
    assert "'<s>' is not one of the special tokens" in capfd.readouterr().err.replace(":", "")
    assert not (tmp_path / "exported").exists()


def test_what_was_checked_is_told(trained: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert export(trained, "vocab_tsv,huggingface", tmp_path / "exported", "--json") == 0
    facts = json.loads(capfd.readouterr().out)
    assert {"vocab.tsv", "tokenizer.json"} <= {file["name"] for file in facts["files"]}
    assert facts["strings_compared"] > 50


def test_files_of_another_tokenizer_that_stay_in_the_folder_are_named_once(
    trained: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert export(trained, "gpt2", trained) == 0
    err = capfd.readouterr().err
    left = "The folder also holds special_tokens_map.json, tokenizer.json, tokenizer_config.json from elsewhere"
    assert err.count(left) == 1
    assert err.count("gpt2: vocab.json and merges.txt carry neither") == 1 == err.count("vocab.json and merges.txt")


@pytest.mark.parametrize("command", ["export", "encode", "decode", "evaluate"])
def test_what_was_taken_for_granted_in_reading_is_said(
    command: str, trained: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert export(trained, "tiktoken", tmp_path / "alone") == 0
    (tmp_path / "alone" / "vocabsmith.json").unlink()
    (tmp_path / "1.txt").write_text("97 98")
    more = (
        ["--format", "vocab_tsv", "--output", str(tmp_path / "t")] if command == "export" else [str(tmp_path / "1.txt")]
    )
    capfd.readouterr()
    assert cli.main([command, "--tokenizer", str(tmp_path / "alone"), *more]) == 0
    assert "alone: vocabsmith.json is missing: the pattern is taken to be GPT-2's" in capfd.readouterr().err
