"""The context menu of the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from vocabsmith.item_models.vocabulary_list import HEADS
from vocabsmith.operations.list_tokens import Column
from vocabsmith.pages.vocabulary_page.token_table import TokenTable
from vocabsmith.wording import count, grouped


class RowMenu(QMenu):
    """What can be done with the chosen rows.

    Signals:
        copy_asked(), edit_asked(): the rows are to be copied, or their tokens changed.
        script_asked(int): tokens of this script only are wanted.
        sort_asked(Column): another order is wanted.
    """

    copy_asked = Signal()
    edit_asked = Signal()
    script_asked = Signal(int)
    sort_asked = Signal(object)

    def __init__(self, table: TokenTable, parent: QWidget) -> None:
        super().__init__(parent)
        chosen = table.chosen_ids()
        vocabulary = table.tokens.vocabulary
        self._add(self, f"Copy {count(len(chosen), 'row')}", self.copy_asked.emit, enabled=bool(len(chosen)))
        if vocabulary is not None and len(chosen) == 1:
            token = int(chosen[0])
            text = vocabulary.table.texts[token].decode(errors="replace")
            self._add(self, "Copy its text", partial(_put, text))
            self._add(self, f"Copy its id, {grouped(token)}", partial(_put, str(token)))
            self.addSeparator()
            script = int(vocabulary.table.scripts[token])
            name = vocabulary.table.script_names[script]
            self._add(self, f"Script: {name} only", partial(self.script_asked.emit, script))
        self.addSeparator()
        order = self.addMenu("Sort by")
        for column in Column:
            self._add(order, HEADS[column], partial(self.sort_asked.emit, column))
        self.addSeparator()
        self._add(self, "Change the tokenizer…", self.edit_asked.emit)

    @staticmethod
    def _add(menu: QMenu, text: str, act: Callable[[], object], *, enabled: bool = True) -> None:
        action = menu.addAction(text)
        action.triggered.connect(lambda _checked: act())
        action.setEnabled(enabled)


def _put(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
