"""How fast each corpus format is counted, beside plain text: the same documents written in all of them.

python tests/benchmarks/corpus_formats.py english.txt --work FOLDER [--megabytes 100] [--document 300] [--formats txt …]

A document is made of whole lines, of `--document` bytes or more. Each format is counted three times on two threads, in
this process; the median is told, in megabytes of text a second, whatever the size of the file.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet

from vocabsmith_engine import Recipe, count_pieces

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

MB: Final = 10**6
ROWS_AT_ONCE: Final = 10_000

Documents = list[str]


def documents_of(source: Path, size: int, shortest: int) -> Iterator[str]:
    """The first `size` bytes of the text in documents of whole lines."""
    document, length = [], 0
    with source.open("rb") as lines:
        for line in lines:
            document.append(line.decode())
            length += len(line)
            size -= len(line)
            if length >= shortest or size <= 0:
                yield "".join(document)
                document, length = [], 0
            if size <= 0:
                return


def records_of(documents: Documents) -> Iterator[dict[str, object]]:
    """What else stands in a record beside its text."""
    for number, text in enumerate(documents):
        yield {"id": f"record-{number:09}", "text": text, "score": number % 100 / 100, "source": {"language": "en"}}


def table_of(documents: Documents) -> pa.Table:
    """The records as a table."""
    return pa.Table.from_pylist(list(records_of(documents)))


def write_text(documents: Documents, path: Path) -> None:
    """Nothing between the documents."""
    path.write_text("".join(documents), encoding="utf-8", newline="")


def write_lines(documents: Documents, path: Path) -> None:
    """JSONL, compressed by its name."""
    opener = {".gz": gzip.open, ".zst": zstd.open}.get(path.suffix, open)
    with opener(path, "wb") as file:
        for record in records_of(documents):
            file.write(json.dumps(record, ensure_ascii=False).encode() + b"\n")


def write_escaped_lines(documents: Documents, path: Path) -> None:
    """JSONL in ASCII."""
    with path.open("w", encoding="ascii", newline="") as file:
        file.writelines(json.dumps(record) + "\n" for record in records_of(documents))


def write_array(documents: Documents, path: Path) -> None:
    """One JSON array."""
    path.write_text(json.dumps(list(records_of(documents)), ensure_ascii=False, indent=1), encoding="utf-8")


def write_csv(documents: Documents, path: Path) -> None:
    """With a header, quoted where need be."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "text", "score"])
        rows.writerows([record["id"], record["text"], record["score"]] for record in records_of(documents))


def parquet_writer(compression: str) -> Callable[[Documents, Path], None]:
    """Writes Parquet in row groups of some thousand records."""

    def write(documents: Documents, path: Path) -> None:
        pa.parquet.write_table(table_of(documents), path, row_group_size=ROWS_AT_ONCE, compression=compression)

    return write


def write_arrow_stream(documents: Documents, path: Path) -> None:
    """An Arrow stream, as datasets are saved."""
    table = table_of(documents)
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_stream(file, table.schema) as stream:
        stream.write_table(table, max_chunksize=ROWS_AT_ONCE)


def write_feather(documents: Documents, path: Path) -> None:
    """Feather version 2, compressed with LZ4."""
    pa.feather.write_feather(table_of(documents), path, compression="lz4", chunksize=ROWS_AT_ONCE)


FORMATS: Final[dict[str, Callable[[Documents, Path], None]]] = {
    "txt": write_text,
    "jsonl": write_lines,
    "ascii.jsonl": write_escaped_lines,
    "jsonl.gz": write_lines,
    "jsonl.zst": write_lines,
    "json": write_array,
    "csv": write_csv,
    "snappy.parquet": parquet_writer("snappy"),
    "zstd.parquet": parquet_writer("zstd"),
    "arrow": write_arrow_stream,
    "feather": write_feather,
}


def seconds_to_count(path: Path, threads: int) -> tuple[float, int]:
    """How long counting the pieces takes, and how many there are."""
    recipe = Recipe(vocab_size=32_000)
    begin = time.perf_counter()
    counts = count_pieces(path, recipe, threads=threads).counts
    return time.perf_counter() - begin, counts.total


def main() -> None:
    """Write what is missing, count, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--document", type=int, default=300)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--formats", nargs="+", choices=FORMATS, default=list(FORMATS))
    parser.add_argument("--write-only", action="store_true")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    documents: Documents = []
    for name in options.formats:
        path = options.work / f"{options.document}-{options.megabytes}.{name}"
        if not path.exists():
            documents = documents or list(documents_of(options.source, options.megabytes * MB, options.document))
            FORMATS[name](documents, path)
        if options.write_only:
            continue
        runs = [seconds_to_count(path, options.threads) for _ in range(options.repeat)]
        speed = options.megabytes / statistics.median(seconds for seconds, _ in runs)
        print(f"{name:16} {path.stat().st_size / MB:7.1f} MB {speed:7.1f} MB of text a second, {runs[0][1]:,} pieces")


if __name__ == "__main__":
    main()
