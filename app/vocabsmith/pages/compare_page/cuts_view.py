"""The typed text cut by each tokenizer, a band for each: what all share is muted, the rest coloured and underlined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from vocabsmith.operations.cut_texts import TextCut, overlapping, shown_until
from vocabsmith.pages.compare_page.cut_layout import MOST_SHOWN, SIDE, Band, PlacedChip, bands_of, chips_of
from vocabsmith.visible_tokens import visible_token
from vocabsmith.widgets.chips import Chip, Mark, paint_chip
from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith.widgets.telling import announce
from vocabsmith.widgets.token_words import LONGEST, hexadecimal
from vocabsmith.widgets.tokenizer_key import paint_key
from vocabsmith.wording import count, grouped
from vocabsmith_resources.themes.palette import LIGHT, Palette

_KEYS = "Left and right go from token to token, up and down to the other tokenizers, N and P to the next difference."


@dataclass(frozen=True, slots=True, eq=False)
class NamedCut:
    """A tokenizer, the text as it cuts it with (n) which tokens not all others share; or why it cannot."""

    name: str
    cut: TextCut | None
    differs: npt.NDArray[np.bool_]
    problem: str = ""


class CutsView(QAbstractScrollArea):
    """Shows several cuts of one text. What is pointed at or chosen is outlined in every band.

    Signals:
        chosen(str): what the chosen token is, in words.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = LIGHT
        self._named: tuple[NamedCut, ...] = ()
        self._differs: list[npt.NDArray[np.bool_]] = []
        self._chips: list[list[Chip]] = []
        self._bands: list[Band] = []
        self._until: int | None = None
        self._marks = True
        self._chosen: tuple[int, int] | None = None  # band and token
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        self.setAccessibleName("The typed text, cut by each tokenizer")
        self.setWhatsThis(_KEYS)

    # --- what is shown

    @property
    def bands(self) -> Sequence[Band]:
        """Where everything stands."""
        return self._bands

    @property
    def chosen_token(self) -> tuple[int, int] | None:
        """Band and token that are chosen."""
        return self._chosen

    @property
    def shortened(self) -> bool:
        """Whether the text goes on after what is shown."""
        return self._until is not None

    def differences(self, band: int) -> int:
        """How many tokens of the whole text a tokenizer does not share with all others."""
        return int(self._differs[band].sum())

    def show_cuts(self, named: Sequence[NamedCut]) -> None:
        """Shows other cuts, of one text."""
        self._named = tuple(named)
        there = [each.cut for each in named if each.cut is not None]
        self._until = shown_until(there, MOST_SHOWN)
        self._differs = [each.differs for each in named]
        self._chosen = None
        self._make_chips()

    def show_marks(self, marks: bool) -> None:
        """Shows white space by its marks, or as it is."""
        self._marks = marks
        self._make_chips()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self._arrange()

    def _make_chips(self) -> None:
        alone = len(self._named) == 1  # there is nothing that it could differ from
        self._chips = [
            [] if each.cut is None else chips_of(each.cut, differs | alone, self._until, marks=self._marks)
            for each, differs in zip(self._named, self._differs, strict=True)
        ]
        self.setAccessibleDescription("; ".join(f"{each.name}: {self.told(n)}" for n, each in enumerate(self._named)))
        self._arrange()

    def _arrange(self) -> None:
        self._bands = bands_of(self._chips, self._differs, self.viewport().width())
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, int(self.content_height()) - self.viewport().height()))
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(scaled(27))
        self.viewport().update()

    def content_height(self) -> float:
        """Pixels that all bands take."""
        return self._bands[-1].bottom if self._bands else 0.0

    def told(self, band: int) -> str:
        """What stands below the name: "45 tokens, 25 not shared"."""
        each = self._named[band]
        if each.cut is None:
            return "cannot cut this text"
        tokens = count(len(each.cut), "token")
        return f"{tokens}, {grouped(self.differences(band))} not shared" if len(self._named) > 1 else tokens

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wraps the chips anew."""
        super().resizeEvent(event)
        self._arrange()

    # --- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the bands that are to be seen."""
        painter = QPainter(self.viewport())
        offset = self.verticalScrollBar().value()
        painter.translate(0, -offset)
        seen = QRectF(event.rect()).translated(0, offset)
        self.paint_bands(painter, self._bands, self._palette, seen)
        painter.end()

    def height_for(self, width: int) -> int:
        """Pixels that everything takes in another width."""
        bands = bands_of(self._chips, self._differs, width)
        return int(bands[-1].bottom) if bands else 0

    def paint_for(self, painter: QPainter, width: int, palette: Palette) -> None:
        """Paints everything, laid out for another width, from the painter's origin on."""
        bands = bands_of(self._chips, self._differs, width)
        chosen, self._chosen = self._chosen, None
        self.paint_bands(painter, bands, palette, QRectF(0, 0, width, self.height_for(width)))
        self._chosen = chosen

    def paint_bands(self, painter: QPainter, bands: Sequence[Band], palette: Palette, seen: QRectF) -> None:
        """Paints those of `bands` that lie in `seen`."""
        for number, band in enumerate(bands):
            if band.bottom < seen.top() or band.top > seen.bottom():
                continue
            if number:
                painter.setPen(QPen(QColor(palette.line), 1))
                painter.drawLine(QPointF(seen.left(), band.top + 0.5), QPointF(seen.right(), band.top + 0.5))
            self._paint_name(painter, number, band.name, palette)
            if self._named[number].cut is None:
                self._paint_problem(painter, number, band, seen.right(), palette)
            for placed in band.chips:
                if placed.room.bottom() + 4 >= seen.top() and placed.room.top() <= seen.bottom():
                    self._paint_chip(painter, number, placed, palette)

    def _paint_name(self, painter: QPainter, number: int, room: QRectF, palette: Palette) -> None:
        each = self._named[number]
        bold, small = sans(bold=True), sans(9)
        line = QFontMetricsF(bold).height()
        middle = room.top() + line / 2
        left = room.left() + paint_key(painter, room.left(), middle, number, palette) + 8
        for font, colour, text, top in (
            (bold, palette.text, each.name, room.top()),
            (small, palette.error if each.cut is None else palette.secondary, self.told(number), room.top() + line),
        ):
            painter.setFont(font)
            painter.setPen(QColor(colour))
            metrics = QFontMetricsF(font)
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.right() - left)
            painter.drawText(QPointF(left, top + metrics.ascent()), shown)

    def _paint_problem(self, painter: QPainter, number: int, band: Band, right: float, palette: Palette) -> None:
        painter.setFont(sans(9))
        painter.setPen(QColor(palette.text))
        beside = band.name.right() < right - 2 * SIDE
        left, top = (band.name.right() + 8, band.name.top()) if beside else (SIDE, band.name.bottom())
        room = QRectF(left, top, right - SIDE - left, band.bottom - top)
        painter.drawText(room, int(Qt.TextFlag.TextWordWrap), self._named[number].problem)

    def _paint_chip(self, painter: QPainter, band: int, placed: PlacedChip, palette: Palette) -> None:
        chip = placed.chip
        if self._chosen is not None and placed.token in self._outlined(band):
            chip = Chip(chip.text, chip.ground, Mark.CHOSEN)
        paint_chip(painter, placed.room.topLeft(), chip, palette, max_width=placed.room.width())
        if not placed.shared:
            painter.setPen(QPen(QColor(palette.text), 1.2))
            y = placed.room.bottom() + 2.5
            painter.drawLine(QPointF(placed.room.left() + 1, y), QPointF(placed.room.right() - 1, y))

    def _outlined(self, band: int) -> range:
        """The tokens of a band that hold text of the chosen one."""
        assert self._chosen is not None
        chosen, cut = self._named[self._chosen[0]].cut, self._named[band].cut
        if band == self._chosen[0] or chosen is None or cut is None:
            return range(self._chosen[1], self._chosen[1] + 1) if band == self._chosen[0] else range(0)
        begin, end = chosen.encoded.bytes[self._chosen[1]].tolist()
        return overlapping(cut, begin, end)

    # --- choosing tokens

    def choose(self, band: int, token: int) -> None:
        """Outlines a token and what the others make of its text; scrolls to it."""
        self._chosen = (band, token)
        placed = self._bands[band].chip_of(token)
        if placed is not None:
            bar = self.verticalScrollBar()
            top, bottom = placed.room.top() - scaled(8), placed.room.bottom() + scaled(8)
            bar.setValue(int(min(max(bar.value(), bottom - self.viewport().height()), top)))
        words = f"{self._named[band].name}: {self._words_of(band, token).replace(chr(10), ', ')}"
        self.chosen.emit(words)
        announce(self, words)
        self.viewport().update()

    def go_to_difference(self, direction: int) -> None:
        """Chooses the next token, or the one before, that the others cut otherwise; of the band that is chosen."""
        band, token = self._chosen or (self._first_band(), -1 if direction > 0 else 0)
        if band < 0:
            return
        shown = self._differs[band][: len(self._chips[band])]
        places = np.flatnonzero(shown)
        later = places[places > token] if direction > 0 else places[places < token][::-1]
        if len(later):
            self.choose(band, int(later[0]))

    def _first_band(self) -> int:
        return next((number for number, chips in enumerate(self._chips) if chips), -1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Goes from token to token and from tokenizer to tokenizer."""
        key = Qt.Key(event.key())
        if key in {Qt.Key.Key_N, Qt.Key.Key_P}:
            self.go_to_difference(1 if key == Qt.Key.Key_N else -1)
        elif self._first_band() < 0 or not self._step(key):
            super().keyPressEvent(event)

    def _step(self, key: Qt.Key) -> bool:
        """Whether the key goes anywhere here; scrolling is for the keys that do not."""
        if self._chosen is None:
            if key in {Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down}:
                self.choose(self._first_band(), 0)
                return True
            return False
        band, token = self._chosen
        last = len(self._chips[band]) - 1
        along = {
            Qt.Key.Key_Left: max(0, token - 1),
            Qt.Key.Key_Right: min(last, token + 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if key in along:
            self.choose(band, along[key])
        elif key in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
            self._change_band(band, 1 if key == Qt.Key.Key_Down else -1)
        elif key == Qt.Key.Key_Escape:
            self._chosen = None
            self.viewport().update()
        else:
            return False
        return True

    def _change_band(self, band: int, direction: int) -> None:
        """To what the next tokenizer that could cut the text makes of the chosen one's text."""
        new = band + direction
        while 0 <= new < len(self._named):
            tokens = self._outlined(new)
            if len(tokens) and tokens[0] < len(self._chips[new]):
                self.choose(new, tokens[0])
                return
            new += direction

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Keys begin at the first token."""
        super().focusInEvent(event)
        self.viewport().update()

    # --- the mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Chooses the token that is clicked; a click beside them chooses none."""
        found = self._at(event.position().toPoint())
        if found is None:
            self._chosen = None
            self.viewport().update()
        else:
            self.choose(found[0], found[1].token)

    def viewportEvent(self, event: QEvent) -> bool:
        """Tells the token, or the whole name, under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            found = self._at(event.pos())
            text = self._name_at(event.pos()) if found is None else self._words_of(found[0], found[1].token)
            QToolTip.showText(event.globalPos(), text, self) if text else QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def _at(self, place: QPoint) -> tuple[int, PlacedChip] | None:
        x, y = place.x(), place.y() + self.verticalScrollBar().value()
        for number, band in enumerate(self._bands):
            if band.top <= y < band.bottom:
                placed = band.chip_at(x, y)
                return None if placed is None else (number, placed)
        return None

    def _name_at(self, place: QPoint) -> str:
        y = place.y() + self.verticalScrollBar().value()
        for number, band in enumerate(self._bands):
            if band.name.contains(place.x(), y):
                return f"{self._named[number].name}\n{self._named[number].problem or self.told(number)}"
        return ""

    def _words_of(self, band: int, token: int) -> str:
        cut = self._named[band].cut
        assert cut is not None
        data = cut.token_bytes(token)
        lines = [
            visible_token(data)[:LONGEST],
            f"id {grouped(int(cut.encoded.ids[token]))}",
            f"bytes {hexadecimal(data, 16)}",
        ]
        if cut.special[token]:
            lines.append("special token")
        elif cut.encoded.partial[token]:
            lines.append("part of a character")
        if len(self._named) > 1:
            lines.append("not shared by all" if self._differs[band][token] else "the same in all")
        return "\n".join(lines)
