"""A line of the corpus, or one of the user's own, cut into pieces: chips of colours in turn."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from vocabsmith import wording
from vocabsmith.operations.preview_pieces import EXAMPLE, LONGEST, PiecePreview, SampleLine, most_telling, sample_lines
from vocabsmith.tasks import LatestTask, TaskRunner
from vocabsmith.visible_tokens import visible_token
from vocabsmith.widgets.buttons import IconButton
from vocabsmith.widgets.chips import ROW_HEIGHT, Chip, ChipFlow, Mark, ground_of
from vocabsmith.widgets.fonts import mono, scaled
from vocabsmith.widgets.labels import ElidedLabel, Label
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_engine import Monitor, Source
from vocabsmith_resources.themes.palette import Palette

_TYPING_PAUSE = 120  # milliseconds without a key before the text is cut
_KEEPING_PAUSE = 800  # and before it is kept for the next start
_ROWS = 6  # of chips, before they scroll
_EXAMPLE_NAME = "Example line"
_OWN_NAME = "Your own text"


class ChipScroll(QScrollArea):
    """Chips that scroll when they are many. Up and Down scroll them from the keyboard."""

    def __init__(self, chips: ChipFlow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips = chips
        self.setWidget(chips)
        self.viewport().setAutoFillBackground(False)  # the ground is that of the box around it
        chips.setAutoFillBackground(False)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Pieces of the line")

    def fit(self) -> None:
        """Take the height of the chips, up to six rows of them; what is not seen can be scrolled to by key."""
        needed = self._chips.heightForWidth(self.viewport().width())
        height = min(max(needed, scaled(ROW_HEIGHT)), _ROWS * scaled(ROW_HEIGHT))
        self.setFixedHeight(height)
        self._chips.setMinimumHeight(needed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if needed > height else Qt.FocusPolicy.NoFocus)

    def resizeEvent(self, event: object) -> None:
        """Another width has another number of rows."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self.fit()


