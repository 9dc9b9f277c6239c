"""How often a corpus uses each token of a vocabulary."""

from __future__ import annotations

from dataclasses import dataclass

from vocabsmith_engine.analysis.byte_rows import Int64Array


@dataclass(frozen=True, slots=True, eq=False)
class TokenUses:
    """What a corpus made of a vocabulary.

    Attributes:
        counts: (tokens) how often each id occurs in the encoding of all documents, without what a template puts around.
        bytes: of the text, as UTF-8.
        tokens: the sum of `counts`.
        documents: texts that were encoded, each by itself: files, or records.
    """

    counts: Int64Array
    bytes: int
    tokens: int
    documents: int
