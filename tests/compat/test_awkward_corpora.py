"""Texts that files and libraries stumble over, trained on and taken through every format that can hold the result."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
import sentencepiece
import tiktoken
import tokenizers

from vocabsmith_engine import Recipe, Tokenizer, TrainingResult, train

YEARS = r"\p{N}{1,3}|[^\p{N}]+"


def trained(folder: Path, text: bytes, **settings: object) -> TrainingResult:
    path = folder / "corpus.txt"
    path.write_bytes(text)
    return train(path, Recipe.from_dict({"vocab_size": 290, "min_frequency": 1} | settings))


def test_a_mark_is_neither_learned_nor_counted(tmp_path: Path) -> None:
    words = "abc abc"
    texts = (b"\xef\xbb\xbf" + words.encode(), ("\ufeff" + words).encode("utf-16-le"), words.encode())
    marked, wide, plain = (trained(tmp_path, text) for text in texts)
    assert marked.merges == wide.merges == plain.merges
    assert len(plain.merges) == 3
    learned = b"".join(token for token in plain.vocab.values() if len(token) > 1)
    for result in (marked, wide):
        assert result.vocab == plain.vocab
        assert b"\xef\xbb\xbf" not in learned
        assert b"\0" not in learned


def test_nul_and_control_bytes_are_learned_and_come_back(tmp_path: Path) -> None:
    controls = "".join(map(chr, range(32)))
    text = "a\0b" * 200 + controls
    results = [trained(tmp_path, text.encode(), **settings) for settings in ({"pretokenizer": "none"}, {})]
    assert any(b"\0" in token and len(token) > 1 for token in results[0].vocab.values())
    for number, result in enumerate(results):
        folder = tmp_path / str(number)
        result.tokenizer.save(folder, ["huggingface", "gpt2", "sentencepiece"])
        for name in ("tokenizer.json", "vocab.json"):
            loaded = Tokenizer.load(folder / name)
            assert loaded.decode(loaded.encode(text)) == text
        theirs = sentencepiece.SentencePieceProcessor(model_file=str(folder / f"{number}.model"))
        assert theirs.decode(theirs.encode(text)) == text
        assert not any("\0" in theirs.id_to_piece(piece) for piece in range(theirs.vocab_size()))


def lines_of_years(count: int) -> list[str]:
    dice = random.Random(5)
    return [" ".join(dice.choices(["year", "20261004", "7", "3.14", "1999,", "²³", "x"], k=6)) for _ in range(count)]


def test_one_pattern_trains_and_encodes_in_every_library(tmp_path: Path) -> None:
    tokenizer = trained(tmp_path, b"year 20261004\n" * 30, pretokenizer=YEARS).tokenizer
    tokenizer.save(tmp_path / "out", ["huggingface", "gpt2", "tiktoken"])
    lines = lines_of_years(1000)
    ids = [tokenizer.encode(line) for line in lines]
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "out" / "tokenizer.json"))
    assert [each.ids for each in theirs.encode_batch(lines)] == ids
    assert [encoding_of(tmp_path / "out").encode(line) for line in lines] == ids
    for name in ("tokenizer.json", "vocab.json", "out.tiktoken"):
        assert Tokenizer.load(tmp_path / "out" / name).encode_batch(lines) == ids


def encoding_of(folder: Path) -> tiktoken.Encoding:
    """What the loader beside the ranks makes."""
    names: dict[str, object] = {"__file__": str(folder / "load_out.py")}
    exec((folder / "load_out.py").read_text(), names)
    encoding: tiktoken.Encoding = names["load"]()  # type: ignore[operator]
    return encoding


RELOAD = """
import json, sys
from vocabsmith_engine import Tokenizer
print(json.dumps(Tokenizer.load(sys.argv[1]).encode("hi<sep>yo")))
"""


@pytest.mark.parametrize("name", ["vocab.json", "merges.txt"])
def test_a_process_that_knows_nothing_else_finds_the_special_token_in_the_two_files(name: str, tmp_path: Path) -> None:
    tokenizer = trained(tmp_path, b"hi yo hi yo", special_tokens=["<sep>"]).tokenizer
    tokenizer.save(tmp_path / "out", ["gpt2"])
    command = [sys.executable, "-c", RELOAD, str(tmp_path / "out" / name)]
    ids = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    assert ids == tokenizer.encode("hi<sep>yo")
    assert ids.count(tokenizer.special_tokens["<sep>"]) == 1


def test_a_text_reached_in_three_ways_is_counted_once(tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    file = folder / "a.txt"
    file.write_text("aa bb aa")
    (tmp_path / "link.txt").symlink_to(file)
    recipe = Recipe(vocab_size=260, min_frequency=1)
    once = train(file, recipe)
    thrice = train([file, file, tmp_path / "link.txt", folder], recipe)
    assert thrice.merge_counts.tolist() == once.merge_counts.tolist()
    assert (thrice.corpus.bytes, thrice.corpus.documents) == (8, 1)


def test_what_is_composed_in_two_ways_comes_back_as_it_was_unless_a_form_is_chosen(tmp_path: Path) -> None:
    text = "ＡＢ½ ﬁ Å A\u030a"
    plain = trained(tmp_path, text.encode())
    assert plain.tokenizer.decode(plain.tokenizer.encode(text)) == text
    normalised = trained(tmp_path, text.encode(), normalization="NFKC")
    assert normalised.tokenizer.decode(normalised.tokenizer.encode(text)) == "AB1⁄2 fi Å Å"
    assert any("not reversible" in note for note in normalised.recipe.notes)
    normalised.tokenizer.save(tmp_path / "out", ["huggingface", "gpt2", "tiktoken"])
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "out" / "tokenizer.json"))
    assert theirs.encode(text).ids == normalised.tokenizer.encode(text)
