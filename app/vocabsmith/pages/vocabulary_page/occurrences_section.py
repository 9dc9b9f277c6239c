"""Where the corpus uses the chosen token: found in the background, and given up when another is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QVBoxLayout, QWidget

from vocabsmith.pages.vocabulary_page.occurrence_list import OccurrenceList
from vocabsmith.widgets.chips import Chip
from vocabsmith.widgets.labels import Label, SectionHead
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.wording import count, grouped
from vocabsmith_engine.analysis import Occurrence
from vocabsmith_engine.corpus import shown
from vocabsmith_resources.themes.palette import Palette

MOST_LINES = 200
_NO_CORPUS = "Lines that use the token are shown here once its uses are counted: choose a corpus above the table."


class OccurrencesSection(QWidget):
    """The first lines, or why there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = OccurrenceList()
        self.remark = Label("", "secondary", wrap=True)
        self._head = SectionHead("In the corpus")
        self._number = Label("", "secondary")
        self._head.add(self._number)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 12)
        column.setSpacing(6)
        column.addWidget(self._head)
        column.addWidget(self.remark)
        column.addWidget(self.list)
        self.show_remark(_NO_CORPUS)

    def show_remark(self, text: str) -> None:
        """Says why there are no lines."""
        self._head.set_note("")
        self._number.setText("")
        self.list.show_lines((), Chip(""))
        self.list.hide()
        self.remark.setText(text)
        self.remark.show()

    def show_no_corpus(self) -> None:
        """Nobody knows where to look."""
        self.show_remark(_NO_CORPUS)

    def show_lines(self, lines: Sequence[Occurrence], chip: Chip, uses: int) -> None:
        """Lists the lines of a token that is used so often."""
        if not lines:
            self.show_remark("No text of the corpus uses it.")
            return
        files = list(dict.fromkeys(line.path for line in lines))
        records = "record" if all(line.is_record for line in lines) else "line"
        self._head.set_note(
            f"{shown(Path(files[0].name))}, by {records}" if len(files) == 1 else count(len(files), "file")
        )
        met = sum(line.times for line in lines)
        told = count(uses, "use") if met >= uses else f"the first {grouped(met)} of {count(uses, 'use')}"
        self._number.setText(told)
        self.remark.hide()
        self.list.show_lines(lines, chip)
        self.list.show()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)
