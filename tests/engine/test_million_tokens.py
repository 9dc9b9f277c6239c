"""A vocabulary of a million tokens: exact, and within ten times of what it may take."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice, product

import numpy as np
import pytest

from vocabsmith_engine import Monitor, Pretokenizer, Stopped, Tokenizer
from vocabsmith_engine.analysis import VocabularyTable, unreachable

SIZE = 1_000_000
BYTES = [bytes([value]) for value in range(256)]


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fails if it takes longer."""
    began = time.monotonic()
    yield
    assert time.monotonic() - began < seconds


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    """All words of six of the letters a to j, in their order, as far as there is room; no merges."""
    words = (bytes(letters) for letters in product(b"abcdefghij", repeat=6))
    tokens = [*BYTES, *islice(words, SIZE - 256)]
    none = np.zeros((0, 3), np.uint32)
    return Tokenizer(tokens, none, {}, Pretokenizer.of("gpt2"), whole_pieces_first=True)


@pytest.fixture(scope="module")
def table(tokenizer: Tokenizer) -> VocabularyTable:
    with within(10):
        return VocabularyTable.of(tokenizer)


def test_it_is_laid_out(table: VocabularyTable) -> None:
    assert (len(table), table.token(256), table.token(SIZE - 1)) == (SIZE, b"aaaaaa", b"jjjhed")
    assert table.lengths.sum() == 256 + 6 * (SIZE - 256)
    assert int(table.partial.sum()) == 128


@pytest.mark.parametrize(
    ("query", "mode", "number"),
    [
        ("abcdef", "text", 1),
        ("jjjj", "text", 180),
        ("61 62 63 64 65", "bytes", 20),
        ("^a{4,}.b$", "regex", 10),
        ("^(a+)+$", "regex", 2),
    ],
)
def test_it_is_searched(table: VocabularyTable, query: str, mode: str, number: int) -> None:
    table.search("a", "regex")  # the first one takes longer
    with within(1):
        found = table.search(query, mode)  # type: ignore[arg-type]
    assert int(found.sum()) == number


def test_it_is_sorted(table: VocabularyTable) -> None:
    with within(10):
        order = table.order("token", True)
    assert [table.token(int(i)) for i in order[:2]] == [b"\xff", b"\xfe"]
    below_k = np.flatnonzero(order == ord("k"))[0]
    assert [table.token(int(i)) for i in order[below_k + 1 : below_k + 3]] == [b"jjjhed", b"jjjhec"]


def test_what_is_not_reached_is_found_and_a_stop_is_heard(tokenizer: Tokenizer) -> None:
    with within(60):
        assert not unreachable(tokenizer).any()
    monitor = Monitor()
    stopper = threading.Timer(0.05, monitor.stop)
    stopper.start()
    with within(10), pytest.raises(Stopped):
        while True:
            unreachable(tokenizer, monitor)
    stopper.join()
