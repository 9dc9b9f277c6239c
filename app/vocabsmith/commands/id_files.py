"""Ids outside the program: decimal text, `.npy`, or `.bin` (little-endian, nothing but the numbers)."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vocabsmith_engine import TokenizerError

LARGEST_16_BIT_VOCABULARY = 65_536
WRONG_ENTRIES_NAMED = 5


@dataclass(frozen=True)
class IdList:
    """Ids as they were found.

    Attributes:
        good: the entries that are ids of the vocabulary, in order.
        wrong: (place, entry) of every other one; places count entries from 1.
    """

    good: list[int]
    wrong: list[tuple[int, str]]

    def complaint(self, vocab_size: int) -> TokenizerError:
        """The error that names the wrong entries and their places."""
        named = ", ".join(f"{entry} (entry {place})" for place, entry in self.wrong[:WRONG_ENTRIES_NAMED])
        more = len(self.wrong) - WRONG_ENTRIES_NAMED
        return TokenizerError(
            named + (f" and {more:,} more" if more > 0 else ""),
            f"not an id of this tokenizer, whose ids are whole numbers from 0 to {vocab_size - 1}",
            "All other entries were decoded; correct these, or use the tokenizer that made them",
        )


def id_type(vocab_size: int) -> np.dtype[np.unsignedinteger]:
    """The narrowest type that holds every id: 16 bits up to 65,536 tokens, else 32."""
    return np.dtype("<u2" if vocab_size <= LARGEST_16_BIT_VOCABULARY else "<u4")


def read_ids(content: bytes, path: Path, vocab_size: int) -> IdList:
    """Ids from the content of a file: by its name `.npy` or `.bin`, else decimal text. Raises TokenizerError."""
    if path.suffix == ".bin":
        return _sorted_out(_from_bin(content, path, id_type(vocab_size)), vocab_size)
    if path.suffix == ".npy":
        return _sorted_out(_from_npy(content, path), vocab_size)
    return _from_text(content.decode(errors="replace"), vocab_size)


def _from_text(text: str, vocab_size: int) -> IdList:
    good, wrong = [], []
    for place, entry in enumerate(text.split(), start=1):
        if entry.isascii() and entry.isdigit() and len(entry) < 20 and int(entry) < vocab_size:
            good.append(int(entry))
        else:
            wrong.append((place, entry))
    return IdList(good, wrong)


def _from_bin(content: bytes, path: Path, kind: np.dtype[np.unsignedinteger]) -> npt.NDArray[np.unsignedinteger]:
    if len(content) % kind.itemsize:
        raise TokenizerError(
            f"{path}: {len(content):,} bytes", f"is no whole number of {8 * kind.itemsize}-bit ids", "Check the file"
        )
    return np.frombuffer(content, dtype=kind)


def _from_npy(content: bytes, path: Path) -> npt.NDArray[np.integer]:
    try:
        ids: npt.NDArray[np.integer] = np.lib.format.read_array(io.BytesIO(content), allow_pickle=False)
    except (ValueError, EOFError, OSError, OverflowError, MemoryError) as error:
        raise TokenizerError(
            str(path), f"is not a NumPy file of numbers ({error})", "Name a .npy file of ids"
        ) from None
    if ids.ndim != 1 or not np.issubdtype(ids.dtype, np.integer):
        raise TokenizerError(
            f"{path}: {ids.dtype} of shape {ids.shape}", "ids are one row of whole numbers", "Name a .npy file of ids"
        )
    return ids


def _sorted_out(ids: npt.NDArray[np.integer], vocab_size: int) -> IdList:
    fits = (ids >= 0) & (ids < vocab_size)
    wrong = [(int(place) + 1, str(ids[place])) for place in np.flatnonzero(~fits)]
    return IdList(ids[fits].tolist(), wrong)
