"""Looks at a list of special tokens for all that collides."""

from __future__ import annotations

from collections.abc import Sequence

from vocabsmith_engine import Monitor, Tokenizer
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.analysis import Collision, special_collisions
from vocabsmith_engine.normalization import Normalizer, UnicodeForm


def check_specials(
    *,
    tokens: Sequence[str | AddedToken],
    tokenizer: Tokenizer | None,
    normalization: str,
    text: str,
    monitor: Monitor,
) -> tuple[Collision, ...]:
    """The collisions of `tokens` with each other, with `text`, and with the tokenizer's vocabulary if there is one.

    `normalization` is that of a recipe, "none" with a tokenizer, which has its own. Raises Stopped.
    """
    form = () if normalization == "none" else (UnicodeForm(normalization),)  # type: ignore[arg-type]
    return special_collisions(
        tokens, tokenizer, text, normalizer=Normalizer(form) if tokenizer is None else None, monitor=monitor
    )
