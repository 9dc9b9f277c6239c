"""What the inspector knows of one token, and how it tells it."""

import dataclasses
import sys
import weakref
from itertools import pairwise

import numpy as np
import pytest

from vocabsmith.operations.encode_text import Inspection, encode_for_inspection
from vocabsmith.operations.token_details import TokenDetails, token_details
from vocabsmith.pages.inspect_page.merge_story import grounds_of, joined_at, ladder_of, states_of, tree_of
from vocabsmith_engine import Monitor, Pretokenizer, Recipe, Tokenizer, train_from_counts
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.analysis import TextPiece
from vocabsmith_engine.models import Unigram
from vocabsmith_engine.normalization import Normalizer
from vocabsmith_engine.normalization.steps import Prepend, Replace
from vocabsmith_engine.templates import Template


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    recipe = Recipe(vocab_size=261, byte_order="value", special_tokens=("<s>",), min_frequency=1)
    return train_from_counts([(b"lower", 5), (b"low", 3), (b" low", 2)], recipe).tokenizer


def inspect(tokenizer: Tokenizer, text: str) -> Inspection:
    return encode_for_inspection(tokenizer=tokenizer, text=text, special="allow", monitor=Monitor())


def details(tokenizer: Tokenizer, text: str, place: int) -> TokenDetails:
    return token_details(inspection=inspect(tokenizer, text), place=place, monitor=Monitor())


def test_a_merged_token_has_rank_and_count(tokenizer: Tokenizer) -> None:
    assert tokenizer.tokens[256:] == (b"lo", b"low", b"er", b"lower", b"<s>")
    found = details(tokenizer, "a lowest", 2)
    assert (found.bytes, found.rank, found.merges, found.count) == (b"low", 1, 4, 10)


def test_the_piece_and_its_place_in_the_text_are_named(tokenizer: Tokenizer) -> None:
    piece = details(tokenizer, "é lowest", 3).piece
    assert piece is not None
    assert (piece.bytes, piece.begin, piece.end, piece.offset) == (b" lowest", 1, 8, 1)


def test_pieces_are_cut_at_special_tokens(tokenizer: Tokenizer) -> None:
    piece = details(tokenizer, "lo<s>low<s>", 2).piece
    assert piece is not None
    assert (piece.bytes, piece.begin, piece.end) == (b"low", 5, 8)


def test_a_special_token_has_no_piece_and_no_merges(tokenizer: Tokenizer) -> None:
    found = details(tokenizer, "lo<s>", 1)
    assert (found.special, found.piece, found.tree, found.steps) == (True, None, None, ())


def test_part_of_a_character_names_the_whole_one(tokenizer: Tokenizer) -> None:
    found = details(tokenizer, "a😀", 2)
    assert (found.partial, found.bytes, found.text) == (True, b"\x9f", "😀")


def test_the_states_lead_from_bytes_to_tokens(tokenizer: Tokenizer) -> None:
    rows = ladder_of(details(tokenizer, "lower", 0))
    assert [[chip.text for chip in row.chips] for row in rows] == [
        ["l", "o", "w", "e", "r"],
        ["lo", "w", "e", "r"],
        ["low", "e", "r"],
        ["low", "er"],
        ["lower"],
    ]
    assert [row.note for row in rows] == ["bytes", "rank 0", "rank 1", "rank 2", "rank 3"]


def test_a_step_names_what_it_joined(tokenizer: Tokenizer) -> None:
    rows = ladder_of(details(tokenizer, "lower", 0))
    joined = joined_at(rows, 3)
    assert joined is not None
    assert [chip.text for chip in joined] == ["e", "r", "er"]
    assert joined_at(rows, 0) is None


def test_the_last_state_has_the_grounds_of_the_text(tokenizer: Tokenizer) -> None:
    found = details(tokenizer, "a lowlow", 3)
    assert found.piece is not None and found.piece.bytes == b" lowlow"
    grounds = grounds_of(found, states_of(found))
    assert (grounds[(1, 4)], grounds[(4, 7)]) == (2, 3)


