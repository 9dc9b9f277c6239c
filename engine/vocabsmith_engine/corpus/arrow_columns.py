"""Texts in Arrow arrays, handed on as they lie in memory: no Python object is made of a record.

What comes from a file is not trusted: `checked` looks at every length and place in it before any other code does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from vocabsmith_engine import _native
from vocabsmith_engine.corpus.record_fields import Step
from vocabsmith_engine.corpus.record_texts import Records

CHUNK: Final = 2**20
"""Bytes of text, more or less, that are counted at a time."""

_OFFSETS: Final[dict[pa.DataType, type[np.integer]]] = {pa.binary(): np.int32, pa.large_binary(): np.int64}
_BYTES_FOR_TEXT: Final = {
    pa.string(): pa.binary(),
    pa.large_string(): pa.large_binary(),
    pa.string_view(): pa.binary_view(),
}


def is_text(kind: pa.DataType) -> bool:
    """Is it a type of text?"""
    if pa.types.is_dictionary(kind):
        return is_text(kind.value_type)
    return kind in _BYTES_FOR_TEXT


def is_bytes(kind: pa.DataType) -> bool:
    """Is it a type of bytes, which may be text?"""
    if pa.types.is_dictionary(kind):
        return is_bytes(kind.value_type)
    return kind in _BYTES_FOR_TEXT.values() or bool(pa.types.is_fixed_size_binary(kind))


def is_list(kind: pa.DataType) -> bool:
    """Is it a type of lists?"""
    return any(test(kind) for test in (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list))


def checked(array: pa.Array) -> pa.Array:
    """`array`, which comes from a file, with bytes in place of text, since nobody knows yet whether it is UTF-8.

    Raises pyarrow.ArrowInvalid when it contradicts itself.
    """
    array = array.view(_as_bytes(array.type))
    array.validate(full=True)
    return array


def records_in(array: pa.Array, steps: Sequence[Step], numbers: Sequence[int]) -> Records:
    """The records in `array`, one for each item; `steps` lead to the text, `numbers` names the records."""
    texts, rows = _leaves(array, steps)
    texts = _plain(texts)
    if texts.null_count:
        rows = (np.arange(len(texts)) if rows is None else rows)[texts.is_valid().to_numpy(zero_copy_only=False)]
        texts = texts.drop_null()
    text, ends = _text_and_ends(texts)
    first = int(numbers[0]) if len(numbers) else 1
    if rows is None and isinstance(numbers, range):
        return Records(text, ends, len(array), first=first)
    rows = np.arange(len(array)) if rows is None else rows
    used = np.unique(rows)
    missing = np.setdiff1d(np.arange(len(array)), used, assume_unique=True)
    names = np.asarray(numbers, np.int64)
    return Records(text, ends, len(used), (), names[missing], first, names[rows] - first)


def parts_of(array: pa.Array) -> Iterator[pa.Array]:
    """`array` in slices of about CHUNK bytes of text."""
    size = _text_bytes(array)
    rows = max(1, len(array) * CHUNK // max(size, 1)) if size > 2 * CHUNK else max(len(array), 1)
    for begin in range(0, len(array), rows):
        yield array.slice(begin, rows)


def _text_bytes(array: pa.Array) -> int:
    """Bytes of the texts. In a dictionary a text of any length stands once and may be meant often."""
    if isinstance(array, pa.DictionaryArray) and len(array.dictionary):
        lengths = pc.binary_length(array.dictionary).take(array.indices)
        return pc.sum(lengths.cast(pa.int64())).as_py() or 0
    return int(array.nbytes)


def _as_bytes(kind: pa.DataType) -> pa.DataType:
    """The same type with bytes for text, inside of other types too."""
    if pa.types.is_dictionary(kind):
        return pa.dictionary(kind.index_type, _as_bytes(kind.value_type), kind.ordered)
    if pa.types.is_struct(kind):
        return pa.struct([field.with_type(_as_bytes(field.type)) for field in kind.fields])
    if pa.types.is_list(kind):
        return pa.list_(kind.value_field.with_type(_as_bytes(kind.value_type)))
    if pa.types.is_large_list(kind):
        return pa.large_list(kind.value_field.with_type(_as_bytes(kind.value_type)))
    if pa.types.is_fixed_size_list(kind):
        return pa.list_(kind.value_field.with_type(_as_bytes(kind.value_type)), kind.list_size)
    return _BYTES_FOR_TEXT.get(kind, kind)


def _leaves(array: pa.Array, steps: Sequence[Step]) -> tuple[pa.Array, npt.NDArray[np.int64] | None]:
    """The texts, null where there is none, and the place in `array` that each belongs to, None: its own."""
    rows: npt.NDArray[np.int64] | None = None
    for step in steps:
        if step is not None:
            array = pc.struct_field(array, [step])
            continue
        rows = np.arange(len(array)) if rows is None else rows
        if array.null_count:
            valid = array.is_valid()
            array, rows = array.filter(valid), rows[valid.to_numpy(zero_copy_only=False)]
        rows = rows[pc.list_parent_indices(array).to_numpy()]
        array = pc.list_flatten(array)
    return array, rows


def _plain(texts: pa.Array) -> pa.Array:
    """The same texts, one behind the other in memory."""
    if pa.types.is_dictionary(texts.type):
        texts = texts.dictionary_decode()
    texts = texts.view(_BYTES_FOR_TEXT.get(texts.type, texts.type))
    return texts if texts.type in _OFFSETS else texts.cast(pa.large_binary())


def _text_and_ends(texts: pa.Array) -> tuple[memoryview, _native.UInt64Array]:
    _, offset_buffer, data = texts.buffers()
    if not len(texts) or data is None:
        return memoryview(b""), np.zeros(len(texts), np.uint64)
    offsets = np.frombuffer(offset_buffer, _OFFSETS[texts.type])[texts.offset : texts.offset + len(texts) + 1]
    text = memoryview(data).cast("B")[offsets[0] : offsets[-1]]
    return text, (offsets[1:].astype(np.int64) - int(offsets[0])).astype(np.uint64)
