"""The current tokenizer: choosing it from the list at the top, opening one from a file, the recent ones."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu, QWidget

from vocabsmith.main_window.menus import add_placeholder
from vocabsmith.operations.known_tokenizers import Choice, KnownTokenizers, choice_of_file
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.tokenizer_picker import ask_for_tokenizer
from vocabsmith.widgets.top_bar import TopBar
from vocabsmith.wording import count
from vocabsmith_engine import Tokenizer
from vocabsmith_engine.corpus import shown
from vocabsmith_engine.runs import RunStore


class TokenizerChooser(QObject):
    """Keeps the list of tokenizers true and acts on what is chosen from it.

    Several can be read at a time; the one that was asked for last becomes the current one, whichever takes longest.
    """

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
        self._known = KnownTokenizers(session, settings, store)
        self._bar, self._session, self._tasks, self._settings, self._window = bar, session, tasks, settings, window
        self._asked = self._newest = 0  # how many were asked for, and which of them is the last that came
        bar.chosen.connect(self._choose)
        self.fill()

    def open(self, path: Path) -> None:
        """Reads a tokenizer beside the window and makes it the current one."""
        self._read(choice_of_file(path))

    def ask_for_file(self) -> None:
        """Lets the user choose a file to open."""
        path = ask_for_tokenizer(self._window, self._settings)
        if path is not None:
            self.open(path)

    def fill(self) -> None:
        """Lists what there is, and opening a file as the last choice."""
        choices = [*self._known.choices(), Choice("open", "", "Open a tokenizer…")]
        self._bar.set_choices(choices, self._session.current_name)

    def fill_recent(self, menu: QMenu) -> None:
        """Lists the recent files in a menu."""
        menu.clear()
        for path in self._settings.values.recent:
            menu.addAction(shown(Path(path)).replace("&", "&&"), partial(self.open, Path(path)))
        if not self._settings.values.recent:
            add_placeholder(menu, "No tokenizer opened or exported yet")

    def _choose(self, choice: Choice) -> None:
        if choice.kind == "session":
            self._session.choose(choice.value)
            return
        self.fill()  # the list goes on showing the current one until the other is read
        if choice.kind == "open":
            self.ask_for_file()
        else:
            self._read(choice)

    def _read(self, choice: Choice) -> None:
        reader = self._known.reader(choice)
        if reader is not None:
            self._asked += 1
            self._tasks.start(
                reader,
                on_done=partial(self._take, choice, self._asked),
                on_failed=lambda error: self._session.report("error", str(error)),
            )

    def _take(self, choice: Choice, number: int, tokenizer: Tokenizer) -> None:
        newer = self._session.current_name if number < self._newest else ""
        self._newest = max(number, self._newest)
        self._add(choice, tokenizer)
        if newer:
            self._session.choose(newer)

    def _add(self, choice: Choice, tokenizer: Tokenizer) -> None:
        if choice.kind == "run":
            self._session.add_tokenizer(self._known.name_of(choice, tokenizer), tokenizer, run_id=choice.value)
            return
        path = Path(choice.value)
        self._settings.add_recent(path)
        name = self._known.name_of(choice, tokenizer)
        self._session.add_tokenizer(name, tokenizer, path=path)
        said = f"Opened {name}, {count(tokenizer.vocab_size, 'token')}"
        if tokenizer.notes:
            self._session.report("warning", " ".join([f"{said}.", *tokenizer.notes]))
        else:
            self._session.report("good", said)
