"""What tokenizers make of some documents: the sums of each of them, and the use of ids.

Where the tokens of a text spell it, as those of byte-level models do, the core needs their lengths only; tokens of
other models, and of texts that are edited before, are laid over the text by their places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from vocabsmith_engine import _analysis, _native, machine
from vocabsmith_engine.analysis.evaluation import Evaluation
from vocabsmith_engine.encoding import Found, Rules
from vocabsmith_engine.errors import TokenizerError, told_by_the_engine
from vocabsmith_engine.merging_needs import shown_size
from vocabsmith_engine.models import ByteLevel
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.normalization import AlignedText
from vocabsmith_engine.regex_splitting import SECONDS_PER_BATCH
from vocabsmith_engine.text import Int64Array, byte_of_character
from vocabsmith_engine.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True, eq=False)
class Documents:
    """UTF-8 text and where each document of it ends.

    Attributes:
        data: one document behind the other.
        ends: (documents) rising to the end of `data`.
        apart: whether each is encoded as a text of its own; otherwise all of them are one text.
        continues: whether the first is more of the last document before these.
    """

    data: bytes
    ends: _native.UInt64Array
    apart: bool = False
    continues: bool = False

    def __iter__(self) -> Iterator[bytes]:
        ends = self.ends.tolist()
        return (self.data[begin:end] for begin, end in zip([0, *ends], ends, strict=False))

    def texts(self) -> list[bytes]:
        """What is encoded at once."""
        if self.apart:
            return list(self)
        return [self.data] if self.data else []

    @property
    def longest_text(self) -> int:
        """Bytes of the longest of them."""
        lengths = np.diff(self.ends, prepend=np.uint64(0)) if self.apart else [len(self.data)]
        return int(max(lengths, default=0))


class Measured(NamedTuple):
    """What the tokenizers made of some documents.

    Attributes:
        rows: (tokenizers, documents, 9) the sums named in `COLUMNS`.
        evaluations: all documents together, for each tokenizer.
        continues: as that of the documents.
    """

    rows: Int64Array
    evaluations: list[Evaluation]
    continues: bool


class Measurer:
    """Measures documents with some tokenizers; any number of threads may use one.

    Attributes:
        alone: whether the core does everything alone, and threads do not get in each other's way.
    """

    def __init__(self, tokenizers: Sequence[Tokenizer]) -> None:
        self._tokenizers = [_OneMeasurer(tokenizer) for tokenizer in tokenizers]
        self.alone = all(tokenizer.text_encoder.scanner_for("allow") is not None for tokenizer in tokenizers)
        self._bytes_per_byte = max(tokenizer.text_encoder.bytes_per_byte for tokenizer in tokenizers)

    def measure(self, documents: Documents, monitor: Monitor | None = None) -> Measured:
        """What each tokenizer makes of them.

        Raises TokenizerError and Stopped as encoding does, and for a text that takes more memory than there is.
        """
        self._check_room(documents.longest_text)
        marks = _analysis.WordMarks(documents.data, documents.ends)
        rules = Rules("allow", monitor, SECONDS_PER_BATCH)
        with told_by_the_engine():
            found = [tokenizer.measure(documents, marks, rules) for tokenizer in self._tokenizers]
        rows, evaluations = zip(*found, strict=True)
        return Measured(np.stack(rows), list(evaluations), documents.continues)

    def _check_room(self, longest: int) -> None:
        has = machine.memory()
        if has is not None and longest * self._bytes_per_byte > has:
            raise TokenizerError(
                f"{shown_size(longest)} of text that one of the tokenizers cannot divide",
                f"takes more than the memory of this computer ({shown_size(has)})",
                "Take a sample of it",
            )


class _OneMeasurer:
    def __init__(self, tokenizer: Tokenizer) -> None:
        self._vocab_size = tokenizer.vocab_size
        self._encoder = tokenizer.text_encoder
        lengths = self._encoder.spelled_lengths
        self._lengths = None if lengths is None else lengths.astype(np.uint32)
        self._unknown = -1
        if not isinstance(tokenizer.model, ByteLevel) and tokenizer.model.unknown_id is not None:
            self._unknown = tokenizer.model.unknown_id

    def measure(self, documents: Documents, marks: _analysis.WordMarks, rules: Rules) -> tuple[Int64Array, Evaluation]:
        if self._lengths is not None:
            ids = self._ids(documents, rules)
            sums = marks.spelled(ids, self._lengths)
        else:
            ids, spans = self._ids_and_spans(documents, rules)
            sums = marks.placed(spans, (ids != self._unknown).astype(np.uint8))
        rows = np.concatenate([marks.texts(), sums], axis=1)
        used, counts = _analysis.count_ids(ids, self._vocab_size)
        return rows, Evaluation.from_used(rows.sum(axis=0), self._vocab_size, used, counts)

    def _ids(self, documents: Documents, rules: Rules) -> _native.UInt32Array:
        scanner, core = self._encoder.scanner_for(rules.special), self._encoder.core
        if documents.apart and scanner is not None and core is not None:
            return _analysis.encode_documents(core, documents.data, documents.ends, scanner, True, rules.monitor)
        found = [self._encoder.ids(text, rules) for text in documents.texts()]
        return found[0] if len(found) == 1 else np.concatenate([np.zeros(0, np.uint32), *found])

    def _ids_and_spans(self, documents: Documents, rules: Rules) -> tuple[_native.UInt32Array, _native.UInt64Array]:
        """What stands for no byte of a text is put before its last one, so that it counts in its own document."""
        ids, spans = [np.zeros(0, np.uint32)], [np.zeros((0, 2), np.uint64)]
        begin = 0
        for text in documents.texts():
            found, places = self._placed(text, rules)
            nothing = places[:, 0] == places[:, 1]
            places[nothing] = np.minimum(places[nothing], max(len(text), 1) - 1)
            ids.append(found)
            spans.append(places + np.uint64(begin))
            begin += len(text)
        return np.concatenate(ids), np.concatenate(spans)

    def _placed(self, text: bytes, rules: Rules) -> tuple[_native.UInt32Array, _native.UInt64Array]:
        """The ids of one text, and its bytes (n, 2) that each stands for; what `encode_with_offsets` gives."""
        ids, spans = [np.zeros(0, np.uint32)], [np.zeros((0, 2), np.uint64)]
        starts = byte_of_character(text).astype(np.uint64)
        for item in self._encoder.items(text, True, rules):
            if isinstance(item, Found):
                ids.append(np.array([item.token.id], np.uint32))
                spans.append(starts[[[item.begin, item.end]]])
                continue
            found, places = self._encoder.pieces.ids_and_spans(item.data, item.ends, rules.monitor)
            assert isinstance(item.text, AlignedText)
            if len(found):
                ids.append(found)
                spans.append(_in_original(text, starts, item.data, item.text, places))
        return np.concatenate(ids), np.concatenate(spans)


def _in_original(
    text: bytes, starts: _native.UInt64Array, data: bytes, aligned: AlignedText, places: Int64Array
) -> _native.UInt64Array:
    """Where `places` in `data`, made of a stretch of the text, stand in all of it. Only that stretch is looked at."""
    first, last = int(aligned.begins.min()), int(aligned.ends.max())
    begin, end = int(starts[first]), int(starts[last])
    begins, ends, spans = aligned.begins - first, aligned.ends - first, np.ascontiguousarray(places, np.uint64)
    return _analysis.places_in_original(text[begin:end], data, begins, ends, spans) + np.uint64(begin)
