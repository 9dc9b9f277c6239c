"""Inside a measured process: the clock, the memory, and what makes results comparable. Imports no library."""

from __future__ import annotations

import array
import hashlib
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from jobs import SPECIAL, Job, Outcome

Result = TypeVar("Result")

PATTERNS = {
    "gpt2": r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    "cl100k": r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+",
}


def peak_memory() -> int:
    """Most bytes this process ever held.

    On Linux the kernel is asked for the program's own mark: the usual one is inherited from whoever started it.
    """
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    import resource  # noqa: PLC0415, Windows has none

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def timed(work: Callable[[], Result]) -> tuple[Result, float, int]:
    """What `work` gives, its seconds, and the peak memory when it was done."""
    began = time.perf_counter()
    result = work()
    seconds = time.perf_counter() - began
    return result, seconds, peak_memory()


def documents(path: str, window: int = 2**22) -> Iterator[str]:
    """The texts between special tokens, read as a stream."""
    held = ""
    with open(path, encoding="utf-8", errors="replace", newline="") as file:  # noqa: PTH123, pathlib would not stream
        while text := file.read(window):
            *whole, held = (held + text).split(SPECIAL)
            yield from filter(None, whole)
    if held:
        yield held


def size_of(path: str) -> int:
    return Path(path).stat().st_size


def trained(job: Job, tokens: Iterable[bytes], seconds: float, peak: int) -> Outcome:
    """The outcome of a training that made these tokens; the first trainer of a row writes them down."""
    made = {token for token in tokens if len(token) > 1}
    ours = Path(job.tokens)
    shared = None
    if job.tokens and ours.exists():
        known = {bytes.fromhex(line) for line in ours.read_text().splitlines()}
        shared = len(known & made) / max(1, len(known))
    return Outcome(seconds=seconds, peak=peak, size=size_of(job.text), merges=len(made), shared=shared)


def digest(ids: Iterable[int]) -> str:
    """Stands for all ids in their order."""
    return digest_of_bytes(array.array("I", ids).tobytes())


def digest_of_bytes(ids: bytes) -> str:
    """The same for ids that lie in memory as 32-bit numbers."""
    return hashlib.sha256(ids).hexdigest()[:16]
