"""The encoders that are not byte-level, as Python sees them: see character_encoder.hpp and its neighbours.

Everything said in `_native` about buffers, threads and errors holds here too. In all of them piece i is
text[begins[i]:ends[i]]; pieces stand in the order of the text, and may leave gaps. What comes back are the ids, and the
bytes [begin, end) of `text` that each stands for: empty for an id that comes from no byte of it. Any number of threads
may use one encoder at the same time. ValueError for a vocabulary that contradicts itself, and for pieces out of order.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ._native import Buffer, Monitor, UInt32Array, UInt64Array

Float32Array = npt.NDArray[np.float32]
UInt8Array = npt.NDArray[np.uint8]

class CharacterEncoder:
    """Merges by list over characters, as Hugging Face's BPE without ByteLevel."""

    def __init__(
        self,
        tokens: Sequence[bytes],
        byte_ids: UInt32Array | None,
        merges: UInt32Array,
        special_ids: Sequence[int],
        unknown_id: int,
        fuse_unknown: bool,
        whole_pieces_first: bool,
        continuing_prefix: bytes = b"",
        word_suffix: bytes = b"",
    ) -> None:
        """`tokens`: a byte token is its one byte. `byte_ids`: 256 ids, 0xFFFFFFFF for a byte that has none.

        `merges` (n, 3): left, right, token, by rank. `special_ids`: ids that no character, merge or look-up gives.
        `unknown_id`: -1 if there is none; then unknown characters are left out.
        """

    def encode(self, text: Buffer, monitor: Monitor | None = None) -> UInt32Array:
        """Ids of the whole text as one piece."""
    def encode_pieces(
        self, text: Buffer, begins: UInt64Array, ends: UInt64Array, monitor: Monitor | None = None
    ) -> tuple[UInt32Array, UInt64Array]:
        """Ids (n) and spans (n, 2). Obeys the pause of `monitor`; InterruptedError when its stop ends the call."""

class ScoredPairEncoder:
    """SentencePiece's BPE: neighbours that spell a piece are joined, the highest score first."""

    def __init__(
        self,
        tokens: Sequence[bytes],
        scores: Float32Array,
        kinds: UInt8Array,
        byte_ids: UInt32Array | None,
        unknown_id: int,
    ) -> None:
        """`kinds`: 1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 byte, as in a SentencePiece model.

        `unknown_id` may be -1 where there are byte pieces.
        """

    def encode(self, text: Buffer, monitor: Monitor | None = None) -> UInt32Array:
        """As that of `CharacterEncoder`."""
    def encode_pieces(
        self, text: Buffer, begins: UInt64Array, ends: UInt64Array, monitor: Monitor | None = None
    ) -> tuple[UInt32Array, UInt64Array]:
        """As that of `CharacterEncoder`."""

class UnigramEncoder:
    """The cut of a text into pieces that has the highest sum of scores."""

    def __init__(
        self,
        tokens: Sequence[bytes],
        scores: Float32Array,
        kinds: UInt8Array,
        byte_ids: UInt32Array | None,
        unknown_id: int,
    ) -> None:
        """As that of `ScoredPairEncoder`; no score may be infinite."""

    def encode(self, text: Buffer, monitor: Monitor | None = None) -> UInt32Array:
        """As that of `CharacterEncoder`."""
    def encode_pieces(
        self, text: Buffer, begins: UInt64Array, ends: UInt64Array, monitor: Monitor | None = None
    ) -> tuple[UInt32Array, UInt64Array]:
        """As that of `CharacterEncoder`."""
    def score(self, text: Buffer) -> float:
        """The sum that the best cut of a text has."""

def rebuild_merges(tokens: Sequence[bytes], ranks: UInt32Array) -> UInt32Array:
    """(n, 3) left, right, token of each merge that distinct tokens with rising ranks tell; see rebuilt_merges.hpp."""
