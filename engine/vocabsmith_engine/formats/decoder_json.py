"""The `decoder` of a tokenizer.json, read and written: how the texts of tokens become one text.

The library gives a list of texts through its steps. Here what a step does to each text by itself is done to the tokens,
and what it does to the ends of the whole to the whole. A step for which these two are not enough is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from vocabsmith_engine.decoding import AS_THEY_ARE, Decoding
from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats.json_files import Place
from vocabsmith_engine.formats.pretokenizer_json import metaspace_scheme

_REMEDY: Final = "Use a tokenizer.json without it"


@dataclass(slots=True)
class ReadDecoder:
    """A decoder as far as it was read.

    Attributes:
        names: the text of each token.
        added: ids of added tokens and their texts.
        spoken: the texts that the decoder is given for these.
        bytes: names such as <0x0A> that stand for a byte where text is encoded.
        byte_alphabet: there is a ByteLevel.
        byte_fallback: there is a ByteFallback, so <0x0A> is a byte.
        fused: all texts have become one.
    """

    names: Sequence[str]
    added: dict[int, str]
    spoken: dict[int, str]
    bytes: frozenset[str] = frozenset()
    byte_alphabet: bool = False
    byte_fallback: bool = False
    fused: bool = False
    replacements: list[tuple[str, str]] = field(default_factory=list)
    joiner: str = ""
    first_token_drops: str = ""
    last_token_drops: str = ""
    drop_first: int = 0
    drop_last: int = 0

    def decoding(self) -> Decoding:
        """The same for a tokenizer. Added tokens are changed by a replacement as all others are."""
        literal = {} if self.byte_fallback else {i: name for i, name in enumerate(self.names) if name in self.bytes}
        spoken = dict(literal)
        for token_id, text in (self.spoken | literal).items():
            changed = text
            for old, new in self.replacements:
                changed = changed.replace(old, new)
            if changed != self.added.get(token_id):
                spoken[token_id] = changed
        return Decoding(
            byte_alphabet=self.byte_alphabet,
            replacements=tuple(self.replacements),
            spoken=tuple(sorted(spoken.items())),
            joiner=self.joiner,
            first_token_drops=self.first_token_drops,
            last_token_drops=self.last_token_drops,
            drop_first=self.drop_first,
            drop_last=self.drop_last,
        )


def read_decoder(
    place: Place, names: Sequence[str], added: dict[int, str], spoken: dict[int, str], byte_names: frozenset[str]
) -> ReadDecoder:
    """What this value does to tokens with these names; see ReadDecoder. Raises FormatError, naming the field."""
    read = ReadDecoder(names, added, spoken, byte_names)
    if place.value is None:
        read.joiner = " "
        return read
    for step in _flattened(place):
        kind = step.get("type").of(str)
        if kind not in _READERS:
            raise step.get("type").error(f"is not known, only {', '.join(_READERS)}", _REMEDY)
        if read.fused and kind not in ("Strip", "Fuse", "ByteFallback"):
            raise step.error("stands behind a step that makes one text of all tokens", _REMEDY)
        _READERS[kind](read, step)
    return read


def _flattened(place: Place) -> Iterator[Place]:
    if place.get("type").value == "Sequence":
        for step in place.get("decoders").items():
            yield from _flattened(step)
    else:
        yield place


def _read_byte_level(read: ReadDecoder, step: Place) -> None:
    if read.replacements or read.byte_fallback:
        raise step.error("stands behind a step that changes the tokens", _REMEDY)
    read.byte_alphabet = read.fused = True


def _read_fallback(read: ReadDecoder, _step: Place) -> None:
    if not read.fused:
        read.byte_fallback = True


def _read_fuse(read: ReadDecoder, _step: Place) -> None:
    read.fused = True


def _read_replace(read: ReadDecoder, step: Place) -> None:
    pattern = step.get("pattern").get("String")
    if not pattern.of(str):
        raise pattern.error("is empty and would match everywhere", _REMEDY)
    read.replacements.append((pattern.value, step.get("content").of(str)))


def _read_strip(read: ReadDecoder, step: Place) -> None:
    first, last = step.get("start", 0).of(int), step.get("stop", 0).of(int)
    if (first, last) == (0, 0):
        return
    step.get("content").require(" ")
    if not read.fused:
        raise step.error("takes spaces off every token, not off the text", _REMEDY)
    if not 0 <= first < 2**31 or not 0 <= last < 2**31:
        raise step.error("takes no sensible number of spaces off", _REMEDY)
    read.drop_first += first
    read.drop_last += last


def _read_metaspace(read: ReadDecoder, step: Place) -> None:
    sign = step.get("replacement")
    if len(sign.of(str)) != 1:
        raise sign.error("is not one character", _REMEDY)
    if metaspace_scheme(step) != "never":
        _require_first(read, step, sign.value)
        read.first_token_drops = sign.value
    read.replacements.append((sign.value, " "))


def _read_bpe_decoder(read: ReadDecoder, step: Place) -> None:
    """The suffix becomes a space, but nothing in the last token."""
    suffix = step.get("suffix", "</w>")
    if not suffix.of(str):
        raise suffix.error("is empty and would match everywhere", _REMEDY)
    _require_first(read, step, suffix.value)
    read.replacements.append((suffix.value, " "))
    read.last_token_drops = suffix.value


def _require_first(read: ReadDecoder, step: Place, sign: str) -> None:
    """What is done to the first or last token alone must be done before all else, and to no added token."""
    if read.replacements:
        raise step.error("stands behind a step that changes the tokens", _REMEDY)
    wrong = next((text for text in read.spoken.values() if sign in text), None)
    if wrong is not None:
        raise step.error(f"does to the added token {wrong!r:.80} what depends on its place", _REMEDY)


_READERS: Final[dict[str, Callable[[ReadDecoder, Place], None]]] = {
    "ByteLevel": _read_byte_level,
    "ByteFallback": _read_fallback,
    "Fuse": _read_fuse,
    "Replace": _read_replace,
    "Strip": _read_strip,
    "Metaspace": _read_metaspace,
    "BPEDecoder": _read_bpe_decoder,
}

BYTE_LEVEL_DECODER: Final = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}


def write_decoder(decoding: Decoding, *, byte_level: bool, byte_fallback: bool) -> dict[str, Any] | None:
    """The value of `decoder`. Raises FormatError for what the library has no step for."""
    if decoding == (AS_THEY_ARE if byte_level else Decoding(byte_alphabet=True)):
        return dict(BYTE_LEVEL_DECODER)
    if byte_level:
        raise _not_written()
    if decoding == Decoding(joiner=" ") and not byte_fallback:
        return None
    plain = Decoding(replacements=decoding.replacements, drop_first=decoding.drop_first, drop_last=decoding.drop_last)
    if decoding != plain:
        raise _not_written()
    steps: list[dict[str, Any]] = [
        {"type": "Replace", "pattern": {"String": old}, "content": new} for old, new in decoding.replacements
    ]
    steps += [{"type": "ByteFallback"}] * byte_fallback + [{"type": "Fuse"}]
    if decoding.drop_first or decoding.drop_last:
        steps.append({"type": "Strip", "content": " ", "start": decoding.drop_first, "stop": decoding.drop_last})
    return steps[0] if len(steps) == 1 else {"type": "Sequence", "decoders": steps}


def _not_written() -> FormatError:
    return FormatError(
        "how the tokens become text again",
        "is written to a tokenizer.json only as it was read from one",
        "Save in another format",
    )
