"""The merges inside the piece, one at a time."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSlider, QVBoxLayout, QWidget

from vocabsmith.operations.token_details import TokenDetails
from vocabsmith.pages.inspect_page.merge_story import joined_at, ladder_of
from vocabsmith.widgets.buttons import IconButton
from vocabsmith.widgets.chips import CHIP_HEIGHT, Chip, chip_width, merge_width, paint_chip, paint_merge
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.labels import Label
from vocabsmith.widgets.step_ladder import LadderRow, StepLadder
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.wording import count, grouped
from vocabsmith_engine.analysis.merge_steps import LONGEST_PIECE
from vocabsmith_resources.themes.palette import LIGHT, Palette

_BEAT = 600  # milliseconds a state is shown for


class StepsSection(QWidget):
    """A slider over the states of the piece, and the states.

    Signals:
        stepped(int): another state is the present one.
    """

    stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[LadderRow] = []
        self.number = Label("", "secondary")
        self.joined = JoinedChips()
        self.remark = Label("", "secondary", wrap=True)
        self.back = IconButton("chevron-left", "One merge back", 24)
        self.forth = IconButton("chevron-right", "One merge on", 24)
        self.play = IconButton("play", "Replay from the bytes", 24)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.ladder = StepLadder()
        self._beat = QTimer(self, interval=_BEAT)
        self._controls = QWidget()
        self._compose()
        self._connect()

    def _compose(self) -> None:
        self.slider.setAccessibleName("Step")
        self.slider.setPageStep(1)
        head = QHBoxLayout()
        head.setContentsMargins(16, 8, 16, 0)
        head.setSpacing(8)
        head.addWidget(Label("Step by step", "head"))
        head.addStretch(1)
        head.addWidget(self.number)
        head.addWidget(self.joined)
        controls = QHBoxLayout(self._controls)
        controls.setContentsMargins(12, 0, 12, 0)
        controls.setSpacing(4)
        for widget in (self.back, self.slider, self.forth, self.play):
            controls.addWidget(widget, 1 if widget is self.slider else 0)
        self.remark.setContentsMargins(16, 0, 16, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 12)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.remark)
        column.addWidget(self._controls)
        column.addWidget(self.ladder)

    def _connect(self) -> None:
        self.slider.valueChanged.connect(self._show_step)
        self.ladder.chosen.connect(self._go)
        self.back.clicked.connect(lambda: self._go(self.slider.value() - 1))
        self.forth.clicked.connect(lambda: self._go(self.slider.value() + 1))
        self.play.clicked.connect(self._play)
        self._beat.timeout.connect(self._on_beat)

    def show_details(self, details: TokenDetails) -> None:
        """Shows the piece of another token, fully merged."""
        self._stop()
        self._rows = ladder_of(details)
        self.ladder.set_rows(self._rows)
        shown = len(self._rows) > 1
        for widget in (self._controls, self.number, self.joined, self.ladder):
            widget.setVisible(shown)
        self.remark.setText("" if shown else _why_none(details))
        self.remark.setVisible(not shown)
        self.slider.blockSignals(True)
        self.slider.setRange(0, max(0, len(self._rows) - 1))
        self.slider.setValue(self.slider.maximum())
        self.slider.blockSignals(False)
        if shown:
            self._show_step(self.slider.value())

    @property
    def playing(self) -> bool:
        """Whether the merges are being replayed."""
        return self._beat.isActive()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)

    def hideEvent(self, event: QHideEvent) -> None:
        """What nobody sees does not play on."""
        super().hideEvent(event)
        self._stop()

    # --- inside

    def _go(self, row: int) -> None:
        self._stop()
        self.slider.setValue(row)

    def _show_step(self, row: int) -> None:
        self.ladder.set_current(row)
        self.number.setText(f"step {grouped(row)} of {grouped(len(self._rows) - 1)}")
        self.joined.set_merge(joined_at(self._rows, row))
        self.back.setEnabled(row > 0)
        self.forth.setEnabled(row < self.slider.maximum())
        self.stepped.emit(row)

    def _play(self) -> None:
        if self._beat.isActive():
            self._stop()
            return
        if self.slider.value() == self.slider.maximum():
            self.slider.setValue(0)
        self._beat.start()
        self.play.set_icon("pause", "Pause")

    def _on_beat(self) -> None:
        self.slider.setValue(self.slider.value() + 1)
        if self.slider.value() == self.slider.maximum():
            self._stop()

    def _stop(self) -> None:
        self._beat.stop()
        self.play.set_icon("play", "Replay from the bytes")


class JoinedChips(QWidget):
    """The merge of a step: `Ġs + p → Ġsp`; only the new token where there is no room for all."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = LIGHT
        self._merge: tuple[Chip, Chip, Chip] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_merge(self, merge: tuple[Chip, Chip, Chip] | None) -> None:
        """Shows another merge, or none."""
        self._merge = merge
        self.updateGeometry()
        self.update()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """The whole merge."""
        return QSize(round(self._whole_width()), scaled(CHIP_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Nothing: the ladder below shows the same."""
        return QSize(0, scaled(CHIP_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Paints the merge at the right."""
        if self._merge is None:
            return
        painter = QPainter(self)
        whole = self._whole_width()
        if whole <= self.width() + 1:
            paint_merge(painter, QPointF(self.width() - whole, 0), self._merge, self._palette)
        else:
            width = min(chip_width(self._merge[2].text), self.width())
            paint_chip(painter, QPointF(self.width() - width, 0), self._merge[2], self._palette, max_width=self.width())
        painter.end()

    def _whole_width(self) -> float:
        return 0.0 if self._merge is None else merge_width(self._merge)


def _why_none(details: TokenDetails) -> str:
    if details.piece is None:
        return "Special tokens are cut out whole."
    if details.by_scores:
        return "The model goes by scores and has no merges."
    if len(details.piece.bytes) > LONGEST_PIECE:
        return f"The piece has {count(len(details.piece.bytes), 'byte')}; steps are listed up to {LONGEST_PIECE:,}."
    return "Nothing in this piece is merged."
