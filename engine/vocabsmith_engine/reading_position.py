"""How far the reading of a corpus is, so that it can be gone on with later.

That is: files that were read to their end, and in the next one the number of chunks that were handed out. Where chunks
end follows from the bytes of a file, the recipe and the window alone, so what was counted of a file in the middle is
passed over by reading it once more; that its chunks end where they did is checked.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vocabsmith_engine.corpus import Chunk, FileReport
from vocabsmith_engine.corpus.failures import shown
from vocabsmith_engine.errors import RunError

if TYPE_CHECKING:
    from vocabsmith_engine.corpus.record_files import RecordFile

Account = tuple[Path, dict[str, Any]]
"""An input whose documents are records, and what its records came to so far."""


@dataclass(frozen=True, slots=True)
class ReadingPosition:
    """A place between two chunks of a corpus.

    Attributes:
        sources: sources before it that are done.
        reports: what was found in their files.
        bytes: bytes of those sources.
        bytes_of_next: bytes of the next source that lie before it.
        chunks: chunks of the next source that lie before it.
        cuts: digest of their lengths.
        accounts: of inputs of the next source whose documents are records.
    """

    sources: int = 0
    reports: tuple[FileReport, ...] = ()
    bytes: int = 0
    bytes_of_next: int = 0
    chunks: int = 0
    cuts: str = ""
    accounts: tuple[Account, ...] = ()


class SourceTrail:
    """What was handed out of the source that is being read, and what of it is to be passed over first.

    Attributes:
        chunks: chunks so far.
    """

    def __init__(self, source: Path, begin: ReadingPosition | None = None) -> None:
        """`begin`: a place in this source up to which it was counted before; by default its beginning."""
        self.chunks = 0
        self._source = source
        self._begin = begin or ReadingPosition()
        self._lengths = hashlib.blake2b(digest_size=16)
        self._records: list[tuple[Path, RecordFile]] = []
        self._restored = list(self._begin.accounts)

    @property
    def cuts(self) -> str:
        """Digest of the lengths of the chunks so far."""
        return self._lengths.hexdigest()

    @property
    def accounts(self) -> tuple[Account, ...]:
        """What the records so far came to; holds once the chunks so far were parsed."""
        return tuple((path, records.account()) for path, records in self._records)

    def passes(self, chunk: Chunk) -> bool:
        """Take the next chunk; whether it was counted before. Raises RunError if chunks end elsewhere now."""
        self.chunks += 1
        self._lengths.update(len(chunk.text).to_bytes(8, "little"))
        if self.chunks == self._begin.chunks and self.cuts != self._begin.cuts:
            raise self._changed()
        return self.chunks <= self._begin.chunks

    def add_records(self, path: Path, records: RecordFile) -> None:
        """Take an input whose documents are records, and restore its account if it has one."""
        self._records.append((path, records))
        for number, (restored, account) in enumerate(self._restored):
            if restored == path:
                records.restore_account(account)
                del self._restored[number]
                return

    def check_end(self) -> None:
        """Raise RunError if the source ends before the place where it is to be gone on with."""
        if self.chunks < self._begin.chunks:
            raise self._changed()

    def _changed(self) -> RunError:
        rule = "is not what it was when a part of it was counted"
        return RunError(shown(self._source), rule, "Count the corpus anew")
