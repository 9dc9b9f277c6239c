"""How a piece becomes tokens, and of what a token was made."""

from __future__ import annotations

import random

import numpy as np
import pytest
from random_tokenizers import KINDS

from vocabsmith_engine import Pretokenizer, Recipe, Tokenizer, TokenizerError, train_from_counts
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.analysis import MergeStep, merge_steps, merge_tree

BYTES = [bytes([value]) for value in range(256)]
A, B, C, D = 97, 98, 99, 100
WORKED_EXAMPLE = train_from_counts(
    [(b"aaabdaaabac", 1)], Recipe(vocab_size=259, pretokenizer="none", min_frequency=1, byte_order="value")
).tokenizer


def test_the_worked_example_step_by_step() -> None:
    assert merge_steps(WORKED_EXAMPLE, b"aaabdaaabac") == [
        MergeStep((A, A, A, B, D, A, A, A, B, A, C)),
        MergeStep((256, A, B, D, A, A, A, B, A, C), rank=0, place=0),
        MergeStep((256, A, B, D, 256, A, B, A, C), rank=0, place=4),
        MergeStep((256, 257, D, 256, A, B, A, C), rank=1, place=1),
        MergeStep((256, 257, D, 256, 257, A, C), rank=1, place=4),
        MergeStep((258, D, 256, 257, A, C), rank=2, place=0),
        MergeStep((258, D, 258, A, C), rank=2, place=2),
    ]


def test_the_last_state_is_what_encoding_gives() -> None:
    pieces = ["aaab", "abab", "daaaaaab", "", "c"]
    assert [list(merge_steps(WORKED_EXAMPLE, p.encode())[-1].tokens) for p in pieces] == [
        WORKED_EXAMPLE.encode(p) for p in pieces
    ]


def test_a_whole_piece_that_is_looked_up_has_no_merges() -> None:
    tokenizer = Tokenizer(
        [*BYTES, b"ab", b"abc"],
        np.array([[A, B, 256]], np.uint32),
        {},
        Pretokenizer.of("none"),
        whole_pieces_first=True,
    )
    assert merge_steps(tokenizer, b"abc") == [MergeStep((A, B, C)), MergeStep((257,))]
    assert merge_steps(tokenizer, b"abd")[-1] == MergeStep((256, D), rank=0, place=0)


def test_from_characters_a_piece_begins_with_these_and_the_bytes_of_others() -> None:
    recipe = Recipe(vocab_size=259, base="characters", character_coverage=0.9, min_frequency=1, byte_order="value")
    tokenizer = train_from_counts({"é中" * 9: 1, "é中😀": 1}, recipe).tokenizer
    assert merge_steps(tokenizer, "é中ü".encode()) == [
        MergeStep((256, 257, 0xC3, 0xBC)),
        MergeStep((258, 0xC3, 0xBC), rank=0, place=0),
    ]


def test_a_piece_with_too_many_steps_is_refused() -> None:
    with pytest.raises(TokenizerError, match="a piece of 1,001 bytes"):
        merge_steps(WORKED_EXAMPLE, b"a" * 1001)


def test_the_tree_goes_down_to_the_bytes() -> None:
    tree = merge_tree(WORKED_EXAMPLE, 258)
    assert (tree.bytes, tree.rank) == (b"aaab", 2)
    assert tree.left is not None
    assert tree.right is not None
    assert (tree.left.token, tree.left.rank, tree.right.token, tree.right.rank) == (256, 0, 257, 1)
    assert tree.left.left is not None
    assert (tree.left.left.bytes, tree.left.left.rank, tree.left.left.left) == (b"a", None, None)


def test_a_very_deep_tree_is_no_trouble() -> None:
    tokens = [*BYTES, *(b"a" * length for length in range(2, 3002))]
    merges = [(A, A, 256), *((token - 1, A, token) for token in range(257, len(tokens)))]
    tokenizer = Tokenizer(tokens, np.array(merges, np.uint32), {}, Pretokenizer.of("none"))
    tree = merge_tree(tokenizer, len(tokens) - 1)
    depth = 0
    while tree.left is not None:
        tree, depth = tree.left, depth + 1
    assert depth == 3000


def test_an_unknown_id_has_no_tree() -> None:
    with pytest.raises(TokenizerError, match="id 259 at position 0"):
        merge_tree(WORKED_EXAMPLE, 259)


def test_a_byte_whose_only_token_is_an_added_one_begins_with_that() -> None:
    added = (AddedToken("a", A, single_word=True),)
    tokenizer = Tokenizer(BYTES, np.zeros((0, 3), np.uint32), {"a": A}, Pretokenizer.of("none"), added_tokens=added)
    assert merge_steps(tokenizer, b"ba") == [MergeStep((B, A))]
    assert tokenizer.encode("ba") == [B, A]


@pytest.mark.parametrize("kind", ["bytes", "characters", "affixes"])
@pytest.mark.parametrize("seed", range(40))
def test_the_last_step_of_a_random_piece_is_what_encoding_gives(kind: str, seed: int) -> None:
    dice = random.Random(seed)
    tokenizer = KINDS[kind](dice)
    for _ in range(10):
        piece = "".join(dice.choices("abcé▁ A語", k=dice.randint(1, 30))).encode()
        encoded = tokenizer.text_encoder.pieces.ids(piece, np.array([len(piece)], np.uint64), None)
        assert list(merge_steps(tokenizer, piece)[-1].tokens) == encoded.tolist()
