"""The Inspect page: three panes side by side, and what follows from one for the others.

Where large text leaves no room for three, what is known of a token stands below the list.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QAction, QFocusEvent, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from vocabsmith.operations.read_text import ReadText, read_text
from vocabsmith.pages.inspect_page.copy_forms import FORMS, copy_form
from vocabsmith.pages.inspect_page.details_pane import DetailsPane
from vocabsmith.pages.inspect_page.example import EXAMPLE
from vocabsmith.pages.inspect_page.inspector import Inspector
from vocabsmith.pages.inspect_page.looks import chip_of
from vocabsmith.pages.inspect_page.second_pane import SecondPane
from vocabsmith.pages.inspect_page.text_pane import TextPane
from vocabsmith.pages.inspect_page.token_pane import TokenPane
from vocabsmith.pages.inspect_page.trace_pane import TracePane
from vocabsmith.pages.text_notes import notes_on
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import LatestTask, TaskRunner
from vocabsmith.widgets.drop_zone import DropTarget
from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.no_tokenizer import NoTokenizer
from vocabsmith.widgets.page import Page
from vocabsmith.widgets.pane_splitter import PaneSplitter
from vocabsmith.widgets.tokenizer_picker import TokenizerPicker
from vocabsmith.wording import count
from vocabsmith_engine import Tokenizer
from vocabsmith_engine.runs import RunStore

# Pixels across: in a wide window, in a narrow one, and what the text cannot do without, which grows with it.
_TOKENS, _TOKENS_NARROW, _TOKENS_LEAST = 256, 216, 178
_DETAILS, _DETAILS_NARROW, _DETAILS_LEAST = 424, 304, 262
_WIDE = 1340
_PURPOSE = "Here you see how a tokenizer cuts a text: every token with its id, its bytes and the merges that made it."


class InspectPage(Page):
    """See how a text is cut into tokens."""

    key = "inspect"
    title = "Inspect"
    subtitle = "See how a text is cut into tokens"
    icon_name = "inspect"

    def __init__(
        self,
        session: Session,
        tasks: TaskRunner,
        settings: SettingsStore,
        store: RunStore | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._settings = session, settings
        self._box = ""
        self._reading = LatestTask(tasks, self)
        self.inspector = Inspector(tasks, self)
        self.text = TextPane()
        self.second = SecondPane(self.text.editor, TokenizerPicker(session, tasks, settings, store))
        self.trace = TracePane()
        self.tokens = TokenPane(tasks)
        self.details = DetailsPane()
        self.empty = NoTokenizer(self, _PURPOSE)
        self._open_action = QAction("Open a te&xt to inspect…", self)
        right = ((self.tokens, _TOKENS_LEAST), (self.details, _DETAILS_LEAST))
        self._right = PaneSplitter(right, self._share_right)
        self._splitter = PaneSplitter(((self.text, 0), (self._right, 0)), self._share)
        self._stack = QStackedWidget()
        self._drops = DropTarget(self, self.open_texts, verb="Open")
        self._compose()
        self._connect()
        self._show_tokenizer(session.tokenizer)

    def _compose(self) -> None:
        self.text.add_box("second", "beside", "Compare with a second tokenizer", self.second)
        self.text.add_box("trace", "stages", "Trace what the tokenizer does to the text", self.trace)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._splitter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)

    def _connect(self) -> None:
        self._open_action.triggered.connect(self.choose_text)
        self.text.changed.connect(self._encode)
        self.text.file_asked.connect(self.choose_text)
        self.text.example_asked.connect(lambda: self.text.editor.set_text(EXAMPLE))
        self.text.box_opened.connect(self._open_box)
        self.second.closed.connect(lambda: self.text.open_box(""))
        self.second.changed.connect(self._compare)
        self.second.place_asked.connect(self.text.editor.go_to)
        self.trace.closed.connect(lambda: self.text.open_box(""))
        self.trace.place_asked.connect(self.text.editor.go_to)
        self.trace.pointed.connect(self.text.editor.set_hint)
        self.text.editor.files_dropped.connect(self.open_texts)
        self.text.editor.token_chosen.connect(self._choose_from_text)
        self.tokens.table.token_chosen.connect(self._choose_from_list)
        self.tokens.ids.text_asked.connect(self.text.editor.set_text)
        self.tokens.copy_asked.connect(self.copy)
        self.inspector.inspected.connect(self._show_inspection)
        self.inspector.refused.connect(self._show_failure)
        self.inspector.compared.connect(self._show_beside)
        self.inspector.not_compared.connect(self.second.show_failure)
        self.inspector.traced.connect(self._show_trace)
        self.inspector.not_traced.connect(self.trace.show_failure)
        self.inspector.described.connect(self._show_details)
        self._session.tokenizer_changed.subscribe(self._show_tokenizer)

    def actions_of(self) -> dict[str, list[QAction]]:
        """Opening a text."""
        return {"file": [self._open_action]}

    def minimumSizeHint(self) -> QSize:
        """What the panes need where they stand as narrow as they can."""
        least = super().minimumSizeHint()
        if self._session.tokenizer is None:
            return least
        return QSize(self.text.minimumSizeHint().width() + scaled(_DETAILS_LEAST) + 1, least.height())

    def event(self, event: QEvent) -> bool:
        """Room may have come or gone, or a pane may need another."""
        handled = super().event(event)
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest}:
            least = self.text.minimumSizeHint().width() + scaled(_TOKENS_LEAST) + scaled(_DETAILS_LEAST) + 2
            self._right.stack(self.width() < least)
        return handled

    def _share(self, width: int) -> list[int]:
        tokens, details = self._widths()
        right = details if self._right.stacked else tokens + 1 + details
        return [width - right - 1, right]

    def _share_right(self, length: int) -> list[int]:
        tokens = length // 2 if self._right.stacked else self._widths()[0]
        return [tokens, length - tokens - 1]

    def _widths(self) -> tuple[int, int]:
        """Of the list and of what is known of a token."""
        part = min(1.0, self.width() / _WIDE)
        tokens = max(scaled(_TOKENS_LEAST), _TOKENS_NARROW, round(_TOKENS * part))
        return tokens, max(scaled(_DETAILS_LEAST), _DETAILS_NARROW, round(_DETAILS * part))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Who comes here types at once. With a focus proxy, Tab would leave out what stands before the text."""
        super().focusInEvent(event)
        if self._session.tokenizer is not None:
            self.text.editor.setFocus(event.reason())

    # --- text from files, ids to the clipboard

    def choose_text(self) -> None:
        """Lets the user choose a text file."""
        chosen, _ = QFileDialog.getOpenFileName(self, "Open a text", str(Path.home()))
        if chosen:
            self.open_texts([Path(chosen)])

    def open_texts(self, paths: Sequence[Path]) -> None:
        """Reads the first of `paths` into the text."""
        path = paths[0]
        self._reading.submit(
            lambda monitor: read_text(path=path, monitor=monitor),
            on_done=lambda read: self._show_read(path, read),
            on_failed=self._show_unread,
        )

    def _show_read(self, path: Path, read: ReadText) -> None:
        self.text.editor.set_text(read.text)
        if notes := notes_on(path, read):
            self.text.show_note("info", notes)

    def _show_unread(self, error: Exception) -> None:
        if self._session.tokenizer is None:
            self._session.report("error", str(error))
        else:
            self.text.show_note("error", str(error))

    def copy(self, form: str) -> None:
        """Puts the ids that are shown on the clipboard."""
        inspection = self.inspector.inspection
        if inspection is None:
            return
        ids = self.tokens.ids.ids()
        text = inspection.tokenizer.decode(ids) if self.tokens.ids.edited else inspection.text
        entry = self._session.shelf.get(self._session.current_name)
        opened = "" if entry is None or entry.path is None else str(entry.path)
        copied = copy_form(
            form,
            tokenizer=inspection.tokenizer,
            text=text,
            ids=ids,
            special=inspection.policy,
            path=opened or self._settings.values.export_folder,
            exported=not opened,
            encoded=not self.tokens.ids.edited,
        )
        QGuiApplication.clipboard().setText(copied)
        self._session.report("good", f"Copied {count(len(ids), 'id')} {dict(FORMS)[form].lower()}")

    # --- what follows from what

    def _show_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        # The panes, wider than a small window has room for, must not widen the page while they are not shown.
        policy = QSizePolicy.Policy.Ignored if tokenizer is None else QSizePolicy.Policy.Expanding
        self._splitter.setSizePolicy(policy, policy)
        self._stack.setCurrentIndex(0 if tokenizer is None else 1)
        self.tokens.ids.set_tokenizer(tokenizer)
        self._encode()

    def _encode(self) -> None:
        if self._session.tokenizer is not None:
            self.inspector.encode(self._session.tokenizer, self.text.editor.exact_text(), self.text.special())

    def _show_inspection(self) -> None:
        inspection = self.inspector.inspection
        if inspection is None:
            return
        self.text.show_inspection(inspection)
        self.tokens.show_inspection(inspection)
        self._compare()
        place = self.text.editor.token_at_caret()
        if place is None:
            self.details.clear()
            self._follow_trace(None)
        else:
            self._choose_from_text(place)

    def _open_box(self, key: str) -> None:
        self._box = key
        self.second.open(key == "second")
        self._compare()
        self._follow_trace(self.text.editor.chosen)
        if not key:
            self.text.editor.setFocus()

    def _compare(self) -> None:
        """Cuts the text by the second tokenizer too, while that is to be seen."""
        if self._box == "second" and self.second.tokenizer is not None:
            self.inspector.compare(self.second.tokenizer)

    def _show_beside(self) -> None:
        if self.inspector.beside is not None:
            self.second.show_beside(self.inspector.beside)

    def _follow_trace(self, place: int | None) -> None:
        """Traces the text around a token, while that is to be seen; nothing anew where it is shown already."""
        inspection, shown = self.inspector.inspection, self.trace.shown
        if self._box != "trace" or inspection is None:
            return
        place = place or 0
        if shown is None or shown.inspection is not inspection or (place not in shown.tokens and not shown.whole):
            self.inspector.trace_around(place)
        elif len(inspection):
            self.trace.mark(*inspection.encoded.utf16[place].tolist())

    def _show_trace(self) -> None:
        if self.inspector.trace is not None:
            self.trace.show_trace(self.inspector.trace)
            self._follow_trace(self.text.editor.chosen)

    def _show_failure(self, message: str) -> None:
        self.text.show_failure(message)
        self.trace.clear()
        self.second.clear()
        self.tokens.show_inspection(None)
        self.details.clear()

    def _choose_from_text(self, place: int) -> None:
        if self.inspector.inspection is not None:
            self.text.editor.set_chosen(place)
            self.tokens.table.set_chosen(place)
            self.inspector.describe(place)
            self._follow_trace(place)

    def _choose_from_list(self, place: int) -> None:
        self.text.editor.set_chosen(place, reveal=True)
        self.inspector.describe(place)
        self._follow_trace(place)

    def _show_details(self) -> None:
        details, inspection = self.inspector.details, self.inspector.inspection
        if details is not None and inspection is not None:
            self.details.show_details(details, chip_of(inspection, details.place))
