"""Facts about a token: a large chip with its id, then what it spells, its rank, and where it comes from."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from vocabsmith.operations.token_details import TokenDetails
from vocabsmith.visible_tokens import visible_token
from vocabsmith.widgets.chips import Chip
from vocabsmith.widgets.fact_rows import FactRows
from vocabsmith.widgets.labels import Label
from vocabsmith.widgets.token_head import TokenHead
from vocabsmith.widgets.token_words import hexadecimal, quoted
from vocabsmith.wording import count, grouped

_ROWS = ("Text", "Bytes", "Rank", "Count when learned", "From the piece")


class TokenFacts(QWidget):
    """The facts of one token."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = TokenHead()
        self.rows = FactRows(_ROWS)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 12)
        column.setSpacing(12)
        column.addWidget(self.head)
        column.addWidget(self.rows)

    @property
    def values(self) -> dict[str, Label]:
        """The value of each fact, by its name."""
        return self.rows.values

    @property
    def remarks(self) -> dict[str, Label]:
        """The remark to each fact, by its name."""
        return self.rows.remarks

    def show_details(self, details: TokenDetails, chip: Chip) -> None:
        """Shows another token; `chip` is how it looks in the text."""
        self.head.show_token(chip, details.id)
        self.rows.set_fact("Text", *_text(details))
        self.rows.set_fact("Bytes", hexadecimal(details.bytes), count(len(details.bytes), "byte"))
        self.rows.set_fact("Rank", *_rank(details))
        self.rows.set_fact("Count when learned", *_count(details))
        self.rows.set_fact("From the piece", *_piece(details))


def _text(details: TokenDetails) -> tuple[str, str]:
    return quoted(details.text), "holds only a part of it" if details.partial else ""


def _rank(details: TokenDetails) -> tuple[str, str]:
    if details.rank is None:
        return "", _why_no_rank(details)
    return grouped(details.rank), f"of {count(details.merges, 'merge')}, counted from 0"


def _why_no_rank(details: TokenDetails) -> str:
    if details.special and details.piece is not None:
        return "Stands for what the vocabulary does not have"
    if details.special and not details.text:
        return "A special token: the tokenizer puts it around every text"
    if details.special:
        return "A special token: cut out of the text before anything is merged"
    if details.by_scores:
        return "The model goes by scores and has no merges"
    return f"A {details.unit}: it was there before the first merge" if details.unit else "For whole pieces only"


def _count(details: TokenDetails) -> tuple[str, str]:
    if details.count is not None:
        return grouped(details.count), ""
    return "", "Not known: it is kept with a run only" if details.rank is not None else "–"


def _piece(details: TokenDetails) -> tuple[str, str]:
    piece = details.piece
    if piece is None:
        return "", "–"
    shown = visible_token(piece.bytes)
    where = f"characters {grouped(piece.begin)} to {grouped(piece.end)}"
    return (shown if len(shown) <= 80 else shown[:80] + "…"), where
