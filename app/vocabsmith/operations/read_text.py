"""Reads a text file into the inspector."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from vocabsmith.operations.text_files import look_at
from vocabsmith_engine import CorpusError, Monitor

LONGEST = 4_000_000
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe\0\0", "utf-32"), (b"\0\0\xfe\xff", "utf-32"))
_SHORT_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


@dataclass(frozen=True, slots=True)
class ReadText:
    """The text of a file. `cut` tells that the file goes on; `bad` that bytes which are no text became U+FFFD."""

    text: str
    cut: bool
    bad: bool


def read_text(*, path: Path, monitor: Monitor) -> ReadText:
    """The first 4 MB of a text file. Raises CorpusError for what is no text or cannot be read, Stopped."""
    found = look_at(path)
    if found.problem:
        rule, _, remedy = found.problem.partition(". ")
        raise CorpusError(str(path), rule[:1].lower() + rule[1:], remedy)
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST)
    except OSError as error:
        raise CorpusError(str(path), f"cannot be read ({error.strerror})", "Allow it, or choose another file") from None
    monitor.raise_if_stopped()
    cut = found.bytes > len(data)
    encoding = next((name for mark, name in (*_MARKS, *_SHORT_MARKS) if data.startswith(mark)), "utf-8")
    text = data.decode(encoding, "replace")
    if cut:
        text = text.rstrip("\ufffd")  # a character that was cut through
    return ReadText(text, cut, found.bad_bytes)
