"""The files of an export: names and sizes before it, and after it the check that each has passed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from vocabsmith.widgets.labels import ElidedLabel, IconLabel, Label
from vocabsmith.widgets.panes import horizontal_line
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.wording import size
from vocabsmith_resources.themes.palette import Palette


@dataclass(frozen=True, slots=True)
class FileLine:
    """A file by name and bytes; `remark` is what is to be said of it, in a tone of the palette."""

    name: str
    bytes: int
    icon: str = ""
    remark: str = ""
    tone: str = "secondary"


class FileList(QFrame):
    """A line a file: name, size, remark."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette: Palette | None = None
        self._lines: tuple[FileLine, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._body = QWidget()
        self._column.addWidget(self._body)

    def lines(self) -> tuple[FileLine, ...]:
        """The files shown."""
        return self._lines

    def show_lines(self, lines: Iterable[FileLine]) -> None:
        """Shows other files."""
        self._lines = tuple(lines)
        body = QWidget()
        grid = QGridLayout(body)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(0, 5)
        grid.setColumnStretch(2, 6)
        for row, line in enumerate(self._lines):
            _fill_row(grid, 2 * row, line)
        self._column.replaceWidget(self._body, body)
        self._body.deleteLater()
        self._body = body
        if self._palette is not None:
            spread_theme(self, self._palette)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours."""
        self._palette = palette
        spread_theme(self, palette)


def _fill_row(grid: QGridLayout, row: int, line: FileLine) -> None:
    name = ElidedLabel(line.name, "mono", Qt.TextElideMode.ElideMiddle)
    name.setContentsMargins(0, 4, 0, 4)
    grid.addWidget(name, row, 0)
    amount = Label(size(line.bytes), "secondary")
    grid.addWidget(amount, row, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    if line.remark:
        remark = IconLabel(line.icon, line.remark, line.tone, wrap=False)
        remark.setToolTip(line.remark)
        grid.addWidget(remark, row, 2)
    grid.addWidget(horizontal_line(), row + 1, 0, 1, 3)


def planned_lines(files: Iterable[tuple[str, int]], existing: frozenset[str]) -> list[FileLine]:
    """Files as they would be written; one that stands there already is said to be replaced."""
    return [
        FileLine(name, amount, "warning", "replaces the file that is there", "warning")
        if name in existing
        else FileLine(name, amount)
        for name, amount in files
    ]


def total_size(lines: Sequence[FileLine]) -> str:
    """The size of all files together."""
    return size(sum(line.bytes for line in lines)) if lines else ""
