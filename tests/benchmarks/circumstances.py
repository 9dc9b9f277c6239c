"""When, where and with which versions something was measured."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

PEERS = ("tokenizers", "gigabpe", "rustbpe", "bpeasy", "sentencepiece", "tiktoken", "tokie", "gigatoken")


def circumstances() -> dict[str, Any]:
    """Plain values for the head of the tables."""
    return {
        "date": datetime.now(UTC).strftime("%-d %B %Y"),
        "machine": f"{_processor()}, {os.cpu_count()} cores, {_memory() / 2**30:.0f} GiB, {platform.system()}",
        "python": platform.python_version(),
        "versions": {name: _version(name) for name in PEERS},
        "commit": _commit(),
        "load": round(os.getloadavg()[0], 1),
        "cores": os.cpu_count(),
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if not info.exists():
        return platform.processor() or platform.machine()
    facts = dict(line.split("\t: ", 1) for line in info.read_text().split("\n\n")[0].splitlines() if "\t: " in line)
    facts = {key.strip(): value for key, value in facts.items()}
    name = facts.get("model name", platform.machine())
    return f"{name} (family {facts['cpu family']}, model {facts['model']})" if "cpu family" in facts else name


def _memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _commit() -> str:
    """The commit, and whether the engine was changed since; the tables themselves may well have been."""
    commit = _git("rev-parse", "--short", "HEAD")
    return f"{commit} with changes" if _git("status", "--porcelain", "engine") else commit or "no commit"


def _git(*arguments: str) -> str:
    found = subprocess.run(
        ["git", *arguments], cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False
    )
    return found.stdout.strip()
