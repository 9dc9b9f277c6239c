"""One stage of a trace: its name, its rule and its pattern, and below them its parts."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vocabsmith.operations.trace_text import ShownPart, ShownStage
from vocabsmith.visible_tokens import visible_token
from vocabsmith.widgets.chips import Chip, Mark, ground_of
from vocabsmith.widgets.labels import ElidedLabel, Label
from vocabsmith.widgets.part_flow import PartFlow
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.widgets.token_words import quoted
from vocabsmith.wording import count
from vocabsmith_resources.themes.palette import Palette

_LONGEST = 120
_NOUNS = {"split": "piece", "added_tokens": "part", "edit": "part", "text": "part"}
Span = tuple[int, int]


class StageRow(QWidget):
    """A stage.

    Signals:
        pointed(int, int): a part is pointed at: what it stands for, in UTF-16 units of the text; -1, -1 for none.
        chosen(int): a part that begins at this unit was chosen.
    """

    pointed = Signal(int, int)
    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spans: tuple[Span, ...] = ()
        self.name = Label("", "head")
        self.rule = ElidedLabel("", "secondary", Qt.TextElideMode.ElideRight).let_vanish()
        self.number = Label("", "caption")
        self.pattern = ElidedLabel("", "mono", Qt.TextElideMode.ElideRight)
        self.remark = Label("", "secondary", wrap=True)
        self.flow = PartFlow()
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.name)
        head.addWidget(self.rule, 1)
        head.addWidget(self.number)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        for part in (self.pattern, self.remark, self.flow):
            column.addWidget(part)
        self.flow.pointed.connect(self._point)
        self.flow.chosen.connect(lambda place: self.chosen.emit(self._spans[place][0]))

    def show_stage(self, stage: ShownStage) -> None:
        """Shows another stage."""
        remark = _remark(stage)
        parts = () if remark else stage.parts
        chips = [chip_of_part(stage, part) for part in parts]
        tips = [words_of_part(part) for part in parts]
        noun = _NOUNS[stage.kind]
        self._show(stage.name, stage.rule, stage.pattern, count(stage.number, noun))
        self._show_parts(chips, tips, [(part.begin, part.end) for part in parts], remark)

    def show_tokens(self, chips: list[Chip], tips: list[str], spans: list[Span], number: int) -> None:
        """Shows the tokens that came out at the end."""
        self._show("Tokens", "what the model makes of each piece", "", count(number, "token"))
        self._show_parts(chips, tips, spans, "" if chips else "None.")

    def mark(self, begin: int, end: int) -> None:
        """Outlines the parts that stand for something of this stretch."""
        self.flow.set_marked([place for place, span in enumerate(self._spans) if span[0] < end and begin < span[1]])

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)

    def _show(self, name: str, rule: str, pattern: str, number: str) -> None:
        self.name.setText(name)
        self.rule.set_text(rule)
        self.number.setText(number)
        self.pattern.set_text(pattern)
        self.pattern.setVisible(bool(pattern))
        self.flow.setAccessibleName(f"{name}: {number}")
        self.flow.setAccessibleDescription("Left and right go from part to part, Enter shows one in the text.")

    def _show_parts(self, chips: list[Chip], tips: list[str], spans: list[Span], remark: str) -> None:
        self._spans = tuple(spans)
        self.remark.setText(remark)
        self.remark.setVisible(bool(remark))
        self.flow.set_chips(chips, tips)
        self.flow.setVisible(bool(chips))

    def _point(self, place: int) -> None:
        self.pointed.emit(*(self._spans[place] if place >= 0 else (-1, -1)))


def _remark(stage: ShownStage) -> str:
    """What is said where there is nothing to show."""
    if stage.kind == "added_tokens" and not any(part.added for part in stage.parts):
        return "None of them stands here."
    if stage.kind == "edit" and not any(part.changed for part in stage.parts):
        return "Nothing to change here."
    return "" if stage.parts else "No text is left here."


def chip_of_part(stage: ShownStage, part: ShownPart) -> Chip:
    """A part as a chip. What was changed says so in its text: `É → é`, `+ ▁`, `− Ġ`."""
    if part.added:
        return Chip(_visible(part.text), None, Mark.SPECIAL)
    if part.changed:
        return Chip(_change(part), ground_of(part.place), Mark.NONE if part.text else Mark.PENDING)
    return Chip(_visible(part.text), None if stage.kind != "split" else ground_of(part.place))


def _change(part: ShownPart) -> str:
    if not part.text:
        return f"− {_visible(part.was)}"
    return f"{_visible(part.was)} → {_visible(part.text)}" if part.was else f"+ {_visible(part.text)}"


def words_of_part(part: ShownPart) -> str:
    """What a tooltip and a screen reader say of a part."""
    if part.added:
        return f"{quoted(part.text)}, an added token"
    if not part.changed:
        return quoted(part.text)
    if not part.text:
        return f"{quoted(part.was)}, left out"
    return f"{quoted(part.text)}, was {quoted(part.was)}" if part.was else f"{quoted(part.text)}, put in"


def _visible(text: str) -> str:
    shown = visible_token(text[:_LONGEST].encode("utf-8", "surrogateescape"))
    return shown if len(text) <= _LONGEST else f"{shown}…"
