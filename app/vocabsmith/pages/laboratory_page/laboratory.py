"""The work behind the page: the newest patterns on the newest text, and the newest special tokens."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from vocabsmith.operations.check_specials import check_specials
from vocabsmith.operations.compare_patterns import ComparedPatterns, compare_patterns
from vocabsmith.operations.preview_pieces import SampleLine, most_telling, sample_lines
from vocabsmith.operations.read_text import ReadText, read_text
from vocabsmith.tasks import LatestTask, TaskRunner
from vocabsmith_engine import Monitor, Pretokenizer, Source, Stopped, Tokenizer
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.analysis import Collision

Pattern = str | Pretokenizer


class Laboratory(QObject):
    """Runs it all beside the window; what is superseded is dropped.

    Signals:
        compared(ComparedPatterns), checked(tuple[Collision, ...]): the newest outcome.
        lines_found(tuple[SampleLine, ...], int): lines of the corpus, and the number of the one to begin with.
        text_read(Path, ReadText): what stands in a file.
        failed(str): what could not be done.
    """

    compared = Signal(object)
    checked = Signal(object)
    lines_found = Signal(object, int)
    text_read = Signal(object, object)
    failed = Signal(str)

    def __init__(self, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._patterns = LatestTask(tasks, self)
        self._specials = LatestTask(tasks, self)
        self._lines = LatestTask(tasks, self)
        self._reading = LatestTask(tasks, self)

    def compare(self, first: Pattern, second: Pattern, text: str) -> None:
        """Cuts the text by both."""

        def work(monitor: Monitor) -> ComparedPatterns:
            return compare_patterns(first=first, second=second, text=text, monitor=monitor)

        self._patterns.submit(work, on_done=self.compared.emit, on_failed=self._fail)

    def check(
        self, tokens: Sequence[str | AddedToken], tokenizer: Tokenizer | None, normalization: str, text: str
    ) -> None:
        """Looks for collisions."""

        def work(monitor: Monitor) -> tuple[Collision, ...]:
            return check_specials(
                tokens=tokens, tokenizer=tokenizer, normalization=normalization, text=text, monitor=monitor
            )

        self._specials.submit(work, on_done=self.checked.emit, on_failed=self._fail)

    def find_lines(self, sources: Sequence[Source]) -> None:
        """Looks for lines of the corpus."""

        def work(monitor: Monitor) -> tuple[tuple[SampleLine, ...], int]:
            found = sample_lines(sources=sources, monitor=monitor)
            return found, most_telling(found)

        self._lines.submit(work, on_done=lambda found: self.lines_found.emit(*found), on_failed=lambda _error: None)

    def read(self, path: Path) -> None:
        """Reads a text file."""

        def work(monitor: Monitor) -> ReadText:
            return read_text(path=path, monitor=monitor)

        self._reading.submit(work, on_done=lambda read: self.text_read.emit(path, read), on_failed=self._fail)

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, Stopped):
            self.failed.emit(str(error))
