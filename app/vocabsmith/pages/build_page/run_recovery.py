"""Runs that a crash, a power cut, a full disk or the user has cut off: what is to become of them is asked in place."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from vocabsmith import wording
from vocabsmith.pages.build_page.run_control import RunControl
from vocabsmith.pages.build_page.run_library import RunLibrary
from vocabsmith.pages.build_page.run_pane import RunPane
from vocabsmith.widgets.inline_question import Answer
from vocabsmith_engine.runs import RunInfo

_GO_ON = "Go on from what was saved last."
_DISCARD = "Delete what was saved of it."
_LATER = "Leave it as it is; it stays in the list of runs."
_FOR_GOOD = "This cannot be undone."


def _nothing() -> None:
    """Nothing follows."""


class RunRecovery(QObject):
    """Asks for one run after the other with the first listing after the start; later for one that is chosen."""

    def __init__(self, library: RunLibrary, control: RunControl, pane: RunPane) -> None:
        super().__init__(library)
        self._library, self._control, self._pane = library, control, pane
        self._waiting: list[str] = []
        self._first = True
        library.listed.connect(self._look)
        library.unfinished_chosen.connect(self.offer)

    def _look(self) -> None:
        if self._first:
            self._first = False
            self._waiting = [run.id for run in self._library.runs if run.interrupted]
            if self._library.runs and not self._control.running:
                self._pane.runs.show_list("runs")  # no merges have come yet, but these are there
            self._offer_next()

    def _offer_next(self) -> None:
        """The next one, unless the user has begun a run meanwhile: the list has them all."""
        while self._waiting and not self._control.running:
            info = self._library.run(self._waiting.pop(0))
            if info is not None and info.interrupted:
                self._library.show_learned(info)
                self.offer(info, self._offer_next)
                return

    def offer(self, info: RunInfo, then: Callable[[], None] = _nothing) -> None:
        """Ask what is to become of a run; `then` follows when that is settled without going on."""
        go_on = Answer("Go on", lambda: self._library.go_on_asked.emit(info), "primary", _GO_ON)
        learned = f"Use the {wording.count(info.merges, 'merge')} that were saved as they are."
        keep = Answer("Keep what was learned", lambda: self._settle(self._library.keep, info, then), "", learned)
        discard = Answer("Discard", lambda: self._ask_to_discard(info, then), "", _DISCARD)
        later = Answer("Later", then, "", _LATER)
        answers = (go_on, keep, discard, later) if info.merges else (go_on, discard, later)
        self._pane.ask("warning" if info.problem else "info", self._words(info), answers)

    def _words(self, info: RunInfo) -> str:
        more = len(self._waiting)
        others = f"{more} more {'was' if more == 1 else 'were'} cut off too." if more else ""
        cut_off = f"{info.name} was cut off while {self._library.stage(info)}."
        return " ".join(filter(None, (cut_off, info.problem, others)))

    def _settle(self, act: Callable[[RunInfo], None], info: RunInfo, then: Callable[[], None]) -> None:
        act(info)
        then()

    def _ask_to_discard(self, info: RunInfo, then: Callable[[], None]) -> None:
        discard = Answer("Discard", lambda: self._settle(self._library.delete, info, then), "", _FOR_GOOD)
        back = Answer("Keep it", lambda: self.offer(info, then))
        self._pane.ask("warning", f"Discard {info.name}? What was saved of it will be gone.", (discard, back))
        self._pane.question.take_focus()
