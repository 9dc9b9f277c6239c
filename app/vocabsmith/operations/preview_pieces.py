"""Cuts a line of the user's own text into pieces, so that a pattern is seen at work before it is used."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from vocabsmith.operations.text_files import find_files, first_texts
from vocabsmith_engine import CorpusError, Monitor, Pretokenizer, Source

EXAMPLE = "Vocabsmith cuts text into pieces before it merges: don't, 2,048 tokens, naïve 分词, x += 1;"

_READ = 256 * 1024  # characters
_SHORTEST, _LONGEST = 40, 160  # characters of a line that shows something and fits
_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class PiecePreview:
    """A line, cut.

    Attributes:
        source: where the line is from: "notes.txt, line 12", or "Example line".
        pieces: the pieces, in order; together they are the line.
        pretokenizer: what cut it.
    """

    source: str
    pieces: tuple[str, ...]
    pretokenizer: Pretokenizer


def preview_pieces(*, value: str, sources: Iterable[Source], monitor: Monitor) -> PiecePreview:
    """Cut a line of the first file of `sources`, or an example, with the pre-tokenizer called `value`.

    Raises RecipeError for an expression that cannot serve, TokenizerError for one that takes too long, Stopped.
    """
    pretokenizer = Pretokenizer.of(value)
    source, line = _line_of(sources, monitor)
    monitor.raise_if_stopped()
    return PiecePreview(source, tuple(pretokenizer.split(line, timeout=_SECONDS)), pretokenizer)


def _line_of(sources: Iterable[Source], monitor: Monitor) -> tuple[str, str]:
    for file in find_files(sources, monitor):
        if file.problem or not file.bytes:
            continue
        lines = _first_lines(file.source, monitor)
        if any(line.strip() for line in lines):
            number = max(range(len(lines)), key=lambda place: _variety(lines[place]))
            return f"{file.path.name}, line {number + 1:,}", lines[number][:_LONGEST]
    return "Example line", EXAMPLE


def _first_lines(source: Source, monitor: Monitor) -> list[str]:
    """The first lines of the text that a run would read, of a table its first records; none if it cannot be read."""
    with suppress(CorpusError):
        for text in first_texts(source, monitor):
            return text[:_READ].splitlines()
    return []


def _variety(line: str) -> int:
    """How much a line can show: the kinds of characters in it, and whether it has a good length."""
    kinds = (
        any(character.isalpha() and character.isascii() for character in line),
        any(character.isalpha() and not character.isascii() for character in line),
        any(character.isdigit() for character in line),
        any(not character.isalnum() and not character.isspace() for character in line),
        "'" in line,
        "  " in line.strip(),
    )
    good_length = _SHORTEST <= len(line) <= _LONGEST
    return sum(kinds) + 4 * good_length + (1 if line.strip() else -1)
