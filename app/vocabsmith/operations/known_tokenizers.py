"""The tokenizers there are to choose from: in memory, of kept runs, of recent files; and how each of them is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from vocabsmith.operations.load_run_tokenizer import load_run_tokenizer
from vocabsmith.operations.open_tokenizer import open_tokenizer
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.wording import count
from vocabsmith_engine import Monitor, Tokenizer
from vocabsmith_engine.corpus import shown
from vocabsmith_engine.runs import RunInfo, RunState, RunStore

_COMMON_STEMS = frozenset({"tokenizer", "tokenizer_config", "vocab", "merges", "vocabsmith"})
_MOST_RUNS = 20  # in a list of tokenizers; the Build page lists all


@dataclass(frozen=True, slots=True)
class Choice:
    """A tokenizer that can be chosen.

    Attributes:
        kind: "session", "run", "recent" or "open".
        value: the name, the id of the run or the path.
        text, tip: what is shown.
    """

    kind: str
    value: str
    text: str
    tip: str = ""


class KnownTokenizers:
    """What a list of tokenizers offers. Used by the window's thread, but for what `reader` gives."""

    def __init__(self, session: Session, settings: SettingsStore, store: RunStore | None) -> None:
        self._session, self._settings, self._store = session, settings, store

    def choices(self) -> list[Choice]:
        """The tokenizers in memory, the newest first, then the kept runs and the recent files that are not there."""
        kept = [
            Choice("session", name, f"{name}, {count(tokenizer.vocab_size, 'token')}")
            for name, tokenizer in reversed(self._session.tokenizers.items())
        ]
        runs = [
            Choice("run", run.id, f"{run.name}, {count(run.vocab_size, 'token')}")
            for run in self._runs_on_disk()[:_MOST_RUNS]
        ]
        in_memory = {entry.path for entry in self._session.shelf.values()}
        recent = [choice_of_file(path) for path in map(Path, self._settings.values.recent) if path not in in_memory]
        return [*kept, *runs, *recent]

    def run(self, run_id: str) -> RunInfo | None:
        """The kept run of that id."""
        return next((run for run in self._session.runs if run.id == run_id), None)

    def reader(self, choice: Choice) -> Callable[[Monitor], Tokenizer] | None:
        """What reads the tokenizer of a run or a file beside the window; None if there is nothing to be read.

        It raises FormatError or RunError when the tokenizer cannot be read, and Stopped.
        """
        store = self._store
        if choice.kind == "recent":
            return lambda monitor: open_tokenizer(path=Path(choice.value), monitor=monitor)
        if choice.kind == "run" and store is not None:
            return lambda monitor: load_run_tokenizer(store=store, run_id=choice.value, monitor=monitor)
        return None

    def name_of(self, choice: Choice, tokenizer: Tokenizer) -> str:
        """What the tokenizer that was read is called."""
        if choice.kind == "run":
            run = self.run(choice.value)
            return run.name if run is not None else choice.value
        path = Path(choice.value)
        known = next((name for name, entry in self._session.shelf.items() if entry.path == path), "")
        return known or self._session.free_name(tokenizer.name or telling_name(path))

    def _runs_on_disk(self) -> list[RunInfo]:
        """The kept runs whose tokenizer is not in memory, the newest first."""
        in_memory = {entry.run_id for entry in self._session.shelf.values()}
        finished = (run for run in self._session.runs if run.state is RunState.FINISHED)
        return [run for run in finished if run.id not in in_memory]


def choice_of_file(path: Path) -> Choice:
    """The tokenizer in a file or folder."""
    return Choice("recent", str(path), shown(Path(telling_name(path))), shown(path))


def telling_name(path: Path) -> str:
    """The name of a tokenizer's file, or that of its folder where the file is called what they all are called."""
    return path.parent.name if path.stem in _COMMON_STEMS and path.parent.name else path.stem
