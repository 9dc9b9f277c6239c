"""A look at a corpus before any run: what each file is, what is wrong with it, and what a run would meet in it.

Every file is read whole, in the way a run reads it, so what is told here is what a run would find.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import numpy as np

from vocabsmith_engine import _native
from vocabsmith_engine.chunks import BeginAnew, ChunkReader
from vocabsmith_engine.corpus import BadFile, Chunk, FileReport, Source, SourceLike, expand
from vocabsmith_engine.corpus.disk_files import STANDARD_INPUT
from vocabsmith_engine.corpus.left_out import LeftOut, bytes_of, bytes_to_read_again
from vocabsmith_engine.counting import WINDOW
from vocabsmith_engine.errors import CorpusError
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.ordered_work import in_order
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.processors import thread_count
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.special_token_counts import SpecialTokenCounter

DIGEST_BYTES: Final = 32

_BLOCK: Final = 2**20

KNOWN_SPECIAL_TOKENS: Final = (
    "<|endoftext|>", "<|endofprompt|>", "<|im_start|>", "<|im_end|>", "<|im_sep|>", "<|fim_prefix|>", "<|fim_middle|>",
    "<|fim_suffix|>", "<|fim_pad|>", "<|begin_of_text|>", "<|end_of_text|>", "<|start_header_id|>", "<|end_header_id|>",
    "<|eot_id|>", "<|eom_id|>", "<s>", "</s>", "<unk>", "<pad>", "<mask>", "<bos>", "<eos>", "[INST]", "[/INST]",
    "[CLS]", "[SEP]", "[PAD]", "[UNK]", "[MASK]", "<start_of_turn>", "<end_of_turn>", "<think>", "</think>",
    "<｜begin▁of▁sentence｜>", "<｜end▁of▁sentence｜>",
)  # fmt: skip
"""Texts that models in use give an id of their own. Found in a corpus, they are worth being told of."""


@dataclass(frozen=True, slots=True)
class FileScan:
    """What one file of a corpus is.

    Attributes:
        path: where it is.
        bytes: its size on the disk; of standard input what was read.
        reports: what was found in it; one for each member of an archive, none for what is bad.
        problems: why no run can use it, or some members of the archive.
        digest: BLAKE2b of the file, 32 bytes as hex; "" for standard input and for what cannot be read.
        duplicate_of: an earlier file with the same content, or None.
        longest_piece: bytes of its longest piece, which no merge crosses.
        special_tokens: how often the special tokens, given and well-known, stand in its text.
    """

    path: Path
    bytes: int
    reports: tuple[FileReport, ...] = ()
    problems: tuple[BadFile, ...] = ()
    digest: str = ""
    duplicate_of: Path | None = None
    longest_piece: int = 0
    special_tokens: Mapping[str, int] = field(default_factory=dict)

    @property
    def documents(self) -> int:
        """Documents with text: files, records or lines, divided further by the special tokens given."""
        return sum(report.documents for report in self.reports)

    @property
    def bad_bytes(self) -> int:
        """Bytes that are no text in the encoding of the file."""
        return sum(report.bad_bytes for report in self.reports)

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about what is worth knowing, apart from what is wrong with the whole file."""
        return tuple(note for report in self.reports for note in report.notes)


def scan(
    sources: SourceLike | Iterable[SourceLike],
    *,
    pretokenizer: str = "gpt2",
    special_tokens: Sequence[str] = (),
    names: str | Iterable[str] | None = None,
    monitor: Monitor | None = None,
    threads: int | None = None,
) -> list[FileScan]:
    """Look at every file that `sources` name, in order.

    Args:
        sources: files and folders, as for `count_pieces`.
        pretokenizer: the pieces whose longest is told.
        special_tokens: cut out of the text, as in a run.
        names: patterns that the names of files in folders must match.
        monitor: is told of the bytes that were read; its stop ends the scan.
        threads: how many threads look, by default one for each processor.

    A file that no run can use is a FileScan with its problem, at the end if it is not even there, and no error. Raises
    CorpusError when `sources` name nothing, and when an archive on standard input would have to be read twice because
    of a bad member; RecipeError for pieces or special tokens that no run can have, TokenizerError for an expression
    that takes too long, Stopped.
    """
    monitor = monitor or Monitor()
    specials = tuple(dict.fromkeys(special_tokens))
    recipe = Recipe(vocab_size=256 + len(specials), pretokenizer=pretokenizer, special_tokens=specials)
    missing: list[BadFile] = []
    files = expand(sources, names=names, skipped=missing)
    look = _Look(recipe, monitor, thread_count(threads, CorpusError))
    monitor.begin_stage("reading", bytes_of(files) or 0)
    scans = (look.at(file) for file in files)
    return [*_with_duplicates(scans), *(FileScan(bad.path, 0, problems=(bad,)) for bad in missing)]


