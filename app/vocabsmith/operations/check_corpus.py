"""After a run: text is encoded and decoded with the new tokenizer and compared with what was read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vocabsmith_engine import Monitor, Recipe, Tokenizer, TrainingResult
from vocabsmith_engine.corpus import unreadable
from vocabsmith_engine.text_files import plain_text

MOST_BYTES = 64 * 1024 * 1024
"""A check reads no more than this, so that it stays short beside the run."""

_WINDOW = 512 * 1024  # small enough for a stop to be quick, whatever the pattern


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What the check found.

    Attributes:
        bytes: how much of the files was compared.
        whole: whether that is all of them.
        stopped: whether the user ended the check.
        difference: the file and the place in its text where decoding gave something else; "" if nowhere.
    """

    bytes: int
    whole: bool
    stopped: bool = False
    difference: str = ""


def check_corpus(
    *, result: TrainingResult, files: Sequence[Path], monitor: Monitor, most_bytes: int = MOST_BYTES
) -> CheckReport:
    """Compare the first `most_bytes` of `files` with what comes back after encoding and decoding.

    Text is what the run read: marks dropped, bad bytes settled as the recipe says. Raises CorpusError for a file that
    can no longer be read. Stopping is a normal result.
    """
    total = sum(map(_size_of, files))
    monitor.begin_stage("checking", min(total, most_bytes))
    tokenizer, recipe = result.tokenizer, result.recipe
    done = 0
    for path in files:
        compared, difference = _check_file(path, tokenizer, recipe, monitor, most_bytes - done)
        done += compared
        if difference:
            return CheckReport(done, whole=False, difference=difference)
        if monitor.stop_requested:
            return CheckReport(done, whole=False, stopped=True)
        if done >= most_bytes:
            break
    return CheckReport(done, whole=done >= total)


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        raise unreadable(path, error) from None


def _check_file(path: Path, tokenizer: Tokenizer, recipe: Recipe, monitor: Monitor, most: int) -> tuple[int, str]:
    """Bytes of the file that were compared, and where the first difference is ("" for none)."""
    place = 0
    with plain_text(path, recipe) as file:
        while not file.ended and file.bytes_read < most and monitor.checkpoint():
            before = file.bytes_read
            text = file.read(min(_WINDOW, most - before))
            if tokenizer.decode_bytes(tokenizer.encode_bytes(text)) != text:
                return file.bytes_read, f"{path.name}, after byte {place:,} of its text"
            place += len(text)
            monitor.advance_by(file.bytes_read - before)
        return file.bytes_read, ""
