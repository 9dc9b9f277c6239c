"""A file on several threads: the ids of the whole text, however it was cut; stopping; what is shown meanwhile."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from packing import COMPRESSIONS, tarred, zipped

from vocabsmith_engine import (
    CorpusError,
    Monitor,
    Pretokenizer,
    Recipe,
    Source,
    Stopped,
    Tokenizer,
    TokenizerError,
    machine,
    train_from_counts,
)
from vocabsmith_engine.encoding_files import encode_file
from vocabsmith_engine.ordered_work import in_order
from vocabsmith_engine.pretokenization import NAMES

BYTES = [bytes([value]) for value in range(256)]
WORDS = ["Wort", " und", "'ll", "😀", "<s>", "<s><s>", "\r\n", "\n", "  ", "x", "123", "<", "\t\n", "é", " a\n\n"]


def tokenizer_for(pretokenizer: str) -> Tokenizer:
    recipe = Recipe(vocab_size=320, special_tokens=("<s>", "<s><s>"), pretokenizer=pretokenizer)
    counts = [(b"Wort", 9), (b" und", 9), ("😀".encode(), 9), (b"  ", 5), (b"\r\n", 4), (b"12", 3)]
    return train_from_counts(counts, recipe).tokenizer


@pytest.mark.parametrize("window", [1, 3, 16, 200])
@pytest.mark.parametrize("threads", [1, 2, 8])
@pytest.mark.parametrize("pretokenizer", [*NAMES, r"regex:\w+\s"])
def test_neither_threads_nor_parts_change_the_ids(pretokenizer: str, threads: int, window: int, tmp_path: Path) -> None:
    text = "".join(random.Random(window).choices(WORDS, k=400))
    tokenizer = tokenizer_for(pretokenizer)
    (tmp_path / "text.txt").write_bytes(text.encode())
    for special in ("allow", "as_text"):
        count = encode_file(
            tokenizer, tmp_path / "text.txt", tmp_path / "ids.npy", special, None, threads=threads, window=window
        )
        ids = np.load(tmp_path / "ids.npy").tolist()
        assert (ids, len(ids)) == (tokenizer.encode(text, special), count)


@pytest.mark.parametrize("pretokenizer", ["gpt2", r"regex:\w+\s"])
@pytest.mark.parametrize(
    ("more_tokens", "dtype"), [(0, np.uint16), (65_536 - 256, np.uint16), (65_536 - 255, np.uint32)]
)
def test_ids_are_as_narrow_as_the_vocabulary_allows(pretokenizer: str, more_tokens: int, dtype: type) -> None:
    tokens = [*BYTES, *(b"x%d" % number for number in range(more_tokens))]
    tokenizer = Tokenizer(tokens, np.zeros((0, 3), np.uint32), {}, Pretokenizer.of(pretokenizer))
    ids = tokenizer.encode_narrow(b"\x00ab \xff", "allow")
    assert (ids.dtype, ids.tolist()) == (dtype, [0, 97, 98, 32, 255])


def test_threads_are_a_whole_number_from_1(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_bytes(b"a")
    with pytest.raises(TokenizerError, match="threads 0: must be a whole number from 1"):
        tokenizer_for("gpt2").encode_file(tmp_path / "text.txt", tmp_path / "ids.npy", threads=0)


def test_everything_is_done_when_all_is_written(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_bytes("Wort und 😀\n".encode() * 5000)
    monitor = Monitor()
    encode_file(tokenizer_for("gpt2"), tmp_path / "text.txt", tmp_path / "ids.npy", "allow", monitor, window=1000)
    assert (monitor.progress().stage, monitor.progress().done) == ("reading", 5000 * 14)


def test_what_is_shown_never_runs_ahead_of_what_is_written() -> None:
    monitor = Monitor()
    done_when_fetched = []

    def parts():
        for number in range(40):
            done_when_fetched.append((number, monitor.progress().done))
            yield number

    for number in in_order(lambda number: number, parts(), 2, monitor):
        monitor.advance_to(number + 1)
    assert all(done <= number for number, done in done_when_fetched)
    assert max(number - done for number, done in done_when_fetched) <= 5


def stop_when_it_reads(monitor: Monitor) -> None:
    while monitor.progress().stage != "reading":
        time.sleep(0.0005)
    monitor.stop()


@pytest.mark.parametrize("pretokenizer", ["gpt2", "none", r"regex:\w|\s"])
def test_a_stop_is_answered_within_a_second(pretokenizer: str, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_bytes(b"Wort und x\n" * 3_000_000)
    merges = np.array([[32, 117, 256]], np.uint32)
    tokenizer = Tokenizer([*BYTES, b" u"], merges, {}, Pretokenizer.of(pretokenizer))
    monitor = Monitor()
    stopping = threading.Thread(target=stop_when_it_reads, args=[monitor])
    stopping.start()
    began = time.monotonic()
    with pytest.raises(Stopped):
        tokenizer.encode_file(tmp_path / "text.txt", tmp_path / "ids.npy", monitor=monitor)
    assert time.monotonic() - began < 10
    stopping.join()
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["text.txt"]


def test_an_expression_looks_at_the_stop_between_matches() -> None:
    tokenizer = Tokenizer(BYTES, np.zeros((0, 3), np.uint32), {}, Pretokenizer.of(r"regex:\w|\s"))
    monitor = Monitor()
    stopping = threading.Timer(0.2, monitor.stop)
    stopping.start()
    began = time.monotonic()
    with pytest.raises(Stopped):
        tokenizer.encode_bytes(b"x " * 10_000_000, monitor=monitor)
    stopping.join()
    assert time.monotonic() - began < 10  # all of it takes longer; a guard against not looking at all


# --- files of other shapes


@pytest.mark.parametrize("window", [3, 200])
def test_a_compressed_text_is_encoded_as_what_it_holds(window: int, tmp_path: Path) -> None:
    text = "Wort und 😀\r\n" * 50
    tokenizer = tokenizer_for("gpt2")
    for ending, compress in COMPRESSIONS.items():
        (tmp_path / f"text.{ending}").write_bytes(compress(text.encode()))
        encode_file(tokenizer, tmp_path / f"text.{ending}", tmp_path / "ids.npy", "allow", None, window=window)
        assert np.load(tmp_path / "ids.npy").tolist() == tokenizer.encode(text)


def test_a_text_in_another_encoding_is_encoded_as_its_characters(tmp_path: Path) -> None:
    text = "Größe und Maß für alle Häuser und Flüsse\n" * 5
    tokenizer = tokenizer_for("gpt2")
    (tmp_path / "text.txt").write_bytes(text.encode("cp1252"))
    for source in (tmp_path / "text.txt", Source(tmp_path / "text.txt", encoding="latin-1")):
        tokenizer.encode_file(source, tmp_path / "ids.npy")
        assert np.load(tmp_path / "ids.npy").tolist() == tokenizer.encode(text)


def test_records_are_refused_unless_they_are_said_to_be_text(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"text": "a"}\n')
    with pytest.raises(CorpusError, match=r"a\.jsonl: holds records \(jsonl\), .* or name text as its kind"):
        tokenizer_for("gpt2").encode_file(path, tmp_path / "ids.npy")
    assert tokenizer_for("gpt2").encode_file(Source(path, kind="text"), tmp_path / "ids.npy") == 14


def test_an_archive_is_refused(tmp_path: Path) -> None:
    for pack in (zipped, tarred):
        (tmp_path / "archive").write_bytes(pack({"a.txt": b"a"}))
        with pytest.raises(CorpusError, match="archive: is an archive of files, each a text of its own"):
            tokenizer_for("gpt2").encode_file(tmp_path / "archive", tmp_path / "ids.npy")
    assert not (tmp_path / "ids.npy").exists()


# --- work in order


def test_results_come_in_the_order_of_the_jobs() -> None:
    def slow_first(number: int) -> int:
        time.sleep(0.05 if number == 0 else 0)
        return number

    assert list(in_order(slow_first, range(20), 4, None)) == list(range(20))


def test_jobs_are_fetched_as_results_are_taken() -> None:
    fetched = []

    def jobs():
        for number in range(1000):
            fetched.append(number)
            yield number

    results = in_order(lambda number: number, jobs(), 2, None)
    assert next(results) == 0
    assert len(fetched) <= 5
    results.close()
    assert len(fetched) <= 5


def test_the_first_error_in_the_order_of_the_jobs_is_raised() -> None:
    def work(number: int) -> int:
        time.sleep(0.05 if number == 1 else 0)
        if number in (1, 2):
            raise ValueError(number)
        return number

    results = in_order(work, range(10), 4, None)
    assert next(results) == 0
    with pytest.raises(ValueError, match=r"^1$"):
        next(results)


@pytest.mark.parametrize("pretokenizer", ["none", "gpt2"])
def test_text_that_nothing_divides_is_refused_where_memory_cannot_hold_it(
    pretokenizer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, tokenizer = tmp_path / "text.txt", tokenizer_for(pretokenizer)
    text.write_bytes(b"ab" * 50_000)
    monkeypatch.setattr(machine, "memory", lambda: 200_000)
    with pytest.raises(CorpusError, match="without a place where it can be divided, too much for the memory") as caught:
        encode_file(tokenizer, text, tmp_path / "ids.npy", "allow", None, window=1000)
    assert caught.value.value == str(text)
    assert not (tmp_path / "ids.npy").exists()
    monkeypatch.setattr(machine, "memory", lambda: 300_000)
    assert encode_file(tokenizer, text, tmp_path / "ids.npy", "allow", None, window=1000) == 100_000
