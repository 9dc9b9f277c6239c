"""Tokenizer files of an earlier save that a new one leaves in the folder, where they may be taken for its own."""

from __future__ import annotations

from collections.abc import Container
from contextlib import suppress
from pathlib import Path
from typing import Final

from vocabsmith_engine.formats.base import Note
from vocabsmith_engine.formats.chat_files import CONFIG_FILE, TEMPLATE_FILE
from vocabsmith_engine.formats.side_file import SIDE_FILE

_NAMES: Final = frozenset(
    (
        "tokenizer.json",
        CONFIG_FILE,
        "special_tokens_map.json",
        TEMPLATE_FILE,
        "vocab.json",
        "merges.txt",
        "vocab.tsv",
        SIDE_FILE,
    )
)

_ENDINGS: Final = (".tiktoken", ".model", ".gguf")


def left_over(folder: Path, saved: Container[str]) -> list[Note]:
    """A warning that names what else in `folder` belongs to a tokenizer; none if nothing does."""
    names: list[str] = []
    with suppress(OSError):  # a folder that is still to be made, or must not be listed, shows nothing
        names = sorted(entry.name for entry in folder.iterdir() if _is_known(entry.name) and entry.name not in saved)
    if not names:
        return []
    text = f"The folder also holds {', '.join(names)} from elsewhere, which may be another tokenizer's."
    if TEMPLATE_FILE in names and CONFIG_FILE in saved:
        text += f" Whatever reads {CONFIG_FILE} takes the chat template from {TEMPLATE_FILE} then: remove it."
    return [Note("warning", text)]


def _is_known(name: str) -> bool:
    return name in _NAMES or name.endswith(_ENDINGS)
