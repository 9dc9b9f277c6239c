"""Facts about a token: a large chip with its id, then what it spells, its rank, and where it comes from."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from vocabsmith.operations.token_details import TokenDetails
from vocabsmith.pages.inspect_page.looks import hexadecimal, quoted
from vocabsmith.visible_tokens import visible_token
from vocabsmith.widgets.chips import Chip, Mark, chip_width, paint_chip
from vocabsmith.widgets.fonts import mono, scaled
from vocabsmith.widgets.labels import Label
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.wording import count, grouped
from vocabsmith_resources.themes.palette import LIGHT, Palette

_ROWS = ("Text", "Bytes", "Rank", "Count when learned", "From the piece")
_SIDE, _GAP = 16, 12


class TokenFacts(QWidget):
    """The facts of one token."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chip = LargeChip()
        self.id = Label("", "figure")
        self.values = {row: Label("", "mono", wrap=True) for row in _ROWS}
        self.remarks = {row: Label("", "secondary", wrap=True) for row in _ROWS}
        self._names = {row: Label(row, "secondary") for row in _ROWS}
        self._cells = {row: QBoxLayout(QBoxLayout.Direction.LeftToRight) for row in _ROWS}
        self._compose()

    def _compose(self) -> None:
        caption = Label("id", "caption")
        for label in (self.id, caption):
            label.setAlignment(Qt.AlignmentFlag.AlignRight)
        numbers = QVBoxLayout()
        numbers.setSpacing(0)
        numbers.addWidget(self.id)
        numbers.addWidget(caption)
        top = QHBoxLayout()
        top.addWidget(self.chip, 1, Qt.AlignmentFlag.AlignVCenter)
        top.addLayout(numbers)
        grid = QGridLayout()
        grid.setHorizontalSpacing(_GAP)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        for place, row in enumerate(_ROWS):
            grid.addWidget(self._names[row], place, 0, Qt.AlignmentFlag.AlignTop)
            cell = self._cells[row]
            cell.addWidget(self.values[row])
            cell.addWidget(self.remarks[row], 1)
            grid.addLayout(cell, place, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(_SIDE, 16, _SIDE, 12)
        column.setSpacing(12)
        column.addLayout(top)
        column.addLayout(grid)

    def show_details(self, details: TokenDetails, chip: Chip) -> None:
        """Shows another token; `chip` is how it looks in the text."""
        self.chip.set_chip(Chip(chip.text, chip.ground, Mark.CHOSEN if chip.mark is Mark.NONE else chip.mark))
        self.id.setText(grouped(details.id))
        self._set("Text", *_text(details))
        self._set("Bytes", hexadecimal(details.bytes), count(len(details.bytes), "byte"))
        self._set("Rank", *_rank(details))
        self._set("Count when learned", *_count(details))
        self._set("From the piece", *_piece(details))

    def _set(self, row: str, value: str, remark: str) -> None:
        for label, text in ((self.values[row], value), (self.remarks[row], remark)):
            label.setText(text)
            label.setVisible(bool(text))
        self._arrange(row)

    def _arrange(self, row: str) -> None:
        """The remark stands beside the value where there is room, and else below it."""
        value, remark, cell = self.values[row], self.remarks[row], self._cells[row]
        room = self.width() - 2 * _SIDE - _GAP - max(name.sizeHint().width() for name in self._names.values())
        widths = [label.fontMetrics().horizontalAdvance(label.text()) for label in (value, remark)]
        beside = sum(widths) + 16 < room
        cell.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        cell.setSpacing(8 if beside else 1)
        value.setWordWrap(not beside)
        remark.setWordWrap(not beside)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Puts the remarks where there is room."""
        super().resizeEvent(event)
        for row in _ROWS:
            self._arrange(row)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)
        for row in _ROWS:
            self._arrange(row)


def _text(details: TokenDetails) -> tuple[str, str]:
    return quoted(details.text), "holds only a part of it" if details.partial else ""


def _rank(details: TokenDetails) -> tuple[str, str]:
    if details.rank is None:
        return "", _why_no_rank(details)
    return grouped(details.rank), f"of {count(details.merges, 'merge')}, counted from 0"


def _why_no_rank(details: TokenDetails) -> str:
    if details.special and details.piece is not None:
        return "Stands for what the vocabulary does not have"
    if details.special and not details.text:
        return "A special token: the tokenizer puts it around every text"
    if details.special:
        return "A special token: cut out of the text before anything is merged"
    if details.by_scores:
        return "The model goes by scores and has no merges"
    return f"A {details.unit}: it was there before the first merge" if details.unit else "For whole pieces only"


def _count(details: TokenDetails) -> tuple[str, str]:
    if details.count is not None:
        return grouped(details.count), ""
    return "", "Not known: it is kept with a run only" if details.rank is not None else "–"


def _piece(details: TokenDetails) -> tuple[str, str]:
    piece = details.piece
    if piece is None:
        return "", "–"
    shown = visible_token(piece.bytes)
    where = f"characters {grouped(piece.begin)} to {grouped(piece.end)}"
    return (shown if len(shown) <= 80 else shown[:80] + "…"), where


class LargeChip(QWidget):
    """One chip in large type, cut short where there is no room."""

    _POINTS = 14.0
    _HEIGHT = 32

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chip = Chip("")
        self._palette = LIGHT
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_chip(self, chip: Chip) -> None:
        """Shows another chip."""
        self._chip = chip
        self.setToolTip(chip.text)
        self.setAccessibleName(chip.text)
        self.update()

    def sizeHint(self) -> QSize:
        """The chip as it is."""
        return QSize(round(chip_width(self._chip.text, self._POINTS)), scaled(self._HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """A few characters."""
        return QSize(round(QFontMetricsF(mono(self._POINTS)).averageCharWidth() * 4), scaled(self._HEIGHT))

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Paints the chip."""
        painter = QPainter(self)
        paint_chip(
            painter,
            QPointF(0, 0),
            self._chip,
            self._palette,
            points=self._POINTS,
            height=self.height(),
            max_width=self.width(),
        )
        painter.end()
