import pytest

from vocabsmith_engine import TokenizerError
from vocabsmith_engine.byte_alphabet import BYTE_OF_GLYPH, GLYPH_OF_BYTE, GPT2_ORDER, spell, unspell


def test_space_and_line_feed_are_written_as_in_gpt2() -> None:
    assert spell(b" a\n\xff\xad") == "ĠaĊÿŃ"


def test_every_byte_has_a_glyph_of_its_own_and_comes_back() -> None:
    assert len(set(GLYPH_OF_BYTE)) == 256
    assert unspell("".join(GLYPH_OF_BYTE)) == bytes(range(256))


def test_gpt2_numbers_the_printable_bytes_first() -> None:
    assert GPT2_ORDER[:3] == b'!"#'
    assert GPT2_ORDER[188:191] == b"\x00\x01\x02"
    assert GPT2_ORDER.index(b" ") == 220
    assert sorted(GPT2_ORDER) == list(range(256))


def test_the_order_is_that_of_the_glyphs_themselves() -> None:
    assert [BYTE_OF_GLYPH[glyph] for glyph in sorted(BYTE_OF_GLYPH)] == list(GPT2_ORDER)


def test_a_character_outside_the_alphabet_is_named() -> None:
    with pytest.raises(TokenizerError, match="character ' ' in 'a b'"):
        unspell("a b")
