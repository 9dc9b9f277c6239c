"""What screen readers are told our own widgets are, where Qt cannot know it: a chart, a list, the tab of a page.

A widget says it by an attribute `spoken_as`, a role. Name and description are those of the widget.
"""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QWidget

_PRESS = "Press"  # the name that screen readers know a click by


class Face(QAccessibleWidget):
    """A widget in the role that it names."""

    def __init__(self, widget: QWidget, role: QAccessible.Role) -> None:
        super().__init__(widget, role)
        self._widget = widget


class ButtonFace(Face):
    """A button in another role; it is checked and pressed all the same."""

    def text(self, kind: QAccessible.Text) -> str:
        """Its own text is its name."""
        told = super().text(kind)
        if kind == QAccessible.Text.Name and not told and isinstance(self._widget, QAbstractButton):
            return self._widget.text()
        return told

    def state(self) -> QAccessible.State:
        """Whether it is checked, besides what holds for every widget."""
        state = super().state()
        if isinstance(self._widget, QAbstractButton):
            state.checkable = self._widget.isCheckable()
            state.checked = state.selected = self._widget.isChecked()
        return state

    def actionNames(self) -> list[str]:  # noqa: N802
        """A press."""
        return [_PRESS, *super().actionNames()]

    def doAction(self, name: str) -> None:  # noqa: N802
        """Presses it."""
        if name == _PRESS and isinstance(self._widget, QAbstractButton):
            self._widget.click()
        else:
            super().doAction(name)


@cache
def install_faces() -> None:
    """Lets Qt ask for the faces of our widgets; once for the whole program."""
    QAccessible.installFactory(_face_of)


def _face_of(_kind: str, thing: QObject) -> QAccessibleInterface | None:
    role = getattr(thing, "spoken_as", None)
    if role is None or not isinstance(thing, QWidget):
        return None
    return ButtonFace(thing, role) if isinstance(thing, QAbstractButton) else Face(thing, role)
