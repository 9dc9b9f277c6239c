"""What is to be said about each special token while it is typed. Free of Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Level = Literal["info", "warning", "error"]

PRESETS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("End of text", ("<|endoftext|>",)),
    ("ChatML", ("<|endoftext|>", "<|im_start|>", "<|im_end|>")),
    (
        "Llama 3",
        ("<|begin_of_text|>", "<|end_of_text|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"),
    ),
    ("Fill in the middle", ("<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>", "<|fim_pad|>")),
)


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about one token. An error keeps a run from starting."""

    level: Level
    text: str


def remark_on(tokens: Sequence[str], place: int) -> Remark | None:
    """The most serious thing to say about the token at `place` of `tokens`, or None."""
    token = tokens[place]
    if not token:
        return Remark("error", "Empty: it would match everywhere. Type a token or remove it.")
    if "\0" in token:
        return Remark("error", "Holds the character NUL. Remove it.")
    if token in tokens[:place]:
        return Remark("warning", "Is there already; it is kept once.")
    if token != token.strip():
        return Remark("warning", "Begins or ends with a blank, which is easily lost.")
    longer = next((other for other in tokens if other != token and other.startswith(token)), None)
    if longer is not None:
        return Remark("info", f"Begins {longer} too; the longer one is found first.")
    return None
