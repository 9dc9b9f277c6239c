"""Tells projects and tokenizers from text, among the files that somebody dropped, named or handed over."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from vocabsmith.project import SUFFIX
from vocabsmith_engine import FormatError, Monitor
from vocabsmith_engine.formats.recognising import format_of

_SUFFIXES = frozenset({".json", ".txt", ".tiktoken", ".model", ".gguf"})
_GPT2_FILES = {"vocab.json": "merges.txt", "merges.txt": "vocab.json"}
_SIDE_FILE = "vocabsmith.json"
_MOST_IN_A_FOLDER = 40  # files; a folder with more, or with folders in it, is a corpus that has a tokenizer beside it
_FIRST_BYTES = 4096
_WORDS_OF_TOKENIZERS = (b'"truncation"', b'"padding"', b'"added_tokens"')
_FIRST_OF_SENTENCEPIECE = b"\n"  # the tag of the first piece


@dataclass(slots=True)
class SortedFiles:
    """Files by what they are to be used for, each kind in the order given."""

    projects: list[Path] = field(default_factory=list)
    tokenizers: list[Path] = field(default_factory=list)
    texts: list[Path] = field(default_factory=list)


def sort_files(*, paths: Iterable[Path], monitor: Monitor) -> SortedFiles:
    """Sorts files and folders; reads the first bytes of those whose name does not tell. Raises Stopped."""
    found = SortedFiles()
    for path in dict.fromkeys(paths):
        monitor.raise_if_stopped()
        if path.suffix == SUFFIX:
            found.projects.append(path)
        elif not _is_tokenizer(path):
            found.texts.append(path)
        elif not (path.name in _GPT2_FILES and path.with_name(_GPT2_FILES[path.name]) in found.tokenizers):
            found.tokenizers.append(path)
    return found


def _is_tokenizer(path: Path) -> bool:
    try:
        if os.path.isdir(path):  # noqa: PTH112 (twice as fast, and there may be many thousand files)
            return _is_tokenizer_folder(path)
        return path.suffix.lower() in _SUFFIXES and path.is_file() and _is_tokenizer_file(path)
    except OSError:
        return False  # told where it is listed


def _is_tokenizer_folder(folder: Path) -> bool:
    entries = [entry for entry in islice(folder.iterdir(), _MOST_IN_A_FOLDER + 1) if not entry.name.startswith(".")]
    if len(entries) > _MOST_IN_A_FOLDER or any(entry.is_dir() for entry in entries):
        return False
    try:
        return bool(format_of(folder))
    except FormatError:
        return False


def _is_tokenizer_file(file: Path) -> bool:
    suffix = file.suffix.lower()
    if suffix in {".tiktoken", ".gguf"}:
        return True
    if file.name in _GPT2_FILES:
        return file.with_name(_GPT2_FILES[file.name]).exists()
    if suffix not in {".json", ".model"}:
        return False
    with file.open("rb") as stream:
        first = stream.read(_FIRST_BYTES)
    if suffix == ".model":
        return first.startswith(_FIRST_OF_SENTENCEPIECE)
    side_file = file.name == _SIDE_FILE and b'"format": "vocabsmith"' in first
    return side_file or (first.lstrip().startswith(b"{") and all(word in first for word in _WORDS_OF_TOKENIZERS))
