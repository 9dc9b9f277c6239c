"""Takes a figure: each run in a process of its own, the peers in turn, medians and peak memory side by side."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from vocabsmith_resources.samples import sample_path

Work = Callable[[argparse.Namespace], tuple[float, bytes]]
"""Does a peer's job; returns its seconds and a digest of the result, by which the peers are compared."""


@dataclass(frozen=True)
class Run:
    """One run: seconds of the work itself, peak memory of the whole process in bytes, digest of the result."""

    seconds: float
    peak: int
    digest: str


def options(description: str) -> argparse.ArgumentParser:
    """The options that every benchmark has."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("corpus", nargs="?", type=Path, default=sample_path(), help="one UTF-8 file [the sample]")
    parser.add_argument("--vocab-size", type=int, default=8000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", nargs="*", default=[], help="peers to run [all]")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    return parser


def digest(content: bytes) -> bytes:
    """A short stand-in for a long result."""
    return hashlib.sha256(content).digest()


def run_benchmark(
    title: str, peers: Mapping[str, Work], arguments: argparse.Namespace, extra: Sequence[str] = ()
) -> None:
    """In a child: do one peer's job. Otherwise: run all peers in turn, `runs` times, and print the table.

    `extra` are arguments that only the children get.
    """
    if arguments.child:
        seconds, result = peers[arguments.child](arguments)
        print(json.dumps({"seconds": seconds, "digest": result.hex()}))
        return
    names = arguments.only or list(peers)
    runs: dict[str, list[Run]] = {name: [] for name in names}
    for _ in range(arguments.runs):
        for name in names:
            runs[name].append(_run_child([*extra, "--child", name]))
    _print_table(f"{title}: {arguments.corpus} ({arguments.corpus.stat().st_size:,} bytes)", runs)


def _run_child(arguments: Sequence[str]) -> Run:
    child = subprocess.Popen([sys.executable, *sys.argv, *arguments], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{arguments[-1]} failed with status {child.returncode}")
    told = json.loads(output)
    peak = usage.ru_maxrss if sys.platform == "darwin" else usage.ru_maxrss * 1024
    return Run(told["seconds"], peak, told["digest"])


def _print_table(title: str, runs: Mapping[str, list[Run]]) -> None:
    medians = {name: statistics.median(run.seconds for run in of_peer) for name, of_peer in runs.items()}
    first = next(iter(medians.values()))
    digests = {run.digest for of_peer in runs.values() for run in of_peer}
    print(title)
    print(f"{'':<24}{'median s':>10}{'times':>8}{'peak MB':>10}   every run, s")
    for name, of_peer in runs.items():
        peak = max(run.peak for run in of_peer) / 1e6
        every = "  ".join(f"{run.seconds:.2f}" for run in of_peer)
        print(f"{name:<24}{medians[name]:>10.2f}{medians[name] / first:>8.2f}{peak:>10.0f}   {every}")
    print(f"results: {'the same for every run' if len(digests) == 1 else 'NOT the same'}\n", flush=True)
