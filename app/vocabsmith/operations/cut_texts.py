"""Cuts one text by several tokenizers, and tells which tokens they do not share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vocabsmith_engine import EncodedText, Monitor, Tokenizer

SECONDS = 5.0  # for an expression over 65,536 pieces; a text that is being typed does not wait longer


@dataclass(frozen=True, slots=True, eq=False)
class TextCut:
    """A text as one tokenizer cuts it, without what a template puts around it.

    Attributes:
        text: what was cut.
        tokenizer: what cut it.
        encoded: ids and places of the n tokens.
        special: (n) whether the token is a special one.
    """

    text: str
    tokenizer: Tokenizer
    encoded: EncodedText
    special: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.encoded)

    def token_bytes(self, place: int) -> bytes:
        """The bytes of the token at a place."""
        return self.tokenizer.token_bytes(int(self.encoded.ids[place]))


def cut_text(*, tokenizer: Tokenizer, text: str, monitor: Monitor) -> TextCut:
    """Cut `text`. Special tokens in it are one token each.

    Raises TokenizerError for a pattern that takes too long, and Stopped.
    """
    monitor.raise_if_stopped()
    encoded = tokenizer.encode_with_offsets(text, template=False, timeout=SECONDS)
    monitor.raise_if_stopped()
    special = np.fromiter(tokenizer.special_tokens.values(), dtype=np.uint32)
    return TextCut(text, tokenizer, encoded, np.isin(encoded.ids, special))


def unshared(cuts: Sequence[TextCut]) -> list[npt.NDArray[np.bool_]]:
    """For each cut of the same text, (n) whether a token does not begin and end where one of every other cut does."""
    keys = [_key_of_spans(cut) for cut in cuts]
    return [
        ~np.logical_and.reduce([np.isin(own, other) for other in keys if other is not own] or [np.ones(len(own), bool)])
        for own in keys
    ]


def _key_of_spans(cut: TextCut) -> npt.NDArray[np.int64]:
    """A number for each span of bytes; begins stay below 2³¹, which is more than a window can hold."""
    return cut.encoded.bytes[:, 0] << 32 | cut.encoded.bytes[:, 1]


def overlapping(cut: TextCut, begin: int, end: int) -> range:
    """The tokens that hold any of the bytes from `begin` to `end` of the text."""
    spans = cut.encoded.bytes
    first = int(np.searchsorted(spans[:, 1], begin, side="right"))
    last = int(np.searchsorted(spans[:, 0], end, side="left"))
    return range(first, max(first, last))


def shown_until(cuts: Sequence[TextCut], most: int) -> int | None:
    """The byte of the text up to which no cut has more than `most` tokens; None where all of it has no more."""
    ends = [int(cut.encoded.bytes[most - 1, 1]) for cut in cuts if len(cut) > most]
    return min(ends, default=None)
