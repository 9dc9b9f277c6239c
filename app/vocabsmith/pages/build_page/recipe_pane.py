"""The middle pane: everything that defines a run, what will come of it, and Start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from vocabsmith.pages.build_page import recipe_draft
from vocabsmith.pages.build_page.more_section import MoreSection
from vocabsmith.pages.build_page.pieces_section import PiecesSection
from vocabsmith.pages.build_page.size_section import SizeSection
from vocabsmith.pages.build_page.specials_section import SpecialsSection
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.buttons import Button, IconButton
from vocabsmith.widgets.labels import IconLabel, Label
from vocabsmith.widgets.panes import SIDE, Pane, ScrollBody, horizontal_line
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_engine import Recipe, Source
from vocabsmith_resources.themes.palette import Palette


class FormBody(ScrollBody):
    """Scrolls up and down, and is never narrower than the widest row of its form, whatever the text size."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follows the form, whose rows may come to need another width."""
        if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            self._follow_form()
        return super().eventFilter(watched, event)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours, and the width of larger text at once: the panes are shared out next."""
        spread_theme(self, palette)
        self._follow_form()

    def _follow_form(self) -> None:
        form = self.widget()
        if form is not None:
            self.column.activate()
            self.setMinimumWidth(form.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width())


class RecipePane(Pane):
    """The form of a recipe.

    Signals:
        changed: the form holds something else, or what is known of it has changed.
    """

    changed = Signal()

    def __init__(self, tasks: TaskRunner, draft: Mapping[str, Any], parent: QWidget | None = None) -> None:
        super().__init__("Recipe", parent=parent)
        self.size_section = SizeSection()
        self.pieces = PiecesSection(tasks)
        self.specials = SpecialsSection()
        self.more = MoreSection()
        self.start = Button("Start", "play")
        self._reason = Label("", "secondary", wrap=True)
        self._plan = IconLabel("info")
        self._compose()
        self.set_draft(draft)
        for section in (self.size_section, self.pieces, self.specials, self.more):
            section.changed.connect(self._tell)
        self._show_draft()

    def _compose(self) -> None:
        menu_button = IconButton("dots", "Recipes to start from")
        menu_button.setPopupMode(menu_button.ToolButtonPopupMode.InstantPopup)
        menu_button.setMenu(self._make_menu(menu_button))
        self.head.add(menu_button)
        form = FormBody()
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
        foot = QVBoxLayout()
        foot.setContentsMargins(SIDE, 12, SIDE, 12)
        foot.setSpacing(8)
        foot.addWidget(self._plan)
        foot.addLayout(row)
        self.body.addLayout(foot)

    def _make_menu(self, parent: QWidget) -> QMenu:
        menu = QMenu(parent)
        menu.addAction("Defaults").triggered.connect(lambda: self.set_draft(recipe_draft.DEFAULTS))
        menu.addAction("Rules of CS336").triggered.connect(lambda: self.set_draft(recipe_draft.CS336))
        return menu

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours; a reason of two lines fits beside Start, so that nothing moves when one appears."""
        spread_theme(self, palette)
        self._reason.ensurePolished()
        self._reason.setMinimumHeight(2 * self._reason.fontMetrics().lineSpacing())

    # --- the form

    def draft(self) -> dict[str, Any]:
        """The form in the terms of `Recipe.to_dict`, right or wrong."""
        return {
            **recipe_draft.DEFAULTS,
            "vocab_size": self.size_section.value(),
            "pretokenizer": self.pieces.value(),
            "special_tokens": list(self.specials.tokens()),
            **self.more.values(),
        }

    def set_draft(self, draft: Mapping[str, Any]) -> None:
        """Fill the form."""
        self.size_section.set_value(draft["vocab_size"])
        self.specials.set_tokens(draft["special_tokens"])
        self.more.set_values(draft)
        self.pieces.set_value(draft["pretokenizer"])

    def recipe(self) -> Recipe:
        """The form as a Recipe. Raises RecipeError; see `problem` for what to ask first."""
        return Recipe.from_dict(self.draft())

    def problem(self) -> str:
        """What keeps the form from being a recipe, in a sentence; "" if nothing does."""
        if problem := recipe_draft.size_problem(self.draft()):
            return problem
        if self.specials.problem:
            return self.specials.problem
        if self.pieces.problem:
            return "The expression cannot be used: see above."
        return "Trying the expression…" if self.pieces.checking else ""

    def set_sources(self, sources: Sequence[Source]) -> None:
        """The sources whose text the preview cuts."""
        self.pieces.set_sources(sources)

    def show_start(self, *, enabled: bool, again: bool, reason: str) -> None:
        """Start as it is now: the accent shows that it is the next step, the reason why it is not."""
        self.start.setEnabled(enabled)
        self.start.setText("Start again" if again else "Start")
        self.start.set_icon("refresh" if again else "play")
        self.start.set_kind("primary" if enabled and not again else "")
        self._reason.setText(reason)

    def reason(self) -> str:
        """The sentence beside Start."""
        return self._reason.text()

    def plan(self) -> str:
        """The sentence above Start."""
        return self._plan.text()

    def _tell(self) -> None:
        self._show_draft()
        self.changed.emit()

    def _show_draft(self) -> None:
        draft = self.draft()
        self.size_section.show_problem(recipe_draft.size_problem(draft))
        self._plan.set_content("info", recipe_draft.plan_of(draft))
