"""The tokens that an edit takes away: id, token, why."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from vocabsmith.operations.describe_edit import reason
from vocabsmith.visible_tokens import visible_token
from vocabsmith.wording import grouped
from vocabsmith_engine import Tokenizer
from vocabsmith_engine.editing import EditPreview

ID, TOKEN, WHY = range(3)
_HEADS = ("id", "token", "why")
_ROOT = QModelIndex()
Cell = QModelIndex | QPersistentModelIndex


class GoneTokensModel(QAbstractTableModel):
    """One row for each token. Nothing is kept for a row.

    `looks` gives what further roles mean in the token column: role → function of the tokenizer and the id.
    """

    def __init__(
        self,
        tokenizer: Tokenizer,
        looks: Mapping[int, Callable[[Tokenizer, int], object]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._tokenizer = tokenizer
        self._looks = dict(looks)
        self._preview: EditPreview | None = None

    def show(self, preview: EditPreview | None) -> None:
        """Lists what another edit takes away, or nothing."""
        self.beginResetModel()
        self._preview = preview
        self.endResetModel()

    def rowCount(self, parent: Cell = _ROOT) -> int:
        """The tokens that go."""
        return 0 if parent.isValid() or self._preview is None else len(self._preview.removed)

    def columnCount(self, parent: Cell = _ROOT) -> int:
        """Id, token, why."""
        return 0 if parent.isValid() else len(_HEADS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The names of the columns, aligned as their values are."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return _HEADS[section]
        return _alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Cell, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What stands in a cell."""
        if self._preview is None or not index.isValid():
            return None
        token_id = int(self._preview.removed[index.row()])
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self._text(self._preview, index.row(), index.column(), token_id)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(index.column())
        look = self._looks.get(role)
        return None if look is None or index.column() != TOKEN else look(self._tokenizer, token_id)

    def _text(self, preview: EditPreview, row: int, column: int, token_id: int) -> str:
        if column == ID:
            return grouped(token_id)
        return (
            visible_token(self._tokenizer.tokens[token_id])
            if column == TOKEN
            else reason(self._tokenizer, preview, row)
        )


def _alignment(column: int) -> int:
    side = Qt.AlignmentFlag.AlignRight if column == ID else Qt.AlignmentFlag.AlignLeft
    return int(side | Qt.AlignmentFlag.AlignVCenter)
