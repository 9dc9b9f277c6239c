"""vocab.json and merges.txt, with and without the side file."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vocabsmith_engine import FormatError, Pretokenizer, Recipe, Tokenizer, formats, train, train_from_counts
from vocabsmith_engine.byte_alphabet import GPT2_ORDER

THREE_FILES = ["merges.txt", "vocab.json", "vocabsmith.json"]


def trained(piece: str, times: int, merges: int, *special_tokens: str, **settings: Any) -> Tokenizer:
    recipe = Recipe(vocab_size=256 + merges + len(special_tokens), special_tokens=special_tokens, **settings)
    return train_from_counts([(piece, times)], recipe).tokenizer


def test_the_header_is_one_line_and_each_merge_another(tmp_path: Path) -> None:
    tokenizer = trained("## a\n" * 40, 1, 6, pretokenizer="none")
    tokenizer.save(tmp_path, ["gpt2"])
    lines = (tmp_path / "merges.txt").read_text("utf-8").split("\n")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == THREE_FILES
    assert (lines[0], lines[-1], len(lines)) == ("#version: 0.2", "", 8)
    assert "# #" in lines


def test_export_import_export_is_byte_equal(tmp_path: Path) -> None:
    trained("## a\n" * 40, 1, 6, "<sep>", pretokenizer="none").save(tmp_path / "one", ["gpt2"])
    Tokenizer.load(tmp_path / "one").save(tmp_path / "two", ["gpt2"])
    for name in THREE_FILES:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


@pytest.mark.parametrize("first", ["#version: 0.2\n", ""])
def test_a_merge_of_two_hash_signs_survives_with_and_without_a_header(first: str, tmp_path: Path) -> None:
    trained("##", 9, 1, pretokenizer="none").save(tmp_path, ["gpt2"])
    (tmp_path / "merges.txt").write_text(f"{first}# #\n")
    assert Tokenizer.load(tmp_path).encode("##") == [256]


def test_spaces_and_line_feeds_are_glyphs(tmp_path: Path) -> None:
    trained("x\n\n\n\n", 50, 4, pretokenizer="none").save(tmp_path / "feeds", ["gpt2"])
    lines = (tmp_path / "feeds" / "merges.txt").read_text("utf-8").split("\n")[1:-1]
    assert lines == ["Ċ Ċ", "x ĊĊ", "xĊĊ ĊĊ"]
    trained("a b a b a b", 20, 5, pretokenizer="none").save(tmp_path / "spaces", ["gpt2"])
    lines = (tmp_path / "spaces" / "merges.txt").read_text("utf-8").split("\n")[1:-1]
    assert all(line.count(" ") == 1 for line in lines)
    assert any("Ġ" in line for line in lines)
    loaded = Tokenizer.load(tmp_path / "spaces")
    assert loaded.decode(loaded.encode("a b a b")) == "a b a b"


def test_merges_of_line_feeds_read_back_as_the_list_that_was_learned(tmp_path: Path) -> None:
    (tmp_path / "corpus.txt").write_bytes(b"x\n\n\n\n" * 50)
    tokenizer = train([tmp_path / "corpus.txt"], Recipe(vocab_size=300, min_frequency=1)).tokenizer
    tokenizer.save(tmp_path / "t", ["gpt2"])
    lines = (tmp_path / "t" / "merges.txt").read_text("utf-8").split("\n")[1:-1]
    assert lines == ["Ċ Ċ", "ĊĊ Ċ", "ĊĊ ĊĊ"]
    assert Tokenizer.load(tmp_path / "t" / "vocab.json").merges.tolist() == tokenizer.merges.tolist()


@pytest.mark.parametrize(
    "change", [lambda t: t.replace("\n", "\r\n"), lambda t: "\ufeff" + t, lambda t: t.rstrip("\n")]
)
def test_what_editors_do_to_the_file_is_accepted(change: Any, tmp_path: Path) -> None:
    tokenizer = trained("abab", 9, 2, pretokenizer="none")
    tokenizer.save(tmp_path, ["gpt2"])
    merges = tmp_path / "merges.txt"
    merges.write_bytes(change(merges.read_text("utf-8")).encode())
    assert Tokenizer.load(tmp_path).merges.tolist() == tokenizer.merges.tolist()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("#version: 0.2\na b\nab\n", 'line 3 "ab": is not two tokens with one space between them'),
        ("#version: 0.2\n\na b\n", 'line 2 "": is not two tokens'),
        ("a b\n#version: 0.2 x\n", 'line 2 "#version: 0.2 x": is not two tokens'),
        ("a  b\n", 'line 1 "a␣␣b": is not two tokens'),
        ("a b\nq r\n", 'line 2 "q r": needs "qr", which is not in the vocabulary'),
        ("a b\n\r\n", 'line 2 "": is not two tokens'),
    ],
)
def test_a_bad_line_is_named_by_number(content: str, message: str, tmp_path: Path) -> None:
    trained("abab", 9, 2, pretokenizer="none").save(tmp_path, ["gpt2"])
    (tmp_path / "merges.txt").write_bytes(content.encode())
    with pytest.raises(FormatError) as refusal:
        Tokenizer.load(tmp_path)
    assert message in str(refusal.value)


def test_the_side_file_brings_pattern_special_tokens_roles_and_recipe(tmp_path: Path) -> None:
    tokenizer = trained("hi hi", 9, 1, "<sep>", pretokenizer=r"\S+|\s+", specials="start")
    formats.save(tokenizer, tmp_path, ["gpt2"], roles={"eos": "<sep>"})
    loaded = Tokenizer.load(tmp_path / "merges.txt")
    assert loaded.encode("hi<sep>yo")[1] == 0
    assert (loaded.pretokenizer, loaded.recipe, loaded.roles) == (
        tokenizer.pretokenizer,
        tokenizer.recipe,
        {"eos": "<sep>"},
    )
    assert loaded.notes == ()


def test_without_the_side_file_the_guesses_are_said(tmp_path: Path) -> None:
    trained("hi hi", 9, 1, "<sep>", "☕").save(tmp_path, ["gpt2"])
    (tmp_path / "vocabsmith.json").unlink()
    loaded = Tokenizer.load(tmp_path)
    assert loaded.special_tokens == {"<sep>": 257, "☕": 258}
    assert loaded.pretokenizer.name == "gpt2"
    assert loaded.notes == (
        "vocabsmith.json is missing: the pattern is taken to be GPT-2's, "
        'and the tokens that no merge makes to be special ("<sep>", "☕").',
    )


def test_merges_of_another_vocabulary_are_refused_rather_than_taken_for_special_tokens(tmp_path: Path) -> None:
    counts = [(f"{first}{second}", 9) for first in "abcdefghijklmnopqr" for second in "abcdefghijklmnopqr"]
    train_from_counts(counts, Recipe(vocab_size=560)).tokenizer.save(tmp_path, ["gpt2"])
    (tmp_path / "vocabsmith.json").unlink()
    (tmp_path / "merges.txt").write_text("#version: 0.2\n")
    with pytest.raises(FormatError, match="holds 304 tokens that no merge makes, such as"):
        Tokenizer.load(tmp_path)


def test_a_side_file_of_another_vocabulary_is_refused(tmp_path: Path) -> None:
    trained("hi hi", 9, 1).save(tmp_path / "one", ["gpt2"])
    trained("ho ho", 9, 1).save(tmp_path / "two", ["gpt2"])
    shutil.copy(tmp_path / "two" / "vocabsmith.json", tmp_path / "one" / "vocabsmith.json")
    with pytest.raises(FormatError, match=r"vocabsmith.json: belongs to another vocabulary than vocab.json"):
        Tokenizer.load(tmp_path / "one")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "other"}, 'format "other": is not supported, only "vocabsmith"'),
        ({"version": 3}, "version 3: is not supported, only 1 or 2"),
        ({"pretokenizer": {"name": "gpt2", "splits": ["a"]}}, "lists other patterns than 'gpt2' stands for"),
        ({"pretokenizer": {"name": "regex", "splits": ["(a"]}}, "(a"),
        ({"special_tokens": [{"text": "<s>", "id": 1}]}, "special token '<s>' with id 1: is listed there as"),
        ({"special_tokens": [{"text": "<s>", "id": 1.5}]}, "special_tokens[0].id 1.5: must be a whole number"),
        ({"roles": {"eos": "<e>"}}, "eos '<e>': is not one of the special tokens"),
        ({"recipe": {"vocab_size": 3}}, "vocab_size 3"),
        ({"normalizer": [{"step": "Rot13"}]}, "normalisation step 'Rot13': is not known"),
        ({"template": {"prefix": [999], "suffix": []}}, "999"),
        ({"whole_pieces_first": "no"}, 'whole_pieces_first "no": must be true or false'),
    ],
)
def test_a_damaged_side_file_is_refused_by_name(changes: dict[str, Any], message: str, tmp_path: Path) -> None:
    trained("hi hi", 9, 1).save(tmp_path, ["gpt2"])
    side = tmp_path / "vocabsmith.json"
    content = json.loads(side.read_text()) | changes
    if "special_tokens" in changes:
        content["vocabulary_sha256"] = "0"
        message = message if "1.5" in message else "belongs to another vocabulary"
    side.write_text(json.dumps(content))
    with pytest.raises(FormatError) as refusal:
        Tokenizer.load(tmp_path)
    assert message in str(refusal.value)
    assert str(tmp_path) in str(refusal.value)


def test_tokens_for_whole_pieces_only_are_refused(tmp_path: Path) -> None:
    tokens = [*(bytes([byte]) for byte in GPT2_ORDER), b"whole"]
    none = np.zeros((0, 3), np.uint32)
    tokenizer = Tokenizer(tokens, none, {}, Pretokenizer.of("gpt2"), whole_pieces_first=True)
    with pytest.raises(FormatError, match="format gpt2: Tokens for whole pieces only cannot be told in these files"):
        tokenizer.save(tmp_path, ["gpt2"])


def test_the_dialog_is_told_that_the_two_files_are_not_enough() -> None:
    notes = formats.preview(trained("hi", 9, 1), ["gpt2"], "out").notes["gpt2"]
    assert notes[0].text == (
        "vocab.json and merges.txt carry neither the pattern nor which tokens are special; "
        "vocabsmith.json beside them does."
    )
