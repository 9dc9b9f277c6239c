"""Texts that other trainers stumble over: digits, joined emoji, combining marks, line ends, spellings of one letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from vocabsmith_engine import Recipe, Tokenizer, TrainingResult, train


def trained(folder: Path, text: str, **settings: object) -> TrainingResult:
    path = folder / "corpus.txt"
    path.write_bytes(text.encode())
    return train(path, Recipe.from_dict({"vocab_size": 400, "min_frequency": 1} | settings))


@pytest.mark.parametrize("pretokenizer", ["cl100k", r"\p{N}{1,3}|\P{N}+"])
def test_no_token_holds_more_digits_than_the_pattern_allows(tmp_path: Path, pretokenizer: str) -> None:
    result = trained(tmp_path, "7 42 20261004 3.14 " * 50, pretokenizer=pretokenizer)
    digits = [token for token in result.vocab.values() if token.isdigit()]
    assert max(map(len, digits)) == 3
    tokenizer = result.tokenizer
    assert [tokenizer.token_bytes(number) for number in tokenizer.encode("20261004")] == [b"202", b"610", b"04"]


@pytest.mark.parametrize("text", ["👨‍👩‍👧!", "किसान", "e\u0301", "Å A\u030a ＡＢ½ ﬁ"])
@pytest.mark.parametrize("pretokenizer", ["gpt2", "o200k", "none"])
def test_what_is_joined_of_several_characters_comes_back_exactly(tmp_path: Path, pretokenizer: str, text: str) -> None:
    tokenizer = trained(tmp_path, text * 5, pretokenizer=pretokenizer).tokenizer
    assert tokenizer.decode(tokenizer.encode(text)) == text


def test_merging_knows_nothing_of_grapheme_clusters(tmp_path: Path) -> None:
    merges = trained(tmp_path, "e\u0301 e\u0301 e\u0302 e\u0303", pretokenizer="none").merges
    assert merges[0] == (b"e", b"\xcc")  # an e with the first byte of a mark


@pytest.mark.parametrize("form", ["NFC", "NFKC"])
def test_spellings_of_a_letter_share_their_ids_once_normalised(tmp_path: Path, form: str) -> None:
    tokenizer = trained(tmp_path, "Å A\u030a \u212b", normalization=form).tokenizer
    assert tokenizer.encode("Å") == tokenizer.encode("A\u030a") == tokenizer.encode("\u212b")


def test_the_form_and_the_share_are_loaded_with_the_tokenizer(tmp_path: Path) -> None:
    result = trained(tmp_path, "½ cat\n½ dog\n" * 30, normalization="NFKC", held_out=0.25, document_unit="line")
    result.tokenizer.save(tmp_path / "out", ["huggingface", "gpt2", "tiktoken"])
    for name in ("tokenizer.json", "vocab.json", "out.tiktoken"):
        loaded = Tokenizer.load(tmp_path / "out" / name)
        assert loaded.recipe == result.recipe
        assert loaded.encode("½ cat") == result.tokenizer.encode("½ cat") == loaded.encode("1⁄2 cat")


def test_three_kinds_of_line_ends_give_equal_vocabularies_once_normalised(tmp_path: Path) -> None:
    texts = [("red" + ending + "blue" + ending) * 50 for ending in ("\r\n", "\n", "\r")]
    results = [trained(tmp_path, text, line_ends="normalise", document_unit="line") for text in texts]
    assert results[0].merges == results[1].merges == results[2].merges
    assert [result.corpus.documents for result in results] == [100, 100, 100]
    kept = trained(tmp_path, texts[0]).tokenizer
    assert kept.decode(kept.encode("a\r\n\r\nb")) == "a\r\n\r\nb"
