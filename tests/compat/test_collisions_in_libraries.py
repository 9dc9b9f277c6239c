"""What is said of special tokens is what Hugging Face's tokenizers does with them."""

from __future__ import annotations

from pathlib import Path

import pytest
import tokenizers

from vocabsmith_engine import Recipe, Tokenizer, train_from_counts
from vocabsmith_engine.analysis import special_collisions


def trained(*special_tokens: str) -> Tokenizer:
    recipe = Recipe(vocab_size=256 + len(special_tokens), special_tokens=special_tokens)
    return train_from_counts([(b"a", 9)], recipe).tokenizer


def in_library(folder: Path, *special_tokens: str) -> tokenizers.Tokenizer:
    trained(*special_tokens).save(folder, ["huggingface"])
    return tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))


def kinds(*tokens: str) -> set[str]:
    return {collision.kind for collision in special_collisions(tokens)}


@pytest.mark.parametrize(("token", "decoded"), [("<č>", "<\r>"), ("<é>", "<\ufffd>"), ("Ġ<x>é", " <x>\ufffd")])
def test_letters_of_the_byte_alphabet_come_back_as_it_is_said(token: str, decoded: str, tmp_path: Path) -> None:
    (collision,) = special_collisions([token])
    assert f"decode it as {decoded!r}" in collision.sentence
    theirs = in_library(tmp_path, token)
    assert theirs.decode(theirs.encode(f"a{token}b").ids, skip_special_tokens=False) == f"a{decoded}b"
    ours = trained(token)
    assert ours.decode(ours.encode(f"a{token}b")) == f"a{token}b"


@pytest.mark.parametrize("token", ["<|x|>", "< č>", "<中>", "<č中>"])
def test_tokens_that_nothing_is_said_of_come_back(token: str, tmp_path: Path) -> None:
    assert "byte glyphs" not in kinds(token)
    theirs = in_library(tmp_path, token)
    assert theirs.decode(theirs.encode(f"a{token}b").ids, skip_special_tokens=False) == f"a{token}b"


def test_of_tokens_that_overlap_the_earlier_one_is_found(tmp_path: Path) -> None:
    assert kinds("ab>", "b>c") == {"overlap"}
    assert in_library(tmp_path, "ab>", "b>c").encode("ab>c").tokens == ["ab>", "c"]


def test_of_tokens_inside_others_the_longer_one_is_found(tmp_path: Path) -> None:
    assert kinds("<a>", "<a>-<b>", "<b>", "-") == {"prefix", "suffix", "part"}
    assert in_library(tmp_path, "<a>", "<a>-<b>", "<b>").encode("<a>-<b>").tokens == ["<a>-<b>"]
