"""The left half of the dialog: formats with what each cannot carry, and the roles of special tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from vocabsmith.operations.export_tokenizer import ROLES
from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith.widgets.labels import ElidedLabel, IconLabel, Label
from vocabsmith.widgets.panes import horizontal_line
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_engine.formats import Note
from vocabsmith_resources.themes.palette import Palette

_SIDE = 20
_SIGNS = {"info": ("info", "secondary"), "warning": ("warning", "warning"), "refused": ("error", "error")}
_CHOSEN_AT_FIRST = ("huggingface", "gpt2", "tiktoken")  # the others lose something, or serve one program


def _short_list(files: Sequence[str]) -> str:
    """All names if there are two at most, otherwise the first and how many more."""
    return ", ".join(files) if len(files) <= 2 else f"{files[0]} and {len(files) - 1} more"


class FormatRow(QWidget):
    """One format: a check box, its files, and a line for everything it cannot carry.

    Signals:
        toggled: the user ticked it, or took the tick away.
    """

    toggled = Signal()

    def __init__(self, name: str, label: str, chosen: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self._palette: Palette | None = None
        self._wanted = chosen
        self._lines: list[IconLabel] = []
        self.box = QCheckBox(label)
        self.box.setFont(sans(bold=True))
        self.box.setChecked(chosen)
        self.box.clicked.connect(self._choose)
        self._files = ElidedLabel("", "mono", Qt.TextElideMode.ElideRight).let_vanish()
        self._files.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self.box)
        head.addWidget(self._files, 1)
        self._notes = QVBoxLayout()
        self._notes.setContentsMargins(scaled(14) + 8, 0, 0, 0)
        self._notes.setSpacing(4)
        column = QVBoxLayout(self)
        column.setContentsMargins(_SIDE, 10, _SIDE, 10)
        column.setSpacing(4)
        column.addLayout(head)
        column.addLayout(self._notes)

    @property
    def chosen(self) -> bool:
        """Whether the format is to be saved."""
        return self.box.isEnabled() and self.box.isChecked()

    def show_plan(self, files: Sequence[str], notes: Sequence[Note]) -> None:
        """Shows what saving would write and lose. A refused format cannot be ticked; it says why."""
        refused = any(note.level == "refused" for note in notes)
        self.box.setEnabled(not refused)
        self.box.setChecked(self._wanted and not refused)
        self._files.set_text(_short_list(files))
        self._files.setToolTip("\n".join(files))
        for line in self._lines:
            line.deleteLater()
        signs = [(*_SIGNS[note.level], note.text) for note in notes] or [("check", "good", "Carries everything.")]
        self._lines = [IconLabel(icon, text, tone) for icon, tone, text in signs]
        for line in self._lines:
            self._notes.addWidget(line)
        if self._palette is not None:
            spread_theme(self, self._palette)

    def notes(self) -> list[str]:
        """The lines shown under the format."""
        return [line.text() for line in self._lines]

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours."""
        self._palette = palette
        spread_theme(self, palette)

    def _choose(self, chosen: bool) -> None:
        self._wanted = chosen
        self.toggled.emit()


class FormatList(QWidget):
    """All formats, below each other.

    Signals:
        changed: another set of formats is chosen.
    """

    changed = Signal()

    def __init__(self, options: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = {name: FormatRow(name, label, chosen=name in _CHOSEN_AT_FIRST) for name, label in options.items()}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for row in self.rows.values():
            row.toggled.connect(self.changed)
            column.addWidget(row)
            column.addWidget(horizontal_line())
        column.addStretch(1)

    def chosen(self) -> list[str]:
        """Names of the formats to be saved."""
        return [name for name, row in self.rows.items() if row.chosen]


class RoleGrid(QWidget):
    """Which special token begins a text, ends it, fills it up, stands for the unknown.

    Signals:
        changed: a role was given to another token.
    """

    changed = Signal()

    def __init__(self, tokens: Sequence[str], roles: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._combos: dict[str, QComboBox] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        for place, role in enumerate(ROLES):
            label = Label(role)
            combo = self._combo(tokens, roles.get(role, ""))
            label.setBuddy(combo)
            combo.setAccessibleName(f"Token for the role {role}")
            self._combos[role] = combo
            row, pair = divmod(place, 2)
            grid.addWidget(label, row, 2 * pair)
            grid.addWidget(combo, row, 2 * pair + 1)
            grid.setColumnStretch(2 * pair + 1, 1)

    def roles(self) -> dict[str, str]:
        """The roles that were given, by name."""
        return {role: combo.currentData() for role, combo in self._combos.items() if combo.currentData()}

    def choose(self, role: str, token: str) -> None:
        """Gives a role to a token, "" for none."""
        self._combos[role].setCurrentIndex(self._combos[role].findData(token))

    def _combo(self, tokens: Sequence[str], chosen: str) -> QComboBox:
        combo = QComboBox()
        combo.setMinimumContentsLength(8)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        with QSignalBlocker(combo):
            combo.addItem("none", "")
            for token in tokens:
                combo.addItem(token, token)
            combo.setCurrentIndex(max(0, combo.findData(chosen)))
        combo.currentIndexChanged.connect(self.changed)
        return combo
