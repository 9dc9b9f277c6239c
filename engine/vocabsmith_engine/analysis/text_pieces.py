"""The pieces of a text as its tokenizer merges inside of them, normalised, each with its place in the original."""

from __future__ import annotations

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
    """Text between added tokens: the number of its first token, its pieces, and (n, 2) the bytes of its n tokens."""

    first: int
    cut: CutBytes
    spans: Int64Array


@dataclass(frozen=True, slots=True, eq=False)
class TextPieces:
    """All pieces of one text; made by `text_pieces`."""

    _original: OriginalText
    _stretches: tuple[_Stretch, ...]

    def around(self, place: int) -> TextPiece | None:
        """The piece around the token `place`, counted as `encode` gives them; None for one that no piece gave.

        That is an added token that was found in the text, or an id of the template.
        """
        number = int(np.searchsorted([stretch.first for stretch in self._stretches], place, side="right")) - 1
        if number < 0 or place - self._stretches[number].first >= len(self._stretches[number].spans):
            return None
        _, cut, spans = self._stretches[number]
        at = int(spans[place - self._stretches[number].first, 0])
        piece = min(int(np.searchsorted(cut.ends, at, side="right")), len(cut.ends) - 1)
        begin, end = int(cut.ends[piece - 1]) if piece else 0, int(cut.ends[piece])
        return TextPiece(cut.data[begin:end], *self._in_original(cut, begin, end), at - begin)

    def _in_original(self, cut: CutBytes, begin: int, end: int) -> tuple[int, int]:
        assert isinstance(cut.text, AlignedText)
        before = len(cut.data[:begin].decode("utf-8", "surrogateescape"))
        last = before + len(cut.data[begin:end].decode("utf-8", "surrogateescape")) - 1
        code_points = self._original.places.code_points
        return int(code_points[cut.text.begins[before]]), int(code_points[cut.text.ends[last]])


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
            stretches.append(_Stretch(number, item, spans))
        number += len(ids)
    return TextPieces(original, tuple(stretches))
