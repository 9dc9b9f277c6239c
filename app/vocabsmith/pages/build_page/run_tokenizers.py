"""The tokenizers of runs: that of a whole run, and those of smaller sizes of the one that is shown."""

from __future__ import annotations

from PySide6.QtCore import QObject

from vocabsmith import wording
from vocabsmith.operations.load_run import smaller_tokenizer
from vocabsmith.operations.load_run_tokenizer import load_run_tokenizer
from vocabsmith.pages.build_page.run_library import RunLibrary
from vocabsmith.pages.build_page.run_names import name_at_size
from vocabsmith.pages.build_page.size_slider import SizeSlider
from vocabsmith.session import Session
from vocabsmith.tasks import LatestTask, TaskRunner
from vocabsmith_engine import Tokenizer
from vocabsmith_engine.runs import RunInfo, RunStore


class RunTokenizers(QObject):
    """Makes them the current tokenizer, and tells the slider which size is in use."""

    def __init__(
        self, library: RunLibrary, sizes: SizeSlider, session: Session, tasks: TaskRunner, store: RunStore | None
    ) -> None:
        super().__init__(library)
        self._library, self._sizes, self._session, self._store = library, sizes, session, store
        self._latest = LatestTask(tasks, self)
        self._smaller: dict[str, tuple[str, int]] = {}  # name of a tokenizer → run and size
        sizes.use_asked.connect(self.use_size)
        library.shown_changed.connect(self._show_used)
        session.tokenizer_changed.subscribe(lambda _tokenizer: self._show_used())

    def use_size(self, size: int) -> None:
        """Make the tokenizer of the run that is shown, at that size, the current one."""
        run = self._library.shown
        if run is None:
            return
        whole = size == run.result.vocab_size
        wanted = name_at_size(run.name, run.result.vocab_size, size)

        def made(tokenizer: Tokenizer) -> None:
            name = wanted if whole else self._free_name(wanted, run.id)
            if not whole:
                self._smaller[name] = (run.id, size)
            self._session.add_tokenizer(name, tokenizer, run_id=run.id if whole else "")
            self._session.report("good", f"{name} is the current tokenizer, {wording.count(size, 'token')}")

        self._latest.submit(
            lambda monitor: smaller_tokenizer(result=run.result, vocab_size=size, monitor=monitor),
            on_done=made,
            on_failed=self._library.fail,
        )

    def use(self, info: RunInfo) -> None:
        """Make the tokenizer of a run the current one."""
        store = self._store
        if store is None:
            return

        def made(tokenizer: Tokenizer) -> None:
            self._session.add_tokenizer(info.name, tokenizer, run_id=info.id)
            self._session.report("good", f"{info.name} is the current tokenizer")

        self._latest.submit(
            lambda monitor: load_run_tokenizer(store=store, run_id=info.id, monitor=monitor),
            on_done=made,
            on_failed=self._library.fail,
        )

    def _free_name(self, name: str, run_id: str) -> str:
        """The name itself for the same run, so that a size that is used again takes its own place."""
        known = self._smaller.get(name)
        return name if known is not None and known[0] == run_id else self._session.free_name(name)

    def _show_used(self) -> None:
        """Which size of the run that is shown is the current tokenizer."""
        run, name = self._library.shown, self._session.current_name
        if run is None:
            return
        entry = self._session.shelf.get(name)
        run_id, size = self._smaller.get(name, ("", 0))
        if entry is not None and entry.run_id == run.id:
            self._sizes.show_used(run.result.vocab_size)
        else:
            self._sizes.show_used(size if run_id == run.id and size else None)
