"""A searchable list of everything the program can do."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAction, QColor, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith.widgets.fuzzy import fuzzy_score
from vocabsmith_resources.themes.palette import Palette

_ACTION_ROLE = int(Qt.ItemDataRole.UserRole)
_MOVES = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}
_SIZE = QSize(560, 400)


def plain_text(action: QAction) -> str:
    """An action's text without the & of its access key."""
    return action.text().replace("&&", "\0").replace("&", "").replace("\0", "&")


def _score(wanted: str, menu: str, text: str) -> int | None:
    """That of the text; of the menu and the text where these answer better: "theme" finds "Dark" in the menu Theme."""
    scores = (fuzzy_score(wanted, words) for words in (text, f"{menu} {text}"))
    return max((score for score in scores if score is not None), default=None)


class ActionFinder(QDialog):
    """Type to narrow the list, arrow keys to move, Return to do it, Escape to leave."""

    def __init__(self, groups: Sequence[tuple[str, QAction]], palette: Palette, parent: QWidget) -> None:
        """`groups`: the name of the menu and the action, in the order they are listed before anything is typed."""
        super().__init__(parent, Qt.WindowType.Popup)
        self._groups = list(groups)
        self.setWindowTitle("All actions")
        self.setProperty("kind", "popup")
        self.field = QLineEdit()
        self.field.setPlaceholderText("What would you like to do?")
        self.field.setAccessibleName("Search all actions")
        self.field.textChanged.connect(self._fill)
        self.field.installEventFilter(self)
        self.list = QListWidget()
        self.list.setItemDelegate(_ActionRow(palette, self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setMouseTracking(True)
        self.list.itemClicked.connect(self._do)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(8)
        column.addWidget(self.field)
        column.addWidget(self.list)
        self.setFixedSize(
            min(scaled(_SIZE.width()), parent.width() - 32), min(scaled(_SIZE.height()), parent.height() - 96)
        )
        self._fill("")

    def show_over(self, window: QWidget) -> None:
        """Opens at the top of the window, in its middle."""
        left = (window.width() - self.width()) // 2
        self.move(window.mapToGlobal(QPoint(left, scaled(36))))
        self.show()
        self.field.setFocus()

    def titles(self) -> list[str]:
        """The actions that are listed now, best first."""
        return [self.list.item(row).text() for row in range(self.list.count())]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Lets the keys that move in the list act while the field has the focus."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            if key in _MOVES:
                last = self.list.count() - 1
                self.list.setCurrentRow(max(0, min(last, self.list.currentRow() + _MOVES[key])))
                return True
            if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self._do(self.list.currentItem())
                return True
        return super().eventFilter(watched, event)

    def _fill(self, wanted: str) -> None:
        scored = [(_score(wanted, menu, plain_text(action)), menu, action) for menu, action in self._groups]
        found = [(score, menu, action) for score, menu, action in scored if score is not None]
        if wanted.strip():
            found.sort(key=lambda entry: -entry[0])
        self.list.clear()
        for _, menu, action in found:
            item = QListWidgetItem(plain_text(action))
            item.setData(_ACTION_ROLE, (menu, action))
            if not action.isEnabled():
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        self.list.setCurrentRow(next((row for row, (_, _, action) in enumerate(found) if action.isEnabled()), -1))

    def _do(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        _, action = item.data(_ACTION_ROLE)
        if action.isEnabled():
            self.accept()
            action.trigger()


class _ActionRow(QStyledItemDelegate):
    """Name at the left, menu and shortcut at the right."""

    def __init__(self, palette: Palette, parent: QObject) -> None:
        super().__init__(parent)
        self._palette = palette

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paints one action."""
        option.widget.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget
        )
        menu, action = index.data(_ACTION_ROLE)
        room = QRect(option.rect).adjusted(10, 0, -10, 0)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.save()
        painter.setPen(QColor(self._palette.text if action.isEnabled() else self._palette.disabled))
        painter.setFont(sans())
        painter.drawText(room, middle | Qt.AlignmentFlag.AlignLeft, index.data())
        painter.setFont(sans(9))
        painter.setPen(QColor(self._palette.secondary))
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        painter.drawText(room, middle | Qt.AlignmentFlag.AlignRight, f"{menu}   {keys}" if keys else menu)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: ARG002
        """A row of 28 px."""
        return QSize(0, scaled(28))
