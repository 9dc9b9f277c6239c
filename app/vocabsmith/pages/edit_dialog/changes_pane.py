"""The left half of the dialog: what is to be removed, added and cut, and the list of it with its own undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QLineEdit, QListView, QVBoxLayout, QWidget

from vocabsmith.operations.find_tokens import find_tokens
from vocabsmith.pages.edit_dialog.changes import Addition, Changes, ChangesHistory, Cut, Removal
from vocabsmith.pages.edit_dialog.changes_model import ChangesModel
from vocabsmith.widgets.buttons import Button, IconButton
from vocabsmith.widgets.chips import ROW_HEIGHT
from vocabsmith.widgets.fields import SpinBox
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.labels import IconLabel, Label, SectionHead
from vocabsmith.widgets.panes import ScrollBody
from vocabsmith.widgets.segmented import SegmentedControl
from vocabsmith.widgets.telling import announce
from vocabsmith.widgets.theme import set_property, spread_theme
from vocabsmith_engine import Tokenizer, TokenizerError
from vocabsmith_resources.themes.palette import Palette

_SIDE = 20
_LEAST_ROWS = 4
_MOST = 2**28
_OF_HOLES = {
    "close": "Ids behind a token that goes move down. Added special tokens come last.",
    "reserve": "Every token keeps its id. Added special tokens take the free ids, then reserved ones fill them.",
}


class ChangesPane(ScrollBody):
    """Fields for changes, and the list of them.

    Signals:
        changed: the changes are others.

    Attributes:
        removal, addition: what is typed; `size_box` the number.
        list: the changes so far.
    """

    changed = Signal()

    def __init__(self, tokenizer: Tokenizer, ids: Sequence[int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokenizer = tokenizer
        self._history = ChangesHistory(Changes((Removal(tuple(ids)),) if ids else ()))
        self._make_parts()
        self._compose()
        self._connect()
        self._show()

    @property
    def fields(self) -> tuple[QLineEdit, ...]:
        """The fields of text."""
        return self.removal, self.addition, self.size_box.lineEdit()

    @property
    def changes(self) -> Changes:
        """What is to be done."""
        return self._history.now

    # --- building

    def _make_parts(self) -> None:
        self.removal = _field("Tokens to remove", "257, 300-320 or Ġthe")
        self.addition = _field("Special token to add", "<|tool_call|>")
        self.size_box = SpinBox(1, _MOST, self._tokenizer.vocab_size)
        self.size_box.setAccessibleName("Size to cut to")
        self.remove_button, self.add_button, self.cut_button = Button("Remove"), Button("Add"), Button("Cut")
        self.problem = IconLabel("error", "", "error")
        self.problem.hide()
        self.undo_button = IconButton("undo", "Undo this change (Ctrl+Z)")
        self.redo_button = IconButton("redo", "Redo this change")
        self.drop_button = IconButton("trash", "Take the chosen change off the list (Delete)")
        self.list = QListView()
        self.list.setAccessibleName("Changes so far")
        self.list.setAccessibleDescription("Delete takes the chosen one off the list.")
        self.list.setUniformItemSizes(True)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.model = ChangesModel(self._tokenizer, self)
        self.list.setModel(self.model)
        self.empty = Label(
            "Nothing yet. Remove tokens, add special ones or cut to a size above.", "secondary", wrap=True
        )
        self.holes = SegmentedControl([("close", "Close up"), ("reserve", "Keep ids")])
        self.holes.setAccessibleName("Ids of tokens that go")
        self._of_holes = Label("", "secondary", wrap=True)

    def _compose(self) -> None:
        column = self.column
        column.setContentsMargins(_SIDE, 16, _SIDE, 16)
        column.addWidget(SectionHead("Remove tokens", "ids, ranges, or the text of one"))
        column.addLayout(_row(self.removal, self.remove_button))
        column.addSpacing(8)
        column.addWidget(SectionHead("Add a special token"))
        column.addLayout(_row(self.addition, self.add_button))
        column.addSpacing(8)
        column.addWidget(SectionHead("Cut to a size", "the first merges stay"))
        column.addLayout(_row(self.size_box, self.cut_button))
        column.addWidget(self.problem)
        column.addSpacing(8)
        head = SectionHead("Changes")
        for button in (self.undo_button, self.redo_button, self.drop_button):
            head.add(button)
        column.addWidget(head)
        column.addWidget(self._list_box(), 1)
        column.addSpacing(8)
        ids = SectionHead("Ids of tokens that go")
        ids.add(self.holes)
        column.addWidget(ids)
        column.addWidget(self._of_holes)

    def _list_box(self) -> QFrame:
        box = QFrame()
        box.setProperty("kind", "box")
        inside = QVBoxLayout(box)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.setSpacing(0)
        self.empty.setContentsMargins(12, 8, 12, 8)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        inside.addWidget(self.empty)
        inside.addWidget(self.list, 1)
        self._box = box
        return box

    def _connect(self) -> None:
        self._of_field: dict[QObject, Callable[[], None]] = {
            self.removal: self._remove,
            self.addition: self._add,
            self.size_box: self._cut,
        }
        for field in (self.removal, self.addition):
            field.textEdited.connect(lambda _: self._say(""))
        for watched in (*self._of_field, self.list):
            watched.installEventFilter(self)
        self.remove_button.clicked.connect(self._remove)
        self.add_button.clicked.connect(self._add)
        self.cut_button.clicked.connect(self._cut)
        self.undo_button.clicked.connect(self.undo)
        self.redo_button.clicked.connect(self.redo)
        self.drop_button.clicked.connect(self._drop)
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_buttons())
        self.holes.chosen.connect(self._choose_holes)

    # --- what the user does

    def _remove(self) -> None:
        typed = self.removal.text().strip() or self.removal.text()
        self._take(self.removal, lambda: Removal(find_tokens(self._tokenizer, typed)) if typed else None)

    def _add(self) -> None:
        text = self.addition.text()
        self._take(self.addition, lambda: Addition(text) if text else None)

    def _cut(self) -> None:
        self.size_box.interpretText()
        self._change(self.changes.with_step(Cut(self.size_box.value())))

    def _take(self, field: QLineEdit, read: Callable[[], Removal | Addition | None]) -> None:
        try:
            step = read()
        except TokenizerError as error:
            self._say(str(error), field)
            return
        if step is None:
            self._say("Type something first.", field)
            return
        changed = self._change(self.changes.with_step(step))
        if changed:
            field.setText("")  # which takes its history along: the keys of undo are for the list then
        else:
            self._say("That is in the list already.", field)
        field.setFocus()

    def _choose_holes(self, key: str) -> None:
        self._change(Changes(self.changes.steps, "reserve" if key == "reserve" else "close"))

    def _drop(self) -> None:
        place = self.list.currentIndex().row()
        if place >= 0:
            self._change(self.changes.without(place))
            self.list.setCurrentIndex(self.model.index(min(place, self.model.rowCount() - 1), 0))

    def undo(self) -> None:
        """Takes the last change of the list back."""
        if self._history.can_undo:
            self._history.undo()
            self._show()
            self.changed.emit()

    def redo(self) -> None:
        """Does again what was taken back."""
        if self._history.can_redo:
            self._history.redo()
            self._show()
            self.changed.emit()

    def _change(self, changes: Changes) -> bool:
        self._say("")
        if not self._history.change(changes):
            return False
        self._show()
        self.changed.emit()
        return True

    # --- showing

    def _show(self) -> None:
        self.model.show(self.changes.steps)
        self.empty.setVisible(not self.changes.steps)
        self.list.setVisible(bool(self.changes.steps))
        self.holes.choose(self.changes.holes)
        self._of_holes.setText(_OF_HOLES[self.changes.holes])
        self._show_buttons()

    def _show_buttons(self) -> None:
        self.undo_button.setEnabled(self._history.can_undo)
        self.redo_button.setEnabled(self._history.can_redo)
        self.drop_button.setEnabled(self.list.currentIndex().isValid())

    def _say(self, problem: str, field: QLineEdit | None = None) -> None:
        for each in (self.removal, self.addition):
            set_property(each, "wrong", "true" if each is field else "")
        self.problem.set_content("error", problem, "error")
        self.problem.setVisible(bool(problem))
        announce(self.problem, problem, urgent=True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Delete in the list; Return in a field does what its button does, and not what the dialog is for."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if watched is self.list and event.key() == Qt.Key.Key_Delete:
                self._drop()
                return True
            act = self._of_field.get(watched)
            if act is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                act()
                return True
        return super().eventFilter(watched, event)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._box.setMinimumHeight(_LEAST_ROWS * scaled(ROW_HEIGHT) + 8)
        spread_theme(self, palette)


def _field(name: str, example: str) -> QLineEdit:
    field = QLineEdit()
    field.setAccessibleName(name)
    field.setPlaceholderText(example)
    return field


def _row(field: QWidget, button: Button) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(8)
    row.addWidget(field, 1)
    row.addWidget(button)
    return row
