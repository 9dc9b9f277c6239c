"""What is found out about the tokens of a vocabulary one after another: first all that it tells itself, then its uses.

Everything is in arrays with one element for each id.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

import numpy as np
import numpy.typing as npt

from vocabsmith_engine import Source, Tokenizer
from vocabsmith_engine.analysis import Kind, TokenUses, VocabularyTable, rare, residue
from vocabsmith_engine.runs import RunInfo

Mask = npt.NDArray[np.bool_]
RARE_BELOW = 50
"""Uses below which a token is marked as rare until the user says otherwise."""


class Flag(Enum):
    """What may be said against a token, or sets it apart."""

    PARTIAL = "partial"
    UNREACHABLE = "unreachable"
    RESIDUE = "residue"
    RARE = "rare"
    SPECIAL = "special"


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """Text that uses are counted in.

    Attributes:
        name: what the user calls it: "the corpus of the project", "handbook.txt", "3 files".
        sources: what is read.
        names: patterns that choose the files of folders, see `expand`.
        run: whose sources they are, as long as those have not been looked up.
    """

    name: str
    sources: tuple[Source, ...] = ()
    names: tuple[str, ...] | None = None
    run: RunInfo | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Usage:
    """How often a corpus uses each token."""

    corpus: Corpus
    uses: TokenUses


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """A tokenizer, its tokens in arrays, and what is known of them by now.

    Attributes:
        tokenizer, table: the vocabulary.
        unreachable: whose own text is encoded as something else; None until that is known.
        usage: None until uses have been counted.
    """

    tokenizer: Tokenizer
    table: VocabularyTable
    unreachable: Mask | None = None
    usage: Usage | None = None

    def __len__(self) -> int:
        return len(self.table)

    @cached_property
    def special(self) -> Mask:
        """Which tokens are cut out of a text before all else."""
        return np.isin(self.table.kinds, (Kind.SPECIAL, Kind.ADDED, Kind.CONTROL))

    @cached_property
    def scripts_there(self) -> tuple[int, ...]:
        """The scripts that some token has."""
        return tuple(np.flatnonzero(np.bincount(self.table.scripts)).tolist())

    @cached_property
    def most_used(self) -> int:
        """How often the token is used that is used most; 0 until uses have been counted."""
        return 0 if self.usage is None or not len(self) else int(self.usage.uses.counts.max())

    @cached_property
    def residue(self) -> Mask | None:
        """Learned and hardly used in the end; None until uses have been counted."""
        return None if self.usage is None else residue(self.table, self.usage.uses)

    def mask(self, flag: Flag, below: int) -> Mask | None:
        """The tokens with a flag, `below` being the number of uses below which one is rare; None while not known."""
        if flag is Flag.PARTIAL:
            return self.table.partial
        if flag is Flag.UNREACHABLE:
            return self.unreachable
        if flag is Flag.RESIDUE:
            return self.residue
        if flag is Flag.SPECIAL:
            return self.special
        return None if self.usage is None else rare(self.usage.uses, below)

    def counts(self, below: int) -> dict[Flag, int | None]:
        """How many tokens have each flag, None while that is not known."""
        masks = {flag: self.mask(flag, below) for flag in Flag}
        return {flag: None if mask is None else int(np.count_nonzero(mask)) for flag, mask in masks.items()}

    def flags_of(self, token: int) -> tuple[Flag, ...]:
        """The flags of one token, without "rare", which its count tells."""
        masks = {
            Flag.PARTIAL: self.table.partial,
            Flag.UNREACHABLE: self.unreachable,
            Flag.RESIDUE: self.residue,
            Flag.SPECIAL: self.special,
        }
        return tuple(flag for flag, mask in masks.items() if mask is not None and mask[token])

    def uses_of(self, token: int) -> int | None:
        """How often the corpus uses a token; None until that has been counted."""
        return None if self.usage is None else int(self.usage.uses.counts[token])
