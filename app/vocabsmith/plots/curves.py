"""The numbers behind the charts of a finished run, and of earlier runs that are laid over them. Free of Qt."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vocabsmith_engine import TrainingResult

Counts = npt.NDArray[np.uint64]
Lengths = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class RunCurves:
    """A run with n merges in numbers that belong to nobody else, so that files behind them may be closed.

    Attributes:
        base: entries of the vocabulary before the first merge: bytes, special tokens, characters.
        counts: how often each pair occurred when it was chosen, shape (n,).
        counted_bytes: bytes that were learned from.
        tokens_left: tokens in the corpus after 0, 1, … n merges, shape (n + 1,).
        lengths: bytes of the token that each merge made, shape (n,).
        held_out_bytes: bytes of the text that was held out; 0 if there is none.
        held_out_tokens_left: tokens in that text after 0, 1, … n merges, shape (n + 1,), or (0,) if there is none.
    """

    base: int
    counts: Counts
    counted_bytes: int
    tokens_left: Counts
    lengths: Lengths
    held_out_bytes: int
    held_out_tokens_left: Counts

    @classmethod
    def of(cls, result: TrainingResult) -> RunCurves:
        """The numbers of `result`, copied. Takes about 30 ms for 250,000 merges, so it is work for a task."""
        held_out = result.held_out
        return cls(
            base=result.vocab_size - len(result.merge_ids),
            counts=np.array(result.merge_counts, dtype=np.uint64),
            counted_bytes=result.counted_bytes,
            tokens_left=np.concatenate((np.array([result.initial_tokens], np.uint64), result.tokens_left)),
            lengths=_lengths_of_learned(result),
            held_out_bytes=held_out.bytes if held_out is not None else 0,
            held_out_tokens_left=np.array(held_out.tokens_left if held_out is not None else [], dtype=np.uint64),
        )

    @property
    def vocab_size(self) -> int:
        """Entries of the whole vocabulary."""
        return self.base + len(self.counts)


@dataclass(frozen=True, slots=True, eq=False)
class Overlay:
    """An earlier run laid over the charts.

    Attributes:
        key: what the caller knows the run by.
        name: how legends and read-outs call it; short, such as "12 Nov".
        tone: which hue and dashes, from 1 up (see `curve_style`); 0 is the run that is shown.
        curves: its numbers.
    """

    key: str
    name: str
    tone: int
    curves: RunCurves


def _lengths_of_learned(result: TrainingResult) -> Lengths:
    lengths = [1] * 256 + [len(character.encode()) for character in result.characters]
    first = len(lengths)
    for left, right in zip(result.merge_ids[:, 0].tolist(), result.merge_ids[:, 1].tolist(), strict=True):
        lengths.append(lengths[left] + lengths[right])
    return np.array(lengths[first:], dtype=np.int64)
