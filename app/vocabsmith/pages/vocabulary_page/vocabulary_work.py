"""Everything that is worked out beside the window; the newest request wins.

What is known of a tokenizer is kept as long as the tokenizer is in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from vocabsmith.operations.describe_token import TokenStory, describe_token
from vocabsmith.operations.list_tokens import Filter, Ids, Sorting, TokenLister
from vocabsmith.operations.open_vocabulary import count_usage, find_occurrences, find_unreachable, open_vocabulary
from vocabsmith.operations.vocabulary_marks import Corpus, Mask, Usage, Vocabulary
from vocabsmith.pages.vocabulary_page.occurrences_section import MOST_LINES
from vocabsmith.plots import UsePlaces
from vocabsmith.session import Session
from vocabsmith.tasks import LatestTask, Task, TaskRunner
from vocabsmith_engine import Monitor, Stopped, Tokenizer
from vocabsmith_engine.analysis import Occurrence, VocabularyTable

_PATIENCE = 150  # milliseconds before what takes long is begun: the user may go on meanwhile


class VocabularyWork(QObject):
    """What is known of the present tokenizer.

    Attributes:
        vocabulary: None without a tokenizer, and until its tokens are in arrays.

    Signals:
        opened(): `vocabulary` is that of the tokenizer asked for.
        failed(str): the tokenizer cannot be looked at.
        learned_more(): more is known of the same vocabulary.
        placed(UsePlaces): where its dots lie, anew.
        listed(ids), refused(str): what passes the filter asked for last, or what is wrong with it.
        described(TokenStory): the token asked for last.
        found(list of Occurrence), not_found(str): lines that use it, or why there are none.
        counting_changed(): a count has begun or ended.
        not_counted(str): why uses could not be counted.
    """

    opened = Signal()
    failed = Signal(str)
    learned_more = Signal()
    placed = Signal(object)
    listed = Signal(object)
    refused = Signal(str)
    described = Signal(object)
    found = Signal(object)
    not_found = Signal(str)
    counting_changed = Signal()
    not_counted = Signal(str)

    def __init__(self, session: Session, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._tasks = session, tasks
        self._opening = LatestTask(tasks, self)
        self._reaching = LatestTask(tasks, self)
        self._placing = LatestTask(tasks, self)
        self._listing = LatestTask(tasks, self)
        self._describing = LatestTask(tasks, self)
        self._finding = LatestTask(tasks, self)
        self._lister = TokenLister()
        self._known: list[Vocabulary] = []
        self._wanted: Tokenizer | None = None
        self._sought: int | None = None
        self._count: Task[Usage] | None = None
        self._counted_corpus = ""
        self._timer = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._timer.timeout.connect(self._find)
        self._rest = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._rest.timeout.connect(self._find_unreachable)

    @property
    def vocabulary(self) -> Vocabulary | None:
        """See the class."""
        return next((known for known in self._known if known.tokenizer is self._wanted), None)

    @property
    def waits(self) -> bool:
        """Whether something will be looked for in a moment."""
        return self._timer.isActive() or self._rest.isActive()

    # --- a tokenizer

    def open(self, tokenizer: Tokenizer | None) -> None:
        """Looks at a tokenizer; `opened` follows, or `failed`, unless another is asked for."""
        there = [*self._session.tokenizers.values(), tokenizer]
        self._known = [known for known in self._known if any(known.tokenizer is each for each in there)]
        self._wanted = tokenizer
        for running in (self._opening, self._reaching, self._placing, self._listing, self._describing):
            running.cancel()
        self._lister = TokenLister()  # one that is still at work has the other to itself
        self._rest.stop()
        self.stop_looking()
        if tokenizer is None or self.vocabulary is not None:
            self._begin()
            return

        def read(monitor: Monitor) -> VocabularyTable:
            return open_vocabulary(tokenizer=tokenizer, monitor=monitor)

        def keep(table: VocabularyTable) -> None:
            self._known.append(Vocabulary(tokenizer, table))
            self._begin()

        self._opening.submit(read, on_done=keep, on_failed=self._fail)

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, Stopped):
            self.failed.emit(str(error))

    def _begin(self) -> None:
        self.opened.emit()
        vocabulary = self.vocabulary
        if vocabulary is not None:
            self._place(vocabulary)

    def _find_unreachable(self) -> None:
        """What takes longest comes last: the window is slower to paint as long as Python works beside it."""
        vocabulary = self.vocabulary
        if vocabulary is None or vocabulary.unreachable is not None:
            return
        tokenizer = vocabulary.tokenizer

        def look(monitor: Monitor) -> Mask:
            return find_unreachable(tokenizer=tokenizer, monitor=monitor)

        def keep(mask: Mask) -> None:
            self._learn(tokenizer, unreachable=mask)

        self._reaching.submit(look, on_done=keep, on_failed=lambda _: None)

    def _place(self, vocabulary: Vocabulary) -> None:
        table, usage = vocabulary.table, vocabulary.usage

        def work_out(_monitor: Monitor) -> UsePlaces:
            return UsePlaces.of(table.ranks, table.learned_counts, None if usage is None else usage.uses.counts)

        def tell(places: UsePlaces) -> None:
            self.placed.emit(places)
            self._rest.start()

        self._placing.submit(work_out, on_done=tell, on_failed=lambda _: None)

    def _learn(self, tokenizer: Tokenizer, **news: object) -> None:
        """More is known of a tokenizer, which need not be the present one."""
        for place, known in enumerate(self._known):
            if known.tokenizer is tokenizer:
                self._known[place] = replace(known, **news)  # type: ignore[arg-type]
        if tokenizer is self._wanted:
            self.learned_more.emit()

    # --- tokens

    def list(self, wanted: Filter, sorting: Sorting) -> None:
        """Lists tokens; `listed` or `refused` follows unless something else is asked for."""
        vocabulary = self.vocabulary
        if vocabulary is None:
            return

        lister = self._lister

        def look(monitor: Monitor) -> Ids:
            return lister.list(vocabulary=vocabulary, wanted=wanted, sorting=sorting, monitor=monitor)

        def refuse(error: Exception) -> None:
            if not isinstance(error, Stopped):
                self.refused.emit(str(error))

        self._listing.submit(look, on_done=self.listed.emit, on_failed=refuse)

    def describe(self, token: int) -> None:
        """Looks a token up; `described` follows unless another is asked for."""
        vocabulary = self.vocabulary
        if vocabulary is None:
            return

        def look(monitor: Monitor) -> TokenStory:
            return describe_token(vocabulary=vocabulary, token=token, monitor=monitor)

        self._describing.submit(look, on_done=self.described.emit, on_failed=lambda _: None)

    # --- the corpus

    @property
    def counting(self) -> str:
        """The name of the corpus that is counted just now, "" for none."""
        return self._counted_corpus if self._count is not None else ""

    def count(self, corpus: Corpus) -> None:
        """Counts uses in a corpus, as a job; a count that goes on is given up."""
        vocabulary = self.vocabulary
        if vocabulary is None:
            return
        tokenizer = vocabulary.tokenizer
        self.stop_counting()

        def work(monitor: Monitor) -> Usage:
            return count_usage(tokenizer=tokenizer, corpus=corpus, monitor=monitor)

        def keep(usage: Usage) -> None:
            if self._count is task:
                self._end_count()
            self.take_usage(tokenizer, usage)

        def fail(error: Exception) -> None:
            if self._count is task:
                self._end_count()
                if not isinstance(error, Stopped):
                    self.not_counted.emit(str(error))

        task = self._tasks.start(work, on_done=keep, on_failed=fail, job="Counting uses")
        self._count, self._counted_corpus = task, corpus.name
        self.counting_changed.emit()

    def take_usage(self, tokenizer: Tokenizer, usage: Usage) -> None:
        """The uses of a tokenizer are known."""
        self._learn(tokenizer, usage=usage)
        if tokenizer is self._wanted and self.vocabulary is not None:
            self._place(self.vocabulary)

    def stop_counting(self) -> None:
        """Gives a count up."""
        if self._count is not None:
            self._count.stop()

    def _end_count(self) -> None:
        self._count = None
        self.counting_changed.emit()

    def look_for(self, token: int) -> None:
        """Looks for lines of the counted corpus that use a token, once it is clear that it stays."""
        self.stop_looking()
        self._sought = token
        self._timer.start()

    def stop_looking(self) -> None:
        """Gives the search for lines up."""
        self._timer.stop()
        self._finding.cancel()
        self._sought = None

    def _find(self) -> None:
        vocabulary, token = self.vocabulary, self._sought
        if vocabulary is None or vocabulary.usage is None or token is None:
            return
        corpus = vocabulary.usage.corpus

        def look(monitor: Monitor) -> Sequence[Occurrence]:
            return find_occurrences(
                tokenizer=vocabulary.tokenizer, corpus=corpus, token=token, monitor=monitor, limit=MOST_LINES
            )

        def fail(error: Exception) -> None:
            if not isinstance(error, Stopped):
                self.not_found.emit(str(error))

        self._finding.submit(look, on_done=self.found.emit, on_failed=fail)
