import random
from itertools import chain, pairwise, product

import numpy as np
import pytest
import regex
import tiktoken
from tokenizers import Regex
from tokenizers.pre_tokenizers import PreTokenizer, Sequence, Split

from vocabsmith_engine import Pretokenizer, RecipeError, TokenizerError
from vocabsmith_engine._native import SpecialTokens, last_safe_cut
from vocabsmith_engine._unicode_tables import CLASS_RANGES
from vocabsmith_engine.pretokenization import NAMES
from vocabsmith_engine.regex_splitting import code_points, split_batches
from vocabsmith_engine.unicode_sets import contested, members, unicode_16

WITH_PATTERN = [name for name in NAMES if name != "none"]
CHARACTERS = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x110000)]))
REPRESENTATIVES = (
    "a",
    "B",
    "ǅ",
    "ʰ",
    "中",
    "٣",
    "\u0301",
    ",",
    "€",
    " ",
    "\t",
    "\n",
    "\r",
    "'",
    "/",
    "\u0378",
    "\u00a0",
    "・",
    "\u3040",
)
EDGES = sorted(
    {chr(code + step) for table in CLASS_RANGES for code in np.flatnonzero(np.diff(members(table))) for step in (0, 1)}
)


def hugging_face(name: str) -> PreTokenizer:
    return Sequence([Split(Regex(pattern), "isolated") for pattern in Pretokenizer.of(name).splits])


def pieces_of(splitter: PreTokenizer, text: str) -> list[str]:
    return [piece for piece, _ in splitter.pre_tokenize_str(text)]


def random_strings(count: int, seed: int) -> list[str]:
    dice = random.Random(seed)
    alphabet = [
        *REPRESENTATIVES,
        "s",
        "LL",
        "ve",
        "'ſ",
        "'S",
        "7",
        "12345",
        "  ",
        "\r\n",
        "ー",
        "あ",
        "😀",
        "ª",
        "İ",
        "\U000323b0",
    ]
    return ["".join(dice.choices(alphabet, k=dice.randrange(1, 14))) for _ in range(count)]


@pytest.mark.parametrize("table", CLASS_RANGES)
def test_a_property_has_the_members_that_tokenizers_gives_it(table: str) -> None:
    pattern = r"\s+" if table == "White_Space" else rf"\p{{{table}}}+"
    inside = members(table)[code_points(CHARACTERS)]
    borders = [0, *(np.flatnonzero(np.diff(inside)) + 1).tolist(), len(CHARACTERS)]
    assert pieces_of(Split(Regex(pattern), "isolated"), CHARACTERS) == [CHARACTERS[a:b] for a, b in pairwise(borders)]


@pytest.mark.parametrize("table", CLASS_RANGES)
def test_a_property_in_an_expression_has_the_members_of_its_table(table: str) -> None:
    edges = "".join(EDGES)
    held = [character for character in EDGES if members(table)[ord(character)]]
    assert regex.findall(unicode_16(rf"\p{{{table}}}"), edges) == held
    assert regex.findall(unicode_16(rf"[^\P{{{table}}}]"), edges) == held


@pytest.mark.parametrize("name", WITH_PATTERN)
def test_a_native_scanner_cuts_all_code_points_as_tokenizers_does(name: str) -> None:
    splitter, pretokenizer = hugging_face(name), Pretokenizer.of(name)
    assert pretokenizer.split(CHARACTERS) == pieces_of(splitter, CHARACTERS)
    one_by_one = "".join(f"a{character}a" for character in EDGES)
    assert pretokenizer.split(one_by_one) == pieces_of(splitter, one_by_one)


@pytest.mark.parametrize("name", WITH_PATTERN)
def test_a_native_scanner_cuts_all_short_strings_as_tokenizers_does(name: str) -> None:
    splitter, pretokenizer = hugging_face(name), Pretokenizer.of(name)
    for length in (1, 2, 3):
        for characters in product(REPRESENTATIVES, repeat=length):
            text = "".join(characters)
            assert pretokenizer.split(text) == pieces_of(splitter, text), repr(text)


@pytest.mark.parametrize("name", WITH_PATTERN)
def test_a_named_pattern_cuts_random_text_as_tokenizers_does(name: str) -> None:
    splitter, pretokenizer = hugging_face(name), Pretokenizer.of(name)
    for text in random_strings(600, seed=1):
        assert pretokenizer.split(text) == pieces_of(splitter, text), repr(text)


@pytest.mark.parametrize("name", WITH_PATTERN)
def test_a_named_pattern_cuts_every_kind_of_neighbours_as_tokenizers_does(name: str) -> None:
    dice = random.Random(name)
    splitter, pretokenizer = hugging_face(name), Pretokenizer.of(name)
    for before in REPRESENTATIVES:
        text = "".join(before + character + after for after in ("a", " ,") for character in dice.sample(EDGES, 150))
        assert pretokenizer.split(text) == pieces_of(splitter, text), repr(before)


