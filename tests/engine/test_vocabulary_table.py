"""A vocabulary as arrays: what stands in the columns, in which order, and what is built on what."""

from __future__ import annotations

import random

import numpy as np
import pytest
from random_tokenizers import KINDS

from vocabsmith_engine import Pretokenizer, Tokenizer, TokenizerError
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.analysis import KIND_NAMES, Kind, VocabularyTable
from vocabsmith_engine.analysis.byte_rows import ByteRows
from vocabsmith_engine.decoding import Decoding
from vocabsmith_engine.errors import AnalysisError
from vocabsmith_engine.models import Characters, ScoredPairs

BYTES = [bytes([value]) for value in range(256)]
A, B, C = (ord(letter) for letter in "abc")


@pytest.fixture
def tokenizer() -> Tokenizer:
    """ab, abc and bc, which has no rank; counts of learning; a special token."""
    tokens = [*BYTES, b"ab", b"abc", b"bc", b"<end>"]
    merges = np.array([[A, B, 256], [256, C, 257]], np.uint32)
    counts = np.array([70, 40], np.uint64)
    return Tokenizer(tokens, merges, {"<end>": 259}, Pretokenizer.of("gpt2"), merge_counts=counts)


def test_each_token_has_its_bytes_length_rank_count_and_kind(tokenizer: Tokenizer) -> None:
    table = VocabularyTable.of(tokenizer)
    assert len(table) == 260
    assert [table.token(i) for i in (A, 256, 257, 258, 259)] == [b"a", b"ab", b"abc", b"bc", b"<end>"]
    assert bytes(table.data[table.offsets[257] : table.offsets[258]]) == b"abc"
    assert table.lengths[[A, 256, 257, 258, 259]].tolist() == [1, 2, 3, 2, 5]
    assert table.ranks[[A, 256, 257, 258, 259]].tolist() == [-1, 0, 1, -1, -1]
    assert table.learned_counts[[A, 256, 257, 258, 259]].tolist() == [-1, 70, 40, -1, -1]
    kinds = [KIND_NAMES[kind] for kind in table.kinds[[A, 256, 257, 258, 259]].tolist()]
    assert kinds == ["byte", "learned", "learned", "whole piece", "special"]


def test_an_unknown_id_is_refused_by_name(tokenizer: Tokenizer) -> None:
    table = VocabularyTable.of(tokenizer)
    for ask in (table.token, table.built_on):
        with pytest.raises(TokenizerError, match="id 260"):
            ask(260)


def test_counts_of_learning_are_unknown_where_nobody_kept_them() -> None:
    table = VocabularyTable.of(
        Tokenizer([*BYTES, b"ab"], np.array([[A, B, 256]], np.uint32), {}, Pretokenizer.of("gpt2"))
    )
    assert table.learned_counts[256] == -1


def test_a_token_that_two_merges_make_has_the_rank_and_the_count_of_the_first() -> None:
    tokens = [*BYTES, b"ab", b"bc", b"abc"]
    merges = np.array([[A, B, 256], [B, C, 257], [A, 257, 258], [256, C, 258]], np.uint32)
    counts = np.array([9, 8, 7, 6], np.uint64)
    table = VocabularyTable.of(Tokenizer(tokens, merges, {}, Pretokenizer.of("gpt2"), merge_counts=counts))
    assert (table.ranks[258], table.learned_counts[258]) == (2, 7)


def test_kinds_of_a_model_of_characters() -> None:
    tokens = [b"<unk>", b"a", "é".encode(), b"aa", b"zz", *BYTES, b"<s>", b"</s>", b"tool"]
    added = (
        AddedToken("<unk>", 0, in_text=False),
        AddedToken("<s>", 261),
        AddedToken("</s>", 262, in_text=False),
        AddedToken("tool", 263, special=False),
    )
    model = Characters(byte_ids=tuple(range(5, 261)), unknown_id=0)
    merges = np.array([[1, 1, 3]], np.uint32)
    specials = {token.text: token.id for token in added}
    pieces = Pretokenizer.of("none")
    table = VocabularyTable.of(Tokenizer(tokens, merges, specials, pieces, added_tokens=added, model=model))
    kinds = [KIND_NAMES[kind] for kind in table.kinds[[0, 1, 2, 3, 4, 5 + A, 261, 262, 263]].tolist()]
    assert kinds == [
        *("unknown", "character", "character", "learned", "whole piece", "byte"),
        *("special", "control", "added"),
    ]


