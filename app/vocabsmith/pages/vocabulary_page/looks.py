"""How tokens and their flags are shown: chips, signs and words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vocabsmith.operations.vocabulary_marks import Flag, Vocabulary
from vocabsmith.visible_tokens import visible_token
from vocabsmith.widgets.chips import Chip, Mark, ground_of
from vocabsmith_engine.analysis import RESIDUE_SHARE


@dataclass(frozen=True, slots=True)
class FlagLook:
    """How a flag is shown.

    Attributes:
        name: on the button that filters.
        icon: its sign.
        tone: its colour in the palette, where it stands in a row.
        tip: what it means.
    """

    name: str
    icon: str
    tone: str
    tip: str


FLAG_LOOKS: Mapping[Flag, FlagLook] = {
    Flag.PARTIAL: FlagLook(
        "Partial", "half", "secondary", "Holds bytes that are no whole character: two tokens share it"
    ),
    Flag.UNREACHABLE: FlagLook(
        "Unreachable", "ban", "error", "Its own text is encoded as other tokens, so that no text gives it"
    ),
    Flag.RESIDUE: FlagLook(
        "Residue",
        "sieve",
        "warning",
        f"Used in at most {100 * RESIDUE_SHARE:.0f} % of its count when learned: "
        "in the text it was learned from, a mere step to longer tokens",
    ),
    Flag.RARE: FlagLook("Rare", "arrow-down", "secondary", "Used less often in the corpus than the number says"),
    Flag.SPECIAL: FlagLook("Special", "brackets", "text", "Cut out of a text before all else"),
}


def chip_of(vocabulary: Vocabulary, token: int) -> Chip:
    """The chip of a token. Its ground goes by its id, so that a token looks the same everywhere on the page."""
    shown = visible_token(vocabulary.table.token(token))
    if vocabulary.special[token]:
        return Chip(shown, None, Mark.SPECIAL)
    partial = bool(vocabulary.table.partial[token])
    single = len(vocabulary.table.token(token)) == 1
    return Chip(shown, None if single and partial else ground_of(token), Mark.PARTIAL if partial else Mark.NONE)
