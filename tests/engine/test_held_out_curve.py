"""How the held-out text does at every size: what encoding it with so many merges gives."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from reference import base_tokens

from vocabsmith_engine import HeldOut, Recipe, TrainingResult, count_pieces, train
from vocabsmith_engine.held_out_measure import tokens_left

SETTINGS: list[dict[str, object]] = [
    {},
    {"tie_break": "bytes", "byte_order": "value", "specials": "start", "special_tokens": ["<d>"]},
    {"max_token_length": 3, "min_frequency": 1},
    {"max_token_length": 4, "tie_break": "bytes", "pretokenizer": "none"},
    {"base": "characters", "character_coverage": 0.9},
    {"base": "characters", "character_coverage": 1, "tie_break": "bytes", "max_token_length": 5},
    {"base": "characters", "character_coverage": 0.7, "pretokenizer": "whitespace", "specials": "after-bytes"},
]


def random_lines(choose: random.Random) -> list[str]:
    parts = ["a", "b", "aa", "ab ", "é", "日本", " ", "<d>", "c", "\0", "🙂", "▁"]
    alphabet = choose.sample(parts, choose.randint(2, len(parts)))
    return ["".join(choose.choices(alphabet, k=choose.randint(1, 30))) + "\n" for _ in range(60)]


def trained(folder: Path, lines: list[str], **settings: object) -> TrainingResult:
    path = folder / "corpus.txt"
    path.write_text("".join(lines), newline="")
    recipe = {"vocab_size": 400, "document_unit": "line", "held_out": 0.4} | settings
    return train(path, Recipe.from_dict(recipe))


def held_out_pieces(folder: Path, recipe: Recipe) -> list[tuple[bytes, int]]:
    held_out = count_pieces(folder / "corpus.txt", recipe).held_out
    assert held_out is not None
    return list(held_out.counts.items())


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("seed", range(5))
def test_at_every_size_it_is_what_encoding_with_so_many_merges_gives(
    tmp_path: Path, settings: dict[str, object], seed: int
) -> None:
    result = trained(tmp_path, random_lines(random.Random(seed)), **settings)
    pieces = held_out_pieces(tmp_path, result.recipe)
    smallest = result.vocab_size - len(result.merge_ids)
    encoded = []
    for merges in range(len(result.merge_ids) + 1):
        tokenizer = result.truncated(smallest + merges).tokenizer
        encoded.append(sum(len(tokenizer.encode_bytes(piece)) * count for piece, count in pieces))
    assert result.held_out is not None
    assert result.held_out.tokens_left.tolist() == encoded


def tokens_by_rank(tokens: list[int], made_of: dict[tuple[int, int], int], merges: int) -> int:
    """Tokens that remain when the neighbours with the lowest rank are joined again and again, the leftmost first."""
    while True:
        ranks = [made_of.get(pair, merges) for pair in pairwise(tokens)]
        if not ranks or min(ranks) >= merges:
            return len(tokens)
        place = ranks.index(min(ranks))
        tokens = [*tokens[:place], -1 - min(ranks), *tokens[place + 2 :]]


@pytest.mark.parametrize("settings", SETTINGS)
def test_at_every_size_it_is_what_the_definition_gives(tmp_path: Path, settings: dict[str, object]) -> None:
    result = trained(tmp_path, random_lines(random.Random(99)), **settings)
    pieces = held_out_pieces(tmp_path, result.recipe)
    base = 256 + len(result.characters)
    made_of = {
        tuple(token if token < base else -1 - (token - base) for token in (left, right)): rank
        for rank, (left, right, _) in enumerate(result.merge_ids.tolist())
    }
    rows = [(base_tokens(piece, result.recipe.byte_of_id, result.characters), count) for piece, count in pieces]
    defined = [
        sum(tokens_by_rank(tokens, made_of, merges) * count for tokens, count in rows)
        for merges in range(len(result.merge_ids) + 1)
    ]
    assert result.held_out is not None
    assert result.held_out.tokens_left.tolist() == defined


def test_a_worked_example() -> None:
    merge_ids = np.array([[97, 97, 256], [256, 97, 257]], np.uint32)
    uses = np.zeros(258, np.uint64)
    uses[[97, 256, 257]] = 5, 1, 2  # such as aaa aaa aa a a a a a
    assert tokens_left(uses, merge_ids).tolist() == [13, 10, 8]


def test_a_vocabulary_without_merges_has_the_tokens_that_learning_begins_with(tmp_path: Path) -> None:
    result = trained(tmp_path, ["a b\n", "b a\n", "aé\n", "é\n"] * 20, vocab_size=256)
    assert result.held_out is not None
    assert result.held_out.tokens_left.tolist() == [result.held_out.bytes]


def test_a_smaller_vocabulary_keeps_its_part_of_the_curve(tmp_path: Path) -> None:
    result = trained(tmp_path, random_lines(random.Random(3)))
    smaller = result.truncated(280).held_out
    assert result.held_out is not None
    assert smaller is not None
    assert smaller.tokens_left.tolist() == result.held_out.tokens_left[:25].tolist()
    assert (smaller.documents, smaller.bytes) == (result.held_out.documents, result.held_out.bytes)
    assert smaller.tokens == result.held_out.tokens_left[24]


def test_bytes_per_token_at_every_size() -> None:
    held_out = HeldOut(documents=1, bytes=12, tokens_left=np.array([12, 6, 4], np.uint64))
    assert held_out.bytes_per_token_at().tolist() == [1, 2, 3]
    assert held_out.bytes_per_token == 3


def test_what_holds_no_text_has_a_curve_of_zeros() -> None:
    assert HeldOut(0, 0, np.zeros(3, np.uint64)).bytes_per_token_at().tolist() == [0, 0, 0]


def test_counts_past_what_a_float_holds_are_exact() -> None:
    uses = np.zeros(257, np.uint64)
    uses[256] = 2**62 + 1
    assert tokens_left(uses, np.array([[97, 98, 256]], np.uint32)).tolist() == [2**63 + 2, 2**62 + 1]
