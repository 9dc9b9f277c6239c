"""Does one job and leaves the outcome in a file: python child.py JOB-AS-JSON FILE. Started by jobs.py.

A process that measures a peer imports nothing of Vocabsmith before the work is done, so its memory is the peer's own.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from jobs import Job, Outcome

Worker = Callable[[Job], Outcome]

MODULES = {
    "train": "training_peers",
    "encode": "encoding_peers",
    "vocabsmith": "own_work",
}


def worker_of(name: str) -> Worker:
    """The function for `module:name`, such as `train:gigabpe`."""
    module, _, function = name.partition(":")
    worker: Worker = getattr(importlib.import_module(MODULES[module]), function)
    return worker


def main() -> None:
    job = Job(**json.loads(sys.argv[1]))
    outcome = worker_of(job.by)(job)
    Path(sys.argv[2]).write_text(json.dumps(asdict(outcome)), "utf-8")


if __name__ == "__main__":
    main()
