"""Every pre-tokenizer of the library, in the pieces it gives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tokenizers import pre_tokenizers

from vocabsmith_engine import Pretokenizer
from vocabsmith_engine.formats.json_files import Place
from vocabsmith_engine.formats.nasty_strings import nasty_strings
from vocabsmith_engine.formats.pretokenizer_json import pretokenizer_of_splits, read_entries, write_pretokenizer
from vocabsmith_engine.normalization import ByteGlyphs, Prefix
from vocabsmith_engine.piece_cutting import Split

TEXT = "Hey  friend, it's 12."


def pieces(**value: Any) -> list[str]:
    place = Place(Path("tokenizer.json"), value, "pre_tokenizer")
    return pretokenizer_of_splits(read_entries(place), place).split(TEXT)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"type": "WhitespaceSplit"}, ["Hey", "friend,", "it's", "12."]),
        ({"type": "Whitespace"}, ["Hey", "friend", ",", "it", "'", "s", "12", "."]),
        ({"type": "BertPreTokenizer"}, ["Hey", "friend", ",", "it", "'", "s", "12", "."]),
        ({"type": "Punctuation"}, ["Hey  friend", ",", " it", "'", "s 12", "."]),
        ({"type": "Digits", "individual_digits": True}, ["Hey  friend, it's ", "1", "2", "."]),
        ({"type": "Digits"}, ["Hey  friend, it's ", "12", "."]),
        ({"type": "CharDelimiterSplit", "delimiter": " "}, ["Hey", "friend,", "it's", "12."]),
        ({"type": "FixedLength", "length": 8}, ["Hey  fri", "end, it'", "s 12."]),
        ({"type": "UnicodeScripts"}, ["Hey  friend", ", ", "it", "'", "s ", "12."]),
        ({"type": "Metaspace", "replacement": "▁"}, ["▁Hey", "▁", "▁friend,", "▁it's", "▁12."]),
        ({"type": "ByteLevel", "add_prefix_space": True}, ["ĠHey", "Ġ", "Ġfriend", ",", "Ġit", "'s", "Ġ12", "."]),
    ],
)
def test_pieces_of(value: dict[str, Any], expected: list[str]) -> None:
    assert pieces(**value) == expected


@pytest.mark.parametrize(
    ("behavior", "expected"),
    [
        ("Removed", ["Hey", "friend,", "it's", "12."]),
        ("Isolated", ["Hey", " ", " ", "friend,", " ", "it's", " ", "12."]),
        ("MergedWithPrevious", ["Hey ", " ", "friend, ", "it's ", "12."]),
        ("MergedWithNext", ["Hey", " ", " friend,", " it's", " 12."]),
        ("Contiguous", ["Hey", "  ", "friend,", " ", "it's", " ", "12."]),
    ],
)
def test_what_becomes_of_a_delimiter(behavior: str, expected: list[str]) -> None:
    assert pieces(type="Split", pattern={"String": " "}, behavior=behavior, invert=False) == expected


def test_steps_follow_one_another() -> None:
    steps = [{"type": "WhitespaceSplit"}, {"type": "Punctuation"}, {"type": "Digits", "individual_digits": True}]
    assert pieces(type="Sequence", pretokenizers=steps) == [
        *("Hey", "friend", ",", "it", "'", "s", "1", "2", "."),
    ]


@pytest.mark.parametrize(
    "theirs",
    [
        *(pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Whitespace(), pre_tokenizers.BertPreTokenizer()),
        *(pre_tokenizers.Punctuation("contiguous"), pre_tokenizers.Digits(), pre_tokenizers.UnicodeScripts()),
        *(pre_tokenizers.ByteLevel(), pre_tokenizers.Metaspace(), pre_tokenizers.FixedLength(3)),
    ],
    ids=lambda each: type(each).__name__,
)
def test_the_library_gives_the_same_pieces(theirs: Any) -> None:
    place = Place(Path("tokenizer.json"), json.loads(theirs.__getstate__()), "pre_tokenizer")
    ours = pretokenizer_of_splits(read_entries(place), place)
    for text in nasty_strings():
        if text:
            assert ours.split(text) == [piece for piece, _ in theirs.pre_tokenize_str(text)]


def test_what_a_pattern_does_is_written_as_a_split() -> None:
    pretokenizer = Pretokenizer.of_splits([Split("a+", "MergedWithNext", invert=True)])
    assert write_pretokenizer(pretokenizer, byte_level=False) == {
        "type": "Split",
        "pattern": {"Regex": "a+"},
        "behavior": "MergedWithNext",
        "invert": True,
    }


def test_a_space_in_front_belongs_to_byte_level() -> None:
    pretokenizer = Pretokenizer.of_splits([Prefix(" "), Pretokenizer.of("gpt2").pattern])
    assert write_pretokenizer(pretokenizer) == {
        "type": "ByteLevel",
        "add_prefix_space": True,
        "trim_offsets": True,
        "use_regex": True,
    }


def test_the_byte_alphabet_comes_last() -> None:
    place = Place(Path("tokenizer.json"), {"type": "ByteLevel"}, "pre_tokenizer")
    assert read_entries(place) == (Prefix(" "), Pretokenizer.of("gpt2").pattern, ByteGlyphs())
