"""A process that counts pieces with the `regex` module: `python -m vocabsmith_engine.regex_worker`.

`regex` holds the GIL while it searches, and an unlucky expression never ends; so it works in a process of its own,
which can be killed. It reads frames from standard input, answers on standard output, and ends when either closes.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import IO, Final

import numpy as np

from vocabsmith_engine import _native
from vocabsmith_engine.errors import VocabsmithError
from vocabsmith_engine.frames import Kind, pack_number, read_frame, unpack_number, write_frame
from vocabsmith_engine.normalizing_counter import unicode_form
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.regex_splitting import SECONDS_PER_BATCH, split_batches

MOST_SEEN: Final = 2**16
"""Distinct pieces that are held as Python strings, which take several times their place in a table."""

FULL_TABLE: Final = 8 * 2**20
"""Bytes of a table that are handed over at once."""


class RegexTextCounter:
    """Counts the pieces of texts that it is given.

    Attributes:
        table: what was counted since the last time it was full.
    """

    def __init__(self, recipe: Recipe, on_full: Callable[[_native.PieceCounts], None] = lambda _table: None) -> None:
        """`on_full` gets the table when it is full, and a new one is begun."""
        self.table = _native.PieceCounts()
        self._on_full = on_full
        self._lines = recipe.document_unit == "line"
        self._specials = _native.SpecialTokens([token.encode() for token in recipe.special_tokens])
        self._splits = Pretokenizer.of(recipe.pretokenizer).patterns
        self._form = unicode_form(recipe)

    def count(
        self, text: bytes, weight: int, on_progress: Callable[[int], None], ends: Sequence[int] | None = None
    ) -> None:
        """Count `text`, each piece `weight` times; `on_progress` gets the bytes done, after a batch of matches.

        `ends`: where each of its records ends; by default it is one.
        """
        seen: Counter[str] = Counter()
        done = 0
        for document in self._documents_in(text, ends or [len(text)]):
            characters = self._characters_of(document)
            begin = 0
            for batch in split_batches(characters, self._splits, SECONDS_PER_BATCH):
                seen.update(characters[start:end] for start, end in pairwise((begin, *batch)))
                begin = batch[-1]
                if len(seen) > MOST_SEEN:
                    self._add(seen, weight)
                    seen.clear()
                if begin < len(characters):
                    on_progress(done + begin * len(document) // len(characters))
            done += len(document)
        self._add(seen, weight)

    def handed_over(self) -> _native.PieceCounts:
        """The table; a new one is begun."""
        table, self.table = self.table, _native.PieceCounts()
        return table

    def _documents_in(self, text: bytes, ends: Sequence[int]) -> Iterator[bytes]:
        for first, last in pairwise((0, *ends)):
            record = text[first:last]
            for begin, end, special in self._specials.split(record):
                if special < 0:
                    yield from record[begin:end].splitlines(keepends=True) if self._lines else (record[begin:end],)

    def _characters_of(self, document: bytes) -> str:
        characters = document.decode("utf-8", "surrogateescape")
        return self._form.text(characters) if self._form else characters

    def _add(self, seen: Counter[str], weight: int) -> None:
        pieces = [piece.encode("utf-8", "surrogateescape") for piece in seen]
        lengths = np.fromiter(map(len, pieces), np.uint32, len(pieces))
        counts = np.fromiter((count * weight for count in seen.values()), np.uint64, len(pieces))
        self.table.add_many(b"".join(pieces), lengths, counts)
        if self.table.memory > FULL_TABLE:
            self._on_full(self.handed_over())


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer frames until the table was sent. Errors are sent too, and end the conversation."""
    try:
        _converse(requests, answers)
    except VocabsmithError as error:
        _send_failure(answers, type(error).__name__, error.value, error.rule, error.remedy)
    except OverflowError:
        _send_failure(
            answers, "CorpusError", "the counts", "pass 2^64 - 1 with these weights", "Choose smaller weights"
        )
    except (BrokenPipeError, KeyboardInterrupt):
        pass  # nobody is there to be told
    except Exception as error:  # whatever it is, the parent must hear of it
        _send_failure(answers, "TokenizerError", "the expression", f"failed with {error!r}", "Choose another pattern")


def _converse(requests: IO[bytes], answers: IO[bytes]) -> None:
    counter: RegexTextCounter | None = None
    while frame := read_frame(requests):
        kind, content = frame
        if kind is Kind.RECIPE:
            counter = RegexTextCounter(Recipe.from_json(content.decode()), lambda table: _send_table(answers, table))
        assert counter is not None
        if kind is Kind.TEXT:
            _count_frame(counter, content, answers)
            write_frame(answers, Kind.COUNTED)
        elif kind is Kind.HAND_OVER:
            _send_table(answers, counter.handed_over())
        elif kind is Kind.FINISH:
            _send_table(answers, counter.table)
            return


def _count_frame(counter: RegexTextCounter, content: bytes, answers: IO[bytes]) -> None:
    records = unpack_number(content[8:])
    ends = np.frombuffer(content, np.uint64, records, 16).tolist()
    counter.count(content[16 + 8 * records :], unpack_number(content), _reporter(answers), ends)


def _reporter(answers: IO[bytes]) -> Callable[[int], None]:
    return lambda done: write_frame(answers, Kind.PROGRESS, pack_number(done))


def _send_table(answers: IO[bytes], table: _native.PieceCounts) -> None:
    pieces, lengths, counts = table.arrays()
    write_frame(answers, Kind.PIECES, pieces)
    write_frame(answers, Kind.LENGTHS, lengths.tobytes())
    write_frame(answers, Kind.COUNTS, counts.tobytes())


def _send_failure(answers: IO[bytes], name: str, value: str, rule: str, remedy: str) -> None:
    write_frame(answers, Kind.FAILED, json.dumps([name, value, rule, remedy]).encode())


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
