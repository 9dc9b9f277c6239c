"""What special tokens collide with. Each collision is one that encoding, decoding or saving shows."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from vocabsmith_engine import Recipe, Tokenizer, train_from_counts
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.analysis import Collision, special_collisions
from vocabsmith_engine.normalization import Lowercase, Normalizer


def trained(*special_tokens: str) -> Tokenizer:
    size = 260 + len(special_tokens)
    recipe = Recipe(vocab_size=size, pretokenizer="none", special_tokens=special_tokens, min_frequency=1)
    return train_from_counts([(b"<s>", 9), (b"x<s>", 5), (b"ab", 3)], recipe).tokenizer


def of_kind(kind: str, *tokens: str | AddedToken, **against: object) -> list[Collision]:
    return [each for each in special_collisions(tokens, **against) if each.kind == kind]  # type: ignore[arg-type]


def kinds(*tokens: str | AddedToken) -> list[tuple[int, str]]:
    return [(each.place, each.kind) for each in special_collisions(tokens)]


def test_a_usual_set_has_nothing_to_tell() -> None:
    assert special_collisions(["<|endoftext|>", "<|im_start|>", "<|im_end|>", "[INST]", "[/INST]", "<s>", "</s>"]) == ()


@pytest.mark.parametrize(("token", "kind"), [("", "empty"), ("a\0", "no text"), ("\ud83d", "no text")])
def test_what_no_run_can_have_is_an_error(token: str, kind: str) -> None:
    (collision,) = special_collisions([token])
    assert (collision.kind, collision.severity) == (kind, "error")


def test_the_second_of_two_equal_tokens_is_told_of() -> None:
    assert kinds("<a>", "<b>", "<a>") == [(2, "repeated")]


def test_a_token_inside_another_is_named_by_where_it_stands_there() -> None:
    assert kinds("<a><b>", "<a>") == [(1, "prefix")]
    assert kinds("<a><b>", "<b>") == [(1, "suffix")]
    assert kinds("<a>-<b>", "-") == [(1, "part")]
    assert special_collisions(["<a>", "<a><b>"])[0].other == "<a><b>"


def test_of_two_tokens_that_overlap_the_earlier_one_is_found() -> None:
    (collision,) = of_kind("overlap", "ab>", "b>c")
    assert (collision.token, collision.other) == ("ab>", "b>c")
    assert "in ab>c only the first of the two is found" in collision.sentence
    tokenizer = trained("ab>", "b>c")
    assert [tokenizer.is_special(each) for each in tokenizer.encode("ab>c")] == [True, False]


def test_tokens_that_differ_in_case_or_white_space_look_alike() -> None:
    assert [each.other for each in of_kind("look-alike", "<PAD>", "<pad>", "< pad>")] == ["<PAD>", "<PAD>"]


def test_occurrences_are_counted_as_encoding_finds_them() -> None:
    text = "<a><a>b <a>"
    counts = {each.token: each.count for each in of_kind("in text", "<a>", "<a>b", "<c>", text=text)}
    assert counts == {"<a>": 2, "<a>b": 1}


def test_occurrences_follow_the_rules_of_the_token() -> None:
    assert of_kind("in text", AddedToken("<a>", 1, single_word=True), text="x<a> <a> ")[0].count == 1


def test_the_files_of_a_corpus_are_looked_through(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("a <s> b <s>", encoding="utf-8")
    (collision,) = of_kind("in text", "<s>", text="<s>", sources=[tmp_path / "one.txt"])
    assert (collision.count, collision.severity) == (3, "warning")
    assert collision.sentence == "It stands in the text 3 times, and becomes one id there."


def test_a_learned_token_of_the_same_text_is_named() -> None:
    tokenizer = trained()
    (collision,) = of_kind("learned", "<s>", tokenizer=tokenizer)
    learned = tokenizer.encode("<s>")
    assert len(learned) == 1
    assert collision.sentence.startswith(f"Token {learned[0]} of the vocabulary has the same text")


def test_learned_tokens_that_hold_it_are_counted() -> None:
    (collision,) = of_kind("in learned", "<s>", tokenizer=trained())
    assert (collision.count, collision.sentence) == (1, "1 learned token holds it, such as 'x<s>'.")


def test_letters_of_the_byte_alphabet_are_decoded_as_bytes_by_another_library() -> None:
    (collision,) = of_kind("byte glyphs", "<č>")
    assert "decode it as '<\\r>'" in collision.sentence
    assert of_kind("byte glyphs", "<é>") and not of_kind("byte glyphs", "<s>", "<中>", "< č>")


def test_the_spelling_of_an_ordinary_token_is_told() -> None:
    assert [each.token for each in of_kind("spelled", "Ġ", "<č>", tokenizer=trained())] == ["Ġ"]


def test_white_space_at_the_ends_is_told() -> None:
    assert [each.token for each in of_kind("white space", " <a>", "<b>\u3000", "<c d>")] == [" <a>", "<b>\u3000"]


def test_a_normaliser_that_changes_it_is_told_by_how_it_is_looked_for() -> None:
    lower = Normalizer((Lowercase(),))
    (plain,) = of_kind("normalised", "<PAD>", "<s>", normalizer=lower)
    assert plain.sentence.startswith("The normaliser makes '<pad>' of it")
    (within,) = of_kind("normalised", AddedToken("<PAD>", 1, normalized=True), normalizer=lower)
    assert within.sentence == "It is looked for in normalised text, as '<pad>'."


def test_rules_that_take_white_space_or_want_a_whole_word_are_told() -> None:
    found = special_collisions([AddedToken("<m>", 1, lstrip=True, rstrip=True), AddedToken("<w>", 2, single_word=True)])
    assert [(each.kind, each.severity) for each in found] == [("takes white space", "info"), ("single word", "info")]
    assert found[0].sentence.startswith("It takes the white space before and behind it along")


def test_the_most_serious_comes_first_of_each_token() -> None:
    severities = [each.severity for each in special_collisions([" a", " ab", ""], text=" a")]
    assert severities == ["warning", "warning", "info", "warning", "error"]


def test_tokens_inside_others_are_those_of_a_naive_search() -> None:
    dice = random.Random(5)
    for _ in range(100):
        tokens = list(dict.fromkeys("".join(dice.choices("ab<", k=dice.randint(1, 5))) for _ in range(6)))
        inside = {each.token for each in special_collisions(tokens) if each.kind in ("prefix", "part", "suffix")}
        assert inside == {a for a in tokens for b in tokens if a != b and a in b}
        overlapping = {each.token for each in special_collisions(tokens) if each.kind == "overlap"}
        assert overlapping == {
            a for a in tokens for b in tokens if a != b for n in range(1, min(len(a), len(b))) if a[-n:] == b[:n]
        }


def test_learned_tokens_are_those_of_a_naive_search() -> None:
    tokenizer = trained("<t>")
    special = tokenizer.special_tokens["<t>"]
    for text in ("<s", "s>", "x<s>", "<t", "zz"):
        others = [token for i, token in enumerate(tokenizer.tokens) if i != special and token != text.encode()]
        told = of_kind("in learned", text, tokenizer=tokenizer)
        assert sum(each.count for each in told) == sum(text.encode() in token for token in others)
