"""Names of the curves on a chart, each behind a piece of its curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from vocabsmith.plots.styles import LegendEntry
from vocabsmith_resources.themes.palette import LIGHT, Palette

SAMPLE = 26.0  # length of the piece of curve
_AFTER_SAMPLE = 5.0
_BETWEEN = 12.0
_LEAST_NAME = 40.0  # pixels of a name that are worth showing
_CUT = Qt.TextElideMode.ElideRight


@dataclass(frozen=True, slots=True)
class PlacedEntry:
    """An entry in a row: where its sample begins and what of its name has room; no entry for "+2"."""

    left: float
    text: str
    entry: LegendEntry | None

    @property
    def text_left(self) -> float:
        """Where the name begins."""
        return self.left if self.entry is None else self.left + SAMPLE + _AFTER_SAMPLE


def placed_in_row(entries: Sequence[LegendEntry], width: float, metrics: QFontMetricsF) -> tuple[PlacedEntry, ...]:
    """As many entries as have room from 0 to `width`, the last name cut short, and how many are left out."""
    placed: list[PlacedEntry] = []
    left = 0.0
    for number, entry in enumerate(entries):
        rest = len(entries) - number - 1
        more = metrics.horizontalAdvance(f"+{rest}") + _BETWEEN if rest else 0.0
        room = width - left - SAMPLE - _AFTER_SAMPLE
        full = metrics.horizontalAdvance(entry.name)
        if room < min(full, _LEAST_NAME) + (more if full + more > room else 0.0):
            placed.append(PlacedEntry(left, f"+{rest + 1}", None))
            break
        text = entry.name if full + more <= room else metrics.elidedText(entry.name, _CUT, room - more)
        placed.append(PlacedEntry(left, text, entry))
        left += SAMPLE + _AFTER_SAMPLE + metrics.horizontalAdvance(text) + _BETWEEN
    return tuple(placed)


class Legend(QWidget):
    """One row, at the right of its place; the tooltip and the description name every curve."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette: Palette = LIGHT
        self._entries: tuple[LegendEntry, ...] = ()
        self.setAccessibleName("Legend")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_entries(self, entries: Sequence[LegendEntry], palette: Palette) -> None:
        """Show these."""
        self._palette = palette
        self._entries = tuple(entries)
        names = ", ".join(entry.name for entry in self._entries)
        self.setToolTip("\n".join(entry.name for entry in self._entries))
        self.setAccessibleDescription(names)
        self.update()

    def sizeHint(self) -> QSize:
        """One line of text."""
        return QSize(0, self.fontMetrics().height() + 2)

    def minimumSizeHint(self) -> QSize:
        """One line of text, however narrow."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Samples and names."""
        metrics = QFontMetricsF(self.font())
        placed = placed_in_row(self._entries, self.width(), metrics)
        if not placed:
            return
        painter = QPainter(self)
        last = placed[-1]
        spare = self.width() - last.text_left - metrics.horizontalAdvance(last.text)
        painter.translate(max(0.0, spare), 0.0)
        paint_entries(painter, placed, metrics, self._palette)


def paint_entries(painter: QPainter, placed: Sequence[PlacedEntry], metrics: QFontMetricsF, palette: Palette) -> None:
    """Paint a row with its top at 0, in the font of the painter."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    baseline = metrics.ascent() + 1
    middle = baseline - metrics.xHeight() / 2
    for item in placed:
        if item.entry is not None:
            painter.setPen(item.entry.style.pen())
            painter.drawLine(QPointF(item.left, middle), QPointF(item.left + SAMPLE, middle))
        painter.setPen(QColor(palette.secondary))
        painter.drawText(QPointF(item.text_left, baseline), item.text)
