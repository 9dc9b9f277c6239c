"""The corpus that uses are counted in: what is offered, what the user chooses, and how a count goes on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from vocabsmith.operations.vocabulary_marks import Corpus
from vocabsmith.pages.vocabulary_page.corpus_bar import CorpusBar
from vocabsmith.pages.vocabulary_page.vocabulary_work import VocabularyWork
from vocabsmith.session import Session
from vocabsmith.wording import count
from vocabsmith_engine import Source
from vocabsmith_engine.corpus import shown


class CorpusChoice(QObject):
    """Hands what the user chooses to the work."""

    def __init__(self, page: QWidget, bar: CorpusBar, work: VocabularyWork, session: Session) -> None:
        super().__init__(page)
        self._page, self._bar, self._work, self._session = page, bar, work, session
        bar.corpus_asked.connect(work.count)
        bar.files_asked.connect(self.choose_files)
        bar.folder_asked.connect(self.choose_folder)
        bar.stop_asked.connect(work.stop_counting)
        work.counting_changed.connect(lambda: bar.show_counting(work.counting))
        work.not_counted.connect(bar.show_failure)
        for event in (session.tokenizer_changed, session.corpus_changed, session.runs_changed):
            event.subscribe(lambda _: self._offer())
        self._offer()

    def count_files(self, paths: Sequence[Path]) -> None:
        """Counts uses in files and folders."""
        if self._work.vocabulary is None:
            self._session.report("info", "Open a tokenizer first: then the uses of its tokens can be counted.")
        elif paths:
            self._work.count(corpus_of_files(paths))

    def choose_files(self) -> None:
        """Lets the user choose files, and counts uses in them."""
        chosen, _ = QFileDialog.getOpenFileNames(self._page, "Count uses in files", str(Path.home()))
        self.count_files([Path(path) for path in chosen])

    def choose_folder(self) -> None:
        """Lets the user choose a folder, and counts uses in it."""
        chosen = QFileDialog.getExistingDirectory(self._page, "Count uses in a folder", str(Path.home()))
        self.count_files([Path(chosen)] if chosen else [])

    def _offer(self) -> None:
        self._bar.offer(corpora_of(self._session))


def corpora_of(session: Session) -> list[Corpus]:
    """What the present tokenizer was learned from, where that is known, and the corpus list of the project."""
    corpora = []
    entry = session.shelf.get(session.current_name)
    run_id = entry.run_id if entry else ""
    runs = [run for run in session.runs if run_id and run.id == run_id]
    corpora += [Corpus("what it was learned from", run=run) for run in runs]
    items = session.distinct_corpus
    if items:
        sources = tuple(item.source for item in items)
        corpora.append(Corpus(f"the corpus of the project, {_listed(sources)}", sources))
    return corpora


def corpus_of_files(paths: Sequence[Path]) -> Corpus:
    """Files and folders that the user named."""
    sources = tuple(Source(path) for path in paths)
    return Corpus(_listed(sources), sources)


def _listed(sources: Sequence[Source]) -> str:
    if len(sources) == 1:
        return shown(Path(sources[0].path.name or sources[0].path))
    return count(len(sources), "source")
