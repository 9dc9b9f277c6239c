"""The heads of the columns: key, name, size and origin of each tokenizer, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from vocabsmith.pages.compare_page.compared import ComparedTokenizer
from vocabsmith.widgets.buttons import IconButton
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.labels import ElidedLabel
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.widgets.tokenizer_key import TokenizerKey
from vocabsmith_resources.themes.palette import LIGHT, Palette

_HEIGHT = 56


class TokenizerHead(QFrame):
    """One of them; its button opens what can be done."""

    def __init__(self, number: int, compared: ComparedTokenizer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "pane")
        self.button = IconButton("dots", f"Move or remove {compared.name}", 24)
        self.button.setPopupMode(self.button.ToolButtonPopupMode.InstantPopup)
        name = ElidedLabel(compared.name, "head", Qt.TextElideMode.ElideMiddle)
        facts = ElidedLabel(compared.facts, "secondary", Qt.TextElideMode.ElideRight)
        facts.set_tip(f"{compared.tokenizer.vocab_size:,} tokens, {compared.origin}")
        first, second = QHBoxLayout(), QHBoxLayout()
        first.setSpacing(6)
        first.addWidget(TokenizerKey(number))
        first.addWidget(name, 1)
        second.setSpacing(2)
        second.addWidget(facts, 1)
        second.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 10, 0)
        column.setSpacing(0)
        column.addStretch(1)
        column.addLayout(first)
        column.addLayout(second)
        column.addStretch(1)


class TokenizerHeads(QScrollArea):
    """All of them side by side; they scroll with the table below.

    Signals:
        moved(int, int): the tokenizer at a place is to go so many places to the right, or to the left if it is below 0.
        removed(int): the tokenizer at a place is not to be compared any more.
    """

    moved = Signal(int, int)
    removed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = LIGHT
        self.heads: list[TokenizerHead] = []
        self._content = QFrame()
        self._content.setProperty("kind", "pane")
        self._row = QHBoxLayout(self._content)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self.setWidget(self._content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for set_policy in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            set_policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_tokenizers(self, compared: Sequence[ComparedTokenizer]) -> None:
        """Heads for these."""
        for head in self.heads:
            self._row.removeWidget(head)
            head.hide()
            head.deleteLater()
        self.heads = [TokenizerHead(number, each) for number, each in enumerate(compared)]
        for number, head in enumerate(self.heads):
            self._fill_menu(number, head, compared[number].name)
            self._row.addWidget(head)
            head.show()
        self.apply_theme(self._palette)

    def fit(self, left: int, column: int) -> None:
        """The first begins after `left` pixels; each is `column` wide."""
        self.setViewportMargins(left, 0, 0, 0)
        for head in self.heads:
            head.setFixedWidth(column)
        self._content.setMinimumWidth(column * len(self.heads))

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self.setFixedHeight(scaled(_HEIGHT))
        spread_theme(self._content, palette)

    def _fill_menu(self, number: int, head: TokenizerHead, name: str) -> None:
        menu = QMenu(head.button)
        left = menu.addAction("Move left", partial(self.moved.emit, number, -1))
        right = menu.addAction("Move right", partial(self.moved.emit, number, 1))
        left.setEnabled(number > 0)
        right.setEnabled(number < len(self.heads) - 1)
        menu.addSeparator()
        menu.addAction(f"Remove {name.replace('&', '&&')}", partial(self.removed.emit, number))
        head.button.setMenu(menu)