@dataclass(frozen=True, slots=True)
class _Seen:
    """What one chunk holds, or several."""

    longest_piece: int
    special_tokens: Counter[str]

    def __add__(self, other: _Seen) -> _Seen:
        longest = max(self.longest_piece, other.longest_piece)
        return _Seen(longest, self.special_tokens + other.special_tokens)


class _Look:
    """Reads files as a run does and gathers what stands in them."""

    def __init__(self, recipe: Recipe, monitor: Monitor, threads: int) -> None:
        self._recipe = recipe
        self._monitor = monitor
        self._threads = threads
        self._pretokenizer = Pretokenizer.of(recipe.pretokenizer)
        self._cut = _native.SpecialTokens([token.encode() for token in recipe.special_tokens])
        self._counter = SpecialTokenCounter((*recipe.special_tokens, *KNOWN_SPECIAL_TOKENS))

    def at(self, file: Source) -> FileScan:
        """Everything about one file."""
        with ThreadPoolExecutor(1, "digest") as executor:
            digest = executor.submit(digest_of, file, self._monitor)
            left_out = LeftOut()
            reports, seen = self._read(file, left_out)
            return FileScan(
                file.path,
                _bytes_on_disk(file) or sum(report.bytes for report in reports),
                reports,
                tuple(left_out.files),
                digest.result(),
                longest_piece=seen.longest_piece,
                special_tokens=dict(seen.special_tokens),
            )

    def _read(self, file: Source, left_out: LeftOut) -> tuple[tuple[FileReport, ...], _Seen]:
        """What a run that goes on without bad files would read; these are added to `left_out`."""
        while True:
            reader = ChunkReader(self._recipe, self._monitor, WINDOW, left_out=left_out)
            seen = _Seen(0, Counter())
            try:
                with closing(in_order(self._seen_in, reader.chunks([file]), self._threads, self._monitor)) as results:
                    for each in results:
                        seen += each
                return tuple(reader.reports), seen
            except BeginAnew:  # a member of an archive went bad after its first part was seen
                self._monitor.extend_stage(bytes_to_read_again([file], left_out))

    def _seen_in(self, chunk: Chunk) -> _Seen:
        if chunk.parse is not None:
            chunk = chunk.parse()
        seen = _Seen(self._longest_piece(chunk), self._counter.count(chunk))
        if chunk.release is not None:
            chunk.release()
        self._monitor.advance_by(chunk.file_bytes)
        return seen

    def _longest_piece(self, chunk: Chunk) -> int:
        if scanner := self._pretokenizer.scanner:
            return _native.longest_piece(chunk.text, scanner, self._cut, chunk.ends)
        return max((self._longest_of(document) for document in self._documents_of(chunk)), default=0)

    def _longest_of(self, document: bytes) -> int:
        ends = self._pretokenizer.piece_ends(document, monitor=self._monitor)
        return int(np.diff(ends, prepend=np.uint64(0)).max(initial=0))

    def _documents_of(self, chunk: Chunk) -> Iterator[bytes]:
        ends = [len(chunk.text)] if chunk.ends is None else chunk.ends.tolist()
        for begin, end in zip([0, *ends], ends, strict=False):
            record = bytes(chunk.text[begin:end])
            yield from (record[first:last] for first, last, index in self._cut.split(record) if index < 0)


def _bytes_on_disk(file: Source) -> int:
    """Its size; 0 for standard input and for what is not there."""
    try:
        return file.path.stat().st_size
    except OSError:
        return 0


def digest_of(file: Source, monitor: Monitor) -> str:
    """The digest; "" for standard input, and for what cannot be read, which is told as its problem. Raises Stopped."""
    if file.path == STANDARD_INPUT:
        return ""
    digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
    try:
        with file.path.open("rb") as content:
            while block := content.read(_BLOCK):
                monitor.raise_if_stopped()
                digest.update(block)
    except OSError:
        return ""
    return digest.hexdigest()


def _with_duplicates(scans: Iterable[FileScan]) -> list[FileScan]:
    """The same, each file that repeats an earlier one with the path of the first. Empty files are not called so."""
    first: dict[str, Path] = {}
    found = []
    for each in scans:
        earlier = first.setdefault(each.digest, each.path) if each.digest and each.bytes else each.path
        found.append(each if earlier == each.path else replace(each, duplicate_of=earlier))
    return found
