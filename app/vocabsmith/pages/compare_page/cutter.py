"""Cuts the typed text by each tokenizer, beside the window: the newest text wins, and what is known is kept."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QObject, Signal

from vocabsmith.operations.cut_texts import TextCut, cut_text, unshared
from vocabsmith.tasks import LatestTask, TaskRunner
from vocabsmith_engine import Monitor, Tokenizer, TokenizerError


class Cutter(QObject):
    """What becomes of the typed text.

    Signals:
        cut(): `cuts` are those of the newest text and tokenizers.

    Attributes:
        text: what was cut.
        cuts: for each tokenizer the text as it cuts it, or why it cannot.
        differs: for each that can, (n) which of its tokens not all others share.
    """

    cut = Signal()

    def __init__(self, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = LatestTask(tasks, self)
        self.text = ""
        self.cuts: dict[Tokenizer, TextCut | str] = {}
        self.differs: dict[Tokenizer, npt.NDArray[np.bool_]] = {}

    def show(self, text: str, tokenizers: Sequence[Tokenizer]) -> None:
        """Cuts `text` by `tokenizers`; `cut` follows unless something else is asked for."""
        known = self.cuts if text == self.text else {}

        def work(monitor: Monitor) -> tuple[dict[Tokenizer, TextCut | str], dict[Tokenizer, npt.NDArray[np.bool_]]]:
            cuts = {each: known[each] if each in known else _cut(each, text, monitor) for each in tokenizers}
            there = [cut for cut in cuts.values() if isinstance(cut, TextCut)]
            return cuts, {cut.tokenizer: mask for cut, mask in zip(there, unshared(there), strict=True)}

        def keep(found: tuple[dict[Tokenizer, TextCut | str], dict[Tokenizer, npt.NDArray[np.bool_]]]) -> None:
            self.text, (self.cuts, self.differs) = text, found
            self.cut.emit()

        self._latest.submit(work, on_done=keep, on_failed=lambda _stopped: None)


def _cut(tokenizer: Tokenizer, text: str, monitor: Monitor) -> TextCut | str:
    try:
        return cut_text(tokenizer=tokenizer, text=text, monitor=monitor)
    except TokenizerError as error:
        return str(error)
