"""Tells a Linux desktop of Vocabsmith: its place in the menu, its icon, and projects that open by double click.

packaging/desktop_entry.py install|remove      for this user; XDG_DATA_HOME is honoured
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ENTRY, KIND, ICON = "vocabsmith.desktop", "vocabsmith.xml", "vocabsmith.svg"
_TO_REFRESH = (
    ("update-mime-database", "mime"),
    ("update-desktop-database", "applications"),
)


def data_home() -> Path:
    """Where the desktop looks for what a user has installed."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def places(home: Path) -> dict[str, Path]:
    """Where each file goes."""
    return {
        ENTRY: home / "applications" / ENTRY,
        KIND: home / "mime" / "packages" / KIND,
        ICON: home / "icons" / "hicolor" / "scalable" / "apps" / ICON,
    }


def command(program: Path) -> str:
    """The line that starts `program` with files, quoted as desktop entries have it."""
    escaped = re.sub(r'(["`$\\])', r"\\\1", str(program)).replace("\\", "\\\\").replace("%", "%%")
    return f'Exec="{escaped}" %F'


def install(home: Path, program: Path) -> None:
    """Puts the files in their places, with `program` as the one that is started."""
    for name, place in places(home).items():
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(HERE / "desktop" / name, place)
    entry = places(home)[ENTRY]
    entry.write_text(entry.read_text("utf-8").replace("Exec=vocabsmith %F", command(program)), "utf-8")


def remove(home: Path) -> None:
    """Takes the files away again."""
    for place in places(home).values():
        place.unlink(missing_ok=True)


def refresh(home: Path) -> None:
    """Lets the desktop read them now, where it has the programs for that; otherwise it does at the next log-in."""
    for tool, folder in _TO_REFRESH:
        if shutil.which(tool) and (home / folder).is_dir():
            subprocess.run([tool, str(home / folder)], check=False)


def main(arguments: list[str]) -> int:
    """The script. Returns the exit status."""
    program = Path(sys.executable).with_name("vocabsmith")
    if arguments not in (["install"], ["remove"]):
        print(__doc__, file=sys.stderr)
        return 2
    if sys.platform != "linux":
        print("This is for Linux desktops; elsewhere, choose Vocabsmith where the system asks what opens a project.")
        return 1
    if arguments == ["install"]:
        install(data_home(), program)
    else:
        remove(data_home())
    refresh(data_home())
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
