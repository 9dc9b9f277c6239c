"""Reading a SentencePiece .model file: BPE and unigram, with what prepares the text and what decoding does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.decoding import Decoding
from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats import sentencepiece_proto as proto
from vocabsmith_engine.formats.base import naming_file
from vocabsmith_engine.formats.json_files import Place, read_bytes
from vocabsmith_engine.models import ScoredPairs, Unigram
from vocabsmith_engine.normalization import NO_NORMALIZATION, Normalizer, SentencePieceText
from vocabsmith_engine.normalization.sentencepiece_text import SPACE
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.tokenizer import Tokenizer
from vocabsmith_engine.vocabulary_checks import ROLES

_MOST_PIECES: Final = 2**24
_BYTE_PIECE: Final = re.compile(rb"<0x([0-9A-F]{2})>")
_KINDS: Final = (proto.NORMAL, proto.UNKNOWN, proto.CONTROL, proto.USER_DEFINED, proto.UNUSED, proto.BYTE)
_RESERVED: Final = (proto.UNKNOWN, proto.CONTROL, proto.BYTE)
_REMEDY: Final = "Use a file that sentencepiece or Vocabsmith wrote"


def load(path: Path) -> Tokenizer:
    """The tokenizer in a .model file, or in the folder that holds one. Raises FormatError."""
    file = _the_file_in(path) if path.is_dir() else path
    model = _read_model(file)
    pieces = _read_pieces(file, model)
    with naming_file(file):
        return _tokenizer(model, pieces, file.stem)


def tokenizer_of(model: Any, name: str) -> Tokenizer:
    """The tokenizer of a ModelProto that was made here."""
    return _tokenizer(model, _read_pieces(Path(f"{name}.model"), model), name)


def _the_file_in(folder: Path) -> Path:
    files = sorted(folder.glob("*.model"))
    if len(files) != 1:
        raise FormatError(str(folder), f"holds {len(files)} .model files, not one", "Choose the file itself")
    return files[0]


def _read_model(file: Path) -> Any:
    try:
        model = proto.parsed(read_bytes(file))
    except ValueError as error:
        raise FormatError(str(file), f"is no SentencePiece model: {error}", _REMEDY) from None
    if not model.pieces:
        raise FormatError(str(file), "is no SentencePiece model: it holds no pieces", _REMEDY)
    kind = model.trainer_spec.model_type
    if kind not in (proto.UNIGRAM, proto.BPE):
        name = proto.MODEL_TYPES.get(kind, "of an unknown kind")
        rule = f"is not supported, only {proto.UNIGRAM} (unigram) and {proto.BPE} (bpe)"
        raise FormatError(f"{file}: trainer_spec.model_type {kind} ({name})", rule, "Use a model of these kinds")
    return model


@dataclass(frozen=True, slots=True)
class _Pieces:
    """The pieces by id: how they are spelled, their scores and kinds."""

    texts: list[bytes]
    scores: np.ndarray[Any, np.dtype[np.float32]]
    kinds: np.ndarray[Any, np.dtype[np.uint8]]

    def of_kind(self, kind: int) -> list[int]:
        ids: list[int] = np.flatnonzero(self.kinds == kind).tolist()
        return ids


def _read_pieces(file: Path, model: Any) -> _Pieces:
    """The pieces. Raises FormatError for one that the library would refuse, too."""
    if len(model.pieces) > _MOST_PIECES:
        raise FormatError(str(file), f"holds {len(model.pieces):,} pieces, and no model has so many", _REMEDY)
    first: dict[tuple[bool, bytes], int] = {}
    for piece_id, piece in enumerate(model.pieces):
        place = Place(file, piece.piece.decode(errors="backslashreplace"), f"piece {piece_id}")
        _check_piece(place, piece, model.trainer_spec.byte_fallback)
        earlier = first.setdefault((piece.type in _RESERVED, piece.piece), piece_id)
        if earlier != piece_id:
            raise place.error(f"repeats piece {earlier}", _REMEDY)
    pieces = _Pieces(
        [piece.piece for piece in model.pieces],
        np.array([piece.score for piece in model.pieces], dtype=np.float32),
        np.array([piece.type for piece in model.pieces], dtype=np.uint8),
    )
    _check_all(file, pieces, model.trainer_spec.byte_fallback)
    return pieces


def _check_piece(place: Place, piece: Any, byte_fallback: bool) -> None:
    if piece.type not in _KINDS:
        raise place.error(f"is of the unknown type {piece.type}", _REMEDY)
    if not piece.piece:
        raise place.error("is empty", _REMEDY)
    if len(piece.piece) > proto.LONGEST_PIECE:
        raise place.error(f"has {len(piece.piece):,} bytes, and at most {proto.LONGEST_PIECE:,} are allowed", _REMEDY)
    if b"\0" in piece.piece:
        raise place.error("holds the character NUL", _REMEDY)
    if not np.isfinite(piece.score):
        raise place.error(f"has the score {piece.score}", _REMEDY)
    if piece.type == proto.BYTE:
        if not byte_fallback:
            raise place.error("is a byte, though trainer_spec.byte_fallback is false", _REMEDY)
        if not _BYTE_PIECE.fullmatch(piece.piece):
            raise place.error("is of type BYTE and names none; <0x0A> does", _REMEDY)
    try:
        piece.piece.decode()
    except UnicodeDecodeError:
        raise place.error("is not UTF-8", _REMEDY) from None


def _check_all(file: Path, pieces: _Pieces, byte_fallback: bool) -> None:
    unknown = pieces.of_kind(proto.UNKNOWN)
    if len(unknown) != 1:
        raise FormatError(str(file), f"holds {len(unknown)} pieces of type UNKNOWN, not one", _REMEDY)
    found = {pieces.texts[piece_id] for piece_id in pieces.of_kind(proto.BYTE)}
    if byte_fallback and len(found) != 256:
        raise FormatError(str(file), f"holds {len(found)} byte pieces, not 256", _REMEDY)


def _tokenizer(model: Any, pieces: _Pieces, name: str) -> Tokenizer:
    spec = model.trainer_spec
    kind = ScoredPairs if spec.model_type == proto.BPE else Unigram
    [unknown] = pieces.of_kind(proto.UNKNOWN)
    added = tuple(
        AddedToken(pieces.texts[piece_id].decode(), piece_id, in_text=False)
        for piece_id in (*pieces.of_kind(proto.CONTROL), unknown)
    )
    return Tokenizer(
        [_token(text, kind) for text, kind in zip(pieces.texts, pieces.kinds.tolist(), strict=True)],
        np.zeros((0, 3), dtype=np.uint32),
        {token.text: token.id for token in added},
        Pretokenizer.of("none"),
        added_tokens=added,
        normalizer=Normalizer((_normalisation(model, pieces),)),
        model=kind(pieces.scores, pieces.kinds, _byte_ids(pieces), unknown),
        decoding=_decoding(model, pieces, unknown),
        roles=dict(_roles(model, pieces)) or None,
        name=name,
    )


def _token(text: bytes, kind: int) -> bytes:
    """The bytes that stand for a piece: a byte piece is its byte, all others their text."""
    return bytes.fromhex(text[3:5].decode()) if kind == proto.BYTE else text


def _byte_ids(pieces: _Pieces) -> tuple[int, ...] | None:
    by_byte = {_token(pieces.texts[piece_id], proto.BYTE)[0]: piece_id for piece_id in pieces.of_kind(proto.BYTE)}
    return tuple(by_byte[byte] for byte in range(256)) if by_byte else None


def _normalisation(model: Any, pieces: _Pieces) -> SentencePieceText:
    spec = model.normalizer_spec
    return SentencePieceText(
        spec.precompiled_charsmap,
        spec.add_dummy_prefix,
        spec.remove_extra_whitespaces,
        spec.escape_whitespaces,
        model.trainer_spec.treat_whitespace_as_suffix,
        tuple(pieces.texts[piece_id].decode() for piece_id in pieces.of_kind(proto.USER_DEFINED)),
    )


def _roles(model: Any, pieces: _Pieces) -> Iterator[tuple[str, str]]:
    """The tokens that the library knows by role: those with the name of the role and the type it asks for."""
    control = {pieces.texts[piece_id] for piece_id in pieces.of_kind(proto.CONTROL)}
    [unknown] = pieces.of_kind(proto.UNKNOWN)
    for role in ROLES:
        text: bytes = getattr(model.trainer_spec, f"{role}_piece")
        if text in control or (role == "unk" and text == pieces.texts[unknown]):
            yield role, text.decode()


def _decoding(model: Any, pieces: _Pieces, unknown: int) -> Decoding:
    """Control pieces are silent and the unknown one is spoken as the file says; ▁ is a space."""
    spec = model.normalizer_spec
    surface: str = model.trainer_spec.unk_surface.decode(errors="replace")
    return Decoding(
        replacements=((SPACE, " "),),
        spoken=((unknown, surface), *((piece_id, "") for piece_id in pieces.of_kind(proto.CONTROL))),
        leading_space="each" if spec.remove_extra_whitespaces else "first" if spec.add_dummy_prefix else "keep",
        bytewise=True,
        denormalizer=_denormalisation(model),
    )


def _denormalisation(model: Any) -> Normalizer:
    """What the library does to decoded text, where the file has a map for it."""
    spec = model.denormalizer_spec
    if not spec.precompiled_charsmap:
        return NO_NORMALIZATION
    flags = spec.add_dummy_prefix, spec.remove_extra_whitespaces, spec.escape_whitespaces
    return Normalizer((SentencePieceText(spec.precompiled_charsmap, *flags),))
