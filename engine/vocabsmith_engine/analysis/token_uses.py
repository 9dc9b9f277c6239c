"""How often a corpus uses each token of a vocabulary."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import Final

import numpy as np

from vocabsmith_engine.analysis.corpus_texts import Parse, TextPart, text_parts
from vocabsmith_engine.corpus import SourceLike, expand, shown
from vocabsmith_engine.corpus.left_out import bytes_of
from vocabsmith_engine.encoding_batches import encode_all
from vocabsmith_engine.errors import CorpusError, TokenizerError
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.ordered_work import in_order
from vocabsmith_engine.piece_encoders import IdArray
from vocabsmith_engine.processors import thread_count
from vocabsmith_engine.text import Int64Array
from vocabsmith_engine.tokenizer import Tokenizer

_TOKENS_AT_ONCE: Final = 2
"""For each token of the vocabulary so many ids are gathered before they are counted: a count goes through all of it."""


@dataclass(frozen=True, slots=True, eq=False)
class TokenUses:
    """What a corpus made of a vocabulary. A file with a weight counts so many times, in all of the numbers.

    Attributes:
        counts: (tokens) how often each id occurs in the encoding of all texts, without what a template puts around.
        bytes: of the text, as UTF-8.
        tokens: the sum of `counts`.
        documents: texts that were encoded, each by itself: files, or records; empty ones are none.
    """

    counts: Int64Array
    bytes: int
    tokens: int
    documents: int


def count_uses(
    tokenizer: Tokenizer,
    sources: SourceLike | Iterable[SourceLike],
    monitor: Monitor | None = None,
    threads: int | None = None,
    *,
    names: str | Iterable[str] | None = None,
) -> TokenUses:
    """Encode a corpus and count its tokens; special tokens in it are one token each.

    Every file is a text, every record of a table too. Bad bytes and line ends are treated as the tokenizer's recipe
    says, if it has one.

    Args:
        tokenizer: of any kind.
        sources: files and folders of every kind that training reads.
        monitor: shows the bytes of the files that are done; can stop it.
        threads: how many encode, by default one for each processor. What the core does not do alone is done on one.
        names: chooses the files of folders, see `expand`.

    Raises CorpusError for files that cannot be read and where there is no text at all, TokenizerError for an expression
    that takes too long, Stopped.
    """
    monitor = monitor or Monitor()
    files = expand(sources, names=names)
    monitor.begin_stage("reading", bytes_of(files) or 0)
    tally = _Tally(tokenizer.vocab_size)

    def work(parse: Parse) -> tuple[TextPart, IdArray]:
        part = parse()
        return part, encode_all(tokenizer, part.texts(), monitor)

    threads = threads_for(tokenizer, threads)
    with closing(in_order(work, text_parts(tokenizer, files, monitor), threads, monitor)) as results:
        for part, ids in results:
            tally.add(part, ids)
            monitor.advance_by(part.file_bytes)
    if not tally.bytes:
        raise CorpusError(", ".join(shown(file.path) for file in files[:3]), "holds no text", "Add a file with text")
    return tally.uses()


def threads_for(tokenizer: Tokenizer, threads: int | None) -> int:
    """How many threads encode: one where Python does the work, and holds up all others."""
    threads = thread_count(threads, TokenizerError)
    return threads if tokenizer.text_encoder.scanner_for("allow") is not None else 1


class _Tally:
    """Sums, for one thread. Ids wait until there are enough of them."""

    def __init__(self, vocab_size: int) -> None:
        self.bytes = self._documents = 0
        self._counts = np.zeros(vocab_size, dtype=np.int64)
        self._waiting: dict[int, list[IdArray]] = {}
        self._held = 0

    def add(self, part: TextPart, ids: IdArray) -> None:
        weight = part.source.weight
        self.bytes += len(part.data) * weight
        self._documents += part.documents * weight
        self._waiting.setdefault(weight, []).append(ids)
        self._held += len(ids)
        if self._held > _TOKENS_AT_ONCE * len(self._counts):
            self._settle()

    def _settle(self) -> None:
        for weight, arrays in self._waiting.items():
            self._counts += weight * np.bincount(np.concatenate(arrays), minlength=len(self._counts))
        self._waiting, self._held = {}, 0

    def uses(self) -> TokenUses:
        self._settle()
        return TokenUses(self._counts, self.bytes, int(self._counts.sum()), self._documents)
