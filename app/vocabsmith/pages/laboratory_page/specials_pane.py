"""Special tokens of the tokenizer, of the recipe, or typed, and what each of them collides with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from vocabsmith.pages.laboratory_page.findings import AIR, Finding, FindingsTable
from vocabsmith.visible_tokens import visible_token
from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.fonts import mono, scaled
from vocabsmith.widgets.panes import vertical_line
from vocabsmith.widgets.segmented import SegmentedControl
from vocabsmith.widgets.theme import set_property, spread_theme
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.analysis import Collision
from vocabsmith_resources.themes.palette import Palette

TOKENIZER: Final = "tokenizer"
RECIPE: Final = "recipe"
TYPED: Final = "typed"
_HEADS = ("How bad", "Token", "What happens", "What to do")
_WORDS = {"error": "Error", "warning": "Warning", "info": "Note"}
_LIST = 236  # pixels across
_LINES = 40  # and down, at least
_TYPING_PAUSE = 150
_MOST_SHOWN = 1_000  # tokens in the field
_NO_TOKENS = "No special tokens here. Type some at the left, one on each line."
_NO_COLLISION = "Nothing collides: not the tokens with each other, nor with the text and the vocabulary."
_NAMES = {TOKENIZER: "Tokenizer", RECIPE: "Recipe", TYPED: "Typed"}


class SpecialsPane(QWidget):
    """The list and the table; `use_button` is for the owner to place.

    Signals:
        changed(): other tokens are to be looked at.
        used(list[str]): the user wants these in the recipe.
        chosen(object): the Collision that the user moved to.
    """

    changed = Signal()
    used = Signal(list)
    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._of_tokenizer: tuple[AddedToken, ...] = ()
        self._of_recipe: tuple[str, ...] = ()
        self.sources = SegmentedControl(tuple(_NAMES.items()))
        self.field = QPlainTextEdit()
        self.use_button = Button("Use in the recipe")
        self.table = FindingsTable("Collisions of special tokens", _HEADS, (1.0, 3.0, 2.0), code=1)
        self._pause = QTimer(self, singleShot=True, interval=_TYPING_PAUSE)
        self._side = QWidget()
        self._compose()
        self.sources.chosen.connect(lambda _key: self._show_list())
        self.field.textChanged.connect(self._type)
        self._pause.timeout.connect(self.changed)
        self.use_button.clicked.connect(lambda: self.used.emit(self.texts()))
        self.table.chosen.connect(self.chosen)
        self.sources.choose(RECIPE)
        self._show_list()

    def _compose(self) -> None:
        self.sources.setAccessibleName("Special tokens of")
        self.field.setAccessibleName("Special tokens, one on each line")
        self.field.setPlaceholderText("One token on each line")
        self.field.setTabChangesFocus(True)
        self.field.setAcceptDrops(False)
        self.use_button.setAccessibleDescription("The recipe of the Build page gets these tokens. Undo takes it back.")
        column = QVBoxLayout(self._side)
        column.setContentsMargins(16, 4, 8, 8)
        column.setSpacing(6)
        column.addWidget(self.sources)
        column.addWidget(self.field, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._side)
        row.addWidget(vertical_line())
        row.addSpacing(AIR)
        row.addWidget(self.table, 1)

    # --- the tokens

    def tokens(self) -> list[str | AddedToken]:
        """What is to be looked at, with the rules of the tokenizer where it is the tokenizer's."""
        if self.sources.key() == TOKENIZER:
            return list(self._of_tokenizer)
        if self.sources.key() == RECIPE:
            return list(self._of_recipe)
        return list(self.field.toPlainText().rstrip("\n").split("\n")) if self.field.toPlainText().strip("\n") else []

    def texts(self) -> list[str]:
        """The same as texts."""
        return [token.text if isinstance(token, AddedToken) else token for token in self.tokens()]

    def source(self) -> str:
        """`TOKENIZER`, `RECIPE` or `TYPED`."""
        return self.sources.key()

    def set_tokenizer(self, tokens: Sequence[AddedToken] | None) -> None:
        """Those of the current tokenizer; None if there is no tokenizer."""
        self._of_tokenizer = tuple(tokens or ())
        button = self.sources.button(TOKENIZER)
        button.setEnabled(tokens is not None)
        button.setToolTip("Those of the current tokenizer" if tokens is not None else "There is no tokenizer yet")
        if self.source() == TOKENIZER:
            if tokens is None:
                self.sources.choose(RECIPE)
            self._show_list()

    def set_recipe(self, tokens: Sequence[str]) -> None:
        """Those of the recipe."""
        if tuple(tokens) != self._of_recipe:
            self._of_recipe = tuple(tokens)
            if self.source() == RECIPE:
                self._show_list()
        self._show_use()

    # --- what was found

    def show_collisions(self, collisions: Sequence[Collision]) -> int:
        """Lists them; returns how many there are that are more than good to know."""
        rows = [
            Finding(
                each.severity,
                (_WORDS[each.severity], _visible(each.token), each.sentence, each.remedy),
                each,
            )
            for each in collisions
        ]
        self.table.show_findings(rows, _NO_COLLISION if self.tokens() else _NO_TOKENS)
        return sum(row.level != "info" for row in rows)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)
        self.field.setFont(mono(9))
        self.field.setMinimumHeight(scaled(_LINES))
        self._side.setFixedWidth(scaled(_LIST))

    # --- inside

    def _show_list(self) -> None:
        typed = self.source() == TYPED
        if not typed:
            texts = self.texts()
            shown = [_visible(text) for text in texts[:_MOST_SHOWN]]
            left = len(texts) - len(shown)
            with QSignalBlocker(self.field):
                self.field.setPlainText("\n".join([*shown, *([f"… and {left:,} more"] if left else [])]))
        self.field.setReadOnly(not typed)
        set_property(self.field, "kind", "" if typed else "well")
        self.field.setFont(mono(9))
        self._show_use()
        self.changed.emit()

    def _type(self) -> None:
        self._pause.start()
        self._show_use()

    def _show_use(self) -> None:
        texts = tuple(dict.fromkeys(self.texts()))
        same = texts == self._of_recipe
        self.use_button.setEnabled(not same and all(texts))
        tip = "The recipe has these tokens" if same else "Give the recipe of the Build page these tokens"
        self.use_button.setToolTip(tip if all(texts) else "An empty line is no token")


def _visible(token: str) -> str:
    """On one line, whatever is in it; a space stays a space, so that what is shown can be typed."""
    if token.isprintable():
        return token
    return visible_token(token.encode(errors="replace"))
