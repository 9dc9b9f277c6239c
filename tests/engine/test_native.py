"""The border to the C++ core: what goes in, what comes out, which errors, and that other threads go on meanwhile."""

from __future__ import annotations

import mmap
import random
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from vocabsmith_engine import _native

BYTES = [bytes([value]) for value in range(256)]
BYTE_IDS = np.arange(256, dtype=np.uint32)
NO_SPECIALS = _native.SpecialTokens([])


def merge_rows(*rows: tuple[int, int, int]) -> npt.NDArray[np.uint32]:
    return np.array(rows, np.uint32).reshape(-1, 3)


def worked_example(special_tokens: Sequence[bytes] = ()) -> _native.Encoder:
    """`aaabdaaabac`: aa is 256, ab is 257, aaab is 258; special tokens follow."""
    tokens = [*BYTES, b"aa", b"ab", b"aaab", *special_tokens]
    merges = merge_rows((97, 97, 256), (97, 98, 257), (256, 257, 258))
    return _native.Encoder(tokens, BYTE_IDS, merges, range(259, len(tokens)), False)


def counted(*pieces: bytes) -> _native.PieceCounts:
    counts = _native.PieceCounts()
    for piece in pieces:
        counts.add(piece)
    return counts


def train(
    counts: _native.PieceCounts,
    max_merges: int,
    monitor: _native.Monitor,
    *,
    min_frequency: int = 1,
    byte_of_id: bytes = bytes(range(256)),
    tie_break: str = "hf",
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint64], int, str]:
    return _native.train(counts, max_merges, min_frequency, 0, tie_break, byte_of_id, monitor)


def random_words(number: int) -> _native.PieceCounts:
    letters = random.Random(5)
    return counted(*(bytes(letters.choices(range(97, 123), k=14)) for _ in range(number)))


# --- buffers


@pytest.mark.parametrize("buffer", [bytes, bytearray, memoryview, lambda text: np.frombuffer(text, np.uint8)])
def test_text_comes_in_any_contiguous_buffer(buffer: Callable[[bytes], _native.Buffer]) -> None:
    assert worked_example().encode(buffer(b"aaab d"), "gpt2", True).tolist() == [258, 32, 100]


def test_text_comes_from_a_mapped_file(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"one two two")
    counts = _native.PieceCounts()
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        counts.count_text(memoryview(mapped), "gpt2", NO_SPECIALS)
    assert dict(counts.items()) == {b"one": 1, b" two": 2}


def test_a_buffer_with_gaps_is_refused() -> None:
    with pytest.raises(BufferError, match="contiguous"):
        worked_example().encode(memoryview(b"abcdef")[::2], "gpt2", True)


def test_text_must_be_bytes() -> None:
    with pytest.raises(TypeError, match="bytes-like"):
        _native.valid_prefix("text")  # type: ignore[arg-type]


def test_ids_must_be_32_bit() -> None:
    with pytest.raises(ValueError, match="uint32"):
        worked_example().decode(np.array([97], np.int64))


@pytest.mark.parametrize("empty", [b"", bytearray(), memoryview(b"")])
def test_everything_takes_an_empty_buffer(empty: _native.Buffer) -> None:
    encoder = worked_example()
    counts = counted(b"a")
    counts.add(empty)
    counts.count_text(empty, "cl100k", NO_SPECIALS)
    assert len(counts) == 1
    assert counts.count_of(empty) == 0
    assert encoder.encode(empty, "gpt2", True).tolist() == []
    assert encoder.encode_pieces(empty, np.empty(0, np.uint64)).tolist() == []
    assert encoder.decode(np.empty(0, np.uint32)) == b""
    assert _native.SpecialTokens([b"<s>"]).split(empty) == []
    assert _native.piece_ends(empty, "gpt2").tolist() == []
    assert _native.last_safe_cut(empty, NO_SPECIALS, True) == 0
    assert _native.last_line_end(empty, NO_SPECIALS) == 0
    assert _native.valid_prefix(empty) == 0
    assert _native.complete_prefix(empty) == 0
    assert _native.repair_utf8(empty, "replace")[:2] == (b"", 0)


# --- text


