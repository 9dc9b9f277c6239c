"""Text that nothing cuts, a long line or document: it is told, bounded, and takes time in proportion to its length."""

import random
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from progress_log import progress_of

from vocabsmith_engine import (
    CorpusError,
    Monitor,
    Recipe,
    StopReason,
    Tokenizer,
    TokenizerError,
    machine,
    train,
    train_from_counts,
)
from vocabsmith_engine.memory_budget import PROGRAM

UNCUT = Recipe(vocab_size=300, pretokenizer="none")


def line_of_letters(folder: Path, length: int) -> Path:
    path = folder / f"{length}.txt"
    path.write_text("".join(random.Random(5).choices("ACGT", k=length)))
    return path


def seconds_of_training(path: Path, pretokenizer: str) -> float:
    began = time.perf_counter()
    assert len(train([path], Recipe(vocab_size=300, pretokenizer=pretokenizer)).merges) == 44
    return time.perf_counter() - began


def test_a_piece_past_65_536_bytes_is_told() -> None:
    monitor = Monitor()
    result = train_from_counts([("ab" * 32_768, 1), ("the cat", 9)], UNCUT, monitor)
    assert (monitor.notes, result.notes) == ((), ())
    result = train_from_counts([("ab" * 32_768 + "c", 1), ("the cat", 9)], UNCUT, monitor)
    assert monitor.notes == result.notes
    assert monitor.notes[0].startswith("The longest piece: 65,537 bytes, a whole document, as no pattern cuts it. ")


def test_the_note_is_there_before_the_first_merge(tmp_path: Path) -> None:
    monitor = Monitor()
    monitor.begin_stage("merging")
    seen: list[tuple[str, int]] = []
    monitor.note = lambda text: seen.append((text, monitor.progress().merges))  # type: ignore[method-assign]
    train([line_of_letters(tmp_path, 70_000)], UNCUT, monitor)
    assert [(text[:31], merges) for text, merges in seen] == [("The longest piece: 70,000 bytes", 0)]


def test_the_note_names_the_pattern_that_found_nothing_to_cut(tmp_path: Path) -> None:
    path = line_of_letters(tmp_path, 70_000)
    told = train([path], Recipe(vocab_size=300, pretokenizer="cl100k")).notes
    assert told[0].startswith("The longest piece: 70,000 bytes, where cl100k finds nothing to cut. Merging takes ")


@pytest.mark.parametrize("pretokenizer", ["none", "gpt2"])
def test_twice_the_length_of_one_line_takes_about_twice_the_time(tmp_path: Path, pretokenizer: str) -> None:
    short, long = (line_of_letters(tmp_path, length) for length in (1_000_000, 2_000_000))
    assert seconds_of_training(long, pretokenizer) < 10 * 2.3 * seconds_of_training(short, pretokenizer)


def test_progress_moves_while_one_long_line_is_merged(tmp_path: Path) -> None:
    monitor = Monitor()
    with progress_of(monitor) as log:
        train([line_of_letters(tmp_path, 2_000_000)], UNCUT, monitor)
    merging = [progress.done for progress in log if progress.stage == "merging"]
    assert merging == sorted(merging)
    assert len(set(merging)) > 4


def test_a_stop_in_one_long_line_keeps_the_merges_so_far(tmp_path: Path) -> None:
    path = line_of_letters(tmp_path, 2_000_000)
    monitor = Monitor()

    def stop_after_the_first_merge() -> None:
        while monitor.progress().merges == 0:
            time.sleep(0.0005)
        monitor.stop()

    watcher = threading.Thread(target=stop_after_the_first_merge)
    watcher.start()
    result = train([path], Recipe(vocab_size=20_000, pretokenizer="none"), monitor)
    watcher.join()
    assert result.stop_reason is StopReason.STOPPED
    assert 0 < len(result.merges) < 19_744


def test_what_this_computer_has_no_memory_to_merge_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "memory", lambda: PROGRAM + 5_000_000)
    train_from_counts([("ab" * 100_000, 1)], UNCUT)
    with pytest.raises(CorpusError, match=r"distinct pieces of 2,000,000 bytes: take .* MB of memory or more to merge"):
        train_from_counts([("ab" * 1_000_000, 1)], UNCUT)


def test_text_without_a_cut_that_does_not_fit_into_memory_is_refused_while_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "letters.txt"
    path.write_bytes(b"ab" * 30_000_000)
    monkeypatch.setattr(machine, "memory", lambda: 100_000_000)
    rule = r"holds more than \d+ MB without a place where it can be divided, too much for the memory of this computer"
    with pytest.raises(CorpusError, match=rule) as caught:
        train([path], Recipe(vocab_size=300))
    assert caught.value.value == str(path)
    path.write_bytes(b"ab\n" * 20_000_000)
    assert train([path], Recipe(vocab_size=257)).merges == [(b"a", b"b")]


def test_the_memory_of_a_computer_is_told_in_bytes() -> None:
    has = machine.memory()
    assert has is None or has > 100_000_000


def letters_a(merges: int) -> Tokenizer:
    """A tokenizer of the letter a, twice as often with each merge."""
    counts = [("a" * 2**merges, 2)]
    return train_from_counts(counts, Recipe(vocab_size=256 + merges, pretokenizer="none")).tokenizer


def test_a_text_that_nothing_divides_is_not_encoded_without_the_memory_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    trained = letters_a(3)
    monkeypatch.setattr(machine, "memory", lambda: 36_000_000)
    tokenizer = replace(trained)  # made anew on a smaller computer
    assert tokenizer.encode("a" * 1_000_000)[0] == 258
    rule = "the text: 1000001 bytes that nothing divides take 36 MB of memory to encode, and 36 MB are allowed"
    with pytest.raises(TokenizerError, match=rule):
        tokenizer.encode("a" * 1_000_001)
    with pytest.raises(TokenizerError, match=rule):
        tokenizer.encode_batch(["a" * 1_000_001])
    assert len(tokenizer.encode("ab" * 1_000_000)) == 2_000_000
