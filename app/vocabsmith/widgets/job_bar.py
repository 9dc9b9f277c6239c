"""The bar at the foot of the window: the running job, whichever page is open, or the last word about one."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.icon import pixmap
from vocabsmith.widgets.labels import ElidedLabel, IconLabel, Label
from vocabsmith.widgets.panes import vertical_line
from vocabsmith.widgets.stage_bar import ThinBar
from vocabsmith.widgets.telling import announce
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_resources.themes.palette import LIGHT, Palette

HEIGHT = 40
_BAR_WIDTH = (80, 240)
_SIGNS = {"info": "info", "good": "check", "warning": "warning", "error": "error"}


@dataclass(frozen=True, slots=True)
class JobState:
    """What the bar says of a running job; empty texts are left out. `fraction` is None where the end is unknown."""

    title: str
    fraction: float | None = None
    figures: str = ""
    rate: str = ""
    left: str = ""


class JobBar(QFrame):
    """A sentence while nothing runs; title, bar, figures, rate and time left with Pause and Stop while a job does.

    Signals:
        pause_asked(bool): True for pause, False for resume.
        stop_asked()
        discard_asked()
    """

    pause_asked = Signal(bool)
    stop_asked = Signal()
    discard_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "frame")
        self._palette = LIGHT
        self._level = ""
        self._running = False
        self._paused = False
        self._sign = QLabel()
        self._sentence = ElidedLabel("Ready", "secondary", Qt.TextElideMode.ElideRight)
        self._title = Label("", "head")
        self.bar = ThinBar()
        self._figures, self._rate, self._left = (Label("", "secondary") for _ in range(3))
        self._rules = [self._rule(), self._rule()]
        self._pause = Button("Pause", "pause")
        self._stop = Button("Stop", "stop")
        self._discard = Button("Discard…", "trash", "flat")
        self._stop.setToolTip("End the job; what it has learned is kept")
        self._discard.setToolTip("End it and keep nothing")
        self._can_discard = False
        self._memory = IconLabel("memory", "", wrap=False)
        self._pause.clicked.connect(lambda: self.pause_asked.emit(not self._paused))
        self._stop.clicked.connect(self.stop_asked)
        self._discard.clicked.connect(self.discard_asked)
        self._compose()
        self.end_job()

    @property
    def running(self) -> bool:
        """Whether a job is shown."""
        return self._running

    def sentence(self) -> str:
        """The sentence shown while nothing runs."""
        return self._sentence.whole_text()

    def texts(self) -> JobState:
        """What is written about the running job."""
        return JobState(self._title.text(), None, self._figures.text(), self._rate.text(), self._left.text())

    def say(self, level: str, text: str) -> None:
        """Shows a sentence; `level` is "", "info", "good", "warning" or "error"."""
        self._level = level
        self._sentence.set_text(text)
        self._sentence.set_role(level if level in {"warning", "error"} else "secondary")
        self._draw_sign()
        if level:
            announce(self, text, urgent=level == "error")

    def begin_job(self, title: str, *, can_discard: bool = False) -> None:
        """Shows a job that has just begun; `can_discard`: it can be ended such that nothing is kept."""
        self._running = True
        self._can_discard = can_discard
        for label in (self._title, self._figures, self._rate, self._left):
            label.ensurePolished()  # hidden until now, it has not met its font yet
            label.setMinimumWidth(0)
        self.say("", "Ready")
        self.show_job(JobState(title))
        self.show_paused(False)
        self._draw_sign()
        self._arrange()

    def show_job(self, state: JobState) -> None:
        """Shows how far the job is."""
        title_changed = self._title.text() != state.title
        if title_changed:
            self._title.setText(state.title)
            self.bar.setAccessibleName(state.title)
            announce(self, state.title)  # stages, not figures: they change ten times a second
        self.bar.set_fraction(state.fraction)
        told = ((self._figures, state.figures), (self._rate, state.rate), (self._left, state.left))
        changed = [(label, text) for label, text in told if label.text() != text]
        for label, text in changed:
            label.setText(text)
            # Widths only grow while a job runs: growing numbers must not push the buttons about.
            label.setMinimumWidth(max(label.minimumWidth(), label.sizeHint().width()) if text else 0)
        if changed or title_changed:
            self._arrange()

    def show_paused(self, paused: bool) -> None:
        """Turns Pause into Resume and back."""
        self._paused = paused
        self._pause.setText("Resume" if paused else "Pause")
        self._pause.setToolTip("Go on with the job" if paused else "Let the job wait")
        self._pause.set_icon("play" if paused else "pause")
        self.bar.set_tone("secondary" if paused else "accent")

    def show_stopping(self) -> None:
        """Says that the job has been asked to end."""
        self._pause.setEnabled(False)
        self._stop.setEnabled(False)
        self._discard.setEnabled(False)
        self._stop.setText("Stopping…")

    def end_job(self) -> None:
        """Goes back to the sentence."""
        self._running = False
        for button in (self._pause, self._stop, self._discard):
            button.setEnabled(True)
        self._stop.setText("Stop")
        self._draw_sign()
        self._arrange()

    def set_memory(self, text: str) -> None:
        """Says how much memory is in use; "" where that is unknown."""
        self._memory.set_content("memory", text)
        self._memory.setVisible(bool(text))

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self.setFixedHeight(scaled(HEIGHT))
        self.bar.setMaximumWidth(scaled(_BAR_WIDTH[1]))
        self.bar.setMinimumWidth(scaled(_BAR_WIDTH[0]))
        spread_theme(self, palette)
        self._draw_sign()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leaves out what there is no room for."""
        super().resizeEvent(event)
        self._arrange()

    def _compose(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(10)
        row.addWidget(self._sign)
        row.addWidget(self._sentence, 100)  # all the room that the stretch would take
        row.addWidget(self._title)
        row.addWidget(self.bar, 1)
        row.addWidget(self._figures)
        for rule, label in zip(self._rules, (self._rate, self._left), strict=True):
            row.addWidget(rule)
            row.addWidget(label)
        row.addWidget(self._pause)
        row.addWidget(self._stop)
        row.addWidget(self._discard)
        row.addStretch(1)
        row.addWidget(self._memory)
        self._memory.setSizePolicy(self._memory.sizePolicy().Policy.Maximum, self._memory.sizePolicy().Policy.Preferred)

    def _arrange(self) -> None:
        """Shows what belongs to the present state and has room: the rate gives way first, then the figures."""
        running = self._running
        self._sentence.setVisible(not running)
        for widget in (self._title, self.bar, self._pause, self._stop):
            widget.setVisible(running)
        self._discard.setVisible(running and self._can_discard)
        room = self.width() - scaled(430) - self._title.sizeHint().width()
        room -= self._discard.sizeHint().width() + 10 if running and self._can_discard else 0
        for label, rule in ((self._left, self._rules[1]), (self._figures, None), (self._rate, self._rules[0])):
            wanted = running and bool(label.text())
            room -= label.sizeHint().width() + 21 if wanted else 0
            label.setVisible(wanted and room >= 0)
            if rule is not None:
                rule.setVisible(wanted and room >= 0)

    def _draw_sign(self) -> None:
        sign = "dot" if self._running else _SIGNS.get(self._level, "")
        tone = "accent" if self._running or self._level == "info" else self._level
        self._sign.setVisible(bool(sign))
        if sign:
            self._sign.setPixmap(pixmap(sign, getattr(self._palette, tone), scaled(16)))

    @staticmethod
    def _rule() -> QFrame:
        rule = vertical_line()
        rule.setFixedHeight(scaled(20))
        return rule
