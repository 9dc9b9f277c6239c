"""What a tokenizer does to a text, stage by stage."""

from __future__ import annotations

import dataclasses
import random

import pytest

from vocabsmith_engine import Monitor, Pretokenizer, Recipe, Stopped, Tokenizer, TokenizerError, train_from_counts
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.analysis import TextTrace, TraceStage, text_pieces, trace
from vocabsmith_engine.normalization import Lowercase, Normalizer, Prefix, Replace, Strip, UnicodeForm
from vocabsmith_engine.normalization.normalizer import _STEPS
from vocabsmith_engine.piece_cutting import Split
from vocabsmith_engine.templates import Template


@pytest.fixture(scope="module")
def plain() -> Tokenizer:
    recipe = Recipe(vocab_size=261, byte_order="value", special_tokens=("<s>",), min_frequency=1)
    return train_from_counts([(b"lower", 5), (b"low", 3), (b" low", 2)], recipe).tokenizer


def with_splits(tokenizer: Tokenizer, *entries: object) -> Tokenizer:
    return dataclasses.replace(tokenizer, pretokenizer=Pretokenizer.of_splits(entries))


def names(traced: TextTrace) -> list[str]:
    return [stage.name.name for stage in traced.stages]


def rows(stage: TraceStage) -> list[tuple[str, tuple[int, int], bool]]:
    return [
        (stage.part(place), tuple(stage.code_points[place].tolist()), bool(stage.changed[place]))
        for place in range(len(stage))
    ]


def test_a_text_goes_by_special_tokens_to_pieces(plain: Tokenizer) -> None:
    traced = trace(plain, "a low<s>b")
    assert names(traced) == ["Text", "Special tokens", "Split: GPT-2"]
    assert [stage.parts() for stage in traced.stages] == [
        ["a low<s>b"],
        ["a low", "<s>", "b"],
        ["a", " low", "<s>", "b"],
    ]
    assert traced.stages[-1].added.tolist() == [False, False, True, False]
    assert traced.pieces() == ["a", " low", "b"]
    assert traced.encoded.ids.tolist() == plain.encode("a low<s>b")


def test_special_tokens_that_are_text_are_no_part(plain: Tokenizer) -> None:
    stage = trace(plain, "<s>", "as_text").stages[1]
    assert (stage.parts(), stage.added.tolist(), stage.name.rule) == (["<s>"], [False], "are text")


def test_a_refused_special_token_is_an_error_as_for_encoding(plain: Tokenizer) -> None:
    with pytest.raises(TokenizerError, match="is refused in this text"):
        trace(plain, "a<s>", "refuse")


def test_each_edit_shows_what_it_changed_and_where_that_stood(plain: Tokenizer) -> None:
    edited = dataclasses.replace(plain, normalizer=Normalizer((UnicodeForm("NFC"), Lowercase(), Strip())))
    traced = trace(edited, " Cafe\u0301 B")
    assert names(traced) == ["Text", "Special tokens", "NFC", "Lowercase", "Strip", "Split: GPT-2"]
    assert rows(traced.stages[2]) == [(" Caf", (0, 4), False), ("é", (4, 6), True), (" B", (6, 8), False)]
    assert rows(traced.stages[3]) == [
        (" ", (0, 1), False),
        ("c", (1, 2), True),
        ("afé ", (2, 7), False),
        ("b", (7, 8), True),
    ]
    assert rows(traced.stages[4]) == [("", (0, 1), True), ("café b", (1, 8), False)]
    assert rows(traced.stages[5]) == [("café", (1, 6), False), (" b", (6, 8), False)]


def test_what_a_split_leaves_out_is_an_empty_part(plain: Tokenizer) -> None:
    stage = trace(with_splits(plain, Split(r"\s", "Removed")), "a  b").stages[-1]
    assert rows(stage) == [("a", (0, 1), False), ("", (1, 3), True), ("b", (3, 4), False)]


def test_what_is_put_in_has_no_place_of_its_own(plain: Tokenizer) -> None:
    traced = trace(with_splits(plain, Replace(" ", "▁"), Prefix("▁"), Split("▁", "MergedWithNext")), "a b")
    assert names(traced) == ["Text", "Special tokens", "Replace", "Prefix", "Split"]
    assert rows(traced.stages[3]) == [("▁", (0, 0), True), ("a▁b", (0, 3), False)]
    assert rows(traced.stages[4]) == [("▁a", (0, 1), False), ("▁b", (1, 3), False)]


