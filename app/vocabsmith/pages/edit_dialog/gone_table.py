"""The tokens that an edit takes away, as a table."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from vocabsmith.item_models.gone_tokens import ID, TOKEN, WHY, GoneTokensModel
from vocabsmith.visible_tokens import visible_token
from vocabsmith.widgets.chip_delegate import CHIP_ROLE, ChipDelegate
from vocabsmith.widgets.chips import ROW_HEIGHT, Chip, Mark
from vocabsmith.widgets.fonts import scaled
from vocabsmith.wording import grouped
from vocabsmith_engine import Tokenizer
from vocabsmith_engine.editing import EditPreview
from vocabsmith_engine.text import is_partial
from vocabsmith_resources.themes.palette import Palette

_ROOM = 24  # beside a number in its column
_LEAST_ROWS = 4


class GoneTable(QTableView):
    """Id, token and reason of each token that goes; of any number of them."""

    def __init__(self, tokenizer: Tokenizer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokenizer = tokenizer
        self.tokens = GoneTokensModel(tokenizer, {CHIP_ROLE: _chip_of}, self)
        self._chips = ChipDelegate(self)
        self.setModel(self.tokens)
        self.setItemDelegateForColumn(TOKEN, self._chips)
        self.setAccessibleName("Tokens that go")
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        rows, columns = self.verticalHeader(), self.horizontalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        columns.setSectionResizeMode(WHY, QHeaderView.ResizeMode.Stretch)
        columns.setSectionsClickable(False)
        columns.setHighlightSections(False)

    def show_preview(self, preview: EditPreview | None) -> None:
        """Lists what another edit takes away."""
        self.tokens.show(preview)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shares the width out anew."""
        super().resizeEvent(event)
        self._fit_columns()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._chips.apply_theme(palette)
        self.verticalHeader().setMinimumSectionSize(scaled(ROW_HEIGHT))
        self.verticalHeader().setDefaultSectionSize(scaled(ROW_HEIGHT))
        self.setMinimumHeight(scaled(28) + _LEAST_ROWS * scaled(ROW_HEIGHT))
        self._fit_columns()

    def _fit_columns(self) -> None:
        ids = self.fontMetrics().horizontalAdvance(grouped(self._tokenizer.vocab_size)) + _ROOM
        self.setColumnWidth(ID, ids)
        self.setColumnWidth(TOKEN, max(scaled(80), (self.viewport().width() - ids) // 2))


def _chip_of(tokenizer: Tokenizer, token_id: int) -> Chip:
    token = tokenizer.tokens[token_id]
    special = tokenizer.is_special(token_id)
    return Chip(
        visible_token(token), None, Mark.SPECIAL if special else Mark.PARTIAL if is_partial(token) else Mark.NONE
    )
