r"""One running program for each project: a second start hands its files to the first, and ends.

Each program listens at a local socket named after the user, the folder of their data and the project. Whoever starts
calls there first. A socket that nobody answers at was left by a crash, and is taken over.

    call    {"files": ["/home/ada/handbook.txt"], "activation": "…"}\n
    answer  ok\n
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from vocabsmith import paths

PATIENCE = 1.0  # seconds to reach a program; a socket that nobody listens at refuses at once
ANSWER_PATIENCE = 5.0  # seconds until one that was reached is taken to hang: it may have been idle and swapped out
_LONGEST_CALL = 64_000_000  # bytes
_ANSWER = b"ok\n"
_ACTIVATION = "XDG_ACTIVATION_TOKEN"  # of the desktop: lets the other program come to the front
log = logging.getLogger(__name__)


def hand_over(project: Path | None, files: Iterable[str] = (), patience: float = ANSWER_PATIENCE) -> bool:
    """Asks the program that has `project` open, if there is one, to come forward and to take `files`, absolute paths.

    `project` is None for the one without a file. Returns whether one has answered, within `patience` seconds of being
    reached.
    """
    name = _socket_name(project)
    if not _is_ours(name):
        return False
    socket = QLocalSocket()
    socket.connectToServer(name)
    try:
        if not socket.waitForConnected(round(PATIENCE * 1000)):
            return False
        end = time.monotonic() + patience
        call = {"files": list(files), "activation": os.environ.get(_ACTIVATION, "")}
        socket.write(json.dumps(call).encode() + b"\n")
        answer = b""
        while _ANSWER not in answer and socket.state() == QLocalSocket.LocalSocketState.ConnectedState:
            if not (socket.bytesAvailable() or socket.waitForReadyRead(_milliseconds(end))):
                break
            answer += bytes(socket.readAll().data())
        return answer == _ANSWER
    finally:
        socket.abort()


class Doorbell(QObject):
    """Where later starts of the program call.

    Signals:
        rung(list[Path]): another start hands these over, and wants the window to come forward.
    """

    rung = Signal(list)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server: QLocalServer | None = None
        self._project: Path | None = None

    def listen(self, project: Path | None) -> bool:
        """Listens for `project` from now on; False if another program does already."""
        if self._server is not None and project == self._project:
            return True
        self.close()
        name = _socket_name(project)
        if _somebody_listens(name):  # asked first: a server that only this user may call takes a name from another one
            return False
        QLocalServer.removeServer(name)
        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.newConnection.connect(self._answer)
        if not server.listen(name):
            log.warning("later starts are not noticed: %s", server.errorString())
        self._server, self._project = server, project
        return True

    def close(self) -> None:
        """Listens no more."""
        if self._server is not None:
            self._server.close()
            self._server.deleteLater()
            self._server = None

    def _answer(self) -> None:
        while self._server is not None and (socket := self._server.nextPendingConnection()) is not None:
            _Caller(socket, self)


class _Caller(QObject):
    """One call, until it is answered."""

    def __init__(self, socket: QLocalSocket, bell: Doorbell) -> None:
        super().__init__(bell)
        self._socket, self._bell = socket, bell
        self._said = b""
        socket.setParent(self)
        socket.readyRead.connect(self._read)
        socket.disconnected.connect(self.deleteLater)
        self._read()

    def _read(self) -> None:
        self._said += bytes(self._socket.readAll().data())
        if len(self._said) > _LONGEST_CALL:
            self._socket.abort()
        elif self._said.endswith(b"\n"):
            self._take(self._said)
            self._said = b""

    def _take(self, said: bytes) -> None:
        try:
            call = json.loads(said)
            files, activation = call["files"], call["activation"]
            if not isinstance(activation, str) or not all(isinstance(file, str) for file in files):
                raise TypeError
        except (ValueError, TypeError, KeyError, RecursionError):
            log.warning("a call was not understood")
            self._socket.abort()
            return
        if activation:
            os.environ[_ACTIVATION] = activation
        self._socket.write(_ANSWER)
        self._socket.flush()
        self._bell.rung.emit([Path(file) for file in files])


def _somebody_listens(name: str) -> bool:
    socket = QLocalSocket()
    socket.connectToServer(name)
    answers = socket.waitForConnected(round(PATIENCE * 1000))
    socket.abort()
    return answers


def _milliseconds(end: float) -> int:
    return max(0, round((end - time.monotonic()) * 1000))


def _socket_name(project: Path | None) -> str:
    file = "" if project is None else os.path.realpath(project)
    told = "\0".join((_user(), os.path.realpath(paths.data_dir()), file))
    name = f"vocabsmith-{hashlib.blake2b(os.fsencode(told), digest_size=12).hexdigest()}"
    if os.name == "nt":
        return name
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    folder = runtime if runtime and Path(runtime).is_dir() and os.access(runtime, os.W_OK) else tempfile.gettempdir()
    return str(Path(folder) / name)


def _user() -> str:
    return os.environ.get("USERNAME", "") if os.name == "nt" else str(os.getuid())


def _is_ours(name: str) -> bool:
    """Whether the socket, which may lie in a folder for all users, was made by this one."""
    if os.name == "nt":
        return True
    with suppress(OSError):
        return Path(name).stat().st_uid == os.getuid()
    return False
