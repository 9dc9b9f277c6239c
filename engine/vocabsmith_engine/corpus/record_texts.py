"""The texts of records, one behind the other, and the account of records that gave none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from threading import Lock
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine import _native
from vocabsmith_engine.recipe import Recipe

MOST_NAMED: Final = 10
"""Records of a kind that are named in a report."""

_CR: Final = 13
_LF: Final = 10

RecordNumbers = Sequence[int] | npt.NDArray[np.integer]


@dataclass(frozen=True, slots=True)
class Records:
    """Some records of a file, parsed.

    Attributes:
        text: the texts, one behind the other; each is a document.
        ends: where each of them ends, rising up to the length of `text`, shape (texts,).
        used: records that gave at least one text.
        broken: numbers of records that could not be read: of their lines, where they are lines, counted from 1.
        missing: numbers of records without the field, or with something else than text in it.
        first: number of the first record.
        rows: number of each text's record, less `first`; None: each record has a text.
    """

    text: memoryview
    ends: _native.UInt64Array
    used: int
    broken: RecordNumbers = ()
    missing: RecordNumbers = ()
    first: int = 1
    rows: npt.NDArray[np.integer] | None = None

    def with_text(self, text: memoryview, ends: _native.UInt64Array) -> Records:
        """The same records with other texts."""
        return replace(self, text=text, ends=ends)


def joined(texts: Sequence[bytes]) -> tuple[memoryview, _native.UInt64Array]:
    """Texts one behind the other, and where each ends."""
    ends = np.cumsum(np.fromiter(map(len, texts), np.uint64, len(texts)), dtype=np.uint64)
    return memoryview(b"".join(texts)), ends


@dataclass(slots=True)
class RecordAccount:
    """What the records of a file came to; any thread may add to it.

    Attributes:
        bad_bytes: bytes of texts that are not UTF-8.
        first_bad: number of the first record that holds any.
    """

    used: int = 0
    broken: int = 0
    missing: int = 0
    first_broken: tuple[int, ...] = ()
    first_missing: tuple[int, ...] = ()
    documents: int = 0
    bad_bytes: int = 0
    first_bad: int | None = None
    _lock: Lock = field(default_factory=Lock)

    def add(self, records: Records, documents: int) -> None:
        """Take `records` into the account."""
        with self._lock:
            self.used += records.used
            self.documents += documents
            self.broken += len(records.broken)
            self.missing += len(records.missing)
            self.first_broken = _first(self.first_broken, records.broken)
            self.first_missing = _first(self.first_missing, records.missing)

    def values(self) -> dict[str, Any]:
        """All of it, as plain values; to be asked while nobody adds to it."""
        return {name: getattr(self, name) for name in _ACCOUNTED}

    def restore(self, values: Mapping[str, Any]) -> None:
        """Go on from the `values` of another account."""
        for name in _ACCOUNTED:
            setattr(self, name, values[name])

    def add_bad(self, bad_bytes: int, first_bad: int) -> None:
        """Take into the account that texts from record `first_bad` on hold so many bytes that are not UTF-8."""
        with self._lock:
            self.bad_bytes += bad_bytes
            self.first_bad = first_bad if self.first_bad is None else min(first_bad, self.first_bad)


_ACCOUNTED: Final = tuple(each.name for each in fields(RecordAccount) if not each.name.startswith("_"))


class TextSettler:
    """Makes the texts of records what the recipe wants of text: valid, and with its line ends."""

    def __init__(self, recipe: Recipe, account: RecordAccount, *, valid: bool) -> None:
        """`valid`: bytes that are no text have been settled before."""
        self._policy = recipe.invalid_bytes
        self._normalise = recipe.line_ends == "normalise"
        self._account = account
        self._valid = valid

    def settled(self, records: Records) -> Records:
        """`records` with other texts, if need be."""
        if not self._valid and not _all_are_valid(records):
            records = self._repaired(records)
        return with_lf_ends(records) if self._normalise else records

    def _repaired(self, records: Records) -> Records:
        texts: list[bytes] = []
        bad_bytes, begin = 0, 0
        first_bad: int | None = None
        for place, end in enumerate(records.ends.tolist()):
            text, bad, _ = _native.repair_utf8(records.text[begin:end], self._policy)
            texts.append(text)
            bad_bytes += bad
            if bad and first_bad is None:
                first_bad = records.first + (place if records.rows is None else int(records.rows[place]))
            begin = end
        assert first_bad is not None
        self._account.add_bad(bad_bytes, first_bad)
        return records.with_text(*joined(texts))


def with_lf_ends(records: Records) -> Records:
    """`records` with CR LF and CR turned into LF, each text by itself."""
    text = np.frombuffer(records.text, np.uint8)
    returns = np.flatnonzero(text == _CR)
    if not len(returns):
        return records
    ends = records.ends.astype(np.int64)
    # The LF after a CR belongs to it unless another text begins there.
    followed = returns[:-1] if returns[-1] == len(text) - 1 else returns
    pairs = followed[(text[followed + 1] == _LF) & ~np.isin(followed + 1, ends)]
    changed = text.copy()
    changed[returns] = _LF
    return records.with_text(np.delete(changed, pairs).data, (ends - np.searchsorted(pairs, ends)).astype(np.uint64))


def _all_are_valid(records: Records) -> bool:
    """Is all of it UTF-8, and does no text end inside a character?"""
    if _native.valid_prefix(records.text) < len(records.text):
        return False
    inner = records.ends[records.ends < len(records.text)]
    return not bool(np.any(np.frombuffer(records.text, np.uint8)[inner] & 0xC0 == 0x80))


def _first(numbers: tuple[int, ...], more: RecordNumbers) -> tuple[int, ...]:
    return tuple(sorted([*numbers, *map(int, more[:MOST_NAMED])])[:MOST_NAMED])
