"""The tokens of a vocabulary as a table. Nothing is kept for a row, so a million of them cost nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from vocabsmith.operations.list_tokens import Column, Ids
from vocabsmith.operations.vocabulary_marks import Vocabulary
from vocabsmith.visible_tokens import visible_token
from vocabsmith.wording import grouped
from vocabsmith_engine import Monitor
from vocabsmith_engine.analysis import KIND_NAMES

HEADS: Mapping[Column, str] = {
    Column.ID: "Id",
    Column.TOKEN: "Token",
    Column.BYTES: "Bytes",
    Column.LENGTH: "Length",
    Column.RANK: "Rank",
    Column.LEARNED: "Learned",
    Column.NOW: "Now",
    Column.SCRIPT: "Script",
    Column.KIND: "Kind",
    Column.FLAGS: "Flags",
}
HEAD_TIPS: Mapping[Column, str] = {
    Column.ID: "The number that stands for the token",
    Column.TOKEN: "What it spells: Ġ is a space, Ċ a line feed; bytes that are no whole character are hexadecimal",
    Column.BYTES: "Its bytes in hexadecimal",
    Column.LENGTH: "How many bytes it has",
    Column.RANK: "The place of the merge that makes it, counted from 0",
    Column.LEARNED: "How often its pair occurred in the corpus when it was learned",
    Column.NOW: "How often the corpus uses it, now that all merges are learned",
    Column.SCRIPT: "The script of its letters",
    Column.KIND: "What it is: a byte, a character, learned, special",
    Column.FLAGS: "Partial character, unreachable, residue, special",
}
NUMBERS = frozenset({Column.ID, Column.LENGTH, Column.RANK, Column.LEARNED, Column.NOW})
NOTHING = "–"
_LONGEST_HEX = 24
_AT_ONCE = 4096  # rows that are written between two looks at the monitor
_ROOT = QModelIndex()
Cell = QModelIndex | QPersistentModelIndex
Look = Callable[[Vocabulary, int], object]


class VocabularyListModel(QAbstractTableModel):
    """One row for each listed token.

    `looks` gives what further roles mean in a column: (column, role) → function of the vocabulary and the id.
    """

    def __init__(self, looks: Mapping[tuple[Column, int], Look], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._looks = dict(looks)
        self._vocabulary: Vocabulary | None = None
        self._ids: Ids = np.zeros(0, np.int64)

    @property
    def vocabulary(self) -> Vocabulary | None:
        """What is listed."""
        return self._vocabulary

    @property
    def ids(self) -> Ids:
        """The ids that are listed, in the order of the rows."""
        return self._ids

    def show_tokens(self, vocabulary: Vocabulary | None, ids: Ids) -> None:
        """Lists these tokens."""
        self.beginResetModel()
        self._vocabulary, self._ids = vocabulary, ids
        self.endResetModel()

    def refresh(self, vocabulary: Vocabulary) -> None:
        """More is known of the same tokens, which stay in their rows."""
        self._vocabulary = vocabulary
        if len(self._ids):
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._ids) - 1, len(Column) - 1))

    def token_at(self, row: int) -> int:
        """The id in a row."""
        return int(self._ids[row])

    def row_of(self, token: int) -> int | None:
        """The row of a token, None if it is not listed."""
        rows = np.flatnonzero(self._ids == token)
        return int(rows[0]) if len(rows) else None

    def rowCount(self, parent: Cell = _ROOT) -> int:
        """The listed tokens."""
        return 0 if parent.isValid() else len(self._ids)

    def columnCount(self, parent: Cell = _ROOT) -> int:
        """See `Column`."""
        return 0 if parent.isValid() else len(Column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The names of the columns, aligned as their values are."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        column = Column(section)
        if role == Qt.ItemDataRole.DisplayRole:
            return HEADS[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return HEAD_TIPS[column]
        return alignment(column) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Cell, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What stands in a cell."""
        if self._vocabulary is None or not index.isValid():
            return None
        column, token = Column(index.column()), self.token_at(index.row())
        if role == Qt.ItemDataRole.DisplayRole:
            return cell_text(self._vocabulary, token, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(column)
        look = self._looks.get((column, role))
        return None if look is None else look(self._vocabulary, token)


def alignment(column: Column) -> int:
    """Numbers end, words begin under each other."""
    side = Qt.AlignmentFlag.AlignRight if column in NUMBERS else Qt.AlignmentFlag.AlignLeft
    return int(side | Qt.AlignmentFlag.AlignVCenter)


def cell_text(vocabulary: Vocabulary, token: int, column: Column) -> str:
    """What a cell says, – where there is nothing to be said."""
    return _TEXTS[column](vocabulary, token)


def _bytes(vocabulary: Vocabulary, token: int) -> str:
    data = vocabulary.table.token(token)
    return data[:_LONGEST_HEX].hex(" ").upper() + (" …" if len(data) > _LONGEST_HEX else "")


def _script(vocabulary: Vocabulary, token: int) -> str:
    table = vocabulary.table
    return NOTHING if table.partial[token] else table.script_names[int(table.scripts[token])]


def _flags(vocabulary: Vocabulary, token: int) -> str:
    return ", ".join(flag.value for flag in vocabulary.flags_of(token))


def _known(number: int | None) -> str:
    return NOTHING if number is None or number < 0 else grouped(number)


_TEXTS: Mapping[Column, Callable[[Vocabulary, int], str]] = {
    Column.ID: lambda _, token: grouped(token),
    Column.TOKEN: lambda vocabulary, token: visible_token(vocabulary.table.token(token)),
    Column.BYTES: _bytes,
    Column.LENGTH: lambda vocabulary, token: grouped(int(vocabulary.table.lengths[token])),
    Column.RANK: lambda vocabulary, token: _known(int(vocabulary.table.ranks[token])),
    Column.LEARNED: lambda vocabulary, token: _known(int(vocabulary.table.learned_counts[token])),
    Column.NOW: lambda vocabulary, token: _known(vocabulary.uses_of(token)),
    Column.SCRIPT: _script,
    Column.KIND: lambda vocabulary, token: KIND_NAMES[int(vocabulary.table.kinds[token])],
    Column.FLAGS: _flags,
}


def tab_separated(vocabulary: Vocabulary, ids: Sequence[int], monitor: Monitor) -> str:
    """The rows as the table shows them, with a head, for the clipboard. Raises Stopped."""
    lines = ["\t".join(HEADS.values())]
    for number, token in enumerate(ids):
        if number % _AT_ONCE == 0:
            monitor.raise_if_stopped()
        lines.append("\t".join(cell_text(vocabulary, token, column) for column in Column))
    return "\n".join(lines) + "\n"
