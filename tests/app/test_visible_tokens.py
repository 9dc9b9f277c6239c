"""The visible form of tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vocabsmith.visible_tokens import visible_token
from vocabsmith_engine.text import is_partial


@pytest.mark.parametrize(
    ("token", "text"),
    [
        (b" the", "Ġthe"),
        (b"\n", "Ċ"),
        (b"\r\n\t", "čĊĉ"),
        (b" " * 4, "ĠĠĠĠ"),
        (b" " * 32, "Ġ×32"),
        (b"=" * 64, "=×64"),
        (b"ab" + b"-" * 8 + b">", "ab-×8>"),
        ("文档".encode(), "文档"),
        (" naïve".encode(), "Ġnaïve"),
        ("👩\u200d🚀".encode(), "👩\u200d🚀"),
        (b"\xe5\x89", "E5 89"),
        (b" \xeb", "20 EB"),
        (b"\xa7", "A7"),
        (b"fa\xc3", "fa C3"),
        (b"\x00", "00"),
        (b"\x00" * 8, "00×8"),
        ("\u202e".encode(), "E2 80 AE"),
        ("\u0301".encode(), "◌\u0301"),
        (b"", ""),
    ],
)
def test_visible_form(token: bytes, text: str):
    assert visible_token(token) == text


@pytest.mark.parametrize(
    ("token", "text"),
    [
        (b"a" * 2**25, "a×33554432"),
        (b" " * 4097, "Ġ×4097"),
        (b"\x00" * 5000, "00×5000"),
        ("文".encode() * 5000, "文×5000"),
        (b"ab" * 2**24, "ab" * 2048 + "…"),
        (b"ab" * 2048, "ab" * 2048),
        (b"a" + "文档".encode() * 1000, "a" + "文档" * 682 + "文…"),
    ],
)
def test_of_a_token_of_megabytes_no_more_than_the_beginning_is_looked_at(token: bytes, text: str):
    assert visible_token(token) == text


def test_tokens_that_hold_part_of_a_character():
    assert is_partial(b"\xe5\x89")
    assert is_partial(b"a\xc3")
    assert not is_partial("剩".encode())
    assert not is_partial(b"")


@given(st.binary(max_size=40))
def test_no_control_character_is_ever_shown(token: bytes):
    assert all(character.isprintable() or character == "\u200d" for character in visible_token(token))