def test_special_tokens_split_a_text_into_spans_that_cover_it() -> None:
    specials = _native.SpecialTokens([b"<d>", b"<d><d>", b"<d>x"])
    assert specials.longest == 6
    assert specials.split(b"a<d><d>b<d>xq") == [(0, 1, -1), (1, 7, 1), (7, 8, -1), (8, 12, 2), (12, 13, -1)]


def test_an_empty_special_token_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="empty"):
        _native.SpecialTokens([b"<s>", b""])


def test_every_native_scanner_has_its_name() -> None:
    ends = {name: _native.piece_ends(b"I'll 1234", name).tolist() for name in _native.native_scanners()}
    assert ends == {
        "none": [9],
        "gpt2": [1, 4, 9],
        "cl100k": [1, 4, 5, 8, 9],
        "llama3": [1, 4, 5, 8, 9],
        "qwen2": [1, 4, 5, 6, 7, 8, 9],
        "o200k": [4, 5, 8, 9],
        "nanochat": [1, 4, 5, 7, 9],
        "deepseek3": [1, 4, 5, 8, 9],
        "digits": [1, 4, 5, 6, 7, 8, 9],
        "whitespace": [4, 9],
    }


def test_the_number_of_pieces_is_that_of_their_ends() -> None:
    numbers = {name: _native.number_of_pieces(b"I'll 1234", name) for name in ("none", "gpt2", "cl100k", "qwen2")}

    assert numbers == {"none": 1, "gpt2": 3, "cl100k": 5, "qwen2": 7}


def test_the_longest_piece_in_bytes() -> None:
    none, marks = _native.SpecialTokens([]), _native.SpecialTokens([b"<|x|>"])
    assert _native.longest_piece("I naïvely  saw".encode(), "gpt2", none) == len(" naïvely".encode())
    assert _native.longest_piece(b"", "gpt2", none) == 0
    assert _native.longest_piece(b"abc<|x|>de", "none", none) == 10
    assert _native.longest_piece(b"abc<|x|>de", "none", marks) == 3
    assert _native.longest_piece(b"abcde", "none", marks, np.array([1, 5], np.uint64)) == 4
    with pytest.raises(ValueError, match="does not end where the text does"):
        _native.longest_piece(b"abcde", "none", marks, np.array([1], np.uint64))


def test_an_unknown_scanner_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"'gpt3' is not a native scanner; there are none, gpt2, cl100k, llama3"):
        _native.piece_ends(b"text", "gpt3")


def test_a_text_is_cut_safely_before_a_line_end() -> None:
    assert _native.last_safe_cut(b"one\ntwo", NO_SPECIALS, True) == 4
    assert _native.last_safe_cut(b"one\ntwo", NO_SPECIALS, False) == 0


def test_utf8_prefixes_tell_bad_from_unfinished() -> None:
    assert _native.valid_prefix("aé".encode() + b"\xff!") == 3
    assert _native.complete_prefix("a😀".encode()[:-1]) == 1


@pytest.mark.parametrize(("policy", "text"), [("replace", "a�b".encode()), ("skip", b"ab"), ("keep", b"a\xffb")])
def test_bad_bytes_are_dealt_with_as_chosen(policy: str, text: bytes) -> None:
    assert _native.repair_utf8(b"a\xffb", policy) == (text, 1, 1)


def test_an_unknown_policy_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="'drop' is not one of replace, skip, keep"):
        _native.repair_utf8(b"", "drop")


# --- counting


def test_counts_know_their_sums() -> None:
    counts = _native.PieceCounts()
    counts.add(b"the", 3)
    counts.add(b"of")
    assert (len(counts), counts.total, counts.total_bytes) == (2, 4, 11)
    assert (counts.distinct_bytes, counts.longest, counts.count_of(b"the")) == (5, 3, 3)


def test_counts_of_another_table_are_weighted() -> None:
    counts = counted(b"a", b"b")
    counts.add_all(counted(b"b", b"c"), 10)
    assert dict(counts.items()) == {b"a": 1, b"b": 11, b"c": 10}


def test_special_tokens_are_not_counted() -> None:
    counts = _native.PieceCounts()
    counts.count_text(b"one<s> two", "gpt2", _native.SpecialTokens([b"<s>"]))
    assert dict(counts.items()) == {b"one": 1, b" two": 1}


def test_lines_may_be_documents() -> None:
    counts = _native.PieceCounts()
    counts.count_text(b"a\r\nb\nb\n", "none", NO_SPECIALS, "line")
    assert dict(counts.items()) == {b"a\r\n": 1, b"b\n": 2}
    assert _native.last_line_end(b"a\r\nb", NO_SPECIALS) == 3


