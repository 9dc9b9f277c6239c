"""The tokens of the text as a list."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from vocabsmith.item_models.token_list import ID, PLACE, TOKEN, TokenListModel
from vocabsmith.operations.encode_text import Inspection
from vocabsmith.pages.inspect_page.looks import chip_of, words_of
from vocabsmith.widgets.chip_delegate import CHIP_ROLE, ChipDelegate
from vocabsmith.widgets.chips import ROW_HEIGHT
from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith.wording import grouped
from vocabsmith_resources.themes.palette import LIGHT, Palette

_EMPTY = "The tokens of the text will be listed here."
_INDENT = 4
_ROOM = 24  # beside a number in its column


class TokenTable(QTableView):
    """Place, token and id of each token.

    Signals:
        token_chosen(int): the user moved to a token.
    """

    token_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tokens = TokenListModel({CHIP_ROLE: chip_of, int(Qt.ItemDataRole.ToolTipRole): words_of}, self)
        self._chips = ChipDelegate(self)
        self._quiet = QuietDelegate(self)
        self._telling = True
        self._palette = LIGHT
        self._largest_id = 88_888
        self.setModel(self.tokens)
        self.setItemDelegateForColumn(TOKEN, self._chips)
        self.setItemDelegateForColumn(PLACE, self._quiet)
        self.setItemDelegateForColumn(ID, UnderHeadDelegate(self))
        self._set_up()
        self.selectionModel().currentRowChanged.connect(self._tell)

    def _set_up(self) -> None:
        self.setAccessibleName("Tokens")
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        rows, columns = self.verticalHeader(), self.horizontalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        columns.setSectionResizeMode(TOKEN, QHeaderView.ResizeMode.Stretch)
        columns.setSectionsClickable(False)
        columns.setHighlightSections(False)

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Lists other tokens."""
        self._telling = False
        self.tokens.show(inspection)
        if inspection is not None:
            self._largest_id = inspection.tokenizer.vocab_size - 1
        self._telling = True
        self._fit_columns()

    def set_chosen(self, place: int) -> None:
        """Selects a token and scrolls to it, without telling."""
        self._telling = False
        index = self.tokens.index(place, TOKEN)
        if index.row() != self.currentIndex().row():
            self.setCurrentIndex(index)
            self.scrollTo(index)
        self._telling = True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the list, or what it is for."""
        super().paintEvent(event)
        if not self.tokens.rowCount():
            painter = QPainter(self.viewport())
            painter.setFont(sans(9))
            painter.setPen(QColor(self._palette.secondary))
            room = self.viewport().rect().adjusted(16, 16, -16, -16)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, _EMPTY)
            painter.end()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self._chips.apply_theme(palette)
        self._quiet.apply_theme(palette)
        self.verticalHeader().setDefaultSectionSize(scaled(ROW_HEIGHT))
        self._fit_columns()
        self.viewport().update()

    def _fit_columns(self) -> None:
        metrics = self.fontMetrics()
        places = max(3, len(grouped(self.tokens.rowCount())))
        self.setColumnWidth(PLACE, metrics.horizontalAdvance("8" * places) + _ROOM)
        self.setColumnWidth(ID, metrics.horizontalAdvance(grouped(self._largest_id)) + _ROOM)

    def _tell(self, now: QModelIndex | QPersistentModelIndex) -> None:
        if self._telling and now.isValid():
            self.token_chosen.emit(now.row())


class UnderHeadDelegate(QStyledItemDelegate):
    """Numbers that end where the word in the head of their column does, and not at the border of the list."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paints the number a little further in."""
        option.rect.adjust(0, 0, -_INDENT, 0)
        super().paint(painter, option, index)


class QuietDelegate(QStyledItemDelegate):
    """Numbers that only count rows step back."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = LIGHT

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours; the owner repaints the view."""
        self._palette = palette

    def initStyleOption(  # noqa: N802
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Small and in the secondary colour."""
        super().initStyleOption(option, index)
        option.font = sans(8.5)
        for role in (QPalette.ColorRole.Text, QPalette.ColorRole.HighlightedText):
            option.palette.setColor(role, QColor(self._palette.secondary))
