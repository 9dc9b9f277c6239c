"""Loads the tokenizer of a run that was kept."""

from __future__ import annotations

from vocabsmith_engine import Monitor, Tokenizer
from vocabsmith_engine.runs import RunStore


def load_run_tokenizer(*, store: RunStore, run_id: str, monitor: Monitor) -> Tokenizer:
    """The tokenizer that a run has ended in. Raises RunError if it is not there or damaged, Stopped."""
    tokenizer = store.result(run_id).tokenizer
    monitor.raise_if_stopped()
    return tokenizer
