"""The texts of the comparison as a table: what each is, and the group that it counts for, which can be typed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from vocabsmith.pages.compare_page.compared import ComparedText
from vocabsmith_engine.corpus import shown

NAME, GROUP = range(2)
TEXT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
FACTS_ROLE = TEXT_ROLE + 1
_HEADS = ("Text", "Group")
_ROOT = QModelIndex()
Cell = QModelIndex | QPersistentModelIndex
_Flag = Qt.ItemFlag


class TextModel(QAbstractTableModel):
    """One row for each text.

    Signals:
        texts_changed(): texts came or went.
        group_changed(): a text counts for another group.
    """

    texts_changed = Signal()
    group_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._texts: list[ComparedText] = []
        self._sample: int | None = None

    @property
    def texts(self) -> Sequence[ComparedText]:
        """From the top."""
        return self._texts

    def add(self, texts: Iterable[ComparedText]) -> list[ComparedText]:
        """Lists those that are not listed yet; returns them."""
        listed = {text.path for text in self._texts}
        new = [text for text in texts if text.path not in listed]
        if new:
            first = len(self._texts)
            self.beginInsertRows(_ROOT, first, first + len(new) - 1)
            self._texts += new
            self.endInsertRows()
            self.texts_changed.emit()
        return new

    def remove(self, places: Iterable[int]) -> None:
        """Takes rows off the list."""
        for place in sorted(set(places), reverse=True):
            self.beginRemoveRows(_ROOT, place, place)
            del self._texts[place]
            self.endRemoveRows()
        self.texts_changed.emit()

    def set_sample(self, sample: int | None) -> None:
        """So many bytes are read of each at most; None for all."""
        self._sample = sample
        self._tell_all()

    def tell(self, text: ComparedText, *, problem: str = "", note: str = "") -> None:
        """Something is known of a text, or no longer."""
        if (text.problem, text.note) != (problem, note) and text in self._texts:
            text.problem, text.note = problem, note
            row = self._texts.index(text)
            self.dataChanged.emit(self.index(row, NAME), self.index(row, GROUP))

    def groups(self) -> list[str]:
        """The groups that there are, each once."""
        return list(dict.fromkeys(text.group for text in self._texts if text.group))

    # --- as Qt asks

    def rowCount(self, parent: Cell = _ROOT) -> int:
        """The texts."""
        return 0 if parent.isValid() else len(self._texts)

    def columnCount(self, parent: Cell = _ROOT) -> int:
        """Text and group."""
        return 0 if parent.isValid() else len(_HEADS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The names of the columns."""
        return _HEADS[section] if (orientation, role) == (Qt.Orientation.Horizontal, 0) else None

    def flags(self, index: Cell) -> Qt.ItemFlag:
        """Groups can be edited."""
        usual = _Flag.ItemIsEnabled | _Flag.ItemIsSelectable
        return usual | _Flag.ItemIsEditable if index.column() == GROUP else usual

    def data(self, index: Cell, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What stands in a cell."""
        if not index.isValid() or index.row() >= len(self._texts):
            return None
        text = self._texts[index.row()]
        if role in {TEXT_ROLE, FACTS_ROLE}:
            return text if role == TEXT_ROLE else text.facts(self._sample)
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole}:
            return text.name if index.column() == NAME else text.group
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(text) if index.column() == NAME else "The group that it counts for. F2 changes it."
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            said = (text.facts(self._sample), text.problem or text.note)
            return ", ".join(filter(None, said)) if index.column() == NAME else "Group"
        return None

    def setData(self, index: Cell, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Takes a group that was typed."""
        if role != Qt.ItemDataRole.EditRole or not index.isValid() or index.column() != GROUP:
            return False
        text, group = self._texts[index.row()], " ".join(str(value).split())
        if group != text.group:
            text.group = group
            self.dataChanged.emit(index, index)
            self.group_changed.emit()
        return True

    def _tip(self, text: ComparedText) -> str:
        return "\n".join(filter(None, (shown(text.path), text.facts(self._sample), text.problem or text.note)))

    def _tell_all(self) -> None:
        if self._texts:
            self.dataChanged.emit(self.index(0, NAME), self.index(len(self._texts) - 1, GROUP))
