"""A tour of the real program in a real window, with a picture of every state, in both themes and at two scales.

    python tests/tour/tour.py --output build/tour

It needs Xvfb; with openbox the windows have frames and the focus of a desktop. One part of the tour kills the program
while it counts (SIGKILL), and the next one goes on with the run. The pictures are there to be looked at.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from corpus import make_corpus

HERE = Path(__file__).parent
THEMES = ("light", "dark")
SCALES = (1, 2)
WIDTH, HEIGHT = 1440, 900
PARTS = ("build", "killed", "recovery", "frame", "inspect", "vocabulary", "compare", "laboratory", "edit")
LONGEST = 600  # seconds of a part


def main() -> int:
    """Goes through all parts; the exit status is 1 if one of them ended otherwise than it should."""
    parser = argparse.ArgumentParser(description="A tour of the window, in pictures.")
    parser.add_argument("--output", type=Path, default=Path("build/tour"))
    parser.add_argument("--theme", choices=THEMES, action="append")
    parser.add_argument("--scale", type=int, choices=SCALES, action="append")
    parser.add_argument("--part", choices=PARTS, action="append", help="only these; recovery needs killed before it")
    arguments = parser.parse_args()
    make_corpus(arguments.output / "corpus")
    failed = []
    for theme in arguments.theme or THEMES:
        for scale in arguments.scale or SCALES:
            with tempfile.TemporaryDirectory(prefix="vocabsmith-tour-") as home, screen(scale) as display:
                for part in arguments.part or PARTS:
                    if not play(part, theme, scale, Path(home), display, arguments.output):
                        failed.append(f"{part}, {theme}, {scale}×")
    print("\n".join(["did not end as they should:", *failed]) if failed else f"pictures in {arguments.output}")
    return 1 if failed else 0


@contextmanager
def screen(scale: int) -> Iterator[str]:
    """A screen of its own for the program, with a window manager if there is one."""
    if shutil.which("Xvfb") is None:
        sys.exit("tour: Xvfb is missing: install the package xvfb")
    reading, writing = os.pipe()
    size = f"{WIDTH * scale}x{HEIGHT * scale}x24"
    server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", size], pass_fds=[writing], stderr=-3)
    os.close(writing)
    with os.fdopen(reading) as told:
        display = f":{told.readline().strip()}"
    wanted = shutil.which("openbox")
    manager = subprocess.Popen([wanted], env={**os.environ, "DISPLAY": display}, stderr=-3) if wanted else None
    try:
        yield display
    finally:
        for process in (manager, server):
            if process is not None:
                process.terminate()
                process.wait()


def play(part: str, theme: str, scale: int, home: Path, display: str, output: Path) -> bool:
    """Plays one part in a process of its own; whether it ended as it should: killed, or with status 0."""
    told = {
        "DISPLAY": display,
        "QT_QPA_PLATFORM": "xcb",
        "QT_SCALE_FACTOR": str(scale),
        "VOCABSMITH_HOME": str(home),
        "HOME": str(home),
    }
    folder = output / f"{theme}-{scale}x"
    command = [sys.executable, str(HERE / "stops.py"), part, theme, str(folder), str(output / "corpus")]
    status = subprocess.run(command, env={**os.environ, **told}, timeout=LONGEST, check=False).returncode
    print(f"{part}, {theme}, {scale}×: status {status}", flush=True)
    return status == (-signal.SIGKILL if part == "killed" else 0)


if __name__ == "__main__":
    sys.exit(main())
