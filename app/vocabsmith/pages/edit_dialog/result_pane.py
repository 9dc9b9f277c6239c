"""The right half of the dialog: what the changes do, in sentences and in a table, and what they cost."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from vocabsmith.operations.describe_edit import described
from vocabsmith.pages.edit_dialog.gone_table import GoneTable
from vocabsmith.pages.edit_dialog.measures_section import MeasuresSection
from vocabsmith.widgets.labels import Label, SectionHead
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.panes import ScrollBody
from vocabsmith.wording import count
from vocabsmith_engine import Tokenizer
from vocabsmith_engine.editing import EditPreview

_SIDE = 20
_MOST_PROBLEMS = 3
_NOTHING = "What the changes do will be told here: tokens that go with others, merges that break, ids that move."


class ResultPane(ScrollBody):
    """Shows previews. `measures` is added by the dialog, which knows the corpus."""

    def __init__(self, tokenizer: Tokenizer, measures: MeasuresSection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokenizer = tokenizer
        self.message = InlineMessage()
        self.head = SectionHead("What changes")
        self.sentences = Label(_NOTHING, wrap=True)
        self.table = GoneTable(tokenizer)
        self._gone_head = SectionHead("Tokens that go")
        self._box = QFrame()
        self._box.setProperty("kind", "box")
        inside = QVBoxLayout(self._box)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.addWidget(self.table)
        column = self.column
        column.setContentsMargins(_SIDE, 16, _SIDE, 16)
        column.addWidget(self.head)
        column.addWidget(self.message)
        column.addWidget(self.sentences)
        column.addSpacing(8)
        column.addWidget(self._gone_head)
        column.addWidget(self._box, 1)
        column.addSpacing(8)
        column.addWidget(measures)
        self._show_table(False)

    def show_waiting(self) -> None:
        """Another edit is being worked out."""
        self.head.set_note("being worked out…")

    def show_preview(self, preview: EditPreview | None) -> None:
        """Shows what an edit does; None for no edit."""
        self.head.set_note("")
        self.table.show_preview(preview)
        self._show_table(preview is not None and len(preview.removed) > 0)
        if preview is None:
            self.message.clear()
            self.sentences.setText(_NOTHING)
            return
        self._show_problems(preview)
        self.sentences.setText("\n".join(described(self._tokenizer, preview)))
        self._gone_head.set_note(count(len(preview.removed), "token"))

    def show_failure(self, error: Exception) -> None:
        """What went wrong; nothing is told of an older edit."""
        self.show_preview(None)
        self.sentences.setText("")
        self.message.show_message("error", str(error))

    def _show_problems(self, preview: EditPreview) -> None:
        if not preview.problems:
            self.message.clear()
            return
        texts = [str(problem) for problem in preview.problems[:_MOST_PROBLEMS]]
        more = len(preview.problems) - len(texts)
        texts += [f"And {count(more, 'more problem')}."] if more else []
        self.message.show_message("error" if preview.blocked else "warning", "\n".join(texts))

    def _show_table(self, shown: bool) -> None:
        self._gone_head.setVisible(shown)
        self._box.setVisible(shown)
