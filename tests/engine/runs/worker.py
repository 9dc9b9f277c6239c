"""Works in a store until it is killed: `worker.py STORE TEXT begin|hold|rename|delete`, or `… limited BYTES` of a file.

It saves as often as it can, so that a kill at any moment hits something.
"""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from pathlib import Path

from vocabsmith_engine import Monitor, Recipe
from vocabsmith_engine.runs import RunError, RunStore, beside_merging, kept_counting, kept_counts

if sys.platform != "win32":
    import resource

RECIPE = Recipe(vocab_size=12_000, held_out=0.1, document_unit="line")


def work(store: RunStore, text: Path) -> None:
    """Go on with the run that was cut off, or begin one."""
    cut = [info.id for info in store.runs() if info.interrupted]
    with store.reopen(cut[0]) if cut else store.begin("words", text, RECIPE, threads=2) as run:
        print("working", flush=True)
        run.train(Monitor())
        run.finish(seconds=1.0, threads=2, peak_memory=None, check="")


def work_with_limit(store: RunStore, text: Path, size: int) -> None:
    """Train though no file may be larger; print how many merges there are."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    try:
        run = store.begin("words", text, RECIPE, threads=2)
    except RunError:
        print("not kept")
        return
    with run:
        print(len(run.train(Monitor()).merge_ids), "merges")
        with suppress(RunError):
            run.finish(seconds=1.0, threads=2, peak_memory=None, check="")


def main() -> None:
    kept_counting.SECONDS_BETWEEN_CHECKPOINTS = 0.01  # type: ignore[misc]
    kept_counts.SECONDS_BEFORE_SAVING = 0.0  # type: ignore[misc]
    beside_merging.SECONDS_BETWEEN_APPENDS = 0.01  # type: ignore[misc]
    store, text, what = RunStore(Path(sys.argv[1])), Path(sys.argv[2]), sys.argv[3]
    if what == "begin":
        work(store, text)
        return
    if what == "hold":
        with store.begin("words", text, RECIPE):
            print("working", flush=True)
            time.sleep(600)
    if what == "limited":
        work_with_limit(store, text, int(sys.argv[4]))
        return
    (info,) = store.runs()
    print("working", flush=True)
    for number in range(100_000):
        if what == "rename":
            store.rename(info.id, f"name {number}" + "x" * 1000)
    if what == "delete":
        store.delete(info.id)


if __name__ == "__main__":
    main()
