"""Bytes of a file to UTF-8 text, bit by bit: byte order marks, other encodings, and bytes that are no text.

A decoder gets the bytes in bits of any size and holds back what the next bit may complete, so the text does not depend
on where the bits end. Each counts the bytes that are not valid and knows where in the file the first of them stands.
"""

from __future__ import annotations

import codecs
import re
import threading
from typing import Final, Protocol

from vocabsmith_engine import _native
from vocabsmith_engine.corpus.encodings import SAMPLE, detected, shown_encoding
from vocabsmith_engine.corpus.reports import FoundBy

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
_NOT_ASCII: Final = re.compile(rb"[\x80-\xff]")
_NOT_ASCII_RUNS: Final = re.compile(rb"[\x80-\xff]+")
_CERTAIN: Final = 8  # characters of UTF-8 that no other text begins with


class Decoder(Protocol):
    """What the decoders have in common."""

    encoding: str
    bad_bytes: int
    first_bad_offset: int | None

    def decode(self, data: bytes, *, final: bool) -> bytes:
        """The text of `data` and what was held back, as UTF-8 under the policy; all of it if `final`."""


class TextDecoder:
    """Finds out how a text is encoded, and decodes it: as the user says, else by its mark, else by its bytes.

    A text without a mark passes as it is while it is ASCII, which most encodings share. From the first other byte on it
    is held back until a sample is complete, or so many characters of UTF-8 stood there that it is nothing else.

    Attributes:
        found_by: how the encoding is known, see FileReport.
    """

    def __init__(self, policy: str, codec: str | None = None) -> None:
        """`codec`: the encoding that the user named, as Python calls it."""
        self.found_by: FoundBy = "default" if codec is None else "name"
        self._policy = policy
        self._codec = codec
        self._decoder: Decoder = Utf8Decoder(policy, 0)
        self._decode = self._begin
        self._held = b""
        self._offset = 0

    @property
    def encoding(self) -> str:
        """What it is, or what is taken for it as long as nothing speaks against it."""
        return self._decoder.encoding

    @property
    def bad_bytes(self) -> int:
        """Bytes so far that are not valid."""
        return self._decoder.bad_bytes

    @property
    def first_bad_offset(self) -> int | None:
        """Where the first of them stands."""
        return self._decoder.first_bad_offset

    def decode(self, data: bytes, *, final: bool) -> bytes:
        """The text of `data` and what was held back, as UTF-8 under the policy; all of it if `final`."""
        return self._decode(data, final=final)

    def _begin(self, data: bytes, *, final: bool) -> bytes:
        data = self._held + data
        if len(data) < LONGEST_MARK and not final:
            self._held = data
            return b""
        self._held = b""
        mark, encoding = _mark_of(data, self._codec)
        self._offset = len(mark)
        if encoding is None and self._codec is None:
            self._decode = self._pass_ascii
            return self._decode(data, final=final)
        if self._codec is None:
            self.found_by = "mark"
        decoder = _decoder_of(encoding or self._codec or "", self._policy, len(mark))
        return self._go_on(decoder, data[len(mark) :], final)

    def _pass_ascii(self, data: bytes, *, final: bool) -> bytes:
        if data.isascii():  # many times as fast as looking for the place
            self._offset += len(data)
            return data
        match = _NOT_ASCII.search(data)
        assert match is not None
        begin = match.start()
        self._offset += begin
        self._decode = self._sample
        return data[:begin] + self._decode(data[begin:], final=final)

    def _sample(self, data: bytes, *, final: bool) -> bytes:
        self._held += data
        sample = self._held[:SAMPLE]
        certain = _begins_with_much_utf8(sample)
        if not certain and len(sample) < SAMPLE and not final:
            return b""
        codec = None if certain else detected(sample)
        if codec:
            self.found_by = "bytes"
        held, self._held = self._held, b""
        return self._go_on(_decoder_of(codec or "utf-8", self._policy, self._offset), held, final)

    def _go_on(self, decoder: Decoder, data: bytes, final: bool) -> bytes:
        self._decoder = decoder
        self._decode = decoder.decode
        return decoder.decode(data, final=final)


