"""Finds tokens by what they hold: text, bytes, or a regular expression."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, Literal, get_args

import numpy as np

from vocabsmith_engine.analysis.byte_rows import Mask
from vocabsmith_engine.analysis.token_texts import SPACE_OF_SENTENCEPIECE, spaces_are_low_lines
from vocabsmith_engine.errors import AnalysisError
from vocabsmith_engine.text import to_bytes

if TYPE_CHECKING:
    from vocabsmith_engine.analysis.vocabulary_table import VocabularyTable
    from vocabsmith_engine.monitor import Monitor

SearchMode = Literal["text", "bytes", "regex"]

_MARKERS: Final = str.maketrans({"Ġ": " ", "Ċ": "\n", "ĉ": "\t", "č": "\r"})


def search(table: VocabularyTable, query: str, mode: SearchMode, monitor: Monitor | None) -> Mask:
    r"""(tokens) which tokens hold what is looked for; all for an empty query.

    - `text`: tokens that hold this text, upper and lower case as typed. What a person sees is found: a space finds
      spaces, the ▁ where that stands for them, and the letters Ġ Ċ ĉ č find the white space they mark.
    - `bytes`: tokens that hold these bytes, written in hexadecimal, with or without spaces and 0x: `E4 BD`.
    - `regex`: tokens in which the expression matches somewhere. It is one of RE2, whose time grows with the text alone:
      no look-around, no back references. `.` is a character, and any character; \w, \d and \s mean those of all
      scripts; what is part of no character is U+FFFD. `^` and `$` are the ends of the token.

    Raises AnalysisError for bytes and expressions that cannot be read, and for one that takes longer than 5 seconds,
    Stopped.
    """
    if mode not in get_args(SearchMode):
        raise AnalysisError(f"search {mode!r}", "is not a way to search", f"Use {', '.join(get_args(SearchMode))}")
    if not query:
        return np.ones(len(table), dtype=np.bool_)
    if mode == "text":
        return _holding_any(table, list(dict.fromkeys(_spellings(table, query))))
    if mode == "bytes":
        return _holding_any(table, [_bytes_of(query)])
    return table.expressions.matching(query, monitor)


def _holding_any(table: VocabularyTable, wanted: Iterable[bytes]) -> Mask:
    found = np.zeros(len(table), dtype=np.bool_)
    for rows in dict.fromkeys((table.tokens, table.texts)):
        for each in wanted:
            found |= rows.holding(each)
    return found


def _spellings(table: VocabularyTable, query: str) -> Iterator[bytes]:
    """The ways in which tokens may spell what was typed."""
    for text in (query, query.translate(_MARKERS)):
        yield to_bytes(text)
        if spaces_are_low_lines(table.tokenizer):
            yield to_bytes(text.replace(" ", SPACE_OF_SENTENCEPIECE))


def _bytes_of(query: str) -> bytes:
    digits = "".join(query.lower().replace("0x", " ").split())
    try:
        wanted = bytes.fromhex(digits)
    except ValueError:
        wanted = b""
    if not wanted:
        raise AnalysisError(
            f"bytes {query!r:.80}", "are not hexadecimal digits, two for each byte", "Write them as E4 BD A0"
        )
    return wanted
