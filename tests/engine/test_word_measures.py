"""The fast measures of words and characters against naive ones, for every kind of tokenizer."""

from __future__ import annotations

import dataclasses
import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from random_tokenizers import KINDS, random_text

from vocabsmith_engine import Recipe, Tokenizer, TokenizerError, _analysis, train_from_counts
from vocabsmith_engine.analysis import Evaluation, evaluate, evaluate_texts, evaluating, measuring, word_spans
from vocabsmith_engine.analysis.evaluation import COLUMNS
from vocabsmith_engine.models import ByteLevel
from vocabsmith_engine.normalization import Normalizer
from vocabsmith_engine.normalization.steps import Lowercase, Prepend
from vocabsmith_engine.normalization.unicode_form import UnicodeForm
from vocabsmith_engine.text import to_bytes

Spans = list[list[int]]


def touching(span: list[int], tokens: Spans) -> Spans:
    """The tokens that hold a part of it."""
    return [token for token in tokens if token[0] < token[1] and token[0] < span[1] and span[0] < token[1]]


def naive_sums(tokenizer: Tokenizer, text: str) -> list[int]:
    """The sums of a text, by every token beside every word and character of it."""
    encoded = tokenizer.encode_with_offsets(text, template=False)
    text = to_bytes(text).decode()
    begins = [len(text[:place].encode()) for place in range(len(text) + 1)]
    words = [[begins[begin], begins[end]] for begin, end in word_spans(text).tolist()]
    tokens: Spans = encoded.bytes.tolist()
    counts = [len(touching(word, tokens)) for word in words]
    unknown = None if isinstance(tokenizer.model, ByteLevel) else tokenizer.model.unknown_id
    known = [span for span, token in zip(tokens, encoded.ids.tolist(), strict=True) if token != unknown]
    held = [
        ["whole" if span[0] <= begin and end <= span[1] else "cut" for span in touching([begin, end], known)]
        for begin, end in pairwise(begins)
    ]
    whole, cut = sum("whole" in each for each in held), sum(set(each) == {"cut"} for each in held)
    of_words = [sum(counts), sum(n == 1 for n in counts), sum(n > 1 for n in counts)]
    return [begins[-1], len(text), len(words), len(tokens), *of_words, whole, cut]


def alone(tokenizer: Tokenizer, text: str) -> Evaluation:
    """What the tokenizer makes of one text."""
    [found] = evaluate_texts([tokenizer], {"text": text})
    return found.evaluations[0]


@pytest.mark.parametrize("kind", KINDS)
def test_measures_are_the_naive_ones(kind: str) -> None:
    dice = random.Random(kind)
    for _ in range(60):
        tokenizer = KINDS[kind](dice)
        for _ in range(4):
            text = random_text(dice, tokenizer)
            found = alone(tokenizer, text)
            assert found.sums.tolist() == naive_sums(tokenizer, text), (tokenizer, text)
            ids = tokenizer.encode_array(text, template=False)
            assert np.array_equal(found.uses, np.bincount(ids, minlength=tokenizer.vocab_size))


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_is_one_text_however_it_is_read(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluating, "WINDOW", 64)
    dice = random.Random(kind)
    file = tmp_path / "text.txt"
    for _ in range(25):
        tokenizer = KINDS[kind](dice)
        text = random_text(dice, tokenizer, 600) + "a"
        file.write_text(text, "utf-8", newline="")
        [found] = evaluate([tokenizer], file, threads=2)
        assert found.evaluations[0].sums.tolist() == alone(tokenizer, text).sums.tolist(), (tokenizer, text)


SPECIALS = ("<|x|>", "<y>", "!", "<a b>", "é")


def trained(dice: random.Random) -> Tokenizer:
    """One with a pattern that divides at lines, and special tokens that others may lack."""
    pieces = [(b"ab", 9), (b">?", 8), (b" cab", 7), (b"??", 6), (b"\r\n", 5), (b"  ", 5)]
    specials = tuple(dice.sample(SPECIALS, dice.choice([0, 1, 1, 2])))
    recipe = Recipe(
        vocab_size=264 + len(specials),
        pretokenizer=dice.choice(["gpt2", "cl100k", "whitespace", "o200k"]),
        special_tokens=specials,
        min_frequency=1,
    )
    tokenizer = train_from_counts(pieces, recipe).tokenizer
    steps = dice.choice([(), (), (UnicodeForm("NFC"),), (Lowercase(),), (Prepend("a"),)])
    return dataclasses.replace(tokenizer, normalizer=Normalizer(steps))


