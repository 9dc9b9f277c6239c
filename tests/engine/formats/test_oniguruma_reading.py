"""Patterns of tokenizer.json, as `regex` must be given them."""

from __future__ import annotations

import pytest
import tokenizers
from tokenizers import pre_tokenizers

from vocabsmith_engine import RecipeError
from vocabsmith_engine.formats.oniguruma_reading import from_oniguruma
from vocabsmith_engine.named_patterns import NAMED_SPLITS
from vocabsmith_engine.regex_splitting import splitter

TEXTS = (
    "foo a_b é中٣ 12 \u2028 x\n",
    "aaab aab ab aaaa",
    "a\nb\r\nc\n",
    "ABC abc ſK \u212a ß ss",
    "αβγ абв 中文かな ½²",
    "\U0001f600 \u1c89\ua7cb \U00011f04 \U000323b0",  # some newer than Unicode 16.0
    "0x1F g\t-_.\x00",
)


@pytest.mark.parametrize("pattern", [split for splits in NAMED_SPLITS.values() for split in splits])
def test_patterns_without_a_difference_stay_as_they_are(pattern: str) -> None:
    assert from_oniguruma(pattern) == pattern


@pytest.mark.parametrize(
    ("pattern", "meaning"),
    [
        ("a{1,3}+", "(?:a{1,3})+"),
        ("(?:ab){2}?", "(?:(?:ab){2})?"),
        ("^a$", "(?m:^)a(?m:$)"),
        (r"a\z", r"a\Z"),
        (r"a\Z", r"a(?=\n?\Z)"),
        ("(?m:a.b)", "(?s:a.b)"),
        (r"\h", "[0-9A-Fa-f]"),
        (r"\x{1F600}", r"\U0001F600"),
        ("a{1,3}?", "a{1,3}?"),
    ],
)
def test_constructs_that_mean_something_else_are_rewritten(pattern: str, meaning: str) -> None:
    assert from_oniguruma(pattern) == meaning


@pytest.mark.parametrize(
    "pattern",
    [
        *(
            r"\w+",
            r"[\w'-]+",
            r"\bfoo\b|\s",
            r"\d+|\D",
            r"[^\w\s]+",
            r"\p{Han}+",
            r"[\p{Lu}\p{Greek}]+",
            r"\P{Cyrillic}+",
        ),
        *(
            "a{1,2}+b",
            "(?m:.)",
            ".",
            "^.",
            r".$",
            r"\h+",
            r"(?i)abc|k",
            r"\p{Nd}{2}|\p{Pc}",
            "a++b",
            r"(?>a|ab)b",
            r"[^\n]",
        ),
    ],
)
def test_the_library_cuts_alike(pattern: str) -> None:
    split = pre_tokenizers.Split(tokenizers.Regex(pattern), "isolated")
    ours = splitter(from_oniguruma(pattern))
    for text in TEXTS:
        ends = ours.ends(text)
        pieces = [text[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]
        assert pieces == [piece for piece, _ in split.pre_tokenize_str(text)]


@pytest.mark.parametrize(
    "pattern",
    [
        r"[[:alpha:]]",
        "[a&&b]",
        r"\R",
        r"\X",
        r"\Ga",
        r"a\Kb",
        r"(?<n>a)\k<n>",
        r"(a)\1",
        "a(?i)b",
        r"\p{Emoji}",
        "[a[bc]]",
    ],
)
def test_what_has_no_words_here_is_refused(pattern: str) -> None:
    with pytest.raises(RecipeError, match="in a way that Vocabsmith has no words for"):
        from_oniguruma(pattern)
