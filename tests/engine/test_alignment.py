"""Edited texts with the places of their characters: whole arrays give what one edit after the other gives."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from vocabsmith_engine.normalization.aligned_text import AlignedText, Edit
from vocabsmith_engine.normalization.sentencepiece_text import SentencePieceText
from vocabsmith_engine.normalization.step import Step
from vocabsmith_engine.normalization.unicode_form import UnicodeForm

Places = tuple[str, list[int], list[int]]


def places(aligned: AlignedText) -> Places:
    return aligned.text, aligned.begins.tolist(), aligned.ends.tolist()


def edited_one_by_one(aligned: AlignedText, edits: list[Edit]) -> Places:
    """What `edited` says it does, from the last edit to the first."""
    text, begins, ends = places(aligned)
    end_of_all = ends[-1] if ends else 0
    for begin, end, content in reversed(edits):
        place = aligned.begins[begin] if begin < len(aligned) else end_of_all
        first = min(aligned.begins[begin:end].tolist(), default=int(place))
        last = max(aligned.ends[begin:end].tolist(), default=int(place))
        text = text[:begin] + content + text[end:]
        begins[begin:end] = [first] * len(content)
        ends[begin:end] = [last] * len(content)
    return text, begins, ends


def random_edits(dice: random.Random, length: int) -> Iterator[Edit]:
    place = 0
    while place <= length and dice.random() < 0.8:
        begin = dice.randint(place, min(length, place + 3))
        end = dice.randint(begin, min(length, begin + 2))
        yield Edit(begin, end, dice.choice(["", "x", "yz", "▁"]))
        place = max(end, begin + 1)


def test_edits_at_once_are_edits_one_by_one() -> None:
    dice = random.Random(1)
    for _ in range(3000):
        aligned = AlignedText.of("abcdefghij"[: dice.randrange(11)], dice.randrange(3))
        for _ in range(3):
            edits = list(random_edits(dice, len(aligned)))
            expected = edited_one_by_one(aligned, edits)
            aligned = aligned.edited(edits)
            assert places(aligned) == expected, edits


def test_no_edit_leaves_the_text_itself() -> None:
    aligned = AlignedText.of("abc")
    assert aligned.edited([]) is aligned


@pytest.mark.parametrize("settings", list(product([False, True], repeat=4)))
def test_a_text_without_edits_of_its_own_has_the_places_of_its_edits(settings: tuple[bool, bool, bool, bool]) -> None:
    """Most texts only get a space in front, and low lines for spaces; that is not done edit by edit."""
    step = SentencePieceText(b"", *settings)
    dice = random.Random(str(settings))
    fast = 0
    for _ in range(1500):
        text = "".join(dice.choices("ab  ▁é\n", k=dice.randrange(9)))
        aligned = AlignedText.of(text, 2)
        assert places(step.aligned(aligned)) == places(Step.aligned(step, aligned)), text
        fast += step._keeps_places(text)
    assert fast > 50


def test_symbols_and_stray_bytes_are_edited_one_by_one() -> None:
    step = SentencePieceText(symbols=("a b",))
    assert step.aligned(AlignedText.of("xa b c")).text == "▁xa▁b▁c"
    assert step.aligned(AlignedText.of("a\udcff")).text == "▁a\ufffd"


def form_character_by_character(form: UnicodeForm, text: str) -> str:
    """By the edits, with everything else as it is."""
    done, parts = 0, []
    for begin, end, content in form.edits(text, begins_text=True):
        assert done <= begin < end
        parts += [text[done:begin], content]
        done = end
    return "".join([*parts, text[done:]])


@pytest.mark.parametrize("name", ["NFC", "NFD", "NFKC", "NFKD"])
def test_edits_of_a_form_lead_to_it_and_leave_what_is_in_it(name: str) -> None:
    form = UnicodeForm(name)  # type: ignore[arg-type]
    dice = random.Random(name)
    letters = [
        "a",
        "e\u0301",
        "é",
        "\u0301",
        "\u0323",
        "ﬁ",
        "\u1100",
        "\u1161",
        "\u11a8",
        "각",
        "क\u093c",
        "क़",
        "Å",
        "\n",
    ]
    for _ in range(400):
        text = "".join(dice.choices(letters, k=dice.randrange(200)))
        assert form_character_by_character(form, text) == unicodedata.normalize(name, text)
        assert list(form.edits(unicodedata.normalize(name, text), begins_text=True)) == []


def test_an_edit_of_a_form_is_as_narrow_in_a_long_text_as_alone() -> None:
    form = UnicodeForm("NFC")
    assert list(form.edits("x" * 500 + "e\u0301" + "y" * 500, begins_text=True)) == [Edit(500, 502, "é")]
    long = "a" + "\u0301" * 200
    assert list(form.edits("x" * 60 + long, begins_text=True)) == [Edit(60, 261, "á" + "\u0301" * 199)]


def test_arrays_of_places_are_numbers_of_64_bits() -> None:
    aligned = AlignedText.of("abc").edited([Edit(0, 1, "")])
    assert aligned.begins.dtype == aligned.ends.dtype == np.int64
