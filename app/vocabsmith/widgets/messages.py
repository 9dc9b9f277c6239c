"""Messages in place, and what stands where there is nothing yet."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.icon import pixmap
from vocabsmith.widgets.labels import Label
from vocabsmith.widgets.telling import announce
from vocabsmith.widgets.theme import set_property, spread_theme
from vocabsmith_resources.themes.palette import Palette

_ICONS = {"info": "info", "good": "check", "warning": "warning", "error": "error"}
_WORDS = {"info": "", "good": "", "warning": "Warning: ", "error": "Error: "}  # for those who cannot see the icon
_TONES = {"info": "accent", "good": "good", "warning": "warning", "error": "error"}


class InlineMessage(QFrame):
    """A sentence beside what it is about, with an icon and a ground for its level; hidden while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette: Palette | None = None
        self.level = ""
        self.setProperty("kind", "message")
        self._picture = QLabel()
        self._text = Label("", wrap=True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.button = Button("")
        self.button.clicked.connect(self._step)
        self._next_step: Callable[[], None] | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(8)
        row.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._text, 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.hide()

    def text(self) -> str:
        """The sentence, "" while hidden."""
        return self._text.text()

    def show_message(self, level: str, text: str, step: str = "", next_step: Callable[[], None] | None = None) -> None:
        """Shows a sentence; `level` is "info", "good", "warning" or "error". A button `step` does `next_step`."""
        self.level = level
        self._next_step = next_step
        self.button.setText(step)
        self.button.setVisible(next_step is not None)
        self._text.setText(text)
        self.setAccessibleName(text)
        set_property(self, "level", level)
        self._draw()
        self.show()
        announce(self, f"{_WORDS[level]}{text}", urgent=level == "error")

    def clear(self) -> None:
        """Takes the sentence away."""
        self.level = ""
        self._next_step = None
        self._text.setText("")
        self.hide()

    def apply_theme(self, palette: Palette) -> None:
        """Draws the icon in the colour of the level."""
        self._palette = palette
        self.button.apply_theme(palette)
        self._draw()

    def _step(self) -> None:
        if self._next_step is not None:
            self._next_step()

    def _draw(self) -> None:
        if self._palette is not None and self.level:
            colour = getattr(self._palette, _TONES[self.level])
            self._picture.setPixmap(pixmap(_ICONS[self.level], colour, scaled(16)))


class EmptyState(QWidget):
    """What a place is for and the one next step, in the middle of the empty place."""

    def __init__(self, icon: str, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self._picture = QLabel()
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._title = Label(title, "figure", wrap=True)
        self._text = Label(text, "secondary", wrap=True)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        column.addStretch(1)
        column.addWidget(self._picture)
        for label in (self._title, self._text):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(label)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addLayout(self._buttons)
        row.addStretch(1)
        column.addSpacing(8)
        column.addLayout(row)
        column.addStretch(1)

    def say(self, title: str, text: str) -> None:
        """Says something else."""
        self._title.setText(title)
        self._text.setText(text)

    def add_button(self, button: Button) -> None:
        """Adds a next step under the text."""
        self._buttons.addWidget(button)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Puts the buttons below each other where they have no room side by side."""
        super().resizeEvent(event)
        self._arrange()

    def apply_theme(self, palette: Palette) -> None:
        """Draws the icon in the secondary colour."""
        self._picture.setPixmap(pixmap(self._icon, palette.secondary, scaled(32)))
        spread_theme(self, palette)
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        """As wide as its widest button, since the buttons can stand below each other."""
        least = super().minimumSizeHint()
        widest = max((button.sizeHint().width() for button in self._steps()), default=0)
        return QSize(min(least.width(), max(scaled(120), widest + 32)), least.height())

    def _steps(self) -> list[QWidget]:
        items = (self._buttons.itemAt(place) for place in range(self._buttons.count()))
        return [widget for item in items if item is not None and (widget := item.widget()) is not None]

    def _arrange(self) -> None:
        widths = [button.sizeHint().width() for button in self._steps()]
        side_by_side = sum(widths) + 8 * len(widths) + 32 <= self.width()
        direction = QBoxLayout.Direction.LeftToRight if side_by_side else QBoxLayout.Direction.TopToBottom
        self._buttons.setDirection(direction)
