"""Decoding one id at a time."""

from __future__ import annotations

import random

import numpy as np
import pytest

from vocabsmith_engine import Pretokenizer, Tokenizer, TokenizerError

BYTES_ONLY = Tokenizer(
    [bytes([value]) for value in range(256)], np.zeros((0, 3), np.uint32), {}, Pretokenizer.of("none")
)


def test_an_incomplete_character_is_held_back() -> None:
    decoder = BYTES_ONLY.streaming_decoder()
    assert [decoder.feed(i) for i in "né😀".encode()] == ["n", "", "é", "", "", "", "😀"]
    assert decoder.finish() == ""


def test_a_bad_byte_comes_out_as_a_placeholder_and_later_text_still_comes() -> None:
    decoder = BYTES_ONLY.streaming_decoder()
    assert [decoder.feed(i) for i in b"\xffa\xf0\x9fb"] == ["\ufffd", "a", "", "", "\ufffdb"]


def test_what_never_became_complete_comes_at_the_end() -> None:
    decoder = BYTES_ONLY.streaming_decoder()
    assert [decoder.feed(i) for i in b"a\xf0\x9f"] == ["a", "", ""]
    assert decoder.finish() == "\ufffd"
    assert decoder.feed(97) == "a"


def test_an_unknown_id_is_named() -> None:
    with pytest.raises(TokenizerError, match="id 256 at position 0: is not in this vocabulary"):
        BYTES_ONLY.streaming_decoder().feed(256)


def test_the_stream_is_the_whole_text_wherever_it_is_split() -> None:
    chance = random.Random(5)
    letters = ["a", " ", "é", "中", "😀", "\u0301", "\n", "\0", "👨\u200d👩"]
    for _ in range(200):
        text = "".join(chance.choices(letters, k=8))
        data = text.encode()
        for split in range(len(data) + 1):
            tokens = [bytes([value]) for value in range(256)] + [
                part for part in (data[:split], data[split:]) if len(part) > 1
            ]
            if len(set(tokens)) < len(tokens):
                continue
            tokenizer = Tokenizer(tokens, np.zeros((0, 3), np.uint32), {}, Pretokenizer.of("none"))
            ids = [tokens.index(part) for part in (data[:split], data[split:]) if part]
            decoder = tokenizer.streaming_decoder()
            assert "".join(map(decoder.feed, ids)) + decoder.finish() == text


def test_the_stream_of_any_bytes_is_what_decoding_gives() -> None:
    chance = random.Random(7)
    for _ in range(300):
        data = bytes(chance.choices([0x61, 0xC3, 0xA9, 0xE4, 0xB8, 0xAD, 0xF0, 0x9F, 0x98, 0x80, 0xFF], k=12))
        decoder = BYTES_ONLY.streaming_decoder()
        assert "".join(map(decoder.feed, data)) + decoder.finish() == BYTES_ONLY.decode(list(data))
