"""Reports of what went wrong, kept in the log folder until they have been shown.

Errors of Python are written by the hook of `watch`; crashes of native code by faulthandler, into a file that is empty
as long as all is well.
"""

from __future__ import annotations

import faulthandler
import logging
import os
import platform
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from types import TracebackType

_NEW = "crash-*.txt"
_FAULT = "fault-*.txt"
_FORGOTTEN = timedelta(days=7)  # an empty file this old was left by a program that was killed
log = logging.getLogger(__name__)


def write(folder: Path, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> Path:
    """Writes a report of an error and returns its file."""
    told = "".join(traceback.format_exception(kind, error, trace))
    file = folder / f"crash-{datetime.now():%Y%m%d-%H%M%S-%f}.txt"
    file.write_text(f"{_about()}\n{told}", encoding="utf-8", errors="backslashreplace")
    return file


def take_new(folder: Path) -> list[str]:
    """The texts of the reports that nobody has seen yet, oldest first; from now on they count as seen."""
    _take_over_faults(folder)
    texts = []
    for file in sorted(folder.glob(_NEW)):
        with suppress(FileNotFoundError):  # another program that starts at the same time has shown it
            file.replace(seen := file.with_name(f"seen-{file.name}"))
            texts.append(seen.read_text(encoding="utf-8", errors="replace"))
    return texts


def watch(folder: Path, on_error: Callable[[Path], None]) -> Callable[[], None]:
    """Writes reports from now on and tells `on_error` of those that the program survives; the result ends it."""
    fault_file = folder / f"fault-{os.getpid()}.txt"
    stream = fault_file.open("w", encoding="utf-8")
    faulthandler.enable(stream)
    usual = sys.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        usual(kind, error, trace)
        if issubclass(kind, KeyboardInterrupt):
            return
        log.error("unexpected error", exc_info=error)
        on_error(write(folder, kind, error, trace))

    def end() -> None:
        sys.excepthook = usual
        faulthandler.disable()
        stream.close()
        fault_file.unlink(missing_ok=True)

    sys.excepthook = hook
    return end


def _take_over_faults(folder: Path) -> None:
    """A fault file with something in it belongs to a program that is no more."""
    for file in folder.glob(_FAULT):
        with suppress(FileNotFoundError):  # that program has ended meanwhile, or another has taken the file over
            _take_over(file, folder)


def _take_over(file: Path, folder: Path) -> None:
    told = file.read_text(encoding="utf-8", errors="replace")
    when = datetime.fromtimestamp(file.stat().st_mtime)
    if told.strip():
        report = folder / f"crash-{when:%Y%m%d-%H%M%S-%f}.txt"
        report.write_text(f"{_about()}\n{told}", encoding="utf-8")
        file.unlink()
    elif datetime.now() - when > _FORGOTTEN:
        with suppress(OSError):  # Windows keeps the file of a program that still runs
            file.unlink()


def _about() -> str:
    return f"Vocabsmith {version('vocabsmith')}, Python {platform.python_version()}, {platform.platform()}"
