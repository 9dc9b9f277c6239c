"""Lines too long for Qt to lay out while one types: their middle becomes one sign, and stays in the text."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPen,
    QPyTextObject,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from vocabsmith.widgets.exact_text import exact_part, utf16_length
from vocabsmith.widgets.fold_table import FoldTable
from vocabsmith.widgets.fonts import sans, scaled
from vocabsmith.wording import grouped
from vocabsmith_resources.themes.palette import LIGHT, Palette

LONGEST_LINE = 10_000
"""Characters of a line that is shown whole."""
SHOWN_BEFORE, SHOWN_BEHIND = 4_000, 1_000

_SIGN = "\ufffc"
_KIND = QTextFormat.ObjectTypes.UserObject + 1
_NUMBER = QTextFormat.Property.UserProperty + 1
_HEIGHT, _LOWER = 20, 3


class Folds(QPyTextObject):
    """The stretches of a document that are not shown. A sign is deleted, brought back and moved like any character.

    Attributes:
        texts: what each sign stands for, by its number; kept for good, since an edit may be undone.
    """

    def __init__(self, document: QTextDocument, texts: dict[int, str]) -> None:
        super().__init__(document)
        self.texts = texts
        self._document = document
        self._palette = LIGHT
        self._table: tuple[int, FoldTable] | None = None
        document.documentLayout().registerHandler(_KIND, self)

    def set_palette(self, palette: Palette) -> None:
        """Takes the colours."""
        self._palette = palette

    # --- into the document and out of it

    def insert(self, cursor: QTextCursor, text: str) -> None:
        """Inserts a text in place of what is selected, as one edit, with the middle of long lines as signs."""
        cursor.beginEditBlock()
        cursor.removeSelectedText()
        for part, hidden in _parts(text):
            cursor.insertText(part, QTextCharFormat())
            if hidden:
                number = len(self.texts)
                self.texts[number] = hidden
                self._insert_sign(cursor, number)
        cursor.endEditBlock()

    def insert_copy(self, cursor: QTextCursor, document: QTextDocument, begin: int, end: int) -> None:
        """Inserts a part of another document, whose signs mean the same as here."""
        cursor.beginEditBlock()
        cursor.removeSelectedText()
        for place, number in self._signs(document, begin, end):
            cursor.insertText(exact_part(document, begin, place), QTextCharFormat())
            self._insert_sign(cursor, number)
            begin = place + 1
        cursor.insertText(exact_part(document, begin, end), QTextCharFormat())
        cursor.endEditBlock()

    def text_of(self, begin: int, end: int) -> str:
        """The text between two places of the document, with what its signs stand for."""
        parts: list[str] = []
        for place, number in self._signs(self._document, begin, end):
            parts += [exact_part(self._document, begin, place), self.texts[number]]
            begin = place + 1
        return "".join([*parts, exact_part(self._document, begin, end)])

    def table(self) -> FoldTable:
        """Where what is not shown stands; kept until the document changes."""
        revision = self._document.revision()
        if self._table is None or self._table[0] != revision:
            signs = self._signs(self._document, 0, self._document.characterCount())
            folds = [(place, utf16_length(self.texts[number])) for place, number in signs]
            self._table = revision, FoldTable.of(folds)
        return self._table[1]

    def _insert_sign(self, cursor: QTextCursor, number: int) -> None:
        sign = QTextCharFormat()
        sign.setObjectType(_KIND)
        sign.setProperty(_NUMBER, number)
        cursor.insertText(_SIGN, sign)

    def _signs(self, document: QTextDocument, begin: int, end: int) -> Iterator[tuple[int, int]]:
        """Places and numbers of the signs between two places of a document."""
        if not self.texts:
            return
        found = document.find(_SIGN, begin)
        while not found.isNull() and found.selectionEnd() <= end:
            style = found.charFormat()
            if style.objectType() == _KIND:
                yield found.selectionStart(), style.intProperty(_NUMBER)
            found = document.find(_SIGN, found.selectionEnd())

    # --- how a sign looks

    def intrinsicSize(self, _document: QTextDocument, _place: int, style: QTextFormat) -> QSizeF:  # noqa: N802
        """As wide as its words."""
        width = QFontMetricsF(sans(8.5)).horizontalAdvance(self._words(style))
        return QSizeF(width + 20, scaled(_HEIGHT))

    def drawObject(  # noqa: N802
        self, painter: QPainter, rect: QRectF | QRect, _document: QTextDocument, _place: int, style: QTextFormat
    ) -> None:
        """A frame with the number of characters."""
        painter.save()
        painter.setBrush(QColor(self._palette.window))
        painter.setPen(QPen(QColor(self._palette.control_border), 1))
        room = QRectF(rect).translated(0, scaled(_LOWER))  # it stands on the line, as letters do
        painter.drawRoundedRect(room.adjusted(3.5, 0.5, -3.5, -0.5), 4, 4)
        painter.setFont(sans(8.5))
        painter.setPen(QColor(self._palette.secondary))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, self._words(style))
        painter.restore()

    def _words(self, style: QTextFormat) -> str:
        return f"… {grouped(len(self.texts[style.intProperty(_NUMBER)]))} characters …"


def has_long_line(text: str) -> bool:
    """Whether a line of the text would not be shown whole."""
    return len(text) > LONGEST_LINE and any(len(line) > LONGEST_LINE for line in text.split("\n"))


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """The text as what is shown and what is not in turn."""
    if not has_long_line(text):
        yield text, ""
        return
    shown: list[str] = []
    for place, line in enumerate(text.split("\n")):
        shown.append("\n" if place else "")
        if len(line) <= LONGEST_LINE:
            shown.append(line)
            continue
        yield "".join([*shown, line[:SHOWN_BEFORE]]), line[SHOWN_BEFORE:-SHOWN_BEHIND]
        shown = [line[-SHOWN_BEHIND:]]
    yield "".join(shown), ""
