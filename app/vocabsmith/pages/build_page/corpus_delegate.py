"""Paints the rows of the corpus list.

icon  name                                size
      kind · documents
      Field [text ⌄]                               tables only
      ! note                   what can be done    if there is something to say
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from vocabsmith.pages.build_page.corpus_model import ROW_ROLE
from vocabsmith.pages.build_page.corpus_rows import Row
from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith.widgets.icon import pixmap
from vocabsmith_resources.themes.palette import LIGHT, Palette

MOST_LINES: Final = 3
"""Of a note; the rest of it is in the tooltip."""

_SIDE, _ICON, _GAP, _PAD = 16, 16, 12, 10
_PICKER, _PICKER_SPACE, _PICKER_SIDE = 24, 6, 8
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

_Index = QModelIndex | QPersistentModelIndex


class RowMetrics:
    """Where the parts of a row stand, at the present text size and width of the list."""

    def __init__(self) -> None:
        self.take_fonts()

    def take_fonts(self) -> None:
        """Measures the fonts anew."""
        self._name, self._words = QFontMetrics(sans()), QFontMetrics(sans(9))
        self.line, self.small_line = self._name.height() + 1, self._words.height() + 1
        self._lines: dict[tuple[str, int], int] = {}
        # Asked for each of many thousand rows.
        self.two_lines = 2 * scaled(_PAD) + self.line + self.small_line + 1  # a row of a name and a kind only
        self._more_for_picker, self._more_for_note = scaled(_PICKER + _PICKER_SPACE), scaled(4)

    def height(self, row: Row, width: int, most_lines: int) -> int:
        """Height of a row whose note may take so many lines."""
        height = self.two_lines
        if row.picker:
            height += self._more_for_picker
        if row.note:
            height += self._more_for_note + self.lines(row, width, most_lines) * self.small_line
        return height

    def lines(self, row: Row, width: int, most_lines: int) -> int:
        """Lines that the note of a row takes."""
        if most_lines == 1:
            return 1
        key = (row.note, self._note_width(row, width))
        if key not in self._lines:
            self._lines[key] = len(_broken(row.note, key[1], most_lines))
        return self._lines[key]

    def text_left(self, room: QRect) -> int:
        """Where the words of a row begin."""
        return room.left() + _SIDE + scaled(_ICON) + _GAP

    def picker(self, row: Row, room: QRect) -> QRect:
        """The field that opens the choice of fields; empty where there is none."""
        if not row.picker:
            return QRect()
        left = self.text_left(room) + self._words.horizontalAdvance(row.picker[0]) + 8
        top = room.top() + scaled(_PAD) + self.line + self.small_line + scaled(_PICKER_SPACE)
        wanted = self._words.horizontalAdvance(self.picked(row)) + 2 * _PICKER_SIDE + scaled(20)
        right = room.right() - _SIDE
        return QRect(left, top, max(scaled(48), min(max(wanted, scaled(96)), right - left)), scaled(_PICKER))

    @staticmethod
    def picked(row: Row) -> str:
        """What the picker says."""
        return (row.picker[1] if row.picker else "") or "found by name"

    def note(self, row: Row, room: QRect, most_lines: int) -> QRect:
        """Where the words of the note stand."""
        lines = self.lines(row, room.width(), most_lines)
        height = lines * self.small_line
        left = self.text_left(room) + scaled(_ICON) + 6
        return QRect(left, room.bottom() - scaled(_PAD) - height, self._note_width(row, room.width()), height)

    def step(self, row: Row, room: QRect) -> QRect:
        """Where the words of what can be done stand; empty where there are none."""
        if not row.step:
            return QRect()
        width = self._words.horizontalAdvance(row.step)
        bottom = room.bottom() - scaled(_PAD)
        return QRect(room.right() - _SIDE - width, bottom - self.small_line, width, self.small_line)

    def _note_width(self, row: Row, width: int) -> int:
        left = _SIDE + scaled(_ICON) + _GAP + scaled(_ICON) + 6
        step = self._words.horizontalAdvance(row.step) + 8 if row.step else 0
        return max(40, width - left - _SIDE - step)


class CorpusDelegate(QStyledItemDelegate):
    """Paints a row.

    Attributes:
        metrics: where its parts stand.
        most_lines: that a note may take.
        hot: the row and the place of the mouse in the list.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._palette = LIGHT
        self.metrics = RowMetrics()
        self.most_lines = MOST_LINES
        self.hot: tuple[int, QPoint] = (-1, QPoint())

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the fonts; the owner repaints the view."""
        self._palette = palette
        self.metrics.take_fonts()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paints the row and the line below it."""
        row: Row = index.data(ROW_ROLE)
        palette, room = self._palette, option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(room, QColor(palette.accent_ground))
        elif index.row() == self.hot[0]:
            painter.fillRect(room, QColor(palette.hover))
        painter.setPen(QColor(palette.line))
        painter.drawLine(room.bottomLeft(), room.bottomRight())
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(palette.accent), 1))
            painter.drawRect(room.adjusted(0, 0, -1, -1))
        self._paint_lines(painter, row, room)
        if row.picker:
            self._paint_picker(painter, row, room)
        if row.note:
            self._paint_note(painter, row, room)
        painter.restore()

    def _paint_lines(self, painter: QPainter, row: Row, room: QRect) -> None:
        palette, metrics = self._palette, self.metrics
        top, left = room.top() + scaled(_PAD), metrics.text_left(room)
        painter.drawPixmap(room.left() + _SIDE, top + 1, pixmap(row.icon, palette.secondary, scaled(_ICON)))
        inner = QRect(left, top, room.right() - _SIDE - left, metrics.line)
        painter.setPen(QColor(palette.disabled if row.left_out else palette.text))
        painter.setFont(sans())
        size_width = painter.fontMetrics().horizontalAdvance(row.size)
        painter.drawText(inner, _RIGHT, row.size)
        name = painter.fontMetrics().elidedText(row.name, Qt.TextElideMode.ElideMiddle, inner.width() - size_width - 8)
        painter.drawText(inner, _LEFT, name)
        painter.setFont(sans(9))
        painter.setPen(QColor(palette.secondary))
        kind = painter.fontMetrics().elidedText(row.kind, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(QRect(left, top + metrics.line, inner.width(), metrics.small_line), _LEFT, kind)

    def _paint_picker(self, painter: QPainter, row: Row, room: QRect) -> None:
        palette = self._palette
        place = self.metrics.picker(row, room)
        label = QRect(self.metrics.text_left(room), place.top(), place.left() - room.left(), place.height())
        painter.setFont(sans(9))
        painter.setPen(QColor(palette.secondary))
        painter.drawText(label, _LEFT, row.picker[0] if row.picker else "")
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(palette.control_border), 1))
        painter.setBrush(QColor(palette.hover if place.contains(self.hot[1]) else palette.surface))
        painter.drawRoundedRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        side = scaled(12)
        painter.drawPixmap(
            place.right() - side - 5,
            place.center().y() - side // 2 + 1,
            pixmap("chevron-down", palette.secondary, side),
        )
        words = place.adjusted(_PICKER_SIDE, 0, -side - 8, 0)
        known = bool(row.picker and row.picker[1])
        painter.setPen(QColor(palette.text if known else palette.secondary))
        text = painter.fontMetrics().elidedText(self.metrics.picked(row), Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, _LEFT, text)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _paint_note(self, painter: QPainter, row: Row, room: QRect) -> None:
        palette, metrics = self._palette, self.metrics
        tone = palette.warning if row.warns else palette.secondary
        place, side = metrics.note(row, room, self.most_lines), scaled(_ICON)
        top = place.top() + (metrics.small_line - side) // 2
        painter.drawPixmap(metrics.text_left(room), top, pixmap("warning" if row.warns else "info", tone, side))
        painter.setFont(sans(9))
        painter.setPen(QColor(tone))
        for number, line in enumerate(_broken(row.note, place.width(), self.most_lines)):
            at = QRect(place.left(), place.top() + number * metrics.small_line, place.width() + 8, metrics.small_line)
            painter.drawText(at, _LEFT, line)
        if row.step:
            step = metrics.step(row, room)
            font = sans(9)
            font.setUnderline(step.contains(self.hot[1]))
            painter.setFont(font)
            painter.setPen(QColor(palette.accent))
            painter.drawText(step, _RIGHT, row.step)


def _broken(text: str, width: int, most: int) -> list[str]:
    """A note in lines of that width; where it needs more than `most`, the last one ends with an ellipsis."""
    layout = QTextLayout(text, sans(9))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    lines: list[str] = []
    layout.beginLayout()
    while len(lines) < most and (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        begin = line.textStart()
        last = len(lines) == most - 1
        lines.append(text[begin:] if last else text[begin : begin + line.textLength()].rstrip())
    layout.endLayout()
    if len(lines) == most:
        lines[-1] = QFontMetrics(sans(9)).elidedText(lines[-1], Qt.TextElideMode.ElideRight, width)
    return lines
