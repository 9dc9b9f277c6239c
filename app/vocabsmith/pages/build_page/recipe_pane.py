"""The middle pane: everything that defines a run, what will come of it, and Start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from vocabsmith.pages.build_page import recipe_draft
from vocabsmith.pages.build_page.more_section import MoreSection
from vocabsmith.pages.build_page.pieces_section import PiecesSection
from vocabsmith.pages.build_page.recipe_menu import RecipeMenu
from vocabsmith.pages.build_page.run_estimate import Question, RunEstimate
from vocabsmith.pages.build_page.size_section import SizeSection
from vocabsmith.pages.build_page.specials_section import SpecialsSection
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.buttons import Button, IconButton
from vocabsmith.widgets.labels import IconLabel, Label
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.panes import SIDE, Pane, ScrollBody, horizontal_line
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_engine import Recipe, RecipeError, Source
from vocabsmith_resources.themes.palette import Palette


class FormBody(ScrollBody):
    """Scrolls up and down, and is never narrower than the widest row of its form, whatever the text size."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it scrolls to the field that has the focus

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follows the form, whose rows may come to need another width."""
        if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            self._follow_form()
        return super().eventFilter(watched, event)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours, and the width of larger text at once: the panes are shared out next."""
        spread_theme(self, palette)
        self._follow_form()

    def scroll_to_top_of(self, section: QWidget) -> None:
        """Shows a section from its beginning, as far down as the form goes."""
        form = self.widget()
        if form is not None:
            self._follow_form()
            form.adjustSize()
            self.verticalScrollBar().setValue(section.y())

    def _follow_form(self) -> None:
        form = self.widget()
        if form is not None:
            self.column.activate()
            self.setMinimumWidth(form.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width())


