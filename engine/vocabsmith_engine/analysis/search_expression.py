r"""Regular expressions over a vocabulary, run by RE2, which arrow has: their time grows with the text alone.

Arrow is loaded with the first expression and not with the engine; see `corpus.records`.
"""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Final

import numpy as np

from vocabsmith_engine.analysis.byte_rows import ByteRows, Mask
from vocabsmith_engine.errors import AnalysisError
from vocabsmith_engine.ordered_work import in_order
from vocabsmith_engine.processors import thread_count

if TYPE_CHECKING:
    from vocabsmith_engine.monitor import Monitor

SECONDS: Final = 5.0
"""What one expression may take over all tokens."""

_ROWS_AT_ONCE: Final = 16_384
_CLASSES: Final = {"w": r"\p{L}\p{M}\p{N}_", "d": r"\p{Nd}", "s": r"\s\x0b\x85\p{Z}"}
_LEXEME: Final = re.compile(r"\\Q.*?(?:\\E|\Z)|\\[pPx]\{[^}]*\}|\\.|\[\^?\]?|.", re.DOTALL)
_MARK: Final = "\ufffd".encode()


class ExpressionSearch:
    """The texts of a vocabulary, ready for expressions."""

    def __init__(self, texts: ByteRows, partial: Mask) -> None:
        """`partial`: which rows hold a byte that is part of no character; it is seen as U+FFFD."""
        import pyarrow  # noqa: PLC0415
        import pyarrow.compute  # noqa: PLC0415  # so that the first search does not wait for it

        rows = _well_formed(texts, partial)
        buffers = [None, pyarrow.py_buffer(rows.offsets), pyarrow.py_buffer(rows.data)]
        self._column = pyarrow.Array.from_buffers(pyarrow.large_string(), len(rows), buffers)

    def matching(self, expression: str, monitor: Monitor | None) -> Mask:
        """(rows) in which of them `expression` matches. Raises AnalysisError, Stopped."""
        pattern = as_re2(expression)
        deadline = time.monotonic() + SECONDS
        begins = range(0, len(self._column), _ROWS_AT_ONCE)
        self._found_in(pattern, 0, 0)  # an expression that cannot be read is told of once

        def found(begin: int) -> Mask:
            if monitor is not None:
                monitor.raise_if_stopped()
            if time.monotonic() > deadline:
                raise AnalysisError(
                    f"expression {expression!r:.80}", f"needs more than {SECONDS:g} seconds", "Simplify it"
                )
            return self._found_in(pattern, begin, _ROWS_AT_ONCE)

        results = in_order(found, begins, thread_count(None, AnalysisError), monitor)
        return np.concatenate([np.zeros(0, dtype=np.bool_), *results])

    def _found_in(self, pattern: str, begin: int, rows: int) -> Mask:
        import pyarrow  # noqa: PLC0415
        import pyarrow.compute  # noqa: PLC0415

        try:
            found = pyarrow.compute.match_substring_regex(self._column.slice(begin, rows), pattern)
        except pyarrow.ArrowInvalid as error:
            raise _unreadable(pattern, error) from None
        mask: Mask = found.to_numpy(zero_copy_only=False).astype(np.bool_)
        return mask


def as_re2(expression: str) -> str:
    r"""`expression` as RE2 is to read it: `.` is any character, \w, \d and \s (and \W, \D, \S) are of all scripts.

    Raises AnalysisError for one that stands for the complement of such a class inside of a set, which RE2 cannot say.
    """
    inside = False
    written = ["(?s)"]
    for lexeme in _LEXEME.findall(expression):
        opens, closes = lexeme.startswith("[") and not inside, lexeme == "]" and inside
        written.append(_class_of(lexeme, inside=inside) if lexeme[0] == "\\" else lexeme)
        inside = (inside or opens) and not closes
    return "".join(written)


def _class_of(lexeme: str, *, inside: bool) -> str:
    letter = lexeme[1:]
    members = _CLASSES.get(letter.lower())
    if members is None or len(letter) != 1:
        return lexeme
    if not inside:
        return f"[{'^' if letter.isupper() else ''}{members}]"
    if letter.isupper():
        raise AnalysisError(
            f"{lexeme} in a set", "cannot be searched for", f"Write it outside of the brackets: {lexeme}|…"
        )
    return members


def _unreadable(pattern: str, error: Exception) -> AnalysisError:
    reason = str(error).partition("\n")[0].removeprefix("Invalid regular expression: ")
    return AnalysisError(
        f"expression {pattern.removeprefix('(?s)')!r:.80}",
        f"cannot be searched for: {reason}",
        "Correct it; look-around and back references are not known here",
    )


def _well_formed(texts: ByteRows, partial: Mask) -> ByteRows:
    """The rows with U+FFFD for what is part of no character."""
    if not partial.any():
        return texts
    rows = np.flatnonzero(partial).tolist()
    repaired = [texts[row].decode("utf-8", "replace").encode() for row in rows]
    lengths = texts.lengths
    pieces: list[bytes] = []
    whole = texts.data.tobytes()
    end = 0
    for row, text in zip(rows, repaired, strict=True):
        pieces += [whole[end : texts.offsets[row]], text]
        end = int(texts.offsets[row + 1])
        lengths[row] = len(text)
    pieces.append(whole[end:])
    offsets = np.zeros(len(texts) + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return ByteRows(np.frombuffer(b"".join(pieces), dtype=np.uint8), offsets)
