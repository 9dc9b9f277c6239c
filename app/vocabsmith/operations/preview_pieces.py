"""Cuts a line of the user's own text into pieces, so that a pattern is seen at work before it is used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from vocabsmith.operations.text_files import find_files, first_texts
from vocabsmith_engine import CorpusError, Monitor, Pretokenizer, Source
from vocabsmith_engine.normalization import UnicodeForm
from vocabsmith_engine.text import is_well_formed

EXAMPLE = "Vocabsmith cuts text into pieces before it merges: don't, 2,048 tokens, naïve 分词, x += 1;"
LONGEST = 2_000
"""Characters of a line that are cut; what follows would not be looked at."""

_READ = 256 * 1024  # characters of the first file, and
_READ_OF_OTHERS = 16 * 1024  # of each of the
_FILES = 24  # first files
_GOOD_LENGTH = range(40, 161)  # characters of a line that shows something at a glance
_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class SampleLine:
    """A line of the corpus, and where it is from: "notes.txt, line 12"."""

    source: str
    text: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a line, or a special token in it."""

    text: str
    special: bool = False


@dataclass(frozen=True, slots=True)
class PiecePreview:
    """A line, cut.

    Attributes:
        pieces: in order; together they are the line, in the form that is asked for.
        pretokenizer: what cut it.
    """

    pieces: tuple[Piece, ...]
    pretokenizer: Pretokenizer


def sample_lines(*, sources: Iterable[Source], monitor: Monitor) -> tuple[SampleLine, ...]:
    """The first lines with text of the first files of `sources`; of a table the lines of its first records.

    Raises Stopped.
    """
    found: list[SampleLine] = []
    files = 0
    for file in find_files(sources, monitor):
        if file.problem or not file.bytes:
            continue
        limit = _READ_OF_OTHERS if found else _READ
        for number, line in _first_lines(file.source, limit, monitor):
            found.append(SampleLine(f"{file.path.name}, line {number:,}", line))
        files += 1
        if files == _FILES:
            break
    return tuple(found)


def most_telling(lines: Sequence[SampleLine]) -> int:
    """Place of the line that shows most: letters, digits and signs of many kinds, in good length; 0 of none."""
    return max(range(len(lines)), key=lambda place: _variety(lines[place].text), default=0)


def preview_pieces(
    *, value: str, text: str, special_tokens: Sequence[str] = (), normalization: str = "none", monitor: Monitor
) -> PiecePreview:
    """Cut `text` as a run does: special tokens first, then each part, in its Unicode form, into pieces.

    Raises RecipeError for an expression that cannot serve, TokenizerError for one that takes too long, Stopped.
    """
    pretokenizer = Pretokenizer.of(value)
    pieces: list[Piece] = []
    for part, special in _parts(text[:LONGEST], special_tokens):
        monitor.raise_if_stopped()
        if special:
            pieces.append(Piece(part, special=True))
        else:
            normal = UnicodeForm(normalization).text(part) if normalization != "none" else part  # type: ignore[arg-type]
            pieces += map(Piece, pretokenizer.split(normal, timeout=_SECONDS))
    return PiecePreview(tuple(pieces), pretokenizer)


def place_of_problem(reason: str) -> int | None:
    """The character of an expression that an error names: "missing ) at position 7" → 7; None if it names none."""
    named = re.search(r"\bat position (\d+)", reason)
    return int(named[1]) if named else None


def _parts(text: str, special_tokens: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Text and special tokens in turn; of tokens that begin at one place the longest."""
    usable = sorted(filter(is_well_formed, filter(None, special_tokens)), key=len, reverse=True)
    if not usable:
        yield text, False
        return
    specials = set(usable)
    for part in re.split(f"({'|'.join(map(re.escape, usable))})", text):
        if part:
            yield part, part in specials


def _first_lines(source: Source, limit: int, monitor: Monitor) -> Iterator[tuple[int, str]]:
    """Numbers and text of the first lines that are not blank; none if the file cannot be read."""
    text = ""
    with suppress(CorpusError):
        text = next(first_texts(source, monitor), "")[:limit]
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield number, line[:LONGEST]


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
    return sum(kinds) + 4 * (len(line) in _GOOD_LENGTH)
