"""One of the two patterns: a name, an expression of the user's own, the recipe's, or that of a tokenizer."""

from __future__ import annotations

from math import ceil
from typing import Final

from PySide6.QtCore import QSignalBlocker, QSize, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QSizePolicy, QTextEdit, QVBoxLayout, QWidget

from vocabsmith.operations.compare_patterns import PatternSide, expressions_of
from vocabsmith.operations.preview_pieces import place_of_problem
from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.choice_box import ChoiceBox
from vocabsmith.widgets.exact_text import utf16_length
from vocabsmith.widgets.fonts import mono, scaled
from vocabsmith.widgets.labels import IconLabel
from vocabsmith.widgets.panes import SIDE
from vocabsmith.widgets.theme import set_property, spread_theme
from vocabsmith.widgets.tokenizer_picker import TokenizerPicker
from vocabsmith_engine import Pretokenizer, Tokenizer
from vocabsmith_engine.pretokenization import EXPRESSION, NAMES, SEQUENCE
from vocabsmith_resources.themes.palette import LIGHT, Palette

RECIPE: Final = "recipe"
_OF_TOKENIZER: Final = "tokenizer:"
_TYPING_PAUSE = 150  # milliseconds without a key before an expression is tried
_UNCUT = "Nothing is cut: a text is one piece."
_LEAST, _ROOMY = 290, 420  # and of all, at least and with all words on its buttons


