"""What the tokenizers library writes today and older files leave out: without it the library refuses some of them."""

from __future__ import annotations

from typing import Any, Final

_BYTE_LEVEL: Final = {"add_prefix_space": True, "trim_offsets": True, "use_regex": True}

DEFAULTS: Final[dict[str, dict[str, dict[str, Any]]]] = {
    "normalizer": {
        "BertNormalizer": {"clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True},
        "Strip": {"strip_left": True, "strip_right": True},
    },
    "pre_tokenizer": {
        "ByteLevel": _BYTE_LEVEL,
        "Digits": {"individual_digits": False},
        "FixedLength": {"length": 5},
        "Metaspace": {"split": True},
        "Punctuation": {"behavior": "Isolated"},
        "Split": {"invert": False},
    },
    "post_processor": {
        "ByteLevel": _BYTE_LEVEL,
        "RobertaProcessing": {"trim_offsets": True, "add_prefix_space": True},
    },
    "decoder": {
        "BPEDecoder": {"suffix": "</w>"},
        "ByteLevel": _BYTE_LEVEL,
        "Metaspace": {"split": True},
        "Strip": {"start": 0, "stop": 0},
    },
}
"""For each part of a tokenizer.json and each type in it, the fields that may be missing."""


def completed(parts: dict[str, Any]) -> dict[str, Any]:
    """The parts of a tokenizer.json with all their fields; those that stand there already stay as they are."""
    return {name: _completed(value, DEFAULTS[name]) if name in DEFAULTS else value for name, value in parts.items()}


def _completed(value: Any, defaults: dict[str, dict[str, Any]]) -> Any:
    if isinstance(value, list):
        return [_completed(entry, defaults) for entry in value]
    if not isinstance(value, dict) or "type" not in value:
        return value
    missing = {key: default for key, default in defaults.get(value["type"], {}).items() if key not in value}
    return {key: _completed(entry, defaults) for key, entry in value.items()} | missing
