"""How often special tokens stand in a corpus, before anything is trained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing

import numpy as np

from vocabsmith_engine import _native
from vocabsmith_engine.chunks import BeginAnew, ChunkReader
from vocabsmith_engine.corpus import Chunk, SourceLike, expand
from vocabsmith_engine.corpus.left_out import LeftOut, bytes_of, bytes_to_read_again
from vocabsmith_engine.counting import WINDOW
from vocabsmith_engine.errors import CorpusError
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.ordered_work import in_order
from vocabsmith_engine.processors import thread_count
from vocabsmith_engine.recipe import Recipe


class SpecialTokenCounter:
    """Finds special tokens in chunks of text: of those that begin at one place the longest, as a run cuts them."""

    def __init__(self, tokens: Iterable[str]) -> None:
        self._tokens = tuple(dict.fromkeys(tokens))
        self._cut = _native.SpecialTokens([token.encode() for token in self._tokens])

    def count(self, chunk: Chunk) -> Counter[str]:
        """How often each stands in the text of `chunk`; those that do not are left out."""
        spans = [span for span in self._cut.split(chunk.text) if span[2] >= 0]
        if chunk.ends is not None:
            # A token is in one record: what begins in one and ends in the next is none.
            of_begins = np.searchsorted(chunk.ends, [begin for begin, _, _ in spans], side="right")
            of_ends = np.searchsorted(chunk.ends, [end for _, end, _ in spans], side="left")
            spans = [span for span, first, last in zip(spans, of_begins, of_ends, strict=True) if first == last]
        return Counter(self._tokens[index] for _, _, index in spans)


def count_special_tokens(
    sources: SourceLike | Iterable[SourceLike],
    special_tokens: Sequence[str],
    *,
    monitor: Monitor | None = None,
    threads: int | None = None,
) -> Counter[str]:
    """How often each of `special_tokens` stands in the text of `sources`, each file read once whatever its weight.

    Files that no run can use are passed over. `threads` is by default the number of processors. Raises RecipeError for
    tokens that no run can have, CorpusError when `sources` name nothing, Stopped.
    """
    monitor = monitor or Monitor()
    recipe = Recipe(vocab_size=256 + len(special_tokens), special_tokens=tuple(special_tokens))
    counter = SpecialTokenCounter(recipe.special_tokens)
    files = expand(sources, skipped=[])
    left_out = LeftOut()
    monitor.begin_stage("reading", bytes_of(files) or 0)

    def count(chunk: Chunk) -> Counter[str]:
        text = chunk if chunk.parse is None else chunk.parse()
        found = counter.count(text)
        if text.release is not None:
            text.release()
        monitor.advance_by(text.file_bytes)
        return found

    while True:
        reader = ChunkReader(recipe, monitor, WINDOW, left_out=left_out)
        total = Counter[str]()
        try:
            with closing(in_order(count, reader.chunks(files), thread_count(threads, CorpusError), monitor)) as counts:
                for found in counts:
                    total += found
            return total
        except BeginAnew:  # a member of an archive went bad after its first part was counted
            monitor.extend_stage(bytes_to_read_again(files, left_out))
