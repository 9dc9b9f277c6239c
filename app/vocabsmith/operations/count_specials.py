"""Looks for special tokens in the text of the corpus, on one thread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from vocabsmith_engine import Monitor, Recipe, RecipeError, Source
from vocabsmith_engine.special_token_counts import count_special_tokens


def count_specials(*, sources: Sequence[Source], special_tokens: Sequence[str], monitor: Monitor) -> Counter[str]:
    """How often each of the tokens stands in all `sources` together, 0 for those that do not.

    Tokens that no run can have are passed over, and files that no run can read: a run finds nothing there either.
    Raises CorpusError, Stopped.
    """
    usable = [token for token in special_tokens if _is_usable(token)]
    counts = Counter(dict.fromkeys(usable, 0))
    if sources:
        counts.update(count_special_tokens(sources, usable, monitor=monitor, threads=1))
    return counts


def _is_usable(token: str) -> bool:
    try:
        Recipe(vocab_size=257, special_tokens=(token,))
    except RecipeError:
        return False
    return True
