"""Looks for what is cut in the window at several sizes of window and text; a program, since the scale is Qt's own.

python sized_window.py FOLDER SIZES...    with SIZES such as 1024x700:125; prints a line for everything cut.
With 1024x700:150:sideways only pages that have to be scrolled sideways count.
"""

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QScrollArea, QStackedWidget, QWidget
from walked_window import BOXES, PAGES, WalkedWindow

from vocabsmith.widgets.labels import ElidedLabel
from vocabsmith.widgets.look import Look

TITLES = {"head", "title", "figure", ""}  # roles of text that has to be whole; notes beside a title may give way


class Hands:
    """Waits, as pytest-qt does in the tests."""

    def waitUntil(self, holds, timeout: int) -> None:  # noqa: N802
        begun = time.monotonic()
        while not holds():
            QApplication.processEvents()
            if time.monotonic() - begun > timeout / 1000:
                sys.exit("waited in vain")

    def waitActive(self, window: QWidget) -> None:  # noqa: N802
        self.waitUntil(window.isActiveWindow, 10_000)


def cut(window: QWidget) -> Iterator[str]:
    """Everything that has to be whole and is not."""
    for widget in window.findChildren(QWidget):
        if widget.isVisible() and not widget.visibleRegion().isEmpty() and is_cut(widget):
            yield f"{type(widget).__name__} {widget.text()!r}"
    for area in window.findChild(QStackedWidget).findChildren(QScrollArea):
        if area.isVisible() and area.horizontalScrollBar().maximum() > 0 and area.accessibleName() != "Tree of merges":
            yield f"scrolls sideways by {area.horizontalScrollBar().maximum()}"


def is_cut(widget: QWidget) -> bool:
    if isinstance(widget, ElidedLabel):
        return widget.property("role") in TITLES and widget.text() != widget.whole_text()
    if isinstance(widget, QLabel) and widget.wordWrap():
        return widget.height() < widget.heightForWidth(widget.width())
    if isinstance(widget, QLabel | QAbstractButton):
        metrics, text = widget.fontMetrics(), widget.text().replace("&", "")
        low = widget.height() < metrics.tightBoundingRect(text).height()
        return low or widget.width() < metrics.horizontalAdvance(text)
    return False


def main(folder: Path, sizes: list[str]) -> None:
    """Looks at a finished run and at a text, in every size."""
    look = Look(QApplication([]), "light")
    walked = WalkedWindow(Hands(), look, folder)
    walked.go_to("done")
    for page in (*PAGES, *BOXES):
        walked.show(page)
    for size in sizes:
        room, percent, *only = size.split(":")
        walked.window.resize(*map(int, room.split("x")))
        walked.window.set_text_size(int(percent))
        for page in ("build", *PAGES, *BOXES):
            walked.open(page)
            for _ in range(4):
                walked.settle()
            for finding in cut(walked.window):
                if not only or "sideways" in finding:
                    print(f"{page} {size}: {finding}")
    print("looked", flush=True)
    walked.close()


main(Path(sys.argv[1]), sys.argv[2:])
