"""Counting within a bound of memory: the result is that without one, and nothing is left of what was spilled."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vocabsmith_engine import (
    CorpusError,
    Monitor,
    Recipe,
    RecipeError,
    Source,
    Stopped,
    _native,
    count_pieces,
    machine,
    train,
    train_from_counts,
)
from vocabsmith_engine.chunks import ChunkReader
from vocabsmith_engine.counter_team import count_chunks
from vocabsmith_engine.memory_budget import MemoryBudget, bytes_named
from vocabsmith_engine.merging_needs import notes_before_merging
from vocabsmith_engine.spilling import Spilling

EXPRESSION = r" ?\p{L}+|[^\s\p{L}]+|\s+"
FOLDER = tempfile.gettempdir()


@pytest.fixture
def tiny_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that are full after some hundred pieces."""
    monkeypatch.setattr(MemoryBudget, "of", lambda *_, **__: MemoryBudget(100_000, None))


def words(number: int, seed: int = 1) -> str:
    letters = random.Random(seed)
    return "".join(" " + "".join(letters.choices("abcdeéü日", k=letters.randint(1, 9))) for _ in range(number))


def corpus(folder: Path, parts: int = 3) -> list[Source]:
    paths = []
    for part in range(parts):
        path = folder / f"{part}.txt"
        path.write_text("\n".join(words(4000, seed) for seed in (part, part + 1)), "utf-8")
        paths.append(Source(path, weight=part + 1))
    return paths


def run_limited(script: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))} | environment
    return subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, timeout=120, env=env, check=False
    )


# ---------------------------------------------------------------- the same result


@pytest.mark.usefixtures("tiny_tables")
@pytest.mark.parametrize("pretokenizer", ["gpt2", "whitespace", EXPRESSION])
def test_spilled_counts_are_those_of_one_large_table(tmp_path: Path, pretokenizer: str) -> None:
    paths = corpus(tmp_path)
    recipe = Recipe(vocab_size=300, pretokenizer=pretokenizer)
    spilled = count_pieces(paths, recipe, window=5000).counts
    chunks = ChunkReader(recipe, Monitor(), 5000).chunks(paths)
    table = count_chunks(chunks, recipe, 1, MemoryBudget(2**30, None), Monitor()).counts
    assert isinstance(spilled, _native.SpilledCounts)
    assert isinstance(table, _native.PieceCounts)
    assert dict(spilled.items()) == dict(table.items())
    assert (len(spilled), spilled.total, spilled.total_bytes) == (len(table), table.total, table.total_bytes)
    assert (spilled.distinct_bytes, spilled.longest) == (table.distinct_bytes, table.longest)


