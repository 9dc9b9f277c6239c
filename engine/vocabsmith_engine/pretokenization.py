"""How text is cut into pieces: a pattern known by name, or a user's regular expression."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from vocabsmith_engine import _native
from vocabsmith_engine.errors import RecipeError
from vocabsmith_engine.named_patterns import LABELS, NAMED_SPLITS
from vocabsmith_engine.normalization.aligned_text import AlignedText, UnplacedText, WorkingText
from vocabsmith_engine.normalization.step import Step
from vocabsmith_engine.normalization.steps import Prefix
from vocabsmith_engine.piece_cutting import Behavior, Entry, Split, cut_text
from vocabsmith_engine.regex_splitting import SECONDS_PER_BATCH, byte_offsets, split_batches, splitter
from vocabsmith_engine.text import is_well_formed, to_bytes

if TYPE_CHECKING:
    from vocabsmith_engine.monitor import Monitor

__all__ = ["EXPRESSION", "NAMES", "SEQUENCE", "Behavior", "CutBytes", "Entry", "Pretokenizer", "Split"]

NAMES: Final = tuple(NAMED_SPLITS)
EXPRESSION: Final = "regex"
"""The name of every pre-tokenizer that is a user's expression."""
SEQUENCE: Final = "sequence"
"""The name of every other one: splits and edits that follow one another, from another maker's file."""

_PREFIX: Final = "regex:"
_LOOKS_LIKE_A_NAME: Final = re.compile(r"[A-Za-z0-9._-]*")


