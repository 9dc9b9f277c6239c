"""Every warning about a pattern is true of the engines themselves, and patterns without one are read alike."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
import tiktoken
import tokenizers
from pattern_engines import REFUSED, by_fancy_regex, by_oniguruma, by_regex, readings
from tokenizers.pre_tokenizers import Split

from vocabsmith_engine.analysis import dialect_warnings
from vocabsmith_engine.analysis.dialect_rule import Rule
from vocabsmith_engine.analysis.pattern_dialects import EMPTY_MATCH, RULES
from vocabsmith_engine.named_patterns import NAMED_SPLITS

# As they are in tiktoken 0.14 and in the tokenizer.json of the models.
TIKTOKEN_GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"
TIKTOKEN_CL100K = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|"
    r"\s*[\r\n]|\s+(?!\S)|\s"
)
LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|"
    r"\s*[\r\n]+|\s+(?!\S)|\s+"
)
QWEN2 = LLAMA3.replace("{1,3}", "")
O200K = NAMED_SPLITS["o200k"][0]


def keys(pattern: str) -> list[str]:
    return [warning.key for warning in dialect_warnings(pattern)]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.key)
def test_the_engines_differ_on_the_witness_of_each_rule(rule: Rule) -> None:
    pattern, text = rule.witness
    assert rule.key in keys(pattern)
    assert len({*readings(pattern, text)}) > 1


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.key)
def test_who_is_said_to_refuse_a_construct_refuses_it(rule: Rule) -> None:
    pattern, text = rule.witness
    told = [rule.oniguruma, rule.fancy_regex, rule.regex]
    refused = [said.startswith("Refuses it") for said in told]
    if rule.key in ("repeated position", "rare flag"):  # told of some of it only
        return
    assert [read == REFUSED for read in readings(pattern, text)] == refused


def test_tiktoken_breaks_off_where_a_pattern_matches_nothing() -> None:
    pattern, text = EMPTY_MATCH.witness
    assert keys(pattern) == ["empty match"]
    assert readings(pattern, text) == (("a",), "failed", ("a",))


def test_tiktoken_drops_text_that_a_pattern_does_not_match_and_tokenizers_keep_it() -> None:
    ranks = {bytes([byte]): byte for byte in range(256)}
    encoding = tiktoken.Encoding("probe", pat_str="[a-z]+", mergeable_ranks=ranks, special_tokens={})
    assert encoding.decode(encoding.encode("ab1")) == "ab"
    split = Split(tokenizers.Regex("[a-z]+"), "isolated")
    assert [piece for piece, _ in split.pre_tokenize_str("ab1")] == ["ab", "1"]
    assert keys("[a-z]+") == ["text left out"]


def test_tiktoken_raises_an_error_on_more_than_a_million_blanks_in_a_row() -> None:
    pattern = NAMED_SPLITS["cl100k"][0]
    assert "long run" in keys(pattern)
    for spaces, fails in ((999_990, False), (1_000_010, True)):
        text = " " * spaces + "a"
        assert (by_fancy_regex(pattern, text) == "failed") is fails
        assert by_oniguruma(pattern, text) == by_regex(pattern, text) == (" " * (spaces - 1), " a")


# --- what each rule says in particular


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("a{1,2}+", "aaaaa", (("aaaaa",), ("aa", "aa", "a"), ("aa", "aa", "a"))),
        ("a{2,}+a", "aaa", (("aaa",), (), ())),
        ("ba{2}?", "b", (("b",), (), ())),
        ("a$", "a\na\n", (("a", "a"), (), ("a",))),
        (r"a\Z", "a\n", (("a",), ("a",), ())),
        ("(?m).", "\n", (("\n",), (), ())),
        ("a(?i)b|c", "aBC", (("aB",), ("aB", "C"), ("aB", "C"))),
        ("((?i)b)a", "BA", ((), ("BA",), ())),
        ("[a-c&&b-d]", "abd&", (("b",), ("b",), ("a", "b", "d", "&"))),
        ("[a-z--c]", "ac-", (("a", "c", "-"), ("a",), ("a", "c", "-"))),
        ("[[a]b]", "ab]", (("a", "b"), ("a", "b"), ("ab]",))),
        (r"\h", "f \t", (("f",), ("f",), (" ", "\t"))),
        (r"\w", "a²½\u200d", (("a", "²", "½"), ("a", "\u200d"), ("a", "\u200d"))),
        (r"(?i)\p{Lu}", "aA", (("A",), ("a", "A"), ("a", "A"))),
        (r"(?i)[\p{Lu}]", "aA", (("a", "A"), ("a", "A"), ("a", "A"))),
        ("(?i)ss", "ßSS", (("ß", "SS"), ("SS",), ("SS",))),
        ("(?i)i", "iIİ", (("i", "I"), ("i", "I"), ("i", "I", "İ"))),
        ("[[:alpha:]]", "aé", (("a", "é"), ("a",), ("a", "é"))),
        ("[[:digit:]]", "1١", (("1", "١"), ("1",), ("1",))),
        (r"\pL", "pLé", (("pL",), ("p", "L", "é"), ("p", "L", "é"))),
        (r"(b|a)\g<1>", "ab", (("ab",), ("ab",), ())),
        (r"\<a", "<a", (("<a",), ("a",), ("<a",))),
    ],
)
def test_what_is_said_of_a_construct_is_what_the_engines_do(
    pattern: str, text: str, expected: tuple[tuple[str, ...], ...]
) -> None:
    assert readings(pattern, text) == expected


# --- patterns as they are published


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (TIKTOKEN_GPT2, ["newer characters", "long run"]),
        (TIKTOKEN_CL100K, ["possessive interval", "newer characters", "long run"]),
        (LLAMA3, ["newer characters", "long run"]),
        (QWEN2, ["newer characters", "long run"]),
        (O200K, ["newer characters", "long run"]),
    ],
)
def test_published_patterns_are_warned_of_what_is_in_them(pattern: str, expected: list[str]) -> None:
    assert keys(pattern) == expected


def test_the_warning_about_the_pattern_of_tiktoken_is_true_of_it_as_a_whole() -> None:
    assert by_oniguruma(TIKTOKEN_CL100K, "12345") == ("12345",)
    assert by_fancy_regex(TIKTOKEN_CL100K, "12345") == by_regex(TIKTOKEN_CL100K, "12345") == ("123", "45")


@pytest.mark.parametrize(
    "pattern", [TIKTOKEN_GPT2, LLAMA3, QWEN2, O200K, *NAMED_SPLITS["gpt2"], *NAMED_SPLITS["nanochat"]]
)
def test_published_patterns_without_a_warning_are_read_alike(pattern: str) -> None:
    dice = random.Random(7)
    for _ in range(200):
        text = "".join(dice.choices("aSſK\u212aßiİ'sLdrve1٣²Ⅷ \t\n\r\x85\u2028é\u0301中😀-_.$\u200dनाǅ", k=30))
        assert len({*readings(pattern, text)}) == 1, text


# --- expressions at random

ATOMS = (
    *("a", "b", "s", "S", "i", "ß", "é", "ſ", "1", r"\n", " ", ".", r"\s", r"\S", r"\d", r"\D", r"\w", r"\b", r"\h"),
    *(r"\R", r"\X", r"\p{L}", r"\p{Lu}", r"\p{N}", r"\P{L}", r"\p{^M}", r"\A", r"\z", r"\Z", "^", "$", r"\x41", r"\é"),
    *(r"\t", r"\.", r"\/", r"\-", "#", "]", "}", r"\[", "'", "[ab]", "[^ab]", "[a-c]", r"[^\s\p{L}]", r"[\w.]"),
    *("[-a]", "[a-]", "[.&]", "[a&&b]", "[[:alpha:]]", "[[a]]", r"[\p{Lu}\d]", r"[^\p{Ll}]", "[a--b]", "[é-ſ]"),
)
REPEATS = ("", "", "", "?", "*", "+", "??", "*?", "+?", "?+", "*+", "++", "{2}", "{1,2}", "{,2}", "{1,2}?", "{1,2}+")
GROUPS = ("(", "(?:", "(?i:", "(?>", "(?=", "(?!", "(?<=", "(?<!", "(?m:", "(?s:", "(?x:", "(?-i:")
LETTERS = "aabbsSiIßéſ1²\n\r AB.ǅ٣中#'-\u0301\u200d"


def an_expression(dice: random.Random, depth: int = 0) -> str:
    def part() -> str:
        if depth < 2 and dice.random() < 0.3:
            return f"{dice.choice(GROUPS)}{an_expression(dice, depth + 1)}){dice.choice(REPEATS)}"
        return dice.choice(ATOMS) + dice.choice(REPEATS)

    alternatives = ("".join(part() for _ in range(dice.randint(1, 3))) for _ in range(dice.choice((1, 1, 2))))
    return "|".join(alternatives)


def differing(pattern: str, texts: Callable[[], str]) -> str:
    """A text on which the engines differ, "" if none was met."""
    found = (text for text in (texts() for _ in range(4)) if len({*readings(pattern, text)}) > 1)
    return next(found, "")


def test_expressions_that_nothing_is_said_of_are_read_alike() -> None:
    dice = random.Random(20)
    about_the_whole = {"text left out", "newer characters", "long run"}
    silent = [pattern for pattern in (an_expression(dice) for _ in range(2_500)) if {*keys(pattern)} <= about_the_whole]
    assert len(silent) > 250
    for pattern in silent:
        text = differing(pattern, lambda: "".join(dice.choices(LETTERS, k=dice.randint(1, 12))))
        assert not text, f"{pattern!r} on {text!r}"
