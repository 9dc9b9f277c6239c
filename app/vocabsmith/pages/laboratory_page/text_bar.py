"""Between the patterns and the text: where the text comes from, and the way from one difference to the next."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from vocabsmith.operations.preview_pieces import EXAMPLE, SampleLine
from vocabsmith.widgets.buttons import Button, IconButton
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.labels import ElidedLabel, Label
from vocabsmith.widgets.panes import SIDE
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.wording import count, grouped
from vocabsmith_resources.themes.palette import Palette

_HEIGHT = 40


class TextBar(QWidget):
    """Controls of the text.

    Signals:
        text_asked(str): this text is to be shown.
        file_asked(), clear_asked(): the user wants to choose a file, or an empty text.
        place_asked(int): the difference with that number, from 0, is to be shown.
    """

    text_asked = Signal(str)
    file_asked = Signal()
    clear_asked = Signal()
    place_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[SampleLine, ...] = ()
        self._line = -1
        self._differences = 0
        self._place = -1
        self.source = ElidedLabel("Type a text, or take a line of the corpus", "secondary", Qt.TextElideMode.ElideRight)
        self.example = Button("Example", kind="flat")
        self.corpus_line = Button("Line of the corpus", kind="flat")
        self.open_button = IconButton("folder", "Open a text file")
        self.marks = IconButton("pilcrow", "Show white space", checkable=True)
        self.clear_button = IconButton("trash", "Clear the text")
        self.told = Label("", "head")
        self.previous = IconButton("chevron-up", "Previous difference")
        self.next = IconButton("chevron-down", "Next difference")
        self._compose()
        self._connect()
        self.show_differences(None)
        self.set_lines((), 0)

    def _compose(self) -> None:
        self.marks.setChecked(True)
        self.next.setShortcut("F8")
        self.previous.setShortcut("Shift+F8")
        self.next.setToolTip("Next difference (F8)")
        self.previous.setToolTip("Previous difference (Shift+F8)")
        row = QHBoxLayout(self)
        row.setContentsMargins(SIDE, 0, SIDE - 6, 0)
        row.setSpacing(4)
        for widget in (self.example, self.corpus_line, self.open_button, self.marks, self.clear_button):
            row.addWidget(widget)
        row.addSpacing(4)
        row.addWidget(self.source.let_vanish(), 1)
        row.addWidget(self.told)
        row.addWidget(self.previous)
        row.addWidget(self.next)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _connect(self) -> None:
        self.example.clicked.connect(lambda: self._show("An example", EXAMPLE))
        self.corpus_line.clicked.connect(self._next_line)
        self.open_button.clicked.connect(self.file_asked)
        self.clear_button.clicked.connect(self.clear_asked)
        self.previous.clicked.connect(lambda: self._step(-1))
        self.next.clicked.connect(lambda: self._step(1))

    def set_lines(self, lines: Sequence[SampleLine], first: int) -> None:
        """The lines of the corpus that can be had; the first that is asked for is number `first`."""
        self._lines, self._line = tuple(lines), first - 1
        self.corpus_line.setEnabled(bool(lines))
        self.corpus_line.setToolTip("Show the next line of the corpus" if lines else "The corpus has no text yet")

    def show_source(self, text: str) -> None:
        """Says where the text comes from."""
        self.source.set_text(text)

    def show_differences(self, number: int | None) -> None:
        """How many differences there are now, None if nobody can say; the way begins anew."""
        self._differences, self._place = number or 0, -1
        self.told.setText("" if number is None else count(number, "difference") if number else "No difference")
        for button in (self.previous, self.next):
            button.setEnabled(self._differences > 0)

    def show_work(self) -> None:
        """Says that the text is still being cut; what is seen is older."""
        self.show_differences(None)
        self.told.setText("Cutting…")

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self.setFixedHeight(scaled(_HEIGHT))
        spread_theme(self, palette)

    def _next_line(self) -> None:
        self._line = (self._line + 1) % len(self._lines)
        self._show(self._lines[self._line].source, self._lines[self._line].text)

    def _show(self, source: str, text: str) -> None:
        self.text_asked.emit(text)
        self.show_source(source)

    def _step(self, by: int) -> None:
        start = -1 if by > 0 else 0
        place = self._place if self._place >= 0 else start
        self._place = (place + by) % self._differences
        self.told.setText(f"{grouped(self._place + 1)} of {count(self._differences, 'difference')}")
        self.place_asked.emit(self._place)
