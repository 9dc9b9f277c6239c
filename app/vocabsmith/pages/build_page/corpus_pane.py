"""The left pane: where text is dropped, and the list of what has been."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from vocabsmith import wording
from vocabsmith.operations.add_to_corpus import NOT_TEXT, look_again, scan_paths
from vocabsmith.operations.list_fields import list_fields
from vocabsmith.pages.build_page.corpus_list import CorpusList, CorpusModel
from vocabsmith.pages.build_page.reading_dialog import ReadingDialog
from vocabsmith.pages.build_page.whole_reading import WholeReading
from vocabsmith.session import CorpusItem, Session
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.buttons import Button, IconButton
from vocabsmith.widgets.drop_zone import DropZone
from vocabsmith.widgets.labels import IconLabel, Label
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.panes import SIDE, Pane, ScrollBody, horizontal_line
from vocabsmith.widgets.reveal import reveal
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_engine import Monitor, Stopped
from vocabsmith_resources.samples import sample_path
from vocabsmith_resources.themes.palette import Palette


class CorpusPane(Pane):
    """Takes files and folders, shows them at once and looks at them in the background.

    Signals:
        scanning_changed: a look has begun or ended; see `scanning`.
    """

    scanning_changed = Signal()

    def __init__(self, session: Session, tasks: TaskRunner, parent: QWidget | None = None) -> None:
        super().__init__("Corpus", parent=parent)
        self._session = session
        self._tasks = tasks
        self._palette: Palette | None = None
        self._pending: list[Path] = []
        self._reading = WholeReading(session, tasks)
        self._model = CorpusModel(self)
        self._list = CorpusList(self._model)
        self._message = InlineMessage()
        self._remove = IconButton("minus", "Remove from the corpus (the file stays)")
        self._how = IconButton("pencil", "Choose how it is read: field, encoding, weight")
        self._reveal = IconButton("open-external", "Show in the file manager")
        self._empty = self._make_empty_state()
        self._filled = self._make_filled_state()
        self._compose()
        self._connect()
        self._show_corpus()

    def apply_theme(self, palette: Palette) -> None:
        """Keeps the colours for dialogs of its own."""
        self._palette = palette
        spread_theme(self, palette)

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
        notice.addWidget(self._message)
        self.body.addLayout(notice)
        self.body.addWidget(self._empty, 1)
        self.body.addWidget(self._filled, 1)

    def _make_empty_state(self) -> QWidget:
        zone = DropZone("Drop your text here", "Text, JSON, CSV, Parquet, Arrow, compressed or archived, and folders")
        zone.dropped.connect(self.add_paths)
        self._choose_files = Button("Choose files…", kind="primary")
        self._choose_files.clicked.connect(self.choose_files)
        choose_folder = Button("Choose folder…")
        choose_folder.clicked.connect(self.choose_folder)
        zone.add_button(self._choose_files)
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
        self._total = Label("", "head")
        self._about_total = Label("", "secondary", wrap=True)
        state = QWidget()
        column = QVBoxLayout(state)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(horizontal_line())
        column.addWidget(self._list, 1)
        column.addWidget(horizontal_line())
        foot = QVBoxLayout()
        foot.setContentsMargins(SIDE, 12, SIDE, 12)
        foot.setSpacing(4)
        foot.addWidget(self._total)
        foot.addWidget(self._about_total)
        column.addLayout(foot)
        return state

    def _connect(self) -> None:
        self._session.corpus_changed.subscribe(lambda _items: self._show_corpus())
        self._reading.failed.connect(lambda text: self._message.show_message("error", text))
        self._remove.clicked.connect(self.remove_chosen)
        self._how.clicked.connect(self.choose_reading)
        self._reveal.clicked.connect(self._reveal_chosen)
        self._list.selectionModel().selectionChanged.connect(self._show_selection)
        self._list.doubleClicked.connect(self._reveal_chosen)
        QShortcut(
            QKeySequence(QKeySequence.StandardKey.Delete),
            self._list,
            self.remove_chosen,
            context=Qt.ShortcutContext.WidgetShortcut,
        )

    # --- adding and removing

    @property
    def reading(self) -> WholeReading:
        """What reads the listed sources whole, in the background."""
        return self._reading

    @property
    def scanning(self) -> bool:
        """Whether something that was added is still being looked at."""
        return bool(self._pending)

    def add_paths(self, paths: Iterable[Path]) -> None:
        """List `paths` at once; sizes, kinds and notes follow from the background."""
        added = list(dict.fromkeys(path.absolute() for path in paths))
        if not added:
            return
        self._message.clear()
        self._pending.extend(added)

        def scan(monitor: Monitor) -> list[CorpusItem]:
            return scan_paths(paths=added, monitor=monitor)

        self._tasks.start(
            scan,
            on_done=lambda items: self._finish_scan(added, items),
            on_failed=lambda error: self._fail_scan(added, error),
        )
        self._show_corpus()
        self.scanning_changed.emit()

    def add_sample(self) -> None:
        """List the bundled sample."""
        self.add_paths([sample_path()])

    def choose_files(self) -> None:
        """Ask for files and list them."""
        names, _ = QFileDialog.getOpenFileNames(self, "Add files")
        self.add_paths(Path(name) for name in names)

    def choose_folder(self) -> None:
        """Ask for a folder and list it."""
        if name := QFileDialog.getExistingDirectory(self, "Add a folder"):
            self.add_paths([Path(name)])

    def remove_chosen(self) -> None:
        """Take the selected sources off the list; the files stay."""
        chosen = set(self._list.chosen_paths())
        self._session.remove_corpus(item for item in self._session.corpus if item.path in chosen)

    def choose_reading(self) -> None:
        """Ask how the first selected source is to be read."""
        chosen = set(self._list.chosen_paths()[:1])
        item = next((item for item in self._session.corpus if item.path in chosen), None)
        if item is None or self._palette is None:
            return
        dialog = ReadingDialog(item, self._palette, self)
        fields = self._tasks.start(
            lambda monitor: list_fields(source=replace(item.source, field=None), monitor=monitor),
            on_done=dialog.offer_fields,
            on_failed=lambda error: dialog.message.show_message("warning", str(error)),
        )
        dialog.finished.connect(fields.forget)
        dialog.finished.connect(dialog.deleteLater)
        dialog.accepted.connect(lambda: self._read_anew(dialog.item))
        dialog.open()

    def _read_anew(self, item: CorpusItem) -> None:
        """Look at a source again that is to be read in another way."""
        self._pending.append(item.path)
        self._tasks.start(
            lambda monitor: [look_again(item=item, monitor=monitor)],
            on_done=lambda items: self._finish_scan([item.path], items),
            on_failed=lambda error: self._fail_scan([item.path], error),
        )
        self._show_corpus()
        self.scanning_changed.emit()

    def _reveal_chosen(self) -> None:
        for path in self._list.chosen_paths()[:1]:
            reveal(path)

    def _finish_scan(self, added: list[Path], items: list[CorpusItem]) -> None:
        self._forget_pending(added)
        self._session.add_corpus(items)
        self._reading.begin()
        self._show_corpus()
        self.scanning_changed.emit()

    def _fail_scan(self, added: list[Path], error: Exception) -> None:
        self._forget_pending(added)
        if not isinstance(error, Stopped):
            self._message.show_message("error", f"{added[0].name} was not added: {error}")
        self._show_corpus()
        self.scanning_changed.emit()

    def _forget_pending(self, added: list[Path]) -> None:
        for path in added:
            self._pending.remove(path)

    # --- showing

    def _show_corpus(self) -> None:
        items = self._session.corpus
        empty = not items and not self._pending
        self._model.show_rows(items, self._pending)
        self._empty.setVisible(empty)
        self._filled.setVisible(not empty)
        self._remove.setVisible(not empty)
        self._how.setVisible(not empty)
        self._reveal.setVisible(not empty)
        self._show_selection()
        self._show_totals(items)

    def _show_selection(self) -> None:
        chosen = bool(self._list.chosen_paths())
        self._remove.setEnabled(chosen)
        self._how.setEnabled(chosen)
        self._reveal.setEnabled(chosen)

    def _show_totals(self, items: tuple[CorpusItem, ...]) -> None:
        counted = [item for item in self._session.distinct_corpus if item.kind != NOT_TEXT]
        files = sum(item.files for item in counted)
        size = wording.size(sum(item.bytes for item in counted))
        self._total.setText(f"{size} in {wording.count(files, 'file')}")
        used = [item for item in items if item.kind != NOT_TEXT]
        left_out = len(items) - len(used)
        words = wording.count(len(items), "source")
        if left_out:
            words = f"{len(used):,} of {words}, {left_out:,} left out"
        self._about_total.setText("Looking at the files…" if self._pending else words)
