"""Learning that begins with characters: which ones, and that everything else is as it is with bytes."""

import dataclasses
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import covering_characters, learn_merges
from tokenizers import Tokenizer as HuggingFaceTokenizer
from tokenizers import models, trainers

from vocabsmith_engine import (
    CorpusError,
    Monitor,
    Recipe,
    RecipeError,
    Stopped,
    TrainingResult,
    _native,
    count_pieces,
    train,
    train_from_counts,
)
from vocabsmith_engine.memory_budget import MemoryBudget
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_resources.samples import sample_path

SAMPLE = sample_path().read_text(encoding="utf-8")[:300_000]


def learned(counts: dict[str, int], vocab_size: int = 1000, **settings: object) -> TrainingResult:
    chosen = {"base": "characters", "min_frequency": 1, "character_coverage": 1.0, "pretokenizer": "none"} | settings
    return train_from_counts(counts, Recipe.from_dict({"vocab_size": vocab_size} | chosen))


def words_of(result: TrainingResult) -> list[str]:
    return [(left + right).decode() for left, right in result.merges]


# ---------------------------------------------------------------- which characters


def test_all_characters_are_tokens_when_everything_is_to_be_covered() -> None:
    result = learned({"é中a": 1})
    assert result.characters == "aé中"
    assert [result.vocab[token] for token in range(256, 259)] == [b"a", "é".encode(), "中".encode()]


def test_the_rarest_characters_are_left_out() -> None:
    result = learned({"a" * 90 + "bb" + "中" * 8: 1}, character_coverage=0.98)
    assert result.characters == "a中"


def test_of_equally_rare_characters_the_smaller_code_point_stays() -> None:
    assert learned({"aaaaaaaa中b": 1}, character_coverage=0.9).characters == "ab"


def test_the_share_is_taken_as_it_is_written() -> None:
    assert learned({"aaaaaaaaab": 1}, character_coverage=0.9).characters == "a"  # as a float it is above 0.9


def test_characters_are_counted_as_often_as_their_pieces() -> None:
    assert learned({"b": 98, "a": 2}, character_coverage=0.98).characters == "b"


def test_nul_and_the_mark_for_spaces_always_stand_as_their_bytes() -> None:
    result = learned({"a\0▁a": 1, "▁▁": 50})
    assert result.characters == "a"
    assert result.merges == []


def test_bytes_that_are_not_utf8_are_no_characters() -> None:
    result = learned({b"ab\xffab\xe4\xb8": 1})
    assert (result.characters, words_of(result)) == ("ab", ["ab"])