def test_neighbours_in_a_state_have_different_grounds(tokenizer: Tokenizer) -> None:
    for row in ladder_of(details(tokenizer, "lowlowerlow", 1)):
        shown = [chip.ground for chip in row.chips]
        assert all(a is None or a != b for a, b in pairwise(shown))


def test_the_tree_holds_every_merge(tokenizer: Tokenizer) -> None:
    tree = tree_of(details(tokenizer, "lower", 0))
    assert tree is not None and tree.parts is not None
    assert (tree.chip.text, tree.note, tree.height) == ("lower", "3", 3)
    assert [(part.chip.text, part.note) for part in tree.parts] == [("low", "1"), ("er", "2")]


def test_a_byte_has_no_tree(tokenizer: Tokenizer) -> None:
    assert tree_of(details(tokenizer, "x", 0)) is None


# --- tokenizers of other makers


@pytest.fixture(scope="module")
def characters() -> Tokenizer:
    recipe = Recipe(vocab_size=260, base="characters", character_coverage=0.9, min_frequency=1, byte_order="value")
    return train_from_counts({"éa" * 9: 1, "éa😀": 1}, recipe).tokenizer


@pytest.fixture(scope="module")
def unigram() -> Tokenizer:
    """A space goes in front of every text, spaces are `▁`, and nothing has a merge."""
    pieces = ("<unk>", "▁b", "a", "▁")
    return Tokenizer(
        [piece.encode() for piece in pieces],
        np.zeros((0, 3), np.uint32),
        {"<unk>": 0},
        Pretokenizer.of("none"),
        model=Unigram(np.array([0, -1, -2, -3], np.float32), np.array([2, 1, 1, 1], np.uint8), None, 0),
        normalizer=Normalizer((Prepend("▁"), Replace(" ", "▁"), Replace("~", ""))),
        added_tokens=(AddedToken("<unk>", 0, in_text=False),),
    )


def test_characters_are_joined_as_such(characters: Tokenizer) -> None:
    rows = ladder_of(details(characters, "éa", 0))
    assert [[chip.text for chip in row.chips] for row in rows] == [["é", "a"], ["éa"]]
    assert [row.note for row in rows] == ["characters", "rank 0"]


def test_what_merging_begins_with_is_named(characters: Tokenizer) -> None:
    assert [details(characters, "aé é😀", place).unit for place in (0, 1, 2, 3, 5)] == [
        "character",
        "character",
        "character",
        "character",
        "byte",
    ]


def test_a_model_with_scores_has_pieces_but_no_merges(unigram: Tokenizer) -> None:
    found = details(unigram, "ba", 1)
    assert (found.by_scores, found.unit, found.tree, len(found.steps)) == (True, "", None, 1)
    assert found.piece == TextPiece("▁ba".encode(), begin=0, end=2, offset=4)


def test_every_token_of_a_text_that_is_changed_can_be_looked_at(unigram: Tokenizer) -> None:
    for text in ("", "a", "~~b a~~", "~😀 b", "<unk>"):
        for place in range(len(inspect(unigram, text))):
            assert details(unigram, text, place).piece is not None


def test_an_unknown_character_belongs_to_a_piece(unigram: Tokenizer) -> None:
    found = details(unigram, "b😀", 1)
    assert (found.special, found.text) == (True, "😀")
    assert found.piece is not None


def test_what_is_put_around_a_text_has_no_piece_and_stands_for_no_text(tokenizer: Tokenizer) -> None:
    found = details(dataclasses.replace(tokenizer, template=Template((260,))), "low", 0)
    assert (found.special, found.text, found.piece) == (True, "", None)


def test_nothing_is_kept_of_a_text_that_is_inspected_no_more(tokenizer: Tokenizer) -> None:
    inspection = inspect(tokenizer, "low lower")
    held = sys.getrefcount(tokenizer)
    token_details(inspection=inspection, place=0, monitor=Monitor())
    assert sys.getrefcount(tokenizer) == held
    known = weakref.ref(inspection)
    del inspection
    assert known() is None
