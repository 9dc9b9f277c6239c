"""The entries of the corpus list. Free of Qt."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from vocabsmith_engine import Source

Reading = tuple[Path, int, str | None, str | None, bool]
NOT_TEXT = "not text"
"""Kind of the items that are listed and left out of every run."""
MISSING = "missing"
"""Kind of the items whose file or folder is not at its place."""
FOLDER = "folder"
TABLES = frozenset(("jsonl", "json", "csv", "tsv", "parquet", "arrow"))
"""Kinds of what has records, one field of which holds the text."""


@dataclass(frozen=True, slots=True)
class CorpusItem:
    """A file or folder of the corpus list.

    Attributes:
        path: where it is.
        kind: "folder", what the first bytes show ("text", "jsonl", …), or that it is left out; "" as long as nobody has
            looked at it.
        bytes: its size, of all its files if it is a folder.
        note: what the user should know about it, or "".
        files: how many files it holds.
        what: its kind for people, with field and encoding, once it was read whole; "" until then.
        documents: how many documents it holds, once it was read whole.
        weight, field, encoding: how it is to be read, where the user said so; see `Source`.
        count_copy: whether it counts although another source has the same bytes.
        digest: of its bytes, once it was taken; "" until then, and for a folder.
        found_field: the field that a table was found to be read by, once it was read whole.
    """

    path: Path
    kind: str
    bytes: int
    note: str = ""
    files: int = 1
    what: str = ""
    documents: int | None = None
    weight: int = 1
    field: str | None = None
    encoding: str | None = None
    count_copy: bool = False
    digest: str = ""
    found_field: str = ""
    _source: Source | None = dataclasses.field(default=None, init=False, repr=False, compare=False)
    _reading: Reading | None = dataclasses.field(default=None, init=False, repr=False, compare=False)

    @property
    def source(self) -> Source:
        """What the engine reads."""
        if self._source is None:
            made = Source(self.path, self.weight, field=self.field, encoding=self.encoding)
            object.__setattr__(self, "_source", made)
            return made
        return self._source

    @property
    def reading(self) -> Reading:
        """What the user decided: the file, and how it is read. The rest is found out."""
        if self._reading is None:
            made = (self.path, self.weight, self.field, self.encoding, self.count_copy)
            object.__setattr__(self, "_reading", made)
            return made
        return self._reading

    def warm(self) -> Self:
        """Works out what is asked for later, beside the window: of many thousand items it takes some time."""
        _ = self.source, hash(self.reading)
        return self
