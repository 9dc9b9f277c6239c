"""Which kinds, scripts and flags are listed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from vocabsmith.item_models.vocabulary_list import NOTHING
from vocabsmith.operations.vocabulary_marks import RARE_BELOW, Flag, Vocabulary
from vocabsmith.pages.vocabulary_page.looks import FLAG_LOOKS
from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.fields import SpinBox
from vocabsmith.widgets.flow_layout import FlowLayout
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.panes import SIDE
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.wording import grouped
from vocabsmith_engine.analysis import KIND_NAMES
from vocabsmith_resources.themes.palette import Palette

_MOST = 1_000_000_000
_BESIDE_TEXT = 40
_BELOW_WIDTH = 90
_OTHERS = -2  # of the scripts: what a bar of the chart gathers


class FilterBar(QWidget):
    """Two boxes and a button for each flag; what does not fit goes to a second row.

    Signals:
        changed(): other tokens are to be listed.
        below_changed(): tokens are rare below another number.
    """

    changed = Signal()
    below_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kinds = QComboBox()
        self.scripts = QComboBox()
        self.chips: Mapping[Flag, Button] = {flag: Button("", look.icon, "chip") for flag, look in FLAG_LOOKS.items()}
        self.below = SpinBox(1, _MOST, RARE_BELOW)
        self._scripts: frozenset[int] = frozenset()
        self._compose()
        self._connect()

    def _compose(self) -> None:
        row = FlowLayout(6)
        row.setContentsMargins(SIDE, 4, SIDE - 6, 8)
        for box, name in ((self.kinds, "Kind"), (self.scripts, "Script")):
            box.setAccessibleName(name)
            box.currentTextChanged.connect(lambda _, box=box: self._fit(box))
            row.addWidget(box)
        for flag, chip in self.chips.items():
            chip.setCheckable(True)
            chip.setToolTip(FLAG_LOOKS[flag].tip)
            if flag is not Flag.RARE:
                row.addWidget(chip)
        rare = QWidget()
        pair = QHBoxLayout(rare)
        pair.setContentsMargins(0, 0, 0, 0)
        pair.setSpacing(4)
        pair.addWidget(self.chips[Flag.RARE])
        pair.addWidget(self.below)
        row.addWidget(rare)
        self.below.setPrefix("under ")
        self.below.setAccessibleName("Uses below which a token is rare")
        self.below.setToolTip("Uses below which a token is rare")
        self.setLayout(row)
        self._fill(self.kinds, "All kinds", ())
        self._fill(self.scripts, "All scripts", ())
        self.show_counts(dict.fromkeys(Flag))

    def _connect(self) -> None:
        self.kinds.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.scripts.currentIndexChanged.connect(self._take_script)
        self.below.valueChanged.connect(self._take_below)
        for chip in self.chips.values():
            chip.toggled.connect(lambda _: self.changed.emit())

    # --- what is chosen

    def kind(self) -> int | None:
        """The kind that is listed, None for all."""
        chosen = self.kinds.currentData()
        return None if chosen is None else int(chosen)

    def chosen_scripts(self) -> frozenset[int]:
        """The scripts that are listed, empty for all."""
        return self._scripts

    def flags(self) -> frozenset[Flag]:
        """The flags of which a token must have one, empty for all tokens."""
        return frozenset(flag for flag, chip in self.chips.items() if chip.isChecked())

    def choose_scripts(self, scripts: frozenset[int]) -> None:
        """Lists these scripts only, or all again if they are listed already."""
        scripts = frozenset() if scripts == self._scripts else scripts
        self._scripts = scripts
        self.scripts.blockSignals(True)
        gathered = self.scripts.findData(_OTHERS)
        if gathered >= 0:
            self.scripts.removeItem(gathered)
        if len(scripts) > 1:
            self.scripts.addItem(f"{len(scripts)} others", _OTHERS)
        wanted = None if not scripts else next(iter(scripts)) if len(scripts) == 1 else _OTHERS
        self.scripts.setCurrentIndex(max(0, self.scripts.findData(wanted)) if wanted is not None else 0)
        self.scripts.blockSignals(False)
        self._fit(self.scripts)
        self.changed.emit()

    def clear(self) -> None:
        """Lists everything."""
        self._quietly(self._clear)
        self.changed.emit()

    def _clear(self) -> None:
        self._scripts = frozenset()
        for box in (self.kinds, self.scripts):
            box.setCurrentIndex(0)
        for chip in self.chips.values():
            chip.setChecked(False)

    # --- what there is

    def show_vocabulary(self, vocabulary: Vocabulary | None) -> None:
        """Offers the kinds and scripts that a vocabulary has; filters begin anew."""
        self._quietly(lambda: self._show(vocabulary))

    def _show(self, vocabulary: Vocabulary | None) -> None:
        self._clear()
        if vocabulary is None:
            self._fill(self.kinds, "All kinds", ())
            self._fill(self.scripts, "All scripts", ())
            return
        table = vocabulary.table
        self._fill(self.kinds, "All kinds", _entries(KIND_NAMES, np.bincount(table.kinds, minlength=len(KIND_NAMES))))
        scripts = np.bincount(table.scripts, minlength=len(table.script_names))
        self._fill(self.scripts, "All scripts", _entries(table.script_names, scripts))

    def _fill(self, box: QComboBox, everything: str, entries: tuple[tuple[str, int], ...]) -> None:
        box.clear()
        box.addItem(everything, None)
        for text, data in entries:
            box.addItem(text, data)
        texts = (everything, *(text for text, _ in entries))
        box.view().setMinimumWidth(max(map(box.fontMetrics().horizontalAdvance, texts)) + _BESIDE_TEXT)

    def _fit(self, box: QComboBox) -> None:
        """As wide as the entry that is chosen, and not as the longest of all."""
        box.ensurePolished()
        box.setFixedWidth(box.fontMetrics().horizontalAdvance(box.currentText()) + scaled(_BESIDE_TEXT))

    def show_counts(self, counts: Mapping[Flag, int | None]) -> None:
        """How many tokens have each flag; one that is not known yet cannot be chosen."""
        for flag, chip in self.chips.items():
            number = counts[flag]
            told = NOTHING if number is None else grouped(number)
            chip.setText(f"{FLAG_LOOKS[flag].name}  {told}")
            chip.setAccessibleName(f"{FLAG_LOOKS[flag].name}: {told}")
            chip.setEnabled(number is not None)
            if number is None and chip.isChecked():
                chip.setChecked(False)
        self.below.setEnabled(counts[Flag.RARE] is not None)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)
        self.below.setFixedWidth(scaled(_BELOW_WIDTH))
        for box in (self.kinds, self.scripts):
            self._fit(box)
        self.updateGeometry()

    def _take_script(self) -> None:
        chosen = self.scripts.currentData()
        if chosen != _OTHERS:
            self._scripts = frozenset() if chosen is None else frozenset({int(chosen)})
        self.changed.emit()

    def _take_below(self) -> None:
        self.below_changed.emit()
        if self.chips[Flag.RARE].isChecked():
            self.changed.emit()

    def _quietly(self, act: Callable[[], None]) -> None:
        for part in (self.kinds, self.scripts, *self.chips.values()):
            part.blockSignals(True)
        act()
        for part in (self.kinds, self.scripts, *self.chips.values()):
            part.blockSignals(False)
        for box in (self.kinds, self.scripts):
            self._fit(box)


def _entries(names: tuple[str, ...], counts: npt.NDArray[np.int64]) -> tuple[tuple[str, int], ...]:
    """What there is, with how many tokens, the most first."""
    there = [place for place in np.argsort(-counts, kind="stable").tolist() if counts[place]]
    return tuple((f"{names[place]}  {grouped(int(counts[place]))}", place) for place in there)
