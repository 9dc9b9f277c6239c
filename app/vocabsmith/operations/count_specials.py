"""Looks for special tokens in the text of the corpus, source by source, on one thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from vocabsmith_engine import Monitor, Recipe, RecipeError, Source, VocabsmithError
from vocabsmith_engine.special_token_counts import count_special_tokens


def count_specials(
    *,
    sources: Iterable[Source],
    special_tokens: Sequence[str],
    on_counted: Callable[[Source, dict[str, int]], None],
    monitor: Monitor,
) -> None:
    """Count the tokens in each source, and tell as soon as one is done, on the thread that counts.

    Tokens that no run can have are passed over, and files that no run can read: a run finds nothing there either.
    Raises Stopped.
    """
    usable = [token for token in special_tokens if _is_usable(token)]
    for source in sources:
        with suppress(VocabsmithError):
            counts = count_special_tokens([source], usable, monitor=monitor, threads=1)
            on_counted(source, {token: counts[token] for token in usable})
        monitor.raise_if_stopped()


def _is_usable(token: str) -> bool:
    try:
        Recipe(vocab_size=257, special_tokens=(token,))
    except RecipeError:
        return False
    return True
