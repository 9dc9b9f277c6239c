"""What the window asks of a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from vocabsmith.widgets.theme import spread_theme
from vocabsmith_resources.themes.palette import Palette


class Page(QWidget):
    """One page of the window.

    Attributes:
        key: its name in the settings.
        title, subtitle: shown at the top of the window.
        icon_name: shown in the rail.
        can_find: whether there is something to search; Find (Ctrl+F) calls `begin_search` then.

    Signals, which the window answers:
        build_asked(): the user, who has no tokenizer yet, wants to learn one.
        open_asked(): the user, who has no tokenizer yet, wants to open one.
        edit_asked(list of int): the user wants to change the tokenizer; the ids are those of the chosen tokens.
    """

    build_asked = Signal()
    open_asked = Signal()
    edit_asked = Signal(list)

    key: ClassVar[str]
    title: ClassVar[str]
    subtitle: ClassVar[str]
    icon_name: ClassVar[str]
    can_find: ClassVar[bool] = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # a page just opened has the focus, and none of its buttons

    def actions_of(self) -> dict[str, list[QAction]]:
        """The page's actions by menu ("file", "edit", "run", "view", "help"); the list of all actions has them too."""
        return {}

    def take_files(self, files: Sequence[Path]) -> bool:  # noqa: ARG002
        """Takes text files that came from outside; False if the page has no use for them."""
        return False

    def begin_search(self) -> None:
        """Puts the focus into the field where one searches on this page, with all of its text selected."""

    @property
    def can_keep_run(self) -> bool:
        """Whether a run of the page would leave something to be used if it were stopped now."""
        return False

    @property
    def can_suspend_run(self) -> bool:
        """Whether a run of the page could go on at the next start from where it is."""
        return False

    def suspend_run(self) -> None:
        """Ends the run of the page such that the next start can go on with it."""

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)
