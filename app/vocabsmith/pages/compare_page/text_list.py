"""The list of texts: name and size at the left, at the right the group, which is edited where it stands."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCompleter,
    QFrame,
    QHeaderView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from vocabsmith.operations.text_groups import GROUPS
from vocabsmith.pages.compare_page.compared import ComparedText
from vocabsmith.pages.compare_page.text_model import FACTS_ROLE, GROUP, NAME, TEXT_ROLE, TextModel
from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith.widgets.icon import pixmap
from vocabsmith_resources.themes.palette import LIGHT, Palette

_SIDE, _ICON, _GAP, _PAD = 16, 16, 8, 6
_GROUP_SHARE = 0.42
_MOST_LINES = 4
_WRAP = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
_Index = QModelIndex | QPersistentModelIndex


class TextDelegate(QStyledItemDelegate):
    """Paints a text in two lines, or more where something is wrong with it; edits groups."""

    def __init__(self, parent: QTableView) -> None:
        super().__init__(parent)
        self._list = parent
        self._palette = LIGHT

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours."""
        self._palette = palette

    def height(self, text: ComparedText, width: int) -> int:
        """Of a row, in a list of that width."""
        height = 2 * scaled(_PAD) + QFontMetrics(sans()).height() + QFontMetrics(sans(9)).height()
        said = text.problem or text.note
        return height + (self._said_room(said, width).height() + 2 if said else 0)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paints the cell; the name's also what is said below both."""
        text = index.data(TEXT_ROLE)
        painter.save()
        self._paint_ground(painter, option)
        if index.column() == NAME:
            self._paint_name(painter, option.rect, text, str(index.data(FACTS_ROLE)))
        else:
            self._paint_group(painter, option.rect, text)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, QColor(self._palette.accent_ground))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, QColor(self._palette.hover))

    def _paint_name(self, painter: QPainter, room: QRect, text: ComparedText, facts: str) -> None:
        palette, side = self._palette, scaled(_ICON)
        top = room.top() + scaled(_PAD)
        icon, tone = ("folder" if text.files is not None else "file"), palette.secondary
        if text.problem:
            icon, tone = "error", palette.error
        painter.drawPixmap(room.left() + _SIDE, top + 1, pixmap(icon, tone, side))
        left = room.left() + _SIDE + side + _GAP
        for font, colour, words, mode in (
            (sans(), palette.text, text.name, Qt.TextElideMode.ElideMiddle),
            (sans(9), palette.secondary, facts, Qt.TextElideMode.ElideRight),
        ):
            painter.setFont(font)
            painter.setPen(QColor(colour))
            metrics = painter.fontMetrics()
            shown = metrics.elidedText(words, mode, room.right() - left)
            painter.drawText(QPoint(left, top + metrics.ascent()), shown)
            top += metrics.height()
        said = text.problem or text.note
        if said:
            painter.setPen(QColor(palette.error if text.problem else palette.secondary))
            width = self._list.viewport().width()
            painter.setClipping(False)
            painter.drawText(self._said_room(said, width).translated(left, top + 2), _WRAP, said)

    def _paint_group(self, painter: QPainter, room: QRect, text: ComparedText) -> None:
        palette = self._palette
        painter.setFont(sans(9))
        painter.setPen(QColor(palette.secondary))
        metrics = painter.fontMetrics()
        words = metrics.elidedText(text.group or "no group", Qt.TextElideMode.ElideRight, room.width() - _SIDE)
        x = room.right() - _SIDE - metrics.horizontalAdvance(words)
        painter.drawText(QPoint(x, room.top() + scaled(_PAD) + QFontMetrics(sans()).ascent()), words)

    def _said_room(self, said: str, width: int) -> QRect:
        metrics = QFontMetrics(sans(9))
        across = max(scaled(60), width - 2 * _SIDE - scaled(_ICON) - _GAP)
        room = metrics.boundingRect(QRect(0, 0, across, 9999), _WRAP, said)
        return QRect(0, 0, across, min(room.height(), _MOST_LINES * metrics.lineSpacing()))

    # --- editing

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: _Index) -> QWidget:  # noqa: ARG002
        """A field that completes the groups that there are, and languages."""
        editor = QLineEdit(parent)
        editor.setAccessibleName(f"Group of {index.data(TEXT_ROLE).name}")
        editor.setPlaceholderText("no group")
        model = index.model()
        known = model.groups() if isinstance(model, TextModel) else []
        completer = QCompleter(list(dict.fromkeys((*known, *GROUPS))), editor)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        editor.setCompleter(completer)
        return editor

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: _Index) -> None:  # noqa: ARG002
        """At the top of the cell, as high as a field."""
        height = min(option.rect.height(), editor.sizeHint().height())
        editor.setGeometry(option.rect.left(), option.rect.top() + 2, option.rect.width() - 6, height)


class TextList(QTableView):
    """The list itself.

    Signals:
        remove_asked(): the selected texts are to go.
        menu_asked(QPoint): what can be done with them, at that place of the screen.
    """

    remove_asked = Signal()
    menu_asked = Signal(QPoint)

    def __init__(self, model: TextModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._delegate = TextDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setModel(model)
        self._dress()
        model.rowsInserted.connect(self._fit)
        model.rowsRemoved.connect(self._fit)
        model.dataChanged.connect(self._fit)

    def _dress(self) -> None:
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.DoubleClicked | triggers.EditKeyPressed)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setAccessibleName("Texts to compare on")
        self.setAccessibleDescription("F2 or Return changes the group of a text, Delete removes it.")
        self.horizontalHeader().hide()
        self.horizontalHeader().setMinimumSectionSize(1)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._delegate.apply_theme(palette)
        self._fit()
        self.viewport().update()

    def chosen_rows(self) -> list[int]:
        """The selected rows, from the top."""
        return sorted(index.row() for index in self.selectionModel().selectedRows())

    def edit_group(self) -> None:
        """Opens the field of the current row's group."""
        index = self.currentIndex()
        if index.isValid():
            self.setCurrentIndex(index.siblingAtColumn(GROUP))
            self.edit(index.siblingAtColumn(GROUP))

    def sizeHintForRow(self, row: int) -> int:  # noqa: N802
        """As high as what it says."""
        return self._delegate.height(self._model.texts[row], self.viewport().width())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shares the width, and breaks what is said anew."""
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return and F2 edit the group, Delete removes."""
        key = event.key()
        if self.state() == QAbstractItemView.State.EditingState:  # the field hands on the key that ends it
            event.accept()
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2}:
            self.edit_group()
        elif key in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.remove_asked.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be done, from the mouse or the menu key."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.currentIndex().isValid():
            room = self.visualRect(self.currentIndex())
            self.menu_asked.emit(self.viewport().mapToGlobal(room.center()))
        else:
            self.menu_asked.emit(event.globalPos())

    def _fit(self) -> None:
        width = self.viewport().width()
        widest = max(
            (QFontMetrics(sans(9)).horizontalAdvance(text.group or "no group") for text in self._model.texts), default=0
        )
        group = min(max(widest + _SIDE + 8, scaled(72)), round(_GROUP_SHARE * width))
        self.setColumnWidth(NAME, width - group)
        self.setColumnWidth(GROUP, group)
        for row, text in enumerate(self._model.texts):
            height = self._delegate.height(text, width)
            if self.rowHeight(row) != height:
                self.setRowHeight(row, height)