def _mark_of(head: bytes, codec: str | None) -> tuple[bytes, str | None]:
    """The byte order mark of a text and its encoding; only of the one that the user named, if any."""
    named = None if codec is None else codec.removesuffix("-sig").replace("-", "").upper()
    for mark, encoding in _MARKS:
        if head.startswith(mark) and (named is None or encoding.replace("-", "").startswith(named)):
            return mark, encoding
    return b"", None


def _decoder_of(encoding: str, policy: str, offset: int) -> Decoder:
    """The decoder for a text whose first byte stands at `offset`; UTF-16 and UTF-32 are little-endian unless said."""
    name = shown_encoding(encoding).removesuffix("-SIG").replace("-LE", "LE").replace("-BE", "BE")
    if name == "UTF-8":
        return Utf8Decoder(policy, offset)
    wide = name if name in _WIDE_CODECS else f"{name}LE"
    return WideDecoder(wide, policy, offset) if wide in _WIDE_CODECS else LegacyDecoder(encoding, policy, offset)


def _begins_with_much_utf8(sample: bytes) -> bool:
    """Whether the first characters that are not ASCII are valid UTF-8, more of them than stand so by accident."""
    end = 0
    for _, match in zip(range(_CERTAIN), _NOT_ASCII_RUNS.finditer(sample), strict=False):
        end = match.end()
    try:
        text = sample[:end].decode()
    except UnicodeDecodeError as error:
        text = sample[: error.start].decode()
    return sum(character > "\x7f" for character in text) >= _CERTAIN


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


class LegacyDecoder:
    """Any other encoding that Python decodes bit by bit; Python holds back what is not complete."""

    def __init__(self, codec: str, policy: str, offset: int) -> None:
        self.encoding = shown_encoding(codec)
        self.bad_bytes = 0
        self.first_bad_offset: int | None = None
        self._decoder = codecs.getincrementaldecoder(codec)(_SETTLING)
        self._policy = policy
        self._offset = offset
        self._block_offset = offset
        self._held = b""

    def decode(self, data: bytes, *, final: bool) -> bytes:
        """Text is decoded and encoded; bad bytes are settled by `settle`."""
        data = self._held + data
        self._held = b""
        text = bytearray()
        for begin in range(0, len(data) or 1, _BLOCK):  # an error carries a copy of its block
            block = self._held + data[begin : begin + _BLOCK]
            text += self._decode_block(block, final=final and begin + _BLOCK >= len(data))
        return bytes(text)

    def _decode_block(self, block: bytes, *, final: bool) -> bytes:
        """A decoder may have no room for a bad sequence that is not complete: then it gets more at once."""
        state, found = self._decoder.getstate(), (self.bad_bytes, self.first_bad_offset)
        self._block_offset = self._offset - len(state[0])
        self._held = b""
        _at_work.decoder = self
        try:
            text = self._decoder.decode(block, final)
        except UnicodeError:
            self._decoder.setstate(state)
            self.bad_bytes, self.first_bad_offset = found
            self._held = block
            return b""
        self._offset += len(block)
        return text.encode("utf-8", "surrogateescape")

    def settle(self, bad: bytes, place: int) -> str:
        """What stands for bad bytes, found at this place of the block; those that are kept, as surrogates."""
        if self.first_bad_offset is None:
            self.first_bad_offset = self._block_offset + place
        self.bad_bytes += len(bad)
        return {"replace": "\ufffd", "skip": "", "keep": bad.decode("ascii", "surrogateescape")}[self._policy]


_SETTLING: Final = "vocabsmith-settling"
_at_work = threading.local()


def _settle(error: UnicodeError) -> tuple[str, int]:
    """Called back by Python's decoders, which know a handler by its name alone."""
    assert isinstance(error, UnicodeDecodeError)
    decoder: LegacyDecoder = _at_work.decoder
    return decoder.settle(error.object[error.start : error.end], error.start), error.end


codecs.register_error(_SETTLING, _settle)
