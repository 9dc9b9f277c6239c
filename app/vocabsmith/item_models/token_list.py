"""The tokens of an inspected text as a table: place, token, id."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from vocabsmith.operations.encode_text import Inspection
from vocabsmith.visible_tokens import visible_token
from vocabsmith.wording import grouped

PLACE, TOKEN, ID = range(3)
_HEADS = ("#", "token", "id")
_ROOT = QModelIndex()
Cell = QModelIndex | QPersistentModelIndex


class TokenListModel(QAbstractTableModel):
    """One row for each token. Nothing is kept for a row, so a million of them cost nothing.

    `looks` gives what further roles mean in the token column: role → function of the inspection and the place.
    """

    def __init__(self, looks: Mapping[int, Callable[[Inspection, int], object]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._looks = dict(looks)
        self._inspection: Inspection | None = None

    def show(self, inspection: Inspection | None) -> None:
        """Lists the tokens of another text, or none."""
        self.beginResetModel()
        self._inspection = inspection
        self.endResetModel()

    def rowCount(self, parent: Cell = _ROOT) -> int:
        """The tokens."""
        return 0 if parent.isValid() or self._inspection is None else len(self._inspection)

    def columnCount(self, parent: Cell = _ROOT) -> int:
        """Place, token, id."""
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
        if self._inspection is None or not index.isValid():
            return None
        column, row = index.column(), index.row()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(self._inspection, row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        look = self._looks.get(role)
        if look is None or (column != TOKEN and role != Qt.ItemDataRole.ToolTipRole):
            return None
        return look(self._inspection, row)

    def _text(self, inspection: Inspection, row: int, column: int) -> str:
        if column == PLACE:
            return grouped(row + 1)
        if column == ID:
            return grouped(int(inspection.encoded.ids[row]))
        return visible_token(inspection.token_bytes(row))


def _alignment(column: int) -> int:
    side = Qt.AlignmentFlag.AlignLeft if column == TOKEN else Qt.AlignmentFlag.AlignRight
    return int(side | Qt.AlignmentFlag.AlignVCenter)
