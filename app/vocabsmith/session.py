"""The state of one sitting: corpus, recipe, runs, tokenizers. Free of Qt; changed only by the window's thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from vocabsmith_engine import Source, Tokenizer, TrainingResult

T = TypeVar("T")
Level = Literal["info", "good", "warning", "error"]


class Event(Generic[T]):
    """Tells its subscribers, in the order they came, that something has changed."""

    def __init__(self) -> None:
        self._subscribers: list[Callable[[T], None]] = []

    def subscribe(self, subscriber: Callable[[T], None]) -> Callable[[], None]:
        """Calls `subscriber` at every change from now on; the function returned ends that."""
        self._subscribers.append(subscriber)

        def unsubscribe() -> None:
            if subscriber in self._subscribers:
                self._subscribers.remove(subscriber)

        return unsubscribe

    def emit(self, value: T) -> None:
        """Tells everyone. A subscriber may unsubscribe while it is told."""
        for subscriber in tuple(self._subscribers):
            subscriber(value)


@dataclass(frozen=True, slots=True)
class CorpusItem:
    """A file or folder of the corpus list.

    Attributes:
        path: where it is.
        kind: "folder", what the first bytes show ("text", "jsonl", …), or that it is left out.
        bytes: its size, of all its files if it is a folder.
        note: what the user should know about it, or "".
        files: how many files it holds.
        what: its kind for people, with field and encoding, once it was read whole; "" until then.
        documents: how many documents it holds, once it was read whole.
        weight, field, encoding: how it is to be read, where the user said so; see `Source`.
    """

    path: Path
    kind: str
    bytes: int
    note: str = ""
    files: int = 1
    what: str = ""
    documents: int | None = None
    weight: int = 1
    field: str | None = None
    encoding: str | None = None

    @property
    def source(self) -> Source:
        """What the engine reads."""
        return Source(self.path, self.weight, field=self.field, encoding=self.encoding)


def folder_around(item: CorpusItem, items: Iterable[CorpusItem]) -> CorpusItem | None:
    """The listed folder that a source lies in: a run meets it there, and reads it once. Hidden files are left out."""

    def holds(folder: CorpusItem) -> bool:
        if folder.kind != "folder" or folder.path not in item.path.parents:
            return False
        return not any(part.startswith(".") for part in item.path.relative_to(folder.path).parts)

    return next((folder for folder in items if holds(folder)), None)


@dataclass(frozen=True, slots=True)
class Run:
    """A training run that ended in a tokenizer. `peak_memory` is in bytes."""

    name: str
    result: TrainingResult
    when: datetime
    peak_memory: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """A sentence for the bar at the bottom of the window."""

    level: Level
    text: str


class Session:
    """What the pages share.

    Attributes:
        recipe_draft: the form of the recipe as the user left it, in the terms of `Recipe.to_dict`.
        corpus_changed, runs_changed, tokenizer_changed, reported: events.
    """

    def __init__(self) -> None:
        self._corpus: tuple[CorpusItem, ...] = ()
        self._runs: list[Run] = []
        self._tokenizers: dict[str, Tokenizer] = {}
        self._current = ""
        self.recipe_draft: dict[str, Any] = {}
        self.corpus_changed = Event[tuple[CorpusItem, ...]]()
        self.runs_changed = Event[tuple[Run, ...]]()
        self.tokenizer_changed = Event[Tokenizer | None]()
        self.reported = Event[Report]()

    @property
    def corpus(self) -> tuple[CorpusItem, ...]:
        """The sources, in the order they were added."""
        return self._corpus

    @property
    def distinct_corpus(self) -> tuple[CorpusItem, ...]:
        """The sources without those that lie in a listed folder."""
        folders = [item for item in self._corpus if item.kind == "folder"]
        return tuple(item for item in self._corpus if folder_around(item, folders) is None)

    def add_corpus(self, items: Iterable[CorpusItem]) -> None:
        """Adds sources; one whose path is listed already takes the place of the listed one."""
        listed = {item.path: item for item in self._corpus}
        listed.update({item.path: item for item in items})
        self._set_corpus(tuple(listed.values()))

    def remove_corpus(self, items: Iterable[CorpusItem]) -> None:
        """Takes sources off the list; the files themselves stay."""
        gone = {item.path for item in items}
        self._set_corpus(tuple(item for item in self._corpus if item.path not in gone))

    def _set_corpus(self, items: tuple[CorpusItem, ...]) -> None:
        if items != self._corpus:
            self._corpus = items
            self.corpus_changed.emit(items)

    @property
    def runs(self) -> tuple[Run, ...]:
        """The runs of this session, oldest first."""
        return tuple(self._runs)

    def add_run(self, run: Run) -> None:
        """Keeps a run; its tokenizer becomes the current one."""
        self._runs.append(run)
        self.runs_changed.emit(self.runs)
        self.add_tokenizer(run.name, run.result.tokenizer)

    @property
    def tokenizers(self) -> dict[str, Tokenizer]:
        """Name → tokenizer, oldest first: those of the runs and those of opened files."""
        return dict(self._tokenizers)

    @property
    def current_name(self) -> str:
        """The name of the current tokenizer, "" if there is none."""
        return self._current

    @property
    def tokenizer(self) -> Tokenizer | None:
        """The tokenizer that the pages show."""
        return self._tokenizers.get(self._current)

    def add_tokenizer(self, name: str, tokenizer: Tokenizer) -> None:
        """Makes `tokenizer` the current one under `name`, replacing one of the same name."""
        self._tokenizers[name] = tokenizer
        self._current = name
        self.tokenizer_changed.emit(tokenizer)

    def choose(self, name: str) -> None:
        """Makes the tokenizer of that name the current one."""
        if name != self._current:
            tokenizer = self._tokenizers[name]
            self._current = name
            self.tokenizer_changed.emit(tokenizer)

    def free_name(self, wanted: str) -> str:
        """`wanted`, or `wanted 2`, `wanted 3`, … if a tokenizer has that name."""
        number, name = 1, wanted
        while name in self._tokenizers:
            number += 1
            name = f"{wanted} {number}"
        return name

    def report(self, level: Level, text: str) -> None:
        """Shows a sentence at the bottom of the window until the next one."""
        self.reported.emit(Report(level, text))
