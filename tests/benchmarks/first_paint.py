"""Starts the program as a user does and ends it when its window has been painted for the first time.

python tests/benchmarks/first_paint.py BEGAN

BEGAN is `time.monotonic()` of the process that started this one; printed are the seconds from then on. Nothing in the
program knows of this: the application that it makes is watched from outside.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import vocabsmith_engine.runs  # noqa: F401, which the program loads before Qt
from vocabsmith.__main__ import main  # what `python -m vocabsmith` loads first


def watched_from_outside() -> None:
    """Has the program's own application tell when its window is painted."""
    from PySide6.QtCore import QEvent, QObject, QTimer  # noqa: PLC0415
    from PySide6.QtWidgets import QApplication, QMainWindow  # noqa: PLC0415

    from vocabsmith import application  # noqa: PLC0415

    class Painted(QObject):
        """Ends the program behind the first picture of the window."""

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint and isinstance(watched, QMainWindow):
                QTimer.singleShot(0, self._tell)  # what is inside is painted with it
                QApplication.instance().removeEventFilter(self)
            return False

        def _tell(self) -> None:
            print(time.monotonic() - began, flush=True)
            QApplication.instance().closeAllWindows()

    make = application._make_application

    def make_watched() -> QApplication:
        made = make()
        made.installEventFilter(Painted(made))
        return made

    application._make_application = make_watched


began = float(sys.argv[1])
sys.argv = [str(Path(sys.argv[0]).with_name("vocabsmith"))]
watched_from_outside()
sys.exit(main())
