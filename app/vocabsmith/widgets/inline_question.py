"""A question in place: a sentence and a few answers, instead of a dialog that covers what it is about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QGridLayout, QSizePolicy, QWidget

from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.labels import IconLabel
from vocabsmith.widgets.telling import announce
from vocabsmith.widgets.theme import set_property, spread_theme
from vocabsmith_resources.themes.palette import Palette

_TONES = {"info": "secondary", "warning": "warning", "error": "error"}
_SENTENCE = 220  # pixels that a sentence needs beside its answers


@dataclass(frozen=True, slots=True)
class Answer:
    """A button under a question. `kind` is that of a `Button`: "primary" for the one that is offered first."""

    text: str
    act: Callable[[], None]
    kind: str = ""
    description: str = ""


class InlineQuestion(QFrame):
    """Hidden while there is nothing to ask. Escape is the last answer, which changes nothing.

    Signals:
        answered: a button was pressed, or Escape; sent after what the answer does.
    """

    answered = Signal()

    def __init__(self, before: QWidget | None = None, parent: QWidget | None = None) -> None:
        """`before` is the control that the keys come to before the answers."""
        super().__init__(parent)
        self._before = before
        self._palette: Palette | None = None
        self._answers: tuple[Answer, ...] = ()
        self.buttons: list[Button] = []
        self.setProperty("kind", "message")
        self._sentence = IconLabel("info")
        self._grid = QGridLayout()
        self._grid.setSpacing(8)
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._parts.setContentsMargins(12, 6, 12, 6)
        self._parts.setSpacing(6)
        self._parts.addWidget(self._sentence, 1, Qt.AlignmentFlag.AlignVCenter)
        self._parts.addLayout(self._grid)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.hide()

    def text(self) -> str:
        """The question, "" while hidden."""
        return self._sentence.text() if self._answers else ""

    def button(self, text: str) -> Button:
        """The button of an answer."""
        return next(button for button in self.buttons if button.text() == text)

    def ask(self, level: str, text: str, answers: Sequence[Answer]) -> None:
        """Show a question; `level` is "info", "warning" or "error". The last answer is that of Escape."""
        self._answers = tuple(answers)
        self._sentence.set_content(level, text, _TONES[level])
        self.setAccessibleName(text)
        set_property(self, "level", level)
        self._make_buttons()
        self.show()
        if self._palette is not None:
            self.apply_theme(self._palette)
        announce(self, " ".join([text, *(f"{answer.text}?" for answer in answers)]), urgent=True)

    def take_focus(self) -> None:
        """For a question that the user has brought about: the keys go to the answer that changes nothing."""
        if self.buttons:
            self.buttons[-1].setFocus(Qt.FocusReason.OtherFocusReason)

    def clear(self) -> None:
        """Ask nothing."""
        self._answers = ()
        self.hide()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        spread_theme(self, palette)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Puts the answers below the sentence where there is no room beside it."""
        super().resizeEvent(event)
        self._arrange()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape is the last answer."""
        if event.key() == Qt.Key.Key_Escape and self._answers:
            self._answer(self._answers[-1])
        else:
            super().keyPressEvent(event)

    def _make_buttons(self) -> None:
        for old in self.buttons:
            self._grid.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.buttons = []
        before = self._before
        for answer in self._answers:
            button = Button(answer.text, kind=answer.kind, parent=self)
            button.setAccessibleDescription(answer.description or self._sentence.text())
            button.setToolTip(answer.description)
            button.clicked.connect(lambda _=False, answer=answer: self._answer(answer))
            self.buttons.append(button)
            if before is not None:
                QWidget.setTabOrder(before, button)
            before = button

    def _answer(self, answer: Answer) -> None:
        self.clear()
        answer.act()
        self.answered.emit()

    def _arrange(self) -> None:
        """All answers beside the sentence, or below it in one row, or in as many rows as they need."""
        widths = [button.sizeHint().width() + 8 for button in self.buttons]
        room = self.width() - 24
        beside = room - sum(widths) >= scaled(_SENTENCE)
        self._parts.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        columns = len(widths)
        if not beside:
            while columns > 1 and _width_in(columns, widths) > room + 8:
                columns -= 1
        for place, button in enumerate(self.buttons):
            self._grid.addWidget(button, place // columns, place % columns)
        self._grid.setAlignment(Qt.AlignmentFlag.AlignLeft)


def _width_in(columns: int, widths: Sequence[int]) -> int:
    """What the columns take together, each as wide as its widest button."""
    return sum(max(widths[column::columns]) for column in range(columns))