def test_a_file_is_one_text_for_each_of_several_tokenizers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluating, "WINDOW", 64)
    dice = random.Random(3)
    file = tmp_path / "text.txt"
    for _ in range(150):
        tokenizers = [trained(dice) for _ in range(dice.choice([1, 2, 3]))]
        parts = [*"ab cé1!", *SPECIALS, "\n", "\r\n", "  ", "ab", " cab", "?", ">?", "e\u0301", "\u0301", "\nA"]
        text = "".join(dice.choices(parts, k=400)) + "a"
        file.write_text(text, "utf-8", newline="")
        [found] = evaluate(tokenizers, file, threads=2)
        expected = [alone(tokenizer, text).sums.tolist() for tokenizer in tokenizers]
        assert [each.sums.tolist() for each in found.evaluations] == expected, (tokenizers, text)


def test_documents_divide_a_text_alike_for_every_tokenizer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluating, "WINDOW", 5000)
    dice = random.Random(1)
    file = tmp_path / "text.txt"
    file.write_text("".join(f"{number} words in a line é\n" for number in range(3000)), "utf-8")
    size = file.stat().st_size
    divided = [evaluate([KINDS[kind](dice)], file)[0].documents for kind in ("bytes", "pairs")]
    together = evaluate([KINDS[kind](dice) for kind in ("bytes", "pairs")], file)[0].documents
    sizes = [documents[0, :, COLUMNS.index("bytes")].tolist() for documents in (*divided, together)]
    assert sizes[0] == sizes[1] == sizes[2]
    assert sum(sizes[0]) == size
    assert len(sizes[0]) == -(-size // 8214)
    assert all(2**13 <= each < 2**13 + 30 for each in sizes[0][:-1])


def test_the_rows_of_documents_add_up_to_the_whole(tmp_path: Path) -> None:
    dice = random.Random(2)
    tokenizers = [KINDS["bytes"](dice), KINDS["bytes"](dice)]
    file = tmp_path / "records.jsonl"
    file.write_text("".join(f'{{"text": "record {number} é\\n"}}\n' for number in range(500)), "utf-8")
    [found] = evaluate(tokenizers, file)
    assert found.documents.shape == (2, 500, 9)
    for place, evaluation in enumerate(found.evaluations):
        assert found.documents[place].sum(axis=0).tolist() == evaluation.sums.tolist()
        row = alone(tokenizers[place], "record 7 é\n")
        assert found.documents[place, 7].tolist() == row.sums.tolist()


def test_between_special_tokens_only_what_stands_there_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = Recipe(vocab_size=260, special_tokens=["<s>"], normalization="NFC")
    tokenizer = train_from_counts([(b" the", 9)], recipe).tokenizer
    looked_at, place = [], _analysis.places_in_original

    def counted(original: bytes, *rest: object) -> object:
        looked_at.append(len(original))
        return place(original, *rest)

    monkeypatch.setattr(measuring._analysis, "places_in_original", counted)
    text = "the é<s>" * 1000
    assert alone(tokenizer, text).words == 3000  # "the", "é" and the letter of "<s>"
    assert sum(looked_at) <= len(text.encode())


def test_words_are_letters_and_marks_in_every_corner_of_unicode() -> None:
    """The core has tables of its own: character by character they agree with those of the patterns."""
    text = "".join(f"{chr(point)}\n" for point in range(0x110000) if not 0xD800 <= point < 0xE000)
    data = text.encode()
    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == 10) + 1
    ends = np.delete(ends, 11)  # the line feed itself has two
    words = _analysis.WordMarks(data, ends.astype(np.uint64)).texts()[:, 2]
    spans = word_spans(text)
    expected = np.zeros(0x110000 - 0x800, np.int64)
    expected[spans[:, 0] // 2] = 1
    assert np.array_equal(words, expected)
    assert words.sum() == len(spans) > 130_000


def test_a_text_that_nothing_divides_is_refused_when_it_takes_too_much_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring.machine, "memory", lambda: 40_000)
    file = tmp_path / "text.txt"
    file.write_text("a" * 1000)
    tokenizer = KINDS["unigram"](random.Random(1))
    with pytest.raises(TokenizerError, match=r"1 MB of text .* Take a sample"):
        evaluate([tokenizer], file)