def test_special_tokens_are_never_counted(tmp_path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("ab<中>ab")
    recipe = Recipe(vocab_size=300, base="characters", character_coverage=1, special_tokens=("<中>",))
    assert train_from_counts(count_pieces([path], recipe), recipe).characters == "ab"


@given(st.dictionaries(st.text("ab中é😀\0▁", min_size=1, max_size=9), st.integers(1, 9), min_size=1, max_size=9),
       st.sampled_from(["0.5", "0.9", "0.95", "0.9995", "1"]))  # fmt: skip
@settings(deadline=None)
def test_the_characters_are_those_of_the_definition(counts: dict[str, int], coverage: str) -> None:
    expected = covering_characters({piece.encode(): count for piece, count in counts.items()}, coverage)
    assert learned(counts, character_coverage=float(coverage)).characters == expected


def test_a_vocabulary_without_room_for_the_characters_is_refused_with_the_minimum() -> None:
    message = (
        r"vocab_size 258: holds all 256 bytes, the special tokens \(1\) and the 2 characters that cover 1 of the text, "
        r"so 259 is the minimum\. Choose 259 or more, or a lower character_coverage\."
    )
    with pytest.raises(RecipeError, match=message):
        learned({"ab": 1}, 258, special_tokens=["<s>"])
    assert learned({"ab": 1}, 259, special_tokens=["<s>"]).merges == []


def test_a_stop_before_merging_leaves_nothing() -> None:
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        train_from_counts({"x" * 200_000: 1}, Recipe(vocab_size=300, base="characters"), monitor)


def test_an_empty_corpus_is_refused_as_with_bytes() -> None:
    with pytest.raises(CorpusError, match="holds no text to learn from"):
        learned({})


# ---------------------------------------------------------------- what is learned


def test_the_worked_example() -> None:
    result = learned({"ééé中😀ééé中é文": 1}, 263)
    assert (result.characters, result.initial_tokens, result.counted_bytes) == ("é中文😀", 11, 27)
    assert words_of(result) == ["éé", "é中", "ééé中"]
    assert result.merge_ids.tolist() == [[256, 256, 260], [256, 257, 261], [260, 261, 262]]
    assert result.tokens_left.tolist() == [9, 7, 5]


def test_bytes_per_token_counts_bytes_and_not_characters() -> None:
    result = learned({"中中": 1})
    assert result.bytes_per_token_at().tolist() == [3, 6]


def test_no_merge_crosses_a_character_that_stands_as_its_bytes() -> None:
    result = learned({"aaaa中aaaa": 5, "aa": 1}, character_coverage=0.8)
    assert words_of(result) == ["aa", "aaaa"]
    assert result.tokens_left.tolist()[-1] == 5 * (1 + 3 + 1) + 1


@pytest.mark.parametrize(("place", "special", "first"), [("start", 0, 1), ("after-bytes", 256, 0), ("end", 259, 0)])
def test_special_tokens_stand_where_the_recipe_says(place: str, special: int, first: int) -> None:
    vocab = learned({"ab": 9}, special_tokens=["<s>"], specials=place, byte_order="value").vocab
    assert [token for token, text in vocab.items() if text == b"<s>"] == [special]
    assert [token for token, text in vocab.items() if text == b"\0"] == [first]
    assert (vocab[256 + (place != "end")], vocab[258 + (place != "end")]) == (b"a", b"ab")


def test_fewer_merges_keep_every_character() -> None:
    result = learned({"abcabcab": 3}).truncated(260)
    assert (result.characters, words_of(result), result.vocab_size) == ("abc", ["ab"], 260)


def test_the_monitor_tells_what_learning_began_with() -> None:
    monitor = Monitor()
    recipe = Recipe(vocab_size=300, base="characters", character_coverage=1, min_frequency=1)
    result = train_from_counts({"中a": 2}, recipe, monitor)
    news = monitor.new_merges(0)
    assert news.base is not None
    assert (news.base.characters, news.base.tokens) == ("a中", 4)
    assert news.ids.tolist() == result.merge_ids.tolist() == [[257, 256, 258]]


@st.composite
def corpora(draw: st.DrawFn) -> dict[bytes, int]:
    """Characters of one to four bytes, a part of one and a byte that is none, so that ties and overlaps abound."""
    letters = [letter.encode() for letter in "aé中😀"] + [b"\xff", b"\xe4\xb8", b"\0"]
    piece = st.lists(st.sampled_from(letters), min_size=1, max_size=draw(st.sampled_from([3, 9, 30]))).map(b"".join)
    return draw(st.dictionaries(piece, st.integers(1, 3) | st.just(2**40), min_size=1, max_size=8))


@pytest.mark.parametrize("tie_break", ["hf", "bytes"])
@given(
    counts=corpora(),
    merges=st.integers(0, 12) | st.just(200),
    coverage=st.sampled_from([0.4, 0.7, 0.9, 1.0]),
    byte_order=st.sampled_from(["gpt2", "value"]),
    min_frequency=st.integers(1, 4) | st.just(2**40),
    max_token_length=st.none() | st.integers(1, 12),
)
@settings(max_examples=500, deadline=None)
def test_merges_are_those_of_the_naive_recount(
    tie_break, counts, merges, coverage, byte_order, min_frequency, max_token_length
) -> None:
    characters = covering_characters(counts, str(coverage))
    recipe = Recipe(
        vocab_size=256 + len(characters) + merges, base="characters", character_coverage=coverage, tie_break=tie_break,
        byte_order=byte_order, min_frequency=min_frequency, max_token_length=max_token_length,
    )  # fmt: skip
    result = train_from_counts(counts, recipe)
    expected = learn_merges(
        counts, merges, byte_of_id=recipe.byte_of_id, characters=characters, tie_break=tie_break,
        min_frequency=min_frequency, max_token_length=max_token_length or 2**63,
    )  # fmt: skip
    rows = zip(result.merges, result.merge_counts.tolist(), result.tokens_left.tolist(), strict=True)
    assert [(*pair, count, left) for pair, count, left in rows] == expected


def test_the_tokens_told_before_merging_are_those_that_merging_begins_with() -> None:
    counts = {piece.encode(): 1 for piece in ("中ab\0é", "😀😀▁")} | {b"\xff\xe4\xb8a": 3}
    table = _native.PieceCounts()
    for piece, count in counts.items():
        table.add(piece, count)
    result = learned(counts, character_coverage=0.5)
    characters = np.array([ord(character) for character in result.characters], np.uint32)
    told = _native.train(table, 0, 1, 0, "hf", bytes(range(256)), _native.Monitor(), 0, characters)[2]
    assert result.initial_tokens == told


@pytest.mark.parametrize("memory", [None, 100_000])
def test_neither_threads_nor_memory_change_what_is_learned(
    memory: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "text.txt"
    path.write_text(SAMPLE, encoding="utf-8")
    recipe = Recipe(vocab_size=1500, base="characters")
    expected = train([path], recipe, threads=1)
    if memory:
        monkeypatch.setattr(MemoryBudget, "of", lambda *_, **__: MemoryBudget(memory, None))
    counts = count_pieces([path], recipe, threads=4, window=4096)
    result = train_from_counts(counts, recipe)
    assert isinstance(counts.counts, _native.SpilledCounts) == (memory is not None)
    assert (result.characters, result.initial_tokens) == (expected.characters, expected.initial_tokens)
    assert result.merge_ids.tobytes() == expected.merge_ids.tobytes()
    assert result.tokens_left.tobytes() == expected.tokens_left.tobytes()


# ---------------------------------------------------------------- against Hugging Face's trainer


def hugging_face_merges(pieces: Counter[str], merges: int, alphabet: str) -> list[tuple[str, str]]:
    """What its BpeTrainer learns from these pieces, each of which it is given as a text that nothing cuts."""
    tokenizer = HuggingFaceTokenizer(models.BPE())
    size = merges + len(alphabet)
    trainer = trainers.BpeTrainer(vocab_size=size, min_frequency=2, show_progress=False, limit_alphabet=10**6)
    tokenizer.train_from_iterator(pieces.elements(), trainer)
    assert "".join(sorted(alphabet)) == "".join(sorted(token for token in tokenizer.get_vocab() if len(token) == 1))
    return [tuple(pair) for pair in json.loads(tokenizer.to_str())["model"]["merges"]]


@pytest.mark.parametrize("pretokenizer", ["gpt2", "cl100k", "whitespace"])
@pytest.mark.parametrize("coverage", [1.0, 0.995, 0.9])
def test_merges_are_those_of_hugging_face_where_rare_characters_part_pieces(pretokenizer: str, coverage: float) -> None:
    pieces = Counter(Pretokenizer.of(pretokenizer).split(SAMPLE + "漢字カタカナ漢字漢 né né 😀😀😀"))
    recipe = Recipe(vocab_size=1256, base="characters", character_coverage=coverage, pretokenizer=pretokenizer)
    result = train_from_counts({piece.encode(): count for piece, count in pieces.items()}, recipe)
    parted: Counter[str] = Counter()
    for piece, count in pieces.items():
        for part in "".join(c if c in result.characters else "\0" for c in piece).split("\0"):
            parted[part] += count
    expected = hugging_face_merges(parted, len(result.merges), result.characters)
    assert [(left.decode(), right.decode()) for left, right in result.merges] == expected


# ---------------------------------------------------------------- the tokenizer of it


def test_a_text_is_encoded_into_characters_merges_and_bytes_of_the_rest() -> None:
    tokenizer = learned({"abab": 9, "ab中": 1}, character_coverage=0.9, byte_order="value").tokenizer
    assert tokenizer.encode("ababa中") == [259, 256, 0xE4, 0xB8, 0xAD]
    assert tokenizer.decode([259, 256, 0xE4, 0xB8, 0xAD]) == "ababa中"


def test_a_byte_and_the_character_of_it_are_decoded_alike() -> None:
    assert learned({"ab": 9}, byte_order="value").tokenizer.decode([ord("a"), 256]) == "aa"


@pytest.mark.parametrize("pretokenizer", ["gpt2", "none"])
@pytest.mark.parametrize("place", ["start", "after-bytes", "end"])
def test_encoding_the_corpus_gives_the_tokens_that_training_left(pretokenizer: str, place: str, tmp_path) -> None:
    path = tmp_path / "text.txt"
    path.write_text(SAMPLE + "漢字カタカナ漢字漢 né né 😀😀😀\0▁", encoding="utf-8", newline="")
    recipe = Recipe(
        vocab_size=1200, base="characters", pretokenizer=pretokenizer, specials=place, special_tokens=("<a>", "<b>")
    )
    result = train_from_counts(count_pieces([path], recipe), recipe)
    for vocab_size, left in ((1200, result.tokens_left[-1]), (700, result.tokens_left[700 - 1200 - 1])):
        tokenizer = result.truncated(vocab_size).tokenizer
        ids = tokenizer.encode(path.read_text(encoding="utf-8"))
        assert (len(ids), tokenizer.decode_bytes(ids)) == (left, path.read_bytes())
        assert result.tokenizer.truncated(vocab_size).encode("漢字né the<b>\0") == tokenizer.encode("漢字né the<b>\0")


@given(counts=corpora(), coverage=st.sampled_from([0.4, 0.7, 1.0]), specials=st.sampled_from(["start", "end"]))
@settings(deadline=None)
def test_every_piece_is_encoded_as_training_left_it(counts: dict[bytes, int], coverage: float, specials: str) -> None:
    result = learned(counts, character_coverage=coverage, specials=specials, special_tokens=["<s>"])
    pieces = {piece: result.tokenizer.encode_bytes(piece) for piece in counts}
    assert sum(len(ids) * counts[piece] for piece, ids in pieces.items()) == [
        result.initial_tokens, *result.tokens_left.tolist()
    ][-1]  # fmt: skip
    assert all(result.tokenizer.decode_bytes(ids) == piece for piece, ids in pieces.items())


def test_a_trained_vocabulary_has_no_token_that_merging_does_not_give() -> None:
    tokenizer = learned({"né né": 5, "the": 9, "then": 3, "😀": 1}, character_coverage=0.98).tokenizer
    assert tokenizer.whole_pieces_only == ()
    without_first = dataclasses.replace(tokenizer, merges=tokenizer.merges[1:], merge_counts=None)
    assert [without_first.tokens[token] for token in without_first.whole_pieces_only][:2] == [b"he", b"the"]
