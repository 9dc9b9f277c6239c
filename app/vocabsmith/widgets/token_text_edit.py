"""A plain text editor that shows the tokens of its text as coloured grounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextBlock,
    QTextCursor,
)
from PySide6.QtWidgets import QPlainTextEdit, QToolTip, QWidget

from vocabsmith.widgets.drop_zone import paths_of
from vocabsmith.widgets.even_lines import EvenLines
from vocabsmith.widgets.exact_text import exact_text
from vocabsmith.widgets.folds import Folds, has_long_line
from vocabsmith.widgets.fonts import mono, scaled
from vocabsmith.widgets.ground_painter import GroundPainter
from vocabsmith.widgets.text_lines import BlockText, TextLine
from vocabsmith.widgets.token_cells import Cell, cells_between
from vocabsmith.widgets.token_spans import TokenSpans
from vocabsmith.widgets.wrapping import keep_quick
from vocabsmith_resources.themes.palette import LIGHT, Palette

POINTS = 11
PITCH = 28
_MARGIN = 16
_TAB = 4
_OTHER_LINE_ENDS = ("\r", "\u2029", "\ufdd0", "\ufdd1")


class TokenTextEdit(QPlainTextEdit):
    """The editor. Only what is to be seen is looked at, so its cost does not grow with the text.

    Signals:
        token_chosen(int): place of the token that was clicked, or that the caret was moved to.
        files_dropped(list[Path]): files were dropped or pasted instead of text.
        line_ends_changed(): what was pasted had line ends that an editor cannot hold; they are line feeds now.
    """

    token_chosen = Signal(int)
    files_dropped = Signal(list)
    line_ends_changed = Signal()

    def __init__(self, parent: QWidget | None = None, *, points: float = POINTS, pitch: float = PITCH) -> None:
        super().__init__(parent)
        self._points, self._pitch = points, pitch
        self._spans = TokenSpans.none()
        self._are_old = False
        self._chosen: int | None = None
        self._hint: tuple[int, int] | None = None
        self._describe: Callable[[int], str] = lambda _: ""
        self._grounds = GroundPainter(LIGHT)
        self._rows = EvenLines(self.document(), pitch)
        self.document().setDocumentLayout(self._rows)
        self.document().setDocumentMargin(_MARGIN)
        self._folds = Folds(self.document(), {})
        self.setTabChangesFocus(True)
        keep_quick(self)
        self.setProperty("kind", "plain")
        self.viewport().setMouseTracking(True)
        self.document().contentsChange.connect(self._move_spans)
        self.cursorPositionChanged.connect(self._follow_caret)

    # --- text and tokens

    def exact_text(self) -> str:
        """The text, character for character, halves of surrogate pairs included."""
        if self._folds.table():
            return self._folds.text_of(0, self.document().characterCount() - 1)
        return exact_text(self.document())

    @property
    def folds(self) -> Folds:
        """What is in the text and not shown. Places in the text are not those in the document where there is some."""
        return self._folds

    @property
    def caret(self) -> int:
        """The place of the caret in the text."""
        return self._folds.table().in_text(self.textCursor().position())

    def set_text(self, text: str) -> None:
        """Replaces the text; this can be undone. The middle of a very long line is not shown."""
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        self._folds.insert(cursor, text)
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def set_tokens(self, spans: TokenSpans, describe: Callable[[int], str]) -> None:
        """Shows the tokens of the present text; `describe(place)` is what their tooltips say."""
        self._spans, self._describe = self._folds.table().spans_in_document(spans), describe
        self._are_old = False
        self._chosen = self._hint = None
        self.viewport().update()

    def set_chosen(self, place: int | None, *, reveal: bool = False) -> None:
        """Outlines a token, and scrolls to it if asked."""
        self._chosen = place
        row = None if place is None else self._spans.row_of(place)
        if reveal and row is not None:
            self.scroll_to(int(self._spans.begins[row]))
        self.viewport().update()

    def set_hint(self, begin: int, end: int) -> None:
        """Outlines a stretch of the text that is pointed at elsewhere; nothing from -1 to -1."""
        table = self._folds.table()
        self._hint = (int(table.in_document(begin)), int(table.in_document(end, behind=True))) if begin >= 0 else None
        self.viewport().update()

    def go_to(self, position: int) -> None:
        """Puts the caret to a place of the text, and scrolls to it."""
        cursor = QTextCursor(self.document())
        place = int(self._folds.table().in_document(position))
        cursor.setPosition(min(place, self.document().characterCount() - 1))
        self.setTextCursor(cursor)
        self.scroll_to(cursor.position())

    @property
    def chosen(self) -> int | None:
        """Place of the outlined token."""
        return self._chosen

    @property
    def spans(self) -> TokenSpans:
        """The tokens shown, moved along with what was typed since."""
        return self._spans

    def set_marks(self, shown: bool) -> None:
        """Shows or hides white space."""
        self._grounds.marks = shown
        self.viewport().update()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._grounds.set_palette(palette)
        self._folds.set_palette(palette)
        self.ensurePolished()  # the stylesheet, when it comes later, takes the font away again
        font = mono(self._points)
        self.setFont(font)
        self.setTabStopDistance(_TAB * QFontMetricsF(font).horizontalAdvance(" "))
        self._rows.set_pitch(max(scaled(self._pitch), QFontMetricsF(font).height() + 4))
        self.viewport().update()

    # --- what is typed, pasted and dropped

    def _move_spans(self, position: int, removed: int, added: int) -> None:
        """Keeps the colours in step until the new text is encoded."""
        self._spans = self._spans.moved(position, removed, added)
        self._are_old = True

    def canInsertFromMimeData(self, source: QMimeData) -> bool:  # noqa: N802
        """Text, and files."""
        return bool(paths_of(source)) or source.hasText()

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802
        """Text goes in; files are for the owner."""
        if paths := paths_of(source):
            self.files_dropped.emit(paths)
            return
        if has_long_line(source.text()):
            self._folds.insert(self.textCursor(), source.text())
        else:
            super().insertFromMimeData(source)
        if has_other_line_ends(source.text()):
            self.line_ends_changed.emit()

    def createMimeDataFromSelection(self) -> QMimeData:  # noqa: N802
        """What is selected, also as far as it is not shown."""
        cursor = self.textCursor()
        copied = QMimeData()
        copied.setText(self._folds.text_of(cursor.selectionStart(), cursor.selectionEnd()))
        return copied

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tab leaves the text, as it leaves everything; Ctrl+Tab types one."""
        if event.key() == Qt.Key.Key_Tab and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.textCursor().insertText("\t")
        else:
            super().keyPressEvent(event)

    # --- choosing

    def token_at(self, point: QPoint) -> int | None:
        """The place of the token under a point of the viewport; of a split character, that of the slice."""
        for line in self._lines(point.y(), point.y()):
            for cell in cells_between(self._spans, line.whole.block, *line.seen(self.viewport().width())):
                if any(box.contains(QPointF(point)) for box in line.boxes(cell)):
                    return int(self._spans.places[cell.row])
        return None

    def token_at_caret(self) -> int | None:
        """The place of the token that the caret stands before, or of the last one at the end of the text."""
        position = self.textCursor().position()
        rows = self._spans.overlapping(position, position + 1)
        row = rows[0] if rows else len(self._spans) - 1
        if row >= 0 and self._spans.begins[row] <= position <= self._spans.ends[row]:
            return int(self._spans.places[row])
        return None

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click chooses the very part of a split character that it meets."""
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            place = self.token_at(event.position().toPoint())
            if place is not None:
                self.token_chosen.emit(place)

    def viewportEvent(self, event: QEvent) -> bool:
        """Hovering tells what a token is."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self.token_at(event.pos())
            QToolTip.showText(event.globalPos(), "" if place is None else self._describe(place), self.viewport())
            return True
        return super().viewportEvent(event)

    def _follow_caret(self) -> None:
        """Tells where the caret was moved to; while the text is new, its tokens, that are not known yet, will tell."""
        place = None if self._are_old else self.token_at_caret()
        if place is not None:
            self.token_chosen.emit(place)

    def scroll_to(self, position: int) -> None:
        """Shows a place of the document, if it is not to be seen already."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(position, self.document().characterCount() - 1))
        where = self.cursorRect(cursor)
        if where.top() < 0 or where.bottom() > self.viewport().height():
            bar = self.verticalScrollBar()
            bar.setValue(self._row_of(position) - bar.pageStep() // 3)

    def top_position(self) -> int:
        """The place in the document where the first row that is to be seen begins."""
        block = self.firstVisibleBlock()
        row = self.verticalScrollBar().value() - block.firstLineNumber()
        layout = block.layout()
        line = layout.lineAt(min(max(0, row), layout.lineCount() - 1)) if layout.lineCount() else None
        return block.position() + (line.textStart() if line is not None else 0)

    def scroll_to_top(self, position: int) -> None:
        """Makes the row with a place in the document the first that is to be seen, as far as there is text below."""
        self.verticalScrollBar().setValue(self._row_of(min(position, self.document().characterCount() - 1)))

    def _row_of(self, position: int) -> int:
        cursor = QTextCursor(self.document())
        cursor.setPosition(position)
        row = cursor.block().layout().lineForTextPosition(cursor.positionInBlock())
        return cursor.block().firstLineNumber() + (row.lineNumber() if row.isValid() else 0)

    # --- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Grounds first, then Qt's text over them."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for line in self._lines(event.rect().top(), event.rect().bottom()):
            begin, end = line.seen(self.viewport().width())
            for cell in cells_between(self._spans, line.whole.block, begin, end):
                self.paint_token(painter, cell, line, chosen=self._chosen == int(self._spans.places[cell.row]))
            self._grounds.paint_marks(painter, line, begin, end)
            self._paint_hint(painter, line, begin, end)
        painter.end()
        super().paintEvent(event)

    def _paint_hint(self, painter: QPainter, line: TextLine, begin: int, end: int) -> None:
        if self._hint is None:
            return
        origin = line.whole.block.position()
        first, last = max(begin, self._hint[0] - origin), min(end, self._hint[1] - origin)
        if first < last:
            self._grounds.paint_hint(painter, Cell(0, first, last), line)

    def paint_token(self, painter: QPainter, cell: Cell, line: TextLine, *, chosen: bool) -> None:
        """Paints what lies under a token, or under a part of it."""
        self._grounds.paint_cell(painter, self._spans, cell, line, chosen=chosen)

    def _lines(self, top: float, bottom: float) -> Iterator[TextLine]:
        """The lines that stand between two heights of the viewport."""
        block = self.firstVisibleBlock()
        while block.isValid():
            corner = self.blockBoundingGeometry(block).translated(self.contentOffset()).topLeft()
            if corner.y() > bottom:
                return
            yield from self._lines_of(block, corner, top, bottom)
            block = block.next()

    def _lines_of(self, block: QTextBlock, corner: QPointF, top: float, bottom: float) -> Iterator[TextLine]:
        pitch = self._rows.pitch
        first = max(0, int((top - corner.y()) // pitch))
        last = min(block.layout().lineCount(), int((bottom - corner.y()) // pitch) + 1)
        if first < last:
            whole = BlockText.of(block)
            for row in range(first, last):
                line = block.layout().lineAt(row)
                yield TextLine(whole, line, corner, corner.y() + row * pitch, pitch, self._grounds.break_width)


def has_other_line_ends(text: str) -> bool:
    """Whether the text has line ends that become line feeds in an editor."""
    return any(end in text for end in _OTHER_LINE_ENDS)
