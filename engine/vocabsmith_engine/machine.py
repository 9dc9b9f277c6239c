"""How much memory this computer has."""

from __future__ import annotations

import ctypes
import os
import sys
from functools import cache
from pathlib import Path
from typing import Final

# What a container may use, where there is one: the second and the first version of Linux's control groups.
_CONTAINER_LIMITS: Final = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


@cache
def memory() -> int | None:
    """Bytes of memory that this process can hope for, or None where the system does not tell."""
    if sys.platform == "win32":
        return _windows_memory()
    try:
        installed = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return None
    return min([installed, *_limits()]) if installed > 0 else None


def _limits() -> list[int]:
    found = []
    for path in map(Path, _CONTAINER_LIMITS):
        try:
            found.append(int(path.read_text()))
        except (OSError, ValueError):  # no such file, or "max"
            continue
    return found


if sys.platform == "win32":

    class _MemoryStatus(ctypes.Structure):
        """MEMORYSTATUSEX of sysinfoapi.h."""

        _fields_ = (
            ("length", ctypes.c_uint32),
            ("load", ctypes.c_uint32),
            ("installed", ctypes.c_uint64),
            ("others", ctypes.c_uint64 * 6),
        )

    def _windows_memory() -> int | None:
        status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
        told = ctypes.WinDLL("kernel32").GlobalMemoryStatusEx(ctypes.byref(status))
        return int(status.installed) if told else None