def covering_pattern(name: str) -> str:
    """One pattern that leaves nothing between its matches, as tiktoken needs it."""
    if name == "digits":
        return r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+|\s+(?![^\s\p{N}])|\s+"
    pattern = Pretokenizer.of(name).pattern
    return rf"{pattern}|(?:(?!{pattern})(?s:.))+" if name == "whitespace" else pattern


@pytest.mark.parametrize("name", [name for name in WITH_PATTERN if name != "deepseek3"])
def test_tiktoken_finds_each_expected_piece_to_be_one_token(name: str) -> None:
    texts = random_strings(600, seed=2)
    expected = [[piece.encode() for piece in Pretokenizer.of(name).split(text)] for text in texts]
    tokens = dict.fromkeys(
        [*(bytes([byte]) for byte in range(256)), *(piece for pieces in expected for piece in pieces)]
    )
    ranks = {token: rank for rank, token in enumerate(tokens)}
    encoding = tiktoken.Encoding("pieces", pat_str=covering_pattern(name), mergeable_ranks=ranks, special_tokens={})
    for text, pieces in zip(texts, expected, strict=True):
        assert encoding.decode_tokens_bytes(encoding.encode(text)) == pieces, repr(text)


@pytest.mark.parametrize("name", WITH_PATTERN)
def test_a_native_scanner_cuts_as_the_regex_module_does(name: str) -> None:
    pretokenizer = Pretokenizer.of(name)
    for text in random_strings(600, seed=3):
        ends = [0, *chain.from_iterable(split_batches(text, pretokenizer.splits))]
        assert pretokenizer.split(text) == [text[begin:end] for begin, end in pairwise(ends)], repr(text)


def test_every_name_is_scanned_natively_and_no_expression_is() -> None:
    assert [name for name in NAMES if not Pretokenizer.of(name).native] == []
    assert not Pretokenizer.of(Pretokenizer.of("gpt2").pattern).native


@pytest.mark.parametrize("name", NAMES)
def test_a_byte_that_is_no_text_is_a_character_of_no_class(name: str) -> None:
    pretokenizer = Pretokenizer.of(name)
    for text in random_strings(300, seed=4):
        pieces = [piece.encode().replace("\u0378".encode(), b"\xff") for piece in pretokenizer.split(text)]
        data, begin, found = b"".join(pieces), 0, []
        for end in pretokenizer.piece_ends(data).tolist():
            found.append(data[begin:end])
            begin = end
        assert found == pieces, repr(text)


def test_successive_splits_cut_each_piece_as_if_it_stood_alone() -> None:
    assert Pretokenizer.of("digits").split("a1 2  b") == ["a", "1", " ", "2", " ", " b"]
    assert Pretokenizer.of("deepseek3").split("漢字kana123 _x") == ["漢字", "kana", "123", " _", "x"]


def test_text_between_matches_is_a_piece_of_its_own() -> None:
    assert Pretokenizer.of("whitespace").split("  one\t two ") == [" ", " one", "\t", " two", " "]
    assert Pretokenizer.of("[aeiou]+").split("queue tip") == ["q", "ueue", " t", "i", "p"]


def test_none_leaves_the_document_whole() -> None:
    assert Pretokenizer.of("none").split("a b\n c") == ["a b\n c"]
    assert Pretokenizer.of("none").splits == ()


def test_a_letter_newer_than_unicode_16_is_no_letter() -> None:
    for pattern in (
        r"\p{L}+",
        r"(?i)\p{L}+",
        r"[\p{L}]+",
        r"[^\P{L}]+",
        r"(?V1)[\p{L}--[0-9]]+",
        r"\pL+",
        r"\p{gc=Letter}+",
    ):
        assert Pretokenizer.of(pattern).split("ab\U000323b0c") == ["ab", "\U000323b0", "c"], pattern


def test_a_letter_of_unicode_16_is_a_letter() -> None:
    assert Pretokenizer.of(r"\p{Lu}").split("\u1c89x") == ["\u1c89", "x"]


def test_properties_become_explicit_sets_inside_and_outside_of_sets() -> None:
    spaces = CLASS_RANGES["White_Space"]
    assert unicode_16(r"\s") == f"[{spaces}]"
    assert unicode_16(r"\S+") == f"[^{spaces}]+"
    assert unicode_16(r"[^\s\]x]") == rf"[^{spaces}\]x]"
    assert unicode_16(r"(?V1)[\S&&[a-z]]") == f"(?V1)[[^{spaces}]&&[a-z]]"


@pytest.mark.parametrize(
    "pattern", [r"\\s", r"\\p{L}", r"[]s]", "(?#comment)a", r"\w\d\b", "[[:alpha:]]", r"\p{Greek}", r"(?a)\s"]
)
def test_everything_else_in_a_pattern_stays_as_it_is(pattern: str) -> None:
    assert unicode_16(pattern) == pattern


