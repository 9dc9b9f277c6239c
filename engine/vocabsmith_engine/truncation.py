"""The same run with fewer merges: BPE vocabularies nest, so the first merges are a vocabulary of their own."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.errors import TokenizerError
from vocabsmith_engine.renumbering import GONE, renumbered_settings

if TYPE_CHECKING:
    from vocabsmith_engine.tokenizer import Tokenizer


def truncated(tokenizer: Tokenizer, vocab_size: int) -> Tokenizer:
    """`tokenizer` with its first merges only; ids close up in their old order. See `Tokenizer.truncated`."""
    kept_merges, kept_ids = _first_merges(tokenizer, vocab_size)
    new_id = np.where(kept_ids, np.cumsum(kept_ids) - 1, GONE)
    counts = tokenizer.merge_counts
    recipe = tokenizer.recipe
    return dataclasses.replace(
        tokenizer,
        tokens=[token for token, kept in zip(tokenizer.tokens, kept_ids.tolist(), strict=True) if kept],
        merges=new_id[tokenizer.merges[:kept_merges]].astype(np.uint32),
        merge_counts=None if counts is None else counts[:kept_merges],
        recipe=None if recipe is None else dataclasses.replace(recipe, vocab_size=vocab_size),
        **renumbered_settings(tokenizer, new_id, vocab_size),
    )


def _first_merges(tokenizer: Tokenizer, vocab_size: int) -> tuple[int, npt.NDArray[np.bool_]]:
    """How many merges fill `vocab_size`, and (n) which ids remain."""
    made = tokenizer.merges[:, 2]
    kept = np.ones(tokenizer.vocab_size, dtype=np.bool_)
    kept[made] = False
    smallest = int(np.count_nonzero(kept))
    if smallest == tokenizer.vocab_size != vocab_size:
        rule = f"is not that of this tokenizer, {smallest}, which has no merges to leave out"
        raise TokenizerError(f"vocabulary size {vocab_size}", rule, "Take it whole")
    if not smallest <= vocab_size <= tokenizer.vocab_size:
        raise TokenizerError(
            f"vocabulary size {vocab_size}",
            f"lies outside {smallest} (no merges) to {tokenizer.vocab_size} (all merges)",
            "Choose a size between them",
        )
    makes_new = np.zeros(len(made), dtype=np.bool_)
    makes_new[np.unique(made, return_index=True)[1]] = True  # a loaded list may make a token twice
    kept_merges = int(np.searchsorted(np.cumsum(makes_new), vocab_size - smallest, side="right"))
    kept[made[:kept_merges]] = True
    return kept_merges, kept
