"""The table of tokens, which may be a million rows long."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyledItemDelegate, QTableView, QWidget

from vocabsmith.item_models.vocabulary_list import HEADS, VocabularyListModel
from vocabsmith.operations.list_tokens import Column, Ids, Sorting
from vocabsmith.operations.vocabulary_marks import Vocabulary
from vocabsmith.pages.vocabulary_page.delegates import FLAGS_ROLE, FlagsDelegate, PlainDelegate
from vocabsmith.pages.vocabulary_page.looks import FLAG_LOOKS, chip_of
from vocabsmith.pages.vocabulary_page.table_head import INDENT, TableHead
from vocabsmith.widgets.chip_delegate import CHIP_ROLE, ChipDelegate
from vocabsmith.widgets.chips import ROW_HEIGHT
from vocabsmith.widgets.fonts import mono, scaled
from vocabsmith.widgets.token_words import quoted
from vocabsmith.wording import grouped
from vocabsmith_resources.themes.palette import LIGHT, Palette

_ROOM = 16  # beside what stands in a column
_LEAST_ROWS = 6
_LEAST_TOKEN = 10  # letters of a token that have room even in a narrow table
_USUAL_TOKEN, _USUAL_BYTES = 16, 17  # letters that have room in a usual one
_GIVES_WAY = (Column.KIND, Column.LENGTH, Column.BYTES, Column.SCRIPT, Column.LEARNED)
"""Columns that are left out one after another where there is no room; the details of a token say the same."""


class TokenTable(QTableView):
    """Rows of 24 px. Typing goes to the search; a click on a head sorts.

    Signals:
        token_chosen(int): the user moved to a token.
        sort_asked(Column): the user clicked on the head of a column.
        typed(str): text that is meant for the search.
        copy_asked(): Ctrl+C.
        menu_asked(QPoint): the context menu, at a place of the screen.
    """

    token_chosen = Signal(int)
    sort_asked = Signal(object)
    typed = Signal(str)
    copy_asked = Signal()
    menu_asked = Signal(QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        tip = int(Qt.ItemDataRole.ToolTipRole)
        self.tokens = VocabularyListModel(
            {
                (Column.TOKEN, CHIP_ROLE): chip_of,
                (Column.TOKEN, tip): _token_words,
                (Column.BYTES, tip): _all_bytes,
                (Column.FLAGS, FLAGS_ROLE): lambda vocabulary, token: vocabulary.flags_of(token),
                (Column.FLAGS, tip): _flag_words,
            },
            self,
        )
        self.head = TableHead(self)
        self._telling = True
        self._palette = LIGHT
        self._delegates: Mapping[Column, QStyledItemDelegate] = {
            Column.TOKEN: ChipDelegate(self),
            Column.BYTES: PlainDelegate("secondary", code=True, points=8.5, parent=self),
            Column.SCRIPT: PlainDelegate("secondary", points=9, indent=INDENT, parent=self),
            Column.KIND: PlainDelegate("secondary", points=9, parent=self),
            Column.FLAGS: FlagsDelegate(self),
        }
        self.setModel(self.tokens)
        self.setHorizontalHeader(self.head)
        for column, delegate in self._delegates.items():
            self.setItemDelegateForColumn(column, delegate)
        self._set_up()
        self.selectionModel().currentRowChanged.connect(self._tell)
        self.head.sectionClicked.connect(lambda place: self.sort_asked.emit(Column(place)))

    def _set_up(self) -> None:
        self.setAccessibleName("Tokens of the vocabulary")
        self.setAccessibleDescription("Typing searches. The context menu copies, and sorts by a column.")
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.head.setStretchLastSection(True)

    # --- what it shows

    def show_tokens(self, vocabulary: Vocabulary | None, ids: Ids, current: int | None) -> None:
        """Lists these tokens; `current` stays chosen if it is among them. Nothing is told."""
        self._telling = False
        before = self.tokens.vocabulary
        other = before is None or vocabulary is None or before.table is not vocabulary.table
        self.tokens.show_tokens(vocabulary, ids)
        if other:
            self._fit_columns()
        if current is None or not self.choose(current):
            self.scrollToTop()
        self._telling = True

    def refresh(self, vocabulary: Vocabulary) -> None:
        """More is known of the tokens that are listed."""
        self.tokens.refresh(vocabulary)
        self._fit_columns()

    def choose(self, token: int) -> bool:
        """Selects a token and brings it into view, without telling; False if it is not listed."""
        row = self.tokens.row_of(token)
        if row is None:
            return False
        telling, self._telling = self._telling, False
        index = self.tokens.index(row, max(0, self.currentIndex().column()))
        if row != self.currentIndex().row() or not self.selectionModel().hasSelection():
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.scrollTo(index)
        self._telling = telling
        return True

    def chosen_ids(self) -> Ids:
        """The ids of the selected rows, from the top; nothing is made for a row."""
        selection = self.selectionModel().selection()
        chosen = np.zeros(len(self.tokens.ids), np.bool_)
        for place in range(selection.count()):
            span = selection.at(place)
            chosen[span.top() : span.bottom() + 1] = True
        return self.tokens.ids[chosen]

    def copy(self) -> None:
        """What Copy of the Edit menu does."""
        self.copy_asked.emit()

    def _tell(self, now: QModelIndex | QPersistentModelIndex) -> None:
        if self._telling and now.isValid():
            self.token_chosen.emit(self.tokens.token_at(now.row()))

    # --- looks

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self.head.apply_theme(palette)
        for delegate in self._delegates.values():
            if isinstance(delegate, ChipDelegate | PlainDelegate | FlagsDelegate):
                delegate.apply_theme(palette)
        rows = self.verticalHeader()
        rows.setMinimumSectionSize(scaled(ROW_HEIGHT))
        rows.setDefaultSectionSize(scaled(ROW_HEIGHT))
        self.setMinimumHeight(scaled(28) + _LEAST_ROWS * scaled(ROW_HEIGHT))
        self._fit_columns()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shares the width out anew."""
        super().resizeEvent(event)
        self._fit_columns()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The rows, with a thin line below each."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setPen(QColor(self._palette.line))
        step = self.verticalHeader().defaultSectionSize()
        row = self.rowAt(0)
        if row >= 0:
            bottom = self.rowViewportPosition(row) + step - 1
            rows_left = self.tokens.rowCount() - row
            for y in range(bottom, min(self.viewport().height(), bottom + rows_left * step), step):
                painter.drawLine(0, y, self.viewport().width(), y)
        painter.end()

    def _fit_columns(self) -> None:
        """Each column as wide as it needs; what is left over goes to tokens and bytes."""
        wanted = self._wanted_widths()
        room = self.viewport().width()
        shown = list(Column)
        least = _width_of(mono(), _LEAST_TOKEN)
        for column in _GIVES_WAY:
            if sum(wanted[each] for each in shown) - (wanted[Column.TOKEN] - least) <= room:
                break
            shown.remove(column)
        spare = room - sum(wanted[each] for each in shown)
        wanted[Column.TOKEN] = max(least, wanted[Column.TOKEN] + (spare if spare < 0 else spare // 2))
        if Column.BYTES in shown and spare > 0:
            wanted[Column.BYTES] += spare // 4
        for column in Column:
            self.setColumnHidden(column, column not in shown)
            self.setColumnWidth(column, wanted[column])

    def _wanted_widths(self) -> dict[Column, int]:
        """What the heads and the longest values need."""
        texts = {column: [HEADS[column] + "00"] for column in Column}  # an arrow takes the room of two digits
        vocabulary = self.tokens.vocabulary
        if vocabulary is not None and len(vocabulary):
            table = vocabulary.table
            texts[Column.ID].append(grouped(len(vocabulary) - 1))
            texts[Column.RANK].append(grouped(len(vocabulary)))
            texts[Column.LEARNED].append(grouped(max(int(table.learned_counts.max()), 0)))
            texts[Column.NOW].append(grouped(vocabulary.most_used))
            texts[Column.SCRIPT] += [table.script_names[script] for script in vocabulary.scripts_there]
        texts[Column.KIND].append("whole piece")
        texts[Column.FLAGS].append("unreachable")
        metrics, room = self.fontMetrics(), scaled(_ROOM)
        widths = {column: max(map(metrics.horizontalAdvance, texts[column])) + room for column in Column}
        widths[Column.FLAGS] += scaled(16)
        widths[Column.TOKEN] = _width_of(mono(), _USUAL_TOKEN)
        widths[Column.BYTES] = _width_of(mono(8.5), _USUAL_BYTES)
        return widths

    # --- keys

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Who comes here with the keyboard is in a row, and sees which."""
        super().focusInEvent(event)
        index = self.currentIndex()
        if index.isValid() and not self.selectionModel().hasSelection():
            self.selectRow(index.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Printable text searches; all else moves, selects, copies."""
        text, held = event.text(), event.modifiers()
        plain = not held & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        if plain and text.isprintable() and text.strip():
            self.typed.emit(text)
            return
        super().keyPressEvent(event)

    def moveCursor(  # noqa: N802
        self, action: QAbstractItemView.CursorAction, held: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Home and End lead to the first and the last row, as in any list."""
        ends = {QAbstractItemView.CursorAction.MoveHome: 0, QAbstractItemView.CursorAction.MoveEnd: -1}
        if action in ends and self.tokens.rowCount():
            row = ends[action] % self.tokens.rowCount()
            return self.tokens.index(row, max(0, self.currentIndex().column()))
        return super().moveCursor(action, held)

    def keyboardSearch(self, search: str) -> None:  # noqa: N802
        """Typing goes to the search field, and not from row to row."""
        self.typed.emit(search)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu, where the mouse is or at the current row."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            place = self.visualRect(self.currentIndex()).bottomLeft() + QPoint(scaled(48), 0)
            self.menu_asked.emit(self.viewport().mapToGlobal(place))
        else:
            self.menu_asked.emit(event.globalPos())


def _width_of(font: QFont, letters: int) -> int:
    return QFontMetrics(font).horizontalAdvance("0" * letters) + scaled(_ROOM)


def sorting_after(sorting: Sorting, column: Column) -> Sorting:
    """What a click on a head leads to: another column, or the other way round."""
    if sorting.column is column:
        return Sorting(column, not sorting.descending)
    return Sorting(column, column in (Column.LENGTH, Column.LEARNED, Column.NOW))


def _token_words(vocabulary: Vocabulary, token: int) -> str:
    return quoted(vocabulary.table.token(token).decode(errors="replace"))


def _all_bytes(vocabulary: Vocabulary, token: int) -> str:
    return vocabulary.table.token(token)[:256].hex(" ").upper()


def _flag_words(vocabulary: Vocabulary, token: int) -> str:
    return "\n".join(f"{flag.value.capitalize()}: {FLAG_LOOKS[flag].tip}" for flag in vocabulary.flags_of(token))
