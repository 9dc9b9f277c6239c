"""Picks the front end: a command goes to the command line, which never loads Qt; anything else opens the window."""

from __future__ import annotations

import os
import sys

from vocabsmith.commands import COMMANDS, INTERRUPTED

NO_DISPLAY = 2


def main() -> int:
    """The program. Returns the exit status."""
    first = sys.argv[1] if len(sys.argv) > 1 else ""
    if first in COMMANDS or first.startswith("-"):
        return _command_line()
    if not _has_display():
        print(
            "vocabsmith: no display: the window needs a graphical session. "
            "Set DISPLAY or WAYLAND_DISPLAY, or work in the terminal: vocabsmith train --help",
            file=sys.stderr,
        )
        return NO_DISPLAY
    # Before Qt, which looks through the source of every module that is loaded after it.
    import vocabsmith_engine.runs  # noqa: F401, PLC0415

    return _window()


def _window() -> int:
    from vocabsmith import paths, starting  # noqa: PLC0415
    from vocabsmith.settings import SettingsStore  # noqa: PLC0415

    settings = SettingsStore(paths.config_dir() / "settings.json")
    if starting.start_of(sys.argv[1:], settings).handed_over():
        return 0
    from vocabsmith import application  # noqa: PLC0415

    return application.run(sys.argv[1:], settings)


def _command_line() -> int:
    try:
        from vocabsmith import cli  # noqa: PLC0415
    except KeyboardInterrupt:  # loading takes long enough to be interrupted
        return INTERRUPTED
    return cli.main()


def _has_display() -> bool:
    if sys.platform != "linux":
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


if __name__ == "__main__":
    sys.exit(main())
