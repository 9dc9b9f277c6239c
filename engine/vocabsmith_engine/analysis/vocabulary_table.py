"""A vocabulary as arrays: every token with its length, rank, count, kind and script, a million of them in a moment."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, SupportsIndex, get_args

import numpy as np

from vocabsmith_engine.analysis.byte_rows import ByteArray, ByteRows, Mask
from vocabsmith_engine.analysis.search_expression import ExpressionSearch
from vocabsmith_engine.analysis.token_scripts import SCRIPT_NAMES, scripts_of
from vocabsmith_engine.analysis.token_texts import spaces_are_low_lines, token_texts
from vocabsmith_engine.analysis.vocabulary_kinds import KIND_NAMES, kinds_of
from vocabsmith_engine.analysis.vocabulary_order import places_in_alphabet, sorted_ids
from vocabsmith_engine.analysis.vocabulary_search import SearchMode, search
from vocabsmith_engine.errors import AnalysisError
from vocabsmith_engine.ids import checked_id
from vocabsmith_engine.text import Int64Array
from vocabsmith_engine.tokenizer import Tokenizer

if TYPE_CHECKING:
    from vocabsmith_engine.monitor import Monitor

Column = Literal["id", "token", "bytes", "length", "rank", "learned", "script", "kind"]
NO_RANK: Final = -1
UNKNOWN: Final = -1


@dataclass(frozen=True, eq=False, repr=False)
class VocabularyTable:
    """One row for each id, from 0.

    Attributes:
        tokenizer: whose vocabulary it is.
        tokens: the bytes of each token as the tokenizer has them.
        texts: what they stand for in a text (see `token_texts`); mostly the same object.
        lengths: (tokens) bytes of each token.
        ranks: (tokens) the rank of the first merge that makes each; NO_RANK where no merge does.
        learned_counts: (tokens) how often its pair stood in the corpus when it was merged; UNKNOWN where nobody knows.
        kinds: (tokens) uint8, values of `Kind`.
        scripts: (tokens) uint8, places in `script_names`.
        partial: (tokens) whether a byte of its text is part of no whole character.
    """

    tokenizer: Tokenizer
    tokens: ByteRows
    texts: ByteRows
    lengths: Int64Array
    ranks: Int64Array
    learned_counts: Int64Array
    kinds: ByteArray
    scripts: ByteArray
    partial: Mask
    script_names: tuple[str, ...] = SCRIPT_NAMES

    @classmethod
    def of(cls, tokenizer: Tokenizer) -> VocabularyTable:
        """The table of a tokenizer of any kind."""
        tokens = ByteRows.of(tokenizer.tokens)
        texts = token_texts(tokenizer)
        rows = tokens if texts is tokenizer.tokens else ByteRows.of(texts)
        scripts, partial = scripts_of(rows, low_line_is_space=spaces_are_low_lines(tokenizer))
        ranks = _first_ranks(tokenizer)
        counts = _learned_counts(tokenizer, ranks)
        kinds = kinds_of(tokenizer, ranks, tokens.lengths)
        return cls(tokenizer, tokens, rows, tokens.lengths, ranks, counts, kinds, scripts, partial)

    def __repr__(self) -> str:
        return f"<VocabularyTable of {self.tokenizer!r}>"

    def __len__(self) -> int:
        return len(self.tokens)

    def token(self, token_id: SupportsIndex) -> bytes:
        """The bytes of one token. Raises TokenizerError for an unknown id."""
        return self.tokens[checked_id(token_id, len(self))]

    @property
    def data(self) -> ByteArray:
        """(bytes) of all tokens, one behind the other."""
        return self.tokens.data

    @property
    def offsets(self) -> Int64Array:
        """(tokens + 1) where each begins in `data`."""
        return self.tokens.offsets

    def search(self, query: str, mode: SearchMode = "text", monitor: Monitor | None = None) -> Mask:
        """(tokens) which tokens hold what is looked for. See `vocabulary_search.search`."""
        return search(self, query, mode, monitor)

    @cached_property
    def expressions(self) -> ExpressionSearch:
        """What searches by regular expression. Made with the first one, which then takes a third of a second."""
        return ExpressionSearch(self.texts, self.partial)

    def get_ready_for_expressions(self) -> None:
        """Makes `expressions` now, so that the first search does not wait for it."""
        _ = self.expressions

    def order(self, column: Column, descending: bool = False) -> Int64Array:
        """(tokens) ids sorted by a column.

        Equal values are in the order of ids, and what is not known (no rank, no count) comes last, either way. `token`
        and `bytes` go by bytes, which is by code point; `script` and `kind` by their names. Raises AnalysisError for an
        unknown column.
        """
        if column not in get_args(Column):
            rule = "is not one of the table"
            raise AnalysisError(f"column {column!r}", rule, f"Use {', '.join(get_args(Column))}")
        return sorted_ids(self._values_of(column), descending)

    def _values_of(self, column: Column) -> Int64Array:
        """What stands in a column, as numbers that sort alike; below 0 where it is not known."""
        if column in ("token", "bytes"):
            return self._places
        if column == "script":
            return places_in_alphabet(self.script_names)[self.scripts]
        if column == "kind":
            return places_in_alphabet(KIND_NAMES)[self.kinds]
        numbers = {"length": self.lengths, "rank": self.ranks, "learned": self.learned_counts}
        return numbers.get(column, np.arange(len(self)))

    @cached_property
    def _places(self) -> Int64Array:
        """(tokens) the place of each among all by its bytes; equal ones have the same."""
        by_bytes = self.tokens.sorted_rows()
        places = np.empty(len(self), dtype=np.int64)
        places[by_bytes] = np.cumsum(~self.tokens.equal_neighbours(by_bytes))
        return places

    def built_on(self, token_id: SupportsIndex) -> Int64Array:
        """Ids of the tokens that some merge makes of this one and another, or of it twice, by the rank of the merge.

        Only direct ones: what is built on these is found by asking again. Raises TokenizerError for an unknown id.
        """
        part = checked_id(token_id, len(self))
        merges = self.tokenizer.merges
        made: Int64Array = merges[(merges[:, 0] == part) | (merges[:, 1] == part), 2].astype(np.int64)
        _, firsts = np.unique(made, return_index=True)
        return made[np.sort(firsts)]


def _first_ranks(tokenizer: Tokenizer) -> Int64Array:
    ranks = np.full(tokenizer.vocab_size, NO_RANK, dtype=np.int64)
    ranks[tokenizer.merges[::-1, 2]] = np.arange(len(tokenizer.merges))[::-1]
    return ranks


def _learned_counts(tokenizer: Tokenizer, ranks: Int64Array) -> Int64Array:
    counts = np.full(len(ranks), UNKNOWN, dtype=np.int64)
    if tokenizer.merge_counts is not None:
        merged = ranks >= 0
        counts[merged] = tokenizer.merge_counts[ranks[merged]].astype(np.int64)
    return counts
