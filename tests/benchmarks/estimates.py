"""How near an estimate comes: each run is estimated and then made, and both are compared.

python tests/benchmarks/estimates.py corpus.txt records.jsonl --vocab-sizes 8000 64000 --pretokenizer gpt2

Estimate and run have a process of their own each, in turn, some times. Shown are the medians. Time is that of `train`;
memory is what was taken at one time beside what the process had before. Linux only: elsewhere nobody tells the latter.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from vocabsmith_engine import Recipe, train
from vocabsmith_engine.estimating import estimate

HEAD = (
    "| text, pieces | size | estimate s | run s | ratio | estimate MB | run MB | ratio | trial s |\n|---|--:|"
    + "--:|" * 7
)


@dataclass(frozen=True, slots=True)
class Case:
    """One run."""

    path: str
    recipe: dict[str, Any]
    threads: int | None


def memory_of_process(line: str) -> int:
    """Bytes of memory that this process has (VmRSS), or had at most (VmHWM)."""
    status = Path("/proc/self/status").read_text()
    return next(int(each.split()[1]) * 1024 for each in status.splitlines() if each.startswith(line))


def estimated(case: Case) -> list[float]:
    """Seconds and bytes that are expected, and the seconds of the trial."""
    began = time.perf_counter()
    found = estimate(case.path, Recipe.from_dict(case.recipe), threads=case.threads)
    return [found.seconds, found.memory, time.perf_counter() - began]


def made(case: Case) -> list[float]:
    """Seconds and bytes that the run takes."""
    if Path(case.path).suffix != ".txt":
        import pyarrow.json  # noqa: PLC0415, the estimate loads it too, so it is no part of what the run takes
        import pyarrow.parquet  # noqa: F401, PLC0415
    before = memory_of_process("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
    began = time.perf_counter()
    train(case.path, Recipe.from_dict(case.recipe), threads=case.threads)
    return [time.perf_counter() - began, memory_of_process("VmHWM") - before]


def in_a_process(work: str, case: Case) -> list[float]:
    """What `estimated` or `made` gives in a process of its own."""
    command = [sys.executable, __file__, "--do", work, json.dumps([case.path, case.recipe, case.threads])]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    numbers: list[float] = json.loads(done.stdout)
    return numbers


def row(case: Case, rounds: int) -> str:
    """The medians of a case, as a row of the table."""
    expected, taken = [], []
    for _ in range(rounds):
        expected.append(in_a_process("estimated", case))
        taken.append(in_a_process("made", case))
    (seconds, memory, trial), (run_seconds, run_memory) = (
        [median(column) for column in zip(*rows, strict=True)] for rows in (expected, taken)
    )
    recipe = case.recipe
    more = "".join(f", {name} {value}" for name, value in recipe.items() if name not in ("vocab_size", "pretokenizer"))
    return (
        f"| {Path(case.path).name}, {recipe['pretokenizer']}{more} | {recipe['vocab_size']:,} "
        f"| {seconds:.2f} | {run_seconds:.2f} | {seconds / run_seconds:.2f} "
        f"| {memory / 1e6:.0f} | {run_memory / 1e6:.0f} | {memory / run_memory:.2f} | {trial:.2f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="How near estimates come to runs.")
    parser.add_argument("paths", nargs="*", help="corpora, one row each")
    parser.add_argument("--vocab-sizes", type=int, nargs="+", default=[8000, 64000])
    parser.add_argument("--pretokenizer", default="gpt2")
    parser.add_argument("--recipe", type=json.loads, default={}, help="other settings, as a JSON object")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--do", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.do:
        work = {"estimated": estimated, "made": made}[arguments.do[0]]
        print(json.dumps(work(Case(*json.loads(arguments.do[1])))))
        return
    print(HEAD)
    for path in arguments.paths:
        for size in arguments.vocab_sizes:
            recipe = {"pretokenizer": arguments.pretokenizer, "vocab_size": size} | arguments.recipe
            print(row(Case(path, recipe, arguments.threads), arguments.rounds), flush=True)


if __name__ == "__main__":
    main()
