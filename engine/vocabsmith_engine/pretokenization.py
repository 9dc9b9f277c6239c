"""How text is cut into pieces: a pattern known by name, or a user's regular expression."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

import numpy as np
import numpy.typing as npt

from vocabsmith_engine import _native
from vocabsmith_engine.errors import RecipeError
from vocabsmith_engine.named_patterns import LABELS, NAMED_SPLITS
from vocabsmith_engine.regex_splitting import SECONDS_PER_BATCH, byte_offsets, split_batches, splitter
from vocabsmith_engine.text import is_well_formed, to_bytes

if TYPE_CHECKING:
    from vocabsmith_engine.monitor import Monitor

Behavior = Literal["Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous"]

NAMES: Final = tuple(NAMED_SPLITS)
EXPRESSION: Final = "regex"
"""The name of every pre-tokenizer that is a user's expression."""

_PREFIX: Final = "regex:"
_LOOKS_LIKE_A_NAME: Final = re.compile(r"[A-Za-z0-9._-]*")


@dataclass(frozen=True, slots=True)
class Split:
    """One split as Hugging Face's tokenizers describe it.

    Attributes:
        pattern: a regular expression; its matches are the delimiters, or what lies between them if `invert`.
        behavior: a delimiter is a piece of its own, is left out, belongs to the piece before or behind it, or makes one
            piece with the delimiters next to it.
        invert: delimiters and what lies between them change places.
    """

    pattern: str
    behavior: Behavior = "Isolated"
    invert: bool = False


@dataclass(frozen=True, slots=True)
class Pretokenizer:
    """A way to cut text into pieces.

    Attributes:
        name: one of `NAMES`, or "regex" for a user's expression.
        splits: the successive patterns it stands for, as they were written; none for `none`.
    """

    name: str
    splits: tuple[str, ...]

    @classmethod
    def of(cls, value: str) -> Pretokenizer:
        """The pre-tokenizer that a recipe or a user calls `value`.

        A known name, `regex:` and an expression, or an expression. Raises RecipeError for an unknown name and for an
        expression that is no text, does not compile, searches backwards or can match the empty string.
        """
        if not isinstance(value, str):
            raise RecipeError(f"pretokenizer {value!r}", "must be a string", f"Choose {_listed_names()}")
        return _pretokenizer_of(value)

    @property
    def value(self) -> str:
        """What a recipe stores; `Pretokenizer.of(p.value) == p`."""
        if self.name != EXPRESSION:
            return self.name
        expression = self.splits[0]
        ambiguous = _LOOKS_LIKE_A_NAME.fullmatch(expression) or expression.startswith(_PREFIX)
        return _PREFIX + expression if ambiguous else expression

    @property
    def label(self) -> str:
        """What a person is shown."""
        return LABELS.get(self.name) or f"Expression {self.splits[0]}"

    @property
    def pattern(self) -> str:
        """The one pattern it stands for. Raises RecipeError if there is not exactly one."""
        if len(self.splits) != 1:
            raise RecipeError(
                f"pretokenizer {self.name!r}",
                f"is {len(self.splits)} successive patterns, not one",
                "Use its list of splits",
            )
        return self.splits[0]

    @property
    def scanner(self) -> str | None:
        """The scanner of the C++ core that gives the same pieces, or None."""
        return self.name if self.name in _native.native_scanners() else None

    @property
    def native(self) -> bool:
        """Whether the C++ core cuts the text; otherwise the `regex` module does."""
        return self.scanner is not None

    @property
    def divides_at_lines(self) -> bool:
        """Whether a document may be cut at some of its line ends without a change to the pieces.

        Proven for every named pattern but `none`. Other expressions are cut at special tokens and document ends only.
        """
        return self.name not in ("none", EXPRESSION)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a user should know about the pattern."""
        if self.name != EXPRESSION or not (left := splitter(self.splits[0]).left_to_regex):
            return ()
        return (f"In the expression, {', '.join(left)} follow the Unicode version of the regex module, not 16.0.",)

    def piece_ends(
        self, text: bytes, timeout: float | None = SECONDS_PER_BATCH, monitor: Monitor | None = None
    ) -> npt.NDArray[np.uint64]:
        """End of every piece of `text` in bytes, rising, the last one len(text); shape (pieces,).

        A byte that is not UTF-8 is a character of no class. Special tokens are not looked for. An expression
        may take `timeout` seconds for 65,536 pieces, then TokenizerError is raised; None for no limit. As often an
        expression looks at `monitor`. Raises Stopped.
        """
        if scanner := self.scanner:
            return _native.piece_ends(text, scanner)
        characters = text.decode("utf-8", "surrogateescape")
        ends: list[int] = []
        for batch in split_batches(characters, self.splits, timeout):
            if monitor is not None:
                monitor.raise_if_stopped()
            ends += batch
        return byte_offsets(characters, ends)

    def split(self, text: str, timeout: float | None = SECONDS_PER_BATCH) -> list[str]:
        """The pieces of `text`, to look at; a lone surrogate is seen as U+FFFD. Raises TokenizerError on timeout."""
        data = to_bytes(text)
        ends = self.piece_ends(data, timeout).tolist()
        return [data[begin:end].decode() for begin, end in zip([0, *ends], ends, strict=False)]


@lru_cache(maxsize=64)
def _pretokenizer_of(value: str) -> Pretokenizer:
    if value in NAMED_SPLITS:
        return Pretokenizer(value, NAMED_SPLITS[value])
    if not value.startswith(_PREFIX) and _LOOKS_LIKE_A_NAME.fullmatch(value):
        raise RecipeError(
            f"pretokenizer {value!r}",
            "is no known name",
            f"Choose {_listed_names()}, or write {_PREFIX}{value} if it is an expression",
        )
    expression = value.removeprefix(_PREFIX)
    if not is_well_formed(expression):
        rule = "holds half a surrogate pair, which is not text"
        raise RecipeError(f"expression {expression!r}", rule, "Write the whole character")
    splitter(expression).check()
    return Pretokenizer(EXPRESSION, (expression,))


def _listed_names() -> str:
    return ", ".join(NAMES)
