"""A tokenizer as the ModelProto of a .model file.

What was loaded from such a file goes back as it came. A trained tokenizer keeps all its ids: a byte is a byte piece, a
token that is text is a normal piece whose score is the negative rank of its merge, a special token is a user-defined
piece, and what cannot be text stands as an unused piece that is never given. The library insists on a piece for the
unknown, which comes last and with all bytes there is never given either.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, count
from typing import Any, Final

from vocabsmith_engine.formats import sentencepiece_proto as proto
from vocabsmith_engine.models import ByteLevel, Characters, ScoredPairs, Unigram
from vocabsmith_engine.normalization import Normalizer, SentencePieceText
from vocabsmith_engine.normalization.sentencepiece_text import SPACE
from vocabsmith_engine.tokenizer import Tokenizer
from vocabsmith_engine.vocabulary_checks import ROLES, byte_ids

_AS_IT_IS: Final = Normalizer((SentencePieceText(add_dummy_prefix=False, remove_extra_whitespaces=False),))


@dataclass(frozen=True, slots=True)
class Piece:
    """One entry of the file."""

    text: bytes
    score: float
    kind: int


def model_of(tokenizer: Tokenizer) -> Any:
    """The ModelProto of a tokenizer that `sentencepiece_limits` does not refuse."""
    model = proto.model_class()()
    scored = isinstance(tokenizer.model, ScoredPairs | Unigram)
    for piece in _loaded_pieces(tokenizer) if scored else trained_pieces(tokenizer):
        written = model.pieces.add(piece=piece.text, score=piece.score)
        if piece.kind != proto.NORMAL:  # the library leaves it out as well
            written.type = piece.kind
    model.trainer_spec.model_type = proto.UNIGRAM if isinstance(tokenizer.model, Unigram) else proto.BPE
    model.trainer_spec.vocab_size = len(model.pieces)
    model.trainer_spec.byte_fallback = any(piece.type == proto.BYTE for piece in model.pieces)
    _add_roles(model, tokenizer)
    _set_spaces_and_map(model.normalizer_spec, _step(tokenizer.normalizer if scored else _AS_IT_IS))
    if scored:
        _add_decoding(model, tokenizer)
    return model


def _loaded_pieces(tokenizer: Tokenizer) -> Iterator[Piece]:
    """The pieces as they were read."""
    settings = tokenizer.model
    assert isinstance(settings, ScoredPairs | Unigram)
    for token, score, kind in zip(tokenizer.tokens, settings.scores.tolist(), settings.kinds.tolist(), strict=True):
        yield Piece(_byte_piece(token[0]) if kind == proto.BYTE else token, score, kind)


def trained_pieces(tokenizer: Tokenizer) -> list[Piece]:
    """A piece for each id of a tokenizer that merges by rank, and behind them what the library insists on."""
    bytes_of = {token_id: value for value, token_id in enumerate(byte_ids_of(tokenizer))}
    specials = {token_id: _with_spaces(text.encode()) for text, token_id in tokenizer.special_tokens.items()}
    spaced = spells_space_by_its_byte(tokenizer)
    if spaced:
        del bytes_of[byte_ids_of(tokenizer)[ord(" ")]]
    taken = set(specials.values())
    scores = _scores(tokenizer)
    pieces: list[Piece] = []
    for token_id, token in enumerate(tokenizer.tokens):
        if token_id in specials:
            pieces.append(Piece(specials[token_id], 0.0, proto.USER_DEFINED))
        elif token_id in bytes_of:
            pieces.append(Piece(_byte_piece(bytes_of[token_id]), 0.0, proto.BYTE))
        elif is_text(token) and _with_spaces(token) not in taken:
            pieces.append(Piece(_with_spaces(token), scores[token_id], proto.NORMAL))
        else:
            pieces.append(Piece(_stand_in(token), 0.0, proto.UNUSED))
    if spaced:
        pieces.append(Piece(_byte_piece(ord(" ")), 0.0, proto.BYTE))
    return [*_told_apart(pieces), Piece(_unknown_piece(pieces), 0.0, proto.UNKNOWN)]


def spells_space_by_its_byte(tokenizer: Tokenizer) -> bool:
    """Whether the space has no token but its byte.

    The library writes a space ▁ and would spell that by three bytes. So the id goes to the piece ▁, and the byte piece,
    which the library misses otherwise, comes behind all ids and never occurs.
    """
    space = byte_ids_of(tokenizer)[ord(" ")]
    return not any(token == b" " for token_id, token in enumerate(tokenizer.tokens) if token_id != space)


def byte_ids_of(tokenizer: Tokenizer) -> tuple[int, ...]:
    """The ids of the 256 bytes; none where the vocabulary has no bytes."""
    if isinstance(tokenizer.model, ByteLevel):
        ids: list[int] = byte_ids(tokenizer.tokens, tokenizer.special_tokens).tolist()
        return tuple(ids)
    return (tokenizer.model.byte_ids or ()) if isinstance(tokenizer.model, Characters) else ()


def is_text(token: bytes) -> bool:
    """Whether a token can be a piece: UTF-8, no NUL, not too long, and no ▁, which stands for the space there."""
    try:
        text = token.decode()
    except UnicodeDecodeError:
        return False
    return "\0" not in text and SPACE not in text and len(_with_spaces(token)) <= proto.LONGEST_PIECE


def _with_spaces(token: bytes) -> bytes:
    return token.replace(b" ", SPACE.encode())


def _byte_piece(value: int) -> bytes:
    return b"<0x%02X>" % value


def _stand_in(token: bytes) -> bytes:
    """What an unused piece is called: its bytes, as far as they fit."""
    return b"<0x%s>" % token[: proto.LONGEST_PIECE // 4].hex().upper().encode()


def _told_apart(pieces: list[Piece]) -> Iterator[Piece]:
    """The pieces, with a number behind the name of an unused one that is called as another."""
    taken = {piece.text for piece in pieces if piece.kind != proto.UNUSED}
    for piece_id, piece in enumerate(pieces):
        text = piece.text
        if piece.kind == proto.UNUSED:
            text = _free_name(text, b"%s_%d" % (text, piece_id), taken)
            taken.add(text)
        yield Piece(text, piece.score, piece.kind)


def _unknown_piece(pieces: list[Piece]) -> bytes:
    return _free_name(b"<unk>", b"<unk>", {piece.text for piece in pieces})


def _free_name(name: bytes, other: bytes, taken: set[bytes]) -> bytes:
    """`name`, or `other` with the first number behind it that makes it a new one."""
    return next(text for text in chain((name, other), (b"%s_%d" % (other, n) for n in count())) if text not in taken)


def _scores(tokenizer: Tokenizer) -> list[float]:
    """Each token's negative rank; tokens that no merge makes come after all merges."""
    first_rank: dict[int, int] = {}
    for rank, token_id in enumerate(tokenizer.merges[:, 2].tolist()):
        first_rank.setdefault(token_id, rank)
    others = count(len(tokenizer.merges))
    return [
        -float(first_rank[token_id] if token_id in first_rank else next(others))
        for token_id in range(tokenizer.vocab_size)
    ]


