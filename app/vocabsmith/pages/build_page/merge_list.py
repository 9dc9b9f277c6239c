"""The merges of a run, newest first: rank, both parts, the whole, count."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QAccessible, QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from vocabsmith.pages.build_page.live_merges import LiveMerges, Merge
from vocabsmith.visible_tokens import visible_token
from vocabsmith.widgets.chips import (
    CHIP_HEIGHT,
    ROW_HEIGHT,
    SIGN_WIDTH,
    Chip,
    Mark,
    ground_of,
    merge_width,
    paint_chip,
    paint_merge,
)
from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith_engine.text import is_partial
from vocabsmith_resources.themes.palette import LIGHT, Palette

_SIDE = 16
_EMPTY_TEXT = "Every merge joins two tokens into one.\nThe newest will be listed here."


class MergeList(QAbstractScrollArea):
    """Paints the rows that are to be seen and no others, so its cost does not grow with the run.

    While it stands at its top it follows the newest merge; scrolled down, it keeps the rows the user looks at.
    """

    spoken_as = QAccessible.Role.List

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = LIGHT
        self._merges = LiveMerges(bytes(range(256)))
        self._listed = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Newest merges")
        self.setAccessibleDescription("Newest first. Arrows and Page keys scroll, Home goes to the newest.")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)

    def start(self, merges: LiveMerges) -> None:
        """Show the merges of another run."""
        self._merges = merges
        self._listed = 0
        self.verticalScrollBar().setValue(0)
        self.refresh()

    def refresh(self) -> None:
        """Show what has been added."""
        bar = self.verticalScrollBar()
        added, self._listed = len(self._merges) - self._listed, len(self._merges)
        place = bar.value()
        self._fit_scroll_bar()
        if place > 0:
            bar.setValue(place + added)
        self.viewport().update()

    def row_text(self, row: int) -> str:
        """What a row says, newest first: "18,210  _G + ROUP → _GROUP  102"."""
        merge = self._merge_of(row)
        return f"{merge.rank:,}  {words_for(merge)}  {merge.count:,}"

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self._fit_scroll_bar()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another number of rows fits."""
        super().resizeEvent(event)
        self._fit_scroll_bar()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Home and End go to the newest and the oldest merge."""
        bar = self.verticalScrollBar()
        if event.key() in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            bar.setValue(bar.minimum() if event.key() == Qt.Key.Key_Home else bar.maximum())
        else:
            super().keyPressEvent(event)

    def _merge_of(self, row: int) -> Merge:
        return self._merges.merge(len(self._merges) - row)

    def _fit_scroll_bar(self) -> None:
        """The scroll bar counts in rows."""
        fitting = max(1, self.viewport().height() // scaled(ROW_HEIGHT))
        self.verticalScrollBar().setRange(0, max(0, self._listed - fitting))
        self.verticalScrollBar().setPageStep(fitting)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Paints the rows, or what the list is for."""
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), QColor(self._palette.surface))
        if self._listed:
            self._paint_rows(painter)
        else:
            self._paint_example(painter)
        painter.end()

    def _paint_rows(self, painter: QPainter) -> None:
        height = scaled(ROW_HEIGHT)
        first = self.verticalScrollBar().value()
        fitting = self.viewport().height() // height + 1
        for row in range(first, min(self._listed, first + fitting)):
            self._paint_row(painter, row, QRect(0, (row - first) * height, self.viewport().width(), height))

    def _paint_row(self, painter: QPainter, row: int, room: QRect) -> None:
        merge = self._merge_of(row)
        if row == 0:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._palette.accent_ground))
            painter.drawRoundedRect(room.adjusted(8, 0, min(0, self._scroll_bar_width() - 8), 0), 4, 4)
        inner = room.adjusted(_SIDE, 0, self._scroll_bar_width() - _SIDE, 0)
        painter.setFont(sans(8.5))
        painter.setPen(QColor(self._palette.secondary))
        rank_width = painter.fontMetrics().horizontalAdvance(f"{max(len(self._merges), 10_000):,}")
        middle = Qt.AlignmentFlag.AlignVCenter
        right = Qt.AlignmentFlag.AlignRight
        painter.drawText(
            QRect(inner.left(), inner.top(), rank_width, inner.height()), right | middle, f"{merge.rank:,}"
        )
        count = f"{merge.count:,}"
        painter.setFont(sans(9))
        painter.setPen(QColor(self._palette.text))
        painter.drawText(inner, right | middle, count)
        left = inner.left() + rank_width + 8
        room_for_chips = inner.right() - painter.fontMetrics().horizontalAdvance(count) - 8 - left
        painter.save()
        painter.setClipRect(QRect(left, room.top(), max(0, room_for_chips), room.height()))
        at = QPointF(left, room.top() + (room.height() - scaled(CHIP_HEIGHT)) / 2)
        _paint_fitting(painter, at, chips_for(merge), self._palette, room_for_chips)
        painter.restore()

    def _scroll_bar_width(self) -> int:
        """What a scroll bar has taken from the margin already, so that counts stay under their head."""
        return self.width() - self.viewport().width()

    def _paint_example(self, painter: QPainter) -> None:
        chips = (Chip("Ġt", 0), Chip("he", 1), Chip("Ġthe", 2))
        width = merge_width(chips)
        middle = self.viewport().rect().center()
        top = middle.y() - scaled(36)
        paint_merge(painter, QPointF(middle.x() - width / 2, top), chips, self._palette)
        painter.setFont(sans(9))
        painter.setPen(QColor(self._palette.secondary))
        room = self.viewport().rect().adjusted(_SIDE, 0, -_SIDE, 0)
        room.setTop(top + scaled(CHIP_HEIGHT + 8))
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        painter.drawText(room, flags, _EMPTY_TEXT)


def words_for(merge: Merge) -> str:
    """`Ġt + he → Ġthe`."""
    return f"{visible_token(merge.left)} + {visible_token(merge.right)} → {visible_token(merge.whole)}"


def chips_for(merge: Merge) -> tuple[Chip, Chip, Chip]:
    """Both parts and the whole; neighbours never share a ground."""
    first, second, third = (
        Chip(visible_token(token), ground_of(3 * merge.rank + place), Mark.PARTIAL if is_partial(token) else Mark.NONE)
        for place, token in enumerate((merge.left, merge.right, merge.whole))
    )
    return first, second, third


def _paint_fitting(
    painter: QPainter, at: QPointF, chips: tuple[Chip, Chip, Chip], palette: Palette, room: float
) -> None:
    """The merge, or, where it is wider than `room`, the new token alone, cut short if need be."""
    if merge_width(chips) <= room:
        paint_merge(painter, at, chips, palette)
    else:
        arrow = scaled(SIGN_WIDTH)
        painter.setPen(QColor(palette.secondary))
        painter.drawText(QPointF(at.x(), at.y() + scaled(14)), "→")
        paint_chip(painter, QPointF(at.x() + arrow, at.y()), chips[2], palette, max_width=max(room - arrow, 24.0))