def test_an_unknown_document_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="'page' is not one of file, line"):
        _native.PieceCounts().count_text(b"a", "gpt2", NO_SPECIALS, "page")


def test_arrays_go_out_and_come_back() -> None:
    counts = counted(b"a", b"a", "größer".encode(), b"a piece of more than fifteen bytes")
    again = _native.PieceCounts()
    again.add_many(*counts.arrays())
    assert dict(again.items()) == dict(counts.items())


def test_a_count_may_have_64_bits_and_no_more() -> None:
    counts = _native.PieceCounts()
    counts.add(b"a", 2**64 - 1)
    assert list(counts.items()) == [(b"a", 2**64 - 1)]
    with pytest.raises(OverflowError):
        counts.add(b"a")
    for count in (-1, 2**64):
        with pytest.raises(OverflowError):
            counts.add(b"b", count)


@pytest.mark.parametrize(("lengths", "counts"), [([1, 1], [1, 1]), ([3], [1, 1]), ([4], [1])])
def test_lengths_must_describe_the_buffer(lengths: list[int], counts: list[int]) -> None:
    with pytest.raises(ValueError, match="do not describe a buffer of 3 bytes"):
        _native.PieceCounts().add_many(b"abc", np.array(lengths, np.uint32), np.array(counts, np.uint64))


# --- learning


def test_training_gives_the_worked_example() -> None:
    monitor = _native.Monitor()
    ids, numbers, initial_tokens, stop_reason = train(counted(b"aaabdaaabac"), 3, monitor)
    assert ids.tolist() == [[97, 97, 256], [97, 98, 257], [256, 257, 258]]
    assert numbers.tolist() == [[4, 9], [2, 7], [2, 5]]
    assert (initial_tokens, stop_reason) == (11, "reached_size")
    assert [array.tolist() for array in monitor.merges_since(1)] == [ids[1:].tolist(), numbers[1:].tolist()]


@pytest.mark.parametrize(("min_frequency", "reason"), [(1, "no_pairs"), (2, "below_min_frequency")])
def test_training_tells_why_it_ended(min_frequency: int, reason: str) -> None:
    assert train(counted(b"abc"), 10, _native.Monitor(), min_frequency=min_frequency)[3] == reason


def test_training_of_nothing_gives_empty_arrays() -> None:
    ids, numbers, initial_tokens, stop_reason = train(_native.PieceCounts(), 5, _native.Monitor())
    assert (ids.shape, numbers.shape, initial_tokens, stop_reason) == ((0, 3), (0, 2), 0, "no_pairs")


def test_training_that_was_stopped_says_so() -> None:
    monitor = _native.Monitor()
    monitor.stop()
    assert train(counted(b"abab"), 5, monitor)[3] == "stopped"


def test_training_refuses_half_a_byte_order() -> None:
    with pytest.raises(ValueError, match="byte_of_id has 2 entries"):
        train(counted(b"ab"), 1, _native.Monitor(), byte_of_id=b"ab")


def test_training_refuses_an_unknown_tie_break() -> None:
    with pytest.raises(ValueError, match="'random' is not one of hf, bytes"):
        train(counted(b"ab"), 1, _native.Monitor(), tie_break="random")


# --- watching


def test_a_run_is_watched_and_paused_while_it_goes_on() -> None:
    monitor = _native.Monitor()
    outcome: list[int] = []
    worker = threading.Thread(target=lambda: outcome.append(len(train(random_words(50_000), 20_000, monitor)[0])))
    worker.start()
    while monitor.snapshot()[4] == 0 and worker.is_alive():
        time.sleep(0.001)
    monitor.pause()
    seen = len(monitor.merges_since(0)[0])
    was_going_on = worker.is_alive()
    monitor.resume()
    worker.join()
    assert was_going_on
    assert 0 < seen < outcome[0]
    assert len(monitor.merges_since(0)[0]) == outcome[0]


def test_a_pause_is_waited_for_without_the_gil() -> None:
    monitor = _native.Monitor()
    monitor.pause()
    answers: list[bool] = []
    worker = threading.Thread(target=lambda: answers.append(monitor.checkpoint()))
    worker.start()
    worker.join(0.05)
    assert (worker.is_alive(), monitor.paused) == (True, True)
    monitor.resume()
    worker.join()
    assert answers == [True]


