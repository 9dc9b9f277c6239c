"""What a tokenizer makes of a text: shortening, words, use of the vocabulary."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vocabsmith_engine import CorpusError, Monitor, Recipe, Stopped, Tokenizer, TokenizerError, train_from_counts
from vocabsmith_engine.analysis import Evaluation, evaluate, evaluate_texts, word_spans


def learned(pieces: dict[str, int], merges: int, **settings: object) -> Tokenizer:
    """A tokenizer with so many merges, learned from these pieces."""
    recipe = Recipe(vocab_size=256 + merges, min_frequency=1, **settings)  # type: ignore[arg-type]
    return train_from_counts([(piece.encode(), count) for piece, count in pieces.items()], recipe).tokenizer


def of(tokenizer: Tokenizer, *texts: str) -> Evaluation:
    """What the tokenizer makes of these texts."""
    found = evaluate_texts([tokenizer], {str(place): text for place, text in enumerate(texts)})
    return Evaluation.total([text.evaluations[0] for text in found])


BYTES = learned({"a": 1}, 0)
AB = learned({"ab": 9}, 1)


def test_words_are_runs_of_letters_with_their_marks() -> None:
    text = "don't stop, naïve_2nd किसान 漢字かな!"
    words = [text[begin:end] for begin, end in word_spans(text).tolist()]
    assert words == ["don", "t", "stop", "naïve", "nd", "किसान", "漢字かな"]


def test_a_text_of_marks_and_of_nothing() -> None:
    assert word_spans("e\u0301").tolist() == [[0, 2]]
    assert word_spans("").tolist() == []
    assert word_spans("12 34").tolist() == []


def test_tokens_of_words() -> None:
    of_bytes, of_pairs = of(BYTES, "ab abc 1"), of(AB, "ab abc 1")
    assert (of_bytes.tokens, of_bytes.words, of_bytes.word_tokens, of_bytes.whole_words) == (8, 2, 5, 0)
    assert (of_pairs.tokens, of_pairs.words, of_pairs.word_tokens, of_pairs.whole_words) == (6, 2, 3, 1)
    assert of_pairs.tokens_per_word == 1.5
    assert of_pairs.whole_word_share == 0.5
    assert of_pairs.bytes_per_token == pytest.approx(8 / 6)


def test_a_token_counts_for_every_word_it_touches() -> None:
    across = learned({"b c": 9}, 2, pretokenizer="none")
    found = of(across, "ab cd")  # a | b c | d
    assert (found.tokens, found.words, found.word_tokens, found.whole_words) == (3, 2, 4, 0)


def test_a_word_inside_one_longer_token_is_whole() -> None:
    found = of(learned({" ab": 9}, 2), "x ab")
    assert (found.words, found.whole_words) == (2, 2)


def test_parts_of_a_character_are_tokens_of_its_word() -> None:
    found = of(BYTES, "é")
    assert (found.words, found.word_tokens, found.characters, found.bytes) == (1, 2, 1, 2)


def test_the_use_of_the_vocabulary() -> None:
    found = of(AB, "ab", "ab!")
    assert found.vocabulary_share == 2 / 257
    assert found.uses[256] == 2
    assert int(found.uses.sum()) == found.tokens == 3


def test_evenly_used_tokens_are_wholly_efficient() -> None:
    every_byte = "".join(chr(number) for number in range(128))
    even = Evaluation.from_sums(np.full(9, 128), np.ones(128, dtype=np.int64))
    assert even.renyi_efficiency() == pytest.approx(1.0)
    assert of(BYTES, every_byte).renyi_efficiency() == pytest.approx(np.log(128) / np.log(256))
    assert of(BYTES, "aaaa").renyi_efficiency() == 0.0


def test_nothing_is_no_division_by_zero() -> None:
    nothing = of(BYTES, "")
    assert (nothing.bytes_per_token, nothing.tokens_per_word, nothing.whole_word_share) == (0, 0, 0)
    assert nothing.renyi_efficiency() == 0


def test_files_are_evaluated_whole_whatever_the_windows(tmp_path: Path) -> None:
    text = "".join(f"line {number} of a longer text, naïve 漢字\n" for number in range(60_000))
    file = tmp_path / "long.txt"
    file.write_text(text, "utf-8")
    tokenizer = learned({" line": 5, " of": 4, "text": 3}, 6)
    for threads in (1, 2):
        [found] = evaluate([tokenizer, BYTES], file, threads=threads)
        whole = of(tokenizer, text)
        assert found.path == file
        assert found.evaluations[1].tokens == len(text.encode())
        assert found.evaluations[0].tokens == whole.tokens
        assert found.evaluations[0].word_tokens == whole.word_tokens
        assert np.array_equal(found.evaluations[0].uses, whole.uses)


def test_files_are_told_apart_and_can_be_added(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("ab ab")
    (tmp_path / "b.txt").write_text("ab")
    first, second = evaluate([AB], tmp_path)
    assert [file.path.name for file in (first, second)] == ["a.txt", "b.txt"]
    both = first.evaluations[0] + second.evaluations[0]
    assert (both.tokens, both.bytes, both.whole_words) == (4, 7, 3)


def test_a_special_token_is_one_token(tmp_path: Path) -> None:
    tokenizer = train_from_counts([(b"a", 1)], Recipe(vocab_size=257, special_tokens=("<|x|>",))).tokenizer
    (tmp_path / "a.txt").write_text("a<|x|>b")
    [found] = evaluate([tokenizer], tmp_path / "a.txt")
    assert found.evaluations[0].tokens == 3


def test_no_text_and_no_tokenizer_are_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    with pytest.raises(CorpusError, match="holds no text"):
        evaluate([BYTES], tmp_path / "empty.txt")
    with pytest.raises(TokenizerError, match="no tokenizer"):
        evaluate([], tmp_path / "empty.txt")


def test_a_stop_ends_it(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("ab " * 1000)
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        evaluate([BYTES], tmp_path / "a.txt", monitor)
