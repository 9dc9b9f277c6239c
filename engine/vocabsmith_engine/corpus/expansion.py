"""Which files a corpus is made of: files and folders in, a list of files out, none of them twice."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from vocabsmith_engine.corpus.disk_files import STANDARD_INPUT
from vocabsmith_engine.corpus.failures import BadFile, raise_all, unreadable
from vocabsmith_engine.corpus.huggingface_folders import is_metadata, saved_files
from vocabsmith_engine.corpus.name_filters import NameFilter
from vocabsmith_engine.corpus.sources import Source, SourceLike
from vocabsmith_engine.errors import CorpusError


def expand(
    paths: SourceLike | Iterable[SourceLike],
    *,
    names: str | Iterable[str] | None = None,
    skipped: list[BadFile] | None = None,
    on_file: Callable[[], object] = lambda: None,
) -> list[Source]:
    """The files that `paths` name, in the order given; folders are walked in name order.

    Args:
        paths: files, folders, and - for standard input.
        names: patterns such as "*.txt" and "!draft*", for files in folders: see NameFilter.
        skipped: takes what cannot be read, and what is neither file nor folder or a folder without files; by default
            that is an error.
        on_file: called for every file that is met; what it raises ends the search.

    Hidden files and folders inside a folder are left out, and so is what stands beside the data in a folder that the
    `datasets` library has written. A file reached twice, by whatever path, is listed once, with what was said of it
    first. Raises BadFile or BadFiles for what `skipped` would take, CorpusError when nothing is named.
    """
    items = [paths] if isinstance(paths, SourceLike) else list(paths)
    if not items:
        raise CorpusError("the corpus", "names no file", "Add a text file or a folder of text files")
    search = _Search(NameFilter.of(names), on_file)
    files = [file for item in items for file in search.files_of(as_source(item))]
    if skipped is None:
        raise_all(search.bad)
    else:
        skipped += search.bad
    return files


def as_source(item: SourceLike) -> Source:
    """What an item names. Raises CorpusError for an empty one."""
    if item == "":  # Path would take it for the current folder
        raise CorpusError("''", "names no file", "Write . for the current folder")
    if isinstance(item, Source):
        return item
    path = Path(item)
    is_file = isinstance(item, str) and item != str(STANDARD_INPUT)
    return Source(path.absolute() if path == STANDARD_INPUT and is_file else path)


class _Search:
    """Finds files, and remembers those that it has found.

    Attributes:
        bad: what cannot be used.
    """

    def __init__(self, names: NameFilter, on_file: Callable[[], object]) -> None:
        self.bad: list[BadFile] = []
        self._names = names
        self._on_file = on_file
        self._seen: set[str] = set()
        self._real_folders: dict[str, str] = {}

    def files_of(self, source: Source) -> Iterator[Source]:
        """The files that are new."""
        for file in self._all_of(source):
            place = str(STANDARD_INPUT) if file.path == STANDARD_INPUT else self._place_of(file.path)
            if place not in self._seen:
                self._seen.add(place)
                yield file

    def _place_of(self, path: Path) -> str:
        """Where a file really is. The way to its folder is looked up once and not for each of many thousand files."""
        folder, name = os.path.split(path)
        if os.name == "nt" or name in ("", ".", "..") or path.is_symlink():
            return os.path.realpath(path)
        if folder not in self._real_folders:
            self._real_folders[folder] = os.path.realpath(folder)
        return f"{self._real_folders[folder].rstrip(os.sep)}{os.sep}{name}"

    def _all_of(self, source: Source) -> list[Source]:
        try:
            mode = stat.S_IFREG if source.path == STANDARD_INPUT else _mode(source.path)
        except BadFile as error:
            self.bad.append(error)
            return []
        if stat.S_ISREG(mode):
            self._on_file()
            return [source]
        if not stat.S_ISDIR(mode):
            self.bad.append(BadFile(source.path, "is neither a file nor a folder", "Save its text to a file first"))
            return []
        known = len(self.bad)
        files = [replace(source, path=path) for path in self._chosen(source.path)]
        if not files and len(self.bad) == known:
            reason = f"is a folder without files{self._names.shown()}"
            self.bad.append(BadFile(source.path, reason, "Choose another folder or a file"))
        return files

    def _chosen(self, folder: Path) -> Iterator[Path]:
        for path in self._walk(folder, {os.path.realpath(folder)}):
            self._on_file()
            if self._names.takes(path, folder):
                yield path.absolute() if path == STANDARD_INPUT else path

    def _walk(self, folder: Path, entered: set[str]) -> Iterator[Path]:
        """Files under `folder` in name order; `entered` keeps links from leading round in a circle."""
        try:
            entries = sorted(folder.iterdir(), key=lambda entry: os.fsencode(entry.name))
            saved = saved_files(folder, {entry.name for entry in entries})
        except OSError as error:
            self.bad.append(unreadable(folder, error))
            return
        except BadFile as error:
            self.bad.append(error)
            return
        if saved is not None:
            yield from saved
            return
        for entry in entries:
            if entry.name.startswith(".") or is_metadata(entry, entries):
                continue
            mode = self._mode_of(entry)
            if stat.S_ISREG(mode):
                yield entry
            elif stat.S_ISDIR(mode) and (real := os.path.realpath(entry)) not in entered:
                entered.add(real)
                yield from self._walk(entry, entered)

    def _mode_of(self, entry: Path) -> int:
        """The mode of what stands in a folder, 0 for links that lead nowhere or round in a circle."""
        try:
            return entry.stat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            return 0
        except OSError as error:
            if error.errno != errno.ELOOP:
                self.bad.append(unreadable(entry, error))
            return 0


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except ValueError:
        raise CorpusError(repr(str(path)), "is not a path", "Remove the character NUL") from None
    except OSError as error:
        raise unreadable(path, error) from None
