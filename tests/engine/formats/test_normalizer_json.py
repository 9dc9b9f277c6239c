"""Every normaliser of the library, in what it makes of a text."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
import unicodedata2
from tokenizers import normalizers

from vocabsmith_engine.formats.json_files import Place
from vocabsmith_engine.formats.normalizer_json import read_normalizer, write_normalizer
from vocabsmith_engine.normalization import Normalizer

EVERY = "".join(chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000)
MARKS = [character for character in EVERY if unicodedata2.combining(character)]


def read(value: Any) -> Normalizer:
    return read_normalizer(Place(Path("tokenizer.json"), value, "normalizer"))


@pytest.mark.parametrize(
    ("value", "text", "expected"),
    [
        (None, "É ", "É "),
        ({"type": "NFD"}, "é", "e\u0301"),
        ({"type": "NFKC"}, "ﬁ½", "fi1⁄2"),
        ({"type": "Lowercase"}, "ΑΣ İ", "ασ i̇"),
        ({"type": "StripAccents"}, "e\u0301", "e"),
        ({"type": "Strip", "strip_left": True, "strip_right": False}, " a ", "a "),
        ({"type": "Replace", "pattern": {"String": "a"}, "content": "bc"}, "aa", "bcbc"),
        ({"type": "Replace", "pattern": {"Regex": r"\s+"}, "content": " "}, "a \n b", "a b"),
        ({"type": "Prepend", "prepend": "▁"}, "a", "▁a"),
        ({"type": "Prepend", "prepend": "▁"}, "", ""),
        ({"type": "Nmt"}, "a\u200bb\x01", "a b"),
        ({"type": "ByteLevel"}, "é a", "Ã©Ġa"),
        ({"type": "BertNormalizer"}, "Ünï\tcode 中文", "uni code  中  文 "),
        ({"type": "BertNormalizer", "lowercase": False, "handle_chinese_chars": False}, "Ü\0中", "Ü中"),
        ({"type": "Sequence", "normalizers": [{"type": "NFD"}, {"type": "StripAccents"}]}, "é", "e"),
        ({"type": "Precompiled", "precompiled_charsmap": None}, "ﬁ", "ﬁ"),
    ],
)
def test_what_becomes_of_a_text(value: Any, text: str, expected: str) -> None:
    assert read(value).text(text) == expected


@pytest.mark.parametrize(
    "theirs",
    [
        *(normalizers.NFC(), normalizers.NFD(), normalizers.NFKC(), normalizers.NFKD(), normalizers.Lowercase()),
        *(normalizers.StripAccents(), normalizers.Nmt(), normalizers.BertNormalizer(), normalizers.Strip()),
    ],
    ids=lambda each: type(each).__name__,
)
def test_the_library_makes_the_same_of_every_character_and_of_marks_in_any_order(theirs: Any) -> None:
    ours = read(json.loads(theirs.__getstate__()))
    dice = random.Random(1)
    mixed = ["".join(dice.choices(MARKS, k=3) + dice.choices(EVERY, k=2)) for _ in range(2000)]
    for text in (*(EVERY[place : place + 500] for place in range(0, len(EVERY), 500)), *mixed):
        assert ours.text(text) == theirs.normalize_str(text)
        assert ours.aligned(text).text == ours.text(text)


def test_what_was_read_is_written_so_that_it_means_the_same() -> None:
    value = {
        "type": "Sequence",
        "normalizers": [
            {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "lowercase": True},
            {"type": "Replace", "pattern": {"Regex": "a|b"}, "content": "c"},
            {"type": "Strip", "strip_left": True, "strip_right": True},
        ],
    }
    first = read(value)
    written = write_normalizer(first)
    assert read(written).text("Ünï\tab 中") == first.text("Ünï\tab 中") == "uni cc  中"
