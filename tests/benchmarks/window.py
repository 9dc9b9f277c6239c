"""The figures of the window in one table: how late it is, how fast it trains and starts, what long lists and runs cost.

python tests/benchmarks/window.py corpus.txt --vocab-size 32000                  everything
python tests/benchmarks/window.py --figures paint charts                         only these
python tests/benchmarks/window.py corpus.txt --json                              as JSON

Each is measured in processes of its own. Lateness is the gap between two ticks of a precise timer of 5 ms less the
interval. Without a display all is offscreen.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

from vocabsmith.pages.build_page.recipe_draft import DEFAULTS
from vocabsmith_resources.samples import sample_path

HERE = Path(__file__).parent
Figures = dict[str, Any]
Row = tuple[str, str, str]


def lateness(arguments: argparse.Namespace) -> Figures:
    return in_a_process("lateness", corpus=str(arguments.corpus), vocab_size=arguments.vocab_size)


def rows_of_lateness(found: Figures) -> Iterator[Row]:
    for stage, late in found["stages"].items():
        goal = "< 20, < 100" if stage == "whole run" else ""
        yield f"late while {stage}, 95 % and longest", f"{late['p95']:.1f}, {late['longest']:.1f} ms", goal


def training(arguments: argparse.Namespace) -> Figures:
    """Window and command line in turn; the first of each only makes both warm."""
    job = {"corpus": str(arguments.corpus), "vocab_size": arguments.vocab_size}
    pairs = [(in_a_process("training", **job)["seconds"], on_command_line(**job)) for _ in range(arguments.rounds + 1)]
    window, line = ([pair[side] for pair in pairs[1:]] for side in (0, 1))
    return {"window": window, "command_line": line, "ratio": median(window) / median(line)}


def on_command_line(*, corpus: str, vocab_size: int) -> float:
    """With the recipe that the form of the window begins with."""
    with tempfile.TemporaryDirectory() as folder:
        tokens = (f"--special-token={token}" for token in DEFAULTS["special_tokens"])
        usual = ("--pretokenizer", DEFAULTS["pretokenizer"], *tokens)
        command = ("train", corpus, "--vocab-size", str(vocab_size), *usual, "--json", "--output", f"{folder}/trained")
        done = subprocess.run(
            [sys.executable, "-m", "vocabsmith", *command], capture_output=True, text=True, check=True
        )
    seconds = json.loads(done.stdout)["seconds"]
    return float(seconds["reading"] + seconds["merging"])


def rows_of_training(found: Figures) -> Iterator[Row]:
    yield "training in the window", f"{median(found['window']):.2f} s", ""
    yield "training on the command line", f"{median(found['command_line']):.2f} s", ""
    yield "… ratio", f"{found['ratio']:.3f}", "< 1.05"


def paint(arguments: argparse.Namespace) -> Figures:
    """From the start of the process; the first time is the cold one, in which modules are compiled."""
    with tempfile.TemporaryDirectory() as home:
        display = {} if os.environ.get("DISPLAY") or sys.platform != "linux" else {"QT_QPA_PLATFORM": "offscreen"}
        own = {"VOCABSMITH_HOME": f"{home}/files", "PYTHONPYCACHEPREFIX": f"{home}/compiled"}
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        seconds = [first_paint(kept | own | display) for _ in range(arguments.rounds + 1)]
    return {"cold": seconds[0], "warm": seconds[1:]}


def first_paint(environment: dict[str, str]) -> float:
    command = [sys.executable, str(HERE / "first_paint.py"), str(time.monotonic())]
    return float(subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout)


def rows_of_paint(found: Figures) -> Iterator[Row]:
    yield "start to first paint, warm", f"{median(found['warm']):.2f} s", "< 1.5 s"


def charts(_arguments: argparse.Namespace) -> Figures:
    return in_a_process("charts")


def rows_of_charts(found: Figures) -> Iterator[Row]:
    for name, taken in {**found["show"], "all three, more merges": found["append"]}.items():
        words = f"250,000 points, {name.replace('_', ' ')}"
        yield words, f"{taken['median']:.1f} ms, longest {taken['longest']:.1f}", "< 16 ms"


def corpus_list(arguments: argparse.Namespace) -> Figures:
    return in_a_process("corpus_list", files=arguments.files) | {"files": arguments.files}


def rows_of_corpus_list(found: Figures) -> Iterator[Row]:
    yield f"{found['files']:,} files listed", f"{found['listed']:.2f} s", "< 3 s"
    yield "… and all looked at", f"{found['seen']:.2f} s", ""
    yield "… longest tick late meanwhile", f"{found['late']['longest']:.0f} ms", "< 100 ms"


def sitting(arguments: argparse.Namespace) -> Figures:
    job = {"corpus": str(sample_path()), "vocab_size": 8000, "runs": arguments.runs}
    return in_a_process("sitting", **job)


def rows_of_sitting(found: Figures) -> Iterator[Row]:
    held = found["after"]
    yield f"memory after 1 run, after {len(held)}", f"{held[0]:.0f} MB, {held[-1]:.0f} MB", "+ 50 MB at most"


def typing(arguments: argparse.Namespace) -> Figures:
    return in_a_process("typing", characters=10_000, keys=10 * arguments.rounds)


def rows_of_typing(found: Figures) -> Iterator[Row]:
    words = "a key in 10,000 characters to coloured text"
    yield words, f"{found['median']:.0f} ms, longest {found['longest']:.0f}", "< 50 ms"


def vocabulary(_arguments: argparse.Namespace) -> Figures:
    return in_a_process("vocabulary", tokens=200_000, rows=1_000_000)


def rows_of_vocabulary(found: Figures) -> Iterator[Row]:
    yield f"a tokenizer.json of {found['tokens']:,} tokens to a table", f"{found['file']:.2f} s", "< 1 s"
    yield f"a tokenizer of {found['rows']:,} tokens to a table", f"{found['table']:.2f} s", "< 1 s"
    yield "… searched", f"{found['search'] * 1000:.0f} ms", "< 100 ms"
    yield "… sorted by token", f"{found['sort'] * 1000:.0f} ms", ""
    for what, late in found["late"].items():
        yield f"… longest tick late while {LATE[what]}", f"{late:.0f} ms", "< 100 ms"


LATE = {"opening": "the file is opened", "large": "that is shown", "switching": "tokenizers take turns on every page"}

FIGURES: dict[str, tuple[Callable[[argparse.Namespace], Figures], Callable[[Figures], Iterator[Row]]]] = {
    "lateness": (lateness, rows_of_lateness),
    "training": (training, rows_of_training),
    "paint": (paint, rows_of_paint),
    "charts": (charts, rows_of_charts),
    "corpus_list": (corpus_list, rows_of_corpus_list),
    "sitting": (sitting, rows_of_sitting),
    "typing": (typing, rows_of_typing),
    "vocabulary": (vocabulary, rows_of_vocabulary),
}


def in_a_process(name: str, **job: Any) -> Figures:
    """What a function of window_figures.py finds."""
    command = [sys.executable, str(HERE / "window_figures.py"), name, json.dumps(job)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: Figures = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="The figures of the window.")
    parser.add_argument("corpus", nargs="?", type=Path, default=sample_path(), help="to train on [the sample]")
    parser.add_argument("--vocab-size", type=int, default=32000)
    parser.add_argument("--figures", nargs="+", choices=FIGURES, default=list(FIGURES))
    parser.add_argument("--rounds", type=int, default=5, help="of what is measured again and again [5]")
    parser.add_argument("--files", type=int, default=50_000)
    parser.add_argument("--runs", type=int, default=50, help="in one sitting [50]")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found = {name: FIGURES[name][0](arguments) for name in arguments.figures}
    if arguments.json:
        print(json.dumps(found, indent=2))
        return
    print("| figure | measured | goal |\n|---|--:|--:|")
    for name, figures in found.items():
        for row in FIGURES[name][1](figures):
            print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
