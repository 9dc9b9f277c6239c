"""A small tokenizer.json as others write it, with one thing or another changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from vocabsmith_engine import Tokenizer
from vocabsmith_engine.byte_alphabet import GLYPH_OF_BYTE, GPT2_ORDER

BYTE_LEVEL: Final = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
BYTE_VOCAB: Final = {GLYPH_OF_BYTE[byte]: token_id for token_id, byte in enumerate(GPT2_ORDER)}


def minimal(**changes: Any) -> dict[str, Any]:
    """The bytes, two merges as strings, one special token; `model__type` changes `type` of `model`."""
    vocab = {**BYTE_VOCAB, "Ġa": 256, "Ġab": 257, "<s>": 258}
    content: dict[str, Any] = {
        "version": "1.0",
        "added_tokens": [{"id": 258, "content": "<s>", "special": True}],
        "normalizer": None,
        "pre_tokenizer": BYTE_LEVEL,
        "post_processor": {"type": "ByteLevel", "trim_offsets": False},
        "decoder": {"type": "ByteLevel"},
        "model": {"dropout": None, "unk_token": "", "vocab": vocab, "merges": ["Ġ a", "Ġa b"]},
    }
    for way, value in changes.items():
        target = content
        *above, last = way.split("__")
        for key in above:
            target = target[key]
        target[last] = value
    return content


def characters(*texts: str, merges: tuple[str, ...] = (), **changes: Any) -> dict[str, Any]:
    """A model over characters, without byte alphabet, special tokens, pre-tokenizer and decoder but Fuse."""
    plain: dict[str, Any] = {
        "added_tokens": [],
        "pre_tokenizer": None,
        "post_processor": None,
        "decoder": {"type": "Fuse"},
    }
    vocab = {text: token_id for token_id, text in enumerate(texts)}
    return minimal(**{**plain, "model": {"type": "BPE", "vocab": vocab, "merges": list(merges)}, **changes})


def load(content: object, folder: Path) -> Tokenizer:
    """The tokenizer of a tokenizer.json with this content in `folder`."""
    (folder / "tokenizer.json").write_text(json.dumps(content), "utf-8")
    return Tokenizer.load(folder / "tokenizer.json")


def sequence(*steps: dict[str, Any]) -> dict[str, Any]:
    """Pre-tokenizers one after the other."""
    return {"type": "Sequence", "pretokenizers": list(steps)}