@pytest.mark.parametrize("tie_break", ["hf", "bytes"])
def test_merges_do_not_depend_on_spilling_threads_or_order(
    tmp_path: Path, tie_break: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = corpus(tmp_path)
    recipe = Recipe(vocab_size=900, tie_break=tie_break)
    whole = train(paths, recipe, threads=1)
    assert whole.corpus.spilled_bytes == 0
    monkeypatch.setattr(MemoryBudget, "of", lambda *_, **__: MemoryBudget(100_000, None))
    for threads in (1, 8):
        for order in (paths, paths[::-1]):
            counts = count_pieces(order, recipe, threads=threads, window=4096)
            assert isinstance(counts.counts, _native.SpilledCounts)
            spilled = train_from_counts(counts, recipe)
            assert spilled.merge_ids.tobytes() == whole.merge_ids.tobytes()
            assert spilled.merge_counts.tobytes() == whole.merge_counts.tobytes()
            assert spilled.tokens_left.tobytes() == whole.tokens_left.tobytes()
            assert spilled.corpus.spilled_bytes > 100_000
            assert spilled.corpus.pieces == whole.corpus.pieces
            assert spilled.corpus.distinct_pieces == whole.corpus.distinct_pieces


@pytest.mark.usefixtures("tiny_tables")
def test_a_paused_run_that_spills_ends_with_the_same_counts(tmp_path: Path) -> None:
    paths = corpus(tmp_path)
    recipe = Recipe(vocab_size=300)
    expected = dict(count_pieces(paths, recipe, window=4096).counts.items())
    monitor = Monitor()
    monitor.pause()
    threading.Timer(0.2, monitor.resume).start()
    assert dict(count_pieces(paths, recipe, monitor, window=4096).counts.items()) == expected


Pieces = st.lists(st.tuples(st.binary(max_size=40), st.integers(1, 2**41)), max_size=60)


@given(parts=st.lists(Pieces, min_size=1, max_size=6), max_runs=st.integers(2, 4), weight=st.integers(1, 1000))
@settings(deadline=None, max_examples=100)
def test_runs_add_up_to_what_a_counter_holds(parts: list[list[tuple[bytes, int]]], max_runs: int, weight: int) -> None:
    spill = _native.Spill(os.fsencode(FOLDER), Monitor(), max_runs)
    expected: Counter[bytes] = Counter()
    for part in parts:
        table = _native.PieceCounts()
        for piece, count in part:
            table.add(piece, count * weight)
            expected[piece] += count * weight
        spill.take(table)
        assert len(table) == 0
    del expected[b""]
    assert list(spill.merge().items()) == sorted(expected.items())


@pytest.mark.usefixtures("tiny_tables")
def test_weights_go_through_runs_exactly(tmp_path: Path) -> None:
    path = tmp_path / "corpus.txt"
    path.write_text(words(5000) + " hot")
    found = dict(count_pieces([Source(path, 2**31)], Recipe(vocab_size=300), window=4096).counts.items())
    assert found[b" hot"] == 2**31
    assert sum(found.values()) == 5001 * 2**31


def test_counts_past_64_bits_are_refused_in_runs_too() -> None:
    monitor = Monitor()
    spilling = Spilling(100_000, monitor)
    tables = spilling.new_tables(2)
    for table in tables:
        table.add(b"a", 2**63)
        for number in range(2000):
            table.add(str(number).encode())
    with pytest.raises(CorpusError, match=r"the counts: pass 2\^64 - 1"):
        spilling.sum_of(tables)


@pytest.mark.usefixtures("tiny_tables")
def test_an_empty_corpus_says_so_within_a_budget(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    with pytest.raises(CorpusError, match="holds no text: 0 bytes"):
        train([tmp_path / "empty.txt"], Recipe(vocab_size=300))


@pytest.mark.usefixtures("tiny_tables")
def test_a_document_longer_than_any_table_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "corpus.txt"
    path.write_text("AC" * 500_000)
    counts = count_pieces([path, path.rename(tmp_path / "again.txt")][1:], Recipe(vocab_size=258, pretokenizer="none"))
    assert isinstance(counts.counts, _native.SpilledCounts)
    assert (len(counts.counts), counts.counts.longest) == (1, 1_000_000)
    assert train_from_counts(counts, Recipe(vocab_size=258, pretokenizer="none")).merges == [
        (b"A", b"C"),
        (b"AC", b"AC"),
    ]


# ---------------------------------------------------------------- sizes and budgets


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("2G", 2 * 10**9),
        ("500M", 500 * 10**6),
        ("1.5GiB", 3 * 2**29),
        ("64 kib", 65_536),
        ("7", 7),
        ("8b", 8),
        ("1TB", 10**12),
    ],
)
def test_sizes_are_read_as_people_write_them(text: str, size: int) -> None:
    assert bytes_named(text) == size


