"""vocab.tsv: the vocabulary as a table to look at. It holds no merges, so nothing is loaded from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NoReturn

from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats.base import Check, Format, Note, PlannedFile
from vocabsmith_engine.formats.json_files import Place, read_text
from vocabsmith_engine.formats.token_kinds import kinds_of
from vocabsmith_engine.tokenizer import Tokenizer

VOCAB_TABLE: Final = "vocab.tsv"
_COLUMNS: Final = ("id", "bytes", "text", "count", "kind")
_ESCAPES: Final = {"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"}
_UNREADABLE: Final = re.compile("[\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\udc80-\udcff]")
_ESCAPED: Final = re.compile(r"\\(?:([\\tnr])|x([0-9A-F]{2}))")
_ESCAPED_BYTES: Final = {"\\": b"\\", "t": b"\t", "n": b"\n", "r": b"\r"}


def escaped(token: bytes) -> str:
    r"""The text of a token on one line and in one cell, from which `unescaped` gives back the bytes.

    `\\`, `\t`, `\n` and `\r` stand for these characters, and `\xNN` for a byte of anything else that breaks lines,
    is a control character or is no UTF-8.
    """
    return _UNREADABLE.sub(_escape, token.decode(errors="surrogateescape"))


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    known = _ESCAPES.get(character)
    return known or "".join(f"\\x{byte:02X}" for byte in character.encode(errors="surrogateescape"))


def unescaped(text: str) -> bytes:
    """The inverse of `escaped`."""
    parts: list[bytes] = []
    end = 0
    for match in _ESCAPED.finditer(text):
        letter, byte = match.groups()
        parts += [text[end : match.start()].encode(), bytes.fromhex(byte) if byte else _ESCAPED_BYTES[letter]]
        end = match.end()
    return b"".join((*parts, text[end:].encode()))


def plan(tokenizer: Tokenizer, name: str) -> tuple[PlannedFile, ...]:  # noqa: ARG001 - the name is fixed
    """The one file: a line for each id, after a line with the names of the columns."""
    lines = ("\t".join(row) + "\n" for row in (_COLUMNS, *_rows(tokenizer)))
    return (PlannedFile(VOCAB_TABLE, "".join(lines).encode()),)


def _rows(tokenizer: Tokenizer) -> Iterator[tuple[str, ...]]:
    for token_id, (token, kind) in enumerate(zip(tokenizer.tokens, kinds_of(tokenizer), strict=True)):
        yield str(token_id), token.hex(), escaped(token), _count(tokenizer, token_id), kind


def _count(tokenizer: Tokenizer, token_id: int) -> str:
    """How often the pair stood in the corpus when it was merged; empty where that is not known."""
    rank = tokenizer.rank_of(token_id)
    return "" if rank is None or tokenizer.merge_counts is None else str(tokenizer.merge_counts[rank])


def cannot_carry(tokenizer: Tokenizer) -> tuple[Note, ...]:  # noqa: ARG001 - the same for all
    """Everything but the vocabulary."""
    return (Note("info", f"{VOCAB_TABLE} is a table to look at: it holds no merges and no pattern."),)


def verify(folder: Path, tokenizer: Tokenizer) -> tuple[Check, ...]:
    """Read every line back. Raises FormatError for the first that says another thing than was meant."""
    path = folder / VOCAB_TABLE
    lines = read_text(path).split("\n")
    if lines[0].split("\t") != list(_COLUMNS) or len(lines) != tokenizer.vocab_size + 2 or lines[-1]:
        raise FormatError(str(path), "was not read back as it was written", "Nothing was saved; please report this")
    for number, (line, row) in enumerate(zip(lines[1:-1], _rows(tokenizer), strict=True), start=2):
        cells = line.split("\t")
        if tuple(cells) != row or not unescaped(cells[2]) == bytes.fromhex(cells[1]) == tokenizer.tokens[number - 2]:
            raise Place(path, line, f"line {number}").error("was not read back as it was written", "Please report this")
    return (Check("read back", 0),)


def load(path: Path) -> NoReturn:
    """Refuse: the table does not say how the tokens are made."""
    raise FormatError(
        str(path),
        f"is a {VOCAB_TABLE}, which holds neither merges nor a pattern",
        "Load the tokenizer it was saved with in another format",
    )


def loading_code(folder: Path) -> dict[str, str]:
    """Lines of Python that read the table."""
    file = repr(str(folder / VOCAB_TABLE))
    return {
        "csv": f'import csv\n\nwith open({file}, encoding="utf-8", newline="") as file:\n'
        '    rows = list(csv.DictReader(file, delimiter="\\t", quoting=csv.QUOTE_NONE))\n',
    }


FORMAT: Final = Format("vocab_tsv", "Vocabulary table", plan, cannot_carry, verify, load, loading_code)
