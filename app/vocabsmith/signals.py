"""Signals of the system that ask the program to end, heard at once although Qt's loop runs no Python."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier, QTimer

_ENDING = (signal.SIGINT, signal.SIGTERM)


class EndingSignals(QObject):
    """Calls `on_signal` in the window's thread when the system or Ctrl-C in the terminal asks the program to end."""

    def __init__(self, on_signal: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)

        def hear(*_: object) -> None:
            """Python may be in the middle of anything: what is to be done waits until Qt is back in its loop."""
            QTimer.singleShot(0, self, on_signal)

        self._before = {number: signal.signal(number, hear) for number in _ENDING}
        if sys.platform != "win32":  # there, the timers of the window let Python look at signals often enough
            self._wake()

    def _wake(self) -> None:
        """Python hears a signal when it runs next: a byte that comes with it wakes Qt, which runs some Python."""
        self._read, self._write = socket.socketpair()
        self._read.setblocking(False)
        self._write.setblocking(False)
        signal.set_wakeup_fd(self._write.fileno(), warn_on_full_buffer=False)
        notifier = QSocketNotifier(self._read.fileno(), QSocketNotifier.Type.Read, self)
        notifier.activated.connect(lambda *_: self._read.recv(64))
        self._notifier = notifier

    def end(self) -> None:
        """Gives the signals back."""
        if sys.platform != "win32":
            self._notifier.setEnabled(False)
            signal.set_wakeup_fd(-1)
            self._read.close()
            self._write.close()
        for number, before in self._before.items():
            signal.signal(number, before)
