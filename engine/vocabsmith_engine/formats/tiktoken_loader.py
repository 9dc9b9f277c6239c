"""The small Python file beside NAME.tiktoken that makes a `tiktoken.Encoding` of it."""

from __future__ import annotations

import re
from string import Template
from typing import Final

from vocabsmith_engine.formats.tiktoken_pattern import tiktoken_pattern
from vocabsmith_engine.tokenizer import Tokenizer

_SOURCE: Final = Template('''\
"""Makes a tiktoken.Encoding of the .tiktoken file beside this one. Written by Vocabsmith.

    from $module import load

    encoding = load()
"""

from base64 import b64decode
from pathlib import Path

import tiktoken

NAME = $name
FILE = Path(__file__).with_name($file)
PATTERN = $pattern
SPECIAL_TOKENS = $special_tokens


def load(path=FILE):
    """Read the ranks (not with tiktoken's own reader, which would keep a copy and not see later changes)."""
    ranks = {}
    for line in Path(path).read_bytes().splitlines():
        token, rank = line.split()
        ranks[b64decode(token, validate=True)] = int(rank)
    return tiktoken.Encoding(
        NAME,
        pat_str=PATTERN,
        mergeable_ranks=ranks,
        special_tokens=SPECIAL_TOKENS,
        explicit_n_vocab=len(ranks) + len(SPECIAL_TOKENS),
    )
''')


def loader_name(name: str) -> str:
    """The loader's file name: `load_NAME.py` with NAME made fit for `import`."""
    return f"load_{_identifier(name)}.py"


def _identifier(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_]", "_", name)


def loader_source(tokenizer: Tokenizer, name: str) -> str:
    """The Python source of the loader; every text stands in it as an ASCII literal."""
    return _SOURCE.substitute(
        module=f"load_{_identifier(name)}",
        name=ascii(name),
        file=ascii(f"{name}.tiktoken"),
        pattern=ascii(tiktoken_pattern(tokenizer.pretokenizer)),
        special_tokens=ascii(dict(tokenizer.special_tokens)),
    )
