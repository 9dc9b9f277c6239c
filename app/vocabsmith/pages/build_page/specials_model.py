"""The special tokens of the form as rows of a list, with what is to be said about each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from vocabsmith.pages.build_page.special_checks import Remark, remarks_on, unknown
from vocabsmith.visible_tokens import visible_token
from vocabsmith_engine.text import is_well_formed

TOKEN_ROLE = int(Qt.ItemDataRole.UserRole)
REMARK_ROLE = TOKEN_ROLE + 1

_Index = QModelIndex | QPersistentModelIndex


def shown_token(token: str) -> str:
    """A token as the list writes it: white space visible, and words for one that is empty."""
    if not token:
        return "(empty)"
    return visible_token(token.encode()) if is_well_formed(token) else ascii(token)


class SpecialsModel(QAbstractListModel):
    """Tokens in the order of their ids.

    Signals:
        changed: the tokens are others, in number, text or order.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tokens: list[str] = []
        self._remarks: list[Remark | None] = []
        self._count_of: Callable[[str], int | None] = unknown

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens as they are typed."""
        return tuple(self._tokens)

    @property
    def remarks(self) -> tuple[Remark | None, ...]:
        """What is said about each of them."""
        return tuple(self._remarks)

    @property
    def wrong(self) -> bool:
        """Whether one of them cannot be used."""
        return any(remark is not None and remark.level == "error" for remark in self._remarks)

    def set_tokens(self, tokens: Sequence[str]) -> bool:
        """Show these tokens; whether anything has changed. Rows that stay are left alone. Tells nobody."""
        wanted = list(tokens)
        if wanted == self._tokens:
            return False
        first = _alike(wanted, self._tokens)
        last = _alike(wanted[first:][::-1], self._tokens[first:][::-1])
        old, new = len(self._tokens) - last, len(wanted) - last
        if old == new:
            self._tokens = wanted
        else:
            self._take_out(first, old)
            self._put_in(first, wanted[first:new])
        self._check()
        return True

    def _take_out(self, first: int, end: int) -> None:
        if first < end:
            self.beginRemoveRows(QModelIndex(), first, end - 1)
            del self._tokens[first:end]
            del self._remarks[first:end]
            self.endRemoveRows()

    def _put_in(self, first: int, tokens: Sequence[str]) -> None:
        if tokens:
            self.beginInsertRows(QModelIndex(), first, first + len(tokens) - 1)
            self._tokens[first:first] = tokens
            self._remarks[first:first] = [None] * len(tokens)
            self.endInsertRows()

    def show_counts(self, count_of: Callable[[str], int | None]) -> None:
        """Say how often each token stands in the corpus; None where it is not known."""
        self._count_of = count_of
        self._check()

    def add(self, tokens: Sequence[str]) -> None:
        """Add tokens at the end."""
        if tokens:
            self._put_in(len(self._tokens), tokens)
            self._check()
            self.changed.emit()

    def edit(self, row: int, token: str) -> None:
        """Let a token be another one."""
        if 0 <= row < len(self._tokens) and self._tokens[row] != token:
            self._tokens[row] = token
            self._check()
            self.changed.emit()

    def remove(self, row: int) -> None:
        """Take a token off the list."""
        if 0 <= row < len(self._tokens):
            self._take_out(row, row + 1)
            self._check()
            self.changed.emit()

    def move(self, row: int, to: int, *, tell: bool = True) -> bool:
        """Put the token of `row` where the one of row `to` is; whether there is such a place."""
        if row == to or not (0 <= row < len(self._tokens) and 0 <= to < len(self._tokens)):
            return False
        # Qt names the row that the moved one will stand before.
        self.beginMoveRows(QModelIndex(), row, row, QModelIndex(), to + 1 if to > row else to)
        self._tokens.insert(to, self._tokens.pop(row))
        self._remarks.insert(to, self._remarks.pop(row))
        self.endMoveRows()
        self._check()
        if tell:
            self.changed.emit()
        return True

    def _check(self) -> None:
        self._remarks = remarks_on(self._tokens, self._count_of)
        if self._tokens:
            self.dataChanged.emit(self.index(0), self.index(len(self._tokens) - 1))

    # --- Qt's side

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        """As many rows as tokens; a list has no rows below rows."""
        return 0 if parent.isValid() else len(self._tokens)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Each token can be edited in place."""
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """The token, its Remark, and both as a screen reader says them."""
        token, remark = self._tokens[index.row()], self._remarks[index.row()]
        if role in {TOKEN_ROLE, Qt.ItemDataRole.EditRole}:
            return token
        if role == REMARK_ROLE:
            return remark
        if role == Qt.ItemDataRole.DisplayRole:
            return shown_token(token)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{token}, {remark.text}" if remark else token
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{shown_token(token)}\nDouble click edits, dragging moves it."
        return None


def _alike(some: Sequence[str], others: Sequence[str]) -> int:
    """How many tokens both begin with."""
    pairs = zip(some, others, strict=False)
    return next((place for place, (one, other) in enumerate(pairs) if one != other), min(len(some), len(others)))
