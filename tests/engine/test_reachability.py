"""Which tokens no text reaches: told by the definition, one token at a time, and by texts of every kind."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest
from random_tokenizers import KINDS, affixed_characters, byte_level, characters, random_text, scored_pairs, unigram

from vocabsmith_engine import Monitor, Pretokenizer, Stopped, Tokenizer
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.analysis import merge_steps, unreachable
from vocabsmith_engine.decoding import Decoding
from vocabsmith_engine.models import ByteLevel, Characters
from vocabsmith_engine.normalization import Normalizer
from vocabsmith_engine.normalization.steps import ByteGlyphs, Lowercase, Prefix

UNCUT = [  # a pattern may cut a text otherwise where something stands around it
    (kind, seed)
    for kind, seed in product(KINDS, range(30))
    if KINDS[kind](random.Random(seed)).pretokenizer.name == "none"
]
BYTES = [bytes([value]) for value in range(256)]


def made(words: dict[bytes, tuple[bytes, bytes]], *more: bytes, **settings: object) -> Tokenizer:
    """Tokens made of two others each, and tokens that nothing makes; `pattern` is a name or an expression."""
    tokens = [*BYTES, *words, *more]
    rows = [(tokens.index(left), tokens.index(right), tokens.index(word)) for word, (left, right) in words.items()]
    pattern = Pretokenizer.of(str(settings.pop("pattern", "none")))
    return Tokenizer(tokens, np.array(rows, np.uint32).reshape(-1, 3), {}, pattern, **settings)  # type: ignore[arg-type]


def unreached(tokenizer: Tokenizer) -> list[bytes]:
    return [tokenizer.tokens[i] for i in np.flatnonzero(unreachable(tokenizer)).tolist()]


def test_every_token_of_a_trained_vocabulary_is_reached() -> None:
    tokenizer = made({b"ab": (b"a", b"b"), b"abc": (b"ab", b"c")})
    assert unreached(tokenizer) == []


def test_a_token_whose_parts_are_merged_otherwise_before_is_not_reached() -> None:
    tokenizer = made({b"bc": (b"b", b"c"), b"ab": (b"a", b"b"), b"abc": (b"ab", b"c")})
    assert unreached(tokenizer) == [b"abc"]


def test_a_token_that_no_merge_makes_is_reached_where_whole_pieces_come_first() -> None:
    assert unreached(made({}, b"xyz")) == [b"xyz"]
    assert unreached(made({}, b"xyz", whole_pieces_first=True)) == []


def test_a_token_that_the_pattern_cuts_is_not_reached() -> None:
    assert unreached(made({b"a ": (b"a", b" "), b" a": (b" ", b"a")}, pattern="gpt2")) == [b"a "]
    assert unreached(made({b"a ": (b"a", b" "), b" a": (b" ", b"a")}, pattern=r"\w+|\W+")) == [b"a ", b" a"]


def test_a_part_of_a_character_is_judged_by_its_bytes_whatever_the_pattern_makes_of_them() -> None:
    words = {b"\xe2\x80": (b"\xe2", b"\x80"), b" \xe2\x80": (b" ", b"\xe2\x80")}
    assert unreached(made(words, pattern="gpt2")) == []
    assert unreached(made(words, pattern=r"\w+|\W")) == []


def test_capital_letters_are_not_reached_behind_a_normaliser_that_has_none() -> None:
    tokenizer = made({b"AB": (b"A", b"B"), b"ab": (b"a", b"b")}, normalizer=Normalizer((Lowercase(),)))
    assert unreached(tokenizer) == [*(bytes([byte]) for byte in range(65, 91)), b"AB"]


def test_a_token_with_the_space_that_is_put_in_front_of_a_piece_is_reached() -> None:
    digits_then_space = Pretokenizer.of_splits((r"\d", Prefix(" ")))
    tokens = [*BYTES, b" 1"]
    merges = np.array([[32, 49, 256]], np.uint32)
    assert unreached(Tokenizer(tokens, merges, {}, digits_then_space)) == []
    assert unreached(Tokenizer(tokens, merges, {}, Pretokenizer.of_splits((r"\d",)))) == [b" 1"]


def test_special_tokens_are_looked_for_and_control_tokens_are_not_marked() -> None:
    tokens = [*BYTES, b"<s>", b"<s><s>", b"</s>"]
    added = (
        AddedToken("<s>", 256),
        AddedToken("<s><s>", 257, single_word=True),
        AddedToken("</s>", 258, in_text=False),
    )
    specials = {token.text: token.id for token in added}
    tokenizer = Tokenizer(tokens, np.zeros((0, 3), np.uint32), specials, Pretokenizer.of("gpt2"), added_tokens=added)
    assert unreached(tokenizer) == []


def test_a_token_around_an_added_one_that_is_always_cut_is_not_reached() -> None:
    merges = {b"ab": (b"a", b"b"), b"abc": (b"ab", b"c")}
    for special, expected in ((True, []), (False, [b"abc"])):
        added = (AddedToken("bc", 258, special=special),)
        assert unreached(made_with(merges, added)) == expected


def made_with(words: dict[bytes, tuple[bytes, bytes]], added: tuple[AddedToken, ...]) -> Tokenizer:
    tokens = [*BYTES, *words, *(token.text.encode() for token in added)]
    rows = [(tokens.index(left), tokens.index(right), tokens.index(word)) for word, (left, right) in words.items()]
    specials = {token.text: token.id for token in added}
    return Tokenizer(tokens, np.array(rows, np.uint32), specials, Pretokenizer.of("gpt2"), added_tokens=added)


def test_bytes_of_characters_that_have_a_token_are_not_reached() -> None:
    tokens = [b"<unk>", b"a", *BYTES]
    model = Characters(byte_ids=tuple(range(2, 258)), unknown_id=0)
    tokenizer = Tokenizer(tokens, np.zeros((0, 3), np.uint32), {"<unk>": 0}, Pretokenizer.of("none"), model=model)
    assert np.flatnonzero(unreachable(tokenizer)).tolist() == [2 + ord("a")]


def test_parts_of_characters_in_the_byte_alphabet_are_reached() -> None:
    tokens = [b"<unk>", "Ã".encode(), "©".encode(), "Ã©".encode()]
    tokenizer = Tokenizer(
        tokens,
        np.array([[1, 2, 3]], np.uint32),
        {"<unk>": 0},
        Pretokenizer.of_splits((ByteGlyphs(),)),
        model=Characters(unknown_id=0),
        decoding=Decoding(byte_alphabet=True),
    )
    assert unreached(tokenizer) == []


@pytest.mark.parametrize("seed", range(60))
def test_byte_level_tokens_are_marked_by_the_definition(seed: int) -> None:
    tokenizer = byte_level(random.Random(seed))
    assert unreachable(tokenizer).tolist() == [not _reached(tokenizer, i) for i in range(tokenizer.vocab_size)]


@pytest.mark.parametrize("kind", [characters, scored_pairs, unigram])
@pytest.mark.parametrize("seed", range(40))
def test_tokens_of_other_models_are_marked_by_the_definition(kind: object, seed: int) -> None:
    tokenizer = kind(random.Random(seed))  # type: ignore[operator]
    assert unreachable(tokenizer).tolist() == [not _reached(tokenizer, i) for i in range(tokenizer.vocab_size)]


def _reached(tokenizer: Tokenizer, token_id: int) -> bool:
    """Whether the token's own text becomes it, by the steps that the definition names, for one token."""
    text = tokenizer.tokens[token_id]
    for token in tokenizer.all_added_tokens:
        if token.id == token_id:
            return not token.in_text or tokenizer.encode_bytes(text).tolist() == [token_id]
    if isinstance(tokenizer.model, ByteLevel):
        if text.decode(errors="replace").encode() != text:
            return merge_steps(tokenizer, text)[-1].tokens == (token_id,)
        return tokenizer.encode_bytes(text, "as_text").tolist() == [token_id]
    ends = np.array([len(text)], np.uint64)
    alone = tokenizer.text_encoder.pieces.ids(text, ends, None).tolist() == [token_id]
    if tokenizer.model.byte_ids and token_id in tokenizer.model.byte_ids:
        return alone
    if tokenizer.normalizer:  # only ▁ for spaces, and one in front of the whole: what it does inside of texts
        cut = any(t.text.encode() in text for t in tokenizer.all_added_tokens if t.in_text and not t.special)
        return (alone and b" " not in text and not cut) or any(
            tokenizer.encode_bytes(each, "as_text").tolist() == [token_id]
            for each in (text, text.removeprefix("▁".encode()))
        )
    return tokenizer.encode_bytes(text, "as_text").tolist() == [token_id]


