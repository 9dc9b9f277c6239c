"""Special tokens: a list that is edited in place, checked while typing, with the usual sets one click away."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QInputDialog, QLineEdit, QMenu, QVBoxLayout, QWidget

from vocabsmith import wording
from vocabsmith.pages.build_page.special_checks import PRESETS, Remark, remarks_on
from vocabsmith.pages.build_page.special_counts import SpecialCounts
from vocabsmith.pages.build_page.specials_list import SpecialsList
from vocabsmith.pages.build_page.specials_model import SpecialsModel
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.buttons import Button, MenuButton
from vocabsmith.widgets.fonts import mono
from vocabsmith.widgets.labels import IconLabel, SectionHead
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_engine.reserved_tokens import is_reserved, padded_vocab, with_reserved
from vocabsmith_resources.themes.palette import Palette

MULTIPLE = 64
"""What sizes are rounded up to: matrices of such sizes are multiplied fastest."""

_ICONS = {"info": "info", "good": "check", "warning": "warning", "error": "error"}
_MOST_RESERVED = 10_000


class SpecialsSection(QWidget):
    """The special tokens of the recipe, in the order of their ids.

    Signals:
        changed: a token was added, edited, moved or removed.
        size_asked(int): the vocabulary is to have this size, as the tokens just changed ask for.
    """

    changed = Signal()
    size_asked = Signal(int)

    def __init__(self, tasks: TaskRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = SpecialsModel(self)
        self.list = SpecialsList(self.model)
        self.counts = SpecialCounts(tasks, self)
        self._vocab_size = 0
        self.new_field = QLineEdit()
        self.new_field.setAccessibleName("Add a special token")
        self.new_field.setPlaceholderText("Add a token")
        self.new_field.setAcceptDrops(False)
        self.add_button = Button("Add")
        self.add_button.hide()
        self.presets = MenuButton("Presets")
        self._new_remark = IconLabel("info")
        self._new_remark.hide()
        self._compose()
        self._fill_menu(self.presets.entries)
        self._connect()

    def _compose(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.new_field, 1)
        row.addWidget(self.add_button)
        row.addWidget(self.presets)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(SectionHead("Special tokens", "one id each, never cut"))
        column.addWidget(self.list)
        column.addLayout(row)
        column.addWidget(self._new_remark)

    def _connect(self) -> None:
        self.model.changed.connect(self._tell)
        self.counts.changed.connect(self._show_counts)
        self.list.emptied.connect(self.new_field.setFocus)
        self.new_field.textChanged.connect(self._check_new)
        self.new_field.returnPressed.connect(self._add_new)
        self.add_button.clicked.connect(self._add_new)

    # --- the presets

    def _fill_menu(self, menu: QMenu) -> None:
        menu.setToolTipsVisible(True)
        for name, tokens in PRESETS:
            action = menu.addAction(name)
            action.setToolTip(" ".join(tokens))
            action.triggered.connect(lambda _checked=False, tokens=tokens: self.add_tokens(tokens))
        menu.addSeparator()
        menu.addAction("Reserved tokens…").triggered.connect(self.ask_how_many)
        self._round_with_tokens = menu.addAction("")
        self._round_with_tokens.triggered.connect(self._round_up_with_tokens)
        self._round_with_merges = menu.addAction("")
        self._round_with_merges.triggered.connect(self._round_up_with_merges)
        menu.addSeparator()
        self._drop_reserved = menu.addAction("Remove the reserved tokens")
        self._drop_reserved.triggered.connect(lambda: self._replace([t for t in self.tokens() if not is_reserved(t)]))
        self._drop_all = menu.addAction("Remove all")
        self._drop_all.triggered.connect(lambda: self._replace([]))
        menu.aboutToShow.connect(self._word_menu)
        self._word_menu()

    def _word_menu(self) -> None:
        """What rounding up would do now, in numbers."""
        missing = -self._vocab_size % MULTIPLE
        rounded = f"{self._vocab_size + missing:,}"
        if missing:
            self._round_with_tokens.setText(f"Round up to {rounded} with {wording.count(missing, 'reserved token')}")
            self._round_with_merges.setText(f"Round up to {rounded} with room for {wording.count(missing, 'merge')}")
        else:
            self._round_with_tokens.setText(f"{rounded} is a multiple of {MULTIPLE} already")
        self._round_with_tokens.setToolTip(f"The next multiple of {MULTIPLE}; as many merges as now")
        self._round_with_merges.setToolTip(f"The next multiple of {MULTIPLE}; as many special tokens as now")
        self._round_with_tokens.setEnabled(bool(missing))
        self._round_with_merges.setVisible(bool(missing))
        self._drop_reserved.setEnabled(any(map(is_reserved, self.tokens())))
        self._drop_all.setEnabled(bool(self.tokens()))

    def ask_how_many(self) -> None:
        """Ask for a number of reserved tokens and add them."""
        dialog = QInputDialog(self)
        dialog.setInputMode(QInputDialog.InputMode.IntInput)
        dialog.setWindowTitle("Reserved tokens")
        dialog.setLabelText("Tokens without a use yet, to be named later.\nThey take ids from the merges. How many?")
        dialog.setIntRange(1, _MOST_RESERVED)
        dialog.setIntValue(16)
        dialog.intValueSelected.connect(self.reserve)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def reserve(self, number: int) -> None:
        """Add so many reserved tokens."""
        self._replace(with_reserved(self.tokens(), number))

    def _round_up_with_tokens(self) -> None:
        size, tokens = padded_vocab(self._vocab_size, self.tokens(), MULTIPLE)
        self.model.set_tokens(tokens)
        self._show_counts()
        self.size_asked.emit(size)
        self._tell()

    def _round_up_with_merges(self) -> None:
        self.size_asked.emit(self._vocab_size + -self._vocab_size % MULTIPLE)

    # --- the value

    def tokens(self) -> tuple[str, ...]:
        """The tokens as they are typed."""
        return self.model.tokens

    def set_tokens(self, tokens: Sequence[str]) -> None:
        """Show these tokens; tells nobody."""
        if self.model.set_tokens(tokens):
            self._look_up()
            self._check_new(self.new_field.text())

    def add_tokens(self, tokens: Sequence[str]) -> None:
        """Add those that are not there yet."""
        present = set(self.tokens())
        self.model.add([token for token in dict.fromkeys(tokens) if token not in present])

    def show_size(self, vocab_size: int) -> None:
        """The size of the vocabulary, which rounding up begins from."""
        self._vocab_size = vocab_size

    @property
    def problem(self) -> str:
        """Whether an error stands in the list, "" if none does."""
        return "A special token cannot be used: see above." if self.model.wrong else ""

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self.new_field.setFont(mono(9.5))
        spread_theme(self, palette)

    def _replace(self, tokens: Sequence[str]) -> None:
        if self.model.set_tokens(tokens):
            self._tell()

    def _tell(self) -> None:
        self._look_up()
        self._check_new(self.new_field.text())
        self.changed.emit()

    # --- checks

    def _look_up(self) -> None:
        self.counts.ask((*self.tokens(), self.new_field.text()))

    def _show_counts(self) -> None:
        self.model.show_counts(self.counts.count_of)
        self._check_new(self.new_field.text())

    def _check_new(self, token: str) -> None:
        remark = self._remark_on_new(token) if token else None
        level = remark.level if remark else "info"
        tone = "secondary" if level in ("info", "good") else level
        self._new_remark.set_content(_ICONS[level], remark.text if remark else "", tone)
        self._new_remark.setVisible(remark is not None)
        self.add_button.setVisible(bool(token))
        self.add_button.setEnabled(bool(token) and level != "error" and token not in self.tokens())
        self._look_up()

    def _remark_on_new(self, token: str) -> Remark | None:
        return remarks_on((*self.tokens(), token), self.counts.count_of)[-1]

    def _add_new(self) -> None:
        if self.add_button.isEnabled():
            self.add_tokens([self.new_field.text()])
            self.new_field.clear()
