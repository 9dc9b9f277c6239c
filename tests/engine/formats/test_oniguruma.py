"""Patterns for the regular expression engine of Hugging Face's tokenizers."""

from __future__ import annotations

import pytest
import regex
import tokenizers
from tokenizers import pre_tokenizers

from vocabsmith_engine import FormatError
from vocabsmith_engine.formats.oniguruma import to_oniguruma
from vocabsmith_engine.named_patterns import NAMED_SPLITS

NAMED_PATTERNS = sorted({pattern for splits in NAMED_SPLITS.values() for pattern in splits})


@pytest.mark.parametrize("pattern", NAMED_PATTERNS)
def test_named_patterns_are_written_as_they_are(pattern: str) -> None:
    assert to_oniguruma(pattern) == pattern


@pytest.mark.parametrize(
    ("pattern", "written"),
    [
        (r"\p{N}{1,3}+", r"(?>\p{N}{1,3})"),
        (r"x(?:ab|c[d)]){2,}+y", r"x(?>(?:ab|c[d)]){2,})y"),
        (r"(?=a{2}+)[b]{,4}+", r"(?=(?>a{2}))(?>[b]{,4})"),
        (r"a{3}?b", r"a{3}b"),
        (r"a{1,3}?b", r"a{1,3}?b"),
        (r"\p{L}?+a++b*+", r"\p{L}?+a++b*+"),
        (r"[[(]x|[^[]", r"[\[(]x|[^\[]"),
        (r"[]a]", r"[\]a]"),
        (r"[^]a]", r"[^\]a]"),
        (r"(?i)'s|\w+", r"(?i)'s|\w+"),
        (r"a\{2}+", r"a\{2}+"),
    ],
)
def test_what_is_read_otherwise_is_rewritten(pattern: str, written: str) -> None:
    assert to_oniguruma(pattern) == written
    assert to_oniguruma(written) == written


@pytest.mark.parametrize("pattern", [r"\p{N}{1,3}+|\D", r"a{2}?b|.", r"[[(]\w|[^[]", r"(?:a|b{1,2}+){2}+|[]x]|\s"])
def test_the_rewritten_pattern_cuts_as_the_original_does(pattern: str) -> None:
    split = pre_tokenizers.Split(tokenizers.Regex(to_oniguruma(pattern)), "isolated")
    for text in ("1234567x", "aab ab b aaab", "[x(y[z", "abbab]x bba\n", "٣٤٥٦"):
        theirs = [text[begin:end] for _, (begin, end) in split.pre_tokenize_str(text)]
        assert theirs == [text[begin:end] for begin, end in isolated(pattern, text)]


def isolated(pattern: str, text: str) -> list[tuple[int, int]]:
    """Matches, and what stands between them."""
    cuts = {0, len(text)} | {place for match in regex.finditer(pattern, text) for place in match.span()}
    return [(begin, end) for begin, end in zip(sorted(cuts), sorted(cuts)[1:], strict=False)]


@pytest.mark.parametrize(
    ("pattern", "construct"),
    [
        (r"^a", "^"),
        (r"a$", "$"),
        (r"a\Z", r"\Z"),
        (r"(?s:.)+", "(?s:"),
        (r"(?m)a", "(?m)"),
        (r"(?P<word>a)", "(?P<word>"),
        (r"(a)\1", r"\1"),
        (r"\X+", r"\X"),
        (r"[[:alpha:]]+", "[[:alpha:]"),
        (r"[a&&b]", "[a&&b]"),
        (r"a(?i)b", "(?i)"),
    ],
)
def test_what_has_no_common_form_is_refused_by_name(pattern: str, construct: str) -> None:
    with pytest.raises(FormatError) as refusal:
        to_oniguruma(pattern)
    assert str(refusal.value).startswith(f"{construct!r} in the expression {pattern!r}")
