"""A file of text to a file of ids, on all processors, in memory that does not grow with the file.

One thread reads, cuts and writes, the others encode. The text is cut only where that changes no id, so the ids depend
neither on the threads nor on the size of the parts.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

import numpy as np

from vocabsmith_engine import machine
from vocabsmith_engine.corpus import Source, shown
from vocabsmith_engine.corpus.encodings import codec_named
from vocabsmith_engine.corpus.inputs import Input, inputs_of
from vocabsmith_engine.errors import CorpusError, TokenizerError
from vocabsmith_engine.merging_needs import shown_size
from vocabsmith_engine.ordered_work import in_order
from vocabsmith_engine.processors import thread_count
from vocabsmith_engine.templates import Template
from vocabsmith_engine.text_decoding import TextDecoder

if TYPE_CHECKING:
    from vocabsmith_engine.monitor import Monitor
    from vocabsmith_engine.tokenizer import SpecialPolicy, Tokenizer

WINDOW: Final = 1024 * 1024
"""Bytes read at a time, a thread's work of some milliseconds. A text that may not be cut for longer is held whole."""

_NPY_HEADER_SIZE: Final = 128


def encode_file(
    tokenizer: Tokenizer,
    source: Path | Source,
    out: Path,
    special: SpecialPolicy,
    monitor: Monitor | None,
    *,
    threads: int | None = None,
    window: int = WINDOW,
) -> int:
    """Write the ids of a text file to `out`, which appears when complete. See `Tokenizer.encode_file`."""
    if out.suffix not in (".npy", ".bin"):
        raise TokenizerError(f"output {out.name!r}", "is neither a .npy nor a .bin file", "Choose one of these endings")
    threads = thread_count(threads, TokenizerError)
    if tokenizer.text_encoder.scanner_for("as_text" if special == "refuse" else special) is None:
        threads = 1  # what Python does holds the GIL: more threads would only get in each other's way
    with closing(inputs_of(source if isinstance(source, Source) else Source(source))) as inputs:
        file = _only_text(inputs)
        if monitor is not None:
            monitor.begin_stage("reading", file.size)
        dtype = np.dtype("<u2" if tokenizer.vocab_size <= 2**16 else "<u4")
        parts = _parts(tokenizer, file, special, window)

        def encoded(part: Part) -> tuple[IdArray, Part]:
            return tokenizer.encode_narrow(part.text, part.special, monitor).astype(dtype, copy=False), part

        left = file.bytes_left
        if left is not None:
            threads = min(threads, left // window + 1)
        with closing(in_order(encoded, parts, threads, monitor)) as results:
            around = tokenizer.template or Template()
            ids = chain(_ids(around.prefix, dtype), _watched(results, monitor), _ids(around.suffix, dtype))
            return _write_whole(out, ids, dtype)


def _ids(given: tuple[int, ...], dtype: np.dtype[Any]) -> list[IdArray]:
    return [np.array(given, dtype=dtype)] if given else []


def _only_text(inputs: Iterator[Input]) -> Input:
    """The one input, which is a text. Raises CorpusError for an archive, and for records."""
    file = next(inputs)
    if file.path != file.source.path:
        rule = "is an archive of files, each a text of its own"
        raise CorpusError(shown(file.source.path), rule, "Unpack it, and encode them one by one")
    if file.kind != "text":
        raise CorpusError(
            shown(file.path),
            f"holds records ({file.kind}), of which none can be chosen here",
            "Save their text to a text file first, or name text as its kind to encode the file as it is",
        )
    return file


IdArray = np.ndarray[tuple[int], np.dtype[np.uint16 | np.uint32]]


@dataclass(frozen=True, slots=True)
class Part:
    """Text to be encoded.

    Attributes:
        text: it begins and ends where no piece and no special token crosses.
        special: `allow` or `as_text`.
        file_bytes: how far into the file it ends.
    """

    text: memoryview
    special: SpecialPolicy
    file_bytes: int


def _watched(results: Iterator[tuple[IdArray, Part]], monitor: Monitor | None) -> Iterator[IdArray]:
    """The ids; what the monitor shows is done when it has been written."""
    for ids, part in results:
        yield ids
        if monitor is not None:
            monitor.advance_to(part.file_bytes)
            monitor.raise_if_stopped()


def _parts(tokenizer: Tokenizer, file: Input, special: SpecialPolicy, window: int) -> Iterator[Part]:
    policy = "replace" if tokenizer.recipe is None else tokenizer.recipe.invalid_bytes
    characters = 0
    windows = _decoded(file, policy, window)
    for text, held in safe_parts(tokenizer, windows, special, window, shown(file.path)):
        if special == "refuse":
            tokenizer.text_encoder.refuse(bytes(text), characters)
            characters += len(bytes(text).decode(errors="replace"))
        yield Part(text, "allow" if special == "allow" else "as_text", max(0, file.bytes_read - held))


def _decoded(file: Input, policy: str, window: int) -> Iterator[bytes]:
    """The file's text as UTF-8 in windows of whole characters: unpacked, marks dropped, other encodings converted."""
    decoder = TextDecoder(policy, file.source.encoding and codec_named(file.source.encoding))
    while data := file.read(window):
        yield decoder.decode(data, final=False)
    yield decoder.decode(b"", final=True)


def safe_parts(
    tokenizer: Tokenizer, windows: Iterator[bytes], special: SpecialPolicy, window: int, name: str
) -> Iterator[tuple[memoryview, int]]:
    """The text again, divided only where a division changes no piece and no special token.

    With each part comes how many bytes are held back behind it. Raises CorpusError when what cannot be divided in the
    file `name` is more than this computer can hold.
    """
    divider = tokenizer.text_encoder.divider(special)
    held: list[bytes] = []
    size, wanted = 0, window
    for more in windows:
        held.append(more)
        size += len(more)
        _check_room(size * tokenizer.text_encoder.bytes_per_byte, size, name)
        if size < wanted:
            continue
        text = b"".join(held)
        cut = divider.last_cut(text)
        if cut:
            yield memoryview(text)[:cut], size - cut
        held, size = [text[cut:]], size - cut
        wanted = window if cut else 2 * size  # looking again only after doubling keeps the cost linear
    yield memoryview(b"".join(held)), 0


def _check_room(needed: int, held: int, name: str) -> None:
    has = machine.memory()
    if has is not None and needed > has:
        raise CorpusError(
            name,
            f"holds more than {shown_size(held)} without a place where it can be divided, too much for the memory of "
            f"this computer ({shown_size(has)})",
            "Encode a part of it, or use a tokenizer with a pattern that cuts it",
        )


def _write_whole(out: Path, parts: Iterator[IdArray], dtype: np.dtype[Any]) -> int:
    unfinished = out.with_name(f".{out.name}.{os.getpid()}.part")
    try:
        with unfinished.open("wb") as target:
            count = _write_ids(target, parts, dtype, with_header=out.suffix == ".npy")
        unfinished.replace(out)
    except OSError as error:
        raise TokenizerError(
            str(out), f"cannot be written ({error.strerror})", "Free space or choose another place"
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)
    return count


def _write_ids(target: IO[bytes], parts: Iterator[IdArray], dtype: np.dtype[Any], *, with_header: bool) -> int:
    if with_header:
        target.write(_npy_header(dtype, 0))
    count = 0
    for ids in parts:
        target.write(ids.data)
        count += len(ids)
    if with_header:
        target.seek(0)
        target.write(_npy_header(dtype, count))
    return count


def _npy_header(dtype: np.dtype[Any], count: int) -> bytes:
    """The header of a `.npy` file with `count` ids, of one size whatever the number, so that it can be put in last."""
    fields = f"{{'descr': '{dtype.str}', 'fortran_order': False, 'shape': ({count},), }}"
    opening = np.lib.format.magic(1, 0) + (_NPY_HEADER_SIZE - 10).to_bytes(2, "little")
    return opening + fields.ljust(_NPY_HEADER_SIZE - 11).encode() + b"\n"
