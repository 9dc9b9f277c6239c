"""What is to be said about each special token while it is typed. Free of Qt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from vocabsmith import wording
from vocabsmith_engine.text import is_well_formed

Level = Literal["info", "good", "warning", "error"]

PRESETS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("End of text", ("<|endoftext|>",)),
    ("ChatML", ("<|endoftext|>", "<|im_start|>", "<|im_end|>")),
    (
        "Llama 3",
        ("<|begin_of_text|>", "<|end_of_text|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"),
    ),
    ("Fill in the middle", ("<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>", "<|fim_pad|>")),
)

NOT_THERE: Final = "not in the corpus"


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about one token. An error keeps a run from starting."""

    level: Level
    text: str


def unknown(_token: str) -> int | None:
    """How often a token stands in a corpus that nobody has looked at."""
    return None


def remarks_on(tokens: Sequence[str], count_of: Callable[[str], int | None] = unknown) -> list[Remark | None]:
    """The most serious thing to say about each token, or None.

    Args:
        tokens: in the order of the list.
        count_of: how often a token stands in the corpus; None where that is not known.
    """
    longer = _longer_ones(tokens)
    seen: set[str] = set()
    remarks = []
    for token in tokens:
        remarks.append(_remark_on(token, token in seen, longer.get(token), count_of(token)))
        seen.add(token)
    return remarks


def _longer_ones(tokens: Sequence[str]) -> dict[str, str]:
    """For each token that another one begins with, such a longer one: in sorted order it comes next."""
    return {token: longer for token, longer in pairwise(sorted(set(tokens))) if token and longer.startswith(token)}


def _remark_on(token: str, repeated: bool, longer: str | None, count: int | None) -> Remark | None:
    if fault := _fault_of(token):
        return Remark("error", fault)
    if repeated:
        return Remark("warning", "Is there already; it is kept once.")
    if token != token.strip():
        return Remark("warning", "Begins or ends with a blank, which is easily lost.")
    if longer is not None:
        return Remark("info", f"Begins {longer} too; the longer one is found first.")
    if count is None:
        return None
    return Remark("info", f"{wording.count(count, 'time')} in the corpus") if count else Remark("good", NOT_THERE)


def _fault_of(token: str) -> str:
    """Why no run can have this token, "" if one can."""
    if not token:
        return "Empty: it would match everywhere. Type a token or remove it."
    if "\0" in token:
        return "Holds the character NUL. Remove it."
    return "" if is_well_formed(token) else "Holds half of a character, which is not text. Type it anew."
