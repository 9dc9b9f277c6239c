"""What the views of `vocabsmith inspect` are asked, and what they answer."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

from vocabsmith.commands.progress import Nothing, ProgressDisplay, display_for
from vocabsmith.commands.streams import STANDARD_INPUT, file_of, note
from vocabsmith.commands.watching import Interrupts, run_watched
from vocabsmith.operations.read_text import LONGEST, read_text
from vocabsmith.wording import grouped
from vocabsmith_engine import Monitor, Tokenizer
from vocabsmith_engine.analysis.vocabulary_search import SearchMode
from vocabsmith_engine.analysis.vocabulary_table import Column
from vocabsmith_engine.corpus import shown
from vocabsmith_engine.tokenizer import SpecialPolicy

T = TypeVar("T")


class NamedText(NamedTuple):
    """A text that was named: where it comes from, and what stands in it."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a view has found. Only what is printed is made.

    Attributes:
        lines: gives the lines that people read.
        facts: gives what `--json` prints.
    """

    lines: Callable[[], Iterable[str]]
    facts: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be shown of which tokenizer.

    Attributes:
        tokenizer: what is inspected.
        path: where it was loaded from.
        files: as they were named; `-` is standard input. Empty if none was.
        special: how special tokens in a text are treated.
        token: the id or the text of a token, or None.
        against: another pattern, or None.
        find: what tokens must hold to be listed, or None.
        by: how that is written.
        sort: the column that tokens are listed by.
        reverse: whether the largest comes first.
        limit: how many are listed, or None.
    """

    tokenizer: Tokenizer
    path: Path
    files: tuple[Path, ...] = ()
    special: SpecialPolicy = "allow"
    token: str | None = None
    against: str | None = None
    find: str | None = None
    by: SearchMode = "text"
    sort: Column | Literal["uses"] = "id"
    reverse: bool = False
    limit: int | None = None

    def texts(self) -> Iterator[NamedText]:
        """The text of each file, or of standard input if no file was named; of a table its records on lines.

        Of a longer text the first 4 million characters, which is said. Raises CorpusError, Stopped.
        """
        for path in self.files or (STANDARD_INPUT,):
            with tempfile.TemporaryDirectory(prefix="vocabsmith-") as scratch:
                file = file_of(path, Path(scratch))
                read = watched(lambda monitor, file=file: read_text(path=file, monitor=monitor))  # type: ignore[misc]
            name = "standard input" if path == STANDARD_INPUT else shown(path)
            if read.cut:
                note(f"{name}: only the first {grouped(LONGEST)} characters are looked at")
            yield NamedText(name, read.text)


def watched(work: Callable[[Monitor], T], *, bar: bool = False) -> T:
    """Do `work` so that Ctrl-C stops it, with a progress bar if wanted. Raises what it raises."""
    monitor = Monitor()
    display: ProgressDisplay = display_for(None) if bar else Nothing()
    with display.shown(), Interrupts(monitor) as interrupts:
        return run_watched(work, monitor=monitor, display=display, interrupts=interrupts)
