"""The Vocabulary page: the table of all tokens, what is known of one of them, and charts of them all.

Where large text leaves no room for both, what is known of a token stands below the table.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QAction, QFocusEvent, QGuiApplication, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from vocabsmith.operations.describe_token import TokenStory
from vocabsmith.operations.list_tokens import Column, Filter, Ids, Sorting
from vocabsmith.pages.chart_saving import ChartSaving
from vocabsmith.pages.vocabulary_page.charts_row import ChartsRow
from vocabsmith.pages.vocabulary_page.corpus_bar import CorpusBar
from vocabsmith.pages.vocabulary_page.corpus_choice import CorpusChoice
from vocabsmith.pages.vocabulary_page.details_pane import DetailsPane
from vocabsmith.pages.vocabulary_page.filter_bar import FilterBar
from vocabsmith.pages.vocabulary_page.history import TokenHistory
from vocabsmith.pages.vocabulary_page.looks import chip_of
from vocabsmith.pages.vocabulary_page.row_menu import RowMenu
from vocabsmith.pages.vocabulary_page.row_taking import RowTaking
from vocabsmith.pages.vocabulary_page.search_bar import SearchBar
from vocabsmith.pages.vocabulary_page.token_table import TokenTable, sorting_after
from vocabsmith.pages.vocabulary_page.vocabulary_work import VocabularyWork
from vocabsmith.plots import UsePlaces
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.drop_zone import DropTarget
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.messages import EmptyState
from vocabsmith.widgets.no_tokenizer import NoTokenizer
from vocabsmith.widgets.page import Page
from vocabsmith.widgets.pane_splitter import PaneSplitter
from vocabsmith.widgets.panes import horizontal_line
from vocabsmith_engine import Tokenizer
from vocabsmith_engine.analysis import Occurrence

# Pixels across: in a wide window, in a narrow one, and what the text cannot do without, which grows with it.
_DETAILS, _DETAILS_NARROW, _DETAILS_LEAST = 424, 296, 262
_TABLE_LEAST = 560
_WIDE = 1340
_STACKED_TABLE = 0.62  # of the height, where the details stand below
_DETAILS_HEIGHT = 260
_PURPOSE = "Here you see every token of a tokenizer: its bytes, the merge that made it, and how often a corpus uses it."
_BUSY = ("Reading the vocabulary…", "")
_EMPTY, _READING, _TOKENS = range(3)


class VocabularyPage(Page):
    """Every token in a table, and where it is used."""

    key = "vocabulary"
    title = "Vocabulary"
    subtitle = "Every token, and where it is used"
    icon_name = "table"
    can_find = True

    def __init__(
        self,
        session: Session,
        tasks: TaskRunner,
        settings: SettingsStore,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self.work = VocabularyWork(session, tasks, self)
        self.empty = NoTokenizer(self, _PURPOSE)
        self.reading = EmptyState("table", *_BUSY)
        self.search = SearchBar()
        self.filters = FilterBar()
        self.corpus = CorpusBar()
        self.table = TokenTable()
        self.charts = ChartsRow()
        self.details = DetailsPane()
        self.sorting = Sorting()
        self.history = TokenHistory()
        self._current: int | None = None
        self._left = QFrame()
        self._splitter = PaneSplitter(((self._left, 0), (self.details, _DETAILS_LEAST)), self._share)
        self._stack = QStackedWidget()
        self._stale = True
        self.corpora = CorpusChoice(self, self.corpus, self.work, session)
        self._drops = DropTarget(self, self.corpora.count_files, verb="Count uses in")
        self._save_action = QAction("Save the &vocabulary as TSV…", self)
        self._count_action = QAction("Count &uses of tokens in files…", self)
        self.taking = RowTaking(self, self.table, session, tasks, settings)
        self.chart_saving = ChartSaving(self.charts.cells, self, session, tasks, settings)
        self._compose()
        self._connect()
        self._follow_tokenizer(session.tokenizer)

    def _compose(self) -> None:
        self._left.setProperty("kind", "pane")
        left = QVBoxLayout(self._left)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(0)
        for part in (self.search, self.filters, horizontal_line(), self.corpus, horizontal_line()):
            left.addWidget(part)
        left.addWidget(self.table, 1)
        left.addWidget(horizontal_line())
        left.addWidget(self.charts)
        for page in (self.empty, self.reading, self._splitter):
            self._stack.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)
        for keys, go in ((Qt.Key.Key_Left, self.go_back), (Qt.Key.Key_Right, self.go_forward)):
            shortcut = QShortcut(QKeySequence(Qt.KeyboardModifier.AltModifier | keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(go)

    def _connect(self) -> None:
        self._connect_table()
        self._connect_work()
        self.details.back_asked.connect(self.go_back)
        self.details.forward_asked.connect(self.go_forward)
        self.details.copy_asked.connect(self._copy_details)
        self.details.built_on.chips.token_chosen.connect(self.show_token)
        self.charts.scripts.chosen.connect(lambda scripts: self.filters.choose_scripts(frozenset(scripts)))
        self.charts.uses.chosen.connect(self.show_token)
        self._session.tokenizer_changed.subscribe(self._follow_tokenizer)

    def actions_of(self) -> dict[str, list[QAction]]:
        """Saving the table, and counting."""
        return {"file": [self._save_action], "run": [self._count_action]}

    def _connect_table(self) -> None:
        self.search.changed.connect(self._list)
        self.search.field.left_down.connect(self._go_to_table)
        self.search.copy.clicked.connect(self.taking.copy_rows)
        self.search.save.clicked.connect(self.taking.choose_file)
        self._save_action.triggered.connect(self.taking.choose_file)
        self._count_action.triggered.connect(self.corpora.choose_files)
        self.search.change.clicked.connect(self._ask_for_edit)
        self.filters.changed.connect(self._list)
        self.filters.below_changed.connect(self._show_counts)
        self.corpus.sort_asked.connect(self._sort)
        self.corpus.all_asked.connect(self._show_all)
        self.table.sort_asked.connect(lambda column: self._sort(sorting_after(self.sorting, column)))
        self.table.token_chosen.connect(self._visit)
        self.table.typed.connect(self.search.type_on)
        self.table.copy_asked.connect(self.taking.copy_rows)
        self.table.menu_asked.connect(self._show_menu)

    def _connect_work(self) -> None:
        self.work.opened.connect(self._show_vocabulary)
        self.work.failed.connect(lambda message: self.reading.say("The vocabulary cannot be shown", message))
        self.work.learned_more.connect(self._show_news)
        self.work.placed.connect(self._show_places)
        self.work.listed.connect(self._show_listed)
        self.work.refused.connect(self.search.show_failure)
        self.work.described.connect(self._show_story)
        self.work.found.connect(self._show_lines)
        self.work.not_found.connect(self.details.occurrences.show_remark)

    # --- what the window asks

    def begin_search(self) -> None:
        """Puts the focus into the search, with all of its text selected."""
        if self._stack.currentIndex() == _TOKENS:
            self.search.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.search.field.selectAll()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Who comes here moves through the table at once."""
        super().focusInEvent(event)
        if self._stack.currentIndex() == _TOKENS:
            self.table.setFocus(event.reason())

    def showEvent(self, event: QShowEvent) -> None:
        """Nothing is read of a tokenizer before the page is looked at."""
        super().showEvent(event)
        self._catch_up()

    def minimumSizeHint(self) -> QSize:
        """What the table needs, and the details below it where there is no room beside it."""
        if self._session.tokenizer is None:
            return super().minimumSizeHint()
        left = self._left.minimumSizeHint()
        below = scaled(_DETAILS_HEIGHT) if self._splitter.stacked else 0
        return QSize(left.width(), left.height() + below)

    def event(self, event: QEvent) -> bool:
        """Room may have come or gone."""
        handled = super().event(event)
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest}:
            least = max(self._left.minimumSizeHint().width(), scaled(_TABLE_LEAST))
            self._splitter.stack(self.width() < least + scaled(_DETAILS_LEAST) + 1)
        return handled

    def _share(self, length: int) -> list[int]:
        if self._splitter.stacked:
            table = max(self._left.minimumSizeHint().height(), round(length * _STACKED_TABLE))
            return [table, max(0, length - table - 1)]
        details = max(scaled(_DETAILS_LEAST), _DETAILS_NARROW, round(_DETAILS * min(1.0, length / _WIDE)))
        return [length - details - 1, details]

    # --- a tokenizer

    def _follow_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        # The panes, wider than a small window has room for, must not widen the page while they are not shown.
        policy = QSizePolicy.Policy.Ignored if tokenizer is None else QSizePolicy.Policy.Expanding
        self._splitter.setSizePolicy(policy, policy)
        self._stale = True
        for action in (self._save_action, self._count_action):
            action.setEnabled(tokenizer is not None)
        if tokenizer is None:
            self._stack.setCurrentIndex(_EMPTY)
        if self.isVisible():
            self._catch_up()
        else:
            self._let_go()

    def _catch_up(self) -> None:
        if not self._stale or not self.isVisible():
            return
        self._stale = False
        tokenizer = self._session.tokenizer
        self._let_go()
        if tokenizer is not None:
            self.reading.say(*_BUSY)
            self._stack.setCurrentIndex(_READING)
            self.work.open(tokenizer)

    def _let_go(self) -> None:
        """Nothing is kept of the tokenizer that was shown, which may leave memory while this page is not seen."""
        self._current = None
        self.history.clear()
        self.details.clear()
        self.details.show_history(self.history)
        self.table.show_tokens(None, self.table.tokens.ids[:0], None)
        self.charts.clear()
        self.work.open(None)

    def _show_vocabulary(self) -> None:
        vocabulary = self.work.vocabulary
        self.filters.show_vocabulary(vocabulary)
        if vocabulary is None:
            return
        had_focus = self.hasFocus()
        self._stack.setCurrentIndex(_TOKENS)
        self.corpus.show_usage(vocabulary.usage)
        self._show_counts()
        self.table.show_tokens(vocabulary, self.table.tokens.ids[:0], None)
        self._list()
        if had_focus:
            self.table.setFocus()

    def _show_news(self) -> None:
        """Flags or uses of the same tokens have come."""
        vocabulary = self.work.vocabulary
        if vocabulary is None:
            return
        self.corpus.show_usage(vocabulary.usage)
        self._show_counts()
        self.table.refresh(vocabulary)
        if self.sorting.column in (Column.NOW, Column.FLAGS) or self.filters.flags():
            self._list()
        if self._current is not None:
            self._describe(self._current)

    def _show_places(self, places: UsePlaces) -> None:
        vocabulary = self.work.vocabulary
        if vocabulary is not None:
            self.charts.show_places(vocabulary, places)
            self.charts.uses.show_current(self._current)
            ids = self.table.tokens.ids
            if len(ids):
                self.charts.show_listed(vocabulary, ids)

    def _show_counts(self) -> None:
        vocabulary = self.work.vocabulary
        if vocabulary is not None:
            self.filters.show_counts(vocabulary.counts(self.filters.below.value()))

    # --- the list

    def filter(self) -> Filter:
        """What is to be listed."""
        return Filter(
            query=self.search.field.text(),
            mode=self.search.mode(),
            kind=self.filters.kind(),
            scripts=self.filters.chosen_scripts(),
            flags=self.filters.flags(),
            below=self.filters.below.value(),
        )

    def _list(self) -> None:
        self.work.list(self.filter(), self.sorting)

    def _show_listed(self, ids: Ids) -> None:
        vocabulary = self.work.vocabulary
        if vocabulary is None:
            return
        self.search.show_failure("")
        self.table.show_tokens(vocabulary, ids, self._current)
        self.corpus.show_total(len(ids), len(vocabulary))
        self.charts.show_listed(vocabulary, ids)

    def _sort(self, sorting: Sorting) -> None:
        self.sorting = sorting
        self.table.head.show_sorting(sorting)
        self.corpus.show_sorting(sorting)
        self._list()

    def _show_all(self) -> None:
        """Everything again, in the order that was chosen."""
        self.search.field.blockSignals(True)
        self.search.field.clear()
        self.search.field.blockSignals(False)
        self.filters.clear()

    def _go_to_table(self) -> None:
        if self.table.tokens.rowCount():
            self.table.setFocus(Qt.FocusReason.TabFocusReason)
            if not self.table.currentIndex().isValid():
                self.table.selectRow(0)

    def show_token(self, token: int) -> None:
        """Goes to a token, and takes filters away that hide it."""
        vocabulary = self.work.vocabulary
        if vocabulary is None or not 0 <= token < len(vocabulary):
            return
        self.history.visit(token)
        self._return_to(token)

    def _visit(self, token: int) -> None:
        self.history.visit(token)
        self._go_to(token)

    def _go_to(self, token: int) -> None:
        self._current = token
        self.details.show_history(self.history)
        self.charts.uses.show_current(token)
        self._describe(token)

    def _describe(self, token: int) -> None:
        self.work.stop_looking()
        self.work.describe(token)

    def go_back(self) -> None:
        """The token that was looked at before."""
        if self.history.can_go_back:
            self._return_to(self.history.back())

    def go_forward(self) -> None:
        """The token that was looked at after."""
        if self.history.can_go_on:
            self._return_to(self.history.forward())

    def _return_to(self, token: int) -> None:
        self._go_to(token)
        if not self.table.choose(token):
            self._show_all()

    def _show_story(self, story: TokenStory) -> None:
        vocabulary = self.work.vocabulary
        if vocabulary is None or story.id != self._current:
            return
        self.details.show_story(story, vocabulary)
        if vocabulary.usage is None:
            self.details.occurrences.show_no_corpus()
        elif not story.uses:
            self.details.occurrences.show_remark("No text of the corpus uses it.")
        else:
            self.details.occurrences.show_remark("Looking for lines…")
            self.work.look_for(story.id)

    def _show_lines(self, lines: Sequence[Occurrence]) -> None:
        vocabulary, story = self.work.vocabulary, self.details.story
        if vocabulary is not None and story is not None:
            self.details.occurrences.show_lines(lines, chip_of(vocabulary, story.id), story.uses or 0)

    def _copy_details(self) -> None:
        QGuiApplication.clipboard().setText(self.details.words())
        self._session.report("good", "Copied what is known of the token")

    def menu(self) -> RowMenu:
        """What can be done with the chosen rows."""
        menu = RowMenu(self.table, self)
        menu.copy_asked.connect(self.taking.copy_rows)
        menu.script_asked.connect(lambda script: self.filters.choose_scripts(frozenset({script})))
        menu.sort_asked.connect(lambda column: self._sort(sorting_after(self.sorting, column)))
        menu.edit_asked.connect(self._ask_for_edit)
        return menu

    def _show_menu(self, place: QPoint) -> None:
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place)

    def _ask_for_edit(self) -> None:
        self.edit_asked.emit(self.table.chosen_ids().tolist())
