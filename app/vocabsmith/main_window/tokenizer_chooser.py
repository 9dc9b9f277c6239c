"""The current tokenizer: choosing it from the list at the top, opening one from a file, the recent ones."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from vocabsmith.main_window.menus import add_placeholder
from vocabsmith.operations.load_run_tokenizer import load_run_tokenizer
from vocabsmith.operations.open_tokenizer import open_tokenizer
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.top_bar import Choice, TopBar
from vocabsmith.wording import count
from vocabsmith_engine import Tokenizer
from vocabsmith_engine.corpus import shown
from vocabsmith_engine.runs import RunInfo, RunState, RunStore

_COMMON_STEMS = frozenset({"tokenizer", "tokenizer_config", "vocab", "merges", "vocabsmith"})
_MOST_RUNS = 20  # in the list of tokenizers; the Build page lists all
_KINDS = "Tokenizers (*.json *.tiktoken *.model *.gguf *.txt);;All files (*)"


class TokenizerChooser(QObject):
    """Keeps the list of tokenizers true and acts on what is chosen from it."""

    def __init__(
        self,
        bar: TopBar,
        session: Session,
        tasks: TaskRunner,
        *,
        settings: SettingsStore,
        store: RunStore | None,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._store = store
        self._bar, self._session, self._tasks, self._settings, self._window = bar, session, tasks, settings, window
        bar.chosen.connect(self._choose)
        self.fill()

    def open(self, path: Path) -> None:
        """Reads a tokenizer beside the window and makes it the current one."""

        def opened(tokenizer: Tokenizer) -> None:
            self._settings.add_recent(path)
            known = next((name for name, entry in self._session.shelf.items() if entry.path == path), "")
            name = known or self._session.free_name(tokenizer.name or telling_name(path))
            self._session.add_tokenizer(name, tokenizer, path=path)
            said = f"Opened {shown(Path(path.name))}, {count(tokenizer.vocab_size, 'token')}"
            if tokenizer.notes:
                self._session.report("warning", " ".join([f"{said}.", *tokenizer.notes]))
            else:
                self._session.report("good", said)

        self._tasks.start(
            lambda monitor: open_tokenizer(path=path, monitor=monitor),
            on_done=opened,
            on_failed=lambda error: self._session.report("error", str(error)),
        )

    def open_run(self, run: RunInfo) -> None:
        """Reads the tokenizer of a kept run beside the window and makes it the current one."""
        store = self._store
        if store is not None:
            self._tasks.start(
                lambda monitor: load_run_tokenizer(store=store, run_id=run.id, monitor=monitor),
                on_done=lambda tokenizer: self._session.add_tokenizer(run.name, tokenizer, run_id=run.id),
                on_failed=lambda error: self._session.report("error", str(error)),
            )

    def ask_for_file(self) -> None:
        """Lets the user choose a file to open."""
        start = self._settings.values.export_folder or str(Path.home())
        chosen, _ = QFileDialog.getOpenFileName(self._window, "Open a tokenizer", start, _KINDS)
        if chosen:
            self.open(Path(chosen))

    def fill(self) -> None:
        """Lists the tokenizers in memory, the newest first, then those of kept runs, then the recent files."""
        kept = [
            Choice("session", name, f"{name}, {count(tokenizer.vocab_size, 'token')}")
            for name, tokenizer in reversed(self._session.tokenizers.items())
        ]
        runs = [
            Choice("run", run.id, f"{run.name}, {count(run.vocab_size, 'token')}") for run in self._runs()[:_MOST_RUNS]
        ]
        recent = [
            Choice("recent", path, shown(Path(telling_name(Path(path)))), shown(Path(path)))
            for path in self._settings.values.recent
        ]
        choices = [*kept, *runs, *recent, Choice("open", "", "Open a tokenizer…")]
        self._bar.set_choices(choices, self._session.current_name)

    def fill_recent(self, menu: QMenu) -> None:
        """Lists the recent files in a menu."""
        menu.clear()
        for path in self._settings.values.recent:
            menu.addAction(shown(Path(path)).replace("&", "&&"), partial(self.open, Path(path)))
        if not self._settings.values.recent:
            add_placeholder(menu, "No tokenizer opened or exported yet")

    def _runs(self) -> list[RunInfo]:
        """The kept runs whose tokenizer is not in memory, the newest first."""
        in_memory = {entry.run_id for entry in self._session.shelf.values()}
        finished = (run for run in self._session.runs if run.state is RunState.FINISHED)
        return [run for run in finished if run.id not in in_memory]

    def _choose(self, choice: Choice) -> None:
        if choice.kind == "session":
            self._session.choose(choice.value)
            return
        self.fill()  # the list goes on showing the current one until the other is read
        if choice.kind == "recent":
            self.open(Path(choice.value))
        elif choice.kind == "run":
            for run in self._session.runs:
                if run.id == choice.value:
                    self.open_run(run)
        else:
            self.ask_for_file()


def telling_name(path: Path) -> str:
    """The name of a tokenizer's file, or that of its folder where the file is called what they all are called."""
    return path.parent.name if path.stem in _COMMON_STEMS and path.parent.name else path.stem
