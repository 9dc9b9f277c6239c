"""The 256 bytes as 256 visible characters, and the two orders in which they open a vocabulary.

GPT-2 and all that followed write tokens as text in which each byte is one printable character. A byte that is printable
in Latin-1 stands for itself; the other 68 take the characters from U+0100 on, in the order of their values (a space is
`Ġ`, a line feed `Ċ`). The same order, printable bytes first, numbers the bytes in GPT-2's own vocabulary.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.errors import TokenizerError

_PRINTABLE: Final = (*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100))
_HIDDEN: Final = tuple(byte for byte in range(256) if byte not in _PRINTABLE)

GPT2_ORDER: Final = bytes((*_PRINTABLE, *_HIDDEN))
"""The byte that each of the ids 0-255 stands for in GPT-2's order."""

VALUE_ORDER: Final = bytes(range(256))
"""The byte that each of the ids 0-255 stands for when the id is the byte's value."""

BYTE_OF_GLYPH: Final[dict[str, int]] = {
    **{chr(byte): byte for byte in _PRINTABLE},
    **{chr(0x100 + place): byte for place, byte in enumerate(_HIDDEN)},
}

GLYPH_OF_BYTE: Final[tuple[str, ...]] = tuple(
    glyph for glyph, _ in sorted(BYTE_OF_GLYPH.items(), key=lambda entry: entry[1])
)

_SPELLING: Final = dict(enumerate(GLYPH_OF_BYTE))

# The byte of each code point up to the first behind the alphabet, which stands for all that are none of its letters.
_BYTE_OF_CODE: Final = np.full(0x100 + len(_HIDDEN) + 1, -1, dtype=np.int16)
for _glyph, _byte in BYTE_OF_GLYPH.items():
    _BYTE_OF_CODE[ord(_glyph)] = _byte


def spell(token: bytes) -> str:
    """Write `token` in the byte alphabet, one character for each byte: `b" a"` is `"Ġa"`."""
    return token.decode("latin-1").translate(_SPELLING)


def unspell(text: str) -> bytes:
    """Read back what `spell` wrote. Raises TokenizerError for a character that stands for no byte."""
    try:
        return bytes(map(BYTE_OF_GLYPH.__getitem__, text))
    except KeyError as error:
        raise TokenizerError(
            f"character {error.args[0]!r} in {text!r}",
            "is not in the byte alphabet, where each of 256 characters stands for one byte",
            "Write a space as Ġ and a line feed as Ċ",
        ) from None


def spells_bytes(text: str) -> bool:
    """Whether every character of `text` is in the byte alphabet."""
    return bool((_bytes_of_glyphs(text) >= 0).all())


def unspell_all(texts: Sequence[str]) -> list[bytes]:
    """Read back each of many, all at once. Raises TokenizerError as `unspell`, for the first that is wrong."""
    values = _bytes_of_glyphs("".join(texts))
    if (values < 0).any():
        return [unspell(text) for text in texts]
    data = values.astype(np.uint8).tobytes()
    ends = np.cumsum([0, *map(len, texts)]).tolist()
    return [data[begin:end] for begin, end in pairwise(ends)]


def _bytes_of_glyphs(text: str) -> npt.NDArray[np.int16]:
    """The byte of each character, -1 for one that stands for none; shape (len(text),)."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
    values: npt.NDArray[np.int16] = _BYTE_OF_CODE[np.minimum(codes, len(_BYTE_OF_CODE) - 1)]
    return values