def _add_roles(model: Any, tokenizer: Tokenizer) -> None:
    """The names that the library looks for, and ids for those who read the file otherwise."""
    roles = dict(tokenizer.roles or {})
    unknown = next(piece for piece in model.pieces if piece.type == proto.UNKNOWN)
    ids = {piece.piece: piece_id for piece_id, piece in enumerate(model.pieces)}
    for role in ROLES:
        text = unknown.piece if role == "unk" else _with_spaces(roles[role].encode()) if role in roles else None
        if text is not None:
            setattr(model.trainer_spec, f"{role}_piece", text)
        setattr(model.trainer_spec, f"{role}_id", -1 if text is None else ids[text])


def _step(normalizer: Normalizer) -> SentencePieceText:
    [step] = normalizer.steps or _AS_IT_IS.steps
    assert isinstance(step, SentencePieceText)
    return step


def _set_spaces_and_map(spec: Any, step: SentencePieceText) -> None:
    spec.name = b"user_defined" if step.character_map else b"identity"
    spec.precompiled_charsmap = step.character_map
    spec.add_dummy_prefix = step.add_dummy_prefix
    spec.remove_extra_whitespaces = step.remove_extra_whitespaces
    spec.escape_whitespaces = step.escape_whitespaces


def _add_decoding(model: Any, tokenizer: Tokenizer) -> None:
    """How the unknown is spoken, where the added space stands, and what is done to decoded text."""
    unknown = next(piece_id for piece_id, piece in enumerate(model.pieces) if piece.type == proto.UNKNOWN)
    model.trainer_spec.unk_surface = dict(tokenizer.decoding.spoken)[unknown].encode()
    model.trainer_spec.treat_whitespace_as_suffix = _step(tokenizer.normalizer).whitespace_as_suffix
    if tokenizer.decoding.denormalizer:
        _set_spaces_and_map(model.denormalizer_spec, _step(tokenizer.decoding.denormalizer))
