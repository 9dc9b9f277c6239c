"""After a run: its key figures and why it ended."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from vocabsmith import wording
from vocabsmith.pages.build_page.run_facts import RunFacts
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.labels import FigureLabel, IconLabel

_WIDE = 580  # pixels that six figures in a row take


class RunSummary(QWidget):
    """Key figures of a run; below them a verdict, and what was odd in the text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        captions = ("tokens", "bytes per token", "merges", "longest token", "in all", "peak memory")
        self.figures = {caption: FigureLabel(caption, "0") for caption in captions}
        self.verdict = IconLabel("check", " ", "good")
        self.remark = IconLabel("warning", "", "warning")
        keeping = self.remark.sizePolicy()
        keeping.setRetainSizeWhenHidden(True)
        self.remark.setSizePolicy(keeping)
        self.remark.hide()
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(4)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(self._grid)
        column.addSpacing(4)
        column.addWidget(self.verdict)
        column.addWidget(self.remark)
        column.addStretch(1)
        self._columns = 0
        self._arrange(6)

    def show_facts(self, facts: RunFacts) -> None:
        """Fill in the figures of a run."""
        values = {
            "tokens": wording.grouped(facts.tokens),
            "bytes per token": wording.decimal(facts.bytes_per_token),
            "merges": wording.grouped(facts.merges),
            "longest token": f"{facts.longest:,} B",
            "in all": "unknown" if facts.seconds is None else wording.duration(facts.seconds),
            "peak memory": "unknown" if facts.peak_memory is None else wording.size(facts.peak_memory),
        }
        for caption, value in values.items():
            self.figures[caption].set_value(value)
        on = "in all" if facts.threads is None else f"on {wording.count(facts.threads, 'thread')}"
        self.figures["in all"].set_value(values["in all"], on)
        self.verdict.set_content(facts.icon, facts.verdict, facts.tone)
        self.remark.set_content("warning", facts.remark, "warning")
        self.remark.setVisible(bool(facts.remark))
        self.remark.setToolTip("\n".join(facts.notes))

    def fit(self, width: int) -> None:
        """Three figures in a row where `width` has no room for six, and room for a verdict of some lines.

        The remark keeps its line where there is none, so that nothing moves when there is.
        """
        wide = width >= scaled(_WIDE)
        self._arrange(6 if wide else 3)
        self.verdict.setMinimumHeight((1 if wide else 2) * self.verdict.line_height())
        self.remark.setMinimumHeight(self.remark.line_height())

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for place, figure in enumerate(self.figures.values()):
            self._grid.addWidget(figure, place // columns, place % columns)
        for column in range(7):
            self._grid.setColumnStretch(column, 1 if column == columns else 0)
