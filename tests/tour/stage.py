"""What a tour of the window stands on: a script that waits, hands that drag and type, a camera.

A script is a generator. It acts on the window and yields a condition; it goes on once that holds. So the window lives
on between any two steps, as it does before a person.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Generator, Sequence
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QEvent, QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

Condition = Callable[[], bool]
Script = Generator[Condition, None, None]

LONGEST_WAIT = 120_000  # milliseconds until a step counts as hanging
_LOOK = 20  # milliseconds between two looks at a condition


class Director(QTimer):
    """Goes through a script, one condition after the other, and ends the program with the script."""

    def __init__(self, script: Script) -> None:
        super().__init__(interval=_LOOK)
        self._script = script
        self._holds: Condition = lambda: True
        self._acts = False
        self._steps = 0
        self._waiting = QElapsedTimer()
        self._waiting.start()
        self.timeout.connect(self._look)

    def _look(self) -> None:
        if self._waiting.elapsed() > LONGEST_WAIT:
            sys.exit(f"tour: a step waits in vain, {self._steps} steps after the beginning")
        if self._acts or not self._holds():  # what a step opens may have a loop of its own
            return
        self._acts = True
        try:
            self._holds = next(self._script)
        except StopIteration:
            self.stop()
        except Exception:
            traceback.print_exc()
            sys.exit(f"tour: a step cannot be done, {self._steps} steps after the beginning")
        finally:
            self._acts = False
        self._steps += 1
        self._waiting.start()


def pause(milliseconds: int) -> Condition:
    """Holds after so long: for what is drawn bit by bit."""
    clock = QElapsedTimer()
    clock.start()
    return lambda: clock.elapsed() >= milliseconds


def drag_over(window: QWidget, paths: Sequence[Path], place: QPoint) -> QMimeData:
    """Move files over a place of the window, as a file manager does; they are still held."""
    payload = QMimeData()
    payload.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    hold_over(window, payload, place)
    return payload


def hold_over(window: QWidget, payload: QMimeData, place: QPoint) -> None:
    """The same with any payload."""
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for kind in (QDragEnterEvent, QDragMoveEvent):
        event = kind(place, Qt.DropAction.CopyAction, payload, buttons, keys)
        QApplication.sendEvent(window.windowHandle(), event)


def drop(window: QWidget, payload: QMimeData, place: QPoint) -> None:
    """Let go of what is held."""
    event = QDropEvent(
        QPointF(place),
        Qt.DropAction.CopyAction,
        payload,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        QEvent.Type.Drop,
    )
    QApplication.sendEvent(window.windowHandle(), event)


def carry_away(window: QWidget) -> None:
    """Take what is held out of the window."""
    QApplication.sendEvent(window.windowHandle(), QDragLeaveEvent())


def click(widget: QWidget, place: QPoint | None = None) -> None:
    """Press and release the left button."""
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place or widget.rect().center())


def press(key: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Strike a key where the focus is."""
    target = QApplication.focusWidget() or QApplication.activeWindow()
    if target is not None:
        QTest.keyClick(target, key, keys)


class Camera:
    """Takes pictures of the whole screen, windows on windows included, numbered in the order of the tour."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def shoot(self, name: str) -> None:
        """Saves what stands on the screen now."""
        QApplication.processEvents()
        screen = QApplication.primaryScreen()
        picture = screen.grabWindow(0)
        file = self._folder / f"{name}.png"
        if picture.isNull() or not picture.save(str(file)):
            sys.exit(f"tour: {file} could not be taken")
