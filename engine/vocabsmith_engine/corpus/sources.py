"""What a corpus is made of, as the user names it."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, get_args

from vocabsmith_engine.corpus.encodings import codec_named
from vocabsmith_engine.corpus.failures import shown
from vocabsmith_engine.errors import CorpusError

Kind = Literal["text", "jsonl", "json", "csv", "tsv", "parquet", "arrow"]
KINDS: Final[tuple[str, ...]] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Source:
    """A file, or a folder of files, how often each of its pieces counts, and what is to be known for reading it.

    Raises CorpusError for a weight that is not a whole number from 1 to 2^32 - 1, for a kind and for an encoding
    that there is not.

    Attributes:
        path: where it is; - is standard input.
        weight: how often each piece counts.
        kind: what it is, in place of what its first bytes and its name say.
        encoding: how its text is encoded, in place of what its first bytes say.
        field: the column, or the dotted path ("messages[].content"), that holds the text of a record.
    """

    path: Path
    weight: int = 1
    kind: Kind | None = dataclasses.field(default=None, kw_only=True)
    encoding: str | None = dataclasses.field(default=None, kw_only=True)
    field: str | None = dataclasses.field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        if not isinstance(self.path, Path):
            object.__setattr__(self, "path", Path(self.path))
        if isinstance(self.weight, bool) or not isinstance(self.weight, int) or not 1 <= self.weight < 2**32:
            value = f"weight {self.weight!r} of {shown(self.path)}"
            raise CorpusError(value, "must be a whole number from 1 to 4,294,967,295", "Choose such a number")
        if self.kind is not None and self.kind not in KINDS:
            raise CorpusError(
                f"kind {self.kind!r} of {shown(self.path)}", "is not known", f"Choose one of {', '.join(KINDS)}"
            )
        if self.encoding is not None:
            codec_named(self.encoding)


SourceLike = str | Path | Source
