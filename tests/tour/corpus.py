"""The corpus of the tour: small files of every kind beside a text that takes a while, all grown from the sample."""

from __future__ import annotations

import gzip
import json
import shutil
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

from grown_text import GrownText

from vocabsmith_resources.samples import sample_path

LONG_TEXT = 160_000_000  # bytes: some seconds of a run, so that it can be seen at work
_LINES = 2_000
_NAMES = ("handbook.txt", "help.jsonl.gz", "pages.parquet", "handbook (copy).txt", "notes")


def make_corpus(folder: Path) -> list[Path]:
    """Writes the files, unless they are there; returns what is dropped on the window, the long text first."""
    paths = [
        folder / name for name in ("handbook.txt", "help.jsonl.gz", "pages.parquet", "handbook (copy).txt", "notes")
    ]
    if not (folder / "complete").exists():
        folder.mkdir(parents=True, exist_ok=True)
        text, jsonl, parquet, copy, notes = paths
        _write_text(text)
        lines = sample_path().read_text(encoding="utf-8").splitlines()[:_LINES]
        _write_jsonl(jsonl, lines)
        titles = [line[:20] for line in lines]
        pq.write_table(pa.table({"title": titles, "body": lines, "number": range(len(lines))}), parquet)
        shutil.copyfile(text, copy)
        _write_notes(notes, lines)
        (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
        (folder / "complete").touch()
    return paths


def _write_text(path: Path) -> None:
    left = LONG_TEXT
    with path.open("wb") as file:
        for block in GrownText([sample_path()], share=0.15).blocks():
            file.write(block[:left])
            left -= len(block)
            if left <= 0:
                break


def _write_jsonl(path: Path, lines: list[str]) -> None:
    records = [json.dumps({"text": line, "source": "sample"}, ensure_ascii=False) for line in lines]
    records[10:13] = ['{"source": "no text here"}'] * 3
    path.write_bytes(gzip.compress("\n".join(records).encode(), mtime=0))


def _write_notes(folder: Path, lines: list[str]) -> None:
    folder.mkdir(exist_ok=True)
    for number in range(8):
        (folder / f"note {number + 1}.txt").write_text(
            "\n".join(lines[number * 50 : number * 50 + 200]), encoding="utf-8"
        )
    (folder / "old.txt").write_bytes(b"caf\xe9 and so on\n" * 3 + b"ordinary text\n" * 50)
