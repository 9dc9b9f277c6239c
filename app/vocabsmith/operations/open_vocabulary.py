"""Puts a vocabulary into arrays, finds what no text reaches, and counts what a corpus uses."""

from __future__ import annotations

from collections.abc import Sequence

from vocabsmith.operations.vocabulary_marks import Corpus, Mask, Usage
from vocabsmith_engine import Monitor, Tokenizer
from vocabsmith_engine.analysis import Occurrence, VocabularyTable, count_uses, occurrences, unreachable


def open_vocabulary(*, tokenizer: Tokenizer, monitor: Monitor) -> VocabularyTable:
    """The tokens of a tokenizer in arrays. Raises Stopped."""
    monitor.raise_if_stopped()
    table = VocabularyTable.of(tokenizer)
    monitor.raise_if_stopped()
    return table


def find_unreachable(*, tokenizer: Tokenizer, monitor: Monitor) -> Mask:
    """Which tokens no text reaches. Raises Stopped, TokenizerError for a pattern that takes too long."""
    return unreachable(tokenizer, monitor)


def count_usage(*, tokenizer: Tokenizer, corpus: Corpus, monitor: Monitor) -> Usage:
    """How often the text of a corpus uses each token.

    Raises CorpusError for what cannot be read, RunError if the sources of a run are not known any more, Stopped.
    """
    if corpus.run is not None:
        corpus = Corpus(corpus.name, corpus.run.sources, corpus.run.names)
    return Usage(corpus, count_uses(tokenizer, corpus.sources, monitor, names=corpus.names))


def find_occurrences(
    *, tokenizer: Tokenizer, corpus: Corpus, token: int, monitor: Monitor, limit: int
) -> Sequence[Occurrence]:
    """The first lines of a corpus that use a token. Raises CorpusError for what cannot be read, Stopped."""
    return occurrences(tokenizer, corpus.sources, token, monitor, limit, names=corpus.names)
