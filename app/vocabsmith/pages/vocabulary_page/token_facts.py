"""Facts about a token of the vocabulary."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from vocabsmith.operations.describe_token import TokenStory
from vocabsmith.operations.vocabulary_marks import Flag, Vocabulary
from vocabsmith.pages.vocabulary_page.looks import FLAG_LOOKS, chip_of
from vocabsmith.visible_tokens import visible_token
from vocabsmith.widgets.fact_rows import FactRows
from vocabsmith.widgets.labels import IconLabel
from vocabsmith.widgets.theme import spread_theme
from vocabsmith.widgets.token_head import TokenHead
from vocabsmith.widgets.token_words import hexadecimal, quoted
from vocabsmith.wording import count, grouped
from vocabsmith_engine.analysis import KIND_NAMES, Kind
from vocabsmith_resources.themes.palette import Palette

ROWS = ("Text", "Bytes", "Rank", "Count when learned", "Count now", "Script", "Kind")
_MOST_PARTS = 12
_TOLD = (Flag.PARTIAL, Flag.UNREACHABLE, Flag.RESIDUE)


class TokenFacts(QWidget):
    """A large chip with the id, the facts, and what is to be said against the token."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = TokenHead()
        self.rows = FactRows(ROWS)
        self.flags = {flag: IconLabel(FLAG_LOOKS[flag].icon) for flag in _TOLD}
        self._compose()

    def _compose(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 12)
        column.setSpacing(8)
        column.addWidget(self.head)
        column.addSpacing(4)
        column.addWidget(self.rows)
        for flag in self.flags.values():
            column.addWidget(flag)

    def show_story(self, story: TokenStory, vocabulary: Vocabulary) -> None:
        """Shows another token."""
        self.head.show_token(chip_of(vocabulary, story.id), story.id)
        for row, value, remark in facts_of(story):
            self.rows.set_fact(row, value, remark)
        for flag, label in self.flags.items():
            label.setVisible(flag in story.flags)
            if flag in story.flags:
                look = FLAG_LOOKS[flag]
                label.set_content(look.icon, words_of_flag(flag, story, vocabulary), look.tone)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)


def facts_of(story: TokenStory) -> list[tuple[str, str, str]]:
    """Row, value and remark of each fact."""
    text = story.bytes.decode(errors="replace")
    return [
        ("Text", quoted(text), "" if len(text) == 1 else count(len(text), "character")),
        ("Bytes", hexadecimal(story.bytes), count(len(story.bytes), "byte")),
        ("Rank", *_rank(story)),
        ("Count when learned", *_learned(story)),
        ("Count now", *_now(story)),
        ("Script", story.script, ""),
        ("Kind", KIND_NAMES[story.kind], ""),
    ]


def _rank(story: TokenStory) -> tuple[str, str]:
    if story.rank is not None:
        return grouped(story.rank), f"of {count(story.merges, 'merge')}, counted from 0"
    if story.by_scores:
        return "", "The model goes by scores and has no merges"
    return "", _WITHOUT_RANK.get(Kind(story.kind), "No merge makes it")


_WITHOUT_RANK = {
    Kind.BYTE: "A byte: it was there before the first merge",
    Kind.CHARACTER: "A character: it was there before the first merge",
    Kind.WHOLE_PIECE: "For whole pieces only: no merge makes it",
    Kind.SPECIAL: "A special token: cut out of the text before anything is merged",
    Kind.ADDED: "An added token: cut out of the text before anything is merged",
    Kind.CONTROL: "A control token: no text becomes it",
    Kind.UNKNOWN: "Stands for what the vocabulary does not have",
    Kind.UNUSED: "Always taken apart again",
}


def _learned(story: TokenStory) -> tuple[str, str]:
    if story.learned is not None:
        return grouped(story.learned), ""
    return "", "Not known: it is kept with a run only" if story.rank is not None else "–"


def _now(story: TokenStory) -> tuple[str, str]:
    if story.uses is None:
        return "", "Not counted yet: choose a corpus above the table"
    if not story.learned:
        return grouped(story.uses), ""
    return grouped(story.uses), f"{_percent(story.uses / story.learned)} of when it was learned"


def _percent(share: float) -> str:
    if 0 < share < 0.001:
        return "under 0.1 %"
    return f"{100 * share:.0f} %" if share >= 0.1 or not share else f"{100 * share:.1f} %"


def words_of_flag(flag: Flag, story: TokenStory, vocabulary: Vocabulary) -> str:
    """A sentence about the token."""
    if flag is Flag.UNREACHABLE and story.encoded_as:
        parts = [visible_token(vocabulary.table.token(part)) for part in story.encoded_as[:_MOST_PARTS]]
        more = " …" if len(story.encoded_as) > _MOST_PARTS else ""
        return f"Unreachable: its text is encoded as {' + '.join(parts)}{more}."
    if flag is Flag.RESIDUE and story.uses is not None and story.learned is not None:
        return f"Residue: {count(story.uses, 'use')} now, {grouped(story.learned)} when it was learned."
    return f"{FLAG_LOOKS[flag].name}. {FLAG_LOOKS[flag].tip}."
