"""What stands below the corpus list: how much there is, what of it a run reads, and what is being found out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vocabsmith import wording
from vocabsmith.corpus_items import MISSING, CorpusItem
from vocabsmith.counted_sources import CountedSources
from vocabsmith.widgets.buttons import IconButton
from vocabsmith.widgets.labels import Label
from vocabsmith.widgets.panes import SIDE
from vocabsmith.widgets.stage_bar import ThinBar


class CorpusFoot(QWidget):
    """Two lines of totals; while something is found out a bar and words, with a button that ends it or goes on.

    Signals:
        stop_asked, go_on_asked: the button was pressed.
    """

    stop_asked = Signal()
    go_on_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.total = Label("", "head", wrap=True)
        self.about = Label("", "secondary", wrap=True)
        self.doing = Label("", "caption", wrap=True)
        self.bar = ThinBar()
        self.bar.setAccessibleName("Looking at the corpus")
        self.button = IconButton("stop", "Stop looking at the corpus", 24)
        self._stopped = False
        self.button.clicked.connect(self._ask)
        self._compose()

    def _compose(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(self.bar)
        words.addWidget(self.doing)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addLayout(words, 1)
        row.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(SIDE, 12, SIDE, 12)
        column.setSpacing(4)
        column.addWidget(self.total)
        column.addWidget(self.about)
        column.addLayout(row)
        self.show_doing("")

    def _ask(self) -> None:
        if self._stopped:
            self.go_on_asked.emit()
        else:
            self.stop_asked.emit()

    def show_totals(self, items: Sequence[CorpusItem], counted: CountedSources) -> None:
        """How much a run reads, and how many of the sources that is."""
        self.total.setText(total_of(counted.counted))
        self.about.setText(about_sources(items, counted))

    def show_doing(self, words: str, fraction: float | None = None, *, stopped: bool = False) -> None:
        """What is being found out, and how much of it is done, None where nobody knows; nothing for no words."""
        self._stopped = stopped
        self.doing.setText(words)
        self.bar.set_fraction(fraction)
        if stopped:
            self.button.set_icon("play", "Go on looking at the corpus")
        else:
            self.button.set_icon("stop", "Stop looking at the corpus")
        for widget in (self.doing, self.button):
            widget.setVisible(bool(words))
        self.bar.setVisible(bool(words) and not stopped)


def total_of(counted: Sequence[CorpusItem]) -> str:
    """Such as "63.5 MB in 17,017 documents"; in files as long as not all of them were read whole."""
    size = wording.size(sum([item.bytes for item in counted]))
    if counted and all(item.documents is not None for item in counted):
        return f"{size} in {wording.count(sum([item.documents or 0 for item in counted]), 'document')}"
    return f"{size} in {wording.count(sum([item.files for item in counted]), 'file')}"


def about_sources(items: Sequence[CorpusItem], counted: CountedSources) -> str:
    """Such as "5 sources", "4 of 5 sources, 1 duplicate left out"."""
    sources = wording.count(len(items), "source")
    left = len(items) - len(counted.counted)
    if not left:
        return sources
    copies = sum([not item.count_copy for item in items if item.path in counted.copies]) if counted.copies else 0
    missing = sum([item.kind == MISSING for item in items])
    inside = sum([path in counted.inside for path in _uncounted(items, counted)]) if counted.inside else 0
    other = left - copies - missing - inside
    reasons = [
        f"{wording.count(copies, 'duplicate')} left out" if copies else "",
        f"{inside:,} in a listed folder" if inside else "",
        f"{missing:,} missing" if missing else "",
        f"{other:,} left out" if other else "",
    ]
    return f"{len(counted.counted):,} of {sources}, {', '.join(filter(None, reasons))}"


def _uncounted(items: Sequence[CorpusItem], counted: CountedSources) -> list[Path]:
    reads = {item.path for item in counted.counted}
    return [item.path for item in items if item.path not in reads]
