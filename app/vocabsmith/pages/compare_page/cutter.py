"""Cuts the typed text by each tokenizer, beside the window: the newest text wins, and what is known is kept."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from vocabsmith.operations.cut_texts import TextCut, cut_text
from vocabsmith.tasks import LatestTask, TaskRunner
from vocabsmith_engine import Monitor, Tokenizer, TokenizerError


class Cutter(QObject):
    """What becomes of the typed text.

    Signals:
        cut(): `cuts` are those of the newest text and tokenizers.

    Attributes:
        text: what was cut.
        cuts: for each tokenizer the text as it cuts it, or why it cannot.
    """

    cut = Signal()

    def __init__(self, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = LatestTask(tasks)
        self.text = ""
        self.cuts: dict[Tokenizer, TextCut | str] = {}

    def show(self, text: str, tokenizers: Sequence[Tokenizer]) -> None:
        """Cuts `text` by `tokenizers`; `cut` follows unless something else is asked for."""
        known = self.cuts if text == self.text else {}

        def work(monitor: Monitor) -> dict[Tokenizer, TextCut | str]:
            return {each: known[each] if each in known else _cut(each, text, monitor) for each in tokenizers}

        def keep(cuts: dict[Tokenizer, TextCut | str]) -> None:
            self.text, self.cuts = text, cuts
            self.cut.emit()

        self._latest.submit(work, on_done=keep, on_failed=lambda _stopped: None)


def _cut(tokenizer: Tokenizer, text: str, monitor: Monitor) -> TextCut | str:
    try:
        return cut_text(tokenizer=tokenizer, text=text, monitor=monitor)
    except TokenizerError as error:
        return str(error)