def test_a_stop_ends_a_pause() -> None:
    monitor = _native.Monitor()
    monitor.pause()
    answers: list[bool] = []
    worker = threading.Thread(target=lambda: answers.append(monitor.checkpoint()))
    worker.start()
    monitor.stop()
    worker.join()
    assert (answers, monitor.stop_requested) == ([False], True)


def test_a_snapshot_tells_stage_and_progress() -> None:
    monitor = _native.Monitor()
    assert monitor.snapshot() == ("idle", 0, 0, 0.0, 0)
    monitor.begin_stage("reading", 10)
    monitor.advance_by(3)
    monitor.advance_to(7)
    stage, done, total, _, merges = monitor.snapshot()
    assert (stage, done, total, merges) == ("reading", 7, 10, 0)


def test_an_unknown_stage_is_named() -> None:
    with pytest.raises(ValueError, match="'thinking' is not one of idle, reading"):
        _native.Monitor().begin_stage("thinking")


def test_no_merges_are_empty_arrays() -> None:
    ids, numbers = _native.Monitor().merges_since(5)
    assert (ids.shape, numbers.shape) == ((0, 3), (0, 2))
    assert (ids.dtype.name, numbers.dtype.name) == ("uint32", "uint64")


# --- encoding


def test_encoding_gives_the_worked_example() -> None:
    ids = worked_example().encode(b"aaabdaaabac", "none", True)
    assert (ids.tolist(), ids.dtype.name) == ([258, 100, 258, 97, 99], "uint32")


def test_every_byte_comes_back() -> None:
    encoder = worked_example()
    for byte in BYTES:
        assert encoder.decode(encoder.encode(byte, "gpt2", True)) == byte


def test_special_tokens_are_allowed_or_text() -> None:
    encoder = worked_example([b"<aa>"])
    assert encoder.encode(b"ab<aa>", "gpt2", True).tolist() == [257, 259]
    assert encoder.encode(b"ab<aa>", "gpt2", False).tolist() == [257, 60, 256, 62]


def test_a_text_cut_elsewhere_is_merged_inside_its_pieces() -> None:
    assert worked_example().encode_pieces(b"aaab", np.array([1, 4], np.uint64)).tolist() == [97, 256, 98]


def test_ends_of_pieces_must_cover_the_text() -> None:
    with pytest.raises(ValueError, match="ends at 3, the text at 4"):
        worked_example().encode_pieces(b"aaab", np.array([1, 3], np.uint64))


def test_an_id_that_does_not_exist_is_told_by_its_place() -> None:
    with pytest.raises(IndexError) as error:
        worked_example().decode(np.array([97, 258, 259, 98], np.uint32))
    assert error.value.args == (2,)


def test_encoding_that_was_stopped_is_interrupted() -> None:
    monitor = _native.Monitor()
    monitor.stop()
    with pytest.raises(InterruptedError):
        worked_example().encode(b"some text", "gpt2", True, monitor)


def test_encoding_waits_while_paused() -> None:
    monitor = _native.Monitor()
    monitor.pause()
    found: list[list[int]] = []
    encoder = worked_example()
    worker = threading.Thread(target=lambda: found.append(encoder.encode(b"aab", "gpt2", True, monitor).tolist()))
    worker.start()
    worker.join(0.05)
    assert found == []
    monitor.resume()
    worker.join()
    assert found == [[256, 98]]


@pytest.mark.parametrize(
    ("merges", "special_ids", "complaint"),
    [
        (merge_rows((97, 98, 257)), [], "tokens 97 and 98 do not spell token 257"),
        (merge_rows((97, 98, 999)), [], "the token of merge 0, 999, does not exist; there are 258 tokens"),
        (merge_rows((97, 98, 256)), [256], "256, is a special token"),
        (merge_rows(), [258], "special id 258 does not exist"),
        (np.zeros((1, 2), np.uint32), [], "has 2 entries"),
    ],
)
def test_a_vocabulary_that_contradicts_itself_is_a_value_error(
    merges: npt.NDArray[np.uint32], special_ids: list[int], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        _native.Encoder([*BYTES, b"ab", b"xy"], BYTE_IDS, merges, special_ids, False)
