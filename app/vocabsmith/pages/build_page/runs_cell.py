"""The fourth cell of the run: the newest merges or, by a switch in its head, the runs on the disk."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from vocabsmith.item_models.run_list import RunListModel
from vocabsmith.pages.build_page.merge_list import MergeList
from vocabsmith.pages.build_page.run_list import RunList, RunListPane
from vocabsmith.widgets.buttons import IconButton
from vocabsmith.widgets.chart_cell import ChartCell
from vocabsmith.widgets.inline_question import InlineQuestion
from vocabsmith.widgets.labels import Label
from vocabsmith.widgets.messages import EmptyState
from vocabsmith.widgets.segmented import SegmentedControl

_ALTERNATIVES = (("merges", "Newest merges"), ("runs", "Runs"))
_EMPTY = "Every run is kept, with its charts. It will be listed here, to be compared, used again or deleted."


class RunsCell(ChartCell):
    """Shows one of both lists.

    Attributes:
        model, list: the runs.
        question: above the list, about one of its runs.
        menu: opens what can be done with a run.
        total: how much the runs take on the disk.
    """

    def __init__(self, merges: MergeList, parent: QWidget | None = None) -> None:
        self._stack = QStackedWidget()
        super().__init__("", "", self._stack, parent)
        self.switch = SegmentedControl(_ALTERNATIVES)
        self.switch.setAccessibleName("What is listed")
        self.menu = IconButton("dots", "What can be done with the run", 24)
        self.menu.setPopupMode(self.menu.ToolButtonPopupMode.InstantPopup)
        self.total = Label("", "secondary")
        self._count = Label("count", "secondary")
        self.model = RunListModel(self)
        self.list = RunList(self.model)
        self.question = InlineQuestion(self.menu)
        self.pane = RunListPane(self.list)
        self._empty = EmptyState("runs", "No run yet", _EMPTY)
        self._merges = merges
        self._has_count = False
        self._compose()
        self.switch.chosen.connect(self.show_list)
        self.model.modelReset.connect(self._show_content)
        self.show_list("merges")

    def _compose(self) -> None:
        self.head.lead(self.switch)
        for part in (self.total, self._count, self.menu):
            self.head.add(part)
        self.pane.column.insertWidget(0, self.question)
        for page in (self._merges, self.pane, self._empty):
            self._stack.addWidget(page)

    @property
    def listed(self) -> str:
        """Which list is shown: "merges" or "runs"."""
        return self.switch.key()

    def show_list(self, key: str) -> None:
        """Show "merges" or "runs"."""
        self.switch.choose(key)
        self._show_content()

    def show_total(self, size: str, of_what: str) -> None:
        """How much the runs take on the disk, "" for no runs."""
        self.total.setText(size)
        self.total.setToolTip(of_what)
        self.total.setAccessibleName(f"{size}, {of_what}" if size else "")

    def show_count(self, shown: bool) -> None:
        """Whether the column of counts of the merges has a head."""
        self._has_count = shown
        self._show_content()

    def _show_content(self) -> None:
        runs = self.listed == "runs"
        empty = not self.model.rowCount() and not self.message.text()
        self._stack.setCurrentWidget((self._empty if empty else self.pane) if runs else self._merges)
        self._count.setVisible(not runs and self._has_count)
        self.total.setVisible(runs)
        self.menu.setVisible(runs and not empty)
