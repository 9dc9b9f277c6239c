"""One editor that holds what another one holds, change by change."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor

from vocabsmith.widgets.token_text_edit import TokenTextEdit


class TextMirror(QObject):
    """Repeats in `copy`, which cannot be edited itself, what is done to the text of `source`.

    It begins when `follow` says so, and costs nothing as long as it does not follow.

    Signals:
        replaced(): all of the text was copied anew.
    """

    replaced = Signal()

    def __init__(self, source: TokenTextEdit, copy: TokenTextEdit) -> None:
        super().__init__(copy)
        self._source, self._copy = source, copy
        self._following = False
        copy.folds.texts = source.folds.texts
        copy.setReadOnly(True)
        copy.setUndoRedoEnabled(False)
        source.document().contentsChange.connect(self._repeat)

    @property
    def following(self) -> bool:
        """Whether the two hold the same text."""
        return self._following

    def follow(self, following: bool) -> None:
        """Begins to follow, or lets the text go."""
        if following != self._following:
            self._following = following
            self._replace()

    def _repeat(self, position: int, removed: int, added: int) -> None:
        """Does what was done there; Qt counts the end of the text in where all is replaced."""
        if not self._following:
            return
        theirs, ours = self._source.document(), self._copy.document()
        there, here = theirs.characterCount() - 1, ours.characterCount() - 1
        added, removed = min(added, there - position), min(removed, here - position)
        if here - removed + added != there:
            self._replace()
            return
        cursor = QTextCursor(ours)
        cursor.setPosition(position)
        cursor.setPosition(position + removed, QTextCursor.MoveMode.KeepAnchor)
        self._copy.folds.insert_copy(cursor, theirs, position, position + added)

    def _replace(self) -> None:
        theirs = self._source.document()
        cursor = QTextCursor(self._copy.document())
        cursor.select(QTextCursor.SelectionType.Document)
        self._copy.folds.insert_copy(cursor, theirs, 0, theirs.characterCount() - 1 if self._following else 0)
        self.replaced.emit()
