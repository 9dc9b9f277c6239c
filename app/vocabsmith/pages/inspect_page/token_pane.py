"""The middle of the page: the tokens as a list and as ids, and copying them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from vocabsmith.operations.encode_text import Inspection
from vocabsmith.pages.inspect_page.copy_forms import FORMS
from vocabsmith.pages.inspect_page.ids_view import IdsView
from vocabsmith.pages.inspect_page.token_table import TokenTable
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.buttons import MenuButton
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.panes import HEAD_HEIGHT, SIDE, horizontal_line
from vocabsmith.widgets.segmented import SegmentedControl
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_resources.themes.palette import Palette


class TokenPane(QFrame):
    """Tokens or ids.

    Signals:
        copy_asked(str): the user wants the ids in one of the FORMS.
    """

    copy_asked = Signal(str)

    def __init__(self, tasks: TaskRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "pane")
        self.views = SegmentedControl([("tokens", "Tokens"), ("ids", "Ids")])
        self.copy = MenuButton("Copy")
        self.table = TokenTable()
        self.ids = IdsView(tasks)
        self._stack = QStackedWidget()
        self._head = QWidget()
        self._compose()
        self.views.chosen.connect(self.show_view)
        self.show_view("tokens")

    def _compose(self) -> None:
        for key, text in FORMS:
            self.copy.entries.addAction(text, partial(self.copy_asked.emit, key))
        row = QHBoxLayout(self._head)
        row.setContentsMargins(SIDE, 0, SIDE - 4, 0)
        row.setSpacing(8)
        row.addWidget(self.views)
        row.addStretch(1)
        row.addWidget(self.copy)
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.ids)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(horizontal_line())
        column.addWidget(self._stack, 1)

    def show_view(self, key: str) -> None:
        """Opens the list ("tokens") or the ids ("ids")."""
        self.views.choose(key)
        self._stack.setCurrentIndex(0 if key == "tokens" else 1)

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Shows the tokens of another text; None while there are none."""
        self.table.show_inspection(inspection)
        self.ids.show_inspection(inspection)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._head.setFixedHeight(scaled(HEAD_HEIGHT))
        spread_theme(self, palette)
