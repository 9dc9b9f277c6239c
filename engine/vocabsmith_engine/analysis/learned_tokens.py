"""The tokens that a vocabulary has learned, in one buffer that is quickly searched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vocabsmith_engine.text import Int64Array
from vocabsmith_engine.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True, eq=False)
class LearnedTokens:
    """All tokens but the added ones.

    Attributes:
        data: their bytes, one behind the other.
        begins: where each begins in `data`, and where the last one ends; shape (tokens + 1,).
        ids: the id of each, rising; shape (tokens,).
    """

    data: bytes
    begins: Int64Array
    ids: Int64Array

    @classmethod
    def of(cls, tokenizer: Tokenizer) -> LearnedTokens:
        """Those of a tokenizer of any kind, as its model has them."""
        added = {*tokenizer.special_tokens.values()}
        ids = [token_id for token_id in range(tokenizer.vocab_size) if token_id not in added]
        lengths = np.fromiter((len(tokenizer.tokens[each]) for each in ids), np.int64, len(ids))
        begins = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths)))
        return cls(b"".join(tokenizer.tokens[each] for each in ids), begins, np.asarray(ids, np.int64))

    def token(self, token_id: int) -> bytes:
        """The bytes of the token with that id, one of `ids`."""
        place = int(np.searchsorted(self.ids, token_id))
        return self.data[self.begins[place] : self.begins[place + 1]]

    def holding(self, part: bytes) -> list[int]:
        """The ids of the tokens that hold `part`, which is not empty, rising."""
        return [int(self.ids[place]) for place in dict.fromkeys(self._places(part))]

    def _places(self, part: bytes) -> Iterator[int]:
        at = self.data.find(part)
        while at >= 0:
            place = int(np.searchsorted(self.begins, at, side="right")) - 1
            if at + len(part) <= self.begins[place + 1]:
                yield place
            at = self.data.find(part, at + 1)
