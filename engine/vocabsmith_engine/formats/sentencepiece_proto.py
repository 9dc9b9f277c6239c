"""The messages of a SentencePiece .model file, by the field numbers that its makers published.

Only the fields that change ids or text are declared. Texts are bytes here, since nothing makes a damaged file hold
UTF-8, and the kinds of models and pieces are numbers, so that an unknown one can be refused by its number.

The library for messages takes a tenth of a second to be loaded, so that waits for the first model.
"""

from __future__ import annotations

import threading
from functools import cache
from typing import Any, Final

_PACKAGE: Final = "vocabsmith.sentencepiece"

_one_at_a_time = threading.Lock()

# Types and labels, as google.protobuf.descriptor_pb2.FieldDescriptorProto numbers them.
_FLOAT, _INT32, _BOOL, _MESSAGE, _BYTES = 2, 5, 8, 11, 12
_OPTIONAL, _REPEATED = 1, 3

UNIGRAM, BPE = 1, 2
MODEL_TYPES: Final = {UNIGRAM: "unigram", BPE: "bpe", 3: "word", 4: "char"}
NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = 1, 2, 3, 4, 5, 6
LONGEST_PIECE: Final = 7999
"""Bytes; the library refuses more."""

# name: (number, type, default)
_SCALARS: Final[dict[str, dict[str, tuple[int, int, str]]]] = {
    "SentencePiece": {"piece": (1, _BYTES, ""), "score": (2, _FLOAT, "0"), "type": (3, _INT32, "1")},
    "TrainerSpec": {
        "model_type": (3, _INT32, "1"),
        "vocab_size": (4, _INT32, "8000"),
        "treat_whitespace_as_suffix": (24, _BOOL, "false"),
        "byte_fallback": (35, _BOOL, "false"),
        "unk_id": (40, _INT32, "0"),
        "bos_id": (41, _INT32, "1"),
        "eos_id": (42, _INT32, "2"),
        "pad_id": (43, _INT32, "-1"),
        "unk_surface": (44, _BYTES, r" \342\201\207 "),
        "unk_piece": (45, _BYTES, "<unk>"),
        "bos_piece": (46, _BYTES, "<s>"),
        "eos_piece": (47, _BYTES, "</s>"),
        "pad_piece": (48, _BYTES, "<pad>"),
    },
    "NormalizerSpec": {
        "name": (1, _BYTES, ""),
        "precompiled_charsmap": (2, _BYTES, ""),
        "add_dummy_prefix": (3, _BOOL, "true"),
        "remove_extra_whitespaces": (4, _BOOL, "true"),
        "escape_whitespaces": (5, _BOOL, "true"),
    },
    "ModelProto": {},
}
_PARTS: Final = {
    "pieces": (1, "SentencePiece", _REPEATED),
    "trainer_spec": (2, "TrainerSpec", _OPTIONAL),
    "normalizer_spec": (3, "NormalizerSpec", _OPTIONAL),
    "denormalizer_spec": (5, "NormalizerSpec", _OPTIONAL),
}


def model_class() -> Any:
    """The class of the outermost message, ModelProto."""
    with _one_at_a_time:  # messages of two classes would never be equal
        return _made_class()


@cache
def _made_class() -> Any:
    """The pool is our own: the library's messages have names of their own too."""
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory  # noqa: PLC0415

    file = descriptor_pb2.FileDescriptorProto(name="sentencepiece_model", package=_PACKAGE, syntax="proto2")
    for message, fields in _SCALARS.items():
        declared = file.message_type.add(name=message)
        for name, (number, kind, default) in fields.items():
            scalar = declared.field.add(name=name, number=number, label=_OPTIONAL, default_value=default)
            scalar.type = kind  # type: ignore[assignment]
        if message == "ModelProto":
            for name, (number, of, label) in _PARTS.items():
                type_name = f".{_PACKAGE}.{of}"
                declared.field.add(name=name, number=number, label=label, type=_MESSAGE, type_name=type_name)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.ModelProto"))


def parsed(content: bytes) -> Any:
    """The ModelProto in `content`, without fields that are not declared here. Raises ValueError if there is none."""
    from google.protobuf.message import DecodeError  # noqa: PLC0415

    model = model_class()()
    try:
        model.ParseFromString(content)
    except DecodeError as error:
        raise ValueError(str(error)) from None
    return model
