"""How lines are to be broken so that Qt stays quick, whatever is pasted.

Qt looks for the end of a word anew in every row, which for a word of 200,000 letters takes many seconds, and it never
comes back from more than 65,535 spaces with something behind them (it counts them in 16 bits) unless lines are whole.
"""

from __future__ import annotations

import re

from PySide6.QtGui import QTextDocument, QTextOption
from PySide6.QtWidgets import QPlainTextEdit

LONG_WORD = 5_000
LONG_GAP = 30_000
AT_WORDS = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
ANYWHERE = QTextOption.WrapMode.WrapAnywhere
NOWHERE = QTextOption.WrapMode.NoWrap
_STRICTNESS = (AT_WORDS, ANYWHERE, NOWHERE)
_GAP = re.compile(rf"\s{{{LONG_GAP}}}")
_WORD = re.compile(rf"\S{{{LONG_WORD}}}")


def keep_quick(editor: QPlainTextEdit) -> None:
    """Chooses how lines of `editor` are broken at every change, before they are laid out."""
    document = editor.document()

    def choose(position: int, _removed: int, added: int) -> None:
        mode = wrapping_after(document, editor.wordWrapMode(), position, added)
        if mode is not editor.wordWrapMode():
            editor.setWordWrapMode(mode)

    editor.setWordWrapMode(AT_WORDS)
    document.contentsChange.connect(choose)


def wrapping_after(
    document: QTextDocument, present: QTextOption.WrapMode, position: int, added: int
) -> QTextOption.WrapMode:
    """The way to break lines after a change, before they are laid out. It eases only when all of the text is new."""
    length = document.characterCount() - 1
    if length < LONG_WORD:
        return AT_WORDS
    needed = _needed(document, position, position + added)
    everything = position == 0 and added >= length
    return needed if everything else max(present, needed, key=_STRICTNESS.index)


def _needed(document: QTextDocument, begin: int, end: int) -> QTextOption.WrapMode:
    """What the lines from `begin` to `end` need."""
    needed = AT_WORDS
    block = document.findBlock(begin)
    while block.isValid() and block.position() <= end:
        if block.length() > LONG_WORD:
            text = block.text()
            if _GAP.search(text):
                return NOWHERE
            if _WORD.search(text):
                needed = ANYWHERE
        block = block.next()
    return needed
