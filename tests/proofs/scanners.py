"""Proof that the native scanners cut as `tokenizers`, `tiktoken` and `regex` do, and that safe cuts change nothing.

    python tests/proofs/scanners.py [--characters 10000000] [--seed 1] [--corpora FOLDER] [--megabytes 4]
                                     [--only random neighbours corpora]

Prints what was compared; ends with 1 and the first difference if there is one.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from cuts import all_cuts_change_nothing, windows_change_nothing
from splitting_peers import NAMES, PEERS, our_pieces
from texts_to_cut import CHARACTERS_IN_A_BATCH, RandomTexts, pairs_with_every_class, slices

PARTS = ("random", "neighbours", "corpora")
Job = Callable[[], Counter[str]]


class DifferenceError(Exception):
    """Pieces that are not those of a library, or not those of the whole text."""


def compare(texts: list[str], peers: Iterable[str] = tuple(PEERS)) -> Counter[str]:
    """Compare every scanner on these texts; what was compared, in numbers. Raises DifferenceError."""
    done: Counter[str] = Counter()
    done["characters"] = sum(map(len, texts))
    for name in NAMES:
        ours = our_pieces(name, texts)
        done["pieces"] += sum(map(len, ours))
        for peer in peers:
            if found := PEERS[peer](name, texts, ours):
                raise DifferenceError(f"{name} differs from {peer}: {found}")
    return done


def compare_random(seed: int, number: int) -> Counter[str]:
    return compare(RandomTexts(seed).batch(number))


def compare_slice(text: str) -> Counter[str]:
    """A slice as it is, and cut everywhere that the cut rule allows."""
    done = compare([text])
    for name in NAMES:
        cuts, found = all_cuts_change_nothing(name, text.encode())
        done["cuts"] += cuts
        if not found:
            found, windows = windows_change_nothing(name, text.encode()[: 2**17])
            done["windows"] += windows
        if found:
            raise DifferenceError(f"{name}: {found}")
    return done


def run(title: str, jobs: Iterable[Job], processes: int) -> None:
    """Do the jobs, a few at a time, and print what they did."""
    began, done = time.monotonic(), Counter[str]()
    with ProcessPoolExecutor(processes) as executor:
        waiting = []
        for job in jobs:
            waiting.append(executor.submit(job))
            if len(waiting) > 3 * processes:
                done += waiting.pop(0).result()
        for future in waiting:
            done += future.result()
    numbers = ", ".join(f"{count:,} {what}" for what, count in done.items())
    print(f"{title}: {numbers}; {len(NAMES)} patterns, {time.monotonic() - began:.0f} s", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--characters", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpora", type=Path, help="a folder of large texts, *.txt")
    parser.add_argument("--megabytes", type=int, default=4, help="of each of them; 0: all")
    parser.add_argument("--only", nargs="+", default=PARTS, choices=PARTS)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    try:
        if "random" in chosen.only:
            batches = -(-chosen.characters // CHARACTERS_IN_A_BATCH)
            jobs = (partial(compare_random, chosen.seed, number) for number in range(batches))
            run(f"random characters, seed {chosen.seed}", jobs, chosen.processes)
        if "neighbours" in chosen.only:
            run(
                "code points beside every class",
                (partial(compare, texts) for texts in pairs_with_every_class()),
                chosen.processes,
            )
        for path in sorted(chosen.corpora.glob("*.txt")) if chosen.corpora and "corpora" in chosen.only else []:
            jobs = (partial(compare_slice, text) for text in slices(path, chosen.megabytes))
            run(path.name, jobs, chosen.processes)
    except DifferenceError as found:
        print(found)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
