"""At the start: runs that a crash, a power cut or a full disk has ended are offered to be gone on with."""

from __future__ import annotations

from PySide6.QtCore import QObject

from vocabsmith.pages.build_page.run_control import RunControl
from vocabsmith.pages.build_page.run_library import RunLibrary


class RunRecovery(QObject):
    """Offers one run after the other, once, with the first listing after the start."""

    def __init__(self, library: RunLibrary, control: RunControl) -> None:
        super().__init__(library)
        self._library, self._control = library, control
        self._waiting: list[str] = []
        self._first = True
        library.listed.connect(self._look)

    def _look(self) -> None:
        if self._first:
            self._first = False
            self._waiting = [run.id for run in self._library.runs if run.interrupted]
            self._offer_next()

    def _offer_next(self) -> None:
        """The next one, unless the user has begun a run meanwhile: the list has them all."""
        while self._waiting and not self._control.running:
            info = self._library.run(self._waiting.pop(0))
            if info is not None and info.interrupted:
                more = len(self._waiting)
                place = f" {more} more {'was' if more == 1 else 'were'} cut off too." if more else ""
                self._library.offer(info, place=place, then=self._offer_next)
                return
