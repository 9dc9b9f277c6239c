"""The pieces of a text as its tokenizer merges inside of them, normalised, each with its place in the original."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from vocabsmith_engine.encoding import Found, Rules, SpecialPolicy
from vocabsmith_engine.errors import told_by_the_engine
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.normalization.aligned_text import AlignedText
from vocabsmith_engine.offsets import OriginalText
from vocabsmith_engine.pretokenization import CutBytes
from vocabsmith_engine.regex_splitting import SECONDS_PER_BATCH
from vocabsmith_engine.text import Int64Array, to_bytes
from vocabsmith_engine.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class TextPiece:
    """The piece around a token.

    Attributes:
        bytes: what it spells where merging begins: with what a normaliser or a splitter made of the text.
        begin, end: its characters in the original text, as Python counts them.
        offset: where the token begins in `bytes`.
    """

    bytes: bytes
    begin: int
    end: int
    offset: int


class _Stretch(NamedTuple):
    """Text between added tokens.

    Attributes:
        first: the number of its first token.
        cut: its pieces.
        spans: (n, 2) the bytes of its n tokens.
        characters: (bytes + 1) how many characters of the cut text begin before each byte.
    """

    first: int
    cut: CutBytes
    spans: Int64Array
    characters: Int64Array

    @classmethod
    def of(cls, first: int, cut: CutBytes, spans: Int64Array) -> _Stretch:
        """The stretch whose tokens are counted from `first` on."""
        begins = (np.frombuffer(cut.data, dtype=np.uint8) & 0xC0) != 0x80
        return cls(first, cut, spans, np.concatenate(([0], np.cumsum(begins, dtype=np.int64))))


@dataclass(frozen=True, slots=True, eq=False)
class TextPieces:
    """All pieces of one text; made by `text_pieces`."""

    _original: OriginalText
    _stretches: tuple[_Stretch, ...]

    def around(self, place: int) -> TextPiece | None:
        """The piece around the token `place`, counted as `encode` gives them; None for one that no piece gave.

        That is an added token that was found in the text, or an id of the template.
        """
        number = bisect_right(self._stretches, place, key=_first_token) - 1
        if number < 0 or place - self._stretches[number].first >= len(self._stretches[number].spans):
            return None
        stretch = self._stretches[number]
        cut = stretch.cut
        at = int(stretch.spans[place - stretch.first, 0])
        piece = min(int(np.searchsorted(cut.ends, at, side="right")), len(cut.ends) - 1)
        begin, end = int(cut.ends[piece - 1]) if piece else 0, int(cut.ends[piece])
        return TextPiece(cut.data[begin:end], *self._in_original(stretch, begin, end), at - begin)

    def _in_original(self, stretch: _Stretch, begin: int, end: int) -> tuple[int, int]:
        text = stretch.cut.text
        assert isinstance(text, AlignedText)
        first, last = int(stretch.characters[begin]), int(stretch.characters[end]) - 1
        code_points = self._original.places.code_points
        return int(code_points[text.begins[first]]), int(code_points[text.ends[last]])


def _first_token(stretch: _Stretch) -> int:
    return stretch.first


def text_pieces(
    tokenizer: Tokenizer,
    text: str,
    special: SpecialPolicy = "allow",
    timeout: float | None = SECONDS_PER_BATCH,
    monitor: Monitor | None = None,
) -> TextPieces:
    """The pieces of `text`; arguments as in `Tokenizer.encode_with_offsets`.

    Raises TokenizerError as encoding does, and Stopped.
    """
    data, encoder = to_bytes(text), tokenizer.text_encoder
    original = OriginalText.of(text, data)
    number = len(tokenizer.template.prefix) if tokenizer.template else 0
    stretches: list[_Stretch] = []
    for item in encoder.items(data, original, Rules(special, monitor, timeout)):
        if isinstance(item, Found):
            number += 1
            continue
        with told_by_the_engine():
            ids, spans = encoder.pieces.ids_and_spans(item.data, item.ends, monitor)
        if len(ids):
            stretches.append(_Stretch.of(number, item, spans))
        number += len(ids)
    return TextPieces(original, tuple(stretches))
