"""Valid .model files, changed by their structure: pieces, settings and the character map."""

from __future__ import annotations

import random
from typing import Any, Final

from mutations import mutated_bytes

from vocabsmith_engine.formats import sentencepiece_proto as proto

_TEXTS: Final = (
    *(b"", b"\0", b"a", b"<unk>", b"<0x41>", b"<0x4>", b"\xff\xfe", b" ", b"a b", b"<s>", b"a" * 8000, b"a" * 7999),
    *("▁".encode(), "▁▁▁".encode(), "é".encode(), "e\u0301".encode(), "▁the".encode() * 50),
)
_NUMBERS: Final = (0, 1, 2, 3, 4, 5, 6, 7, -1, 255, 2**31 - 1, -(2**31))
_SCORES: Final = (0.0, -0.0, 1e38, -1e38, 1e-45, float("nan"), float("inf"), float("-inf"), -1.0)


def mutated_model(content: bytes, dice: random.Random) -> bytes:
    """The file with one to four changes, or with its bytes changed."""
    if dice.random() < 0.2:
        return mutated_bytes(content, dice)
    model = proto.parsed(content)
    for _ in range(dice.randint(1, 4)):
        dice.choice(_CHANGES)(model, dice)
    changed: bytes = model.SerializeToString()
    return changed


def _change_text(model: Any, dice: random.Random) -> None:
    _some_piece(model, dice).piece = dice.choice(_TEXTS)


def _change_score(model: Any, dice: random.Random) -> None:
    _some_piece(model, dice).score = dice.choice(_SCORES)


def _change_type(model: Any, dice: random.Random) -> None:
    _some_piece(model, dice).type = dice.choice(_NUMBERS)


def _drop_piece(model: Any, dice: random.Random) -> None:
    if model.pieces:
        del model.pieces[dice.randrange(len(model.pieces))]


def _add_pieces(model: Any, dice: random.Random) -> None:
    for _ in range(dice.choice((1, 2, 200))):
        text = dice.choice(_TEXTS) + dice.randbytes(2).hex().encode()
        model.pieces.add(piece=text, score=dice.choice(_SCORES), type=dice.choice(_NUMBERS[:8]))


def _change_setting(model: Any, dice: random.Random) -> None:
    spec = dice.choice((model.trainer_spec, model.normalizer_spec, model.denormalizer_spec))
    field = dice.choice(spec.DESCRIPTOR.fields)
    if field.type == field.TYPE_BYTES:
        setattr(spec, field.name, dice.choice(_TEXTS))
    else:
        setattr(spec, field.name, dice.choice((False, True) if field.type == field.TYPE_BOOL else _NUMBERS))


def _change_map(model: Any, dice: random.Random) -> None:
    spec = dice.choice((model.normalizer_spec, model.denormalizer_spec))
    blob = spec.precompiled_charsmap or dice.choice((b"\0\4\0\0", b"")) + dice.randbytes(1200)
    spec.precompiled_charsmap = mutated_bytes(blob, dice)


def _some_piece(model: Any, dice: random.Random) -> Any:
    return dice.choice(model.pieces) if model.pieces else model.pieces.add()


_CHANGES: Final = (
    *(_change_text, _change_score, _change_type, _drop_piece, _add_pieces),
    *(_change_setting, _change_setting, _change_setting, _change_map),
)
