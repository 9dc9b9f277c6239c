"""Documents: where running text is divided, which of them a sample takes, and how their sums are kept."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from vocabsmith_engine import Recipe, Tokenizer, TokenizerError, train_from_counts
from vocabsmith_engine.analysis import document_sums, evaluate, sampling
from vocabsmith_engine.analysis.document_sums import DocumentSums
from vocabsmith_engine.analysis.measuring import Documents
from vocabsmith_engine.analysis.sampling import Blocks, Sample


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of four bytes and more."""
    monkeypatch.setattr(sampling, "BLOCK", 4)


@pytest.fixture(scope="module")
def of_bytes() -> Tokenizer:
    return train_from_counts([(b"a", 1)], Recipe(vocab_size=256)).tokenizer


def blocks_of(*chunks: bytes) -> list[bytes]:
    """The blocks of a text that comes in these chunks."""
    blocks, whole = Blocks(), list[bytes]()
    for chunk in chunks:
        documents = blocks.divide(chunk)
        for place, part in enumerate(documents):
            if place == 0 and documents.continues:
                whole[-1] += part
            else:
                whole.append(part)
    return whole


@pytest.mark.usefixtures("small_blocks")
def test_a_block_ends_behind_the_first_line_feed_from_its_size_on() -> None:
    assert blocks_of(b"a\nb\nc\nd\n") == [b"a\nb\n", b"c\nd\n"]
    assert blocks_of(b"abc\nlonger\nx\ny") == [b"abc\n", b"longer\n", b"x\ny"]
    assert blocks_of(b"no line feed") == [b"no line feed"]
    assert blocks_of(b"") == []


@pytest.mark.usefixtures("small_blocks")
def test_blocks_are_the_same_whatever_the_chunks() -> None:
    dice = random.Random(1)
    for _ in range(300):
        text = bytes(dice.choices(b"ab\n", k=dice.randrange(60)))
        cuts = sorted(dice.choices(range(len(text) + 1), k=dice.randrange(6)))
        chunks = [text[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
        assert blocks_of(*chunks) == blocks_of(text)
        assert b"".join(blocks_of(text)) == text


def apart(*documents: bytes, continues: bool = False) -> Documents:
    ends = np.cumsum([len(each) for each in documents], dtype=np.uint64)
    return Documents(b"".join(documents), ends, apart=True, continues=continues)


def test_a_sample_takes_documents_at_equal_distances() -> None:
    sample = Sample(1000)
    for number in range(1000):
        sample.take(apart(b"%04d" % number))
    [documents] = sample.documents(10_000)
    assert [int(each) for each in documents] == list(range(0, 1000, 4))


def test_a_sample_joins_a_document_that_goes_on() -> None:
    sample = Sample(100)
    sample.take(apart(b"a", b"b"))
    sample.take(apart(b"c", b"d", continues=True))
    [documents] = sample.documents(100)
    assert list(documents) == [b"a", b"bc", b"d"]


def test_a_sample_has_one_document_at_least() -> None:
    sample = Sample(1)
    sample.take(apart(b"first", b"second", b"third"))
    [documents] = sample.documents(100)
    assert list(documents) == [b"first"]


def test_a_sample_comes_in_parts() -> None:
    sample = Sample(100)
    sample.take(apart(b"aa", b"bb", b"cc"))
    assert [list(part) for part in sample.documents(3)] == [[b"aa", b"bb"], [b"cc"]]


def test_a_sample_of_a_file_is_spread_over_it(of_bytes: Tokenizer, tmp_path: Path) -> None:
    """The first half of the lines has short words, the second has long ones; a sample sees both alike."""
    file = tmp_path / "text.txt"
    file.write_text("ab ab ab ab ab\n" * 100_000 + "abcdefghij abc\n" * 100_000)
    [whole], [part] = evaluate([of_bytes], file), evaluate([of_bytes], file, sample=200_000)
    assert 100_000 <= part.evaluations[0].bytes <= 200_000
    assert part.evaluations[0].tokens_per_word == pytest.approx(whole.evaluations[0].tokens_per_word, rel=0.03)


def test_a_sample_of_records_takes_whole_ones(of_bytes: Tokenizer, tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    file.write_text("".join(f'{{"text": "record {number:03}"}}\n' for number in range(100)))
    [part] = evaluate([of_bytes], file, sample=500)
    assert part.evaluations[0].bytes == 50 * len("record 000")
    assert part.documents.shape == (1, 50, 9)


def test_a_sample_that_is_larger_than_the_file_is_the_file(of_bytes: Tokenizer, tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    file.write_text("some lines\n" * 5000)
    [whole], [part] = evaluate([of_bytes], file), evaluate([of_bytes], file, sample=10**9)
    assert part.evaluations[0].sums.tolist() == whole.evaluations[0].sums.tolist()
    assert np.array_equal(part.documents, whole.documents)


@pytest.mark.parametrize("size", [0, -1, 1.5, True])
def test_a_sample_has_a_size(size: int, of_bytes: Tokenizer, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("a")
    with pytest.raises(TokenizerError, match="sample"):
        evaluate([of_bytes], tmp_path / "text.txt", sample=size)


def test_sums_of_many_documents_are_kept_in_rows_of_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_sums, "MOST_ROWS", 4)
    dice = random.Random(1)
    for _ in range(200):
        number = dice.randrange(70)
        kept = DocumentSums(2)
        left = np.arange(2 * number * 9).reshape(2, number, 9)
        expected = left.sum(axis=1)
        while left.shape[1]:
            taken = dice.randrange(1, 10)
            kept.add(left[:, :taken])
            left = left[:, taken:]
        rows = kept.rows()
        assert np.array_equal(rows.sum(axis=1), expected)
        assert rows.shape[1] <= 10
        assert rows.shape[1] == number if number <= 8 else rows.shape[1] >= 4


def test_a_document_that_goes_on_is_one_row() -> None:
    kept = DocumentSums(1)
    kept.add(np.ones((1, 2, 9), dtype=np.int64))
    kept.add(np.ones((1, 1, 9), dtype=np.int64), continues=True)
    kept.add(np.zeros((1, 0, 9), dtype=np.int64), continues=True)
    kept.add(np.ones((1, 2, 9), dtype=np.int64), continues=True)
    assert kept.rows()[0, :, 0].tolist() == [1, 3, 1]
