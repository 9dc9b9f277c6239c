"""Pieces: a pattern by name or an expression of the user's own, seen at work on a line of the corpus."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from vocabsmith import wording
from vocabsmith.operations.preview_pieces import PiecePreview, preview_pieces
from vocabsmith.pages.build_page.form_fields import ChoiceField
from vocabsmith.tasks import LatestTask, TaskRunner
from vocabsmith.visible_tokens import visible_token
from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.chips import Chip, ChipFlow, ground_of
from vocabsmith.widgets.fonts import mono, scaled
from vocabsmith.widgets.labels import ElidedLabel, IconLabel, Label, SectionHead
from vocabsmith.widgets.theme import set_property, spread_theme
from vocabsmith_engine import Monitor, Pretokenizer, Source, Stopped, VocabsmithError
from vocabsmith_engine.pretokenization import EXPRESSION, NAMES
from vocabsmith_resources.themes.palette import Palette

_TYPING_PAUSE = 150  # milliseconds without a key before an expression is tried
_MOST_CHIPS = 48
_UNCUT = "Documents are not cut: merges may run across words and lines."


class PiecesSection(QWidget):
    """The pattern that cuts text before merging.

    An expression is compiled and tried in the background; `problem` is what is wrong with the one that was typed.

    Signals:
        changed: another pattern is chosen, or what is known of it has changed.
    """

    changed = Signal()

    def __init__(self, tasks: TaskRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._latest = LatestTask(tasks)
        self._sources: tuple[Source, ...] = ()
        self._expression = ""
        self.problem = ""
        self.checking = False
        named = tuple((name, Pretokenizer.of(name).label) for name in NAMES)
        self.names = ChoiceField((*named, (EXPRESSION, "Custom expression…")))
        self.edit_button = Button("Edit")
        self.pattern = QPlainTextEdit()
        self._problem = IconLabel("error", "", "error")
        self._source = ElidedLabel("", "secondary")
        self._count = Label("", "secondary")
        self.chips = ChipFlow()
        self._pause = QTimer(self, singleShot=True, interval=_TYPING_PAUSE)
        self._set_up()
        self._compose()
        self._show_pattern()

    def _set_up(self) -> None:
        self.names.setAccessibleName("Pieces")
        self.names.setMaxVisibleItems(12)
        self.pattern.setAccessibleName("Pattern")
        self.pattern.setAcceptDrops(False)
        self.pattern.setTabChangesFocus(True)
        self.pattern.setProperty("kind", "well")
        self._problem.hide()
        self.names.currentIndexChanged.connect(self._choose)
        self.edit_button.clicked.connect(self._edit_pattern)
        self.pattern.textChanged.connect(self._typed)
        self._pause.timeout.connect(self._try_pattern)

    def _compose(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.names, 1)
        row.addWidget(self.edit_button)
        box = QFrame()
        box.setProperty("kind", "box")
        head = QHBoxLayout()
        head.addWidget(self._source, 1)
        head.addWidget(self._count)
        inner = QVBoxLayout(box)
        inner.setContentsMargins(8, 6, 8, 8)
        inner.setSpacing(4)
        inner.addLayout(head)
        inner.addWidget(self.chips)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(SectionHead("Pieces", "how text is cut before merging"))
        column.addLayout(row)
        column.addWidget(self.pattern)
        column.addWidget(self._problem)
        column.addWidget(box)

    # --- the value

    def value(self) -> str:
        """What a recipe takes: a name, or `regex:` and the expression."""
        name = self.names.key()
        return f"regex:{self.pattern.toPlainText()}" if name == EXPRESSION else name

    def set_value(self, value: str) -> None:
        """Show a name or an expression."""
        if value in NAMES:
            self.names.choose(value)
        else:
            self._expression = value.removeprefix("regex:")
            self.names.choose(EXPRESSION)
        self._choose()

    def set_sources(self, sources: Sequence[Source]) -> None:
        """The sources whose text is to be cut in the preview."""
        if tuple(sources) != self._sources:
            self._sources = tuple(sources)
            self._try_pattern()

    # --- theme

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self.pattern.setFont(mono(9))
        self.pattern.setFixedHeight(scaled(68))
        spread_theme(self, palette)

    # --- what the user does

    @property
    def _custom(self) -> bool:
        return self.names.key() == EXPRESSION

    def _choose(self) -> None:
        self._show_pattern()
        self._try_pattern()
        self.changed.emit()

    def _edit_pattern(self) -> None:
        """Go on from the pattern that is shown, as an expression."""
        self._expression = self.pattern.toPlainText()
        self.names.choose(EXPRESSION)
        self.pattern.setFocus()

    def _typed(self) -> None:
        if self._custom:
            self._expression = self.pattern.toPlainText()
            self.checking = True
            self._pause.start()
            self.changed.emit()

    def _show_pattern(self) -> None:
        custom = self._custom
        splits = () if custom else Pretokenizer.of(self.names.key()).patterns
        text = self._expression if custom else "\n".join(splits) or _UNCUT
        self.pattern.blockSignals(True)
        if self.pattern.toPlainText() != text:
            self.pattern.setPlainText(text)
        self.pattern.blockSignals(False)
        self.pattern.setReadOnly(not custom)
        set_property(self.pattern, "kind", "" if custom else "well")
        self.pattern.setFont(mono(9))
        self.edit_button.setVisible(not custom)
        self.edit_button.setEnabled(len(splits) == 1)
        self.edit_button.setToolTip("Go on from this pattern" if len(splits) == 1 else "This is not one pattern")

    # --- the preview

    def _try_pattern(self) -> None:
        self._pause.stop()
        value, sources = self.value(), self._sources
        self.checking = self._custom

        def cut(monitor: Monitor) -> PiecePreview:
            return preview_pieces(value=value, sources=sources, monitor=monitor)

        self._latest.submit(
            cut, on_done=self._if_still(value, self._show_preview), on_failed=self._if_still(value, self._show_failure)
        )

    def _if_still(self, value: str, show: Callable[[object], None]) -> Callable[[object], None]:
        """An answer about a pattern that is no longer there is of no use."""

        def answer(outcome: object) -> None:
            if self.value() == value:
                show(outcome)

        return answer

    def _show_preview(self, preview: object) -> None:
        if not isinstance(preview, PiecePreview):
            return
        shown = preview.pieces[:_MOST_CHIPS]
        self.chips.set_chips(
            [Chip(visible_token(piece.encode()), ground_of(place)) for place, piece in enumerate(shown)]
        )
        self._source.set_text(preview.source)
        self._count.setText(wording.count(len(preview.pieces), "piece"))
        self._settle("")

    def _show_failure(self, error: object) -> None:
        if isinstance(error, Stopped):
            return
        if isinstance(error, VocabsmithError):
            self._settle(f"{error.rule[:1].upper()}{error.rule[1:]}. {error.remedy}.")
        else:
            self._settle(f"This cannot be used: {error}.")

    def _settle(self, problem: str) -> None:
        self.problem = problem
        self.checking = False
        set_property(self.pattern, "wrong", "true" if problem else "false")
        self._problem.set_content("error", problem, "error")
        self._problem.setVisible(bool(problem))
        self.chips.setEnabled(not problem)
        self.changed.emit()
