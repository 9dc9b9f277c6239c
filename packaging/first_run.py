"""What `make run` starts: the window with the sample, or the same job in the terminal where there is no display."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

from vocabsmith import cli
from vocabsmith_engine import Tokenizer
from vocabsmith_engine.formats import FORMATS
from vocabsmith_resources.samples import SEPARATOR, sample_path

PROJECT = Path(__file__).parents[1]
OUTPUT = PROJECT / "out"
VOCAB_SIZE = 8000
SENTENCE = "Half a character, a whole 👩‍🚀, 一句话, ein Satz: all come back."


def display_is_there() -> bool:
    """Whether a window can be shown. On Linux a variable alone proves nothing, so the server is asked."""
    if sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return wayland_answers() or x11_answers()


def wayland_answers() -> bool:
    """Whether the compositor named by WAYLAND_DISPLAY has its socket."""
    name = os.environ.get("WAYLAND_DISPLAY")
    return bool(name) and (Path(os.environ.get("XDG_RUNTIME_DIR", "/")) / str(name)).is_socket()


def x11_answers() -> bool:
    """Whether the X server named by DISPLAY (`:0`, `host:10.0`) accepts a connection."""
    host, _, number = os.environ.get("DISPLAY", "").rpartition(":")
    number = number.partition(".")[0]
    if not number.isdigit():
        return False
    try:
        if host in {"", "unix"}:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
                server.connect(f"/tmp/.X11-unix/X{number}")
        else:
            socket.create_connection((host, 6000 + int(number)), timeout=3).close()
    except OSError:
        return False
    return True


def open_window() -> NoReturn:
    """Become the window, with the sample in the corpus list: Ctrl-C and every other signal then reach it directly."""
    subprocess.run([PROJECT / "packaging" / "bootstrap.sh", "window"], check=True)
    os.execv(sys.executable, [sys.executable, "-m", "vocabsmith", str(sample_path())])


def work_in_terminal() -> int:
    """Train on the sample, save every format, and encode and decode a sentence with the saved file."""
    print(f"Training {VOCAB_SIZE:,} tokens on the sample", flush=True)
    sizes = ["--vocab-size", str(VOCAB_SIZE), "--special-token", SEPARATOR]
    formats = ["--format", ",".join(FORMATS), "--output", str(OUTPUT)]
    status = cli.main(["train", str(sample_path()), *sizes, *formats])
    if status:
        return status
    saved = Tokenizer.load(OUTPUT / "tokenizer.json")
    ids = saved.encode(SENTENCE)
    back = saved.decode(ids)
    print(f"\nwith the saved {OUTPUT.name}/tokenizer.json\n  text     {SENTENCE}\n  ids      {' '.join(map(str, ids))}")
    print(f"  decoded  {back}")
    if back != SENTENCE:
        print("error: the decoded sentence is not the sentence", file=sys.stderr)
        return 1
    print("\nThe window needs a display, and there is none here. With one, make run opens it.")
    return 0


if __name__ == "__main__":
    raise SystemExit(open_window() if display_is_there() else work_in_terminal())
