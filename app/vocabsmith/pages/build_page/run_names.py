"""What runs and the tokenizers that come of them are called. Free of Qt."""

from __future__ import annotations

from collections.abc import Container, Sequence
from pathlib import Path

from vocabsmith_engine.corpus import shown


def name_of_run(paths: Sequence[Path], vocab_size: int) -> str:
    """The first source and the size: "handbook 32k". A name that is no text is given as it can be shown."""
    return f"{shown(Path(paths[0].stem or paths[0].name))} {short_size(vocab_size)}"


def short_size(vocab_size: int) -> str:
    """32000 → "32k"; 18432 → "18,432"."""
    thousands, rest = divmod(vocab_size, 1000)
    return f"{thousands}k" if thousands and not rest else f"{vocab_size:,}"


def name_at_size(name: str, full_size: int, size: int) -> str:
    """The name of a run's tokenizer at a smaller size: "handbook 32k" at 18,432 is "handbook 18,432"."""
    if size == full_size:
        return name
    ending = f" {short_size(full_size)}"
    return f"{name.removesuffix(ending)} {size:,}"


def free_name(wanted: str, taken: Container[str]) -> str:
    """`wanted`, or `wanted 2`, `wanted 3`, … if there is one of that name."""
    number, name = 1, wanted
    while name in taken:
        number += 1
        name = f"{wanted} {number}"
    return name
