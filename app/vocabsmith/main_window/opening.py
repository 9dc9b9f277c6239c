"""Files from outside, dropped, named on the command line or handed over by another start: each to its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from vocabsmith.main_window.project_keeper import ProjectKeeper
from vocabsmith.main_window.tokenizer_chooser import TokenizerChooser
from vocabsmith.operations.sort_files import SortedFiles, sort_files
from vocabsmith.session import Session
from vocabsmith.tasks import TaskRunner
from vocabsmith.wording import count
from vocabsmith_engine.corpus import shown

Take = Callable[[Sequence[Path]], object]


class Opening(QObject):
    """Opens projects and tokenizers; `take_texts` gets all else."""

    def __init__(
        self,
        session: Session,
        tasks: TaskRunner,
        *,
        projects: ProjectKeeper,
        chooser: TokenizerChooser,
        take_texts: Take,
    ) -> None:
        super().__init__(projects)
        self._session, self._tasks, self._projects, self._chooser = session, tasks, projects, chooser
        self._take_texts = take_texts

    def start(self, project: Path | None, files: Sequence[Path]) -> None:
        """Opens what the program begins with: a project, None for what was left without one, and files beside it."""

        def go_on() -> None:
            if files:
                self._sort(files, self._take_texts, afresh=project is None)

        self._projects.restore(project, go_on)

    def open(self, paths: Sequence[Path], take_texts: Take | None = None) -> None:
        """Opens files; text goes to `take_texts`, to the corpus list if that is not given."""
        if paths:
            self._sort(paths, take_texts or self._take_texts, afresh=False)

    def _sort(self, paths: Sequence[Path], take_texts: Take, *, afresh: bool) -> None:
        self._tasks.start(
            lambda monitor: sort_files(paths=paths, monitor=monitor),
            on_done=lambda found: self._open(found, take_texts, afresh=afresh),
            on_failed=lambda error: self._session.report("error", str(error)),
        )

    def _open(self, found: SortedFiles, take_texts: Take, *, afresh: bool) -> None:
        if found.projects:
            first, *others = found.projects
            rest = SortedFiles([], found.tokenizers, found.texts)
            self._projects.open(first, lambda: self._open(rest, take_texts, afresh=False))
            if others:
                names = ", ".join(shown(Path(path.name)) for path in others)
                self._session.report("info", f"One project is open at a time. Not opened: {names}")
            return
        for path in found.tokenizers:
            self._chooser.open(path)
        if found.texts:
            if afresh:
                self._begin_afresh(found.texts)
            take_texts(found.texts)

    def _begin_afresh(self, texts: Sequence[Path]) -> None:
        """Takes what was listed the last time off the list, unless the files are on it; undo brings it back."""
        listed = {item.path for item in self._session.corpus}
        if listed and not listed.issuperset(path.resolve() for path in texts):
            self._session.remove_corpus(self._session.corpus)
            sources = count(len(listed), "source")
            self._session.report(
                "info", f"The list of the last time, {sources}, was put away; Undo twice brings it back"
            )
