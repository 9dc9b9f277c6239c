"""Random models of other libraries, as no training would give them, with the encoder that must agree with each."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import sentencepiece
import tokenizers
from sentencepiece import sentencepiece_model_pb2

from vocabsmith_engine import _models

NO_TOKEN = 0xFFFFFFFF
UNIGRAM, PAIRS = 1, 2
NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = range(1, 7)

Uint64s = npt.NDArray[np.uint64]


def spelled_byte(byte: int) -> str:
    return f"<0x{byte:02X}>"


def encode(encoder: Any, text: str | bytes) -> tuple[list[int], list[tuple[int, int]]]:
    """Ids and spans of a text as one piece."""
    data = text.encode() if isinstance(text, str) else text
    ids, spans = encoder.encode_pieces(data, np.array([0], np.uint64), np.array([len(data)], np.uint64))
    return ids.tolist(), [tuple(span) for span in spans.tolist()]


@dataclass(frozen=True)
class RandomModel:
    letters: str
    library: Any
    encoder: Any
    spans_agree: bool  # whether the library's own place of each token is right
    sums_agree: bool = False  # and whether its list of the best cuts has the sums of its encoder

    def texts(self, dice: random.Random, number: int) -> Iterator[str]:
        """Mostly of the letters that the tokens are made of, some long, some that repeat themselves."""
        strange = self.letters * 4 + "z é😀<"
        for _ in range(number):
            letters = strange if dice.random() < 0.7 else self.letters
            text = "".join(dice.choices(letters, k=dice.randint(1, dice.choice([1, 2, 5, 13, 30, 300]))))
            yield text if dice.random() < 0.8 else text[: 1 + len(text) // 8] * 8


# ---------------------------------------------------------------- merges over characters


def _forms(dice: random.Random, letters: str, prefix: str, suffix: str) -> list[str]:
    forms = [form for c in letters for form in dict.fromkeys((c, prefix + c, c + suffix, prefix + c + suffix))]
    return [form for form in forms if dice.random() < 0.8] or [letters[0]]


def _merges(dice: random.Random, parts: list[str], prefix: str) -> list[tuple[str, str]]:
    merges = []
    for _ in range(dice.randrange(25)):
        left, right = dice.choice(parts), dice.choice(parts)
        # The library cuts the prefix off by its length, whatever stands there.
        if len(right.encode()) > len(prefix) and right[: len(prefix)].isascii() and len(left + right) < 40:
            merges.append((left, right))
            parts.append(left + right[len(prefix) :])
    if dice.random() < 0.5:
        dice.shuffle(merges)
    return merges + (dice.sample(merges, 1) if merges and dice.random() < 0.2 else [])


def character_model(dice: random.Random) -> RandomModel:
    """A BPE model of Hugging Face's library, whose cache is off: it does not tell one vocabulary from another."""
    letters = dice.choice(["ab", "abc", "aé", "▁ab語", 'abx"\\'])
    prefix, suffix = dice.choice(["", "", "", "##", "<0x", "a"]), dice.choice(["", "", "", "</w>", "b"])
    unknown = dice.choice([None, "<unk>", "<unk>", "u"])
    fallback = dice.random() < 0.5
    forms = _forms(dice, letters, prefix, suffix)
    missing = dice.choice([0, 0, 0.02, 0.3]) if fallback else 1
    spelled = [spelled_byte(byte) for byte in range(256) if dice.random() >= missing]
    parts = [*forms, *(dice.sample(spelled, min(5, len(spelled))) if dice.random() < 0.2 else [])]
    if unknown and dice.random() < 0.2:
        parts.append(unknown)
    merges = _merges(dice, parts, prefix)
    words = ["".join(dice.choices(letters, k=dice.randint(1, 3))) for _ in range(dice.randrange(3))]
    texts = list(dict.fromkeys([*([unknown] if unknown else []), *parts, *spelled, *words]))
    dice.shuffle(texts)
    vocab = {text: token for token, text in enumerate(texts)}
    options: dict[str, Any] = {"fuse_unk": dice.random() < 0.5, "ignore_merges": dice.random() < 0.3}
    names = {"unk_token": unknown, "continuing_subword_prefix": prefix, "end_of_word_suffix": suffix}
    model = tokenizers.models.BPE(
        vocab=vocab, merges=merges, byte_fallback=fallback, **options, **{name: x for name, x in names.items() if x}
    )
    tokens = [text.encode() for text in texts]
    byte_ids = np.full(256, NO_TOKEN, np.uint32) if fallback else None
    for byte in range(256) if byte_ids is not None else ():
        if spelled_byte(byte) in vocab:
            byte_ids[byte] = vocab[spelled_byte(byte)]
            tokens[byte_ids[byte]] = bytes([byte])
    rows = [(vocab[left], vocab[right], vocab[left + right[len(prefix) :]]) for left, right in merges]
    encoder = _models.CharacterEncoder(
        tokens,
        byte_ids,
        np.array(rows, np.uint32).reshape(-1, 3),
        [],
        vocab[unknown] if unknown else -1,
        options["fuse_unk"],
        options["ignore_merges"],
        prefix.encode(),
        suffix.encode(),
    )
    agree = unknown is not None and not (fallback or prefix or suffix)
    return RandomModel(letters, tokenizers.Tokenizer(model), encoder, agree)


