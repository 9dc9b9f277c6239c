"""What a tokenizer puts around a text by itself, such as a token for its beginning."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Template:
    """Ids that `encode` puts before and behind the ids of a text."""

    prefix: tuple[int, ...] = ()
    suffix: tuple[int, ...] = ()
