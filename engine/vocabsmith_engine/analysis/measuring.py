"""What one tokenizer makes of some documents: the sums of each of them, and the use of ids."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from vocabsmith_engine import _native
from vocabsmith_engine.analysis.evaluation import COLUMNS, Evaluation
from vocabsmith_engine.analysis.words import word_spans
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.text import Int64Array
from vocabsmith_engine.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True, eq=False)
class Documents:
    """UTF-8 text and where each document of it ends.

    Attributes:
        data: one document behind the other.
        ends: (documents) rising to the end of `data`.
        apart: whether each is encoded as a text of its own; otherwise all of them are one text.
    """

    data: bytes
    ends: _native.UInt64Array
    apart: bool = False

    def __iter__(self) -> Iterator[bytes]:
        ends = self.ends.tolist()
        return (self.data[begin:end] for begin, end in zip([0, *ends], ends, strict=False))


class Measured(NamedTuple):
    """(documents, 9) the sums named in `COLUMNS`, and all of them together."""

    rows: Int64Array
    evaluation: Evaluation


def measure(tokenizer: Tokenizer, documents: Documents, monitor: Monitor | None = None) -> Measured:
    """Encode the documents and sum up what becomes of them."""
    rows, ids = [], [np.zeros(0, dtype=np.uint32)]
    for document in documents if documents.apart else [documents.data][: len(documents.ends)]:
        row, found = _row_of(tokenizer, document)
        rows.append(row)
        ids.append(found)
    sums = np.array(rows, dtype=np.int64).reshape(-1, len(COLUMNS))
    uses = np.bincount(np.concatenate(ids), minlength=tokenizer.vocab_size).astype(np.int64)
    return Measured(sums, Evaluation.from_sums(sums.sum(axis=0), uses))


def _row_of(tokenizer: Tokenizer, document: bytes) -> tuple[list[int], np.ndarray[tuple[int], np.dtype[np.uint32]]]:
    text = document.decode(errors="replace")
    encoded = tokenizer.encode_with_offsets(text, template=False)
    words = word_spans(text)
    first = np.searchsorted(encoded.code_points[:, 1], words[:, 0], side="right")
    touching = np.searchsorted(encoded.code_points[:, 0], words[:, 1], side="left") - first
    begins_character = (np.frombuffer(document, dtype=np.uint8) & 0xC0) != 0x80
    begins = encoded.bytes[:, 0]
    inner = begins[(begins < len(document)) & ~begins_character[np.minimum(begins, len(document) - 1)]]
    cut = len(np.unique(np.cumsum(begins_character)[inner]))
    row = [len(document), len(text), len(words), len(encoded), int(touching.sum()), int((touching == 1).sum())]
    return [*row, int((touching > 1).sum()), len(text) - cut, cut], encoded.ids