class CutBytes(NamedTuple):
    """A text that is nothing but its pieces, its bytes, and the end of each piece in these, rising."""

    text: WorkingText
    data: bytes
    ends: npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Pretokenizer:
    """A way to cut text into pieces.

    Attributes:
        name: one of `NAMES`, "regex" for a user's expression, or "sequence".
        splits: what it stands for, one after the other: patterns as they were written, whose matches are pieces and
            what lies between them too; in a sequence also `Split`s, and `Step`s that edit every piece. None for `none`.
    """

    name: str
    splits: tuple[Entry, ...]

    @classmethod
    def of(cls, value: str) -> Pretokenizer:
        """The pre-tokenizer that a recipe or a user calls `value`.

        A known name, `regex:` and an expression, or an expression. Raises RecipeError for an unknown name and for an
        expression that is no text, does not compile, searches backwards or can match the empty string.
        """
        if not isinstance(value, str):
            raise RecipeError(f"pretokenizer {value!r}", "must be a string", f"Choose {_listed_names()}")
        return _pretokenizer_of(value)

    @classmethod
    def of_splits(cls, splits: Iterable[Entry]) -> Pretokenizer:
        """The pre-tokenizer that these stand for; one with a name if they are those of a name.

        Raises RecipeError for an expression that cannot serve.
        """
        entries = tuple(_as_pattern(entry) for entry in splits)
        for name, named in NAMED_SPLITS.items():
            if named == entries:
                return cls.of(name)
        if len(entries) == 1 and isinstance(entries[0], str):
            return cls.of(_PREFIX + entries[0])
        for entry in entries:
            if isinstance(entry, str):
                splitter(entry).check()
        return cls(SEQUENCE, entries)

    @property
    def value(self) -> str:
        """What a recipe stores; `Pretokenizer.of(p.value) == p`. Raises RecipeError for a sequence."""
        if self.name != EXPRESSION:
            return self.name if self.name != SEQUENCE else self.pattern
        expression = self.pattern
        ambiguous = _LOOKS_LIKE_A_NAME.fullmatch(expression) or expression.startswith(_PREFIX)
        return _PREFIX + expression if ambiguous else expression

    @property
    def label(self) -> str:
        """What a person is shown."""
        if self.name == SEQUENCE:
            return f"{len(self.splits)} steps of another maker"
        return LABELS.get(self.name) or f"Expression {self.splits[0]}"

    @property
    def pattern(self) -> str:
        """The one pattern it stands for. Raises RecipeError if there is not exactly one."""
        if len(self.splits) != 1 or not isinstance(self.splits[0], str):
            raise RecipeError(
                f"pretokenizer {self.name!r}",
                f"is {len(self.splits)} successive patterns, not one",
                "Use its list of splits",
            )
        return self.splits[0]

    @property
    def patterns(self) -> tuple[str, ...]:
        """The successive patterns of a name or an expression."""
        return tuple(entry for entry in self.splits if isinstance(entry, str))

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
        return self.name not in ("none", EXPRESSION, SEQUENCE)

    @property
    def keeps_text(self) -> bool:
        """Whether its pieces, one behind the other, are the text: nothing is edited or left out."""
        return all(isinstance(entry, str) or _keeps_text(entry) for entry in self.splits)

    @property
    def looks_at_places(self) -> bool:
        """Whether a piece is edited only where nothing of the original text stands before it."""
        return any(isinstance(entry, Prefix) and entry.first_only for entry in self.splits)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a user should know about the pattern."""
        patterns = [pattern for pattern in map(_pattern_of, self.splits) if pattern is not None]
        left = dict.fromkeys(chain.from_iterable(splitter(pattern).left_to_regex for pattern in patterns))
        if self.name not in (EXPRESSION, SEQUENCE) or not left:
            return ()
        return (f"In the expression, {', '.join(left)} follow the Unicode version of the regex module, not 16.0.",)

    def piece_ends(
        self, text: bytes, timeout: float | None = SECONDS_PER_BATCH, monitor: Monitor | None = None
    ) -> npt.NDArray[np.uint64]:
        """End of every piece of `text` in bytes, rising, the last one len(text); shape (pieces,).

        Where a sequence edits the text these are places before the edits, and text that it leaves out has an end too.

        A byte that is not UTF-8 is a character of no class. Special tokens are not looked for. An expression
        may take `timeout` seconds for 65,536 pieces, then TokenizerError is raised; None for no limit. As often an
        expression looks at `monitor`. Raises Stopped.
        """
        if scanner := self.scanner:
            return _native.piece_ends(text, scanner)
        characters = text.decode("utf-8", "surrogateescape")
        if self.name == SEQUENCE:
            return byte_offsets(characters, self._ends_in_original(characters, timeout, monitor))
        ends: list[int] = []
        for batch in split_batches(characters, self.patterns, timeout):
            if monitor is not None:
                monitor.raise_if_stopped()
            ends += batch
        return byte_offsets(characters, ends)

    def cut(
        self,
        text: WorkingText,
        begins_text: bool = True,
        timeout: float | None = SECONDS_PER_BATCH,
        monitor: Monitor | None = None,
    ) -> CutBytes:
        """The pieces of `text` as bytes. Arguments as in `piece_ends`, and `begins_text` as in `Normalizer.text`."""
        if self.name != SEQUENCE:
            data = text.text.encode("utf-8", "surrogateescape")
            return CutBytes(text, data, self.piece_ends(data, timeout, monitor))
        if isinstance(text, AlignedText) and text.text:
            begins_text = bool(text.begins[0] == 0)
        edits, patterns = self._leading_edits
        named = next((name for name, splits in NAMED_SPLITS.items() if splits == patterns), None)
        if named is not None and text.text:
            return Pretokenizer.of(named).cut(text.after(edits, begins_text), timeout=timeout, monitor=monitor)
        cut = cut_text(text, self.splits, begins_text, timeout, monitor)
        data = cut.text.text.encode("utf-8", "surrogateescape")
        return CutBytes(cut.text, data, byte_offsets(cut.text.text, cut.ends))

    def split(self, text: str, timeout: float | None = SECONDS_PER_BATCH) -> list[str]:
        """The pieces of `text`, as edited, to look at; a lone surrogate is seen as U+FFFD.

        Raises TokenizerError on timeout.
        """
        _, data, ends = self.cut(UnplacedText(to_bytes(text).decode()), timeout=timeout)
        return [data[begin:end].decode() for begin, end in pairwise((0, *ends.tolist()))]

    @property
    def _leading_edits(self) -> tuple[tuple[Step, ...], tuple[Entry, ...]]:
        """The edits of the whole text that come first, and the rest."""
        number = next((place for place, entry in enumerate(self.splits) if not isinstance(entry, Step)), None)
        leading = self.splits[:number]
        return tuple(entry for entry in leading if isinstance(entry, Step)), self.splits[len(leading) :]

    def _ends_in_original(self, text: str, timeout: float | None, monitor: Monitor | None) -> list[int]:
        """Where the pieces end in the text before any edit, in characters; what is left out is a piece of its own."""
        placed, ends = cut_text(AlignedText.of(text), self.splits, True, timeout, monitor)
        assert isinstance(placed, AlignedText)
        begins = [int(placed.begins[begin]) for begin in (0, *ends[:-1])] if ends else []
        return sorted({*begins, *(int(placed.ends[end - 1]) for end in ends), len(text)} - {0})


def _as_pattern(entry: Entry) -> Entry:
    """A split that does what a pattern does, as this pattern."""
    return entry.pattern if isinstance(entry, Split) and entry == Split(entry.pattern) else entry


def _pattern_of(entry: Entry) -> str | None:
    if isinstance(entry, str):
        return entry
    return entry.pattern if isinstance(entry, Split) else None


def _keeps_text(entry: Split | Step) -> bool:
    return isinstance(entry, Split) and entry.behavior != "Removed"


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
