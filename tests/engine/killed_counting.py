"""Counting that is killed again and again at random moments, and goes on until it is done: the result is compared.

    python tests/engine/killed_counting.py --seed 1 --cases 20       # says which cases went wrong, if any

Each case is a corpus, a recipe and a bound of memory drawn at random. A child process counts with checkpoints as often
as can be and is killed; the next goes on where it was. Files are small, so what is read at a time is made small too.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import pickle
import random
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
from packing import COMPRESSIONS, tarred, zipped

from vocabsmith_engine import CorpusCounts, Recipe, Source, VocabsmithError, count_pieces
from vocabsmith_engine.checkpoint_files import CheckpointFolder
from vocabsmith_engine.checkpoints import Checkpoints
from vocabsmith_engine.corpus import arrow_columns, arrow_tables, csv_tables, json_arrays, json_lines
from vocabsmith_engine.memory_budget import MemoryBudget

WORDS = ["a", "the", "Wort", "größe", "日本", "x" * 40, "<d>", "1234", "e\u0301", "ﬁ", "\U0001f600", "--", "\t", "été"]
BREAKS = [" ", "  ", "\n", "\r\n", "\r", ". ", "<d>", " <e>"]
EXPRESSION = r" ?\p{L}+|[^\s\p{L}]+|\s+"


def small_parts() -> None:
    """Records are read in parts of some kilobytes."""
    json_lines._BLOCK = json_arrays._BLOCK = 2**12
    json_lines._BIT = json_arrays._BIT = 2**11
    csv_tables.LONGEST_ROW = 2**13
    arrow_tables._MOST_ROWS = 40
    arrow_tables.CHUNK = arrow_columns.CHUNK = 2**12


class Case:
    """A corpus in a folder, and how to count it."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.random = random.Random(seed)
        self.folder = folder
        self.recipe = self._recipe()
        self.window = self.random.choice([300, 2**12, 2**14])
        self.skip_bad = self.random.random() < 0.3
        self.tables = self.random.choice([None, None, 60_000])
        self.sources = [self._source(number) for number in range(self.random.randint(1, 6))]

    def count(self, checkpoints: Checkpoints | None = None) -> CorpusCounts:
        """All of it."""
        if self.tables is not None:
            tables = self.tables
            MemoryBudget.of = classmethod(lambda cls, *_a, **_k: cls(tables, 2**40))  # type: ignore[assignment]
        return count_pieces(
            self.sources,
            self.recipe,
            threads=1 if self.recipe.pretokenizer == EXPRESSION else self.random.choice([1, 2, 3]),
            skip_bad=self.skip_bad,
            window=self.window,
            checkpoints=checkpoints,
        )

    def _recipe(self) -> Recipe:
        draw = self.random
        slow = draw.random() < 0.04
        return Recipe(
            vocab_size=400,
            pretokenizer=EXPRESSION if slow else draw.choice(["gpt2", "cl100k", "o200k", "whitespace", "none"]),
            special_tokens=draw.choice([(), ("<d>",), ("<d>", "<e>", "\r\n<d>")]),
            document_unit=draw.choice(["file", "line"]),
            line_ends=draw.choice(["keep", "normalise"]),
            invalid_bytes=draw.choice(["replace", "skip", "keep"]),
            normalization=draw.choice(["none", "none", "NFC", "NFKD"]),
            held_out=draw.choice([0.0, 0.0, 0.3, 0.05]),
        )

    def _source(self, number: int) -> Source:
        kind = self.random.choice(["txt", "txt", "jsonl", "json", "csv", "parquet", "arrow", "zip", "tar"])
        data = self._archive(kind) if kind in ("zip", "tar") else self._data(kind)
        name = f"{number}.{kind}"
        if kind not in ("zip", "parquet", "arrow") and self.random.random() < 0.4:
            ending = self.random.choice(sorted(COMPRESSIONS))
            data, name = COMPRESSIONS[ending](data), f"{name}.{ending}"
            if self.skip_bad and self.random.random() < 0.4:
                data = data[: len(data) * 9 // 10]
        path = self.folder / name
        path.write_bytes(data)
        return Source(path, self.random.choice([1, 1, 7]))

    def _archive(self, kind: str) -> bytes:
        kinds = self.random.choices(["txt", "jsonl", "csv", "parquet"], k=self.random.randint(1, 4))
        members = {f"{number}.{each}": self._data(each) for number, each in enumerate(kinds)}
        return zipped(members) if kind == "zip" else tarred(members)

    def _data(self, kind: str) -> bytes:
        if kind == "txt":
            return self._bytes(self.random.choice([0, 30, 3000, 20_000]))
        texts = [self._text(self.random.randint(0, 30)) for _ in range(self.random.choice([1, 30, 400]))]
        if kind == "jsonl":
            return "".join(self._line(text) for text in texts).encode()
        if kind == "json":
            return json.dumps([{"text": text} for text in texts]).encode()
        if kind == "csv":
            return b"text,n\n" + b"".join(self._row(text) for text in texts)
        return self._table(kind, texts)

    def _line(self, text: str) -> str:
        broken = self.random.random()
        if broken < 0.02:
            return "{broken\n"
        return json.dumps({"other": 1} if broken < 0.04 else {"text": text}) + "\n"

    def _row(self, text: str) -> bytes:
        row = '"' + text.replace('"', '""') + '",1'
        return (row + (",2" if self.random.random() < 0.03 else "") + "\n").encode()

    def _table(self, kind: str, texts: list[str]) -> bytes:
        table = pa.table({"text": [text if self.random.random() > 0.03 else None for text in texts]})
        target = io.BytesIO()
        if kind == "parquet":
            pa.parquet.write_table(table, target, row_group_size=100)
        else:
            with pa.ipc.new_stream(target, table.schema) as writer:
                writer.write_table(table, max_chunksize=50)
        return target.getvalue()

    def _bytes(self, words: int) -> bytes:
        text = self._text(words)
        form = self.random.choice(["utf-8", "utf-8", "utf-16", "broken"])
        if form == "broken":
            return text.encode().replace(b"the", b"\xff\xfethe\xe2\x82")
        return text.encode(form)

    def _text(self, words: int) -> str:
        draw = self.random
        if draw.random() < 0.05:
            return "y" * words * 5
        rare = [f"w{draw.randrange(10**6)}" for _ in range(words // 3)]
        return "".join(draw.choice(rare or WORDS) + draw.choice(WORDS) + draw.choice(BREAKS) for _ in range(words))


def outcome(case: Case, checkpoints: Checkpoints | None = None) -> object:
    """All that a count says, or why it is refused."""
    try:
        corpus = case.count(checkpoints)
    except VocabsmithError as error:
        return str(error)
    held_out = corpus.held_out
    return {
        "counts": dict(corpus.counts.items()),
        "documents": corpus.documents,
        "bytes": corpus.bytes,
        "files": corpus.files,
        "skipped": [(file.path, file.reason) for file in corpus.skipped],
        "held out": held_out and (dict(held_out.counts.items()), held_out.documents),
    }


def killed_until_done(case: Case, folder: Path, seconds: float) -> tuple[object, int, int]:
    """The outcome of the child that was not killed, how many were, and how many went on in the middle of a file.

    `seconds`: what it takes without kills.
    """
    answer = folder / "answer"
    in_the_middle = 0
    for kills in range(1000):
        child = os.fork()
        if child == 0:
            found = outcome(case, Checkpoints(folder / "checkpoint", case.random.choice([0.0, 0.0, 0.01])))
            answer.with_suffix(".part").write_bytes(pickle.dumps(found))
            answer.with_suffix(".part").rename(answer)
            os._exit(0)
        time.sleep(case.random.uniform(0, seconds) * (1 + kills / 5))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        if answer.exists():
            return pickle.loads(answer.read_bytes()), kills, in_the_middle
        checkpoint = CheckpointFolder(folder / "checkpoint").read()
        in_the_middle += bool(checkpoint and checkpoint.position.chunks)
    raise TimeoutError("it is never done")


def run_case(seed: int) -> tuple[bool, int, int]:
    """Whether an unbroken run and a broken one agree; kills, and those after which a file is begun in the middle."""
    folder = Path(tempfile.mkdtemp(prefix="vocabsmith-killed-"))
    try:
        (folder / "corpus").mkdir()
        case = Case(seed, folder / "corpus")
        began = time.monotonic()
        reader, writer = os.pipe()
        child = os.fork()  # the process that forks must have no threads
        if child == 0:
            with os.fdopen(writer, "wb") as pipe:
                pickle.dump(outcome(case), pipe)
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader, "rb") as pipe:
            expected = pickle.load(pipe)
        os.waitpid(child, 0)
        found, kills, in_the_middle = killed_until_done(case, folder, time.monotonic() - began)
        return found == expected, kills, in_the_middle
    finally:
        shutil.rmtree(folder)


def main() -> None:
    """Run the cases that the command line asks for; status 1 if one went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=20)
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    small_parts()
    wrong, kills, in_the_middle = [], 0, 0
    for seed in range(arguments.seed, arguments.seed + arguments.cases):
        agrees, more, begun = run_case(seed)
        kills += more
        in_the_middle += begun
        if arguments.verbose:
            print(seed, agrees, more, begun, flush=True)
        if not agrees:
            wrong.append(seed)
    print(f"{arguments.cases} cases, {kills} kills, {in_the_middle} in the middle of a file, wrong: {wrong}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
