"""A text in the colours of its pieces; those that the other pattern does not cut out have a line below them."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from vocabsmith.widgets.token_cells import cells_between
from vocabsmith.widgets.token_spans import BoolArray, TokenSpans
from vocabsmith.widgets.token_text_edit import TokenTextEdit
from vocabsmith.wording import count, grouped
from vocabsmith_engine.analysis import PatternCut
from vocabsmith_engine.text import Int64Array
from vocabsmith_resources.themes.palette import LIGHT, Palette

_LINE = 2.0


class CutView(TokenTextEdit):
    """One of the two views. Only what is to be seen is painted, so its cost does not grow with the text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._differs: BoolArray = np.zeros(0, np.bool_)
        self._palette = LIGHT

    def show_cut(self, cut: PatternCut, text: str, utf16: Int64Array) -> None:
        """Colours the present text, which is `text`; `utf16` are the places of its characters in units of Qt."""
        nothing = np.zeros(len(cut), np.bool_)
        spans = np.stack((utf16[cut.begins], utf16[cut.ends]), axis=1)
        self._differs = cut.differs

        def describe(place: int) -> str:
            begin, end = int(cut.begins[place]), int(cut.ends[place])
            what = "a piece of this pattern alone" if cut.differs[place] else "a piece of both"
            length = count(end - begin, "character")
            return f"Piece {grouped(place + 1)}, {what}: {length} from {grouped(begin)}, {text[begin:end][:80]!r}"

        self.set_tokens(TokenSpans.of(spans, nothing, nothing), describe)

    def show_none(self) -> None:
        """Leaves the text without colours."""
        self._differs = np.zeros(0, np.bool_)
        self.set_tokens(TokenSpans.none(), lambda _: "")

    def show_place(self, position: int) -> None:
        """Outlines the piece at a place of the text, and scrolls to it, or to the sign for what is not shown."""
        place = int(self.folds.table().in_document(position))
        rows = self.spans.overlapping(place, place + 1)
        if rows:
            self.set_chosen(int(self.spans.places[rows[0]]), reveal=True)
        else:
            self.scroll_to(place)

    def differing_places(self) -> list[int]:
        """The places of the pieces that have a line below them."""
        return [int(place) for place in self.spans.places if self._is_other(int(place))]

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        super().apply_theme(palette)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Grounds and text, then the lines."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setPen(QPen(QColor(self._palette.text), _LINE, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        for line in self._lines(event.rect().top(), event.rect().bottom()):
            for cell in cells_between(self.spans, line.whole.block, *line.seen(self.viewport().width())):
                if self._is_other(int(self.spans.places[cell.row])):
                    for box in line.boxes(cell):
                        foot = box.bottom() + 1
                        painter.drawLine(QLineF(box.left() + 1.5, foot, box.right() - 1.5, foot))
        painter.end()

    def _is_other(self, place: int) -> bool:
        return place < len(self._differs) and bool(self._differs[place])
