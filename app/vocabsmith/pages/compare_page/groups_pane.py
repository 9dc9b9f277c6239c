"""The right of the page: one metric by group, how far groups are apart, and how unequal they are."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from vocabsmith.pages.compare_page.figures import GROUP_METRICS, Row
from vocabsmith.widgets.choice_box import ChoiceBox
from vocabsmith.widgets.grouped_bars import BarData, GroupedBars
from vocabsmith.widgets.labels import ElidedLabel, Label
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.panes import SIDE, Pane, horizontal_line
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.widgets.tokenizer_key import TokenizerKey
from vocabsmith_engine.analysis import METRICS, Metric
from vocabsmith_resources.themes.palette import LIGHT, Palette

_BESIDE = 3  # figures that have room beside a title
_EMPTY = "Each group of texts will have a bar for each tokenizer here."


class GroupsPane(Pane):
    """Chart and spread.

    Signals:
        metric_chosen(): another metric is to be drawn.
    """

    metric_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("By group", parent=parent)
        self.choice = ChoiceBox()
        self.bars = GroupedBars()
        self.empty = Label(_EMPTY, "secondary", wrap=True)
        self.message = InlineMessage()
        self._palette = LIGHT
        self._foot = QFrame()
        self._grid = QGridLayout(self._foot)
        self._compose()

    def _compose(self) -> None:
        for metric in GROUP_METRICS:
            self.choice.addItem(metric.title, metric.key)
        self.choice.setCurrentIndex(self.choice.findData("bytes_per_token"))
        self.choice.setAccessibleName("Metric of the chart")
        self.choice.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.choice.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.choice.setMinimumContentsLength(13)
        self.choice.currentIndexChanged.connect(lambda _place: self.metric_chosen.emit())
        self.head.add(self.choice)
        holder = QScrollArea()
        holder.setFrameShape(QFrame.Shape.NoFrame)
        holder.setWidgetResizable(True)
        holder.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        content = QFrame()
        content.setProperty("kind", "pane")
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.bars, 1)
        holder.setWidget(content)
        self.bars.went_to.connect(lambda top, bottom: _show_part(holder, top, bottom))
        self.empty.setContentsMargins(SIDE, 12, SIDE, 12)
        self._grid.setContentsMargins(SIDE, 8, SIDE, 8)
        self._grid.setHorizontalSpacing(6)
        self._grid.setVerticalSpacing(4)
        self.body.addWidget(horizontal_line())
        self.body.addWidget(self.empty)
        self.body.addWidget(holder, 1)
        self.body.addWidget(horizontal_line())
        self.body.addWidget(self._foot)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        spread_theme(self, palette)

    def shown_metric(self) -> Metric:
        """What is drawn."""
        return METRICS[self.choice.currentData()]

    def show_groups(self, data: BarData, between: Sequence[Row]) -> None:
        """The chart, and below it the rows that compare groups with each other."""
        self.bars.show_data(data)
        self.empty.setVisible(not data.groups)
        self._show_between(between if len(data.groups) > 1 else ())

    def _show_between(self, rows: Sequence[Row]) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        many = bool(rows) and len(rows[0].cells) > _BESIDE
        for place, row in enumerate(rows):
            line = 2 * place if many else place
            text = "Spread, best to worst" if row.metric.key == "spread" else row.metric.title
            title = ElidedLabel(text, "secondary", Qt.TextElideMode.ElideRight)
            title.set_tip(row.tip)
            self._grid.addWidget(title, line, 0, 1, -1 if many else 1)
            line += many  # the figures of many stand below the title
            for number, cell in enumerate(row.cells):
                value = Label(cell.text)
                value.setToolTip(
                    "\n".join(filter(None, (cell.range_text and f"95 % range {cell.range_text}", row.tip)))
                )
                self._grid.addWidget(TokenizerKey(number), line, 2 * number + 1)
                self._grid.addWidget(value, line, 2 * number + 2)
        self._grid.setColumnStretch(0, 1)
        self._foot.setVisible(bool(rows))
        spread_theme(self._foot, self._palette)


def _show_part(holder: QScrollArea, top: int, bottom: int) -> None:
    for edge in (bottom, top):
        holder.ensureVisible(0, edge, 0, 0)
