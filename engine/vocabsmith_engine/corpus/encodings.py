"""Encodings of text: their names, and what the bytes of a text say of its own."""

from __future__ import annotations

import codecs
import difflib
from encodings.aliases import aliases
from typing import TYPE_CHECKING, Final

import numpy as np

from vocabsmith_engine import _native
from vocabsmith_engine.errors import CorpusError

if TYPE_CHECKING:
    from charset_normalizer import CharsetMatch

SAMPLE: Final = 65_536
"""Bytes, from the first one on that is not ASCII, that an encoding is told by."""

_FEWEST_BAD: Final = 8
_LOOKED_AT: Final = 16_384
_NOT_FOR_FILES: Final = {"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape", "utf-7"}
_SUGGESTED: Final = "utf-8, utf-16-le, windows-1252, windows-1251, shift_jis, gb18030, big5, euc-kr or latin-1"
# Both in the order of preference where two are equally likely, by how much text there is in them.
_COMMON: Final = (
    *("cp1252", "cp1251", "cp932", "gb18030", "big5", "cp949", "euc_jp", "cp1250", "cp1253", "cp1254", "cp1255"),
    *("cp1256", "cp1257", "cp1258", "koi8_r"),
)
_RARE: Final = (
    *("koi8_u", "cp874", "iso8859_2", "iso8859_5", "iso8859_7", "iso8859_8", "cp866", "mac_roman", "mac_cyrillic"),
)
_LIKELY: Final = [*_COMMON, *_RARE]
_RARE_IS_LESS_LIKELY: Final = 0.2
_OF_TWO_BYTES: Final = {"cp932", "gb18030", "big5", "cp949", "euc_jp"}
_VALID_PAIRS_SPEAK_FOR_IT: Final = 0.3
_CLEAN: Final = 0.1


def codec_named(name: str) -> str:
    """The name that Python has for an encoding. Raises CorpusError for one that no file can be read with."""
    try:
        info = codecs.lookup(name)
    except (LookupError, ValueError):
        raise CorpusError(f"encoding {name!r}", "is not known", _did_you_mean(name)) from None
    if info.name in _NOT_FOR_FILES or not info._is_text_encoding or info.incrementaldecoder is None:
        raise CorpusError(f"encoding {name!r}", "is none that a text file has", f"Choose one such as {_SUGGESTED}")
    return info.name


def shown_encoding(codec: str) -> str:
    """What people call it; the name can be given back to `codec_named`."""
    name = codecs.lookup(codec).name
    return name.upper() if name.startswith("utf-") else name.replace("cp125", "windows-125")


def detected(sample: bytes) -> str | None:
    """The encoding of a text that is clearly not UTF-8, or None where UTF-8 is as good a guess.

    It is clear when at least 8 bytes are bad, and more of them than there are valid characters of several bytes.
    """
    whole = sample[: _native.complete_prefix(sample)]
    repaired, bad, _ = _native.repair_utf8(whole, "skip")
    good = np.count_nonzero(np.frombuffer(repaired, np.uint8) >= 0xC0)
    if bad < _FEWEST_BAD or good >= bad:
        return None
    return _best(_telling(sample)) or _best(sample)


def _telling(sample: bytes) -> bytes:
    """The words that are not ASCII, each once: the others say nothing, and there may be many of them."""
    words = dict.fromkeys(word for word in sample.split() if not word.isascii())
    telling, length = [], 0
    for word in words:
        telling.append(word)
        length += len(word)
        if length > _LOOKED_AT:
            break
    return b" ".join(telling)


def _best(sample: bytes) -> str | None:
    from charset_normalizer import from_bytes  # noqa: PLC0415 - few texts need it

    scores = {_most_likely(sample, match.encoding): _score(match) for match in from_bytes(sample, cp_isolation=_LIKELY)}
    return max(scores, key=lambda codec: (scores[codec], -_LIKELY.index(codec)), default=None)


def _most_likely(sample: bytes, codec: str) -> str:
    """The likeliest encoding in which the sample is the same text as in this one."""
    text = sample.decode(codec, "replace")
    return next((other for other in _LIKELY if sample.decode(other, "replace") == text), codec)


def _score(match: CharsetMatch) -> float:
    pairs = match.encoding in _OF_TWO_BYTES and match.chaos < _CLEAN
    score = match.coherence - match.chaos
    score += (_VALID_PAIRS_SPEAK_FOR_IT if pairs else 0) - (_RARE_IS_LESS_LIKELY if match.encoding in _RARE else 0)
    return round(score, 2)


def _did_you_mean(name: str) -> str:
    plain = name.lower().replace("-", "_").replace(" ", "_")
    near = difflib.get_close_matches(plain, [*aliases, *aliases.values()], 1)
    return f"Write {near[0]} if you mean that" if near else f"Choose one such as {_SUGGESTED}"