def test_pieces_are_edited_one_by_one(plain: Tokenizer) -> None:
    stage = trace(with_splits(plain, Split(" "), Prefix("_")), "_a b").stages[-1]
    assert rows(stage) == [("_a", (0, 2), False), ("_ ", (2, 3), True), ("_b", (3, 4), True)]


def test_without_a_split_every_stretch_is_one_piece(plain: Tokenizer) -> None:
    whole = dataclasses.replace(plain, pretokenizer=Pretokenizer.of("none"))
    assert trace(whole, "a b<s> c").pieces() == ["a b", " c"]
    only_edits = with_splits(plain, Replace(" ", "▁"))
    assert trace(only_edits, "a b").pieces() == ["a▁b"]


def test_added_tokens_are_found_in_the_normalised_text(plain: Tokenizer) -> None:
    tokenizer = dataclasses.replace(
        plain, normalizer=Normalizer((Lowercase(),)), added_tokens=(AddedToken("<s>", 260, normalized=True),)
    )
    traced = trace(tokenizer, "A<S>b")
    assert names(traced) == ["Text", "Lowercase", "Special tokens", "Split: GPT-2"]
    assert traced.stages[-1].parts() == ["a", "<s>", "b"]


def test_qt_places_are_not_shifted_by_an_emoji(plain: Tokenizer) -> None:
    stage = trace(plain, "😀 low").stages[-1]
    assert stage.code_points.tolist() == [[0, 1], [1, 5]]
    assert stage.utf16.tolist() == [[0, 2], [2, 6]]


def test_half_a_surrogate_pair_is_the_character_it_becomes(plain: Tokenizer) -> None:
    traced = trace(plain, "\ud83dx \ud83d\ude00")
    assert traced.stages[0].parts() == ["\ufffdx 😀"]
    assert traced.stages[-1].code_points.tolist() == [[0, 1], [1, 2], [2, 5]]


def test_ids_around_a_text_are_among_the_tokens_and_in_no_stage(plain: Tokenizer) -> None:
    traced = trace(dataclasses.replace(plain, template=Template((260,))), "low")
    assert (len(traced.encoded), traced.pieces()) == (2, ["low"])


def test_an_empty_text_has_stages_without_parts(plain: Tokenizer) -> None:
    assert [len(stage) for stage in trace(plain, "").stages] == [0, 0, 0]


def test_the_parts_of_a_stretch_are_found(plain: Tokenizer) -> None:
    stage = trace(plain, "one two three").stages[-1]
    assert [stage.part(place) for place in stage.within(4, 8)] == [" two", " three"]
    assert list(stage.within(0, 0)) == []


def test_a_trace_stops_when_it_is_told_to(plain: Tokenizer) -> None:
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        trace(plain, "a", monitor=monitor)


def test_every_step_has_a_name() -> None:
    from vocabsmith_engine.analysis.step_names import _NAMES  # noqa: PLC0415 - the table itself

    assert set(_NAMES) == set(_STEPS.values())


@pytest.mark.parametrize("name", ["gpt2", "cl100k", "qwen2", "o200k", "nanochat", "deepseek3", "digits", "whitespace"])
def test_the_last_pieces_are_those_that_are_encoded(plain: Tokenizer, name: str) -> None:
    tokenizer = dataclasses.replace(plain, pretokenizer=Pretokenizer.of(name))
    rng = random.Random(name)
    for _ in range(60):
        text = "".join(rng.choices(["a", "Bc", "1", "23", " ", "\n", "\r\n", "'s", "é", "中", "😀", "!", "<s>"], k=30))
        pieces = text_pieces(tokenizer, text)
        around = [pieces.around(place) for place in range(len(tokenizer.encode(text)))]
        found = {(piece.begin, piece.end, piece.bytes.decode()) for piece in around if piece is not None}
        last = trace(tokenizer, text).stages[-1]
        listed = {
            (*last.code_points[place].tolist(), last.part(place)) for place in range(len(last)) if not last.added[place]
        }
        assert listed == found
