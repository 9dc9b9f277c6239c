"""A button that lists every tokenizer there is, reads the one that is chosen, and hands it over."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from vocabsmith.operations.known_tokenizers import Choice, KnownTokenizers, choice_of_file
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import LatestTask, TaskRunner
from vocabsmith.widgets.buttons import MenuButton
from vocabsmith.widgets.telling import announce
from vocabsmith_engine import Tokenizer
from vocabsmith_engine.runs import RunStore

KINDS = "Tokenizers (*.json *.tiktoken *.model *.gguf *.txt);;All files (*)"
_LONGEST = 60  # characters of an entry; its tip has them all


@dataclass(frozen=True, slots=True)
class PickedTokenizer:
    """A tokenizer that was chosen beside the current one.

    Attributes:
        name: what it is called in the lists of tokenizers.
        tokenizer: the thing itself.
    """

    name: str
    tokenizer: Tokenizer


class TokenizerPicker(MenuButton):
    """Chooses a tokenizer without making it the current one.

    What has to be read is read beside the window, while the button says so; what is chosen meanwhile comes instead.

    Signals:
        picked(PickedTokenizer)
        failed(str): why the chosen one could not be read.
    """

    picked = Signal(object)
    failed = Signal(str)

    def __init__(
        self,
        session: Session,
        tasks: TaskRunner,
        settings: SettingsStore,
        store: RunStore | None,
        parent: QWidget | None = None,
        *,
        text: str = "Choose a tokenizer",
    ) -> None:
        super().__init__(text, parent=parent)
        self._session, self._settings = session, settings
        self._known = KnownTokenizers(session, settings, store)
        self._latest = LatestTask(tasks, self)
        self._text = text
        self._taken: Container[str] = frozenset()
        self.entries.setToolTipsVisible(True)
        self.entries.aboutToShow.connect(self.fill)

    def set_text(self, text: str) -> None:
        """Changes what the button says: the name of what was picked, for instance."""
        self._text = text
        self.setText(text)

    def set_taken(self, names: Container[str]) -> None:
        """Greys out the tokenizers in memory that have these names, since they are there already."""
        self._taken = names

    def fill(self) -> None:
        """Lists what there is now; called whenever the list is opened."""
        self.entries.clear()
        last = ""
        for choice in self._known.choices():
            if last not in {"", choice.kind}:
                self.entries.addSeparator()
            last = choice.kind
            self._add(choice)
        if last:
            self.entries.addSeparator()
        self.entries.addAction("Open a file…", self.ask_for_file)

    def pick(self, choice: Choice) -> None:
        """Hands over what was chosen, at once if it is in memory."""
        if choice.kind == "session":
            self._latest.cancel()
            self.setText(self._text)
            self.picked.emit(PickedTokenizer(choice.value, self._session.tokenizers[choice.value]))
            return
        reader = self._known.reader(choice)
        if reader is not None:
            self.setText("Reading…")
            announce(self, f"Reading {choice.text}")
            self._latest.submit(reader, on_done=partial(self._hand_over, choice), on_failed=self._fail)

    def pick_file(self, path: Path) -> None:
        """Reads the tokenizer in a file or folder, and hands it over."""
        self.pick(choice_of_file(path))

    def ask_for_file(self) -> None:
        """Lets the user choose a file to pick from."""
        path = ask_for_tokenizer(self.window(), self._settings)
        if path is not None:
            self.pick_file(path)

    def _add(self, choice: Choice) -> None:
        text = self.fontMetrics().elidedText(
            choice.text, Qt.TextElideMode.ElideMiddle, _LONGEST * self.fontMetrics().averageCharWidth()
        )
        action = self.entries.addAction(text.replace("&", "&&"), partial(self.pick, choice))
        action.setToolTip(choice.tip or choice.text)
        action.setEnabled(choice.kind != "session" or choice.value not in self._taken)

    def _hand_over(self, choice: Choice, tokenizer: Tokenizer) -> None:
        self.setText(self._text)
        if choice.kind == "recent":
            self._settings.add_recent(Path(choice.value))
        self.picked.emit(PickedTokenizer(self._known.name_of(choice, tokenizer), tokenizer))

    def _fail(self, error: Exception) -> None:
        self.setText(self._text)
        self.failed.emit(str(error))


def ask_for_tokenizer(parent: QWidget, settings: SettingsStore) -> Path | None:
    """Lets the user choose a file that holds a tokenizer; None if they chose none."""
    start = settings.values.export_folder or str(Path.home())
    chosen, _ = QFileDialog.getOpenFileName(parent, "Open a tokenizer", start, KINDS)
    return Path(chosen) if chosen else None
