import random

import pytest

from vocabsmith_engine import TokenizerError
from vocabsmith_engine.byte_alphabet import (
    BYTE_OF_GLYPH,
    GLYPH_OF_BYTE,
    GPT2_ORDER,
    spell,
    spells_bytes,
    unspell,
    unspell_all,
)


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


def test_many_are_read_back_as_each_of_them() -> None:
    rng = random.Random(3)
    tokens = [rng.randbytes(rng.randint(0, 9)) for _ in range(2000)]
    assert unspell_all([spell(token) for token in tokens]) == tokens
    assert unspell_all([]) == []


@pytest.mark.parametrize("wrong", [" ", "\n", "\x00", "\xad", "\u0144", "中", "🦙", "\ud800"])
def test_a_wrong_character_among_many_is_named_with_its_text(wrong: str) -> None:
    with pytest.raises(TokenizerError) as of_one:
        unspell(f"a{wrong}b")
    with pytest.raises(TokenizerError) as of_many:
        unspell_all(["ok", f"a{wrong}b", "Ġ"])
    assert str(of_many.value) == str(of_one.value)
    assert not spells_bytes(f"a{wrong}b")


def test_every_glyph_is_in_the_alphabet_and_so_is_no_text() -> None:
    assert spells_bytes("".join(GLYPH_OF_BYTE))
    assert spells_bytes("")
