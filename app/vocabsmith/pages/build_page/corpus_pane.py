"""The left pane: where text is dropped, and the list of what has been."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from vocabsmith import wording
from vocabsmith.operations.add_to_corpus import NewSource
from vocabsmith.pages.build_page.corpus_editing import CorpusEditing
from vocabsmith.pages.build_page.corpus_foot import CorpusFoot
from vocabsmith.pages.build_page.corpus_list import CorpusList
from vocabsmith.pages.build_page.corpus_model import CorpusModel
from vocabsmith.pages.build_page.first_look import FirstLook
from vocabsmith.pages.build_page.whole_reading import WholeReading
from vocabsmith.session import Session
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.buttons import Button, IconButton
from vocabsmith.widgets.drop_payload import DropOffer
from vocabsmith.widgets.drop_zone import DropCover, DropZone
from vocabsmith.widgets.inline_question import Answer, InlineQuestion
from vocabsmith.widgets.labels import IconLabel, Label
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.panes import SIDE, Pane, ScrollBody, horizontal_line
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_resources.samples import sample_path
from vocabsmith_resources.themes.palette import Palette

_STOPPED = "Stopped before all of it was looked at."


class CorpusPane(Pane):
    """Takes files and folders, shows them at once and looks at them in the background.

    Attributes:
        look: finds and looks at what was added.
        reading: reads it whole afterwards.
        editing: what can be done with the selected sources.
        list, foot, question, message: parts of the pane.

    Signals:
        scanning_changed: a look has begun or ended; see `scanning`.
    """

    scanning_changed = Signal()

    def __init__(self, session: Session, tasks: TaskRunner, parent: QWidget | None = None) -> None:
        super().__init__("Corpus", parent=parent)
        self._session = session
        self._scanning = False
        self._doubted: list[NewSource] = []
        self.look = FirstLook(session, tasks, self)
        self.reading = WholeReading(session, tasks, lambda: not self.look.busy, self)
        self._model = CorpusModel(self)
        self.list = CorpusList(self._model)
        self.foot = CorpusFoot()
        self.message = InlineMessage()
        self.question = InlineQuestion()
        self.editing = CorpusEditing(
            session, tasks, shown=self.list, look=self.look, question=self.question, parent=self
        )
        self._remove = IconButton("minus", "Remove from the corpus (the file stays)")
        self._how = IconButton("pencil", "Choose how it is read: field, encoding, weight")
        self._reveal = IconButton("open-external", "Show in the file manager")
        self._empty = self._make_empty_state()
        self._filled = self._make_filled_state()
        self._cover = DropCover(self)
        self._compose()
        self._connect()
        self._show_corpus()

    @property
    def scanning(self) -> bool:
        """Whether something that was added is still being looked at."""
        return self.look.busy

    def apply_theme(self, palette: Palette) -> None:
        """Keeps the colours for dialogs of its own."""
        self.editing.palette = palette
        spread_theme(self, palette)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keeps what is said of a drag over the whole pane."""
        super().resizeEvent(event)
        self._cover.setGeometry(self.rect())

    # --- building

    def _compose(self) -> None:
        add = IconButton("plus", "Add files or a folder")
        menu = QMenu(add)
        menu.addAction("Add files…", self.choose_files)
        menu.addAction("Add a folder…", self.choose_folder)
        menu.addAction("Add the sample", self.add_sample)
        add.setMenu(menu)
        add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        for button in (add, self._remove, self._how, self._reveal):
            self.head.add(button)
        notice = QVBoxLayout()
        notice.setContentsMargins(SIDE, 0, SIDE, 8)
        notice.setSpacing(8)
        notice.addWidget(self.message)
        notice.addWidget(self.question)
        self.body.addLayout(notice)
        self.body.addWidget(self._empty, 1)
        self.body.addWidget(self._filled, 1)

    def _make_empty_state(self) -> QWidget:
        zone = DropZone("Drop your text here", "Text, JSON, CSV, Parquet, Arrow, compressed or archived, and folders")
        choose_files = Button("Choose files…", kind="primary")
        choose_files.clicked.connect(self.choose_files)
        choose_folder = Button("Choose folder…")
        choose_folder.clicked.connect(self.choose_folder)
        zone.add_button(choose_files)
        zone.add_button(choose_folder)
        state = ScrollBody()
        state.column.setSpacing(16)
        state.column.addWidget(zone, 1)
        state.column.addWidget(self._make_sample_box())
        return state

    def _make_sample_box(self) -> QFrame:
        box = QFrame()
        box.setProperty("kind", "box")
        head = IconLabel("flask", "No text at hand?", "text")
        size = wording.size(sample_path().stat().st_size)
        words = Label(f"{size} of free text in forty languages, with code and emoji.", "secondary", wrap=True)
        button = Button("Try the sample")
        button.clicked.connect(self.add_sample)
        inner = QVBoxLayout(box)
        inner.setContentsMargins(16, 12, 16, 12)
        inner.setSpacing(6)
        inner.addWidget(head)
        inner.addWidget(words)
        row = QHBoxLayout()
        row.addWidget(button)
        row.addStretch(1)
        inner.addLayout(row)
        return box

    def _make_filled_state(self) -> QWidget:
        state = QWidget()
        column = QVBoxLayout(state)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(horizontal_line())
        column.addWidget(self.list, 1)
        column.addWidget(horizontal_line())
        column.addWidget(self.foot)
        return state

    def _connect(self) -> None:
        self._session.corpus_changed.subscribe(lambda _items: self._show_corpus())
        for source in (self.look, self.reading):
            source.failed.connect(lambda text: self.message.show_message("error", text))
            source.changed.connect(self._show_doing)
        self.look.changed.connect(self._follow_look)
        self.look.doubted.connect(self._doubt)
        self.question.answered.connect(self._ask_next)
        self.foot.stop_asked.connect(self._stop)
        self.foot.go_on_asked.connect(self._go_on)
        self.list.selectionModel().selectionChanged.connect(self._show_selection)
        self._remove.clicked.connect(self.editing.remove_chosen)
        self._how.clicked.connect(self.editing.choose_reading)
        self._reveal.clicked.connect(self.editing.reveal_chosen)
        for key, act in (
            (QKeySequence.StandardKey.Delete, self.editing.remove_chosen),
            (QKeySequence.StandardKey.Refresh, self.editing.look_again),
        ):
            shortcut = QShortcut(QKeySequence(key), self.list, act)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)  # the constructor takes none from Python

    # --- what the user does

    def add_paths(self, paths: Iterable[Path]) -> None:
        """List `paths`; sizes, kinds and notes follow from the background, where a Collection is gone through too."""
        named = paths if isinstance(paths, Collection) else list(paths)
        if named:
            self.message.clear()
            self.look.add(named)

    def add_sample(self) -> None:
        """List the bundled sample."""
        self.add_paths([sample_path()])

    def choose_files(self) -> None:
        """Ask for files and list them."""
        names, _ = QFileDialog.getOpenFileNames(self, "Add files")
        self.add_paths([Path(name) for name in names])

    def choose_folder(self) -> None:
        """Ask for a folder and list it."""
        if name := QFileDialog.getExistingDirectory(self, "Add a folder"):
            self.add_paths([Path(name)])

    def show_offer(self, offer: DropOffer | None) -> None:
        """Say what a drag that hovers would do, or nothing any more."""
        self._cover.show_offer(offer)

    # --- folders about which to ask

    def _doubt(self, source: NewSource) -> None:
        self._doubted.append(source)
        if not self.question.text():
            self._ask_next()

    def _ask_next(self) -> None:
        if self._doubted and not self.question.text():
            source = self._doubted.pop(0)
            add = Answer("Add it", lambda: self.look.list_source(source), "primary")
            self.question.ask("info", source.doubt, [add, Answer("Leave it out", lambda: None)])
        self._show_states()

    # --- the looks

    def _stop(self) -> None:
        if self.look.busy:
            self.look.stop()
        self.reading.stop()

    def _go_on(self) -> None:
        self.look.go_on()
        self.reading.go_on()

    def _follow_look(self) -> None:
        """A look that begins or ends matters to others; one that goes on only to the foot and to what is pending."""
        self._show_rows()
        self.reading.begin()
        if self.scanning != self._scanning:
            self._scanning = self.scanning
            self.scanning_changed.emit()

    # --- showing

    def _show_corpus(self) -> None:
        self._show_rows()
        self._show_selection()
        self.foot.show_totals(self._session.corpus, self._session.counted)
        self._show_doing()

    def _show_rows(self) -> None:
        self._model.show_rows(self._session.corpus, self._session.counted, self.look.pending)
        self._show_states()

    def _show_states(self) -> None:
        empty = not self._session.corpus and not self.look.busy
        self._empty.setVisible(empty)
        self._filled.setVisible(not empty)
        for button in (self._remove, self._how, self._reveal):
            button.setVisible(not empty)

    def _show_doing(self) -> None:
        if self.look.busy:
            self.foot.show_doing(self.look.words() or "Looking at the files…")
        elif self.reading.running:
            self.foot.show_doing(self.reading.words(), self.reading.fraction)
        elif self.look.stopped or self.reading.stopped:
            self.foot.show_doing(_STOPPED, stopped=True)
        else:
            self.foot.show_doing("")

    def _show_selection(self) -> None:
        chosen = self.list.selectionModel().hasSelection()
        for button in (self._remove, self._how, self._reveal):
            button.setEnabled(chosen)
