"""Turns ids that were typed or pasted back into text. What is wrong is marked; the rest is decoded all the same."""

from __future__ import annotations

import re
from dataclasses import dataclass

from vocabsmith_engine import Monitor, Tokenizer

# Commas, brackets and the like around ids come with every list that is pasted.
_ENTRY = re.compile(r"[^\s,;\[\](){}]+")
_STRAY = re.compile("[\udc80-\udcff]+")
_WHOLE_NUMBER = re.compile(r"[0-9]+")


@dataclass(frozen=True, slots=True)
class WrongEntry:
    """An entry that is no id of this tokenizer: its place among the entries from 1, its span in the text, and why."""

    place: int
    begin: int
    end: int
    text: str
    reason: str

    def __str__(self) -> str:
        return f"entry {self.place}, “{self.text}”, {self.reason}"


@dataclass(frozen=True, slots=True)
class DecodedIds:
    """The entries that are ids, in order, what they spell, and those that are not."""

    ids: tuple[int, ...]
    data: bytes
    wrong: tuple[WrongEntry, ...]

    @property
    def text(self) -> str:
        """The bytes as text; what is no whole character becomes U+FFFD."""
        return self.data.decode("utf-8", "replace")

    @property
    def stray(self) -> tuple[bytes, ...]:
        """The runs of bytes that are no whole character, in order; in the text each is one U+FFFD or several."""
        # Such bytes come out as surrogates U+DC80 to U+DCFF (PEP 383), which no valid UTF-8 can hold.
        text = self.data.decode("utf-8", "surrogateescape")
        return tuple(run.encode("utf-8", "surrogateescape") for run in _STRAY.findall(text))


def decode_ids(*, tokenizer: Tokenizer, entries: str, monitor: Monitor) -> DecodedIds:
    """Decode the ids in `entries`, parted by white space, commas or brackets. Raises Stopped only."""
    ids: list[int] = []
    wrong: list[WrongEntry] = []
    for place, entry in enumerate(_ENTRY.finditer(entries), 1):
        reason = _fault(entry.group(), tokenizer.vocab_size)
        if reason:
            wrong.append(WrongEntry(place, entry.start(), entry.end(), entry.group(), reason))
        else:
            ids.append(int(entry.group()))
    monitor.raise_if_stopped()
    return DecodedIds(tuple(ids), tokenizer.decode_bytes(ids), tuple(wrong))


def _fault(entry: str, vocab_size: int) -> str:
    if not _WHOLE_NUMBER.fullmatch(entry):
        return "is not a whole number"
    if len(entry) > 20 or int(entry) >= vocab_size:  # far past any id, and never turned into a number of that length
        return f"is not an id: they run from 0 to {vocab_size - 1:,}"
    return ""
