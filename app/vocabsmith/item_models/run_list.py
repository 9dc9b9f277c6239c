"""The runs on the disk as a list: name, size, bytes per token, and which of them lie over the charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from vocabsmith import wording
from vocabsmith.item_models.run_words import second_line
from vocabsmith_engine.runs import RunInfo, RunState

ROW_ROLE = int(Qt.ItemDataRole.UserRole)
NOTHING: Mapping[str, float] = MappingProxyType({})
_Index = QModelIndex | QPersistentModelIndex
_CHECKED, _UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked


@dataclass(frozen=True, slots=True)
class RunRow:
    """What one row shows.

    Attributes:
        tone: which of the curves' colours and dashes is its own; 0 is the run that is shown, None draws no curve.
        shown: whether it is the run that the pane shows.
        sign: icon before the second line, "" for none.
    """

    id: str
    name: str
    line: str
    tokens: str
    bytes_per_token: str
    tone: int | None
    can_overlay: bool
    shown: bool
    sign: str = ""

    @property
    def spoken(self) -> str:
        """The row as a screen reader says it."""
        figures = f"{self.tokens} tokens, {self.bytes_per_token} bytes per token" if self.tokens else ""
        place = "shown" if self.shown else "over the charts" if self.tone is not None else ""
        return ", ".join(filter(None, (self.name, place, figures, self.line)))


class RunListModel(QAbstractListModel):
    """Newest first. A row is put together when it is looked at, so a thousand runs cost nothing.

    Signals:
        overlay_asked(str, bool): the tick of a run was set or taken away.
        name_asked(str, str): a run is to have another name.
    """

    overlay_asked = Signal(str, bool)
    name_asked = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runs: tuple[RunInfo, ...] = ()
        self._places: dict[str, int] = {}
        self._tones: dict[str, int] = {}
        self._sizes: dict[str, int] = {}
        self._counted: Mapping[str, float] = NOTHING
        self._shown = ""
        self._own = ""

    # --- what is in it

    def show_runs(self, runs: Sequence[RunInfo], counted: Mapping[str, float] = NOTHING) -> None:
        """List these and nothing else; `counted` is as in `RunListing`."""
        same = [run.id for run in runs] == [run.id for run in self._runs]
        if not same:
            self.beginResetModel()
        self._runs = tuple(runs)
        self._counted = counted
        self._places = {run.id: place for place, run in enumerate(runs)}
        if same:
            self._tell()
        else:
            self.endResetModel()

    def show_tones(self, tones: Mapping[str, int]) -> None:
        """Which runs lie over the charts, each with the number of its colour and dash, from 1 up."""
        self._tones = dict(tones)
        self._tell()

    def show_shown(self, shown: str, own: str) -> None:
        """The run that the pane shows, and the one that the window works on; "" for none."""
        self._shown, self._own = shown, own
        self._tell()

    def show_sizes(self, sizes: Mapping[str, int]) -> None:
        """Bytes that runs take on the disk."""
        self._sizes = dict(sizes)
        self._tell()

    def _tell(self) -> None:
        if self._runs:
            self.dataChanged.emit(self.index(0), self.index(len(self._runs) - 1))

    def run(self, index: _Index) -> RunInfo | None:
        """The run of a row."""
        return self._runs[index.row()] if index.isValid() and index.row() < len(self._runs) else None

    def index_of(self, run_id: str) -> QModelIndex:
        """The row of a run; not valid if it is not listed."""
        place = self._places.get(run_id)
        return QModelIndex() if place is None else self.index(place)

    def row(self, place: int) -> RunRow:
        """What a row shows."""
        info = self._runs[place]
        counted = info.state is not RunState.DAMAGED and bool(info.vocab_size)
        finished = info.state is RunState.FINISHED
        shown = info.id == self._shown
        return RunRow(
            id=info.id,
            name=info.name,
            line=second_line(
                info,
                datetime.now(),
                own=info.id == self._own,
                disk_bytes=self._sizes.get(info.id),
                counted=self._counted.get(info.id),
            ),
            tokens=wording.grouped(info.vocab_size) if counted else "",
            bytes_per_token=wording.decimal(info.bytes_per_token) if counted and finished else "",
            tone=0 if shown else self._tones.get(info.id),
            can_overlay=finished and not shown,
            shown=shown,
            sign=_sign_of(info),
        )

    # --- Qt's side

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        """As many rows as runs; a list has no rows below rows."""
        return 0 if parent.isValid() else len(self._runs)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """A finished run can be ticked; every sound one can be renamed."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        info = self.run(index)
        if info is not None and info.state is not RunState.DAMAGED:
            flags |= Qt.ItemFlag.ItemIsEditable
        if info is not None and info.state is RunState.FINISHED:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """The RunRow under ROW_ROLE, its words for screen readers, the tick, the name to be edited."""
        info = self.run(index)
        if info is None:
            return None
        if role == Qt.ItemDataRole.EditRole:
            return info.name
        row = self.row(index.row())
        if role == ROW_ROLE:
            return row
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return row.spoken
        if role == Qt.ItemDataRole.CheckStateRole and info.state is RunState.FINISHED:
            return _CHECKED if row.tone is not None else _UNCHECKED
        return f"{row.name}\n{row.line}" if role == Qt.ItemDataRole.ToolTipRole else None

    def setData(self, index: _Index, value: object, role: int = int(Qt.ItemDataRole.EditRole)) -> bool:
        """Asks for another tick or name; it is shown once that has been done."""
        info = self.run(index)
        if info is None:
            return False
        if role == Qt.ItemDataRole.CheckStateRole and info.id != self._shown:
            self.overlay_asked.emit(info.id, Qt.CheckState(value) == _CHECKED)
            return True
        name = str(value).strip()
        if role == Qt.ItemDataRole.EditRole and name and name != info.name:
            self.name_asked.emit(info.id, name)
            return True
        return False


def _sign_of(info: RunInfo) -> str:
    if info.state is RunState.DAMAGED:
        return "error"
    if info.living:
        return "dot"
    return "pause" if info.interrupted else ""
