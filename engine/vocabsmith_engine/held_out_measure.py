"""How a vocabulary of every size does on the text that was held out: exactly, with each distinct piece encoded once.

Encoding applies merges in the order of their ranks: a merge of rank r makes new pairs with the token that it made, and
a merge that was learned of such a pair comes later. So what the first k merges do to a text is a part of what all of
them do, and the finished encoding tells all: its tokens, what these were made of, and so on down to the bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine import _models, _native
from vocabsmith_engine.errors import Stopped
from vocabsmith_engine.held_out import HeldOutCounts
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.spilling import Counts, told_to_the_user

if TYPE_CHECKING:
    from vocabsmith_engine._native import UInt32Array, UInt64Array

_PIECES_AT_ONCE: Final = 2**16
_BYTES_AT_ONCE: Final = 2**22
_TOKENS_AT_ONCE: Final = 2**18  # added up in some milliseconds, while no other thread of Python runs


@dataclass(frozen=True, slots=True, eq=False)
class HeldOut:
    """The held-out text in numbers.

    Attributes:
        documents: documents that were held out.
        bytes: bytes of their text, special tokens apart and weights included, in the form that it was counted in.
        tokens_left: tokens that this text takes after 0, 1, … n merges, shape (n + 1,).
    """

    documents: int
    bytes: int
    tokens_left: UInt64Array

    @property
    def tokens(self) -> int:
        """Tokens of the finished vocabulary that this text takes."""
        return int(self.tokens_left[-1])

    @property
    def bytes_per_token(self) -> float:
        """Bytes for each token; 0 if no document was held out."""
        return self.bytes / max(self.tokens, 1)

    def bytes_per_token_at(self) -> npt.NDArray[np.float64]:
        """Bytes for each token after 0, 1, … n merges, shape (n + 1,); 0 if no document was held out."""
        return self.bytes / np.maximum(self.tokens_left, 1).astype(np.float64)

    def truncated(self, merges: int) -> HeldOut:
        """The same text under the first `merges` merges."""
        return replace(self, tokens_left=self.tokens_left[: merges + 1])


def measure(
    held_out: HeldOutCounts, recipe: Recipe, tokens: Sequence[bytes], merge_ids: UInt32Array, monitor: Monitor
) -> HeldOut | None:
    """Encode what was held out with the `tokens` and merges of a run, in ids of training; None if that was stopped."""
    monitor.begin_stage("measuring", held_out.counts.distinct_bytes)
    try:
        monitor.raise_if_stopped()
        encoder = _PieceEncoder(recipe, tokens, merge_ids)
        uses = np.zeros(len(tokens), np.uint64)
        with told_to_the_user(monitor):
            for batch in _batches(held_out.counts):
                _add_uses(uses, batch, encoder, monitor)
    except Stopped:
        return None
    return HeldOut(held_out.documents, held_out.counts.total_bytes, tokens_left(uses, merge_ids))


def tokens_left(uses: UInt64Array, merge_ids: UInt32Array) -> UInt64Array:
    """Tokens of a text after 0, 1, … n merges, shape (n + 1,), from how often each stands in it after all of them.

    A token is made once for each time that it stands there or is a part of a token made later; each making was one
    merge of two tokens into one. Only for merges of which no two make the same token.
    """
    made = uses.tolist()
    for first, second, token in zip(*(merge_ids[::-1, column].tolist() for column in range(3)), strict=True):
        times = made[token]
        made[first] += times
        made[second] += times
    joined = np.zeros(len(merge_ids) + 1, np.uint64)  # by each merge, and by none behind the last
    joined[:-1] = _array_of(made)[merge_ids[:, 2]]
    joined[-1] = uses.sum()
    return np.cumsum(joined[::-1], dtype=np.uint64)[::-1].copy()  # no more than the bytes, which 64 bits hold


def _array_of(numbers: Sequence[int]) -> UInt64Array:
    """Bit by bit: no other thread of Python runs while a list becomes an array."""
    array = np.empty(len(numbers), np.uint64)
    for begin in range(0, len(numbers), _PIECES_AT_ONCE):
        array[begin : begin + _PIECES_AT_ONCE] = numbers[begin : begin + _PIECES_AT_ONCE]
    return array


@dataclass(frozen=True, slots=True)
class _Batch:
    """Some distinct pieces one behind the other, where each ends, and how often each occurs."""

    text: bytes
    ends: UInt64Array
    counts: UInt64Array


def _batches(counts: Counts) -> Iterator[_Batch]:
    pieces: list[bytes] = []
    numbers: list[int] = []
    size = 0
    for piece, number in counts.items():
        pieces.append(piece)
        numbers.append(number)
        size += len(piece)
        if len(pieces) == _PIECES_AT_ONCE or size >= _BYTES_AT_ONCE:
            yield _batch(pieces, numbers)
            pieces, numbers, size = [], [], 0
    if pieces:
        yield _batch(pieces, numbers)


def _batch(pieces: Sequence[bytes], numbers: Sequence[int]) -> _Batch:
    ends = np.fromiter(accumulate(map(len, pieces)), np.uint64, len(pieces))
    return _Batch(b"".join(pieces), ends, np.array(numbers, np.uint64))


def _add_uses(uses: UInt64Array, batch: _Batch, encoder: _PieceEncoder, monitor: Monitor) -> None:
    """Add how often each token stands in the batch."""
    ids, ends = encoder.encode(batch, monitor)
    of_piece = np.searchsorted(batch.ends, ends)  # a token ends in its piece, or with it
    for begin in range(0, len(ids), _TOKENS_AT_ONCE):
        part = slice(begin, begin + _TOKENS_AT_ONCE)
        np.add.at(uses, ids[part], batch.counts[of_piece[part]])
    monitor.advance_by(len(batch.text))


class _PieceEncoder:
    """Encodes pieces as the tokenizer of the run will."""

    def __init__(self, recipe: Recipe, tokens: Sequence[bytes], merge_ids: UInt32Array) -> None:
        byte_ids = np.argsort(np.frombuffer(recipe.byte_of_id, np.uint8)).astype(np.uint32)
        self._lengths = np.fromiter(map(len, tokens), np.uint64, len(tokens))
        self._bytes: _native.Encoder | None = None
        self._characters: _models.CharacterEncoder | None = None
        if recipe.base == "bytes":
            self._bytes = _native.Encoder(tokens, byte_ids, merge_ids, [], False)
        else:
            self._characters = _models.CharacterEncoder(tokens, byte_ids, merge_ids, [], -1, False, False)

    def encode(self, batch: _Batch, monitor: Monitor) -> tuple[UInt32Array, UInt64Array]:
        """The tokens of the batch, and where each ends in its text."""
        if self._bytes is not None:
            ids = self._bytes.encode_pieces(batch.text, batch.ends, monitor)
            return ids, np.cumsum(self._lengths[ids])
        assert self._characters is not None
        begins = np.concatenate((np.zeros(1, np.uint64), batch.ends[:-1]))
        ids, spans = self._characters.encode_pieces(batch.text, begins, batch.ends, monitor)
        return ids, spans[:, 1]
