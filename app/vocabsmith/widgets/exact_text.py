"""The text of a document, unit for unit.

PySide drops halves of surrogate pairs that stand alone when it makes a str of a QString, which would shift every place
after them. `characterAt` keeps them, so blocks that came out too short are read again by it.
"""

from __future__ import annotations

from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument

_PARAGRAPH = "\u2029"


def utf16_length(text: str) -> int:
    """How many UTF-16 units the text has, as Qt counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def exact_text(document: QTextDocument) -> str:
    """The whole text, its lines ended by line feeds; what `toPlainText` changes besides stays as it is."""
    text = document.toRawText()
    if utf16_length(text) == document.characterCount() - 1:
        return text.replace(_PARAGRAPH, "\n")
    lines = []
    block = document.begin()
    while block.isValid():
        lines.append(block_text(block))
        block = block.next()
    return "\n".join(lines)


def exact_part(document: QTextDocument, begin: int, end: int) -> str:
    """The text between two places of a document, its lines ended by line feeds."""
    cursor = QTextCursor(document)
    cursor.setPosition(begin)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    text = cursor.selectedText()
    if utf16_length(text) != end - begin:
        units = "".join(document.characterAt(place) for place in range(begin, end))
        text = units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return text.replace(_PARAGRAPH, "\n")


def block_text(block: QTextBlock) -> str:
    """The text of one line."""
    text, length = block.text(), block.length() - 1
    if utf16_length(text) == length:
        return text
    document, begin = block.document(), block.position()
    units = "".join(document.characterAt(begin + place) for place in range(length))
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
