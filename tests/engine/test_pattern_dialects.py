"""What is told of constructs that engines read differently: where it stands, how bad it is, what to write instead."""

from __future__ import annotations

import random

import pytest

from vocabsmith_engine.analysis import dialect_warnings
from vocabsmith_engine.analysis.pattern_lexemes import lexemes_of
from vocabsmith_engine.named_patterns import NAMED_SPLITS


def keys(pattern: str) -> list[str]:
    return [warning.key for warning in dialect_warnings(pattern)]


def test_a_warning_names_the_place_and_what_each_engine_does() -> None:
    warning = dialect_warnings(r"\p{N}{1,3}+|[\s\S]")[0]
    assert (warning.begin, warning.end, warning.construct) == (5, 11, "{1,3}+")
    assert (warning.key, warning.severity) == ("possessive interval", "differs")
    assert warning.oniguruma == "Repeats the counted part again and again"
    assert warning.fancy_regex == warning.regex == "Gives nothing back (possessive)"
    assert warning.remedy == "Write (?>X{1,3}), or X{1,3} where nothing is ever given back"


def test_a_construct_is_told_of_once_with_all_its_places() -> None:
    (warning,) = [each for each in dialect_warnings(r"a{2}+b{3}+|[\s\S]") if each.key == "possessive interval"]
    assert warning.places == ((1, 5), (6, 10))


def test_what_concerns_few_characters_comes_behind_the_rest() -> None:
    assert [warning.severity for warning in dialect_warnings(r"\w+|[\s\S]|a$")] == ["differs", "rare"]


def test_what_only_looks_like_a_construct_is_left_alone() -> None:
    assert keys(r"\$|\^|[$^]|\\Z|[*]{1,2}|\[a&&b\]|(?#a{1,2}+)b|\{1,2\}+|[\s\S]") == []


def test_the_dollar_sign_behind_all_white_space_is_no_difference() -> None:
    assert keys(r"\s++$|[\s\S]") == []
    assert keys(r"\s+$|[\s\S]") == ["line end"]


def test_flags_hold_up_to_the_end_of_their_group() -> None:
    assert "dotted i" in keys("(?i:i)|[\\s\\S]")
    assert "dotted i" not in keys("(?i:k)i|[\\s\\S]")
    assert "dotted i" not in keys("(?i)(?-i:i)|[\\s\\S]")


def test_an_expression_that_cannot_be_compiled_here_is_told_of_all_the_same() -> None:
    assert keys(r"(?<n>a)\k<n>") == [r"\k"]
    assert keys("a+*(") == ["repeated repetition"]


def test_an_evil_expression_is_given_up_in_time() -> None:
    assert keys(r"(?:(?:a|é|\s|.)+)+$x") == ["line end", "text left out"]


@pytest.mark.parametrize("name", [name for name in NAMED_SPLITS if name not in ("deepseek3", "digits", "whitespace")])
def test_named_patterns_are_read_alike_but_for_rare_texts(name: str) -> None:
    assert all({*keys(pattern)} <= {"newer characters", "long run"} for pattern in NAMED_SPLITS[name])


def test_the_parts_of_an_expression_are_all_of_it() -> None:
    dice = random.Random(3)
    parts = (
        "(",
        "(?i)",
        "(?x:",
        ")",
        "[",
        "[^]",
        "]",
        "|",
        "a",
        r"\p{L}",
        r"\x{41}",
        "{1,2}",
        "+",
        "#",
        " ",
        "\\",
        "(?#",
    )
    for _ in range(500):
        pattern = "".join(dice.choices(parts, k=12))
        lexemes = lexemes_of(pattern)
        assert "".join(lexeme.text for lexeme in lexemes) == pattern
        assert all(pattern[each.begin : each.end] == each.text for each in lexemes)
        dialect_warnings(pattern)
