"""The whole comparison as one picture: the table, the chart, and the text cut by each, however much of them is seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPen

from vocabsmith.pages.compare_page.compared import ComparedTokenizer
from vocabsmith.pages.compare_page.cuts_view import CutsView
from vocabsmith.pages.compare_page.figures import BETWEEN_GROUPS, Row
from vocabsmith.pages.compare_page.metrics_table import ROW_HEIGHT, TITLES, paint_figure, paint_title
from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith.widgets.grouped_bars import GroupedBars
from vocabsmith.widgets.tokenizer_key import paint_key
from vocabsmith_resources.themes.palette import Palette

SCALE = 2  # pixels for one of the window, so that it is sharp in print and on fine screens
_SIDE, _COLUMN, _CHART = 16, 180, 440
_HEAD, _NAMES = 64, 52


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is on the picture."""

    title: str
    subtitle: str
    tokenizers: Sequence[ComparedTokenizer]
    rows: Sequence[Row]
    bars: GroupedBars
    cuts: CutsView


def painted(sheet: Sheet, palette: Palette) -> QImage:
    """The picture. What it shows are widgets, so it is painted on the window's thread."""
    left = scaled(TITLES) + len(sheet.tokenizers) * scaled(_COLUMN)
    width = left + scaled(_CHART)
    table = scaled(_NAMES) + len(sheet.rows) * scaled(ROW_HEIGHT)
    chart = scaled(_NAMES) + sheet.bars.sizeHint().height()
    top = scaled(_HEAD)
    middle = max(table, chart)
    cuts_height = sheet.cuts.height_for(width)
    height = math.ceil(top + middle + (scaled(24) + cuts_height if cuts_height else 0) + scaled(8))
    image = QImage(width * SCALE, height * SCALE, QImage.Format.Format_RGB32)
    image.fill(QColor(palette.surface))
    painter = QPainter(image)
    painter.scale(SCALE, SCALE)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_head(painter, sheet, width, palette)
    _paint_table(painter, sheet, top, palette)
    _paint_chart(painter, sheet, QRectF(left, top, scaled(_CHART), middle), palette)
    if cuts_height:
        _line(painter, top + middle, width, palette)
        painter.translate(0, top + middle + scaled(12))
        sheet.cuts.paint_for(painter, width, palette)
    painter.end()
    return image


def png_of(image: QImage) -> bytes:
    """The picture as a file. To pack it takes longer than to paint it, and can be done on any thread."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _paint_head(painter: QPainter, sheet: Sheet, width: int, palette: Palette) -> None:
    _write(painter, QPointF(_SIDE, scaled(26)), sheet.title, palette.text, 13, bold=True)
    _write(painter, QPointF(_SIDE, scaled(46)), sheet.subtitle, palette.secondary, 9)
    _line(painter, scaled(_HEAD) - 1, width, palette)


def _paint_table(painter: QPainter, sheet: Sheet, top: int, palette: Palette) -> None:
    for number, each in enumerate(sheet.tokenizers):
        x = scaled(TITLES) + number * scaled(_COLUMN)
        key = paint_key(painter, x, top + scaled(18), number, palette)
        room = scaled(_COLUMN) - 16
        _write(painter, QPointF(x + key + 6, top + scaled(22)), each.name, palette.text, 10, bold=True, most=room - key)
        _write(painter, QPointF(x, top + scaled(38)), each.facts, palette.secondary, 9, most=room)
    for place, row in enumerate(sheet.rows):
        y = top + scaled(_NAMES) + place * scaled(ROW_HEIGHT)
        paint_title(painter, QRectF(0, y, scaled(TITLES), scaled(ROW_HEIGHT)), row, palette)
        for number, cell in enumerate(row.cells):
            x = scaled(TITLES) + number * scaled(_COLUMN)
            paint_figure(painter, QRectF(x, y, scaled(_COLUMN), scaled(ROW_HEIGHT)), cell, number, palette)


def _paint_chart(painter: QPainter, sheet: Sheet, room: QRectF, palette: Palette) -> None:
    painter.setPen(QPen(QColor(palette.border), 1))
    painter.drawLine(QPointF(room.left(), room.top()), room.bottomLeft())
    place = QPointF(room.left() + _SIDE, room.top() + scaled(22))
    _write(painter, place, f"{sheet.bars.data.title} by group", palette.text, 10, bold=True)
    between = [row for row in sheet.rows if row.metric.key in BETWEEN_GROUPS and row.cells[0].value is not None]
    told = " · ".join(f"{row.metric.title} {', '.join(cell.text for cell in row.cells)}" for row in between)
    _write(painter, place + QPointF(0, scaled(17)), told, palette.secondary, 9, most=room.width() - 2 * _SIDE)
    bars = QRectF(room.left(), room.top() + scaled(_NAMES), room.width(), sheet.bars.sizeHint().height())
    sheet.bars.paint(painter, bars, palette)


def _write(
    painter: QPainter, place: QPointF, text: str, colour: str, points: float, *, bold: bool = False, most: float = 1e6
) -> None:
    font = sans(points, bold=bold)
    painter.setFont(font)
    painter.setPen(QColor(colour))
    painter.drawText(place, QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, most))


def _line(painter: QPainter, y: float, width: int, palette: Palette) -> None:
    painter.setPen(QPen(QColor(palette.border), 1))
    painter.drawLine(QPointF(0, y + 0.5), QPointF(width, y + 0.5))
