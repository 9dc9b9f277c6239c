"""What may be wrong with a token: nothing reaches it, nothing but other tokens needed it, hardly any text has it."""

from __future__ import annotations

from typing import Final

from vocabsmith_engine.analysis.byte_rows import Mask
from vocabsmith_engine.analysis.token_uses import TokenUses
from vocabsmith_engine.analysis.vocabulary_table import VocabularyTable

RESIDUE_SHARE: Final = 0.02
"""Of its count when learned, at most which a residue is used."""


def residue(table: VocabularyTable, uses: TokenUses, share: float = RESIDUE_SHARE) -> Mask:
    """(tokens) which were learned as a step to longer tokens only: used at most `share` of their count when learned.

    For the corpus that was learned from. None is, where the counts of learning are not known. Chizhov and others call
    such tokens intermediate (BPE Gets Picky: Efficient Vocabulary Refinement During Tokenizer Training, 2024).
    """
    known = table.learned_counts > 0
    return known & (uses.counts <= share * table.learned_counts)


def rare(uses: TokenUses, below: int) -> Mask:
    """(tokens) which occur less often than `below` times, those that never do included."""
    mask: Mask = uses.counts < below
    return mask
