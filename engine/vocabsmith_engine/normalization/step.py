"""What every step of a normaliser can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import ClassVar

from vocabsmith_engine.normalization.aligned_text import AlignedText, Edit, apply_edits


class Step(ABC):
    """One edit of a text. A step is a frozen dataclass; its fields are what a file stores of it.

    Attributes:
        reversible: whether the text can be told from its result.
        local: whether dividing a text behind a line feed, or before a line end, changes nothing.
    """

    __slots__ = ()
    reversible: ClassVar[bool] = False
    local: ClassVar[bool] = False

    @abstractmethod
    def edits(self, text: str, begins_text: bool) -> Iterator[Edit]:
        """What changes in `text`, rising. `begins_text`: nothing of the original stands before it."""

    def text(self, text: str, begins_text: bool = True) -> str:
        """`text` after this step."""
        return apply_edits(text, self.edits(text, begins_text))

    def aligned(self, aligned: AlignedText, begins_text: bool = True) -> AlignedText:
        """The same, with the place in the original of every character."""
        return aligned.edited(self.edits(aligned.text, begins_text))


class CharacterStep(Step):
    """A step that looks at one character at a time."""

    __slots__ = ()

    @abstractmethod
    def table(self) -> Mapping[int, str]:
        """What each code point that changes becomes."""

    def edits(self, text: str, begins_text: bool) -> Iterator[Edit]:  # noqa: ARG002 - it looks at no neighbour
        """Each character that changes."""
        table = self.table()
        for place, character in enumerate(text):
            code = ord(character)
            if code in table:
                yield Edit(place, place + 1, table[code])

    def text(self, text: str, begins_text: bool = True) -> str:  # noqa: ARG002 - it looks at no neighbour
        """`text` after this step."""
        return text.translate(self.table())
