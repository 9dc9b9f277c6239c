"""A vocabulary that is small enough to be looked through: lower, low and a special token."""

from __future__ import annotations

import numpy as np

from vocabsmith.operations.vocabulary_marks import Corpus, Usage, Vocabulary
from vocabsmith_engine import Recipe, Tokenizer, train_from_counts
from vocabsmith_engine.analysis import TokenUses, VocabularyTable

LO, LOW, SPACE_LOW, ER, LOWER, SPECIAL = 256, 257, 258, 259, 260, 261


def small_tokenizer() -> Tokenizer:
    """Bytes 0 to 255 by value, then lo, low, " low", er, lower, and <s>."""
    recipe = Recipe(vocab_size=262, byte_order="value", special_tokens=("<s>",), min_frequency=1)
    return train_from_counts([(b"lower", 3), (b"low", 2), (b" low", 4)], recipe).tokenizer


def small_vocabulary(uses: dict[int, int] | None = None, unreachable: set[int] | None = None) -> Vocabulary:
    """The same in arrays; `uses` by id, 0 for the others, None for none counted yet."""
    tokenizer = small_tokenizer()
    size = tokenizer.vocab_size
    usage, mask = None, None
    if uses is not None:
        counts = np.zeros(size, np.int64)
        counts[list(uses)] = list(uses.values())
        usage = Usage(Corpus("a.txt"), TokenUses(counts, 100, int(counts.sum()), 1))
    if unreachable is not None:
        mask = np.zeros(size, np.bool_)
        mask[list(unreachable)] = True
    return Vocabulary(tokenizer, VocabularyTable.of(tokenizer), mask, usage)
