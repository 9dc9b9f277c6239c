"""Search in a vocabulary: text as one sees it, bytes, and regular expressions."""

from __future__ import annotations

import random
import re
import time

import numpy as np
import pytest

from vocabsmith_engine import Monitor, Pretokenizer, Stopped, Tokenizer
from vocabsmith_engine.analysis import VocabularyTable
from vocabsmith_engine.analysis.byte_rows import ByteRows
from vocabsmith_engine.decoding import Decoding
from vocabsmith_engine.errors import AnalysisError
from vocabsmith_engine.models import Characters

BYTES = [bytes([value]) for value in range(256)]
WORDS = [" the", "The", "then", "  ", "a\nb", "文档", " 文", "Ġx", "été", "\t1", "x.y", "x+y"]


@pytest.fixture
def table() -> VocabularyTable:
    tokens = [*BYTES, *(word.encode() for word in WORDS), b"\xe5\x89", b"a\xe5\x89b"]
    return VocabularyTable.of(Tokenizer(tokens, np.zeros((0, 3), np.uint32), {}, Pretokenizer.of("none")))


def found(table: VocabularyTable, query: str, mode: str = "text") -> list[str]:
    """What is found behind the single bytes."""
    ids = np.flatnonzero(table.search(query, mode)).tolist()  # type: ignore[arg-type]
    return [table.token(i).decode(errors="backslashreplace") for i in ids if i > 255]


def test_text_is_found_anywhere_in_a_token_in_the_case_in_which_it_was_typed(table: VocabularyTable) -> None:
    assert found(table, "the") == [" the", "then"]
    assert found(table, "The") == ["The"]
    assert found(table, "文") == ["文档", " 文"]
    assert found(table, "x+y") == ["x+y"]
    assert found(table, "not there") == []


def test_nothing_typed_finds_everything(table: VocabularyTable) -> None:
    assert table.search("").all()
    assert table.search("", "regex").all()


def test_a_space_finds_spaces(table: VocabularyTable) -> None:
    assert found(table, " ") == [" the", "  ", " 文"]
    assert found(table, "  ") == ["  "]
    assert found(table, " t") == [" the"]


def test_the_letters_that_mark_white_space_find_it_and_themselves(table: VocabularyTable) -> None:
    assert found(table, "Ġ") == [" the", "  ", " 文", "Ġx"]
    assert found(table, "Ġthe") == [" the"]
    assert found(table, "Ċ") == ["a\nb"]
    assert found(table, "ĉ1") == ["\t1"]


def test_a_space_finds_the_low_line_where_that_stands_for_one() -> None:
    tokens = [b"<unk>", "▁the".encode(), "a▁".encode(), b"the", b"a b"]
    tokenizer = Tokenizer(
        tokens,
        np.zeros((0, 3), np.uint32),
        {"<unk>": 0},
        Pretokenizer.of("none"),
        model=Characters(unknown_id=0),
        decoding=Decoding(replacements=(("▁", " "),)),
    )
    table = VocabularyTable.of(tokenizer)
    assert np.flatnonzero(table.search(" ")).tolist() == [1, 2, 4]
    assert np.flatnonzero(table.search("▁the")).tolist() == [1]
    assert np.flatnonzero(table.search(" the")).tolist() == [1]


def test_tokens_in_the_byte_alphabet_are_found_by_their_text_and_by_their_spelling() -> None:
    tokens = [b"<unk>", "Ġété</w>".encode(), "ĠÃ©tÃ©</w>".encode()]
    tokenizer = Tokenizer(
        tokens,
        np.zeros((0, 3), np.uint32),
        {"<unk>": 0},
        Pretokenizer.of("none"),
        model=Characters(unknown_id=0, word_suffix="</w>"),
        decoding=Decoding(byte_alphabet=True),
    )
    table = VocabularyTable.of(tokenizer)
    assert np.flatnonzero(table.search(" été")).tolist() == [2]
    assert np.flatnonzero(table.search("Ã©t")).tolist() == [2]
    assert np.flatnonzero(table.search("</w>")).tolist() == [1, 2]


# --- bytes


def test_bytes_are_found_however_they_are_written(table: VocabularyTable) -> None:
    for query in ("E5 89", "e589", "0xE5 0x89", " e5  89 "):
        assert found(table, query, "bytes") == ["\\xe5\\x89", "a\\xe5\\x89b"]
    assert found(table, "0A", "bytes") == ["a\nb"]
    assert np.flatnonzero(table.search("E5", "bytes")).tolist()[0] == 0xE5


@pytest.mark.parametrize("query", ["xy", "E", "E5 8", "0x", "🙂", "E5-89"])
def test_what_is_no_hexadecimal_is_refused_with_what_to_write(table: VocabularyTable, query: str) -> None:
    with pytest.raises(AnalysisError, match=re.escape(repr(query)) + ".*E4 BD A0"):
        table.search(query, "bytes")


def test_bytes_of_two_tokens_are_not_found_as_one() -> None:
    rows = ByteRows.of([b"ab", b"cd", b"bc"])
    assert rows.holding(b"bc").tolist() == [False, False, True]
    assert rows.holding(b"abcd").tolist() == [False, False, False]
    assert rows.holding(b"abcdbcx").tolist() == [False, False, False]


