"""A vocabulary, with all that is known of it, as tab-separated values for tables and scripts."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

import numpy as np

from vocabsmith_engine.analysis.byte_rows import Mask
from vocabsmith_engine.analysis.token_uses import TokenUses
from vocabsmith_engine.analysis.vocabulary_kinds import KIND_NAMES
from vocabsmith_engine.analysis.vocabulary_table import VocabularyTable
from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats.vocab_tsv import escaped
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.text import Int64Array

COLUMNS: Final = ("id", "bytes", "text", "length", "rank", "learned", "uses", "script", "kind", "flags")
"""The first line of the file.

- `bytes`: in hexadecimal;
- `text`: on one line, in one cell, and readable; `formats.vocab_tsv.unescaped` gives the bytes back;
- `rank`, `learned`, `uses`: empty where they are not known;
- `flags`: names with commas between them.
"""

_ROWS_AT_ONCE: Final = 8192


def write_table(
    table: VocabularyTable,
    path: str | Path,
    uses: TokenUses | None = None,
    flags: Mapping[str, Mask] | None = None,
    ids: Iterable[int] | Int64Array | None = None,
    *,
    monitor: Monitor | None = None,
) -> None:
    """Write a line for each token, below one with the names of `COLUMNS`, in UTF-8 with line feeds.

    Args:
        table: the vocabulary.
        path: the file, which appears when it is complete; one that is there is replaced.
        uses: how often a corpus uses each, where that was counted.
        flags: name of each flag and (tokens) which have it.
        ids: which tokens, in this order; by default all.
        monitor: told how many tokens are written, in the stage "saving"; can stop it.

    Raises FormatError where nothing can be written, Stopped.
    """
    path, monitor = Path(path), monitor or Monitor()
    rows = np.arange(len(table)) if ids is None else np.fromiter(ids, dtype=np.int64)
    monitor.begin_stage("saving", len(rows))
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with unfinished.open("w", encoding="utf-8", newline="\n") as file:
            file.write("\t".join(COLUMNS) + "\n")
            for begin in range(0, len(rows), _ROWS_AT_ONCE):
                monitor.raise_if_stopped()
                batch = rows[begin : begin + _ROWS_AT_ONCE]
                file.writelines("\t".join(row) + "\n" for row in _rows(table, batch, uses, flags or {}))
                monitor.advance_by(len(batch))
        unfinished.replace(path)
    except OSError as error:
        raise FormatError(str(path), f"cannot be written ({error.strerror})", "Choose another place") from None
    finally:
        unfinished.unlink(missing_ok=True)


def _rows(
    table: VocabularyTable, ids: Int64Array, uses: TokenUses | None, flags: Mapping[str, Mask]
) -> Iterator[tuple[str, ...]]:
    tokens = [table.tokens[token_id] for token_id in ids.tolist()]
    counts = np.full(len(ids), -1) if uses is None else uses.counts[ids]
    return zip(
        map(str, ids.tolist()),
        (token.hex() for token in tokens),
        map(escaped, tokens),
        map(str, table.lengths[ids].tolist()),
        *(map(_known, column.tolist()) for column in (table.ranks[ids], table.learned_counts[ids], counts)),
        (table.script_names[number] for number in table.scripts[ids].tolist()),
        (KIND_NAMES[number] for number in table.kinds[ids].tolist()),
        _flags(flags, ids),
        strict=True,
    )


def _known(number: int) -> str:
    return "" if number < 0 else str(number)


def _flags(flags: Mapping[str, Mask], ids: Int64Array) -> list[str]:
    names = [""] * len(ids)
    for name, mask in flags.items():
        for place in np.flatnonzero(mask[ids]).tolist():
            names[place] += f",{name}" if names[place] else name
    return names
