"""docs/patterns.md says of every construct what the rules say, and of every collision that there is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from vocabsmith_engine.analysis.dialect_rule import Rule
from vocabsmith_engine.analysis.pattern_dialects import EMPTY_MATCH, RULES, TEXT_LEFT_OUT

PAGE = (Path(__file__).parents[2] / "docs" / "patterns.md").read_text("utf-8")


@pytest.mark.parametrize("rule", (*RULES, EMPTY_MATCH, TEXT_LEFT_OUT), ids=lambda rule: rule.key)
def test_the_page_has_a_line_for_every_rule(rule: Rule) -> None:
    sentences = (
        rule.title,
        rule.severity,
        f"`{rule.witness[0]}`",
        rule.oniguruma,
        rule.fancy_regex,
        rule.regex,
        rule.remedy,
    )
    line = " | ".join(sentence.replace("|", "\\|") for sentence in sentences)
    assert f"| {line} |\n" in PAGE


def test_the_page_has_no_line_for_anything_else() -> None:
    lines = [line for line in PAGE.splitlines() if line.count(" | ") >= 6 and not line.startswith("| Construct")]
    assert len(lines) == len(RULES) + 2