@pytest.mark.parametrize("seed", range(100))
def test_bytes_are_found_as_python_finds_them(seed: int) -> None:
    dice = random.Random(seed)
    rows = [bytes(dice.choices(b"abc", k=dice.randint(1, 9))) for _ in range(dice.randint(1, 80))]
    wanted = bytes(dice.choices(b"abcd", [9, 9, 9, 1], k=dice.randint(1, 5)))
    assert ByteRows.of(rows).holding(wanted).tolist() == [wanted in row for row in rows]


# --- regular expressions


def test_an_expression_matches_characters_and_knows_the_ends_of_tokens(table: VocabularyTable) -> None:
    assert found(table, "^.{2}$", "regex") == ["  ", "文档", " 文", "Ġx", "\t1"]
    assert found(table, r"^\p{Han}+$", "regex") == ["文档"]
    assert found(table, "^the", "regex") == ["then"]
    assert found(table, "(?i)^the$", "regex") == ["The"]
    assert found(table, "^a.b$", "regex") == ["a\nb", "a\\xe5\\x89b"]


def test_words_digits_and_spaces_are_those_of_all_scripts(table: VocabularyTable) -> None:
    assert found(table, r"^\w+$", "regex") == ["The", "then", "文档", "Ġx", "été"]
    assert found(table, r"^[\w]{3}$", "regex") == ["The", "été"]
    assert found(table, r"^\W", "regex") == [" the", "  ", " 文", "\t1", "\\xe5\\x89"]
    assert found(table, r"\d", "regex") == ["\t1"]
    assert found(table, r"^\s\S+$", "regex") == [" the", " 文", "\t1"]


def test_what_is_escaped_or_in_a_set_is_taken_as_it_is(table: VocabularyTable) -> None:
    assert found(table, r"x\.y", "regex") == ["x.y"]
    assert found(table, r"x[.+]y", "regex") == ["x.y", "x+y"]
    assert found(table, r"\Qx+y\E", "regex") == ["x+y"]
    assert found(table, r"[]x]\+", "regex") == ["x+y"]
    assert found(table, r"\\w", "regex") == []


def test_a_part_of_a_character_is_a_replacement_character(table: VocabularyTable) -> None:
    assert found(table, "\ufffd", "regex") == ["\\xe5\\x89", "a\\xe5\\x89b"]


@pytest.mark.parametrize("query", ["(", "[a", "a**", r"(?=x)", r"(a)\1", r"\8", "(?P<x", r"[\W]"])
def test_an_expression_that_cannot_be_read_is_refused_by_name(table: VocabularyTable, query: str) -> None:
    with pytest.raises(AnalysisError) as error:
        table.search(query, "regex")
    assert "cannot be searched for" in error.value.rule
    assert "\n" not in str(error.value)


def test_an_evil_expression_does_no_harm() -> None:
    tokens = [*BYTES, b"a" * 5000 + b"b", b"a" * 5000]
    table = VocabularyTable.of(Tokenizer(tokens, np.zeros((0, 3), np.uint32), {}, Pretokenizer.of("none")))
    began = time.monotonic()
    assert np.flatnonzero(table.search("^(a+)+$", "regex")).tolist() == [ord("a"), 257]
    assert time.monotonic() - began < 20


def test_an_expression_that_takes_too_long_is_given_up(table: VocabularyTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vocabsmith_engine.analysis.search_expression.SECONDS", -1.0)
    with pytest.raises(AnalysisError, match=r"'a'.*needs more than"):
        table.search("a", "regex")


def test_a_search_by_expression_can_be_stopped(table: VocabularyTable) -> None:
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        table.search("a", "regex", monitor)


def test_another_way_to_search_is_refused(table: VocabularyTable) -> None:
    with pytest.raises(AnalysisError, match=r"'sound'.*text, bytes, regex"):
        table.search("a", "sound")  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(60))
def test_expressions_find_what_python_finds(seed: int) -> None:
    dice = random.Random(seed)
    words = ["".join(dice.choices("abé 1", k=dice.randint(1, 6))) for _ in range(50)]
    tokens = [*BYTES, *dict.fromkeys(word.encode() for word in words if len(word.encode()) > 1)]
    table = VocabularyTable.of(Tokenizer(tokens, np.zeros((0, 3), np.uint32), {}, Pretokenizer.of("none")))
    parts = ["a", "b", "é", ".", r"\w", r"\d", r"\s", r"\W", "[ab]", "[^a1]", r"[\d ]", "(?:a|b)", "^", "$"]
    atoms = dice.choices(parts, k=dice.randint(1, 4))
    query = "".join(atom + (dice.choice(["", "+", "?", "*"]) if atom not in "^$" else "") for atom in atoms)
    expression = re.compile(query.replace("$", r"\Z"), re.DOTALL)
    expected = [bool(expression.search(token.decode(errors="replace"))) for token in tokens]
    got = table.search(query, "regex").tolist()
    # Python's \s takes the separators U+001C to U+001F too, which are no white space in Unicode.
    assert [g for i, g in enumerate(got) if not 0x1C <= i <= 0x1F] == [
        e for i, e in enumerate(expected) if not 0x1C <= i <= 0x1F
    ]