class PatternChooser(QWidget):
    """The pattern and what is wrong with it.

    Signals:
        changed(): another pattern is chosen or typed.
        used(str): the user wants this value in the recipe.
    """

    changed = Signal()
    used = Signal(str)

    def __init__(self, title: str, picker: TokenizerPicker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = LIGHT
        self._recipe = "gpt2"
        self._lines = 2
        self._of_tokenizers: dict[str, Pretokenizer] = {}
        self._side: PatternSide | None = None
        self.choice = ChoiceBox()
        self.picker = picker
        self.use_button = Button("Use in the recipe")
        self.expression = QPlainTextEdit()
        self.remark = IconLabel("error", "", "error")
        self._pause = QTimer(self, singleShot=True, interval=_TYPING_PAUSE)
        self._name(title)
        self._compose()
        self._connect()
        self._choose()

    def _name(self, title: str) -> None:
        for name in NAMES:
            self.choice.addItem(Pretokenizer.of(name).label, name)
        self.choice.addItem("Custom expression", EXPRESSION)
        self.choice.addItem("That of the recipe", RECIPE)
        self.choice.setAccessibleName(title)
        self.choice.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.choice.setMinimumContentsLength(8)
        self.choice.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.expression.setAccessibleName(f"{title}: expression")
        self.expression.setAccessibleDescription("Typing makes it an expression of your own.")
        self.picker.setAccessibleName(f"{title}: that of a tokenizer")
        self.picker.setToolTip("Take the pattern of a tokenizer")
        self.use_button.setAccessibleName(f"{title}: use in the recipe")
        self.use_button.setAccessibleDescription("The Build page cuts text by this pattern. Edit > Undo takes it back.")
        self.expression.setTabChangesFocus(True)
        self.expression.setAcceptDrops(False)
        self.remark.hide()

    def _compose(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.choice, 1)
        row.addWidget(self.picker)
        row.addWidget(self.use_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(SIDE, 8, SIDE, 8)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self.expression)
        column.addWidget(self.remark)
        column.addStretch(1)

    def _connect(self) -> None:
        self.choice.currentIndexChanged.connect(self._choose)
        self.expression.textChanged.connect(self._type)
        self._pause.timeout.connect(self.changed)
        self.picker.picked.connect(lambda picked: self.add_tokenizer(picked.name, picked.tokenizer))
        self.picker.failed.connect(lambda problem: self._show_remark("error", problem))
        self.use_button.clicked.connect(self._use)

    # --- the value

    def value(self) -> str | Pretokenizer:
        """A name, `regex:` and an expression, or the pre-tokenizer of a tokenizer."""
        key = str(self.choice.currentData())
        if key == EXPRESSION:
            return f"regex:{self.expression.toPlainText()}"
        if key == RECIPE:
            return self._recipe
        if key.startswith(_OF_TOKENIZER):
            return self._of_tokenizers[key.removeprefix(_OF_TOKENIZER)]
        return key

    def title(self) -> str:
        """What the pattern is called."""
        return self.choice.currentText()

    def choose(self, key: str) -> None:
        """Chooses a name, `RECIPE`, or an expression, which may begin with `regex:`."""
        if self.choice.findData(key) >= 0 and key != EXPRESSION:
            self.choice.setCurrentIndex(self.choice.findData(key))
            return
        self.choice.setCurrentIndex(self.choice.findData(EXPRESSION))
        self.expression.setPlainText(key.removeprefix("regex:"))

    def add_tokenizer(self, name: str, tokenizer: Tokenizer) -> None:
        """Offers the pattern of a tokenizer, and chooses it. Nothing else of the tokenizer is kept."""
        key = _OF_TOKENIZER + name
        self._of_tokenizers[name] = tokenizer.pretokenizer
        place = self.choice.findData(key)
        if place < 0:
            place = self.choice.count()
            self.choice.addItem(f"That of {name}", key)
        if place == self.choice.currentIndex():
            self._choose()
        self.choice.setCurrentIndex(place)

    def set_recipe(self, value: str) -> None:
        """The recipe's pattern is this now."""
        if value != self._recipe:
            self._recipe = value
            if self.choice.currentData() == RECIPE:
                self._choose()
            self._show_use()

    def for_recipe(self) -> str | None:
        """What a recipe would be given; None if it can have no such pattern, or has it."""
        value = self.value()
        if isinstance(value, Pretokenizer):
            if value.name == SEQUENCE:
                return None
            value = value.value
        same = value.removeprefix("regex:") == self._recipe.removeprefix("regex:")
        return None if same or self._side is None or self._side.problem else value

    # --- what is known of it

    def show_side(self, side: PatternSide) -> None:
        """Tells what is wrong with the pattern, if anything is."""
        self._side = side
        set_property(self.expression, "wrong", "true" if side.problem else "false")
        self._show_remark("error", side.problem)
        place = place_of_problem(side.rule)
        self.mark([] if place is None else [(place, place + 1)], "error")
        self._show_use()

    def mark(self, places: list[tuple[int, int]], tone: str = "warning") -> None:
        """Underlines stretches of the expression, in code points."""
        text = self.expression.toPlainText()
        wave = QTextCharFormat()
        wave.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        wave.setUnderlineColor(QColor(getattr(self._palette, tone)))
        wave.setBackground(QColor(getattr(self._palette, f"{tone}_ground")))
        marks = []
        for begin, end in places:
            mark = QTextEdit.ExtraSelection()
            mark.cursor = QTextCursor(self.expression.document())
            length = utf16_length(text)
            mark.cursor.setPosition(min(utf16_length(text[:begin]), max(0, length - 1)))
            mark.cursor.setPosition(min(utf16_length(text[:end]), length), QTextCursor.MoveMode.KeepAnchor)
            mark.format = wave
            marks.append(mark)
        self.expression.setExtraSelections(marks)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
        self.expression.setFont(mono(9))
        spread_theme(self, palette)
        self.set_lines(self._lines)

    def set_lines(self, lines: int) -> None:
        """Shows so many whole lines of the expression."""
        self._lines = lines
        margins = 2 * (round(self.expression.document().documentMargin()) + self.expression.frameWidth())
        spacing = QFontMetricsF(mono(9)).lineSpacing()
        self.expression.setFixedHeight(ceil(lines * spacing) + margins)

    def minimumSizeHint(self) -> QSize:
        """Narrow: the buttons have fewer words then."""
        return QSize(scaled(_LEAST), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leaves words away where there is no room for them."""
        super().resizeEvent(event)
        roomy = self.width() >= scaled(_ROOMY)
        self.use_button.setText("Use in the recipe" if roomy else "Use")
        self.picker.set_text("Tokenizer…" if roomy else "From…")

    # --- inside

    def _choose(self) -> None:
        """Shows the expressions of what was chosen."""
        value = self.value()
        patterns = expressions_of(value)
        with QSignalBlocker(self.expression):
            if self.choice.currentData() != EXPRESSION:
                self.expression.setPlainText("\n".join(patterns) or _UNCUT)
        self.expression.setFont(mono(9))  # which a new text would not have
        self.expression.setReadOnly(len(patterns) != 1)
        set_property(self.expression, "kind", "" if len(patterns) == 1 else "well")
        self.mark([])
        self.changed.emit()

    def _type(self) -> None:
        if self.choice.currentData() != EXPRESSION:
            with QSignalBlocker(self.choice):
                self.choice.setCurrentIndex(self.choice.findData(EXPRESSION))
        self.mark([])
        self._pause.start()

    def _use(self) -> None:
        value = self.for_recipe()
        if value is not None:
            self.used.emit(value)

    def _show_use(self) -> None:
        value = self.value()
        can = self.for_recipe() is not None
        self.use_button.setEnabled(can)
        if can:
            tip = "Cut by this pattern in the recipe of the Build page"
        elif isinstance(value, Pretokenizer) and value.name == SEQUENCE:
            tip = "A recipe has one pattern; this is a row of steps"
        else:
            tip = "It cannot be used" if self._side and self._side.problem else "The recipe has this pattern"
        self.use_button.setToolTip(tip)

    def _show_remark(self, level: str, text: str) -> None:
        self.remark.set_content(level, text, level)
        self.remark.setVisible(bool(text))
