"""How a vocabulary does on the text that was held out: exactly, since each of its distinct pieces is encoded once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Final

import numpy as np

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


@dataclass(frozen=True, slots=True)
class HeldOut:
    """The held-out text in numbers.

    Attributes:
        documents: documents that were held out.
        bytes: bytes of their text, special tokens apart and weights included, in the form that it was counted in.
        tokens: tokens of the finished vocabulary that this text takes.
    """

    documents: int
    bytes: int
    tokens: int

    @property
    def bytes_per_token(self) -> float:
        """Bytes for each token; 0 if no document was held out."""
        return self.bytes / max(self.tokens, 1)


def measure(
    held_out: HeldOutCounts, recipe: Recipe, tokens: Sequence[bytes], merge_ids: UInt32Array, monitor: Monitor
) -> HeldOut | None:
    """Encode what was held out with the `tokens` and merges of a run, in ids of training; None if that was stopped."""
    monitor.begin_stage("measuring", held_out.counts.distinct_bytes)
    try:
        monitor.raise_if_stopped()
        encoder = _PieceEncoder(recipe, tokens, merge_ids)
        with told_to_the_user(monitor):
            found = sum(_tokens_in(batch, encoder, monitor) for batch in _batches(held_out.counts))
    except Stopped:
        return None
    return HeldOut(held_out.documents, held_out.counts.total_bytes, found)


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


def _tokens_in(batch: _Batch, encoder: _PieceEncoder, monitor: Monitor) -> int:
    token_ends = encoder.token_ends(batch, monitor)
    tokens = np.diff(np.searchsorted(token_ends, batch.ends, side="right"), prepend=0).astype(np.uint64)
    monitor.advance_by(len(batch.text))
    return int(np.dot(tokens, batch.counts))  # no more than the bytes, which 64 bits hold


class _PieceEncoder:
    """Encodes pieces as the tokenizer of the run will, and says where tokens end."""

    def __init__(self, recipe: Recipe, tokens: Sequence[bytes], merge_ids: UInt32Array) -> None:
        byte_ids = np.argsort(np.frombuffer(recipe.byte_of_id, np.uint8)).astype(np.uint32)
        self._lengths = np.fromiter(map(len, tokens), np.uint64, len(tokens))
        self._bytes: _native.Encoder | None = None
        self._characters: _models.CharacterEncoder | None = None
        if recipe.base == "bytes":
            self._bytes = _native.Encoder(tokens, byte_ids, merge_ids, [], False)
        else:
            self._characters = _models.CharacterEncoder(tokens, byte_ids, merge_ids, [], -1, False, False)

    def token_ends(self, batch: _Batch, monitor: Monitor) -> UInt64Array:
        """End of each token in the text of the batch."""
        if self._bytes is not None:
            return np.cumsum(self._lengths[self._bytes.encode_pieces(batch.text, batch.ends, monitor)])
        assert self._characters is not None
        begins = np.concatenate((np.zeros(1, np.uint64), batch.ends[:-1]))
        _ids, spans = self._characters.encode_pieces(batch.text, begins, batch.ends, monitor)
        return spans[:, 1]
