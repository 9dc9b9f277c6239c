"""The encoder of each kind of model: pieces to ids, each with the bytes that it stands for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from vocabsmith_engine import _models, _native, machine
from vocabsmith_engine.errors import TokenizerError
from vocabsmith_engine.models import ByteLevel, Characters, ScoredPairs, Unigram
from vocabsmith_engine.vocabulary_checks import byte_ids_without

if TYPE_CHECKING:
    from vocabsmith_engine.monitor import Monitor
    from vocabsmith_engine.tokenizer import Tokenizer

IdArray = npt.NDArray[np.uint32]

_NO_TOKEN = 0xFFFFFFFF


class PieceEncoder(Protocol):
    """Turns pieces into ids; any number of threads may use one."""

    def ids(self, data: bytes, ends: npt.NDArray[np.uint64], monitor: Monitor | None) -> IdArray:
        """The ids of the pieces that end at `ends`, one behind the other."""
        ...

    def ids_and_spans(
        self, data: bytes, ends: npt.NDArray[np.uint64], monitor: Monitor | None
    ) -> tuple[IdArray, npt.NDArray[np.int64]]:
        """The same, and (n, 2) the bytes that each of them stands for."""
        ...


class ByteLevelPieces:
    """Merges over bytes: every token spells its bytes. `lengths`: how many, for each id."""

    def __init__(self, core: _native.Encoder, lengths: npt.NDArray[np.int64]) -> None:
        self._core = core
        self.lengths = lengths

    def ids(self, data: bytes, ends: npt.NDArray[np.uint64], monitor: Monitor | None) -> IdArray:
        """The ids of the pieces that end at `ends`, one behind the other."""
        return self._core.encode_pieces(data, ends, monitor)

    def ids_and_spans(
        self, data: bytes, ends: npt.NDArray[np.uint64], monitor: Monitor | None
    ) -> tuple[IdArray, npt.NDArray[np.int64]]:
        """The same, and (n, 2) the bytes that each of them stands for."""
        ids = self.ids(data, ends, monitor)
        token_ends = np.cumsum(self.lengths[ids], dtype=np.int64)
        return ids, np.column_stack((token_ends - self.lengths[ids], token_ends))


class ModelPieces:
    """A model of another kind, which tells the bytes of each id itself."""

    def __init__(self, core: _models.CharacterEncoder | _models.ScoredPairEncoder | _models.UnigramEncoder) -> None:
        self._core = core

    def ids(self, data: bytes, ends: npt.NDArray[np.uint64], monitor: Monitor | None) -> IdArray:
        """The ids of the pieces that end at `ends`, one behind the other."""
        return self._core.encode_pieces(data, _begins(ends), ends, monitor)[0]

    def ids_and_spans(
        self, data: bytes, ends: npt.NDArray[np.uint64], monitor: Monitor | None
    ) -> tuple[IdArray, npt.NDArray[np.int64]]:
        """The same, and (n, 2) the bytes that each of them stands for."""
        ids, spans = self._core.encode_pieces(data, _begins(ends), ends, monitor)
        return ids, spans.astype(np.int64)


def byte_level_core(tokenizer: Tokenizer, special_ids: Sequence[int]) -> _native.Encoder:
    """The core of a byte-level model. `special_ids`: what only a match in the text gives. Raises TokenizerError."""
    return _native.Encoder(
        tokenizer.tokens,
        byte_ids_without(tokenizer.tokens, special_ids),
        tokenizer.merges,
        special_ids,
        tokenizer.whole_pieces_first,
        machine.memory() or 0,
    )


def model_pieces(tokenizer: Tokenizer, special_ids: Sequence[int], *, whole_pieces_first: bool) -> ModelPieces:
    """The encoder of a model of another kind. Raises TokenizerError for a vocabulary that contradicts itself."""
    model = tokenizer.model
    assert not isinstance(model, ByteLevel)
    if isinstance(model, Characters):
        return character_pieces(tokenizer, special_ids, tokenizer.merges, whole_pieces_first=whole_pieces_first)
    kind = _models.ScoredPairEncoder if isinstance(model, ScoredPairs) else _models.UnigramEncoder
    with _contradictions_told():
        return ModelPieces(kind(tokenizer.tokens, model.scores, model.kinds, _bytes_of(model), _unknown_of(model)))


def character_pieces(
    tokenizer: Tokenizer, special_ids: Sequence[int], merges: npt.NDArray[np.uint32], *, whole_pieces_first: bool
) -> ModelPieces:
    """The encoder of a model of characters with these merges. Raises TokenizerError as `model_pieces`."""
    model = tokenizer.model
    assert isinstance(model, Characters)
    with _contradictions_told():
        return ModelPieces(
            _models.CharacterEncoder(
                tokenizer.tokens,
                _bytes_of(model),
                merges,
                special_ids,
                _unknown_of(model),
                model.fuse_unknown,
                whole_pieces_first,
                model.continuing_prefix.encode(),
                model.word_suffix.encode(),
            )
        )


def _bytes_of(model: Characters | ScoredPairs | Unigram) -> IdArray | None:
    if model.byte_ids is None:
        return None
    spelled_bytes = np.array(model.byte_ids, dtype=np.int64)
    return np.where(spelled_bytes < 0, _NO_TOKEN, spelled_bytes).astype(np.uint32)


def _unknown_of(model: Characters | ScoredPairs | Unigram) -> int:
    return -1 if model.unknown_id is None else model.unknown_id


@contextmanager
def _contradictions_told() -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise TokenizerError(
            "the vocabulary", str(error), "Load the tokenizer from the files it was saved to"
        ) from None


def _begins(ends: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    begins = np.zeros_like(ends)
    begins[1:] = ends[:-1]
    return begins