@pytest.mark.parametrize("seed", range(30))
def test_words_of_every_kind_reach_what_is_not_marked_and_nothing_else(seed: int) -> None:
    """Tokens with a place in a word: all words of up to six letters are encoded."""
    tokenizer = affixed_characters(random.Random(seed))
    words = ["".join(letters) for length in range(1, 7) for letters in product("abc", repeat=length)]
    words += [f"z{word}" for word in words if len(word) < 6]
    reached = {token_id for word in words for token_id in tokenizer.encode(word)}
    marked = unreachable(tokenizer).tolist()
    short = [i for i, token in enumerate(tokenizer.tokens) if i and len(token.strip(b"#").removesuffix(b"</w>")) < 5]
    assert {i: i not in reached for i in short} == {i: marked[i] for i in short}


@pytest.mark.parametrize(("kind", "seed"), UNCUT)
def test_what_is_marked_comes_out_of_no_text(kind: str, seed: int) -> None:
    dice = random.Random(seed)
    tokenizer = KINDS[kind](dice)
    marked = set(np.flatnonzero(unreachable(tokenizer)).tolist())
    for _ in range(200):
        text = random_text(dice, tokenizer)
        assert not marked & set(tokenizer.encode(text, "as_text"))


def test_it_is_stopped_and_tells_how_far_it_is() -> None:
    tokenizer = made({b"ab": (b"a", b"b")}, pattern=r"\w+|\W+")
    monitor = Monitor()
    unreachable(tokenizer, monitor)
    bytes_of_all = 256 + len(b"ab")
    progress = monitor.progress()
    assert (progress.stage, progress.done, progress.total) == ("checking", bytes_of_all, bytes_of_all)
    monitor.stop()
    with pytest.raises(Stopped):
        unreachable(tokenizer, monitor)
