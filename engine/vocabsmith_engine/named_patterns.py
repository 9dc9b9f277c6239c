"""The pre-tokenization patterns known by name, as their makers published them.

A name stands for successive splits: the first cuts the text, the next cuts every piece of the first as if it stood
alone, and so on. What a pattern does not match is a piece of its own. Most names have one split, `none` has none.
"""

from __future__ import annotations

from typing import Final

_CONTRACTION: Final = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_WHITE_SPACE: Final = r"\s*[\r\n]+|\s+(?!\S)|\s+"

_GPT2: Final = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"

_CL100K: Final = _CONTRACTION + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|" + _WHITE_SPACE

_QWEN2: Final = _CL100K.replace(r"\p{N}{1,3}", r"\p{N}")

_O200K: Final = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    + _CONTRACTION
    + r"?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
    + _CONTRACTION
    + r"?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|"
    + _WHITE_SPACE
)

_NANOCHAT: Final = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,2}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"
)

_CHINESE_AND_JAPANESE: Final = "[一-龥\u3040-ゟ゠-ヿ]+"

_DEEPSEEK3_WORDS: Final = (
    r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|"""
    + _WHITE_SPACE
)

NAMED_SPLITS: Final[dict[str, tuple[str, ...]]] = {
    "gpt2": (_GPT2,),
    "cl100k": (_CL100K,),
    "llama3": (_CL100K,),
    "qwen2": (_QWEN2,),
    "o200k": (_O200K,),
    "nanochat": (_NANOCHAT,),
    "deepseek3": (r"\p{N}{1,3}", _CHINESE_AND_JAPANESE, _DEEPSEEK3_WORDS),
    "digits": (r"\p{N}", _GPT2),
    "whitespace": (r" ?\S+",),
    "none": (),
}

LABELS: Final[dict[str, str]] = {
    "gpt2": "GPT-2",
    "cl100k": "GPT-4 (cl100k)",
    "llama3": "Llama 3",
    "qwen2": "Qwen 2",
    "o200k": "GPT-4o (o200k)",
    "nanochat": "nanochat",
    "deepseek3": "DeepSeek-V3",
    "digits": "GPT-2 with single digits",
    "whitespace": "White space",
    "none": "None: each document is one piece",
}
