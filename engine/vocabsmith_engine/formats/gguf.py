"""GGUF: a vocabulary for llama.cpp, without a model. The `gguf` package writes it; gguf_reading.py reads it back.

The pattern is not in the file, only the name that llama.cpp compiled it in under.
"""

from __future__ import annotations

import tempfile
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats import gguf_names as names
from vocabsmith_engine.formats.base import Check, Format, PlannedFile
from vocabsmith_engine.formats.checking import can_read, check_same, compare_ids
from vocabsmith_engine.formats.gguf_limits import cannot_carry, comparable
from vocabsmith_engine.formats.gguf_reading import load
from vocabsmith_engine.formats.nasty_strings import nasty_strings
from vocabsmith_engine.formats.spelled_vocabulary import spelled_merges, spelled_tokens
from vocabsmith_engine.templates import Template
from vocabsmith_engine.tokenizer import Tokenizer

if TYPE_CHECKING:
    from gguf import GGUFWriter

_ARCHITECTURE: Final = "llama"


def plan(tokenizer: Tokenizer, name: str) -> tuple[PlannedFile, ...]:
    """The one file."""
    from gguf import GGUFWriter  # noqa: PLC0415 - only where it is needed: the package must be quick to import

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vocabulary.gguf"
        writer = GGUFWriter(path, _ARCHITECTURE)
        _add_vocabulary(writer, tokenizer)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.close()
        return (PlannedFile(f"{name}.gguf", path.read_bytes()),)


def _add_vocabulary(writer: GGUFWriter, tokenizer: Tokenizer) -> None:
    """Every key that llama.cpp looks at. No name: it gives tokens of some names other rules."""
    writer.add_tokenizer_model(names.BYTE_LEVEL)
    writer.add_tokenizer_pre(names.PATTERNS[tokenizer.pretokenizer.name].pre)
    writer.add_token_list(spelled_tokens(tokenizer))
    writer.add_token_types(_types(tokenizer))
    writer.add_token_merges([f"{left} {right}" for left, right in spelled_merges(tokenizer)])
    for role, text in (tokenizer.roles or {}).items():
        writer.add_uint32(names.ROLE_KEYS[role], tokenizer.special_tokens[text])
    template = tokenizer.template or Template()
    writer.add_add_bos_token(bool(template.prefix))
    writer.add_add_eos_token(bool(template.suffix))
    if tokenizer.chat_template is not None:
        writer.add_chat_template(tokenizer.chat_template)


def _types(tokenizer: Tokenizer) -> list[int]:
    types = np.full(tokenizer.vocab_size, names.NORMAL)
    for token in tokenizer.all_added_tokens:
        types[token.id] = names.CONTROL if token.special else names.USER_DEFINED
    return types.tolist()


def verify(folder: Path, tokenizer: Tokenizer) -> tuple[Check, ...]:
    """Read the file back, and compare ids with llama.cpp if its Python package is installed."""
    [file] = folder.glob("*.gguf")
    loaded = load(file)
    own = check_same(tokenizer, loaded, _same_pattern)
    if loaded.chat_template != tokenizer.chat_template:
        raise FormatError(
            "the chat template read back", "is not the one saved", "Nothing was saved; please report this"
        )
    return (own, _compare_with_library(file, tokenizer)) if can_read(names.LIBRARY, folder) else (own,)


def _same_pattern(tokenizer: Tokenizer, loaded: Tokenizer) -> bool:
    """Whether both cut alike: two of our names stand for one of llama.cpp's."""
    return tokenizer.pretokenizer.splits == loaded.pretokenizer.splits and not loaded.normalizer


def _compare_with_library(file: Path, tokenizer: Tokenizer) -> Check:
    library = import_module(names.LIBRARY)  # only where it is needed: it loads all of llama.cpp
    theirs = library.Llama(str(file), vocab_only=True, verbose=False)
    strings = [text for text in nasty_strings(tokenizer.special_tokens) if comparable(tokenizer, text)]
    return compare_ids(
        "llama.cpp",
        tokenizer,
        lambda text: theirs.tokenize(text.encode(), add_bos=tokenizer.template is not None, special=True),
        strings,
    )


def loading_code(folder: Path) -> dict[str, str]:
    """Lines that load the file."""
    file = repr(str(folder / f"{folder.resolve().name}.gguf"))
    return {
        "llama_cpp": f"from llama_cpp import Llama\n\ntok = Llama({file}, vocab_only=True)\n",
        "vocabsmith": f"from vocabsmith_engine import Tokenizer\n\ntok = Tokenizer.load({file})\n",
    }


FORMAT: Final = Format("gguf", "GGUF (llama.cpp)", plan, cannot_carry, verify, load, loading_code)
