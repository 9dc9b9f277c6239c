"""Vocabsmith at the limit: more text than memory, and text that nothing cuts. Every step can be run by itself.

python tests/benchmarks/large.py english.txt code.txt --work /scratch --steps generate train encode compare
python tests/benchmarks/large.py chinese.txt --work /scratch --steps chinese

generate: text of any size with ever new pieces, see grown_text.py      train: all of it, with little memory
encode: all of it, file by file, decoded again and compared             compare: a part with and without the limit
chinese: text as one piece, each twice as long as the one before        words: the same words ten times over

Figures are kept in the working folder, and printed as a table after each step.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}
VOCABSMITH = (sys.executable, "-m", "vocabsmith")
IDS_COMPARED_AT_ONCE = 20_000_000


def size_of(text: str) -> int:
    """ "300M" → 300000000."""
    number = text.rstrip("KMGkmg")
    return round(float(number) * UNITS[text[len(number) :].upper()])


# ---------------------------------------------------------------- processes


@dataclass(frozen=True)
class Run:
    """One command: what it printed as JSON, seconds from start to end and of all processors, peak memory in bytes."""

    told: dict[str, Any]
    seconds: float
    processor_seconds: float
    peak: int


def run(*arguments: str | Path) -> Run:
    """Run `vocabsmith` with these arguments in a process of its own."""
    began = time.perf_counter()
    child = subprocess.Popen([*VOCABSMITH, *map(str, arguments), "--json"], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"vocabsmith {' '.join(map(str, arguments))} failed with status {child.returncode}")
    peak = usage.ru_maxrss if sys.platform == "darwin" else usage.ru_maxrss * 1024
    return Run(json.loads(output), time.perf_counter() - began, usage.ru_utime + usage.ru_stime, peak)


def apart(function: Callable[..., Any], *arguments: Any) -> Any:
    """What `function` returns, from another process: a child's peak memory begins with that of its parent."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        return executor.submit(function, *arguments).result()


def trained(files: list[Path], output: Path, options: list[str]) -> dict[str, Any]:
    """Train on `files`; the figures of the run."""
    shutil.rmtree(output, ignore_errors=True)
    done = run("train", *files, "--output", output, *options)
    corpus = done.told["corpus"]
    return {
        "bytes": corpus["bytes"],
        "seconds": done.seconds,
        "processor seconds": done.processor_seconds,
        "peak": done.peak,
        "merges": done.told["merges"],
        "distinct pieces": corpus["distinct_pieces"],
        "spilled bytes": corpus.get("spilled_bytes", 0),
        "stages": done.told["seconds"],
        "merges sha256": digest_of_merges(output),
    }


def digest_of_merges(folder: Path) -> str:
    """Stands for the merges and their order."""
    merges = json.loads((folder / "tokenizer.json").read_text("utf-8"))["model"]["merges"]
    return hashlib.sha256(json.dumps(merges).encode()).hexdigest()[:16]


# ---------------------------------------------------------------- steps


def generate(arguments: argparse.Namespace, keep: Callable[[str, dict[str, Any]], None]) -> None:
    """Text in files of `--file-size`, written as a stream."""
    began = time.perf_counter()
    written = apart(write_grown, arguments.corpora, arguments.work, arguments.size, arguments.file_size)
    keep("generate", {"bytes": written, "seconds": time.perf_counter() - began})


