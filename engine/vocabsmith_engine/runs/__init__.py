"""Runs that survive: each is a folder that tells how it was begun, how far it has come, and what came of it.

store = RunStore(Path("runs"))
with store.begin("handbook 32k", ["handbook.txt"], Recipe(vocab_size=32000)) as run:
    result = run.train(Monitor())            # killed here or anywhere, it is gone on with by store.reopen(id)
    run.finish(seconds=2.5, threads=4, peak_memory=None, check="")
store.runs()                                 # a RunInfo each, the newest first
"""

from vocabsmith_engine.errors import RunError
from vocabsmith_engine.runs.info import RunInfo, RunState
from vocabsmith_engine.runs.live import LiveRun
from vocabsmith_engine.runs.one_run import begin_in, info_in, reopen_in, result_in
from vocabsmith_engine.runs.source_files import Fingerprint, absolute
from vocabsmith_engine.runs.store import RunStore

__all__ = [
    "Fingerprint",
    "LiveRun",
    "RunError",
    "RunInfo",
    "RunState",
    "RunStore",
    "absolute",
    "begin_in",
    "info_in",
    "reopen_in",
    "result_in",
]
