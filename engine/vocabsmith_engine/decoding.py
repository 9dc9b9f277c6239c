"""How the tokens of a model become text again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Decoding:
    """From the bytes of each token to the text of all. The default joins the bytes as they are.

    Ordinary tokens go through `byte_alphabet` and `replacements`; tokens of one byte (byte fallback) and added tokens
    stand for themselves unless `spoken` says otherwise.

    Attributes:
        byte_alphabet: tokens are spelled in the byte alphabet of GPT-2 (a space is Ġ).
        replacements: (old, new) within the text of each token, one after the other, such as ("▁", " ").
        spoken: (id, text) of tokens that stand for another text, "" for none, such as control tokens.
        joiner: stands between two tokens.
        first_token_drops: every occurrence of this is left out of the first token, after the replacements.
        drop_first: how many spaces at most are taken off the beginning of the text.
        drop_last: how many spaces at most are taken off its end.
    """

    byte_alphabet: bool = False
    replacements: tuple[tuple[str, str], ...] = ()
    spoken: tuple[tuple[int, str], ...] = ()
    joiner: str = ""
    first_token_drops: str = ""
    drop_first: int = 0
    drop_last: int = 0

    def __bool__(self) -> bool:
        return self != AS_THEY_ARE


AS_THEY_ARE: Final = Decoding()
