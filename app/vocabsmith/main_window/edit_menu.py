"""Undo, redo, cut, copy and paste: for the text field with the focus, undo and redo otherwise for corpus and recipe."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from vocabsmith.main_window.menus import STANDARD, Keys, Menus
from vocabsmith.session import Session

Editor = QLineEdit | QPlainTextEdit | QTextEdit
_EDITS: tuple[tuple[str, str, Keys], ...] = (
    ("Cu&t", "cut", STANDARD.Cut),
    ("&Copy", "copy", STANDARD.Copy),
    ("&Paste", "paste", STANDARD.Paste),
    ("Select &all", "selectAll", STANDARD.SelectAll),
)


class EditMenu(QObject):
    """The entries of the Edit menu.

    A text field takes the keys of undo for itself, also when it has nothing to undo. Then they are taken from it.
    """

    def __init__(self, window: QMainWindow, menus: Menus, session: Session) -> None:
        super().__init__(window)
        self._window, self._session = window, session
        self._watched: QWidget | None = None
        self.undo = menus.add("edit", "&Undo", self._undo, STANDARD.Undo)
        self.redo = menus.add("edit", "&Redo", self._redo, STANDARD.Redo)
        menus.add_separator("edit")
        for text, method, keys in _EDITS:
            action = menus.add("edit", text, partial(self._edit, method), keys)
            # In a field these keys never reach the menu: the field takes them first.
            menus.on_open("edit", partial(self._enable_if_possible, action, method))
            menus.on_close("edit", partial(action.setEnabled, True))
        menus.on_open("edit", self.show_what_is_possible)
        menus.on_close("edit", self._refresh)
        self._unsubscribe = session.history_changed.subscribe(lambda _: self._refresh())
        self._application = QApplication.instance()
        if isinstance(self._application, QApplication):
            self._application.focusChanged.connect(self._follow_focus)
        self._refresh()

    def end(self) -> None:
        """The window goes."""
        self._unsubscribe()
        if isinstance(self._application, QApplication):
            self._application.focusChanged.disconnect(self._follow_focus)
        self._application = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leaves the keys of undo and redo to the menu where the field with the focus has nothing to undo or redo."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            for standard, can in ((STANDARD.Undo, _can_undo), (STANDARD.Redo, _can_redo)):
                if event.matches(standard) and not can(self._editor()):
                    event.ignore()
                    return True
        return super().eventFilter(watched, event)

    def _follow_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        if not isValid(self._window):  # it went without being closed, as when the display is gone
            return
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = None
        if new is not None and new.window() is self._window and _editor_in(new) is not None:
            new.installEventFilter(self)
            self._watched = new
        self._refresh()

    def _editor(self) -> Editor | None:
        """The text field that has the focus in the window, also while a menu or a list lies over it."""
        return _editor_in(self._window.focusWidget())

    def _undo(self) -> None:
        editor = self._editor()
        if _can_undo(editor) and editor is not None:
            editor.undo()
        else:
            self._session.undo()

    def _redo(self) -> None:
        editor = self._editor()
        if _can_redo(editor) and editor is not None:
            editor.redo()
        else:
            self._session.redo()

    def show_what_is_possible(self) -> None:
        """Greys out what cannot be undone or redone now: as long as it is looked at, since a field changes unheard."""
        self._refresh()
        editor = self._editor()
        self.undo.setEnabled(_can_undo(editor) or bool(self._session.can_undo))
        self.redo.setEnabled(_can_redo(editor) or bool(self._session.can_redo))

    def _refresh(self) -> None:
        """Says what would be undone."""
        editor = self._editor()
        _show_step(self.undo, "&Undo", _can_undo(editor), self._session.can_undo)
        _show_step(self.redo, "&Redo", _can_redo(editor), self._session.can_redo)

    def _enable_if_possible(self, action: QAction, method: str) -> None:
        action.setEnabled(self._can(method) is not None)

    def _can(self, method: str) -> Callable[[], object] | None:
        act = getattr(self._editor() or self._window.focusWidget(), method, None)
        return act if callable(act) else None

    def _edit(self, method: str) -> None:
        if act := self._can(method):
            act()


def _editor_in(widget: QWidget | None) -> Editor | None:
    """The text field that a widget is or holds."""
    if isinstance(widget, QAbstractSpinBox):
        field = widget.findChild(QLineEdit)
        return field if isinstance(field, QLineEdit) else None
    if isinstance(widget, QComboBox):
        return widget.lineEdit()
    return widget if isinstance(widget, Editor) else None


def _can_undo(editor: Editor | None) -> bool:
    if editor is None or editor.isReadOnly():
        return False
    return editor.isUndoAvailable() if isinstance(editor, QLineEdit) else editor.document().isUndoAvailable()


def _can_redo(editor: Editor | None) -> bool:
    if editor is None or editor.isReadOnly():
        return False
    return editor.isRedoAvailable() if isinstance(editor, QLineEdit) else editor.document().isRedoAvailable()


def _show_step(action: QAction, word: str, in_field: bool, step: str) -> None:
    """Names what is taken back or done again, as in "&Undo remove handbook.txt"."""
    what = "typing" if in_field else (step[:1].lower() + step[1:]).replace("&", "&&")
    action.setText(f"{word} {what}".strip())
    action.setEnabled(True)
