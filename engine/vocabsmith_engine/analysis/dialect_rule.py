"""What a rule about regular expressions is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from vocabsmith_engine.analysis.pattern_lexemes import Lexeme

Severity = Literal["differs", "refused", "rare"]
"""Read in different ways without a word; refused by at least one engine; different on a few characters only."""

_BARE: Lexeme = Lexeme("blank", "", 0, 0, -1, frozenset(), "", ())


@dataclass(frozen=True, slots=True)
class Spot:
    """A lexeme among the others of its expression."""

    lexemes: Sequence[Lexeme]
    place: int

    @property
    def lexeme(self) -> Lexeme:
        """The lexeme itself."""
        return self.lexemes[self.place]

    @property
    def kind(self) -> str:
        """Its kind."""
        return self.lexeme.kind

    @property
    def text(self) -> str:
        """As it is written."""
        return self.lexeme.text

    def near(self, by: int) -> Lexeme:
        """The lexeme so many places further on or back; an empty one where there is none."""
        place = self.place + by
        return self.lexemes[place] if 0 <= place < len(self.lexemes) else _BARE

    def outside(self, *kinds: str) -> bool:
        """Whether it is of one of these kinds and not between square brackets."""
        return self.kind in kinds and not self.lexeme.in_set

    def inside(self, *kinds: str) -> bool:
        """Whether it is of one of these kinds and between square brackets."""
        return self.kind in kinds and self.lexeme.in_set


@dataclass(frozen=True, slots=True)
class Rule:
    """A construct that the engines do not read alike.

    Attributes:
        key: its name, for tests and programs.
        severity: how bad that is.
        title: the construct in a few words.
        oniguruma, fancy_regex, regex: what each makes of it.
        remedy: what to write in its place, so that all read the same.
        witness: an expression with it, and a text on which the engines differ, or one refuses the expression.
        finds: whether the construct stands at a spot.
    """

    key: str
    severity: Severity
    title: str
    oniguruma: str
    fancy_regex: str
    regex: str
    remedy: str
    witness: tuple[str, str]
    finds: Callable[[Spot], bool]