def write_grown(corpora: list[Path], work: Path, size: int, file_size: int) -> int:
    """Write the files; bytes in all."""
    from grown_text import GrownText, write_blocks  # noqa: PLC0415, the process that measures stays small

    blocks = GrownText(corpora).blocks()
    written = 0
    for number in range(-(-size // file_size)):
        with (work / f"grown-{number:02}.txt").open("wb") as file:
            written += write_blocks(blocks, file, min(file_size, size - written))
    return written


def train(arguments: argparse.Namespace, keep: Callable[[str, dict[str, Any]], None]) -> None:
    """All files at once, with as much memory as `--memory` says."""
    keep("train", trained(grown_files(arguments), arguments.work / "tokenizer", memory_options(arguments.memory)))


def grown_files(arguments: argparse.Namespace) -> list[Path]:
    """What `generate` wrote."""
    return sorted(arguments.work.glob("grown-*.txt"))


def memory_options(memory: str) -> list[str]:
    """The options of a run at 32,000 tokens, with a limit unless it is empty."""
    return ["--vocab-size", "32000", *(["--memory", memory] if memory else [])]


def encode(arguments: argparse.Namespace, keep: Callable[[str, dict[str, Any]], None]) -> None:
    """Every file to ids; each is decoded again, compared and deleted."""
    figures: dict[str, Any] = {"bytes": 0, "ids": 0, "seconds": 0.0, "processor seconds": 0.0, "peak": 0}
    tokenizer, ids = arguments.work / "tokenizer", arguments.work / "ids.bin"
    for file in grown_files(arguments):
        done = run("encode", "--tokenizer", tokenizer, file, "--output", ids)
        apart(check_ids, tokenizer, file, ids)
        ids.unlink()
        figures["bytes"] += file.stat().st_size
        figures["ids"] += done.told["count"]
        figures["seconds"] += done.seconds
        figures["processor seconds"] += done.processor_seconds
        figures["peak"] = max(figures["peak"], done.peak)
    keep("encode", figures)


def check_ids(folder: Path, file: Path, ids: Path) -> None:
    """End the program unless decoding gives the bytes of the file."""
    import numpy as np  # noqa: PLC0415

    from vocabsmith_engine import Tokenizer  # noqa: PLC0415

    tokenizer = Tokenizer.load(folder)
    numbers = np.memmap(ids, np.uint16 if tokenizer.vocab_size <= 2**16 else np.uint32, "r")
    with file.open("rb") as text:
        for first in range(0, len(numbers), IDS_COMPARED_AT_ONCE):
            decoded = tokenizer.decode_bytes(numbers[first : first + IDS_COMPARED_AT_ONCE])
            if text.read(len(decoded)) != decoded:
                raise SystemExit(f"{ids}: from id {first:,} on, decoding gives another text than {file}")
        if text.read(1):
            raise SystemExit(f"{ids}: the end of {file} is missing")


def compare(arguments: argparse.Namespace, keep: Callable[[str, dict[str, Any]], None]) -> None:
    """The first part of the text, with little memory and with all there is: the merges must be equal."""
    part = arguments.work / "part.txt"
    apart(copy_start, grown_files(arguments)[0], part, arguments.part)
    figures = {
        name: trained([part], arguments.work / "part", memory_options(memory))
        for name, memory in ((f"part, {arguments.part_memory}", arguments.part_memory), ("part, no limit", ""))
    }
    for name, of_run in figures.items():
        keep(name, of_run)
    part.unlink()
    if len({of_run["merges sha256"] for of_run in figures.values()}) != 1:
        raise SystemExit("the merges differ")
    print("the merges are the same\n")


def copy_start(source: Path, target: Path, size: int) -> None:
    """Copy the first `size` bytes, up to the end of a line."""
    with source.open("rb") as read, target.open("wb") as written:
        while written.tell() < size and (lines := read.readlines(min(size - written.tell(), 2**24))):
            written.writelines(lines)


def chinese(arguments: argparse.Namespace, keep: Callable[[str, dict[str, Any]], None]) -> None:
    """One piece, twice as long each time, up to `--chinese`."""
    text = arguments.work / "chinese.txt"
    for size in (arguments.chinese // 8, arguments.chinese // 4, arguments.chinese // 2, arguments.chinese):
        apart(write_chinese, arguments.corpora[0], text, size)
        options = ["--vocab-size", "30000", "--pretokenizer", "none"]
        keep(f"chinese, {size / 1e6:,.0f} MB", trained([text], arguments.work / "chinese", options))
    text.unlink()


def write_chinese(source: Path, target: Path, size: int) -> None:
    """Write Chinese-like text."""
    from chinese_text import ChineseText  # noqa: PLC0415
    from grown_text import write_blocks  # noqa: PLC0415

    with target.open("wb") as file:
        write_blocks(ChineseText(source).blocks(), file, size)


def words(arguments: argparse.Namespace, keep: Callable[[str, dict[str, Any]], None]) -> None:
    """30 MB of 20,000 made-up words, once and ten times: the same merges, and memory must not follow the file."""
    digests = set()
    for times in (1, 10):
        text = arguments.work / "words.txt"
        apart(write_words, text, times)
        figures = trained([text], arguments.work / "words", ["--vocab-size", "4000"])
        keep(f"words, {times} times", figures)
        digests.add(figures["merges sha256"])
        text.unlink()
    if len(digests) != 1:
        raise SystemExit("the merges differ")


def write_words(target: Path, times: int) -> None:
    """A block that ends with a line end, `times` times."""
    dice = random.Random(6)
    made_up = ["".join(dice.choices("abcdefghijklmnopqrstuvwxyz", k=dice.randint(3, 9))) for _ in range(20_000)]
    block = " ".join(dice.choices(made_up, k=5_000_000)).encode()[:29_999_998] + b"x\n"
    with target.open("wb") as file:
        for _ in range(times):
            file.write(block)


STEPS = {step.__name__: step for step in (generate, train, encode, compare, chinese, words)}


# ---------------------------------------------------------------- the table


def print_table(figures: dict[str, dict[str, Any]]) -> None:
    """All steps that were done."""
    heads = ("GB", "seconds", "CPU s", "MB/s", "peak MB", "spilled MB", "distinct")
    print(f"{'':<22}" + "".join(f"{head:>12}" for head in heads) + "   stages, s")
    for name, of_step in figures.items():
        rate = of_step["bytes"] / of_step["seconds"] / 1e6
        cells = (
            f"{of_step['bytes'] / 1e9:.3f}",
            f"{of_step['seconds']:.1f}",
            f"{of_step['processor seconds']:.1f}" if "processor seconds" in of_step else "",
            f"{rate:.1f}",
            *(f"{of_step[key] / 1e6:,.0f}" if key in of_step else "" for key in ("peak", "spilled bytes")),
            f"{of_step['distinct pieces']:,}" if "distinct pieces" in of_step else "",
        )
        stages = ", ".join(f"{stage} {seconds:.1f}" for stage, seconds in of_step.get("stages", {}).items())
        print(f"{name:<22}" + "".join(f"{cell:>12}" for cell in cells) + f"   {stages}")
    print(flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", type=Path, help="real text; for the step chinese, Chinese")
    parser.add_argument("--work", type=Path, required=True, help="folder for some 20 GB")
    parser.add_argument("--steps", nargs="+", choices=STEPS, default=["generate", "train", "encode", "compare"])
    parser.add_argument("--size", type=size_of, default="12G", help="of the grown text [12G]")
    parser.add_argument("--file-size", type=size_of, default="5G", help="past 2^32, to pass that too [5G]")
    parser.add_argument("--memory", default="2G", help="for train; empty for no limit [2G]")
    parser.add_argument("--part", type=size_of, default="1G", help="of the text, for compare [1G]")
    parser.add_argument("--part-memory", default="300M", help="for compare [300M]")
    parser.add_argument("--chinese", type=size_of, default="1G", help="the longest piece [1G]")
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    kept = arguments.work / "figures.json"
    figures: dict[str, dict[str, Any]] = json.loads(kept.read_text("utf-8")) if kept.exists() else {}

    def keep(name: str, of_step: dict[str, Any]) -> None:
        figures[name] = of_step
        kept.write_text(json.dumps(figures, indent=1), "utf-8")
        print_table(figures)

    if "generate" in arguments.steps:
        figures.clear()  # those of another text would stand beside the new ones
    for step in arguments.steps:
        STEPS[step](arguments, keep)


if __name__ == "__main__":
    main()