@pytest.mark.parametrize("text", ["", "G", "-2G", "2X", "2GG", "1e9", "half"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(RecipeError, match=r"is no size\. Write one such as 2G, 500M or 1\.5GiB"):
        bytes_named(text)


@pytest.mark.parametrize("memory", [0, -1, 1.5, True, "2G"])
def test_memory_is_a_whole_number_of_bytes(tmp_path: Path, memory: object) -> None:
    (tmp_path / "a.txt").write_text("a")
    with pytest.raises(RecipeError, match=r"memory .*: must be a whole number from 1"):
        count_pieces([tmp_path / "a.txt"], Recipe(vocab_size=300), memory=memory)  # type: ignore[arg-type]


@pytest.mark.parametrize("memory", [10**23, bytes_named("9" * 400 + "T")])
def test_memory_may_be_more_than_any_computer_has(tmp_path: Path, memory: int) -> None:
    (tmp_path / "a.txt").write_text("a b")
    assert train([tmp_path / "a.txt"], Recipe(vocab_size=300), memory=memory).corpus.distinct_pieces == 2


def no_temporary_folder() -> str:
    raise FileNotFoundError("No usable temporary directory found")


def test_a_run_that_spills_nothing_needs_no_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "gettempdir", no_temporary_folder)
    (tmp_path / "a.txt").write_text("a b")
    assert len(count_pieces([tmp_path / "a.txt"], Recipe(vocab_size=300)).counts) == 2


def test_too_little_memory_is_refused_with_the_smallest_that_works(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    recipe = Recipe(vocab_size=300)
    with pytest.raises(RecipeError, match=r"memory 50,000,000: must be ([\d,]+) bytes or more") as refused:
        count_pieces([tmp_path / "a.txt"], recipe, memory=50_000_000)
    smallest = int(refused.value.rule.split()[2].replace(",", ""))
    assert len(count_pieces([tmp_path / "a.txt"], recipe, memory=smallest).counts) == 1
    with pytest.raises(RecipeError, match="must be"):
        count_pieces([tmp_path / "a.txt"], recipe, memory=smallest - 1)


def test_half_of_the_computer_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "memory", lambda: 8 * 2**30)
    budget = MemoryBudget.of(None, counters=2, windows=0, processes=False)
    assert budget == MemoryBudget((4 * 2**30 - 80 * 2**20) // 2, None)


def test_a_small_computer_is_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "memory", lambda: 2**20)
    assert MemoryBudget.of(None, counters=1, windows=0, processes=False).tables == 4 * 2**20


def test_merging_that_does_not_fit_is_refused_before_it_begins() -> None:
    table = _native.PieceCounts()
    for number in range(1_000_000):
        table.add(b"a piece that is long %d" % number)
    recipe = Recipe(vocab_size=300)
    with pytest.raises(CorpusError, match=r"distinct pieces of 26,888,890 bytes: take \d+ MB .* Allow \d+M"):
        notes_before_merging(table, recipe, 100_000_000)
    assert notes_before_merging(table, recipe, 1_000_000_000) == ()


# ---------------------------------------------------------------- nothing is left


@pytest.mark.usefixtures("tiny_tables")
def test_a_stop_while_spilling_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scratch").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "scratch"))
    path = tmp_path / "corpus.txt"
    path.write_text(words(200_000), "utf-8")
    monitor = Monitor()

    def stop_when_something_was_spilled() -> None:
        while (monitor.progress().total or 0) <= path.stat().st_size:
            time.sleep(0.001)
        monitor.stop()

    threading.Thread(target=stop_when_something_was_spilled).start()
    with pytest.raises(Stopped):
        count_pieces([path], Recipe(vocab_size=300), monitor, window=4096)
    assert not any((tmp_path / "scratch").iterdir())


SPILLING_SCRIPT = """
import sys, time
from vocabsmith_engine import Recipe, VocabsmithError, count_pieces
from vocabsmith_engine.memory_budget import MemoryBudget
MemoryBudget.of = lambda *_, **__: MemoryBudget(100_000, None)
try:
    counts = count_pieces(sys.argv[1], Recipe(vocab_size=300), window=4096)
    print(len(counts.counts), flush=True)
    time.sleep(float(sys.argv[2]))
except VocabsmithError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
def test_a_full_disk_is_an_error_that_names_folder_size_and_remedy(tmp_path: Path) -> None:
    (tmp_path / "scratch").mkdir()
    (tmp_path / "corpus.txt").write_text(words(50_000), "utf-8")
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
    ran = run_limited(limit + SPILLING_SCRIPT, str(tmp_path / "corpus.txt"), "0", TMPDIR=str(tmp_path / "scratch"))
    message = ran.stdout.strip()
    assert message.startswith(f"the temporary folder {tmp_path / 'scratch'}: has no room for another "), ran.stderr
    assert message.endswith("Free space there, name another folder with TMPDIR, or allow more memory.")
    assert not any((tmp_path / "scratch").iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_killed_run_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "scratch").mkdir()
    (tmp_path / "corpus.txt").write_text(words(20_000), "utf-8")
    env = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "TMPDIR": str(tmp_path / "scratch")}
    command = [sys.executable, "-c", SPILLING_SCRIPT, str(tmp_path / "corpus.txt"), "60"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=env) as child:
        assert child.stdout is not None
        assert int(child.stdout.readline()) > 1000
        child.send_signal(signal.SIGKILL)
    assert not any((tmp_path / "scratch").iterdir())


def test_a_folder_that_takes_no_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    spilling = Spilling(100_000, Monitor())
    [table] = spilling.new_tables(1)
    table.add(b"a")
    with pytest.raises(CorpusError, match=r"the temporary folder .*gone: no temporary file can be made there"):
        spilling.spilled(table)


# ---------------------------------------------------------------- memory


MEMORY_SCRIPT = """
import json, re, sys
from pathlib import Path
from vocabsmith_engine import Recipe, train

def peak():  # of this process alone: what getrusage tells begins with the memory of the parent
    return int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]) * 1024

