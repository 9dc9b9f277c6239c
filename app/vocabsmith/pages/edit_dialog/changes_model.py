"""The steps of an edit as a list."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt

from vocabsmith.pages.edit_dialog.changes import Step, told
from vocabsmith.widgets.chips import ROW_HEIGHT
from vocabsmith.widgets.fonts import scaled
from vocabsmith_engine import Tokenizer

_ROOT = QModelIndex()
Cell = QModelIndex | QPersistentModelIndex


class ChangesModel(QAbstractListModel):
    """One row for each step, worded when it is shown."""

    def __init__(self, tokenizer: Tokenizer, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tokenizer = tokenizer
        self._steps: tuple[Step, ...] = ()

    def show(self, steps: tuple[Step, ...]) -> None:
        """Lists other steps."""
        self.beginResetModel()
        self._steps = steps
        self.endResetModel()

    def rowCount(self, parent: Cell = _ROOT) -> int:
        """The steps."""
        return 0 if parent.isValid() else len(self._steps)

    def data(self, index: Cell, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The step in words."""
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(0, scaled(ROW_HEIGHT))
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        return told(self._steps[index.row()], self._tokenizer)