# ---------------------------------------------------------------- pieces with scores


def _scores(dice: random.Random) -> Any:
    """How scores are made: with many ties, of both signs, of both zeros, so large that sums are set back."""
    return dice.choice(
        [
            lambda: float(-dice.randrange(1, 6)),
            lambda: -dice.random() * 10,
            lambda: float(dice.randrange(-3, 4)),
            lambda: dice.choice([0.0, -0.0, 1.0, -1.0]),
            lambda: -dice.random() * 10 ** dice.randrange(6),
            lambda: dice.choice([-1, 1]) * 0.1 * dice.randrange(1, 30),
        ]
    )


def _texts_of_pieces(dice: random.Random, letters: str) -> list[str]:
    texts = [letter for letter in letters if dice.random() < 0.85] or [letters[0]]
    for _ in range(dice.randrange(40)):
        known = dice.choice(texts) + dice.choice(texts)
        texts.append(known if dice.random() < 0.6 else "".join(dice.choices(letters, k=dice.randint(1, 5))))
    return [text for text in dict.fromkeys(texts) if len(text) <= 30]


def model_proto(pieces: list[tuple[str, float, int]], model_type: int, byte_fallback: bool) -> Any:
    """A SentencePiece model that leaves the text as it is."""
    proto = sentencepiece_model_pb2.ModelProto()  # type: ignore[attr-defined]
    for text, score, kind in pieces:
        proto.pieces.add(piece=text, score=score, type=kind)
    proto.trainer_spec.model_type = model_type
    proto.trainer_spec.byte_fallback = byte_fallback
    proto.normalizer_spec.name = "identity"
    proto.normalizer_spec.add_dummy_prefix = False
    proto.normalizer_spec.remove_extra_whitespaces = False
    proto.normalizer_spec.escape_whitespaces = False
    return proto


def encoder_of(proto: Any) -> Any:
    """The encoder for a SentencePiece model."""
    byte_ids = np.zeros(256, np.uint32) if proto.trainer_spec.byte_fallback else None
    tokens, unknown = [], -1
    for token, piece in enumerate(proto.pieces):
        tokens.append(piece.piece.encode())
        if piece.type == UNKNOWN:
            unknown = token
        if piece.type == BYTE and byte_ids is not None:
            byte = int(piece.piece[3:5], 16)
            tokens[token], byte_ids[byte] = bytes([byte]), token
    kind = _models.UnigramEncoder if proto.trainer_spec.model_type == UNIGRAM else _models.ScoredPairEncoder
    scores = np.array([piece.score for piece in proto.pieces], np.float32)
    return kind(tokens, scores, np.array([piece.type for piece in proto.pieces], np.uint8), byte_ids, unknown)


def scored_model(dice: random.Random, model_type: int) -> RandomModel:
    """A SentencePiece model made by hand, with pieces of all kinds."""
    letters = dice.choice(["a", "ab", "abc", "aé", "▁ab語", "ab😀"])
    score, fallback = _scores(dice), dice.random() < 0.4
    weights = [12, 1, 1.5, 0.3] if dice.random() < 0.7 else [1, 0, 0, 0]
    pieces = [
        (text, score(), dice.choices([NORMAL, USER_DEFINED, UNUSED, CONTROL], weights)[0])
        for text in _texts_of_pieces(dice, letters)
    ]
    if all(kind == CONTROL for _, _, kind in pieces):
        pieces = [("a", -1.0, NORMAL)]
    if not fallback or dice.random() < 0.8:
        pieces.append((dice.choice(["<unk>", "<unk>", "zz", "Q"]), 0.0, UNKNOWN))
    if fallback:
        pieces += [(spelled_byte(byte), 0.0, BYTE) for byte in range(256)]
    dice.shuffle(pieces)
    proto = model_proto(pieces, model_type, fallback)
    # In the library the last of a character's bytes has the place of it all, and a user-defined piece is one place even
    # where it is not taken. Its list of the best cuts measures these in characters, its encoder in bytes. Without a
    # normal piece an unknown character scores the greatest number there is.
    user_defined = any(kind == USER_DEFINED for _, _, kind in pieces)
    library = sentencepiece.SentencePieceProcessor(model_proto=proto.SerializeToString())
    sums_agree = not user_defined and any(kind == NORMAL for _, _, kind in pieces)
    return RandomModel(letters, library, encoder_of(proto), not (fallback or user_defined), sums_agree)
