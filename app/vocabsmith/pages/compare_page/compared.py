"""What is compared: texts and tokenizers, as the page lists them."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from pathlib import Path

from vocabsmith.session import Session
from vocabsmith.wording import count, grouped, size
from vocabsmith_engine import Tokenizer
from vocabsmith_engine.corpus import shown

MOST_TOKENIZERS = 6
OTHER = "No group"
_numbers = itertools.count(1)


@dataclass(eq=False)
class ComparedText:
    """A file or folder of the list.

    Attributes:
        path: where it is.
        bytes: its size on the disk.
        files: how many files a folder holds; None for a file.
        group: the language or kind that it counts for; "" for none.
        problem: why it cannot be compared on, with what to do; "" if it can.
        note: what is to be known of it all the same, such as that it is empty.
        unreadable: the problem that was found when it was listed; "" if it could be read then.
        number: tells it from all others, also from one of the same path that was removed.
    """

    path: Path
    bytes: int
    files: int | None = None
    group: str = ""
    problem: str = ""
    note: str = ""
    unreadable: str = field(init=False)
    number: int = field(default_factory=lambda: next(_numbers))

    def __post_init__(self) -> None:
        self.unreadable = self.problem

    @property
    def name(self) -> str:
        """Its name without the way to it."""
        return shown(Path(self.path.name or self.path))

    def facts(self, sample: int | None) -> str:
        """Its size, and how much of it is read where `sample` is less: "20.0 MB of 1.2 GB, 3,100 files"."""
        whole = size(self.bytes)
        read = whole if sample is None or self.bytes <= sample else f"{size(sample)} of {whole}"
        return read if self.files is None else f"{read}, {count(self.files, 'file')}"


@dataclass(frozen=True, slots=True, eq=False)
class ComparedTokenizer:
    """A column of the comparison: what it is called, the thing itself, and where it comes from in a word."""

    name: str
    tokenizer: Tokenizer
    origin: str

    @property
    def facts(self) -> str:
        """Size and origin: "32,000, kept run"."""
        return f"{grouped(self.tokenizer.vocab_size)}, {self.origin}"


def compared_tokenizer(name: str, tokenizer: Tokenizer, session: Session) -> ComparedTokenizer:
    """The tokenizer with its origin, as far as the session knows it."""
    entry = session.shelf.get(name)
    if entry is not None and entry.tokenizer is tokenizer:
        origin = "kept run" if entry.run_id else "opened file" if entry.path is not None else "this session"
    else:
        origin = "kept run" if any(run.name == name for run in session.runs) else "opened file"
    return ComparedTokenizer(name, tokenizer, origin)
