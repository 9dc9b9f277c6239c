"""Pieces: a pattern by name or an expression of the user's own, seen at work on a line of the corpus."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget

from vocabsmith.operations.preview_pieces import PiecePreview, place_of_problem, preview_pieces
from vocabsmith.pages.build_page.form_fields import ChoiceField
from vocabsmith.pages.build_page.pieces_preview import PiecesPreview
from vocabsmith.tasks import LatestTask, TaskRunner
from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.fonts import mono, scaled
from vocabsmith.widgets.labels import IconLabel, SectionHead
from vocabsmith.widgets.theme import set_property, spread_theme
from vocabsmith_engine import Monitor, Pretokenizer, Source, Stopped, VocabsmithError
from vocabsmith_engine.pretokenization import EXPRESSION, NAMES
from vocabsmith_resources.themes.palette import LIGHT, Palette

_TYPING_PAUSE = 150  # milliseconds without a key before an expression is tried
_PATIENCE = 400  # milliseconds before it is said that the trial takes its time
_UNCUT = "Documents are not cut: merges may run across words and lines."
_TRYING = "Still trying the expression on this text…"


class PiecesSection(QWidget):
    """The pattern that cuts text before merging.

    An expression is compiled and tried in the background; `problem` is what is wrong with the one that was typed.

    Signals:
        changed: another pattern is chosen or typed.
        known: what is known of the pattern has changed.
    """

    changed = Signal()
    known = Signal()

    def __init__(self, tasks: TaskRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._latest = LatestTask(tasks, self)
        self._palette = LIGHT
        self._expression = ""
        self._given = ""  # the expression as it was set, which is spelled with or without `regex:`
        self._special_tokens: tuple[str, ...] = ()
        self._normalization = "none"
        self.problem = ""
        self.checking = False
        named = tuple((name, Pretokenizer.of(name).label) for name in NAMES)
        self.names = ChoiceField((*named, (EXPRESSION, "Custom expression…")))
        self.edit_button = Button("Edit")
        self.pattern = QPlainTextEdit()
        self._remark = IconLabel("error", "", "error")
        self.preview = PiecesPreview(tasks)
        self._pause = QTimer(self, singleShot=True, interval=_TYPING_PAUSE)
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._set_up()
        self._compose()
        self._show_pattern()

    def _set_up(self) -> None:
        self.names.setAccessibleName("Pieces")
        self.names.setAccessibleDescription("How text is cut before merging; no merge crosses the border of a piece.")
        self.names.setMaxVisibleItems(12)
        self.pattern.setAccessibleName("Pattern")
        self.pattern.setAcceptDrops(False)
        self.pattern.setTabChangesFocus(True)
        self.pattern.setProperty("kind", "well")
        self._remark.hide()
        self.names.edited.connect(self._choose)
        self.edit_button.clicked.connect(self._edit_pattern)
        self.pattern.textChanged.connect(self._typed)
        self._pause.timeout.connect(self._try_pattern)
        self._patience.timeout.connect(lambda: self._show_remark("info", _TRYING))
        self.preview.text_changed.connect(self._try_pattern)

    def _compose(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.names, 1)
        row.addWidget(self.edit_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(SectionHead("Pieces", "how text is cut before merging"))
        column.addLayout(row)
        column.addWidget(self.pattern)
        column.addWidget(self._remark)
        column.addWidget(self.preview)

    # --- the value

    def value(self) -> str:
        """What a recipe takes: a name, or `regex:` and the expression."""
        if not self._custom:
            return self.names.key()
        expression = self.pattern.toPlainText()
        return self._given if self._given.removeprefix("regex:") == expression else f"regex:{expression}"

    def set_value(self, value: str) -> None:
        """Show a name or an expression; tells nobody."""
        if value == self.value():
            return
        if value in NAMES:
            self.names.show_setting(value)
        else:
            self._given, self._expression = value, value.removeprefix("regex:")
            self.names.show_setting(EXPRESSION)
        self._show_pattern()
        self._try_pattern()

    def set_sources(self, sources: Sequence[Source]) -> None:
        """The sources whose text is to be cut in the preview."""
        self.preview.set_sources(sources)

    def set_around(self, special_tokens: Sequence[str], normalization: str) -> None:
        """What is done to text before it is cut into pieces."""
        if (tuple(special_tokens), normalization) != (self._special_tokens, self._normalization):
            self._special_tokens, self._normalization = tuple(special_tokens), normalization
            self._pause.start()

    def remark(self) -> str:
        """What is said of the pattern, "" for nothing."""
        return self._remark.text()

    # --- theme

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        self._palette = palette
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
            self._mark_place(None)
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
        value, text = self.value(), self.preview.text()
        special_tokens, normalization = self._special_tokens, self._normalization
        self.checking = self._custom
        self._patience.start()

        def cut(monitor: Monitor) -> PiecePreview:
            return preview_pieces(
                value=value,
                text=text,
                special_tokens=special_tokens,
                normalization=normalization,
                monitor=monitor,
            )

        self._latest.submit(
            cut,
            on_done=self._if_still(value, text, self._show_preview),
            on_failed=self._if_still(value, text, self._show_failure),
        )

    def _if_still(self, value: str, text: str, show: Callable[[object], None]) -> Callable[[object], None]:
        """An answer about a pattern or a text that is no longer there is of no use."""

        def answer(outcome: object) -> None:
            if self.value() == value and self.preview.text() == text:
                show(outcome)

        return answer

    def _show_preview(self, preview: object) -> None:
        if isinstance(preview, PiecePreview):
            self.preview.show_pieces(preview)
            self._settle("", " ".join(preview.pretokenizer.notes))

    def _show_failure(self, error: object) -> None:
        if isinstance(error, Stopped):
            return
        self.preview.show_nothing()
        if isinstance(error, VocabsmithError):
            self._settle(f"{error.rule[:1].upper()}{error.rule[1:]}. {error.remedy}.")
            self._mark_place(place_of_problem(error.rule))
        else:
            self._settle(f"This cannot be used: {error}.")

    def _settle(self, problem: str, note: str = "") -> None:
        self._patience.stop()
        self.problem = problem
        self.checking = False
        set_property(self.pattern, "wrong", "true" if problem else "false")
        self._show_remark("error" if problem else "info", problem or note)
        self._mark_place(None)
        self.known.emit()

    def _show_remark(self, level: str, text: str) -> None:
        self._remark.set_content(level, text, "error" if level == "error" else "secondary")
        self._remark.setVisible(bool(text))

    def _mark_place(self, place: int | None) -> None:
        """Underline the character of the expression that an error names; None for none."""
        marks = []
        if place is not None:
            cursor = QTextCursor(self.pattern.document())
            text = self.pattern.toPlainText()
            # An error at the end of the expression is shown at its last character.
            begin = min(_units(text[:place]), max(0, _units(text) - 1))
            cursor.setPosition(begin)
            cursor.movePosition(QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor)
            mark = QTextEdit.ExtraSelection()
            mark.cursor = cursor
            mark.format = _wave(self._palette)
            marks.append(mark)
        self.pattern.setExtraSelections(marks)


def _units(text: str) -> int:
    """How long Qt takes a text to be: in units of UTF-16."""
    return len(text.encode("utf-16-le")) // 2


def _wave(palette: Palette) -> QTextCharFormat:
    wave = QTextCharFormat()
    wave.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
    wave.setUnderlineColor(QColor(palette.error))
    wave.setBackground(QColor(palette.error_ground))
    return wave
