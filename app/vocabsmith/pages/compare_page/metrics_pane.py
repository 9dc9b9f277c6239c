"""The middle of the page: the tokenizers side by side, metric by metric."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vocabsmith.pages.compare_page.compared import MOST_TOKENIZERS, ComparedTokenizer
from vocabsmith.pages.compare_page.figures import Row
from vocabsmith.pages.compare_page.metrics_table import MetricsModel, MetricsTable, title_width
from vocabsmith.pages.compare_page.tokenizer_heads import TokenizerHeads
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.buttons import MenuButton
from vocabsmith.widgets.labels import IconLabel
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.panes import SIDE, Pane, horizontal_line
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.widgets.tokenizer_picker import TokenizerPicker
from vocabsmith_engine.runs import RunStore
from vocabsmith_resources.themes.palette import Palette

SAVED_AS = {".csv": "Numbers (CSV)", ".md": "Report (Markdown)", ".png": "Picture (PNG)"}


class MetricsPane(Pane):
    """Heads, table, and what is to be said about them.

    Signals:
        save_asked(str): the comparison is to be saved as a file with this ending.
    """

    save_asked = Signal(str)

    def __init__(
        self,
        session: Session,
        tasks: TaskRunner,
        settings: SettingsStore,
        store: RunStore | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("All texts", parent=parent)
        self.picker = TokenizerPicker(session, tasks, settings, store, text="Add tokenizer")
        self.save_button = MenuButton("Save as")
        self.message = InlineMessage()
        self.invitation = IconLabel("info", "Add a second tokenizer to compare with: a run, a file, or a recent one.")
        self.heads = TokenizerHeads()
        self.model = MetricsModel(self)
        self.table = MetricsTable(self.model)
        self._compose()

    def _compose(self) -> None:
        for ending, text in SAVED_AS.items():
            self.save_button.entries.addAction(f"{text}…", partial(self.save_asked.emit, ending))
        self.head.add(self.picker)
        self.head.add(self.save_button)
        self.body.addWidget(horizontal_line())
        for widget in (self.message, self.invitation):
            row = QHBoxLayout()
            row.setContentsMargins(SIDE, 0, SIDE, 0)
            row.addWidget(widget)
            self.body.addLayout(row)
        self.body.addWidget(self.heads)
        self.body.addWidget(horizontal_line())
        self.body.addWidget(self.table, 1)
        self.invitation.setContentsMargins(0, 10, 0, 4)
        self.table.horizontalScrollBar().valueChanged.connect(self.heads.horizontalScrollBar().setValue)
        self.table.fitted.connect(self._fit_heads)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)
        self.table.fit()

    def show_tokenizers(self, compared: Sequence[ComparedTokenizer]) -> None:
        """These are compared."""
        self.heads.show_tokenizers(compared)
        self.invitation.setVisible(len(compared) == 1)
        self.picker.set_kind("primary" if len(compared) == 1 else "")
        self.picker.set_taken({each.name for each in compared})
        full = len(compared) >= MOST_TOKENIZERS
        self.picker.setEnabled(not full)
        self.picker.setToolTip(f"{MOST_TOKENIZERS} tokenizers are the most; remove one first" if full else "")
        self.table.fit()

    def show_rows(self, rows: Sequence[Row], names: Sequence[str], *, savable: bool) -> None:
        """These are the figures."""
        self.model.show(rows, names)
        self.save_button.setEnabled(savable)
        self.save_button.setToolTip("" if savable else "There is nothing to save yet")
        self.table.fit()

    def _fit_heads(self) -> None:
        self.heads.fit(title_width(self.table.width()), self.table.column_width())
