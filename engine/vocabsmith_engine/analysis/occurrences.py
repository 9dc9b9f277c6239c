"""Lines of a corpus in which a token occurs: not only its text, but the token itself in the encoding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, SupportsIndex

import numpy as np

from vocabsmith_engine.analysis.corpus_texts import CONTEXT, Parse, TextPart, text_parts
from vocabsmith_engine.analysis.needle import Needle
from vocabsmith_engine.analysis.token_uses import threads_for
from vocabsmith_engine.corpus import SourceLike, expand
from vocabsmith_engine.corpus.left_out import bytes_of
from vocabsmith_engine.ids import checked_id
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.ordered_work import in_order
from vocabsmith_engine.piece_encoders import ByteLevelPieces
from vocabsmith_engine.text import Int64Array, is_partial
from vocabsmith_engine.tokenizer import Tokenizer

LIMIT: Final = 200
_LF: Final = 10
_CONTINUATION: Final = 0x80  # of the upper two bits of a byte inside a character


@dataclass(frozen=True, slots=True)
class Occurrence:
    """The first place of a token in a line.

    Attributes:
        path: of the file, or of the member of an archive.
        line: the number of the line in the file; of a record, its number: both from 1.
        is_record: whether `line` counts records: rows of a table, lines of JSONL.
        left: what stands before it in its line, at most some 500 bytes.
        token: the characters that it touches: of one that is a part of a character, the whole of it.
        right: what stands behind it in the line, likewise.
        partial: whether it begins or ends inside a character.
        times: how often it occurs in this line, as far as the line was read with it.
    """

    path: Path
    line: int
    is_record: bool
    left: str
    token: str
    right: str
    partial: bool
    times: int


def occurrences(
    tokenizer: Tokenizer,
    sources: SourceLike | Iterable[SourceLike],
    token_id: SupportsIndex,
    monitor: Monitor | None = None,
    limit: int = LIMIT,
    *,
    names: str | Iterable[str] | None = None,
    threads: int | None = None,
) -> list[Occurrence]:
    """The first lines of a corpus in which a token occurs, in the order of the files, at most `limit` of them.

    Lines end with a line feed; a token that spans several belongs to that in which it begins. Files are read and
    encoded as for `count_uses`, but for text that cannot hold the token, which is only looked through. Raises
    CorpusError for a file that cannot be read, TokenizerError for an unknown id and for an expression that takes too
    long, Stopped.
    """
    token = checked_id(token_id, tokenizer.vocab_size)
    monitor = monitor or Monitor()
    files = expand(sources, names=names)
    monitor.begin_stage("reading", bytes_of(files) or 0)
    needle = Needle.of(tokenizer, token)

    def work(parse: Parse) -> tuple[TextPart, list[Occurrence]]:
        part = parse()
        return part, list(islice(_in_part(tokenizer, token, part, needle, monitor), limit))

    found: list[Occurrence] = []
    if needle.nowhere:
        return found
    parts = text_parts(tokenizer, files, monitor)
    with closing(in_order(work, parts, threads_for(tokenizer, threads), monitor)) as results:
        for part, more in results:
            _append(found, more)
            monitor.advance_by(part.file_bytes)
            if len(found) > limit:  # one more: the last line of a part may go on in the next one
                break
    return found[:limit]


def _append(found: list[Occurrence], more: list[Occurrence]) -> None:
    """Add what was found in the next part, whose first line may be the last one of the part before."""
    if found and more and (found[-1].path, found[-1].line) == (more[0].path, more[0].line):
        found[-1] = replace(found[-1], times=found[-1].times + more[0].times)
        more = more[1:]
    found += more


def _in_part(
    tokenizer: Tokenizer, token: int, part: TextPart, needle: Needle, monitor: Monitor
) -> Iterator[Occurrence]:
    if not needle.may_be_in(part.data):
        return
    if part.numbers is None:
        data = _readable(tokenizer, part.data)
        spans = _places(tokenizer, token, data, monitor)
        feeds = np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == _LF)
        lines = part.first_line + np.searchsorted(feeds, spans[:, 0])
        whole = _Surrounded.of(part.before, data, part.after)
        yield from _first_of_each(part.path, whole, spans, lines)
        return
    for number, given in zip(part.numbers.tolist(), part.texts(), strict=True):
        if needle.may_be_in(given):
            text = _readable(tokenizer, given)
            spans = _places(tokenizer, token, text, monitor)
            lines = np.full(len(spans), number)
            yield from _first_of_each(part.path, _Surrounded.of(b"", text, b""), spans, lines, is_record=True)


def _readable(tokenizer: Tokenizer, text: bytes) -> bytes:
    """The text as it can be placed: bytes that are no character, which a recipe may keep, only the core can place."""
    alone = tokenizer.text_encoder.scanner_for("allow") is not None
    return text if alone or not is_partial(text) else text.decode("utf-8", "replace").encode()


def _places(tokenizer: Tokenizer, token: int, text: bytes, monitor: Monitor) -> Int64Array:
    """(n, 2) the bytes of `text` that each occurrence of the token stands for."""
    encoder = tokenizer.text_encoder
    ids = tokenizer.encode_bytes(text, "allow", monitor)
    places = np.flatnonzero(ids == token)
    if not len(places):
        return np.zeros((0, 2), dtype=np.int64)
    if encoder.scanner_for("allow") is not None and isinstance(encoder.pieces, ByteLevelPieces):
        ends = np.cumsum(encoder.pieces.lengths[ids], dtype=np.int64)[places]
        return np.column_stack((ends - int(encoder.pieces.lengths[token]), ends))
    encoded = tokenizer.encode_with_offsets(text.decode(), template=False)  # takes much longer
    spans: Int64Array = encoded.bytes[places]
    return spans


class _Surrounded(NamedTuple):
    """A text with what stands around it in its file, and where it begins in that."""

    whole: bytes
    begin: int

    @classmethod
    def of(cls, before: bytes, text: bytes, after: bytes) -> _Surrounded:
        return cls(before + text + after, len(before))

    def character_around(self, begin: int, end: int) -> tuple[int, int]:
        """The same bytes, and those of the characters that they begin and end in."""
        while 0 < begin < len(self.whole) and self.whole[begin] & 0xC0 == _CONTINUATION:
            begin -= 1
        while end < len(self.whole) and self.whole[end] & 0xC0 == _CONTINUATION:
            end += 1
        return begin, end

    def line_around(self, begin: int, end: int) -> tuple[int, int]:
        """The line that holds these bytes, at most CONTEXT more on each side, whole characters only."""
        first = max(self.whole.rfind(b"\n", 0, begin) + 1, begin - CONTEXT)
        feed = self.whole.find(b"\n", end, end + CONTEXT)
        last = min(end + CONTEXT, len(self.whole)) if feed < 0 else feed
        while first < begin and self.whole[first] & 0xC0 == _CONTINUATION:
            first += 1
        while end < last < len(self.whole) and self.whole[last] & 0xC0 == _CONTINUATION:
            last -= 1
        return first, last


def _first_of_each(
    path: Path, text: _Surrounded, spans: Int64Array, lines: Int64Array, *, is_record: bool = False
) -> Iterator[Occurrence]:
    """One occurrence for each of the `lines` that the spans begin in."""
    numbers, firsts, counts = np.unique(lines, return_index=True, return_counts=True)
    for line, first, times in zip(numbers.tolist(), firsts.tolist(), counts.tolist(), strict=True):
        begin, end = (text.begin + place for place in spans[first].tolist())
        first_byte, last_byte = text.character_around(begin, end)
        line_begin, line_end = text.line_around(first_byte, last_byte)
        left, token, right = (
            text.whole[start:stop].decode("utf-8", "replace")
            for start, stop in ((line_begin, first_byte), (first_byte, last_byte), (last_byte, line_end))
        )
        is_partial = (first_byte, last_byte) != (begin, end)
        yield Occurrence(path, line, is_record, left, token, right.rstrip("\r"), is_partial, times)
