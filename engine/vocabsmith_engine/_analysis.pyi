"""The measures of words and characters, as Python sees them: see word_measures.hpp.

Everything said in `_native` about buffers, threads and errors holds here too.
"""

import numpy as np
import numpy.typing as npt

from ._native import Buffer, Encoder, Monitor, UInt32Array, UInt64Array

Int64Array = npt.NDArray[np.int64]
UInt8Array = npt.NDArray[np.uint8]

class WordMarks:
    """Where words and characters stand in documents that end at `ends`; any number of threads may use it."""

    def __init__(self, text: Buffer, ends: UInt64Array) -> None: ...
    def texts(self) -> Int64Array:
        """(documents, 3): bytes, characters, words."""
    def spelled(self, ids: UInt32Array, lengths: UInt32Array) -> Int64Array:
        """(documents, 6) of tokens that spell the text; `lengths` has the bytes of every id.

        Tokens, word tokens, whole words, continued words, whole characters, cut characters.
        """
    def placed(self, spans: UInt64Array, known: UInt8Array) -> Int64Array:
        """The same of tokens that stand for the bytes `spans` (n, 2). `known`: 0 for those of the unknown token."""

def count_ids(ids: UInt32Array, vocab_size: int) -> tuple[UInt32Array, Int64Array]:
    """The ids that occur, rising, and how often each does."""

def encode_documents(
    encoder: Encoder,
    text: Buffer,
    ends: UInt64Array,
    scanner: str,
    allow_specials: bool,
    monitor: Monitor | None = None,
) -> UInt32Array:
    """Ids of the documents that end at `ends`, each encoded by itself, one behind the other; see `_native.Encoder`."""

def places_in_original(
    original: Buffer, edited: Buffer, begins: Int64Array, ends: Int64Array, spans: UInt64Array
) -> UInt64Array:
    """The bytes (n, 2) of a text that `spans`, bytes of what it was edited to, come from: see original_places.hpp.

    `begins`, `ends`: the characters of the original that each character of the edited text stands for.
    """
