"""How fast tokenizers are evaluated on text, beside how fast they encode it.

    evaluating.py [TEXT…] [--tokenizer PATH] [--runs N] [--threads N…] [--megabytes N]

Both read the same file with the same threads, in turn: `encode_file` writes the ids to a file, `evaluate` sums up what
becomes of words, characters and ids in every document. A second row has the text as records, one for each line, in
memory for `encode_batch_arrays` and in a JSONL file for `evaluate`, which has to parse it. Printed is a table in
Markdown with medians. The goal is half the encoder's rate. Without --tokenizer a vocabulary of 32,000 is learned from
each text. --megabytes: of each text at most so much is taken.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from vocabsmith_engine import Recipe, Tokenizer, train
from vocabsmith_engine.analysis import evaluate
from vocabsmith_resources.samples import sample_path

GOAL = 0.5


def medians(works: list[Callable[[], object]], runs: int) -> list[float]:
    """The median seconds of each, measured in turn after one run that is not counted."""
    seconds: list[list[float]] = [[] for _ in works]
    for run in range(runs + 1):
        for spent, work in zip(seconds, works, strict=True):
            begin = time.perf_counter()
            work()
            if run:
                spent.append(time.perf_counter() - begin)
    return [statistics.median(spent) for spent in seconds]


def row(name: str, size: int, encoding: float, evaluating: float) -> bool:
    """Print a line of the table; whether it meets the goal."""
    ratio = encoding / evaluating
    rates = f"{size / 1e6 / encoding:.1f} | {size / 1e6 / evaluating:.1f}"
    print(f"| {name} | {size / 1e6:.1f} | {rates} | {ratio:.2f} |", flush=True)
    return ratio >= GOAL


def measured(text: Path, tokenizer: Tokenizer, threads: int, runs: int, folder: Path) -> list[bool]:
    """The rows of one text with so many threads."""
    ids, records = folder / "ids.npy", folder / "records.jsonl"
    documents = text.read_text("utf-8", errors="replace").splitlines(keepends=True)
    records.write_text("".join(json.dumps({"text": each}, ensure_ascii=False) + "\n" for each in documents), "utf-8")
    encode, sum_up, encode_all, sum_up_all = medians(
        [
            lambda: tokenizer.encode_file(text, ids, threads=threads),
            lambda: evaluate([tokenizer], text, threads=threads),
            lambda: tokenizer.encode_batch_arrays(documents, threads=threads),
            lambda: evaluate([tokenizer], records, threads=threads),
        ],
        runs,
    )
    size = sum(len(each.encode()) for each in documents)
    name = f"{text.stem}, {threads} thread{'s' * (threads > 1)}"
    return [
        row(name, text.stat().st_size, encode, sum_up),
        row(f"{name}, {len(documents):,} lines as records", size, encode_all, sum_up_all),
    ]


def shortened(text: Path, megabytes: int, folder: Path) -> Path:
    """The beginning of a text, in whole lines."""
    if text.stat().st_size <= megabytes * 10**6:
        return text
    short = folder / text.name
    with text.open("rb") as source:
        data = source.read(megabytes * 10**6)
    short.write_bytes(data[: data.rfind(b"\n") + 1] or data)
    return short


def main() -> int:
    """Measures; returns 1 if a text is evaluated at less than half the encoder's rate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", type=Path, nargs="*", metavar="TEXT")
    parser.add_argument("--tokenizer", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--megabytes", type=int, default=50)
    options = parser.parse_args()
    print("| text | MB | encoding MB/s | evaluating MB/s | ratio |\n| --- | --: | --: | --: | --: |")
    good = []
    for whole in options.texts or [sample_path()]:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            text = shortened(whole, options.megabytes, folder)
            if options.tokenizer:
                tokenizer = Tokenizer.load(options.tokenizer)
            else:
                tokenizer = train([text], Recipe(vocab_size=32_000)).tokenizer
            for threads in options.threads:
                good += measured(text, tokenizer, threads, options.runs, folder)
    return 0 if all(good) else 1


if __name__ == "__main__":
    raise SystemExit(main())
