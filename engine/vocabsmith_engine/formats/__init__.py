"""File formats: tokenizers saved for other libraries, and loaded again.

Every set of files is written into a hidden folder in its place, read back, compared with the library it is for, and
only then moved in.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vocabsmith_engine.collecting import collector_at_rest
from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats import gguf, gpt2, huggingface, sentencepiece, tiktoken, vocab_tsv
from vocabsmith_engine.formats.base import Check, Format, Note, PlannedFile, SavedFile, SaveReport
from vocabsmith_engine.formats.left_over_files import left_over
from vocabsmith_engine.formats.recognising import format_of
from vocabsmith_engine.formats.saving_files import check_target, complete_interrupted_save, save_files
from vocabsmith_engine.formats.side_file import SIDE_FILE
from vocabsmith_engine.tokenizer import Tokenizer

if TYPE_CHECKING:
    from vocabsmith_engine.monitor import Monitor

__all__ = [
    "FORMATS",
    "Check",
    "Format",
    "Note",
    "PlannedFile",
    "Preview",
    "SaveReport",
    "SavedFile",
    "check_target",
    "load",
    "loading_code",
    "preview",
    "save",
]

FORMATS: Final[dict[str, Format]] = {
    each.name: each
    for each in (
        huggingface.FORMAT,
        gpt2.FORMAT,
        tiktoken.FORMAT,
        sentencepiece.FORMAT,
        gguf.FORMAT,
        vocab_tsv.FORMAT,
    )
}


@dataclasses.dataclass(frozen=True, slots=True)
class Preview:
    """What saving would do: the files by name and bytes, and what each format has to say, by format."""

    files: dict[str, tuple[tuple[str, int], ...]]
    notes: dict[str, tuple[Note, ...]]


def load(path: str | Path) -> Tokenizer:
    """Load a tokenizer file, or the folder that holds one, in any format; first finish a save that a crash cut short.

    Raises FormatError that names file, place and value.
    """
    path = _named(path)
    if path.name == SIDE_FILE:
        path = path.parent
    try:
        complete_interrupted_save(path if path.is_dir() else path.parent, roll_back=False)
        with collector_at_rest():
            return FORMATS[format_of(path)].load(path)
    except OSError as error:
        raise FormatError(str(path), f"cannot be read ({error.strerror})", "Choose a tokenizer file") from error


def preview(tokenizer: Tokenizer, formats: Iterable[str], name: str) -> Preview:
    """The files that `save` would write into a folder called `name`, and what would be lost. Nothing is written."""
    chosen = _chosen(formats)
    notes = {each.name: each.cannot_carry(tokenizer) for each in chosen}
    files = {
        each.name: tuple((file.name, file.size) for file in each.plan(tokenizer, name))
        for each in chosen
        if not any(note.level == "refused" for note in notes[each.name])
    }
    return Preview(files, notes)


def save(
    tokenizer: Tokenizer,
    folder: str | Path,
    formats: Iterable[str],
    monitor: Monitor | None = None,
    roles: Mapping[str, str] | None = None,
) -> SaveReport:
    """Save into `folder` (made if only it is missing) in every format named: all files appear, or none.

    Args:
        tokenizer: what to save.
        folder: its name is the NAME of `NAME.tiktoken`.
        formats: names from `FORMATS`.
        monitor: is told of files written, in the stage "saving"; stopping leaves the folder as it was.
        roles: bos, eos, pad and unk, in place of the tokenizer's own.

    Raises FormatError when a format cannot carry the tokenizer, when the folder cannot be written to, or when a library
    gives other ids than Vocabsmith; Stopped. The folder is then as it was before.
    """
    folder = _named(folder)
    chosen = _chosen(formats)
    if roles is not None:
        tokenizer = dataclasses.replace(tokenizer, roles=roles)
    notes = [note for each in chosen for note in _notes_unless_refused(each, tokenizer)]
    planned = {each: each.plan(tokenizer, folder.resolve().name or "tokenizer") for each in chosen}
    files = {file.name: file for plan in planned.values() for file in plan}  # two formats share one side file
    notes += left_over(folder, files)
    checks: dict[Format, tuple[Check, ...]] = {}

    def verify(staging: Path) -> None:
        for each in chosen:
            checks[each] = each.verify(staging, tokenizer)

    save_files(folder, list(files.values()), verify, _telling(monitor, len(files)))
    return _report(folder, planned, checks, notes)


def loading_code(format_name: str, folder: str | Path) -> dict[str, str]:
    """For each library the lines of Python that load what was saved in this format into `folder`."""
    return _chosen([format_name])[0].loading_code(Path(folder))


def _named(path: str | Path) -> Path:
    """`path`; an empty one is refused, which Path would take for the current folder."""
    if path == "":
        raise FormatError("''", "names no file or folder", "Write . for the current folder")
    return Path(path)


def _chosen(formats: Iterable[str]) -> list[Format]:
    names = list(dict.fromkeys([formats] if isinstance(formats, str) else formats))
    if not names:
        raise FormatError("no format", "was chosen", f"Choose one or more of {', '.join(FORMATS)}")
    for name in names:
        if name not in FORMATS:
            raise FormatError(f"format {name!r}", "is not known", f"Choose from {', '.join(FORMATS)}")
    return [FORMATS[name] for name in names]


def _notes_unless_refused(chosen: Format, tokenizer: Tokenizer) -> tuple[Note, ...]:
    notes = chosen.cannot_carry(tokenizer)
    refused = next((note for note in notes if note.level == "refused"), None)
    if refused is not None:
        raise FormatError(f"format {chosen.name}", refused.text.rstrip("."), "Leave this format out, or change that")
    return notes


def _telling(monitor: Monitor | None, total: int) -> Callable[[int], None]:
    if monitor is None:
        return lambda _done: None
    monitor.begin_stage("saving", total)

    def on_file(done: int) -> None:
        monitor.advance_to(done)
        monitor.raise_if_stopped()

    return on_file


def _report(
    folder: Path,
    planned: Mapping[Format, tuple[PlannedFile, ...]],
    checks: Mapping[Format, tuple[Check, ...]],
    notes: Iterable[Note],
) -> SaveReport:
    texts = {each: ", ".join(map(str, checks[each])) for each in planned}
    saved = {file.name: SavedFile(file.name, file.size, texts[each]) for each, plan in planned.items() for file in plan}
    compared = sum(check.strings for passed in checks.values() for check in passed)
    return SaveReport(folder, tuple(saved.values()), compared, tuple(dict.fromkeys(notes)))
