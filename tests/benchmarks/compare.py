"""Vocabsmith and its peers side by side, each run in a process of its own, in turn; tables go to docs/benchmarks.md.

python tests/benchmarks/compare.py --corpora folder --rows train-english encode-file

Results are kept in build/bench, a file for each row, and the tables are made of all rows that are there.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from circumstances import circumstances
from jobs import Outcome, run_job
from report import put_between_marks, report, seconds
from results import RowResult, Store
from rows import Entry, Row, Rows, as_dict, runs_of
from texts import Texts

PROJECT = Path(__file__).parents[2]
DOCUMENT = PROJECT / "docs" / "benchmarks.md"


def arguments_of_the_call() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Vocabsmith and its peers side by side.")
    parser.add_argument("--corpora", type=Path, help="folder with english.txt, linux.txt, multi.txt, cjk.txt")
    parser.add_argument("--quick", action="store_true", help="smaller texts and fast peers: under five minutes")
    parser.add_argument("--rows", nargs="*", metavar="ROW", help="rows to measure [all]")
    parser.add_argument("--runs", type=int, default=3, help="runs of each [3]")
    parser.add_argument("--long-runs", type=int, help="runs of the peers that take a minute and more [as --runs]")
    parser.add_argument("--resume", action="store_true", help="leave out rows that were measured to their end")
    parser.add_argument("--table", action="store_true", help="measure nothing, only write the tables anew")
    parser.add_argument("--list", action="store_true", help="name the rows and leave")
    parser.add_argument("--document", type=Path, default=DOCUMENT, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> None:
    arguments = arguments_of_the_call()
    mode = "quick" if arguments.quick else "full"
    folder = PROJECT / "build" / "bench" / mode
    rows = Rows(Texts(arguments.corpora, folder / "texts", quick=arguments.quick), folder, quick=arguments.quick)
    if arguments.list:
        print("\n".join(rows.makers))
        return
    store = Store(folder)
    for name in [] if arguments.table else chosen(arguments.rows, list(rows.makers)):
        known = store.load(name)
        if not (arguments.resume and known and known.complete):
            measure(name, rows.makers[name](), store, folder, arguments)
    text = report(store.all(list(rows.makers)))
    print(f"\n{text}")
    put_between_marks(arguments.document, f"{mode} run", text)


def chosen(wanted: list[str] | None, known: list[str]) -> list[str]:
    """The rows to measure; an unknown one ends the program."""
    unknown = set(wanted or []) - set(known)
    if unknown:
        raise SystemExit(f"no row is called {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    return wanted or known


def measure(name: str, row: Row, store: Store, folder: Path, arguments: argparse.Namespace) -> None:
    """Runs the entries of a row in turn and keeps what came of each at once."""
    for tokens in folder.glob(f"{name}.tokens"):
        tokens.unlink()
    result = RowResult(**as_dict(row), circumstances=circumstances())
    began = time.perf_counter()
    print(f"{name}: {row.title}", flush=True)
    if row.vocabulary and (failure := run_job(row.vocabulary, folder / "answer.json").failure):
        reason = Outcome(failure=f"no vocabulary to encode with: {failure}")
        result.outcomes = {entry.label: [reason] for entry in row.entries}
        print(f"  {reason.failure}", flush=True)
    long_runs = arguments.long_runs or arguments.runs
    for number in range(max(arguments.runs, long_runs)):
        for entry in row.entries:
            if number < runs_of(entry, arguments.runs, long_runs) and not has_failed(result, entry):
                outcome = run_job(entry.job, folder / "answer.json")
                result.outcomes.setdefault(entry.label, []).append(outcome)
                tell(entry, outcome)
                store.save(name, result)
    result.complete = True
    store.save(name, result)
    print(f"  {time.perf_counter() - began:.0f} s in all", flush=True)


def has_failed(result: RowResult, entry: Entry) -> bool:
    """Whether there is no point in running it again."""
    return any(outcome.failure for outcome in result.outcomes.get(entry.label, []))


def tell(entry: Entry, outcome: Outcome) -> None:
    figures = outcome.failure or f"{seconds(outcome.seconds)} s  {outcome.peak / 2**20:,.0f} MiB"
    print(f"  {entry.label:<28}{figures}", flush=True)


if __name__ == "__main__":
    main()
