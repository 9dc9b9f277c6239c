"""The words that all file formats share: what is planned, what a format cannot carry, what was checked and saved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

from vocabsmith_engine.errors import FormatError, VocabsmithError
from vocabsmith_engine.formats.json_files import Place, cut
from vocabsmith_engine.tokenizer import Tokenizer

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Note:
    """What a user should know before saving.

    Attributes:
        level: "refused" means that this format cannot be saved.
        text: one or more sentences.
        of_learned: whether it tells of ids and tokens, so that it does not hold of the vocabulary before a run.
    """

    level: Literal["info", "warning", "refused"]
    text: str
    of_learned: bool = False


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A file that saving would write."""

    name: str
    content: bytes

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return len(self.content)


@dataclass(frozen=True, slots=True)
class Check:
    """A check that the files passed: who read them, and on how many strings the ids were compared."""

    reader: str
    strings: int

    def __str__(self) -> str:
        return f"{self.strings:,} texts equal in {self.reader}" if self.strings else self.reader


@dataclass(frozen=True, slots=True)
class SavedFile:
    """A file that was saved, with its size in bytes and the check it passed."""

    name: str
    size: int
    check: str


@dataclass(frozen=True, slots=True)
class SaveReport:
    """What was saved.

    Attributes:
        folder: where.
        files: in the order of the formats asked for.
        strings_compared: texts whose ids were compared with those of other libraries, each library counted.
        notes: what the formats cannot carry, and what was not checked.
    """

    folder: Path
    files: tuple[SavedFile, ...]
    strings_compared: int
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Format:
    """One file format.

    Attributes:
        name: what it is called in `formats=[…]`.
        label: what a person is shown.
        plan: (tokenizer, name of the set) to the files; the caller has seen to it that nothing is refused.
        cannot_carry: what is lost or refused.
        verify: (folder, tokenizer) reads the files back, also with the libraries installed. Raises FormatError.
        load: (path) reads the file, or the set it belongs to. Raises FormatError.
        loading_code: (folder) for each library the lines of Python that load the files.
    """

    name: str
    label: str
    plan: Callable[[Tokenizer, str], tuple[PlannedFile, ...]]
    cannot_carry: Callable[[Tokenizer], tuple[Note, ...]]
    verify: Callable[[Path, Tokenizer], tuple[Check, ...]]
    load: Callable[[Path], Tokenizer]
    loading_code: Callable[[Path], dict[str, str]]


@contextmanager
def naming_place(place: Place) -> Iterator[None]:
    """Errors about a part of a tokenizer inside become FormatErrors that name the file and the field."""
    try:
        yield
    except FormatError:
        raise
    except VocabsmithError as error:
        raise FormatError(
            f"{place.path}: {cut(place.way)}: {cut(error.value)}", cut(error.rule), cut(error.remedy)
        ) from error


@contextmanager
def naming_file(path: Path) -> Iterator[None]:
    """Errors about a tokenizer, a recipe or special tokens inside become FormatErrors that name the file."""
    try:
        yield
    except FormatError:
        raise
    except VocabsmithError as error:
        raise FormatError(f"{path}: {cut(error.value)}", cut(error.rule), cut(error.remedy)) from error


def read_row(place: Place, row: str, readers: Mapping[str, Callable[[Place], Iterator[T]]]) -> Iterator[T]:
    """What each step of a part of a tokenizer.json means, read by its type; of a Sequence those under the key `row`.

    Raises FormatError that names the field and lists the types that are known.
    """
    kind = place.get("type").of(str)
    if kind == "Sequence":
        for step in place.get(row).items():
            yield from read_row(step, row, readers)
        return
    if kind not in readers:
        raise place.get("type").error(f"is not known, only {', '.join(readers)}", "Use a tokenizer.json without it")
    with naming_place(place):
        yield from readers[kind](place)
