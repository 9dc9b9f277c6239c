"""Which format a file or folder is in, told by names alone: the content is checked by whoever reads it."""

from __future__ import annotations

from pathlib import Path

from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats.gpt2 import MERGES_FILE, VOCAB_FILE
from vocabsmith_engine.formats.huggingface_reading import TOKENIZER_FILE
from vocabsmith_engine.formats.vocab_tsv import VOCAB_TABLE

_REMEDY = f"Choose a {TOKENIZER_FILE}, a {VOCAB_FILE} with {MERGES_FILE}, or a .tiktoken, .model or .gguf file"
_BY_ENDING = {".tiktoken": "tiktoken", ".model": "sentencepiece", ".gguf": "gguf", ".json": "huggingface"}


def format_of(path: Path) -> str:
    """The name of the format. Raises FormatError for anything that is no tokenizer."""
    if not path.exists():
        raise FormatError(str(path), "does not exist", _REMEDY)
    if not (path.is_dir() or path.is_file()):  # a pipe would be waited for
        raise FormatError(str(path), "is no file", _REMEDY)
    found = _format_of_folder(path) if path.is_dir() else _format_of_file(path)
    if found is None:
        raise FormatError(str(path), "holds no tokenizer" if path.is_dir() else "is no tokenizer file", _REMEDY)
    return found


def _format_of_folder(folder: Path) -> str | None:
    if (folder / TOKENIZER_FILE).exists():
        return "huggingface"
    if (folder / VOCAB_FILE).exists() and (folder / MERGES_FILE).exists():
        return "gpt2"
    for ending, found in _BY_ENDING.items():
        if found != "huggingface" and any(folder.glob(f"*{ending}")):
            return found
    return "vocab_tsv" if (folder / VOCAB_TABLE).exists() else None


def _format_of_file(file: Path) -> str | None:
    if file.name in (VOCAB_FILE, MERGES_FILE):
        return "gpt2"
    return "vocab_tsv" if file.name == VOCAB_TABLE else _BY_ENDING.get(file.suffix.lower())
