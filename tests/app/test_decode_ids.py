"""Ids that were typed or pasted: wrong entries are named, the rest is decoded."""

from __future__ import annotations

import pytest

from vocabsmith.operations.decode_ids import decode_ids
from vocabsmith_engine import Monitor, Recipe, Tokenizer, train_from_counts


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return train_from_counts([(b"abab", 3)], Recipe(vocab_size=257, byte_order="value")).tokenizer


def test_ids_are_decoded_whatever_parts_them(tokenizer: Tokenizer) -> None:
    decoded = decode_ids(tokenizer=tokenizer, entries="[104, 105]\n(256);33", monitor=Monitor())
    assert decoded.ids == (104, 105, 256, 33)
    assert decoded.text == "hiab!"
    assert decoded.wrong == ()


def test_wrong_entries_are_named_and_the_rest_is_decoded(tokenizer: Tokenizer) -> None:
    decoded = decode_ids(tokenizer=tokenizer, entries="97 9999 -1 3.5 98", monitor=Monitor())
    assert decoded.text == "ab"
    assert [str(entry) for entry in decoded.wrong] == [
        "entry 2, “9999”, is not an id: they run from 0 to 256",
        "entry 3, “-1”, is not a whole number",
        "entry 4, “3.5”, is not a whole number",
    ]
    assert [(entry.begin, entry.end) for entry in decoded.wrong] == [(3, 7), (8, 10), (11, 14)]


def test_blank_is_no_id_and_no_fault(tokenizer: Tokenizer) -> None:
    decoded = decode_ids(tokenizer=tokenizer, entries=" \n ", monitor=Monitor())
    assert (decoded.ids, decoded.text, decoded.wrong) == ((), "", ())


def test_a_number_of_many_digits_is_named_at_once(tokenizer: Tokenizer) -> None:
    decoded = decode_ids(tokenizer=tokenizer, entries="9" * 100_000, monitor=Monitor())
    assert len(decoded.wrong) == 1


def test_digits_of_other_scripts_are_no_ids(tokenizer: Tokenizer) -> None:
    assert len(decode_ids(tokenizer=tokenizer, entries="٣", monitor=Monitor()).wrong) == 1


def test_half_a_character_keeps_its_bytes(tokenizer: Tokenizer) -> None:
    decoded = decode_ids(tokenizer=tokenizer, entries="240 159 152", monitor=Monitor())
    assert decoded.data == b"\xf0\x9f\x98"
    assert decoded.text == "�"
    assert decode_ids(tokenizer=tokenizer, entries="240 159 152 128", monitor=Monitor()).text == "😀"
