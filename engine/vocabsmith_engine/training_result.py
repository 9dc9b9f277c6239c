"""What a training run leaves behind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.corpus import BadFile, FileReport
from vocabsmith_engine.errors import TokenizerError
from vocabsmith_engine.held_out_measure import HeldOut
from vocabsmith_engine.models import BYTE_LEVEL, Characters, ModelSettings
from vocabsmith_engine.normalization import NO_NORMALIZATION, Normalizer
from vocabsmith_engine.normalizing_counter import unicode_form
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.recipe import Recipe, minimum_vocab_size
from vocabsmith_engine.reserved_tokens import padded_vocab
from vocabsmith_engine.tokenizer import Tokenizer

if TYPE_CHECKING:
    from vocabsmith_engine._native import UInt32Array, UInt64Array


class StopReason(StrEnum):
    """Why there are no more merges."""

    REACHED_SIZE = "reached_size"
    BELOW_MIN_FREQUENCY = "below_min_frequency"
    NO_PAIRS = "no_pairs"
    STOPPED = "stopped"

    def message(self, recipe: Recipe) -> str:
        """One sentence for people."""
        match self:
            case StopReason.REACHED_SIZE:
                return "the vocabulary has the size asked for"
            case StopReason.BELOW_MIN_FREQUENCY:
                return f"no other pair occurs {_times(recipe.min_frequency)}"
            case StopReason.NO_PAIRS:
                short = "" if recipe.max_token_length is None else " that makes a token short enough"
                return f"no pair is left{short}"
            case StopReason.STOPPED:
                return "stopped by the user; the merges so far are kept"


@dataclass(frozen=True, slots=True)
class CorpusSummary:
    """The corpus in numbers.

    Attributes:
        documents: documents with text, held-out ones included.
        bytes: bytes of all files, or of all pieces if they were counted elsewhere.
        pieces: pieces, repeats and weights counted.
        distinct_pieces: pieces, each counted once.
        longest_piece: bytes of the longest piece.
        files: what was found in each file.
        spilled_bytes: bytes of pieces that were written to files for want of memory.
        skipped: files that were left out because they are bad.
    """

    documents: int
    bytes: int
    pieces: int
    distinct_pieces: int
    longest_piece: int
    files: tuple[FileReport, ...] = ()
    spilled_bytes: int = 0
    skipped: tuple[BadFile, ...] = ()


@dataclass(frozen=True, eq=False)
class TrainingResult:
    """Merges, in the order they were learned, and everything that follows from them.

    Attributes:
        recipe: the settings of the run.
        merge_ids: left, right and resulting token of each merge, shape (n, 3), as ids of training: 0-255 are the bytes
            in the recipe's order, then come the characters, then the merges; special tokens are not counted in.
        merge_counts: how often each pair occurred when it was chosen, shape (n,).
        tokens_left: tokens in the whole corpus after each merge, shape (n,).
        initial_tokens: tokens before the first merge: one for each byte that is counted, or, with base "characters",
            for each character that is a token and for each byte of the others.
        characters: those that are tokens before the first merge, in the order of their ids; "" with base "bytes".
        counted_bytes: bytes that were learned from, repeats and weights counted.
        stop_reason: why there are no more.
        corpus: the corpus in numbers.
        seconds: how long each stage took.
        notes: what was to be known before merging began, such as a very long piece.
        held_out: the text that was not learned from, in numbers; None if there is none, or it was not measured.
    """

    recipe: Recipe
    merge_ids: UInt32Array
    merge_counts: UInt64Array
    tokens_left: UInt64Array
    initial_tokens: int
    characters: str
    counted_bytes: int
    stop_reason: StopReason
    corpus: CorpusSummary
    seconds: Mapping[str, float]
    notes: tuple[str, ...] = ()
    held_out: HeldOut | None = None

    @property
    def vocab_size(self) -> int:
        """Entries of the vocabulary: bytes, special tokens, characters and merges."""
        return self._smallest + len(self.merge_ids)

    @property
    def _smallest(self) -> int:
        """Entries without merges."""
        return minimum_vocab_size(self.recipe.special_tokens) + len(self.characters)

    @cached_property
    def vocab(self) -> dict[int, bytes]:
        """The bytes of every id, special tokens included."""
        return dict(enumerate(self._tokens))

    @cached_property
    def merges(self) -> list[tuple[bytes, bytes]]:
        """The two halves of each merge, in order."""
        made = self.trained_tokens
        return [(made[left], made[right]) for left, right in self._pairs()]

    @cached_property
    def tokenizer(self) -> Tokenizer:
        """The finished tokenizer, in the ids that the recipe asks for."""
        specials = self.recipe.special_tokens
        return Tokenizer(
            self._tokens,
            self._vocabulary_id[self.merge_ids],
            dict(zip(specials, range(self._first_special, self._first_special + len(specials)), strict=True)),
            Pretokenizer.of(self.recipe.pretokenizer),
            recipe=self.recipe,
            merge_counts=self.merge_counts,
            model=self._model,
            normalizer=self._normalizer,
        )

    @property
    def _model(self) -> ModelSettings:
        """How a piece becomes ids, in those of the vocabulary."""
        if self.recipe.base == "bytes":
            return BYTE_LEVEL
        ids = self._vocabulary_id
        return Characters(byte_ids=tuple(int(ids[self.recipe.byte_of_id.index(byte)]) for byte in range(256)))

    @property
    def _normalizer(self) -> Normalizer:
        form = unicode_form(self.recipe)
        return Normalizer((form,)) if form else NO_NORMALIZATION

    @property
    def bytes_per_token(self) -> float:
        """Bytes of the corpus for each token of the finished vocabulary; 0 for a corpus without text."""
        return float(self.bytes_per_token_at()[-1])

    def bytes_per_token_at(self) -> npt.NDArray[np.float64]:
        """Bytes for each token after 0, 1, … n merges, shape (n + 1,)."""
        tokens = np.concatenate((np.array([self.initial_tokens], np.uint64), self.tokens_left))
        return self.counted_bytes / np.maximum(tokens, 1).astype(np.float64)

    def truncated(self, vocab_size: int) -> TrainingResult:
        """The same run with fewer merges; special tokens at the end are renumbered.

        Raises TokenizerError for a size below the one without merges or above the one of this result.
        """
        smallest = self._smallest
        if not smallest <= vocab_size <= self.vocab_size:
            raise TokenizerError(
                f"vocabulary size {vocab_size}",
                f"lies outside {smallest} (no merges) to {self.vocab_size} (all merges)",
                "Choose a size between them",
            )
        kept = vocab_size - smallest
        if kept == len(self.merge_ids):
            return self
        return replace(
            self,
            recipe=replace(self.recipe, vocab_size=vocab_size),
            merge_ids=self.merge_ids[:kept],
            merge_counts=self.merge_counts[:kept],
            tokens_left=self.tokens_left[:kept],
            stop_reason=StopReason.REACHED_SIZE,
            held_out=self.held_out and self.held_out.truncated(kept),
        )

    def padded(self, multiple: int) -> TrainingResult:
        """The same run with so many reserved tokens more that the size is a multiple; merges stay as they are.

        For a run that ended early: `padded_vocab` rounds up the size that is asked for, before there is a result.
        Raises RecipeError for a multiple below 1.
        """
        vocab_size, special_tokens = padded_vocab(self.vocab_size, self.recipe.special_tokens, multiple)
        if vocab_size == self.vocab_size:
            return self
        asked = max(vocab_size, self.recipe.vocab_size)
        return replace(self, recipe=replace(self.recipe, vocab_size=asked, special_tokens=special_tokens))

    @cached_property
    def trained_tokens(self) -> list[bytes]:
        """The bytes of every id of training, see `merge_ids`."""
        made = [bytes([byte]) for byte in self.recipe.byte_of_id]
        made.extend(character.encode() for character in self.characters)
        for left, right in self._pairs():
            made.append(made[left] + made[right])
        return made

    def _pairs(self) -> Iterator[tuple[int, int]]:
        """Left and right id of training of each merge, without an object a row: those hold up other threads."""
        return zip(self.merge_ids[:, 0].tolist(), self.merge_ids[:, 1].tolist(), strict=True)

    @cached_property
    def _tokens(self) -> list[bytes]:
        specials = [token.encode() for token in self.recipe.special_tokens]
        return [*self.trained_tokens[: self._first_special], *specials, *self.trained_tokens[self._first_special :]]

    @property
    def _first_special(self) -> int:
        return {"start": 0, "after-bytes": 256, "end": len(self.trained_tokens)}[self.recipe.specials]

    @property
    def _vocabulary_id(self) -> UInt32Array:
        """The id in the vocabulary of every id of training."""
        ids = np.arange(len(self.trained_tokens), dtype=np.uint32)
        ids[self._first_special :] += np.uint32(len(self.recipe.special_tokens))
        return ids


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number:,} times")
