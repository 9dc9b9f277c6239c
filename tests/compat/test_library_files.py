"""Files that other libraries make encode here as they do there, and are saved again as they were."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
import tiktoken
import tokenizers
from compared import compare, random_texts
from library_files import CONVERTED, SHAPES, converted
from mixed_shapes import mixed_shape

from vocabsmith_engine import FormatError, Pretokenizer, Tokenizer

# Shapes without an edit that puts in, leaves out or joins characters. The library gives what was put in the place of a
# neighbour, and a composed character that of its first part; here that is no place, and the place of all parts.
SAME_PLACES = ("gpt2", "llama3", "deepseek3", "starcoder", "gemma", "metaspace-never", "nmt", "nothing", "word-prefix")


@pytest.fixture(scope="session")
def words(sample_lines: list[str]) -> list[str]:
    return [word for line in sample_lines for word in line.split()]


def both(theirs: tokenizers.Tokenizer, folder: Path) -> tuple[Tokenizer, tokenizers.Tokenizer]:
    """The file of a tokenizer, loaded here and there."""
    theirs.save(str(folder / "tokenizer.json"))
    return Tokenizer.load(folder), tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape(
    name: str, sample_lines: list[str], texts: tuple[str, ...], words: list[str], tmp_path: Path
) -> None:
    ours, theirs = both(SHAPES[name].trained(sample_lines), tmp_path)
    found = compare(ours, theirs, ["", *texts, *random_texts(7, 500, words)])
    assert (found.ids.example, found.decoded.example) == ("", "")
    if name in SAME_PLACES:
        assert found.places.example == ""


@pytest.mark.parametrize("name", SHAPES)
def test_saved_again_a_file_holds_the_same_values(name: str, sample_lines: list[str], tmp_path: Path) -> None:
    ours, _ = both(SHAPES[name].trained(sample_lines[:300]), tmp_path)
    ours.save(tmp_path / "again", ["huggingface"])
    assert read(tmp_path / "again" / "tokenizer.json") == read(tmp_path / "tokenizer.json")


def read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


@pytest.mark.parametrize("seed", range(100, 130))
def test_parts_in_any_mixture(seed: int, sample_lines: list[str], words: list[str], tmp_path: Path) -> None:
    made = mixed_shape(seed).trained(sample_lines[:400])
    try:
        ours, theirs = both(made, tmp_path)
    except FormatError as refusal:
        assert "tokenizer.json: " in str(refusal)
        return
    found = compare(ours, theirs, ["", *sample_lines[::20], *random_texts(seed, 150, words)])
    assert (found.ids.example, found.decoded.example) == ("", "")


@pytest.mark.parametrize("name", CONVERTED)
def test_what_transformers_makes_of_a_sentencepiece_model(
    name: str, sample_lines: list[str], words: list[str], tmp_path: Path
) -> None:
    ours, theirs = both(converted(sample_lines, name, tmp_path / "model"), tmp_path)
    found = compare(ours, theirs, ["", *sample_lines, *random_texts(3, 500, words)])
    assert (found.ids.example, found.decoded.example) == ("", "")


@pytest.mark.parametrize("whole_pieces", [(), (" tokenizer", "中文", "#include", "ééé")])
def test_a_tiktoken_encoding_made_by_hand(
    whole_pieces: tuple[str, ...], sample_lines: list[str], texts: tuple[str, ...], words: list[str], tmp_path: Path
) -> None:
    trained, _ = both(SHAPES["starcoder"].trained(sample_lines), tmp_path)
    ranks = {token: rank for rank, token in enumerate((*trained.tokens, *(piece.encode() for piece in whole_pieces)))}
    lines = (b64encode(token) + b" %d\n" % rank for token, rank in ranks.items())
    (tmp_path / "hand.tiktoken").write_bytes(b"".join(lines))
    theirs = tiktoken.Encoding(
        "hand", pat_str=Pretokenizer.of("gpt2").pattern, mergeable_ranks=ranks, special_tokens={}
    )
    ours = Tokenizer.load(tmp_path / "hand.tiktoken")
    for text in (*texts, *random_texts(5, 1000, words), *whole_pieces):
        assert ours.encode(text) == theirs.encode_ordinary(text)
