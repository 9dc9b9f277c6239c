"""The text of an editor once more, muted but for the tokens that differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor, QPainter, QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from vocabsmith.widgets.text_lines import TextLine
from vocabsmith.widgets.text_mirror import TextMirror
from vocabsmith.widgets.token_cells import Cell
from vocabsmith.widgets.token_spans import TokenSpans
from vocabsmith.widgets.token_text_edit import TokenTextEdit
from vocabsmith_resources.themes.palette import Palette

POINTS, PITCH = 9.5, 23


class MirroredText(TokenTextEdit):
    """Follows another editor: its text, change by change, and what part of it is to be seen.

    It follows only while it is shown, so it costs nothing else.
    """

    def __init__(self, source: TokenTextEdit, parent: QWidget | None = None) -> None:
        super().__init__(parent, points=POINTS, pitch=PITCH)
        self._mirror = TextMirror(source, self)
        self._differs = np.zeros(0, dtype=np.bool_)
        self._scrolling = False
        self._strong = QTextCharFormat()
        self.setProperty("kind", "muted")
        self.set_marks(False)
        self._mirror.replaced.connect(lambda: self._scroll_along(source, self))
        source.verticalScrollBar().valueChanged.connect(lambda _: self._scroll_along(source, self))
        self.verticalScrollBar().valueChanged.connect(lambda _: self._scroll_along(self, source))
        self.verticalScrollBar().valueChanged.connect(lambda _: self._make_strong())

    def follow(self, following: bool) -> None:
        """Begins to follow, or lets the text go."""
        self._mirror.follow(following)

    def show_differences(
        self, spans: TokenSpans, differs: npt.NDArray[np.bool_], describe: Callable[[int], str]
    ) -> None:
        """Shows which tokens of the present text stand out: `differs` is by their places among all tokens."""
        self._differs = differs
        self.set_tokens(spans, describe)
        self._make_strong()

    def reveal(self, place: int) -> None:
        """Outlines a token and scrolls to it; the other editor stays where it is."""
        self._scrolling = True
        self.set_chosen(place, reveal=True)
        self._scrolling = False

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        super().apply_theme(palette)
        self._strong.setForeground(QColor(palette.text))
        self._make_strong()

    def paint_token(self, painter: QPainter, cell: Cell, line: TextLine, *, chosen: bool) -> None:
        """Paints only what differs."""
        if self._differs[self.spans.places[cell.row]]:
            self._grounds.paint_difference(painter, self.spans, cell, line, chosen=chosen)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """More of the text may be seen now."""
        super().resizeEvent(event)
        self._make_strong()

    def _scroll_along(self, leader: TokenTextEdit, follower: TokenTextEdit) -> None:
        """Brings the same text to the top of both, unless this is what has just been done."""
        if self._mirror.following and not self._scrolling:
            self._scrolling = True
            follower.scroll_to_top(leader.top_position())
            self._scrolling = False

    def _make_strong(self) -> None:
        """Writes what differs in the colour of text, as far as it is to be seen."""
        selections = []
        for begin, end in _joined(self._differences_in_sight()):
            selection = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(begin)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            selection.cursor, selection.format = cursor, self._strong
            selections.append(selection)
        self.setExtraSelections(selections)

    def _differences_in_sight(self) -> Iterator[tuple[int, int]]:
        last = self.cursorForPosition(self.viewport().rect().bottomRight()).position()
        for row in self.spans.overlapping(self.top_position(), last + 1):
            if self._differs[self.spans.places[row]]:
                yield int(self.spans.begins[row]), int(self.spans.ends[row])


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order, those that touch or overlap as one: of selections that do, Qt leaves some out."""
    joined: list[tuple[int, int]] = []
    for begin, end in spans:
        if joined and begin <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((begin, end))
    return joined
