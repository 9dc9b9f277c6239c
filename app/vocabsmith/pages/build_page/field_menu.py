"""The fields of a table, to choose the one with the text from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from vocabsmith.corpus_items import CorpusItem

BY_NAME = "Found by name and type"


class FieldMenu(QMenu):
    """Opens at once and is filled when the fields are known. `on_field` is told the field, None for the usual one."""

    def __init__(
        self,
        item: CorpusItem,
        on_field: Callable[[str | None], None],
        on_other: Callable[[], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._item, self._on_field, self._on_other = item, on_field, on_other
        self._group = QActionGroup(self)
        self._wait = self.addAction("Looking for the fields…")
        self._wait.setEnabled(False)
        self.setAccessibleName(f"Fields of {item.path.name}")

    def offer(self, fields: Sequence[str]) -> None:
        """Shows the fields that there are."""
        self.removeAction(self._wait)
        present = self._item.field
        self._add(BY_NAME, None, present is None)
        self.addSeparator()
        for name in dict.fromkeys((*fields, *([present] if present else ()))):
            self._add(name, name, name == present)
        self.addSeparator()
        self.addAction("Another, encoding, weight…").triggered.connect(lambda _=False: self._on_other())
        self._stay_on_screen()

    def fail(self, words: str) -> None:
        """Says why there are none."""
        self._wait.setText(words)

    def _add(self, words: str, field: str | None, chosen: bool) -> None:
        action = self.addAction(words.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(chosen)
        self._group.addAction(action)
        action.triggered.connect(lambda _=False: self._on_field(field))
        if chosen:
            self.setActiveAction(action)

    def _stay_on_screen(self) -> None:
        """A menu that grows after it was opened is put where all of it is seen."""
        if self.isVisible():
            self.adjustSize()
            room = self.screen().availableGeometry()
            over = self.geometry().bottom() - room.bottom()
            self.move(self.pos() - QPoint(0, max(0, over)))
