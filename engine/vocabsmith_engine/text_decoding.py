"""Bytes of a file to UTF-8 text, bit by bit: byte order marks, UTF-16 and UTF-32, and bytes that are no text.

A decoder gets the bytes in bits of any size and holds back what the next bit may complete, so the text does not depend
on where the bits end. Each counts the bytes that are not valid and knows where in the file the first of them stands.
"""

from __future__ import annotations

import codecs
from typing import Final, Protocol

from vocabsmith_engine import _native

LONGEST_MARK: Final = 4

_MARKS: Final = (
    (codecs.BOM_UTF8, "UTF-8"),
    (codecs.BOM_UTF32_LE, "UTF-32LE"),
    (codecs.BOM_UTF32_BE, "UTF-32BE"),
    (codecs.BOM_UTF16_LE, "UTF-16LE"),
    (codecs.BOM_UTF16_BE, "UTF-16BE"),
)
_WIDE_CODECS: Final = {
    "UTF-16LE": codecs.utf_16_le_decode,
    "UTF-16BE": codecs.utf_16_be_decode,
    "UTF-32LE": codecs.utf_32_le_decode,
    "UTF-32BE": codecs.utf_32_be_decode,
}
_BLOCK: Final = 65_536


class Decoder(Protocol):
    """What the decoders have in common."""

    encoding: str
    bad_bytes: int
    first_bad_offset: int | None

    def decode(self, data: bytes, *, final: bool) -> bytes:
        """The text of `data` and what was held back, as UTF-8 under the policy; all of it if `final`."""


def decoder_for(head: bytes, policy: str) -> tuple[Decoder, int]:
    """The decoder for a file that begins with `head`, and the length of its byte order mark."""
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            offset = len(mark)
            return (
                Utf8Decoder(policy, offset) if encoding == "UTF-8" else WideDecoder(encoding, policy, offset)
            ), offset
    return Utf8Decoder(policy, 0), 0


class Utf8Decoder:
    """UTF-8, repaired under a policy: `replace`, `skip` or `keep`."""

    encoding = "UTF-8"

    def __init__(self, policy: str, offset: int) -> None:
        self.bad_bytes = 0
        self.first_bad_offset: int | None = None
        self._policy = policy
        self._offset = offset
        self._held = b""

    def decode(self, data: bytes, *, final: bool) -> bytes:
        """Valid text passes as it is; only a window with bad bytes is written anew."""
        data = self._held + data
        whole = len(data) if final else _native.complete_prefix(data)
        text, self._held = data[:whole], data[whole:]
        if _native.valid_prefix(text) < whole:
            text = self._repaired(text)
        self._offset += whole
        return text

    def _repaired(self, text: bytes) -> bytes:
        repaired, bad_bytes, first = _native.repair_utf8(text, self._policy)
        if self.first_bad_offset is None:
            self.first_bad_offset = self._offset + first
        self.bad_bytes += bad_bytes
        return repaired


class WideDecoder:
    """UTF-16 or UTF-32. Under `keep`, bytes that are no text stay as they are, between the UTF-8 of the others."""

    def __init__(self, encoding: str, policy: str, offset: int) -> None:
        self.encoding = encoding
        self.bad_bytes = 0
        self.first_bad_offset: int | None = None
        self._codec = _WIDE_CODECS[encoding]
        self._policy = policy
        self._offset = offset
        self._held = b""

    def decode(self, data: bytes, *, final: bool) -> bytes:
        """Text is decoded and encoded; bad bytes are settled one by one."""
        data = self._held + data
        text = bytearray()
        done = 0
        # In blocks, since an error carries a copy of all that its call was given.
        while done < len(data):
            block = data[done : done + _BLOCK]
            last = final and done + _BLOCK >= len(data)
            taken = self._decode_block(block, text, final=last)
            if taken == 0:
                break
            done += taken
            self._offset += taken
        self._held = data[done:]
        return bytes(text)

    def _decode_block(self, block: bytes, text: bytearray, *, final: bool) -> int:
        """Append the text of `block` up to its end or past its first bad bytes; returns the bytes used up."""
        try:
            good, taken = self._codec(block, "strict", final)
        except UnicodeDecodeError as error:
            good, _ = self._codec(block[: error.start], "strict", True)
            text += good.encode() + self._substitute(block[error.start : error.end], self._offset + error.start)
            return error.end
        text += good.encode()
        return taken

    def _substitute(self, bad: bytes, offset: int) -> bytes:
        if self.first_bad_offset is None:
            self.first_bad_offset = offset
        self.bad_bytes += len(bad)
        return {"replace": b"\xef\xbf\xbd", "skip": b"", "keep": bad}[self._policy]