def test_the_explicit_sets_agree_with_the_fast_form_wherever_it_is_used() -> None:
    for pattern in (r"[^\s\p{L}\p{N}]+", r"[\P{L}\p{Lu}]", r"\p{M}|\p{S}"):
        tables = frozenset(CLASS_RANGES)
        agreed = "".join(character for character in EDGES if not contested(tables)[ord(character)])
        assert regex.findall(unicode_16(pattern), agreed) == regex.findall(pattern, agreed)


def test_classes_left_to_the_regex_module_are_noted() -> None:
    assert Pretokenizer.of(r"\w+|[\p{Greek}\p{L}]").notes == (
        r"In the expression, \w, \p{Greek} follow the Unicode version of the regex module, not 16.0.",
    )
    assert Pretokenizer.of(r"\p{L}+").notes == ()


@pytest.mark.parametrize("value", [*NAMES, r"\w+", "regex:gpt2", "regex:regex:x", "a b", "日本"])
def test_the_stored_value_gives_the_same_pretokenizer_back(value: str) -> None:
    assert Pretokenizer.of(Pretokenizer.of(value).value) == Pretokenizer.of(value)


def test_regex_in_front_forces_an_expression() -> None:
    assert Pretokenizer.of("regex:gpt2").split("a gpt2 b") == ["a ", "gpt2", " b"]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("gpt-2", "pretokenizer 'gpt-2': is no known name. Choose gpt2, .*, or write regex:gpt-2"),
        ("a*", "can match the empty string"),
        (r"(?=a)", "can match the empty string"),
        (r"\b", "can match the empty string"),
        ("(?r)ab", "searches from the end of the text"),
        ("[a", "is not a regular expression"),
        (r"\L<words>", "is not a regular expression"),
    ],
)
def test_an_expression_that_cannot_serve_is_refused(value: str, message: str) -> None:
    with pytest.raises(RecipeError, match=message):
        Pretokenizer.of(value)


def test_a_brace_without_its_other_half_is_a_character() -> None:
    assert Pretokenizer.of("a{2").split("xa{2y") == ["x", "a{2", "y"]


def test_an_empty_match_that_shows_only_in_the_text_is_refused_too() -> None:
    with pytest.raises(RecipeError, match="can match the empty string"):
        Pretokenizer.of("(?=zq)|x").split("a zq")


def test_only_one_pattern_can_be_asked_for_as_one() -> None:
    with pytest.raises(RecipeError, match="pretokenizer 'deepseek3': is 3 successive patterns, not one"):
        _ = Pretokenizer.of("deepseek3").pattern


def test_an_expression_that_takes_too_long_is_ended() -> None:
    with pytest.raises(TokenizerError, match=r"needed more than 0.2 seconds on a stretch of text\. Simplify it"):
        Pretokenizer.of("(?:a|a|aa)+b|c").piece_ends(b"a" * 5000, timeout=0.2)


def test_an_expression_that_calls_itself_without_end_is_refused() -> None:
    with pytest.raises(RecipeError, match=r"expression '\(\?R\)': needed more (memory|than 2 seconds)"):
        Pretokenizer.of("(?R)")


def test_a_preview_accepts_half_a_surrogate_pair() -> None:
    assert Pretokenizer.of("gpt2").split("a\ud83d") == ["a", "\ufffd"]
    assert Pretokenizer.of("none").split("\ud83d\ude00") == ["😀"]


@pytest.mark.parametrize("name", NAMES)
def test_long_runs_are_cut_without_trouble(name: str) -> None:
    for run in ("a", "A", "1", "^", " ", " \t", "\n", " \n", "'s", "語", "語AA", "\u0301A", "\u0378", "カ・", "\u3040"):
        for text in (run * 500_000, run * 500_000 + "x", "\u0301" + run * 500_000 + "1"):
            data = text.encode()
            assert Pretokenizer.of(name).piece_ends(data)[-1] == len(data)


@pytest.mark.parametrize("name", [name for name in NAMES if Pretokenizer.of(name).divides_at_lines])
def test_a_safe_cut_changes_no_piece(name: str) -> None:
    pretokenizer, no_specials, cuts = Pretokenizer.of(name), SpecialTokens([]), 0
    for text in random_strings(2000, seed=5):
        data = text.encode()
        cut = last_safe_cut(data, no_specials, divide_lines=True)
        cuts += cut > 0
        assert pretokenizer.split(data[:cut].decode()) + pretokenizer.split(data[cut:].decode()) == pretokenizer.split(
            text
        )
    assert cuts > 300


def test_only_patterns_proven_for_it_are_divided_at_lines() -> None:
    undivided = [name for name in NAMES if not Pretokenizer.of(name).divides_at_lines]
    assert undivided == ["none"]
    assert not Pretokenizer.of(r"\s+|\S+").divides_at_lines
