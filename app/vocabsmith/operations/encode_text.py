"""Cuts the text of the inspector into tokens, with all that its lists, marks and figures need."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vocabsmith_engine import EncodedText, Monitor, Tokenizer
from vocabsmith_engine.text import to_bytes
from vocabsmith_engine.tokenizer import SpecialPolicy

SECONDS = 5.0  # for an expression over 65,536 pieces; a text that is being typed does not wait longer


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Inspection:
    """A text and its tokens.

    Attributes:
        text: what was encoded.
        tokenizer: what encoded it.
        policy: how special tokens in it were treated.
        encoded: ids and places of the n tokens.
        special: (n) whether the token is a special one.
        characters: characters as a person counts them in a file: code points, a surrogate pair being one.
        byte_count: length of the text as UTF-8.
        partial_characters: characters that are spread over several tokens.
    """

    text: str
    tokenizer: Tokenizer
    policy: SpecialPolicy
    encoded: EncodedText
    special: npt.NDArray[np.bool_]
    characters: int
    byte_count: int
    partial_characters: int

    def __len__(self) -> int:
        return len(self.encoded)

    @property
    def bytes_per_token(self) -> float | None:
        """How much text a token holds; None without a token."""
        return self.byte_count / len(self) if len(self) else None

    def token_bytes(self, place: int) -> bytes:
        """The bytes of the token at a place."""
        return self.tokenizer.token_bytes(int(self.encoded.ids[place]))


def encode_for_inspection(*, tokenizer: Tokenizer, text: str, special: SpecialPolicy, monitor: Monitor) -> Inspection:
    """Encode `text` and place every token in it.

    Raises TokenizerError for a special token that is refused, or a pattern that takes too long, and Stopped.
    """
    encoded = tokenizer.encode_with_offsets(text, special=special, timeout=SECONDS)
    monitor.raise_if_stopped()
    special_ids = np.fromiter(tokenizer.special_tokens.values(), dtype=np.uint32)
    return Inspection(
        text=text,
        tokenizer=tokenizer,
        policy=special,
        encoded=encoded,
        special=np.isin(encoded.ids, special_ids),
        characters=_characters(text),
        byte_count=len(to_bytes(text)),
        partial_characters=_partial_characters(encoded),
    )


def _characters(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"))


def _partial_characters(encoded: EncodedText) -> int:
    """A token that ends inside a character and is followed by another: each such character is met once per cut."""
    if len(encoded) < 2:
        return 0
    begins, ends = encoded.utf16[1:, 0], encoded.utf16[:-1, 1]
    cuts = np.flatnonzero(begins < ends)  # the next token begins where this one has not ended: they share a character
    return len(np.unique(ends[cuts]))
