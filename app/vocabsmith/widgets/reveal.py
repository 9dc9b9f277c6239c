"""Showing a file in the system's file manager, or with its own program."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QProcess, QUrl
from PySide6.QtGui import QDesktopServices


def open_file(path: Path) -> None:
    """Opens a file with the program that the system has for its kind."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def reveal(path: Path) -> None:
    """Opens the folder of `path`, with `path` selected where the system can; a folder is opened itself."""
    if sys.platform == "darwin":
        QProcess.startDetached("open", ["-R", str(path)])
    elif sys.platform == "win32" and not os.path.isdir(path):  # noqa: PTH112 (raises nothing)
        QProcess.startDetached("explorer", [f"/select,{path}"])
    else:
        folder = path if os.path.isdir(path) else path.parent  # noqa: PTH112 (raises nothing)
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