before = peak()
recipe = Recipe(vocab_size=600, pretokenizer=sys.argv[2])
result = train(sys.argv[1], recipe, threads=2, memory=int(sys.argv[3]) or None)
print(json.dumps({"peak": peak(), "grown": peak() - before, "merges": result.merge_ids.tolist(),
                  "counts": result.merge_counts.tolist()}))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_memory_follows_distinct_pieces_and_not_the_size_of_the_file(tmp_path: Path) -> None:
    block = words(20_000, 3).encode() + b"\n"
    (tmp_path / "block.txt").write_bytes(block)
    (tmp_path / "file.txt").write_bytes(block * 400)
    once = json.loads(run_limited(MEMORY_SCRIPT, str(tmp_path / "block.txt"), "gpt2", "0").stdout)
    often = json.loads(run_limited(MEMORY_SCRIPT, str(tmp_path / "file.txt"), "gpt2", "0").stdout)
    assert often["merges"] == once["merges"]
    assert often["counts"] == [400 * count for count in once["counts"]]
    assert len(block) * 400 > 50_000_000
    assert often["grown"] < once["grown"] + 24_000_000


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
@pytest.mark.parametrize("pretokenizer", ["gpt2", EXPRESSION])
def test_a_run_stays_within_its_memory(tmp_path: Path, pretokenizer: str) -> None:
    lines = random.Random(5)
    text = "".join(f" {lines.randrange(10**12):x}" for _ in range(700_000))
    (tmp_path / "corpus.txt").write_text("".join("ghijklmnop"[int(c)] if c.isdigit() else c for c in text))
    smallest = 300_000_000 if pretokenizer == EXPRESSION else 120_000_000
    bounded = run_limited(MEMORY_SCRIPT, str(tmp_path / "corpus.txt"), pretokenizer, str(smallest))
    assert bounded.stdout, bounded.stderr
    free = run_limited(MEMORY_SCRIPT, str(tmp_path / "corpus.txt"), pretokenizer, "0")
    assert json.loads(bounded.stdout)["merges"] == json.loads(free.stdout)["merges"]
    assert json.loads(bounded.stdout)["peak"] < smallest


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_a_text_that_nothing_cuts_is_held_once_while_it_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "corpus.txt"
    path.write_text("AC" * 30_000_000)
    script = MEMORY_SCRIPT.replace("import Recipe, train", "import Recipe, count_pieces").partition("result =")[0]
    script += "assert count_pieces(sys.argv[1], recipe).counts.longest == 60_000_000\nprint(peak() - before)"
    ran = run_limited(script, str(path), "none")
    assert int(ran.stdout) < 90_000_000, ran.stderr


def test_a_long_text_is_kept_as_long_as_its_pieces(tmp_path: Path) -> None:
    recipe = Recipe(vocab_size=258, pretokenizer="none")
    texts = ["AC" * 2_500_000, "GT" * 2_500_000, "AC" * 2_500_000]
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.txt").write_text(text)
    found = dict(count_pieces(tmp_path, recipe, threads=3).counts.items())
    assert found == {texts[0].encode(): 2, texts[1].encode(): 1}
