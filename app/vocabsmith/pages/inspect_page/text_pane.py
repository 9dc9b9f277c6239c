"""The left of the page: the text in the colours of its tokens, what is to be said about it, and its figures."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from vocabsmith.operations.encode_text import Inspection
from vocabsmith.pages.inspect_page.looks import words_of
from vocabsmith.widgets.buttons import Button, IconButton
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.labels import FigureLabel, Label
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.panes import SIDE, Pane, horizontal_line
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.widgets.token_spans import TokenSpans
from vocabsmith.widgets.token_text_edit import TokenTextEdit
from vocabsmith.wording import count, decimal, grouped
from vocabsmith_engine.tokenizer import SpecialPolicy
from vocabsmith_resources.themes.palette import Palette

POLICIES: tuple[tuple[SpecialPolicy, str], ...] = (
    ("allow", "as one id"),
    ("as_text", "as text"),
    ("refuse", "refused"),
)
_LINE_ENDS = "Line ends became LF: an editor holds no others."
_SHORTENED = (
    "The middle of very long lines is not shown, so that typing stays quick. It is in the text and in all figures."
)
_NARROW = 430
_BOX = 240  # pixels that a box below the text should have
_UNKNOWN = "–"
_CAPTIONS = {
    "characters": "characters",
    "bytes": "bytes",
    "tokens": "tokens",
    "bytes_per_token": "bytes per token",
    "partial": "partial characters",
}


class TextPane(Pane):
    """The text and how special tokens in it are treated.

    Signals:
        changed(): text or treatment are others.
        file_asked(): the user wants to choose a file.
        example_asked(): the user wants to see an example.
        box_opened(str): another box stands below the text: "second", or "" for none.
    """

    changed = Signal()
    file_asked = Signal()
    example_asked = Signal()
    box_opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Text", parent=parent)
        self.editor = TokenTextEdit()
        self.policy = QComboBox()
        self.marks = IconButton("pilcrow", "Show white space", checkable=True)
        self.open_button = IconButton("folder", "Open a text file")
        self.clear_button = IconButton("trash", "Clear the text")
        self.box_buttons: dict[str, IconButton] = {}
        self.example = Button("Try an example", kind="chip", parent=self.editor.viewport())
        self.message = InlineMessage()
        self.note = InlineMessage()
        self.shortened = InlineMessage()
        self.figures = {key: FigureLabel(caption, _UNKNOWN) for key, caption in _CAPTIONS.items()}
        self._policy_label = Label("Special tokens", "secondary")
        self._figure_row = QHBoxLayout()
        self._boxes = QStackedWidget()
        self._parts = QSplitter(Qt.Orientation.Vertical)
        self._compose()
        self._connect()

    def _compose(self) -> None:
        for key, text in POLICIES:
            self.policy.addItem(text, key)
        self.policy.setAccessibleName("Special tokens in the text")
        self._policy_label.setBuddy(self.policy)
        self.policy.setToolTip("How special tokens in the text are treated")
        self.editor.setAccessibleName("Text")
        self.editor.setAccessibleDescription("Tab leaves the text, Ctrl+Tab types a tab.")
        self.editor.setPlaceholderText("Type or paste text, or drop a file here.")
        self.marks.setChecked(True)
        for widget in (self._policy_label, self.policy, self.marks, self.open_button, self.clear_button):
            self.head.add(widget)
        messages = QVBoxLayout()
        messages.setContentsMargins(SIDE, 8, SIDE, 8)
        messages.setSpacing(4)
        messages.addWidget(self.message)
        messages.addWidget(self.note)
        messages.addWidget(self.shortened)
        self._messages = QWidget()
        self._messages.setLayout(messages)
        self._figure_row.setContentsMargins(SIDE, 8, SIDE, 8)
        for figure in self.figures.values():
            self._figure_row.addWidget(figure)
        self._figure_row.addStretch(1)
        for part in (horizontal_line(), self._messages):
            self.body.addWidget(part)
        self._parts.setHandleWidth(1)
        self._parts.setChildrenCollapsible(False)
        self._parts.addWidget(self.editor)
        self._parts.addWidget(self._boxes)
        self._parts.setSizes([2, 1])
        self._boxes.hide()
        self.body.addWidget(self._parts, 1)
        self.body.addWidget(horizontal_line())
        self.body.addLayout(self._figure_row)
        self._messages.hide()

    def _connect(self) -> None:
        self.editor.textChanged.connect(self._text_changed)
        self.editor.line_ends_changed.connect(lambda: self.show_note("info", _LINE_ENDS))
        self.policy.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.marks.toggled.connect(self.editor.set_marks)
        self.open_button.clicked.connect(self.file_asked.emit)
        self.clear_button.clicked.connect(self._clear)
        self.example.clicked.connect(self.example_asked.emit)

    # --- what others ask

    def add_box(self, key: str, icon: str, tooltip: str, box: QWidget) -> None:
        """Adds a box that can stand below the text, and its button."""
        button = IconButton(icon, tooltip, checkable=True)
        self.box_buttons[key] = button
        self._boxes.addWidget(box)
        self.head.add_before(button, self.open_button)
        button.clicked.connect(lambda checked: self.open_box(key if checked else ""))

    def open_box(self, key: str) -> None:
        """Shows a box below the text, none for ""."""
        for place, (name, button) in enumerate(self.box_buttons.items()):
            button.setChecked(name == key)
            if name == key:
                self._boxes.setCurrentIndex(place)
        if key and self._boxes.isHidden():
            height = self._parts.height()
            box = max(height * 2 // 5, min(height // 2, scaled(_BOX)))
            self._parts.setSizes([height - box, box])
        self._boxes.setVisible(bool(key))
        self.box_opened.emit(key)

    def special(self) -> SpecialPolicy:
        """How special tokens in the text are treated: "allow", "as_text", "refuse"."""
        return POLICIES[self.policy.currentIndex()][0]

    def show_inspection(self, inspection: Inspection) -> None:
        """Colours the text and fills in the figures."""
        encoded = inspection.encoded
        spans = TokenSpans.of(encoded.utf16, inspection.special, encoded.partial)
        self.editor.set_tokens(spans, lambda place: words_of(inspection, place))
        ratio = inspection.bytes_per_token
        self.figures["characters"].set_value(grouped(inspection.characters))
        self.figures["bytes"].set_value(grouped(inspection.byte_count))
        self.figures["tokens"].set_value(grouped(len(inspection)))
        self.figures["bytes_per_token"].set_value(_UNKNOWN if ratio is None else decimal(ratio))
        self.figures["partial"].set_value(grouped(inspection.partial_characters))
        if encoded.replaced:
            halves = count(encoded.replaced, "half of a surrogate pair", "halves of surrogate pairs")
            verb = "stands alone and is" if encoded.replaced == 1 else "stand alone and are"
            self._show(self.message, "warning", f"{halves} {verb} encoded as U+FFFD.")
        else:
            self._hide(self.message)

    def show_failure(self, text: str) -> None:
        """Shows why there are no tokens; the text stays."""
        self.editor.set_tokens(TokenSpans.none(), lambda _: "")
        for figure in self.figures.values():
            figure.set_value(_UNKNOWN)
        self._show(self.message, "error", text)

    def show_note(self, level: str, text: str) -> None:
        """Says something about where the text came from, until it is changed again."""
        self._show(self.note, level, text)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self.head.apply_theme(palette)
        for part in (self.editor, self.message, self.note, self.shortened, self.example):
            part.apply_theme(palette)
        spread_theme(self._boxes, palette)
        self.example.adjustSize()
        self._place_example()

    # --- inside

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leaves words away where there is no room for them."""
        super().resizeEvent(event)
        narrow = self.width() < scaled(_NARROW)
        self._policy_label.setVisible(not narrow)
        self._figure_row.setSpacing(8 if narrow else 24)
        figure = self.figures["partial"]
        figure.set_value(figure.value(), "partial" if narrow else _CAPTIONS["partial"])

    def _text_changed(self) -> None:
        self.example.setVisible(self.editor.document().isEmpty())
        self._hide(self.note)
        self._tell_shortened()
        self.changed.emit()

    def _tell_shortened(self) -> None:
        hidden = self.editor.folds.table().hidden
        if not hidden:
            self._hide(self.shortened)
        elif not self.shortened.level:
            self._show(self.shortened, "info", _SHORTENED)

    def _clear(self) -> None:
        self.editor.set_text("")
        self.editor.setFocus()

    def _place_example(self) -> None:
        self.example.move(SIDE, SIDE + scaled(32))

    def _show(self, message: InlineMessage, level: str, text: str) -> None:
        message.show_message(level, text)
        self._messages.show()

    def _hide(self, message: InlineMessage) -> None:
        message.clear()
        self._messages.setVisible(any(message.level for message in (self.message, self.note, self.shortened)))
