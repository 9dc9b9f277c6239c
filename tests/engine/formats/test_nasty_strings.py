"""The suite that every saved file is checked with."""

from __future__ import annotations

from vocabsmith_engine.formats.nasty_strings import nasty_strings


def test_there_are_enough_and_no_two_are_equal() -> None:
    strings = nasty_strings()
    assert len(strings) >= 300
    assert len(set(strings)) == len(strings)


def test_the_other_libraries_can_take_each_of_them() -> None:
    assert all(text.encode().decode() == text for text in nasty_strings(["<s>", "<é>"]))


def test_special_tokens_are_woven_in_whole_in_part_and_side_by_side() -> None:
    strings = nasty_strings(["<a>", "<b>"])
    assert {"<a>", "a<a>b", "<a><a><a>", "<a", "a>", "<a<a>", "<a><b> <a> x<b>"} <= set(strings)