class OwnText(QPlainTextEdit):
    """Two lines for a text of the user's own; Tab goes on to the next field."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptDrops(False)
        self.setTabChangesFocus(True)
        self.setPlaceholderText("Type or paste a text to cut")
        self.setAccessibleName("Text to cut")
        self.setAccessibleDescription("It is cut while you type, and kept for the next time.")


class PiecesPreview(QFrame):
    """Which line is shown, and how it is cut.

    Signals:
        text_changed: another line is to be cut.
        own_changed(bool, str): the user shows a text of their own, or the corpus again; and that text.
    """

    text_changed = Signal()
    own_changed = Signal(bool, str)

    def __init__(self, tasks: TaskRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "box")
        self._latest = LatestTask(tasks, self)
        self._sources: tuple[Source, ...] = ()
        self._lines: tuple[SampleLine, ...] = ()
        self._place = 0
        self._name = ElidedLabel("", "secondary")
        self._count = Label("", "secondary")
        self.previous = IconButton("chevron-left", "The line before", 24)
        self.next = IconButton("chevron-right", "The next line", 24)
        self.own_button = IconButton("pencil", "Cut a text of your own", 24, checkable=True)
        self.own = OwnText()
        self.chips = ChipFlow()
        self._scroll = ChipScroll(self.chips)
        self._pause = QTimer(self, singleShot=True, interval=_TYPING_PAUSE)
        self._keeping = QTimer(self, singleShot=True, interval=_KEEPING_PAUSE)
        self._compose()
        self._connect()
        self._show_line()

    def _compose(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(2)
        head.addWidget(self._name, 1)
        head.addWidget(self._count)
        head.addSpacing(4)
        for button in (self.previous, self.next, self.own_button):
            head.addWidget(button)
        inner = QVBoxLayout(self)
        inner.setContentsMargins(8, 4, 8, 8)
        inner.setSpacing(4)
        inner.addLayout(head)
        inner.addWidget(self.own)
        inner.addWidget(self._scroll)
        self.own.hide()

    def _connect(self) -> None:
        self.previous.clicked.connect(lambda: self._step(-1))
        self.next.clicked.connect(lambda: self._step(1))
        self.own_button.clicked.connect(self._turn)
        self.own.textChanged.connect(self._pause.start)
        self.own.textChanged.connect(self._keeping.start)
        self._pause.timeout.connect(self.text_changed)
        self._keeping.timeout.connect(self._keep_own)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)
        self.chips.apply_theme(palette)
        self.own.setFont(mono(9.5))
        self.own.setFixedHeight(scaled(52))
        self._scroll.fit()

    # --- the text

    def text(self) -> str:
        """The text to be cut now."""
        if self.own_button.isChecked():
            return self.own.toPlainText()[:LONGEST]
        return self._lines[self._place].text if self._lines else EXAMPLE

    def name(self) -> str:
        """Where it is from."""
        return self._name.whole_text()

    def set_sources(self, sources: Sequence[Source]) -> None:
        """The corpus whose lines are shown; they are read in the background."""
        if tuple(sources) == self._sources:
            return
        self._sources = read = tuple(sources)

        def lines(monitor: Monitor) -> tuple[tuple[SampleLine, ...], int]:
            found = sample_lines(sources=read, monitor=monitor)
            return found, most_telling(found)

        self._latest.submit(lines, on_done=lambda found: self._show_lines(*found), on_failed=lambda _error: None)

    def show_own(self, shown: bool, text: str) -> None:
        """Show the text of the user's own, or a line of the corpus; tells nobody but `text_changed`."""
        self.own.blockSignals(True)
        self.own.setPlainText(text)
        self.own.blockSignals(False)
        self.own_button.setChecked(shown)
        self._show_line()

    # --- the pieces

    def show_pieces(self, preview: PiecePreview) -> None:
        """Show the text that was asked for, cut."""
        chips = []
        for place, piece in enumerate(preview.pieces):
            shown = visible_token(piece.text.encode(errors="replace"))
            chips.append(Chip(shown, mark=Mark.SPECIAL) if piece.special else Chip(shown, ground_of(place)))
        self.chips.set_chips(chips)
        self.chips.setEnabled(True)
        self.chips.setAccessibleName("; ".join(chip.text for chip in chips[:100]))
        self._count.setText(wording.count(len(preview.pieces), "piece"))
        self._scroll.verticalScrollBar().setValue(0)
        self._scroll.fit()

    def show_nothing(self) -> None:
        """The text cannot be cut now: what is seen is no answer."""
        self.chips.set_chips(())
        self._count.setText("")
        self._scroll.fit()

    # --- what the user does

    def _step(self, by: int) -> None:
        self._place = (self._place + by) % max(1, len(self._lines))
        self._show_line()

    def _turn(self) -> None:
        if self.own_button.isChecked() and not self.own.toPlainText():
            self.own.blockSignals(True)
            self.own.setPlainText(self._lines[self._place].text if self._lines else EXAMPLE)
            self.own.blockSignals(False)
        self._show_line()
        if self.own_button.isChecked():
            self.own.setFocus()
            self.own.selectAll()
        self._keep_own()

    def _keep_own(self) -> None:
        self.own_changed.emit(self.own_button.isChecked(), self.own.toPlainText()[:LONGEST])

    def _show_lines(self, lines: tuple[SampleLine, ...], first: int) -> None:
        self._lines, self._place = lines, first
        self._show_line()

    def _show_line(self) -> None:
        own = self.own_button.isChecked()
        self.own.setVisible(own)
        several = len(self._lines) > 1
        for button in (self.previous, self.next):
            button.setVisible(not own)
            button.setEnabled(several)
        tip = "Back to the lines of the corpus" if own else "Cut a text of your own"
        self.own_button.set_icon("pencil", tip)
        corpus = self._lines[self._place].source if self._lines else _EXAMPLE_NAME
        self._name.set_text(_OWN_NAME if own else corpus)
        self.text_changed.emit()
