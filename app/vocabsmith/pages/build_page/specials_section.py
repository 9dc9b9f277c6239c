"""Special tokens: a list that is edited in place, checked while typing, with the usual sets one click away."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QVBoxLayout, QWidget

from vocabsmith.pages.build_page.special_checks import PRESETS, Remark, remark_on
from vocabsmith.widgets.buttons import Button, IconButton, MenuButton
from vocabsmith.widgets.fonts import mono
from vocabsmith.widgets.labels import IconLabel, SectionHead
from vocabsmith.widgets.theme import set_property, spread_theme
from vocabsmith_resources.themes.palette import Palette

_TONES = {"info": "secondary", "warning": "warning", "error": "error"}


class SpecialRow(QWidget):
    """One token, and below it what is to be said about it.

    Signals:
        edited, removed
    """

    edited = Signal()
    removed = Signal()

    def __init__(self, token: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = _token_field("Special token")
        self.field.setText(token)
        self.remove = IconButton("close", f"Remove {token}")
        self._remark = IconLabel("info")
        self._remark.hide()
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self.field, 1)
        row.addWidget(self.remove)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self._remark)
        self.field.textEdited.connect(self.edited)
        self.remove.clicked.connect(self.removed)

    def show_remark(self, remark: Remark | None) -> None:
        """Say it below the token; None for nothing."""
        level = remark.level if remark else "info"
        self._remark.set_content(level, remark.text if remark else "", _TONES[level])
        self._remark.setVisible(remark is not None)
        set_property(self.field, "wrong", "true" if level == "error" else "false")

    def remark(self) -> str:
        """What is said now."""
        return self._remark.text()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self.field.setFont(mono(9.5))
        spread_theme(self, palette)


class SpecialsSection(QWidget):
    """The special tokens of the recipe, in the order of their ids.

    Signals:
        changed: a token was added, edited or removed.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette: Palette | None = None
        self.rows: list[SpecialRow] = []
        self.new_field = _token_field("Add a special token")
        self.new_field.setPlaceholderText("Add a special token")
        self.add_button = Button("Add")
        self.add_button.hide()
        self._new_remark = IconLabel("info")
        self._new_remark.hide()
        self._column = QVBoxLayout()
        self._compose()
        self.new_field.textChanged.connect(self._check_new)
        self.new_field.returnPressed.connect(self._add_new)
        self.add_button.clicked.connect(self._add_new)

    def _compose(self) -> None:
        presets = MenuButton("Presets")
        self._fill_menu(presets.entries)
        self._column.setSpacing(4)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.new_field, 1)
        row.addWidget(self.add_button)
        row.addWidget(presets)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(SectionHead("Special tokens", "one id each, never cut"))
        column.addLayout(self._column)
        column.addLayout(row)
        column.addWidget(self._new_remark)

    def _fill_menu(self, menu: QMenu) -> None:
        for name, tokens in PRESETS:
            action = menu.addAction(name)
            action.setToolTip(" ".join(tokens))
            action.triggered.connect(lambda _checked=False, tokens=tokens: self.add_tokens(tokens))
        menu.setToolTipsVisible(True)
        menu.addSeparator()
        menu.addAction("Remove all").triggered.connect(lambda: self.set_tokens(()))

    def tokens(self) -> tuple[str, ...]:
        """The tokens as they are typed."""
        return tuple(row.field.text() for row in self.rows)

    def set_tokens(self, tokens: Sequence[str]) -> None:
        """Show these tokens."""
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = []
        for token in tokens:
            self._append(token)
        self._check()

    def add_tokens(self, tokens: Sequence[str]) -> None:
        """Add those that are not there yet."""
        present = set(self.tokens())
        for token in tokens:
            if token not in present:
                self._append(token)
        self._check()

    @property
    def problem(self) -> str:
        """Whether an error stands in the list, "" if none does."""
        tokens = self.tokens()
        remarks = [remark_on(tokens, place) for place in range(len(tokens))]
        wrong = any(remark is not None and remark.level == "error" for remark in remarks)
        return "A special token cannot be used: see above." if wrong else ""

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self.new_field.setFont(mono(9.5))
        spread_theme(self, palette)

    def _append(self, token: str) -> None:
        row = SpecialRow(token)
        if self._palette is not None:
            row.apply_theme(self._palette)
        row.edited.connect(self._check)
        row.removed.connect(lambda: self._remove(row))
        self.rows.append(row)
        self._column.addWidget(row)

    def _remove(self, row: SpecialRow) -> None:
        self.rows.remove(row)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()
        self.new_field.setFocus()
        self._check()

    def _check(self) -> None:
        tokens = self.tokens()
        for place, row in enumerate(self.rows):
            row.show_remark(remark_on(tokens, place))
        self._check_new(self.new_field.text())
        self.changed.emit()

    def _check_new(self, token: str) -> None:
        present = self.tokens()
        remark = remark_on((*present, token), len(present)) if token else None
        level = remark.level if remark else "info"
        self._new_remark.set_content(level, remark.text if remark else "", _TONES[level])
        self._new_remark.setVisible(remark is not None)
        self.add_button.setVisible(bool(token))
        self.add_button.setEnabled(level != "error" and token not in present)

    def _add_new(self) -> None:
        if self.new_field.text() and self.add_button.isEnabled():
            self._append(self.new_field.text())
            self.new_field.clear()
            self._check()


def _token_field(name: str) -> QLineEdit:
    field = QLineEdit()
    field.setAccessibleName(name)
    field.setAcceptDrops(False)
    return field
