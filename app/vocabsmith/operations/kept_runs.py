"""What can be done with the runs on the disk: list, keep, rename, delete, measure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vocabsmith.corpus_items import CorpusItem
from vocabsmith_engine import Monitor
from vocabsmith_engine.runs import RunError, RunInfo, RunState, RunStore


@dataclass(frozen=True, slots=True)
class RunListing:
    """What is on the disk.

    Attributes:
        runs: newest first; those that cannot be read are among them as damaged ones.
        counted: id of each run that was cut off while counting → the share of its text that is counted, 0 to 1.
    """

    runs: tuple[RunInfo, ...]
    counted: Mapping[str, float]


def list_runs(*, store: RunStore, monitor: Monitor) -> RunListing:
    """Every run. Raises RunError if the store cannot be read, Stopped."""
    monitor.raise_if_stopped()
    runs = tuple(store.runs())
    monitor.raise_if_stopped()
    cut_off = [run for run in runs if run.interrupted and run.state is RunState.COUNTING]
    return RunListing(runs, {run.id: share for run in cut_off if (share := _share_counted(run)) is not None})


def _share_counted(run: RunInfo) -> float | None:
    """None where there is no checkpoint, or none that can be used."""
    try:
        progress = run.counting_progress
    except RunError:
        return None
    return min(1.0, progress[0] / progress[1]) if progress and progress[1] else None


def keep_run(*, store: RunStore, run_id: str) -> RunInfo:
    """End an interrupted run with the merges that were saved. Raises RunError if there are none."""
    return store.keep(run_id)


def rename_run(*, store: RunStore, run_id: str, name: str) -> None:
    """Give a run another name. Raises RunError if that cannot be written."""
    store.rename(run_id, name)


def delete_run(*, store: RunStore, run_id: str) -> None:
    """Delete the folder of a run. Raises RunError if another program works on it, or it cannot be deleted."""
    store.delete(run_id)


def sizes_on_disk(*, store: RunStore, run_ids: tuple[str, ...], monitor: Monitor) -> dict[str, int]:
    """Bytes that each of the runs takes on the disk; those that are gone are left out. Raises Stopped."""
    sizes: dict[str, int] = {}
    for run_id in run_ids:
        monitor.raise_if_stopped()
        sizes[run_id] = store.disk_bytes(run_id)
    return sizes


def corpus_of_run(*, info: RunInfo, monitor: Monitor) -> tuple[CorpusItem, ...]:
    """The sources of a run as a corpus list, not looked at yet. Raises RunError if they are damaged, Stopped."""
    monitor.raise_if_stopped()
    return tuple(
        CorpusItem(source.path, "", 0, weight=source.weight, field=source.field, encoding=source.encoding)
        for source in info.sources
    )
