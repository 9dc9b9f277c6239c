"""The row under the charts: any smaller vocabulary of the run that is shown, and what it would give."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QSlider, QVBoxLayout, QWidget

from vocabsmith import wording
from vocabsmith.pages.build_page.form_fields import NumberField
from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.labels import Label, SectionHead
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_resources.themes.palette import Palette

_HINT = "after a run"
_NOTHING = "–"
_WIDE = 600  # pixels that all parts take side by side
_STEPS = 256  # of the arrow keys, from one end of the slider to the other
_PAGES = 20

Curve = npt.NDArray[np.float64]


class SizeSlider(QWidget):
    """A number and a slider that move together; beside them the bytes per token at that size.

    It is there before the first run too, disabled, so that nothing moves when a run ends.

    Signals:
        size_changed(int): the user has chosen another size; not sent for `set_size`.
        use_asked(int): the vocabulary is to be used at this size.
    """

    size_changed = Signal(int)
    use_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead("Smaller vocabulary", _HINT)
        self.number = NumberField(0, 1, 0)
        self.number.setAccessibleName("Size of the smaller vocabulary")
        self.setToolTip(
            "Every smaller vocabulary of the run that is shown, at once: its merges are the first of these."
        )
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("Size of the smaller vocabulary, as a slider")
        self.figure = Label(_NOTHING, "figure")
        self._unit = Label("bytes per token", "secondary")
        self._held_out = Label("", "secondary")
        self.use = Button("Use this size")
        self._least, self._most = Label("", "caption"), Label("", "caption")
        self._curve: Curve | None = None
        self._held_out_curve: Curve | None = None
        self._smallest = 0
        self._used: int | None = None
        self._compose()
        self.number.valueChanged.connect(self._take)
        self.slider.valueChanged.connect(self._take)
        self.use.clicked.connect(lambda: self.use_asked.emit(self.size_chosen))
        self.clear()

    def _compose(self) -> None:
        left = _row((self.head, self.number, Label("tokens", "secondary")), wide=self.head)
        right = _row((self.figure, self._unit, self._held_out))
        right.addStretch(1)
        right.addWidget(self.use)
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._parts.setSpacing(8)
        self._parts.addLayout(left, 1)
        self._parts.addLayout(right)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 8)
        column.setSpacing(4)
        column.addLayout(self._parts)
        column.addLayout(_row((self._least, self.slider, self._most), wide=self.slider))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    # --- what it shows

    def clear(self) -> None:
        """No run is shown that has ended."""
        self._curve = self._held_out_curve = None
        self._used = None
        for label in (self._least, self._most, self._held_out):
            label.setText("")
        self.number.setSpecialValueText(_NOTHING)
        self._set_range(0, 0)
        self.figure.setText(_NOTHING)
        self.head.set_note(_HINT)
        self._enable(False)

    def show_run(self, smallest: int, bytes_per_token: Curve, held_out: Curve | None = None) -> None:
        """A run with one number for each size, from `smallest` (no merges) up; all of it is chosen."""
        self._smallest, self._curve, self._held_out_curve = smallest, bytes_per_token, held_out
        full = smallest + len(bytes_per_token) - 1
        self.number.setSpecialValueText("")
        self._set_range(smallest, full)
        span = max(1, full - smallest)
        self.slider.setSingleStep(max(1, span // _STEPS))
        self.slider.setPageStep(max(1, span // _PAGES))
        self.number.setSingleStep(max(1, span // _STEPS))
        self._least.setText(wording.grouped(smallest))
        self._most.setText(wording.grouped(full))
        self.head.set_note("")
        self._enable(full > smallest)
        self._show_figures()

    def show_used(self, size: int | None) -> None:
        """The size at which the current tokenizer is this run's; None if it is not."""
        self._used = size
        self._show_use()

    def set_size(self, size: int) -> None:
        """Choose a size without telling."""
        for field in (self.number, self.slider):
            field.blockSignals(True)
            field.setValue(size)
            field.blockSignals(False)
        self._show_figures()

    def _set_range(self, least: int, most: int) -> None:
        """Both fields go from `least` to `most`, and stand there."""
        for field in (self.number, self.slider):
            field.blockSignals(True)
            field.setRange(least, most)
            field.setValue(most)
            field.blockSignals(False)

    @property
    def size_chosen(self) -> int:
        """The size that is chosen."""
        return self.number.value()

    def bytes_per_token(self) -> str:
        """The figure as it is shown."""
        return self.figure.text()

    def held_out(self) -> str:
        """What is said of the held-out text, "" if nothing was held out."""
        return self._held_out.text()

    # --- look

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self.number.setMinimumWidth(scaled(96))
        self.figure.setMinimumWidth(self.figure.fontMetrics().horizontalAdvance("00.00"))
        spread_theme(self, palette)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Breaks the row in two where it has no room."""
        super().resizeEvent(event)
        self._arrange()

    def sizeHint(self) -> QSize:
        """The width is the grid's affair."""
        return QSize(scaled(_WIDE), super().sizeHint().height())

    def _arrange(self) -> None:
        wide = self.width() >= scaled(_WIDE)
        self._parts.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)

    # --- the user

    def _take(self, size: int) -> None:
        if self._curve is not None:
            self.set_size(size)
            self.size_changed.emit(size)

    def _show_figures(self) -> None:
        if self._curve is None:
            return
        merges = self.size_chosen - self._smallest
        self.figure.setText(wording.decimal(float(self._curve[merges])))
        if self._held_out_curve is not None:
            self._held_out.setText(f"{wording.decimal(float(self._held_out_curve[merges]))} held out")
        else:
            self._held_out.setText("")
        self._show_use()

    def _show_use(self) -> None:
        usable = self._curve is not None
        in_use = usable and self._used == self.size_chosen
        self.use.setText("In use" if in_use else "Use this size")
        self.use.setEnabled(usable and not in_use)
        self.use.set_kind("primary" if usable and not in_use else "")

    def _enable(self, enabled: bool) -> None:
        self.number.setEnabled(enabled)
        self.slider.setEnabled(enabled)
        self._show_use()


def _row(parts: Sequence[QWidget], wide: QWidget | None = None) -> QHBoxLayout:
    """Widgets side by side, `wide` taking the room that is left."""
    row = QHBoxLayout()
    row.setSpacing(8)
    for part in parts:
        row.addWidget(part, 1 if part is wide else 0)
    return row
