"""How many tokens are listed, in which order, and of what corpus the uses are told."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vocabsmith.item_models.vocabulary_list import HEADS
from vocabsmith.operations.list_tokens import Column, Sorting
from vocabsmith.operations.vocabulary_marks import Corpus, Usage
from vocabsmith.widgets.buttons import Button, MenuButton
from vocabsmith.widgets.labels import ElidedLabel, Label
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.panes import SIDE
from vocabsmith.widgets.telling import announce
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.wording import count, grouped, size
from vocabsmith_resources.themes.palette import Palette

_NOT_YET = "How often is each token used? Choose a corpus."


class CorpusBar(QWidget):
    """A row between the filters and the table, and below it what went wrong with a corpus.

    Signals:
        sort_asked(Sorting): another order is wanted.
        all_asked(): search and filters are to go.
        corpus_asked(Corpus): uses are to be counted in it.
        files_asked(), folder_asked(): the user wants to choose what uses are counted in.
        stop_asked(): the count is to end.
    """

    sort_asked = Signal(object)
    all_asked = Signal()
    corpus_asked = Signal(object)
    files_asked = Signal()
    folder_asked = Signal()
    stop_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.total = Label("", "head")
        self.everything = Button("Show all", kind="quiet")
        self.order = MenuButton("", "quiet")
        self.note = ElidedLabel("", "secondary").let_vanish()
        self.choose = MenuButton("Count uses in", "primary")
        self.stop = Button("Stop", "stop")
        self.message = InlineMessage()
        self._usage: Usage | None = None
        self._counting = ""
        self._compose()
        self._connect()
        self.show_sorting(Sorting())
        self.offer(())
        self._show()

    def _compose(self) -> None:
        self.order.setToolTip("The order of the rows; a click on the head of a column does the same")
        self.everything.setToolTip("Take search and filters away")
        row = QHBoxLayout()
        row.setContentsMargins(SIDE, 4, SIDE - 6, 4)
        row.setSpacing(8)
        for part in (self.total, self.everything, self.order):
            row.addWidget(part)
        row.addWidget(self.note, 1)
        row.addWidget(self.choose)
        row.addWidget(self.stop)
        messages = QVBoxLayout()
        messages.setContentsMargins(SIDE, 0, SIDE, 4)
        messages.addWidget(self.message)
        self._messages = QWidget()
        self._messages.setLayout(messages)
        self._messages.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self._messages)
        group = QActionGroup(self)
        for column_ in Column:
            action = self.order.entries.addAction(HEADS[column_])
            action.setCheckable(True)
            action.setData(column_)
            group.addAction(action)
        self.order.entries.addSeparator()
        self._descending = self.order.entries.addAction("Largest first")
        self._descending.setCheckable(True)

    def _connect(self) -> None:
        for action in self.order.entries.actions()[: len(Column)]:
            action.triggered.connect(partial(self._sort_by, action.data()))
        self._descending.triggered.connect(lambda on: self.sort_asked.emit(Sorting(self._sorting.column, on)))
        self.everything.clicked.connect(self.all_asked.emit)
        self.stop.clicked.connect(self.stop_asked.emit)

    # --- the order

    def show_sorting(self, sorting: Sorting) -> None:
        """Names the column that sorts."""
        self._sorting = sorting
        self.order.setText(f"by {HEADS[sorting.column].lower()}")
        self.order.setAccessibleName(f"Order: by {HEADS[sorting.column].lower()}")
        for action in self.order.entries.actions()[: len(Column)]:
            action.setChecked(action.data() == sorting.column)
        self._descending.setChecked(sorting.descending)

    def _sort_by(self, column: Column, _checked: bool = False) -> None:
        self.sort_asked.emit(Sorting(column, self._sorting.descending))

    def show_total(self, listed: int, everything: int) -> None:
        """Says how many tokens are listed."""
        part = listed != everything
        told = f"{grouped(listed)} of {grouped(everything)}" if part else count(everything, "token")
        if told != self.total.text():
            self.total.setText(told)
            announce(self.total, told)
        self.everything.setVisible(part)

    # --- the corpus

    def offer(self, corpora: Sequence[Corpus]) -> None:
        """These can be chosen besides files and folders."""
        menu = self.choose.entries
        menu.clear()
        for corpus in corpora:
            menu.addAction(corpus.name[:1].upper() + corpus.name[1:]).triggered.connect(partial(self._ask_for, corpus))
        if corpora:
            menu.addSeparator()
        menu.addAction("Files…").triggered.connect(lambda _: self.files_asked.emit())
        menu.addAction("Folder…").triggered.connect(lambda _: self.folder_asked.emit())

    def _ask_for(self, corpus: Corpus, _checked: bool = False) -> None:
        self.corpus_asked.emit(corpus)

    def show_usage(self, usage: Usage | None) -> None:
        """Tells what corpus the uses are of."""
        self._usage = usage
        self._show()

    def show_counting(self, name: str) -> None:
        """A count of that corpus goes on; "" for none."""
        self._counting = name
        if name:
            self.show_failure("")
        self._show()

    def show_failure(self, text: str) -> None:
        """Says why uses could not be counted; "" for nothing."""
        if text:
            self.message.show_message("error", text)
        else:
            self.message.clear()
        self._messages.setVisible(bool(text))

    def _show(self) -> None:
        usage = self._usage
        self.stop.setVisible(bool(self._counting))
        self.choose.setVisible(not self._counting)
        self.choose.setText("Count uses in" if usage is None else "Another corpus")
        self.choose.set_kind("primary" if usage is None else "chip")
        if self._counting:
            self.note.set_text(f"Counting uses in {self._counting}…")
        elif usage is None:
            self.note.set_text(_NOT_YET)
        else:
            uses = usage.uses
            self.note.set_text(f"Now: {usage.corpus.name}, {size(uses.bytes)}, {count(uses.tokens, 'token')}")

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)