def test_kinds_of_a_sentencepiece_model() -> None:
    tokens = [b"<unk>", b"<s>", b"ab", b"user", b"old", *BYTES]
    model = ScoredPairs(
        scores=np.zeros(261, np.float32),
        kinds=np.array([2, 3, 1, 4, 5, *[6] * 256], np.uint8),
        byte_ids=tuple(range(5, 261)),
    )
    table = VocabularyTable.of(Tokenizer(tokens, np.zeros((0, 3), np.uint32), {}, Pretokenizer.of("none"), model=model))
    kinds = [KIND_NAMES[kind] for kind in table.kinds[:6].tolist()]
    assert kinds == ["unknown", "control", "learned", "added", "unused", "byte"]


def test_names_of_kinds_stand_in_the_order_of_their_numbers() -> None:
    assert [KIND_NAMES[kind] for kind in Kind] == [kind.name.lower().replace("_", " ") for kind in Kind]


# --- order


def test_a_column_is_sorted_with_equal_values_by_id_and_unknown_ones_last(tokenizer: Tokenizer) -> None:
    table = VocabularyTable.of(tokenizer)
    assert table.order("rank")[:3].tolist() == [256, 257, 0]
    assert table.order("rank", True)[:3].tolist() == [257, 256, 0]
    assert table.order("learned")[:3].tolist() == [257, 256, 0]
    assert table.order("learned", True)[:3].tolist() == [256, 257, 0]
    assert table.order("length", True)[:4].tolist() == [259, 257, 256, 258]
    assert table.order("length")[-4:].tolist() == [256, 258, 257, 259]
    assert table.order("id", True)[:2].tolist() == [259, 258]


def test_names_are_sorted_by_the_alphabet(tokenizer: Tokenizer) -> None:
    table = VocabularyTable.of(tokenizer)
    assert [KIND_NAMES[kind] for kind in dict.fromkeys(table.kinds[table.order("kind")].tolist())] == [
        *("byte", "learned", "special", "whole piece")
    ]
    scripts = [table.script_names[number] for number in dict.fromkeys(table.scripts[table.order("script")].tolist())]
    assert scripts == ["Digits", "Latin", "partial", "Symbols", "White space"]


def test_tokens_are_sorted_by_their_bytes(tokenizer: Tokenizer) -> None:
    table = VocabularyTable.of(tokenizer)
    expected = sorted(range(260), key=lambda i: tokenizer.tokens[i])
    assert table.order("token").tolist() == expected
    assert table.order("bytes").tolist() == expected
    assert table.order("token", True).tolist() == expected[::-1]


def test_an_unknown_column_is_refused(tokenizer: Tokenizer) -> None:
    with pytest.raises(AnalysisError, match=r"'colour'.*Use id, token"):
        VocabularyTable.of(tokenizer).order("colour")  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(200))
def test_rows_of_any_length_are_sorted_as_python_sorts_bytes(seed: int) -> None:
    dice = random.Random(seed)
    lengths = (1, 2, 7, 8, 9, 15, 16, 17, 20, 24, 25)
    rows = [bytes(dice.choices(b"\0ab", [1, 8, 1], k=dice.choice(lengths))) for _ in range(dice.randint(1, 60))]
    sorted_rows = ByteRows.of(rows).sorted_rows()
    assert sorted_rows.tolist() == sorted(range(len(rows)), key=lambda i: (rows[i], i))
    equal = ByteRows.of(rows).equal_neighbours(sorted_rows)
    ordered = sorted(rows)
    assert equal.tolist() == [bool(place) and ordered[place - 1] == row for place, row in enumerate(ordered)]


# --- what is built on a token


def test_tokens_that_are_built_on_another_come_by_the_rank_of_their_merge() -> None:
    tokens = [*BYTES, b"aa", b"ab", b"aaa", b"xaa"]
    merges = np.array([[A, A, 256], [256, A, 258], [A, B, 257], [ord("x"), 256, 259]], np.uint32)
    table = VocabularyTable.of(Tokenizer(tokens, merges, {}, Pretokenizer.of("gpt2")))
    assert table.built_on(A).tolist() == [256, 258, 257]
    assert table.built_on(256).tolist() == [258, 259]
    assert table.built_on(258).tolist() == []


def test_a_token_that_two_merges_make_of_the_same_part_is_named_once() -> None:
    tokens = [*BYTES, b"ab", b"ba", b"aba"]
    merges = np.array([[A, B, 256], [B, A, 257], [A, 257, 258], [256, A, 258]], np.uint32)
    assert VocabularyTable.of(Tokenizer(tokens, merges, {}, Pretokenizer.of("gpt2"))).built_on(A).tolist() == [
        *(256, 257, 258)
    ]


