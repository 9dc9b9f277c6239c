"""Proof that no file makes a reader crash, hang or eat the memory: valid files are changed at random and loaded.

    python tests/proofs/hostile_files.py [--reader huggingface]… [--minutes 2] [--seed 1] [--keep FOLDER]

Each reader runs in a process of its own with a limit of memory. Whatever comes out must be a tokenizer, which then
encodes some texts, or an error of one line that a user can act on, within ten seconds. Ends with 1 if anything else
happened; the file that did it is kept.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import multiprocessing
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "engine" / "formats")]

from hostile_sets import READERS, Case, load_and_use  # noqa: E402 - found by the line above

SECONDS_A_FILE = 10.0
MEMORY = 2 << 30
MOST_KEPT = 5


class TooLong(BaseException):
    """Not an Exception, so that nothing on the way takes it for an error of its own."""


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises TooLong in Python code; native code that does not come back ends the process, with a traceback."""

    def ring(_signum: int, _frame: FrameType | None) -> None:
        raise TooLong

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    faulthandler.dump_traceback_later(3 * seconds, exit=True)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        faulthandler.cancel_dump_traceback_later()


def keep(case: Case, folder: Path, found: str, kept: Path) -> None:
    """Keep the files of a case with what happened."""
    target = kept / f"{case.reader}-{time.time_ns()}"
    shutil.copytree(folder, target)
    (target / "what-happened.txt").write_text(f"{case.file}\n{found}", "utf-8")
    print(f"{case.reader}: {found.strip().splitlines()[-1][:200]} (kept in {target})", flush=True)


def run(reader: str, minutes: float, seed: int, kept: Path) -> None:
    """Change and load files for so long; prints the outcomes and exits with 1 if one was wrong."""
    with tempfile.TemporaryDirectory() as scratch:
        sets = READERS[reader](Path(scratch))
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
        dice, outcomes, slowest = random.Random(seed), Counter[str](), 0.0
        ends = time.monotonic() + 60 * minutes
        while time.monotonic() < ends:
            case = Case.drawn(reader, sets, dice)
            folder = Path(scratch) / "case"
            path = case.write(folder)
            (kept / f"{reader}-last.bin").write_bytes(case.content)  # of use when the process itself dies
            began = time.monotonic()
            try:
                with time_limit(SECONDS_A_FILE):
                    outcome = load_and_use(path)
            except BaseException:  # that nothing else comes out is what is shown here
                outcome = "WRONG"
                if outcomes[outcome] < MOST_KEPT:
                    keep(case, folder, traceback.format_exc(), kept)
            slowest = max(slowest, time.monotonic() - began)
            outcomes[outcome] += 1
            shutil.rmtree(folder)
    listed = ", ".join(f"{count:,} {outcome}" for outcome, count in outcomes.most_common())
    print(f"{reader}: {outcomes.total():,} files in {minutes:g} minutes: {listed}; slowest {slowest:.1f} s", flush=True)
    raise SystemExit(1 if outcomes["WRONG"] else 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reader", action="append", choices=sorted(READERS), help="all by default")
    parser.add_argument("--minutes", type=float, default=2.0, help="for each reader")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "hostile-files")
    options = parser.parse_args()
    options.keep.mkdir(parents=True, exist_ok=True)
    failed = 0
    for reader in options.reader or READERS:
        process = multiprocessing.get_context("spawn").Process(
            target=run, args=(reader, options.minutes, options.seed, options.keep)
        )
        process.start()
        process.join()
        if process.exitcode:
            print(f"{reader}: ended with {process.exitcode}", flush=True)
        failed |= process.exitcode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
