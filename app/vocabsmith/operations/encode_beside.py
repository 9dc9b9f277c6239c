"""Cuts an inspected text by a second tokenizer, and finds where the two cut differently."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vocabsmith.operations.encode_text import Inspection, encode_for_inspection
from vocabsmith_engine import Monitor, Tokenizer


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """A text as a second tokenizer cuts it.

    Attributes:
        first: what it is compared with.
        second: the tokens of the second.
        differs: (n) whether a token of the second has no token of the first in its very place.
    """

    first: Inspection
    second: Inspection
    differs: npt.NDArray[np.bool_]

    @property
    def more(self) -> int:
        """How many tokens more than the first; negative for fewer."""
        return len(self.second) - len(self.first)

    @property
    def differing(self) -> int:
        """How many tokens of the second differ."""
        return int(np.count_nonzero(self.differs))

    def differences(self) -> npt.NDArray[np.int64]:
        """(k, 2) the places of the first and the last token of each run of differing ones."""
        edges = np.diff(np.concatenate(([False], self.differs, [False])).astype(np.int8))
        return np.column_stack((np.flatnonzero(edges == 1), np.flatnonzero(edges == -1) - 1))


def encode_beside(*, first: Inspection, tokenizer: Tokenizer, monitor: Monitor) -> Beside:
    """Encode the text of `first` by `tokenizer`, with special tokens treated in the same way.

    Raises TokenizerError as encoding does, and Stopped.
    """
    second = encode_for_inspection(tokenizer=tokenizer, text=first.text, special=first.policy, monitor=monitor)
    monitor.raise_if_stopped()
    return Beside(first, second, differing(first.encoded.bytes, second.encoded.bytes))


def differing(first: npt.NDArray[np.int64], second: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """For each of the spans (n, 2) of `second`, whether `first` (m, 2) has no such span.

    Both are in order. Of spans that are there several times each has one partner.
    """
    size = int(max(first.max(initial=0), second.max(initial=0))) + 1
    keys = [spans[:, 0] * size + spans[:, 1] for spans in (first, second)]
    most = max(map(_most_repeats, keys))
    numbered = [key * most + _repeats(key) for key in keys]
    return ~np.isin(numbered[1], numbered[0])


def _repeats(keys: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """How many equal ones stand directly before each."""
    places = np.arange(len(keys), dtype=np.int64)
    is_new = np.append(True, keys[1:] != keys[:-1])[: len(keys)]
    repeats: npt.NDArray[np.int64] = places - np.maximum.accumulate(np.where(is_new, places, 0))
    return repeats


def _most_repeats(keys: npt.NDArray[np.int64]) -> int:
    return int(_repeats(keys).max(initial=0)) + 1
