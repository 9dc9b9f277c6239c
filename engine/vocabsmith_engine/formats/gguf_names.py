"""The names of GGUF's keys, and what llama.cpp calls the patterns that are compiled into it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LIBRARY: Final = "llama_cpp"

ARCHITECTURE: Final = "general.architecture"
MODEL: Final = "tokenizer.ggml.model"
PRE: Final = "tokenizer.ggml.pre"
TOKENS: Final = "tokenizer.ggml.tokens"
TOKEN_TYPES: Final = "tokenizer.ggml.token_type"
MERGES: Final = "tokenizer.ggml.merges"
ADD_BOS: Final = "tokenizer.ggml.add_bos_token"
ADD_EOS: Final = "tokenizer.ggml.add_eos_token"
CHAT_TEMPLATE: Final = "tokenizer.chat_template"
BYTE_LEVEL: Final = "gpt2"

ROLE_KEYS: Final = {
    "bos": "tokenizer.ggml.bos_token_id",
    "eos": "tokenizer.ggml.eos_token_id",
    "pad": "tokenizer.ggml.padding_token_id",
    "unk": "tokenizer.ggml.unknown_token_id",
}

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED = 1, 2, 3, 4, 5


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern of llama.cpp.

    Attributes:
        pre: what a file calls it.
        llama3: whether it does as Llama 3: whole pieces are looked up before merging, and bos stands in front of a text
            unless the file says otherwise.
    """

    pre: str
    llama3: bool = False


PATTERNS: Final = {
    "gpt2": Pattern("gpt-2"),
    "cl100k": Pattern("llama-bpe", llama3=True),
    "llama3": Pattern("llama-bpe", llama3=True),
    "qwen2": Pattern("qwen2"),
    "o200k": Pattern("gpt-4o"),
    "deepseek3": Pattern("deepseek-v3"),
}
