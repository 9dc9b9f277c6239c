"""The keys of undo and redo in the dialog: for the field with the focus if it has something to undo, else the list."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

_UNDO, _REDO = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo


class UndoKeys(QObject):
    """A text field takes these keys also when it has nothing to undo. Then they are taken from it."""

    def __init__(
        self,
        window: QWidget,
        fields: Iterable[QLineEdit | QPlainTextEdit],
        undo: Callable[[], None],
        redo: Callable[[], None],
    ) -> None:
        super().__init__(window)
        for keys, act in ((_UNDO, undo), (_REDO, redo)):
            for each in QKeySequence.keyBindings(keys):
                QShortcut(each, window, act)
        for field in fields:
            field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leaves the keys to the list where the field has nothing to undo or redo."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and isinstance(watched, QLineEdit | QPlainTextEdit)
            and _leaves(watched, event)
        ):
            event.ignore()
            return True
        return super().eventFilter(watched, event)


def _leaves(field: QLineEdit | QPlainTextEdit, event: QKeyEvent) -> bool:
    history = field if isinstance(field, QLineEdit) else field.document()
    if event.matches(_UNDO):
        return not history.isUndoAvailable()
    return event.matches(_REDO) and not history.isRedoAvailable()
