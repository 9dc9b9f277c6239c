"""How the bytes of a token are written where one can see them.

White space gets the marker letters that byte-level BPE made familiar (Ġ space, Ċ line feed, ĉ tab, č return),
characters stay readable, bytes that are no whole character are hexadecimal, and long runs are counted: `Ġ×32`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from vocabsmith_engine.text import is_partial

MARKERS = {" ": "Ġ", "\n": "Ċ", "\t": "ĉ", "\r": "č"}
MARKER_LETTERS = frozenset(MARKERS.values())
LONGEST_WRITTEN_RUN = 4
LONGEST_WRITTEN_TOKEN = 4096  # bytes; text that nothing cuts makes tokens of megabytes

_JOINER = "\u200d"
_UNSEEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"})


@lru_cache(maxsize=1 << 16)
def visible_token(token: bytes) -> str:
    r"""The visible form of a token's bytes.

    Examples:
        b" the" → "Ġthe"; 32 spaces → "Ġ×32"; "文档" as it is; b"\xe5\x89" → "E5 89"; b" \xeb" → "20 EB".

    Of a token longer than LONGEST_WRITTEN_TOKEN the beginning is written, and "…", but for one character many times.
    """
    if len(token) > LONGEST_WRITTEN_TOKEN:
        return _of_one_character(token) or visible_token(_beginning(token)) + "…"
    units = list(_units(token))
    if is_partial(token) and not any(kind == "seen" for kind, _ in units):
        units = [("hex", f"{byte:02X}") for byte in token]
    shown = []
    previous = ""
    for (kind, text), run in groupby(units):
        length = len(list(run))
        if previous and "hex" in (kind, previous):
            shown.append(" ")
        separator = " " if kind == "hex" else ""
        shown.append(f"{text}×{length}" if length > LONGEST_WRITTEN_RUN else separator.join([text] * length))
        previous = kind
    return "".join(shown)


def _of_one_character(token: bytes) -> str:
    """The visible form of a token that repeats its first character; "" if it does not."""
    first = token[:4].decode(errors="surrogateescape")[0].encode(errors="surrogateescape")
    times, shown = len(token) // len(first), visible_token(first)
    return f"{shown}×{times}" if " " not in shown and token == first * times else ""


def _beginning(token: bytes) -> bytes:
    """As much as is written of a long token, up to the end of a character."""
    end = LONGEST_WRITTEN_TOKEN
    while end > LONGEST_WRITTEN_TOKEN - 4 and token[end] & 0xC0 == 0x80:
        end -= 1
    return token[:end]


def _units(token: bytes) -> Iterator[tuple[str, str]]:
    """The token's characters and lone bytes, each as (kind, text): kind "seen", "marker" or "hex"."""
    # Lone bytes come out as surrogates U+DC80 to U+DCFF (PEP 383), which no valid UTF-8 can hold.
    text = token.decode(errors="surrogateescape")
    for place, character in enumerate(text):
        if "\udc80" <= character <= "\udcff":
            yield "hex", f"{ord(character) - 0xDC00:02X}"
        elif character in MARKERS:
            yield "marker", MARKERS[character]
        elif character == _JOINER and 0 < place < len(text) - 1:
            yield "seen", character
        elif unicodedata.category(character) in _UNSEEN:
            for byte in character.encode():
                yield "hex", f"{byte:02X}"
        elif unicodedata.combining(character) and place == 0:
            yield "seen", "◌" + character  # a mark without its letter would hang on the border of the chip
        else:
            yield "seen", character
