"""How a change of theme or text size reaches every widget: from the window downwards."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from vocabsmith_resources.themes.palette import Palette


@runtime_checkable
class Themed(Protocol):
    """A widget that paints or colours something itself."""

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours of `palette` and the present text size."""


def spread_theme(parent: QWidget, palette: Palette) -> None:
    """Calls `apply_theme` on the nearest themed widgets below `parent`; each of them sees to those below itself."""
    for child in parent.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if isinstance(child, Themed):
            child.apply_theme(palette)
        else:
            spread_theme(child, palette)


def set_property(widget: QWidget, name: str, value: str) -> None:
    """Sets a property that stylesheet rules look at, and has them looked at again."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
