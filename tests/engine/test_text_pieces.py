"""The pieces of a text as merging finds them, and where they stand in the original."""

from __future__ import annotations

import dataclasses

import pytest

from vocabsmith_engine import Recipe, Tokenizer, train_from_counts
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.analysis import TextPiece, merge_steps, text_pieces
from vocabsmith_engine.normalization import Normalizer
from vocabsmith_engine.normalization.steps import Prepend, Replace
from vocabsmith_engine.normalization.unicode_form import UnicodeForm
from vocabsmith_engine.templates import Template


@pytest.fixture(scope="module")
def plain() -> Tokenizer:
    recipe = Recipe(vocab_size=261, byte_order="value", special_tokens=("<s>",), min_frequency=1)
    return train_from_counts([(b"lower", 5), (b"low", 3), (b" low", 2)], recipe).tokenizer


def around(tokenizer: Tokenizer, text: str, place: int) -> TextPiece | None:
    return text_pieces(tokenizer, text).around(place)


def test_a_piece_is_what_was_cut_out_of_the_text(plain: Tokenizer) -> None:
    assert around(plain, "é lowest", 3) == TextPiece(b" lowest", begin=1, end=8, offset=1)


def test_an_added_token_in_the_text_has_no_piece(plain: Tokenizer) -> None:
    assert [around(plain, "lo<s>low", place) for place in (0, 1, 2)] == [
        TextPiece(b"lo", 0, 2, 0),
        None,
        TextPiece(b"low", 5, 8, 0),
    ]


def test_what_a_template_puts_around_a_text_has_no_piece(plain: Tokenizer) -> None:
    framed = dataclasses.replace(plain, template=Template((260,), (260,)))
    assert [around(framed, "low", place) for place in (0, 1, 2)] == [None, TextPiece(b"low", 0, 3, 0), None]
    assert around(framed, "", 1) is None


def test_a_piece_holds_what_the_normaliser_made_of_the_text(plain: Tokenizer) -> None:
    normalizer = Normalizer((Prepend(" "), Replace("W", "w", regex=False), UnicodeForm("NFC")))
    edited = dataclasses.replace(plain, normalizer=normalizer)
    assert around(edited, "loW", 1) == TextPiece(b" low", begin=0, end=3, offset=1)
    assert around(edited, "lo e\u0301x", 3) == TextPiece(" éx".encode(), begin=2, end=6, offset=1)


def test_pieces_are_counted_on_behind_an_added_token_that_takes_white_space_along(plain: Tokenizer) -> None:
    taking = dataclasses.replace(plain, added_tokens=(AddedToken("<s>", 260, rstrip=True),))
    assert around(taking, "a<s>  low", 2) == TextPiece(b"low", begin=6, end=9, offset=0)


def test_merging_a_piece_gives_the_tokens_of_the_text(plain: Tokenizer) -> None:
    edited = dataclasses.replace(plain, normalizer=Normalizer((Prepend(" "),)))
    piece = around(edited, "lower", 0)
    assert piece is not None
    assert list(merge_steps(edited, piece.bytes)[-1].tokens) == edited.encode("lower")