# --- scripts and parts of characters


@pytest.mark.parametrize(
    ("token", "script"),
    [
        ("the", "Latin"),
        (" Été", "Latin"),
        ("e\u0301", "Latin"),
        (" мир", "Cyrillic"),
        ("λόγος", "Greek"),
        ("文档", "Han"),
        ("ひらがな", "Hiragana"),
        ("漢字かな", "Mixed"),
        ("aб", "Mixed"),
        ("한국", "Hangul"),
        ("नमस्ते", "Devanagari"),
        ("१२", "Devanagari"),
        ("سلام", "Arabic"),
        ("ไทย", "Thai"),
        ("x1_", "Latin"),
        ("  \n\t\u3000", "White space"),
        (" 2026", "Digits"),
        ("½", "Digits"),
        ("1,000", "Symbols"),
        (" +=", "Symbols"),
        ("😀", "Symbols"),
        ("\u0301", "Symbols"),
        ("\0\x1b", "Symbols"),
    ],
)
def test_the_script_is_that_of_the_characters_which_have_one(token: str, script: str) -> None:
    table = _table_of(token.encode())
    assert (table.script_names[table.scripts[256]], bool(table.partial[256])) == (script, False)


@pytest.mark.parametrize("token", [b"\xe5\x89", b" \xd0", b"the\xc3", b"\xbf\xc3\xa9", b"\xed\xa0\x80", b"\xc0\x80"])
def test_a_token_with_a_byte_of_no_whole_character_is_partial(token: bytes) -> None:
    table = _table_of(token)
    assert (table.script_names[table.scripts[256]], bool(table.partial[256])) == ("partial", True)


def test_the_end_of_one_token_and_the_beginning_of_the_next_are_no_character() -> None:
    table = _table_of(b"x\xc3", b"\xa9x")
    assert table.partial[256:].tolist() == [True, True]


def test_a_low_line_counts_as_a_space_where_it_stands_for_one() -> None:
    spaced = Decoding(replacements=(("▁", " "),))
    tokens = [b"<unk>", "▁".encode(), "▁▁".encode(), "▁1".encode(), "▁a".encode()]
    names = {}
    for decoding in (spaced, Decoding()):
        model = Characters(unknown_id=0)
        none = np.zeros((0, 3), np.uint32)
        tokenizer = Tokenizer(tokens, none, {"<unk>": 0}, Pretokenizer.of("none"), model=model, decoding=decoding)
        table = VocabularyTable.of(tokenizer)
        names[bool(decoding)] = [table.script_names[number] for number in table.scripts[1:].tolist()]
    assert names[True] == ["White space", "White space", "Digits", "Latin"]
    assert names[False] == ["Symbols", "Symbols", "Symbols", "Latin"]


def test_tokens_in_the_byte_alphabet_are_looked_at_as_their_bytes() -> None:
    tokens = [b"<unk>", "Ġthe".encode(), "Ãī".encode(), "Ã".encode(), "ĠÐ¼</w>".encode()]
    tokenizer = Tokenizer(
        tokens,
        np.zeros((0, 3), np.uint32),
        {"<unk>": 0},
        Pretokenizer.of("none"),
        model=Characters(unknown_id=0, word_suffix="</w>"),
        decoding=Decoding(byte_alphabet=True),
    )
    table = VocabularyTable.of(tokenizer)
    assert [table.texts[i] for i in range(1, 5)] == [b" the", b"\xc3\x89", b"\xc3", b" \xd0\xbc"]
    assert [table.script_names[number] for number in table.scripts[1:]] == ["Latin", "Latin", "partial", "Cyrillic"]
    assert table.token(1) == "Ġthe".encode()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_tokenizer_has_a_table(kind: str) -> None:
    for seed in range(20):
        tokenizer = KINDS[kind](random.Random(seed))
        table = VocabularyTable.of(tokenizer)
        assert [table.token(i) for i in range(len(table))] == list(tokenizer.tokens)
        assert table.partial.tolist() == [_is_partial(table.texts[i]) for i in range(len(table))]
        assert [table.ranks[i] for i in range(len(table))] == [
            -1 if (rank := tokenizer.rank_of(i)) is None else rank for i in range(len(table))
        ]


def _is_partial(text: bytes) -> bool:
    return text.decode(errors="replace").encode() != text


def _table_of(*tokens: bytes) -> VocabularyTable:
    none = np.zeros((0, 3), np.uint32)
    return VocabularyTable.of(Tokenizer([*BYTES, *tokens], none, {}, Pretokenizer.of("none")))
