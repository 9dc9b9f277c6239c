"""What a tokenizer makes of a text: shortening, words, use of the vocabulary."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vocabsmith_engine import (
    CorpusError,
    Monitor,
    Pretokenizer,
    Recipe,
    Stopped,
    Tokenizer,
    TokenizerError,
    train_from_counts,
)
from vocabsmith_engine.analysis import Evaluation, evaluate, evaluate_texts, word_spans
from vocabsmith_engine.models import Characters


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


SCORED = {
    # By tokenization-scorer 1.1.8, the implementation of the paper's authors:
    # metrics.get_metric("renyi")([[str(i)] * n for i, n in enumerate(uses)], power=alpha, vocab=vocabulary)
    # uses, vocabulary, alpha: efficiency
    ((60, 30, 20, 15, 12, 10, 1, 1), 8, 0.5): 0.8710924908748486,
    ((60, 30, 20, 15, 12, 10, 1, 1), 8, 2.0): 0.6824540115895966,
    ((60, 30, 20, 15, 12, 10, 1, 1), 8, 2.5): 0.6445655001263236,
    ((60, 30, 20, 15, 12, 10, 1, 1), 8, 3.0): 0.6142512366618618,
    ((60, 30, 20, 15, 12, 10, 1, 1), 8, 1.0): 0.7891615305474113,
    ((60, 30, 20, 15, 12, 10, 1, 1), 256, 2.5): 0.24171206254737135,
    ((60, 30, 20, 15, 12, 10, 1, 1), 256, 1.0): 0.29593557395527925,
    ((3, 1), 2, 2.5): 0.6319281224564827,
    ((3, 1), 256, 3.0): 0.07454031737139974,
    # score("pick @@ed pick @@l @@ed pick @@les", metric="renyi", power=2.5), and the same cut finer
    ((3, 2, 1, 1), 4, 2.5): 0.8265064834225245,
    ((3, 3, 2, 2, 1), 5, 2.5): 0.9204840242168808,
}


@pytest.mark.parametrize(("uses", "vocabulary", "alpha"), SCORED)
def test_renyi_efficiency_is_that_of_its_authors(uses: tuple[int, ...], vocabulary: int, alpha: float) -> None:
    counts = np.array([*uses, *[0] * (vocabulary - len(uses))], dtype=np.int64)
    evaluation = Evaluation.from_sums(np.full(9, counts.sum()), counts)
    assert evaluation.renyi_efficiency(alpha) == pytest.approx(SCORED[uses, vocabulary, alpha], rel=1e-12)


def test_renyi_efficiency_has_its_limits() -> None:
    """Of order 0 it is the logarithm of the ids in use, of order infinity that of the most frequent one."""
    evaluation = Evaluation.from_sums(np.full(9, 8), np.array([4, 2, 2, 0, 0, 0, 0, 0]))
    assert evaluation.renyi_efficiency(0) == pytest.approx(np.log(3) / np.log(8))
    assert evaluation.renyi_efficiency(float("inf")) == pytest.approx(1 / 3)
    assert evaluation.renyi_efficiency(1 + 1e-9) == pytest.approx(evaluation.renyi_efficiency(1), rel=1e-6)
    assert evaluation.renyi_efficiency(1e4) == pytest.approx(1 / 3, rel=1e-3)


def test_a_negative_order_is_refused() -> None:
    evaluation = Evaluation.from_sums(np.full(9, 8), np.array([4, 2, 2, 0]))
    for alpha in (-1.0, float("nan")):
        with pytest.raises(TokenizerError, match="alpha"):
            evaluation.renyi_efficiency(alpha)


def test_words_and_characters_that_became_unknown() -> None:
    """ "ab? é" of a model of characters that knows a, b, ab and the space."""
    tokens = [b"<unk>", b"a", b"b", b"ab", b" "]
    merges = np.array([[1, 2, 3]], np.uint32)
    model = Characters(unknown_id=0)
    tokenizer = Tokenizer(tokens, merges, {"<unk>": 0}, Pretokenizer.of("none"), model=model)
    found = of(tokenizer, "ab? é")
    assert (found.tokens, found.words, found.word_tokens, found.whole_words) == (4, 2, 2, 2)
    assert (found.characters, found.whole_characters, found.cut_characters) == (5, 3, 0)
    assert (found.character_coverage, found.unknown_character_share) == (0.6, 0.4)
    dropping = Tokenizer(tokens, merges, {"<unk>": 0}, Pretokenizer.of("none"), model=Characters())
    found = of(dropping, "ab? é")
    assert (found.tokens, found.words, found.whole_words, found.continued_words) == (2, 2, 1, 0)
    assert found.unknown_character_share == 0.4


def test_characters_of_several_tokens_are_covered_by_none() -> None:
    found = of(BYTES, "aé語")
    assert (found.whole_characters, found.cut_characters) == (1, 2)
    assert found.character_coverage == 1 / 3
    assert found.unknown_character_share == 0


def test_continued_words() -> None:
    found = of(AB, "ab abc 1")
    assert (found.continued_words, found.continued_word_share) == (1, 0.5)


def test_half_a_surrogate_pair_is_a_character_of_its_own() -> None:
    found = of(BYTES, "a\ud83d")
    assert (found.bytes, found.characters, found.tokens) == (4, 2, 4)
    found = of(BYTES, "\ud83d\ude00")
    assert (found.bytes, found.characters) == (4, 1)


def test_texts_at_hand_keep_their_names() -> None:
    first, second = evaluate_texts([AB, BYTES], {"first": "ab", "second": ""})
    assert (str(first.path), str(second.path)) == ("first", "second")
    assert [each.tokens for each in first.evaluations] == [1, 2]
    assert (second.evaluations[0].bytes, second.documents.shape) == (0, (2, 0, 9))


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
