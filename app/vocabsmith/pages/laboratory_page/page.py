"""The Laboratory page: two patterns on one text, and special tokens that get in each other's way."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QFocusEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from vocabsmith.operations.compare_patterns import ComparedPatterns, PatternSide
from vocabsmith.operations.preview_pieces import EXAMPLE
from vocabsmith.operations.read_text import ReadText
from vocabsmith.pages.laboratory_page.cut_view import CutView
from vocabsmith.pages.laboratory_page.dialects_table import DialectsTable
from vocabsmith.pages.laboratory_page.findings import AIR
from vocabsmith.pages.laboratory_page.laboratory import Laboratory
from vocabsmith.pages.laboratory_page.pattern_chooser import RECIPE, PatternChooser
from vocabsmith.pages.laboratory_page.specials_pane import TOKENIZER, SpecialsPane
from vocabsmith.pages.laboratory_page.text_bar import TextBar
from vocabsmith.pages.text_notes import notes_on
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.drop_zone import DropTarget
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.labels import ElidedLabel
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.page import Page
from vocabsmith.widgets.panes import SIDE, horizontal_line, vertical_line
from vocabsmith.widgets.segmented import SegmentedControl
from vocabsmith.widgets.text_mirror import TextMirror
from vocabsmith.widgets.tokenizer_picker import TokenizerPicker
from vocabsmith.wording import count, grouped
from vocabsmith_engine import Source, Tokenizer
from vocabsmith_engine.analysis import Collision, DialectWarning
from vocabsmith_engine.runs import RunStore
from vocabsmith_engine.text import to_bytes
from vocabsmith_resources.themes.palette import Palette

DIALECTS, SPECIALS = "dialects", "specials"
_PATIENCE = 400  # milliseconds before it is said that cutting takes its time
_CORPUS_PAUSE = 300  # milliseconds: a corpus that is being read changes all the time
_LEAST_TEXT = 48  # pixels of the text, at least
_LOW, _LINE = 540, 70  # of a page with room for two lines of the expressions, and for each further one


class LaboratoryPage(Page):
    """Try patterns and special tokens before a run depends on them."""

    key = "laboratory"
    title = "Laboratory"
    subtitle = "Try patterns and special tokens on a text"
    icon_name = "flask"

    def __init__(
        self,
        session: Session,
        tasks: TaskRunner,
        settings: SettingsStore,
        store: RunStore | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Without a `store` no tokenizers of kept runs can be chosen."""
        super().__init__(parent)
        self._session = session
        self._compared: ComparedPatterns | None = None
        self._text: str | None = None
        self.laboratory = Laboratory(tasks, self)
        pickers = [TokenizerPicker(session, tasks, settings, store, text="Tokenizer…") for _ in range(2)]
        self.choosers = (PatternChooser("First pattern", pickers[0]), PatternChooser("Second pattern", pickers[1]))
        self.bar = TextBar()
        self.views = (CutView(), CutView())
        self.figures = tuple(ElidedLabel("", "secondary", Qt.TextElideMode.ElideRight) for _ in range(2))
        self.message = InlineMessage()
        self.switch = SegmentedControl(((DIALECTS, "Read differently"), (SPECIALS, "Special tokens")))
        self.summary = ElidedLabel("", "secondary", Qt.TextElideMode.ElideRight)
        self.dialects = DialectsTable()
        self.specials = SpecialsPane()
        self.findings = _pane()
        self._stack = QStackedWidget()
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._open_action = QAction("Open a text for the &laboratory…", self)
        self._drops = DropTarget(self, self.open_texts, verb="Open")
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._corpus_pause = QTimer(self, singleShot=True, interval=_CORPUS_PAUSE)
        self._sources: tuple[Source, ...] = ()
        self._normalization = ""
        self._told = {DIALECTS: "", SPECIALS: ""}
        self._compose()
        self._connect()
        self._begin()

    # --- how it looks

    def _compose(self) -> None:
        for view, name in zip(self.views, ("first", "second"), strict=True):
            view.setAccessibleName(f"Text, cut by the {name} pattern")
        self.views[0].setAccessibleDescription("Tab leaves the text, Ctrl+Tab types a tab.")
        self.views[0].setPlaceholderText("Type or paste text, or drop a file here.")
        self.switch.setAccessibleName("Findings")
        top = _pane()
        column = _column(top)
        column.addLayout(_side_by_side(*self.choosers))
        column.addWidget(horizontal_line())
        column.addWidget(self.bar)
        column.addWidget(self.message)
        column.addWidget(horizontal_line())
        column.addLayout(_side_by_side(*self.views), 1)
        column.addWidget(horizontal_line())
        column.addLayout(_side_by_side(*(_indented(label, SIDE, 6) for label in self.figures)))
        self._stack.addWidget(_indented(self.dialects, AIR, 0))
        self._stack.addWidget(self.specials)
        below = _column(self.findings)
        head = QHBoxLayout()
        head.setContentsMargins(SIDE, 6, SIDE, 6)
        head.setSpacing(12)
        head.addWidget(self.switch)
        head.addWidget(self.summary.let_vanish(), 1)
        head.addWidget(self.specials.use_button)
        below.addLayout(head)
        below.addWidget(self._stack, 1)
        self._splitter.addWidget(top)
        self._splitter.addWidget(self.findings)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setStretchFactor(0, 3)
        self._splitter.setStretchFactor(1, 2)
        _column(self).addWidget(self._splitter)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        super().apply_theme(palette)
        for view in self.views:
            view.setMinimumHeight(scaled(_LEAST_TEXT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shows as much of the expressions as there is room for."""
        super().resizeEvent(event)
        room = self.height() - scaled(_LOW)
        for chooser in self.choosers:
            chooser.set_lines(max(2, min(4, 2 + room // scaled(_LINE))))

    def _connect(self) -> None:
        for chooser in self.choosers:
            chooser.changed.connect(self._compare)
            chooser.used.connect(self._use_pattern)
        first, second = self.views
        first.textChanged.connect(self._text_changed)
        first.files_dropped.connect(self.open_texts)
        second.files_dropped.connect(self.open_texts)
        TextMirror(first, second).follow(True)
        first.verticalScrollBar().valueChanged.connect(second.verticalScrollBar().setValue)
        second.verticalScrollBar().valueChanged.connect(first.verticalScrollBar().setValue)
        self.bar.text_asked.connect(first.set_text)
        self.bar.clear_asked.connect(lambda: first.set_text(""))
        self.bar.file_asked.connect(self.choose_text)
        for view in self.views:
            self.bar.marks.toggled.connect(view.set_marks)
        self.bar.place_asked.connect(self._show_difference)
        self.switch.chosen.connect(self.show_findings)
        self.dialects.chosen.connect(self._mark_construct)
        self.specials.changed.connect(self._check)
        self.specials.used.connect(self._use_specials)
        self.specials.chosen.connect(self._show_collision)
        self._open_action.triggered.connect(self.choose_text)
        self._patience.timeout.connect(self.bar.show_work)
        self.laboratory.text_read.connect(self._show_read)
        self.laboratory.compared.connect(self._show_compared)
        self.laboratory.checked.connect(self._show_checked)
        self.laboratory.lines_found.connect(self.bar.set_lines)
        self.laboratory.failed.connect(self._show_failure)
        self._corpus_pause.timeout.connect(self._find_lines)
        self._session.corpus_changed.subscribe(lambda _items: self._corpus_pause.start())
        self._session.history_changed.subscribe(lambda _nothing: self._follow_recipe())
        self._session.recipe_changed.subscribe(lambda _draft: self._follow_recipe())
        self._session.tokenizer_changed.subscribe(self._follow_tokenizer)

    def _begin(self) -> None:
        self.show_findings(DIALECTS)
        self._follow_recipe()
        self._follow_tokenizer(self._session.tokenizer)
        self.choosers[0].choose(RECIPE)
        self.choosers[1].choose("o200k")
        self.views[0].set_text(EXAMPLE)
        self.bar.show_source("An example")

    # --- what the window asks

    def actions_of(self) -> dict[str, list[QAction]]:
        """Opening a text."""
        return {"file": [self._open_action]}

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Who comes here types at once."""
        super().focusInEvent(event)
        self.views[0].setFocus(event.reason())

    # --- the text

    def choose_text(self) -> None:
        """Lets the user choose a text file."""
        chosen, _ = QFileDialog.getOpenFileName(self, "Open a text", str(Path.home()))
        if chosen:
            self.open_texts([Path(chosen)])

    def open_texts(self, paths: Sequence[Path]) -> None:
        """Reads the first of `paths` into the text."""
        self.laboratory.read(paths[0])

    def _show_read(self, path: Path, read: ReadText) -> None:
        self.views[0].set_text(read.text)
        self.bar.show_source(path.name)
        if notes := notes_on(path, read):
            self.message.show_message("info", notes)

    def _show_failure(self, problem: str) -> None:
        self._patience.stop()
        self.message.show_message("error", problem)

    def showEvent(self, event: QShowEvent) -> None:
        """The corpus may be another one by now."""
        super().showEvent(event)
        self._find_lines()

    def _find_lines(self) -> None:
        """Looks for lines of the corpus, once the page is to be seen."""
        if not self.isVisible():
            return
        sources = tuple(item.source for item in self._session.distinct_corpus)
        if sources != self._sources:
            self._sources = sources
            self.laboratory.find_lines(sources)

    def _text_changed(self) -> None:
        if self.views[0].exact_text() == self._text:
            return  # only its looks
        self.bar.show_source("A text of your own")
        self.message.clear()
        self._compare()
        self._check()

    # --- patterns

    def _compare(self) -> None:
        self._text = self.views[0].exact_text()
        first, second = (chooser.value() for chooser in self.choosers)
        self._patience.start()
        self.laboratory.compare(first, second, self._text)

    def _show_compared(self, compared: ComparedPatterns) -> None:
        self._patience.stop()
        self._compared = compared
        comparable = all(side.cut is not None for side in compared.sides)
        for chooser, view, figures, side in zip(self.choosers, self.views, self.figures, compared.sides, strict=True):
            chooser.show_side(side)
            figures.set_text(_figures(side, comparable))
            if side.cut is None:
                view.show_none()
            else:
                view.show_cut(side.cut, compared.text, compared.utf16)
        self.bar.show_differences(len(compared.stretches) if comparable else None)
        number = self.dialects.show_warnings(*(side.warnings for side in compared.sides))
        self._told[DIALECTS] = f"{count(number, 'construct')} that engines read differently" if number else ""
        self._show_summary()

    def _show_difference(self, number: int) -> None:
        if self._compared is not None:
            begin = int(self._compared.stretches[number, 0])
            for view in self.views:
                view.show_place(int(self._compared.utf16[begin]))

    def _mark_construct(self, about: tuple[str, DialectWarning]) -> None:
        """Underlines a construct in the pattern that has it, or in both, where it stands in each."""
        which, warning = about
        if self._compared is None:
            return
        for name, chooser, side in zip(("First", "Second"), self.choosers, self._compared.sides, strict=True):
            own = [each for each in side.warnings if each.key == warning.key and each.construct]
            chooser.mark(list(own[0].places) if own and which in (name, "Both") else [])

    def _use_pattern(self, value: str) -> None:
        self._session.change_recipe({"pretokenizer": value}, "Change pieces")
        self._session.report("good", "The recipe cuts by this pattern now. Edit > Undo takes it back.")

    # --- special tokens

    def _check(self) -> None:
        of_tokenizer = self.specials.source() == TOKENIZER
        self.laboratory.check(
            self.specials.tokens(),
            self._session.tokenizer if of_tokenizer else None,
            "none" if of_tokenizer else self._normalization,
            self.views[0].exact_text(),
        )

    def _show_checked(self, collisions: Sequence[Collision]) -> None:
        number = self.specials.show_collisions(collisions)
        self._told[SPECIALS] = f"{count(number, 'collision')} to be looked at" if number else ""
        self._show_summary()

    def _show_collision(self, collision: Collision) -> None:
        """Shows where the token stands in the text, if it does."""
        if self._compared is None or collision.kind != "in text":
            return
        begin = self._compared.text.find(to_bytes(collision.token).decode())
        if begin >= 0:
            for view in self.views:
                view.show_place(int(self._compared.utf16[begin]))

    def _use_specials(self, tokens: list[str]) -> None:
        self._session.change_recipe({"special_tokens": list(dict.fromkeys(tokens))}, "Change special tokens")
        self._session.report("good", "The recipe has these special tokens now. Edit > Undo takes it back.")

    # --- what follows from what

    def show_findings(self, key: str) -> None:
        """Shows `DIALECTS` or `SPECIALS` below the text."""
        self.switch.choose(key)
        self._stack.setCurrentIndex(0 if key == DIALECTS else 1)
        self.specials.use_button.setVisible(key == SPECIALS)
        self._show_summary()

    def _show_summary(self) -> None:
        self.summary.set_text(self._told[self.switch.key()])

    def _follow_recipe(self) -> None:
        draft = self._session.recipe_draft
        for chooser in self.choosers:
            chooser.set_recipe(str(draft.get("pretokenizer", "gpt2")))
        self.specials.set_recipe(tuple(draft.get("special_tokens", ())))
        normalization = str(draft.get("normalization", "none"))
        if normalization != self._normalization:
            self._normalization = normalization
            self._check()

    def _follow_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        self.specials.set_tokenizer(None if tokenizer is None else tokenizer.all_added_tokens)


def _figures(side: PatternSide, comparable: bool) -> str:
    if side.cut is None:
        return "This pattern cannot cut the text."
    cut = side.cut
    parts = [count(len(cut), "piece"), f"{grouped(cut.distinct)} distinct", f"longest {grouped(cut.longest)}"]
    if comparable:
        parts.append(f"{grouped(cut.differing)} differ{'s' if cut.differing == 1 else ''}")
    return " · ".join(parts)


def _column(widget: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    return column


def _side_by_side(first: QWidget, second: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    row.addWidget(first, 1)
    row.addWidget(vertical_line())
    row.addWidget(second, 1)
    return row


def _indented(widget: QWidget, side: int, air: int) -> QWidget:
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(side, air, 0, air)
    row.addWidget(widget)
    return holder


def _pane() -> QFrame:
    pane = QFrame()
    pane.setProperty("kind", "pane")
    return pane