class RecipePane(Pane):
    """The form of a recipe.

    Signals:
        edited: the user has changed what the form holds.
        changed: the form holds something else, or what is known of it has changed.
    """

    edited = Signal()
    changed = Signal()

    def __init__(
        self, tasks: TaskRunner, draft: Mapping[str, Any], settings: SettingsStore, parent: QWidget | None = None
    ) -> None:
        super().__init__("Recipe", parent=parent)
        self._settings = settings
        self._sources: tuple[Source, ...] = ()
        self.size_section = SizeSection()
        self.pieces = PiecesSection(tasks)
        self.specials = SpecialsSection(tasks)
        self.more = MoreSection(settings.values.more_open)
        self.estimate = RunEstimate(tasks, self)
        self.message = InlineMessage()
        self.start = Button("Start", "play")
        self._reason = Label("", "secondary", wrap=True)
        self._plan = IconLabel("info")
        self._plan_room = QWidget()
        self._menu_button = IconButton("dots", "Recipes to start from")
        self.menu = QMenu(self._menu_button)
        self.recipes = RecipeMenu(self.menu, tasks, recipe=self.recipe, problem=self.fault, window=self)
        self._compose()
        self.pieces.preview.show_own(settings.values.preview_own, settings.values.preview_text)
        self._fill(draft)
        self._connect()
        self._show_draft()

    def _compose(self) -> None:
        self._menu_button.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        self._menu_button.setMenu(self.menu)
        self.head.add(self._menu_button)
        notice = QVBoxLayout()
        notice.setContentsMargins(SIDE, 0, SIDE, 8)
        notice.addWidget(self.message)
        self.body.addLayout(notice)
        form = self._form = FormBody()
        for section in (self.size_section, self.pieces, self.specials, self.more):
            form.column.addWidget(section)
            form.column.addSpacing(8)
        form.column.addStretch(1)
        self.body.addWidget(form, 1)
        self.body.addWidget(horizontal_line())
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self.start, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._reason, 1)
        plan = QVBoxLayout(self._plan_room)
        plan.setContentsMargins(0, 0, 0, 0)
        plan.addWidget(self._plan)
        plan.addStretch(1)
        foot = QVBoxLayout()
        foot.setContentsMargins(SIDE, 12, SIDE, 12)
        foot.setSpacing(8)
        foot.addWidget(self._plan_room)
        foot.addLayout(row)
        self.body.addLayout(foot)

    def _connect(self) -> None:
        for section in (self.size_section, self.pieces, self.specials, self.more):
            section.changed.connect(self._edit)
        self.specials.size_asked.connect(self.size_section.number.setValue)
        self.pieces.known.connect(self._tell)
        self.estimate.changed.connect(self._take_estimate)
        self.more.turned.connect(self._follow_more)
        self.pieces.preview.own_changed.connect(
            lambda shown, text: self._settings.update(preview_own=shown, preview_text=text)
        )
        self.recipes.chosen.connect(self.start_from)
        self.recipes.saved.connect(lambda name: self.message.show_message("good", f"The recipe is saved as {name}."))
        self.recipes.failed.connect(lambda words: self.message.show_message("error", words))

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours; plan and reason have room for two lines each, so that nothing moves when they change."""
        spread_theme(self, palette)
        self._reason.ensurePolished()
        for part in (self._reason, self._plan_room):
            part.setMinimumHeight(2 * self._reason.fontMetrics().lineSpacing())

    def _follow_more(self, is_open: bool) -> None:
        """What was opened is shown, and open at the next start too."""
        self._settings.update(more_open=is_open)
        if is_open:
            QTimer.singleShot(0, self, lambda: self._form.scroll_to_top_of(self.more))

    # --- the form

    def draft(self) -> dict[str, Any]:
        """The form in the terms of `Recipe.to_dict`, threads and memory beside them, right or wrong."""
        return {
            **recipe_draft.DEFAULTS,
            "vocab_size": self.size_section.value(),
            "pretokenizer": self.pieces.value(),
            "special_tokens": list(self.specials.tokens()),
            **self.more.values(),
        }

    def set_draft(self, draft: Mapping[str, Any]) -> None:
        """Fill the form. Fields that hold their value already are left alone, with focus and cursor. No edit."""
        self._fill(draft)
        self._tell()

    def start_from(self, settings: Mapping[str, Any]) -> None:
        """Take the settings of a recipe; threads and memory stay. An edit of the user's."""
        self.message.clear()
        self._fill({**self.draft(), **settings})
        self._edit()

    def _fill(self, draft: Mapping[str, Any]) -> None:
        whole = {**recipe_draft.DEFAULTS, **draft}
        self.size_section.set_value(whole["vocab_size"])
        self.specials.set_tokens(whole["special_tokens"])
        self.more.set_values(whole)
        self.pieces.set_value(whole["pretokenizer"])

    def recipe(self) -> Recipe:
        """The form as a Recipe. Raises RecipeError; see `fault` for what to ask first."""
        return recipe_draft.recipe_of(self.draft())

    def threads(self) -> int | None:
        """Threads that a run may use; None for all."""
        return self.draft()["threads"]  # type: ignore[no-any-return]

    def memory(self) -> int | None:
        """Bytes that a run may take; None for the usual."""
        return self.draft()["memory"]  # type: ignore[no-any-return]

    def problem(self) -> str:
        """What keeps a run from being started with this form, in a sentence; "" if nothing does."""
        return self.fault() or ("No run can begin like this: see above." if self.estimate.problem else "")

    def fault(self) -> str:
        """What keeps the form from being a recipe, in a sentence; "" if nothing does."""
        if problem := recipe_draft.size_problem(self.draft()):
            return problem
        if self.specials.problem:
            return self.specials.problem
        if self.pieces.checking:
            return "Trying the expression…"
        return "The expression cannot be used: see above." if self.pieces.problem else ""

    # --- what others tell

    def set_sources(self, sources: Sequence[Source]) -> None:
        """The sources that a run would read: a line of theirs is cut, special tokens are looked for, time is told."""
        if tuple(sources) != self._sources:
            self._sources = tuple(sources)
            self.pieces.set_sources(self._sources)
            self.specials.counts.set_sources(self._sources)
            self._ask_estimate()

    def hold(self) -> None:
        """Read nothing of the corpus for now: a run needs the processors."""
        self.specials.counts.hold()
        self.estimate.hold()

    def release(self) -> None:
        """Go on after `hold`."""
        self.specials.counts.release()
        self.estimate.release()

    def show_start(self, *, enabled: bool, again: bool, reason: str) -> None:
        """Start as it is now: the accent shows that it is the next step, the reason why it is not."""
        self.start.setEnabled(enabled)
        self.start.setText("Start again" if again else "Start")
        self.start.set_icon("refresh" if again else "play")
        self.start.set_kind("primary" if enabled and not again else "")
        self.start.setAccessibleDescription(reason)
        self._reason.setText(reason)

    def reason(self) -> str:
        """The sentence beside Start."""
        return self._reason.text()

    def plan(self) -> str:
        """The sentence above Start."""
        return self._plan.text()

    # --- what follows

    def _edit(self) -> None:
        self._tell()
        self.edited.emit()

    def _tell(self) -> None:
        self._show_draft()
        self.changed.emit()

    def _show_draft(self) -> None:
        draft = self.draft()
        self.size_section.show_problem(recipe_draft.size_problem(draft))
        self.specials.show_size(draft["vocab_size"])
        self.pieces.set_around(draft["special_tokens"], draft["normalization"])
        self._ask_estimate()
        self._show_plan()

    def _ask_estimate(self) -> None:
        question = None
        if self._sources and not self.fault():
            try:
                question = Question(self._sources, self.recipe(), self.threads(), self.memory())
            except RecipeError:
                question = None
        self.estimate.ask(question)

    def _take_estimate(self) -> None:
        self._show_plan()
        self.changed.emit()

    def _show_plan(self) -> None:
        if self.estimate.problem:
            self._plan.set_content("warning", self.estimate.problem, "warning")
        else:
            self._plan.set_content("info", recipe_draft.plan_of(self.draft()) + self.estimate.words())
