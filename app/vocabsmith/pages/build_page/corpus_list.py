"""The sources of the corpus as a list: what each is, how big, and what the user should know about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from vocabsmith.corpus_items import CorpusItem
from vocabsmith.pages.build_page.corpus_delegate import MOST_LINES, CorpusDelegate
from vocabsmith.pages.build_page.corpus_model import CorpusModel
from vocabsmith.pages.build_page.corpus_rows import Row
from vocabsmith_resources.themes.palette import Palette

LONG_LIST: Final = 500
"""In a longer list a note takes one line, so that rows are as low as they can be."""

_ACTIVATE = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_MOVE = QAbstractItemView.CursorAction


class CorpusList(QTableView):
    """The list itself: one column, rows as high as what they say. Heights are kept, so that 50,000 rows scroll quickly.

    Signals:
        field_asked(int, QPoint): the field of a table is to be chosen, in a menu at that place of the screen.
        step_asked(int): what a row offers to do about its note.
        reading_asked(int): how a source is read is to be chosen.
        menu_asked(QPoint): everything that can be done with the selected rows, at that place of the screen.
        copy_asked(): the paths of the selected rows are to be copied.
    """

    field_asked = Signal(int, QPoint)
    step_asked = Signal(int)
    reading_asked = Signal(int)
    menu_asked = Signal(QPoint)
    copy_asked = Signal()

    def __init__(self, model: CorpusModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._delegate = CorpusDelegate(self)
        self.setItemDelegate(self._delegate)
        self._dress()
        self.setModel(model)
        self.verticalHeader().setDefaultSectionSize(self._delegate.metrics.two_lines)
        model.rowsInserted.connect(lambda _parent, first, last: self._fit_new(range(first, last + 1)))
        model.rowsRemoved.connect(self._fit_all_if_long)
        model.modelReset.connect(lambda: self._fit(range(model.rowCount())))
        model.rows_changed.connect(self._fit)

    def _dress(self) -> None:
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setAccessibleName("Corpus")
        self.setAccessibleDescription("Sources of text. Return acts on a row, the menu key shows what can be done.")
        self.horizontalHeader().hide()
        self.horizontalHeader().setStretchLastSection(True)
        self.horizontalHeader().setMinimumSectionSize(1)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._delegate.apply_theme(palette)
        self.verticalHeader().setDefaultSectionSize(self._delegate.metrics.two_lines)
        self._fit(range(self._model.rowCount()))
        self.viewport().update()

    # --- what is chosen

    def chosen_items(self) -> list[CorpusItem]:
        """The sources of the selected rows, from the top."""
        items = self._model.items
        ranges = sorted((part.top(), part.bottom()) for part in self.selectionModel().selection().toList())
        return [item for first, last in ranges for item in items[first : last + 1]]

    def choose(self, places: Iterable[int]) -> None:
        """Select these rows."""
        self.clearSelection()
        for place in places:
            self.selectRow(place)

    def copy(self) -> None:
        """What Copy of the menu means here."""
        self.copy_asked.emit()

    def ask_field(self) -> None:
        """Ask for the field of the current row, if it is that of a table."""
        index = self.currentIndex()
        if index.isValid() and self._row(index).picker:
            self._ask_field(index)

    # --- heights

    def _fit(self, places: Sequence[int]) -> None:
        """Gives rows the height that they need. Rows of two lines have it already, as long as nothing else was said."""
        if self._set_most_lines():
            places = range(self._model.rowCount())
        metrics, width = self._delegate.metrics, self.viewport().width()
        tall, usual, height_of = set(self._model.tall_rows(places)), metrics.two_lines, self.rowHeight
        for place in places:
            height = usual
            if place in tall:
                height = metrics.height(self._model.row(place), width, self._delegate.most_lines)
            if height_of(place) != height:
                self.setRowHeight(place, height)

    def _set_most_lines(self) -> bool:
        most = 1 if self._model.rowCount() > LONG_LIST else MOST_LINES
        changed = most != self._delegate.most_lines
        self._delegate.most_lines = most
        return changed

    def _fit_new(self, places: Sequence[int]) -> None:
        """Rows that have just come have the height of two lines."""
        if self._set_most_lines():
            self._fit(range(self._model.rowCount()))
        elif tall := self._model.tall_rows(places):
            self._fit(tall)

    def _fit_all_if_long(self) -> None:
        if self._set_most_lines():
            self._fit(range(self._model.rowCount()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Breaks the notes anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width() and self._delegate.most_lines > 1:
            self._fit(range(self._model.rowCount()))

    # --- mouse and keys

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Shows what the mouse is over."""
        place = event.position().toPoint()
        index = self.indexAt(place)
        self._set_hot(index.row(), place)
        over = index.isValid() and self._part_at(index, place) != ""
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse is over no row."""
        self._set_hot(-1, QPoint())
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Opens the choice of fields, or does what the row offers, where that is what is clicked."""
        place = event.position().toPoint()
        index = self.indexAt(place)
        part = self._part_at(index, place) if index.isValid() and event.button() == Qt.MouseButton.LeftButton else ""
        super().mousePressEvent(event)
        if part == "picker":
            self._ask_field(index)
        elif part == "step":
            self.step_asked.emit(index.row())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Asks how the source is read."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and index.row() < len(self._model.items):
            self.reading_asked.emit(index.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return does what the row offers; F4 and Alt+Down open its fields, as those of a combo box."""
        index = self.currentIndex()
        listed = index.isValid() and index.row() < len(self._model.items)
        opens = event.key() == Qt.Key.Key_F4 or (
            event.key() == Qt.Key.Key_Down and event.modifiers() & Qt.KeyboardModifier.AltModifier
        )
        if listed and opens:
            self.ask_field()
        elif listed and event.key() in _ACTIVATE:
            self._activate(index)
        else:
            super().keyPressEvent(event)

    def moveCursor(  # noqa: N802
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Home and End go to the first row and the last one, as in any list."""
        if action in (_MOVE.MoveHome, _MOVE.MoveEnd) and self._model.rowCount():
            return self._model.index(0 if action == _MOVE.MoveHome else self._model.rowCount() - 1)
        return super().moveCursor(action, modifiers)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Everything that can be done with the selected rows, from the mouse or the menu key."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.currentIndex().isValid():
            room = self.visualRect(self.currentIndex())
            self.menu_asked.emit(self.viewport().mapToGlobal(QPoint(room.left() + 40, room.center().y())))
        else:
            self.menu_asked.emit(event.globalPos())

    def _activate(self, index: QModelIndex) -> None:
        row = self._model.row(index.row())
        if row.step:
            self.step_asked.emit(index.row())
        elif row.picker:
            self._ask_field(index)
        else:
            self.reading_asked.emit(index.row())

    def _ask_field(self, index: QModelIndex) -> None:
        place = self._delegate.metrics.picker(self._row(index), self.visualRect(index))
        self.field_asked.emit(index.row(), self.viewport().mapToGlobal(place.bottomLeft() + QPoint(0, 2)))

    def _part_at(self, index: QModelIndex, place: QPoint) -> str:
        row, room, metrics = self._row(index), self.visualRect(index), self._delegate.metrics
        if metrics.picker(row, room).contains(place):
            return "picker"
        return "step" if metrics.step(row, room).contains(place) else ""

    def _row(self, index: QModelIndex) -> Row:
        return self._model.row(index.row())

    def _set_hot(self, row: int, place: QPoint) -> None:
        before, self._delegate.hot = self._delegate.hot, (row, place)
        for each in {before[0], row} - {-1}:
            self.viewport().update(self.visualRect(self._model.index(each)))
