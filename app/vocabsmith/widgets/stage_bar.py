"""The bars of a run: one for each stage, and the thin bar by itself."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QSizePolicy, QVBoxLayout, QWidget

from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.icon import pixmap
from vocabsmith.widgets.labels import ElidedLabel, Label
from vocabsmith_resources.themes.palette import LIGHT, Palette

# QProgressBar counts in 32 bits, which 2^31 bytes of a corpus overflow: bars count in these steps instead.
STEPS = 10_000
_HEIGHT = 4


class ThinBar(QProgressBar):
    """A bar of 4 px without text. Unknown progress shows a part of the groove filled, and screen readers are told."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = LIGHT
        self._tone = "accent"
        self._known = True
        self.setRange(0, STEPS)
        self.setValue(0)
        self.setTextVisible(False)
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_fraction(self, fraction: float | None) -> None:
        """Shows 0 to 1, or None where the end is unknown. Repaints only if a pixel can change."""
        known = fraction is not None
        value = round(min(1.0, max(0.0, fraction or 0.0)) * STEPS)
        if known != self._known or value != self.value():
            self._known = known
            self.setValue(value)
            self.update()

    def set_tone(self, tone: str) -> None:
        """Colour of the filled part: "accent", "good", "secondary"."""
        self._tone = tone
        self.update()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours."""
        self._palette = palette
        self.update()

    def sizeHint(self) -> QSize:
        """4 px high."""
        return QSize(scaled(120), _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Narrower than a plain progress bar."""
        return QSize(scaled(40), _HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Paints groove and filled part."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        groove = QRectF(self.rect())
        painter.setBrush(QColor(self._palette.track))
        painter.drawRoundedRect(groove, 2, 2)
        painter.setBrush(QColor(getattr(self._palette, self._tone)))
        if not self._known:
            third = groove.width() / 3
            painter.setOpacity(0.55)
            painter.drawRoundedRect(QRectF(third, 0, third, groove.height()), 2, 2)
        elif self.value():
            filled = max(float(_HEIGHT), groove.width() * self.value() / STEPS)
            painter.drawRoundedRect(QRectF(0, 0, filled, groove.height()), 2, 2)
        painter.end()


class StageBar(QWidget):
    """One stage of a run: a sign, its title, how far it is, a thin bar, and a line about it.

    Attributes:
        state: "waiting", "running", "paused", "done" or "stopped".
    """

    def __init__(self, title: str, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hint = hint
        self._palette: Palette | None = None
        self.state = "waiting"
        self._fraction: float | None = 0.0
        self._sign = QLabel()
        self._title = ElidedLabel(title, "", Qt.TextElideMode.ElideRight)
        self._share = Label("")
        self.bar = ThinBar()
        self.bar.setAccessibleName(title)
        self._line = ElidedLabel(hint, "caption", Qt.TextElideMode.ElideRight)
        self._compose()
        self.set_waiting()

    def line(self) -> str:
        """The line under the bar."""
        return self._line.whole_text()

    def share(self) -> str:
        """What stands right of the title: "57 %" or the time it took."""
        return self._share.text()

    def set_waiting(self) -> None:
        """The stage has not begun: the line says what it does."""
        self._show("waiting", "", self._hint, 0.0)

    def set_running(self, fraction: float | None, text: str) -> None:
        """The stage works; `fraction` is None where the end is unknown."""
        share = "" if fraction is None else f"{int(min(1.0, fraction) * 100)} %"
        self._show("running", share, text, fraction)

    def set_paused(self, paused: bool) -> None:
        """The stage that works waits where it is, or goes on."""
        if paused:
            self._show("paused", "paused", self.line(), self._fraction)
        elif self.state == "paused":
            self.set_running(self._fraction, self.line())

    def set_done(self, took: str, text: str) -> None:
        """The stage has ended after the time `took`."""
        self._show("done", took, text, 1.0)

    def set_stopped(self, text: str) -> None:
        """The stage was stopped where it was."""
        self._show("stopped", "stopped", text, self.bar.value() / STEPS)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self.bar.apply_theme(palette)
        self._draw()

    def _compose(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._sign)
        head.addWidget(self._title, 1)
        head.addWidget(self._share)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.bar)
        column.addWidget(self._line)

    def _show(self, state: str, share: str, line: str, fraction: float | None) -> None:
        changed = state != self.state
        self.state = state
        self._share.setText(share)
        if line != self.line():
            self._line.set_text(line)
        self._fraction = fraction
        self.bar.setAccessibleDescription(", ".join(part for part in (state, line) if part))
        self.bar.set_fraction(fraction)
        if changed:
            self._draw()

    def _draw(self) -> None:
        if self._palette is None:
            return
        icon, tone, title_role, share_role = {
            "waiting": ("circle", "disabled", "muted", "secondary"),
            "running": ("dot", "accent", "running", "running"),
            "paused": ("pause", "warning", "running", "head"),
            "done": ("check", "good", "", "secondary"),
            "stopped": ("stop", "secondary", "", "secondary"),
        }[self.state]
        side = scaled(16)
        self._sign.setPixmap(pixmap(icon, getattr(self._palette, tone), side))
        self._sign.setFixedWidth(side)
        self._title.set_role("head" if title_role == "running" else title_role)
        self._share.set_role(share_role)
        self.bar.set_tone({"done": "good", "stopped": "secondary", "paused": "secondary"}.get(self.state, "accent"))
