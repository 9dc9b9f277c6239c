"""After a run: text is encoded and decoded with the new tokenizer and compared with what was read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vocabsmith import wording
from vocabsmith.operations.text_files import parts_of
from vocabsmith_engine import BadFile, Monitor, Recipe, Source, Stopped, Tokenizer, TrainingResult
from vocabsmith_engine.corpus import unreadable

MOST_BYTES = 64 * 1024 * 1024
"""A check reads no more than this, so that it stays short beside the run."""

NOT_CHECKED = "Not checked on the corpus."
CHECK_FAILED = "The check failed:"

_WINDOW = 512 * 1024  # small enough for a stop to be quick, whatever the pattern


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What the check found.

    Attributes:
        bytes: how much text was compared.
        whole: whether that is all of them.
        stopped: whether the user ended the check.
        difference: the file and the place in its text where decoding gave something else; "" if nowhere.
    """

    bytes: int
    whole: bool
    stopped: bool = False
    difference: str = ""


def words_of_check(check: CheckReport | None) -> str:
    """What a check found, in one sentence; None for a run that was not checked."""
    if check is None or (check.stopped and not check.bytes):
        return NOT_CHECKED
    if check.difference:
        return f"{CHECK_FAILED} {check.difference}, decoding gives other text. Please report this."
    if check.whole:
        return f"Checked: all {check.bytes:,} bytes come back the same."
    read = f"the first {wording.size(check.bytes)} come back the same"
    return f"Check stopped: {read}." if check.stopped else f"Checked: {read}."


def check_corpus(
    *,
    result: TrainingResult,
    files: Sequence[Source],
    monitor: Monitor,
    skip_bad: bool = False,
    most_bytes: int = MOST_BYTES,
) -> CheckReport:
    """Compare the first `most_bytes` of the text in `files` with what comes back after encoding and decoding.

    Text is what the run read: unpacked, marks dropped, bad bytes settled as the recipe says. What a normalisation
    changes for good must get the same ids again. With `skip_bad` a file is left where it turns out to be bad; the run
    may have learned from what follows, so not all was compared then. Raises CorpusError for a file that can no longer
    be read. Stopping is a normal result.
    """
    total = sum(map(_size_of, files))
    monitor.begin_stage("checking", min(total, most_bytes))
    check = _Check(result.tokenizer, result.recipe, monitor, most_bytes)
    try:
        for file in files:
            if check.left == 0:
                return CheckReport(check.bytes, whole=False)
            try:
                difference = check.difference_in(file)
            except BadFile:
                if not skip_bad:
                    raise
                check.whole = False
                continue
            if difference:
                return CheckReport(check.bytes, whole=False, difference=difference)
    except Stopped:
        return CheckReport(check.bytes, whole=False, stopped=True)
    monitor.advance_to(min(total, most_bytes))
    return CheckReport(check.bytes, whole=check.whole)


def _size_of(file: Source) -> int:
    try:
        return file.path.stat().st_size
    except OSError as error:
        raise unreadable(file.path, error) from None


class _Check:
    """Compares file after file, until enough was compared.

    Attributes:
        bytes: of text that were compared.
        whole: whether every file was compared to its end.
    """

    def __init__(self, tokenizer: Tokenizer, recipe: Recipe, monitor: Monitor, most_bytes: int) -> None:
        self._tokenizer = tokenizer
        self._recipe = recipe
        self._monitor = monitor
        self._most_bytes = most_bytes
        self._progress = 0
        self.bytes = 0
        self.whole = True

    @property
    def left(self) -> int:
        """Bytes that are still to be compared."""
        return max(self._most_bytes - self.bytes, 0)

    def difference_in(self, file: Source) -> str:
        """The place in the text of a file where something else comes back, "" for none."""
        began = self.bytes
        for part in parts_of(file, self._recipe, self._monitor, min(_WINDOW, self.left)):
            if self.left == 0:
                self.whole = False
                break
            self._monitor.checkpoint()  # waits while the run is paused
            self._monitor.raise_if_stopped()
            for text in part.texts:
                if not self._comes_back(text):
                    return f"{file.path.name}, after byte {self.bytes - began:,} of its text"
                self.bytes += len(text)
            self._show_progress(part.file_bytes)
        return ""

    def _comes_back(self, text: bytes) -> bool:
        ids = self._tokenizer.encode_bytes(text)
        back = self._tokenizer.decode_bytes(ids)
        if back == text:
            return True
        return not self._tokenizer.normalizer.reversible and np.array_equal(self._tokenizer.encode_bytes(back), ids)

    def _show_progress(self, file_bytes: int) -> None:
        self._progress = min(self._progress + file_bytes, self._most_bytes)
        self._monitor.advance_to(self._progress)
