"""How much memory this process uses, asked of the operating system."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path


def in_use() -> int | None:
    """Resident memory in bytes, or None where the system does not tell."""
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    if sys.platform == "darwin":
        return _mac_resident()
    if sys.platform == "win32":
        return _windows_counters()[0]
    return None


def peak() -> int | None:
    """The most that was resident since the process began, in bytes, or None where the system does not tell."""
    if sys.platform == "win32":
        return _windows_counters()[1]
    if sys.platform == "linux":
        return _linux_peak()
    if sys.platform == "darwin":
        import resource  # noqa: PLC0415, the module does not exist on Windows

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return None


def _linux_peak() -> int | None:
    # getrusage would begin with what the process that started this one had in memory then.
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return None


def _mac_resident() -> int | None:
    # proc_pidinfo(PROC_PIDTASKINFO) fills 96 bytes that begin with the virtual and the resident size.
    figures = (ctypes.c_uint64 * 12)()
    library = ctypes.CDLL("/usr/lib/libproc.dylib")
    written = library.proc_pidinfo(os.getpid(), 4, ctypes.c_uint64(0), ctypes.byref(figures), ctypes.sizeof(figures))
    return int(figures[1]) if written == ctypes.sizeof(figures) else None


if sys.platform == "win32":

    class _Counters(ctypes.Structure):
        """PROCESS_MEMORY_COUNTERS of psapi.h."""

        _fields_ = (
            ("size", ctypes.c_uint32),
            ("page_faults", ctypes.c_uint32),
            ("peak_working_set", ctypes.c_size_t),
            ("working_set", ctypes.c_size_t),
            ("other", ctypes.c_size_t * 6),
        )

    def _windows_counters() -> tuple[int | None, int | None]:
        counters = _Counters(size=ctypes.sizeof(_Counters))
        kernel = ctypes.WinDLL("kernel32")
        kernel.GetCurrentProcess.restype = ctypes.c_void_p
        ask = kernel.K32GetProcessMemoryInfo
        ask.argtypes = (ctypes.c_void_p, ctypes.POINTER(_Counters), ctypes.c_uint32)
        if not ask(kernel.GetCurrentProcess(), ctypes.byref(counters), counters.size):
            return None, None
        return int(counters.working_set), int(counters.peak_working_set)
