"""The messages of a SentencePiece .model file, by the field numbers that its makers published.

Only the fields that change ids or text are declared. Texts are bytes here, since nothing makes a damaged file hold
UTF-8, and the kinds of models and pieces are numbers, so that an unknown one can be refused by its number.
"""

from __future__ import annotations

from typing import Any, Final

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import DecodeError

_Field = descriptor_pb2.FieldDescriptorProto
_PACKAGE: Final = "vocabsmith.sentencepiece"

_BOOL, _BYTES, _FLOAT, _INT32 = _Field.TYPE_BOOL, _Field.TYPE_BYTES, _Field.TYPE_FLOAT, _Field.TYPE_INT32

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
    "pieces": (1, "SentencePiece", _Field.LABEL_REPEATED),
    "trainer_spec": (2, "TrainerSpec", _Field.LABEL_OPTIONAL),
    "normalizer_spec": (3, "NormalizerSpec", _Field.LABEL_OPTIONAL),
    "denormalizer_spec": (5, "NormalizerSpec", _Field.LABEL_OPTIONAL),
}


def _model_class() -> Any:
    """The class of the outermost message. The pool is our own: the library's messages have names of their own too."""
    file = descriptor_pb2.FileDescriptorProto(name="sentencepiece_model", package=_PACKAGE, syntax="proto2")
    for message, fields in _SCALARS.items():
        declared = file.message_type.add(name=message)
        for name, (number, kind, default) in fields.items():
            scalar = declared.field.add(name=name, number=number, label=_Field.LABEL_OPTIONAL, default_value=default)
            scalar.type = kind  # type: ignore[assignment]
        if message == "ModelProto":
            for name, (number, of, label) in _PARTS.items():
                type_name = f".{_PACKAGE}.{of}"
                declared.field.add(name=name, number=number, label=label, type=_Field.TYPE_MESSAGE, type_name=type_name)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.ModelProto"))


ModelProto: Final = _model_class()


def parsed(content: bytes) -> Any:
    """The ModelProto in `content`, without fields that are not declared here. Raises ValueError if there is none."""
    model = ModelProto()
    try:
        model.ParseFromString(content)
    except DecodeError as error:
        raise ValueError(str(error)) from None
    return model
