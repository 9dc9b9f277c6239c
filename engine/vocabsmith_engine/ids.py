"""Token ids from the outside: checked before anything trusts them."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import SupportsIndex, cast

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.errors import TokenizerError

IdSource = Iterable[SupportsIndex] | npt.NDArray[np.integer]


def checked_ids(ids: IdSource, vocab_size: int) -> npt.NDArray[np.uint32]:
    """`ids` as one array. Raises TokenizerError that names position and value of the first that is no id."""
    given = _checked_array(ids) if isinstance(ids, np.ndarray) else _whole_numbers(ids)
    try:
        numbers = np.asarray(given, dtype=None if isinstance(given, np.ndarray) else np.int64)
    except OverflowError:
        raise next(_unknown_id(p, n, vocab_size) for p, n in enumerate(given) if not 0 <= n < vocab_size) from None
    wrong = np.flatnonzero((numbers < 0) | (numbers >= vocab_size))
    if len(wrong):
        raise _unknown_id(int(wrong[0]), int(numbers[wrong[0]]), vocab_size)
    return np.ascontiguousarray(numbers, dtype=np.uint32)


def checked_id(token_id: SupportsIndex, vocab_size: int, position: int = 0) -> int:
    """One id as an int. Raises TokenizerError if it is not the id of a token."""
    number = _whole_number(token_id, position)
    if not 0 <= number < vocab_size:
        raise _unknown_id(position, number, vocab_size)
    return number


def _whole_numbers(ids: Iterable[SupportsIndex]) -> list[int]:
    entries = list(ids)
    if set(map(type, entries)) <= {int}:
        return cast("list[int]", entries)
    return [_whole_number(entry, position) for position, entry in enumerate(entries)]


def _checked_array(ids: npt.NDArray[np.integer]) -> npt.NDArray[np.integer]:
    if ids.ndim != 1:
        raise TokenizerError(f"an array of shape {ids.shape}", "is not a row of ids", "Give an array of one dimension")
    if len(ids) and not np.issubdtype(ids.dtype, np.integer):
        raise _not_whole(0, ids[0].item())
    return ids if len(ids) else np.zeros(0, dtype=np.int64)  # an empty array is of floats unless told otherwise


def _whole_number(entry: object, position: int) -> int:
    if isinstance(entry, (bool, np.bool_)) or not hasattr(entry, "__index__"):
        raise _not_whole(position, entry)
    return operator.index(cast("SupportsIndex", entry))


def _not_whole(position: int, entry: object) -> TokenizerError:
    return TokenizerError(
        f"{entry!r} at position {position}", "is not a whole number, and ids are", "Give ids as whole numbers"
    )


def _unknown_id(position: int, token_id: int, vocab_size: int) -> TokenizerError:
    return TokenizerError(
        f"id {token_id} at position {position}",
        f"is not in this vocabulary, whose ids run from 0 to {vocab_size - 1}",
        "Remove it, or use the tokenizer that made it",
    )
