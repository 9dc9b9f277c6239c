"""The C++ core, as Python sees it. Converts, releases the GIL, calls, converts back: nothing is decided here.

Byte strings come in as any contiguous buffer, read-only ones and empty ones too; one with gaps is a BufferError, or a
ValueError if it is an array, and so are items of another type. Errors of the core arrive as
ValueError or OverflowError (a negative or too large number too); the modules of `vocabsmith_engine` turn them into
errors that name the remedy. A call that works on a buffer or a table without the GIL expects that no other thread
changes it meanwhile.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

Buffer = bytes | bytearray | memoryview
UInt16Array = npt.NDArray[np.uint16]
UInt32Array = npt.NDArray[np.uint32]
UInt64Array = npt.NDArray[np.uint64]

class Monitor:
    """Progress, pause and stop of one run; safe to use from any thread. See `vocabsmith_engine.monitor`."""

    def begin_stage(self, stage: str, total: int = 0) -> None: ...
    def extend_stage(self, more: int) -> None: ...
    def advance_to(self, done: int) -> None: ...
    def advance_by(self, amount: int) -> None: ...
    def pass_over(self, amount: int) -> None:
        """So much was done by an earlier run: it is done, but says nothing about how fast this one is."""
    def checkpoint(self) -> bool:
        """Wait while paused (without the GIL). False: stop was asked for."""
    def snapshot(self) -> tuple[str, int, int, float, int]:
        """(stage, done, total or 0, per second, merges)."""
    def merges_since(self, first: int) -> tuple[UInt32Array, UInt64Array]:
        """Merges first… so far: ids (n, 3) of left, right, token, and numbers (n, 2) of count, tokens left."""
    def pause(self) -> None: ...
    def resume(self) -> None: ...
    def stop(self) -> None: ...
    @property
    def paused(self) -> bool: ...
    @property
    def stop_requested(self) -> bool: ...

class SpecialTokens:
    """Special tokens as bytes; finds them leftmost, longest first."""

    def __init__(self, tokens: Sequence[bytes]) -> None: ...
    @property
    def longest(self) -> int: ...
    def split(self, text: Buffer) -> list[tuple[int, int, int]]:
        """Spans that cover `text`: (begin, end, index of the special token or -1 for ordinary text)."""

def number_of_documents(text: Buffer, ends: UInt64Array, specials: SpecialTokens, document_unit: str) -> int:
    """Documents with text that the records hold, see `PieceCounts.count_records`."""

class CountedPieces:
    """Distinct pieces with their counts, in memory or in a file: what `train` learns from."""

class PieceCounts(CountedPieces):
    """Distinct pieces with 64-bit counts. Belongs to one thread at a time."""

    def bound(self, limit: int, overflow: Spill) -> None:
        """From now on take `limit` bytes at most, put the rest into `overflow`, and obey its monitor.

        Every call that adds may then raise OSError when the folder has no room, and InterruptedError when the run was
        stopped; then the table is good for nothing any more.
        """
    def add(self, piece: Buffer, count: int = 1) -> None: ...
    def add_all(self, other: PieceCounts, weight: int = 1) -> None: ...
    def count_text(
        self,
        text: Buffer,
        scanner: str,
        specials: SpecialTokens,
        document_unit: str = "file",
        weight: int = 1,
        file_bytes: int = 0,
        lent: bool = False,
    ) -> None:
        """Cut `text` with a native scanner and count its pieces, without the GIL. Documents: `file` or `line`.

        Meanwhile the monitor of a bounded table is advanced by `file_bytes`, bit by bit. `lent`: nobody will change
        `text` any more; a piece that is most of it is not copied, and the text is kept instead.
        """
    def count_records(
        self,
        text: Buffer,
        ends: UInt64Array,
        scanner: str,
        specials: SpecialTokens,
        document_unit: str = "file",
        weight: int = 1,
        file_bytes: int = 0,
        lent: bool = False,
    ) -> None:
        """The same for records: record i is text[ends[i - 1]:ends[i]], a document of its own.

        ValueError, before anything is counted, unless the ends rise (records may be empty) up to the end of the text.
        """
    def add_many(self, pieces: Buffer, lengths: UInt32Array, counts: UInt64Array) -> None:
        """Pieces one behind the other in one buffer; the inverse of `arrays`. ValueError if the lengths do not fit."""
    def arrays(self) -> tuple[bytes, UInt32Array, UInt64Array]: ...
    def items(self) -> Iterator[tuple[bytes, int]]: ...
    def count_of(self, piece: Buffer) -> int: ...
    def save(self, folder: bytes, name: bytes, monitor: Monitor) -> None:
        """Into a new file, see saved_counts.hpp; others may read the table meanwhile. Obeys `monitor`. OSError."""
    def load(self, folder: bytes, name: bytes, monitor: Monitor) -> None:
        """Adds what was saved. ValueError, with what is wrong, if the file does not hold it: then use no table more."""
    def __len__(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def total_bytes(self) -> int: ...
    @property
    def distinct_bytes(self) -> int: ...
    @property
    def longest(self) -> int: ...
    @property
    def memory(self) -> int:
        """Bytes that the table takes."""

class SpilledCounts(CountedPieces):
    """Distinct pieces in a file, in the order of their bytes. OSError if it cannot be read back."""

    @staticmethod
    def opened(folder: bytes, name: bytes, monitor: Monitor) -> SpilledCounts:
        """What was saved of SpilledCounts; it stays in the file. All of it is looked at. ValueError, see `load`."""
    def save(self, folder: bytes, name: bytes, monitor: Monitor) -> None:
        """Into a new file, see saved_counts.hpp. Obeys `monitor`. OSError."""
    def items(self) -> Iterator[tuple[bytes, int]]: ...
    def __len__(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def total_bytes(self) -> int: ...
    @property
    def distinct_bytes(self) -> int: ...
    @property
    def longest(self) -> int: ...

class Spill:
    """Takes what tables cannot hold into nameless files of `folder`, from any number of threads. False: nothing yet."""

    def __init__(self, folder: bytes, monitor: Monitor, max_runs: int = 64) -> None: ...
    def take(self, full: PieceCounts) -> None:
        """Everything in `full`, which is empty then."""
    def merge(self) -> SpilledCounts:
        """All that was taken. The last call."""
    def keep(self, folder: bytes, prefix: bytes) -> list[bytes]:
        """Have what was taken outlive the process, in files of `folder`, whose names are given back.

        Nothing else may be called meanwhile. OSError when there is no room; then all goes on as before.
        """
    def kept(self) -> list[bytes]:
        """The names of the files in use that outlive the process."""
    def adopt(self, folder: bytes, name: bytes) -> None:
        """Take what another Spill has kept. ValueError, with what is wrong, if the file does not hold it."""
    def __bool__(self) -> bool: ...
    @property
    def bytes_written(self) -> int: ...

def are_spilled(folder: bytes, name: bytes) -> bool:
    """Whether a file was saved from SpilledCounts. ValueError, see `PieceCounts.load`."""

class Encoder:
    """See encoder.hpp. `merges` has shape (n, 3): left, right and resulting id; `special_ids` name tokens by id.

    Any number of threads may use one at the same time. ValueError for a vocabulary that contradicts itself.
    """

    def __init__(
        self,
        tokens: Sequence[bytes],
        byte_ids: UInt32Array,
        merges: UInt32Array,
        special_ids: Sequence[int],
        whole_pieces_first: bool,
        merging_memory: int = 0,
    ) -> None:
        """`merging_memory`: bytes that merging in one piece may take, 0 without a limit; past it OverflowError."""

    def encode(self, text: Buffer, scanner: str, allow_specials: bool, monitor: Monitor | None = None) -> UInt32Array:
        """Obeys the pause of `monitor`; InterruptedError when its stop ends the call. Progress is not reported."""
    def encode_narrow(
        self, text: Buffer, scanner: str, allow_specials: bool, monitor: Monitor | None = None
    ) -> UInt16Array:
        """The same in 16 bits; ValueError unless the vocabulary has at most 65,536 tokens."""
    def encode_batch(
        self, texts: Iterable[bytes], scanner: str, allow_specials: bool
    ) -> tuple[UInt32Array, UInt64Array]:
        """Ids of all texts one after the other, and where those of each text end."""
    def encode_pieces(self, text: Buffer, ends: UInt64Array, monitor: Monitor | None = None) -> UInt32Array:
        """Piece i is text[ends[i-1]:ends[i]]; ValueError unless the ends rise to the end. `monitor` as in `encode`."""
    def decode(self, ids: UInt32Array) -> bytes:
        """Raises IndexError(position) for an id that does not exist."""

def native_scanners() -> tuple[str, ...]: ...
def piece_ends(text: Buffer, scanner: str) -> UInt64Array:
    """End of every piece of `text`."""

def number_of_pieces(text: Buffer, scanner: str) -> int:
    """How many pieces `text` has: a scan and nothing else."""

def longest_piece(text: Buffer, scanner: str, specials: SpecialTokens, ends: UInt64Array | None = None) -> int:
    """Bytes of the longest piece between the special tokens of `text`, or of its records; 0 if there is none."""

def last_safe_cut(text: Buffer, specials: SpecialTokens, divide_lines: bool) -> int: ...
def last_cut_in_every_form(text: Buffer, specials: SpecialTokens) -> int:
    """The last place where a text may be divided that is yet to be brought into a Unicode form; see the header."""

def last_line_end(text: Buffer, specials: SpecialTokens) -> int: ...
def document_hash(document: Buffer) -> int:
    """int.from_bytes(hashlib.blake2b(document[:4096], digest_size=8).digest(), "little")."""

def divide_documents(
    text: Buffer, specials: SpecialTokens, document_unit: str, bound: int, continued: bool | None = None
) -> tuple[tuple[bytes, UInt64Array, int], tuple[bytes, UInt64Array, int]]:
    """Documents to learn from, and those to hold out, whose hash is below `bound`: each text, ends, and how many begin.

    `continued`: whether the document that the text begins in was held out, if it began in an earlier text.
    """

def divide_records(
    text: Buffer, ends: UInt64Array, specials: SpecialTokens, document_unit: str, bound: int
) -> tuple[tuple[bytes, UInt64Array, int], tuple[bytes, UInt64Array, int]]:
    """The same of records, see `PieceCounts.count_records`."""

def valid_prefix(text: Buffer) -> int: ...
def complete_prefix(text: Buffer) -> int: ...
def repair_utf8(text: Buffer, policy: str) -> tuple[bytes, int, int]:
    """(text under the policy `replace`, `skip` or `keep`; number of bad bytes; offset of the first)."""

def count_characters(counts: CountedPieces, monitor: Monitor) -> tuple[UInt32Array, UInt64Array]:
    """(code points (n) that occur, in order; how often (n)). Raises InterruptedError when the monitor is stopped."""

def train(
    counts: CountedPieces,
    max_merges: int,
    min_frequency: int,
    max_token_length: int,
    tie_break: str,
    byte_of_id: bytes,
    monitor: Monitor,
    pair_memory: int = 0,
    characters: UInt32Array | None = None,
) -> tuple[UInt32Array, UInt64Array, int, str]:
    """(ids (n, 3), numbers (n, 2) of count and tokens left, initial tokens, stop reason).

    `characters` (n): code points with ids from 256 on, to begin with; other text stands as bytes that never merge.
    None: to begin with bytes. Raises ValueError for one listed twice, and for what is no character.

    `pair_memory`: bytes for what is known of pairs; 0: as much as suits the pieces. The result does not depend on it.

    Stop reasons: "reached_size", "below_min_frequency", "no_pairs", "stopped".
    """
