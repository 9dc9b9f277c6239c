import os
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from progress_log import progress_of

from vocabsmith_engine import (
    CorpusError,
    Monitor,
    Pretokenizer,
    Recipe,
    RecipeError,
    Source,
    Stopped,
    TokenizerError,
    _native,
    count_pieces,
    regex_worker,
)
from vocabsmith_engine.chunks import Chunk, ChunkReader
from vocabsmith_engine.pretokenization import NAMES
from vocabsmith_engine.regex_counter import RegexCounter
from vocabsmith_engine.regex_worker import RegexTextCounter

AWKWARD = "ab<d><d>\r\nx😀1\r\n<d>xq  \n\n pe\nf é<d\r\rdone 12345\n\tz<d>"
SPECIALS = ("<d>", "<d><d>", "<d>x", "e\nf", "\r\n<d>")
EXPRESSION = r" ?\p{L}+|[^\s\p{L}]+|\s+"


def counted(path: Path | list[Source], window: int = 2**20, threads: int = 2, **settings: object) -> dict[bytes, int]:
    recipe = Recipe.from_dict({"vocab_size": 300} | settings)
    return dict(count_pieces(path, recipe, threads=threads, window=window).counts.items())


def counted_whole(text: bytes, specials: tuple[str, ...], pretokenizer: str, unit: str = "file") -> dict[bytes, int]:
    """Cut the whole text at special tokens, then into lines if wanted, then into pieces."""
    longest_first = sorted((token.encode() for token in specials), key=len, reverse=True)
    parts = re.split(b"|".join(map(re.escape, longest_first)), text) if specials else [text]
    documents = [line for part in parts for line in part.splitlines(keepends=True)] if unit == "line" else parts
    pieces: Counter[bytes] = Counter()
    for document in documents:
        begin = 0
        for end in Pretokenizer.of(pretokenizer).piece_ends(document).tolist():
            pieces[document[begin:end]] += 1
            begin = end
    return dict(pieces)


def counted_here(path: Path, window: int, recipe: Recipe) -> dict[bytes, int]:
    """What a worker process would count, without the process."""
    counter = RegexTextCounter(recipe)
    for chunk in ChunkReader(recipe, Monitor(), window).chunks([named_utf8(path)]):
        counter.count(bytes(chunk.text), chunk.weight, lambda _done: None)
    return dict(counter.table.items())


def named_utf8(path: Path) -> Source:
    """A text that need not be held back until its encoding is found out, so that windows end in it everywhere."""
    return Source(path, encoding="utf-8")


def written(folder: Path, data: bytes, name: str = "text.txt") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("unit", ["file", "line"])
@pytest.mark.parametrize("pretokenizer", NAMES)
def test_pieces_do_not_depend_on_where_windows_end(tmp_path: Path, pretokenizer: str, unit: str) -> None:
    for shift in range(0, 9, 4):
        text = b"-" * shift + AWKWARD.encode()
        path = written(tmp_path, text)
        expected = counted_whole(text, SPECIALS, pretokenizer, unit)
        for window in range(1, 65):
            settings = {"pretokenizer": pretokenizer, "document_unit": unit, "special_tokens": SPECIALS}
            assert counted([named_utf8(path)], window, 1, **settings) == expected, (window, shift)


@pytest.mark.parametrize("unit", ["file", "line"])
@pytest.mark.parametrize("pretokenizer", [EXPRESSION, r" ?\S+", r"[a-z]+|\s"])
def test_pieces_of_expressions_do_not_depend_on_windows_either(tmp_path: Path, pretokenizer: str, unit: str) -> None:
    text = AWKWARD.encode()
    path = written(tmp_path, text)
    expected = counted_whole(text, SPECIALS, pretokenizer, unit)
    for window in (1, 2, 3, 5, 8, 13, 21, 34, 55):
        recipe = Recipe.from_dict(
            {"vocab_size": 300, "pretokenizer": pretokenizer, "document_unit": unit, "special_tokens": SPECIALS}
        )
        assert counted_here(path, window, recipe) == expected, window


def test_worker_processes_count_what_the_pattern_says(tmp_path: Path) -> None:
    text = ("Grüße 123456 aus 日本!\n" * 200).encode()
    paths = [Source(written(tmp_path, text, f"{name}.txt")) for name in "abc"]
    expected = {piece: 3 * count for piece, count in counted_whole(text, (), EXPRESSION).items()}
    assert counted(paths, window=500, threads=3, pretokenizer=EXPRESSION) == expected


def test_special_tokens_are_neither_counted_nor_crossed(tmp_path: Path) -> None:
    path = written(tmp_path, b"<doc>one<doc>two<doc>" * 5)
    assert counted(path, special_tokens=["<doc>"]) == {b"one": 5, b"two": 5}


def test_no_piece_crosses_the_border_of_two_files(tmp_path: Path) -> None:
    paths = [Source(written(tmp_path, b"ab", "1")), Source(written(tmp_path, b"cd", "2"))]
    assert counted(paths) == {b"ab": 1, b"cd": 1}


@pytest.mark.parametrize("pretokenizer", ["gpt2", r"\S+|\s+"])
def test_a_weight_multiplies_the_counts_of_its_source(tmp_path: Path, pretokenizer: str) -> None:
    paths = [Source(written(tmp_path, b"hot", "1"), 3_000_000_000), Source(written(tmp_path, b"hot pan", "2"), 7)]
    found = counted(paths, pretokenizer=pretokenizer)
    assert found[b"hot"] == 3_000_000_007


@pytest.mark.parametrize("ending", [b"\r\n", b"\n", b"\r"])
def test_a_line_as_document_owns_its_ending(tmp_path: Path, ending: bytes) -> None:
    path = written(tmp_path, (b"red" + ending + b"blue" + ending) * 50)
    recipe = Recipe(vocab_size=300, pretokenizer="none", document_unit="line")
    result = count_pieces([path], recipe)
    assert dict(result.counts.items()) == {b"red" + ending: 50, b"blue" + ending: 50}
    assert result.documents == 100


def test_a_look_that_begins_inside_of_a_space_finds_no_place_behind_it(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("\n\u2000\ne 9   ee  ".encode())
    recipe = Recipe(vocab_size=300)
    counts = [
        dict(count_pieces(Source(path, encoding="utf-8"), recipe, window=window).counts.items())
        for window in (1, 2, 3, 5, 8, 1000)
    ]
    assert counts[0]["\n\u2000".encode()] == 1
    assert all(each == counts[-1] for each in counts)


def test_a_line_that_ends_in_two_windows_is_one_document(tmp_path: Path) -> None:
    path = written(tmp_path, b"red\r\n\nblue\r\r\n\rend")
    lines = {b"red\r\n": 1, b"\n": 1, b"blue\r": 1, b"\r\n": 1, b"\r": 1, b"end": 1}
    scanned = Recipe(vocab_size=300, pretokenizer="none", document_unit="line")
    by_expression = Recipe(vocab_size=300, pretokenizer=r"[^x]+", document_unit="line")
    for window in range(1, 20):
        result = count_pieces([path], scanned, window=window)
        assert (dict(result.counts.items()), result.documents) == (lines, 6)
        assert counted_here(path, window, by_expression) == lines


def test_normalised_line_ends_make_the_three_kinds_equal(tmp_path: Path) -> None:
    for ending in (b"\r\n", b"\n", b"\r"):
        path = written(tmp_path, (b"red" + ending + b"blue" + ending) * 50)
        assert counted(path, 7, line_ends="normalise") == {b"red": 50, b"blue": 50, b"\n": 100}


def test_marked_files_count_like_the_plain_one(tmp_path: Path) -> None:
    plain = counted(written(tmp_path, b"abc abc"))
    assert plain == {b"abc": 1, b" abc": 1}
    assert counted(written(tmp_path, b"\xef\xbb\xbfabc abc")) == plain
    assert counted(written(tmp_path, "\ufeffabc abc".encode("utf-16-le"))) == plain


def test_kept_bytes_are_counted_as_they_are(tmp_path: Path) -> None:
    path = written(tmp_path, b"ok ok\xff\xfe line\nmore more\n")
    for pretokenizer in ("gpt2", EXPRESSION):
        found = counted(path, invalid_bytes="keep", pretokenizer=pretokenizer)
        assert found[b"\xff\xfe"] == 1
        assert found[b" more"] == 1


def test_nul_and_control_bytes_are_text_like_any_other(tmp_path: Path) -> None:
    path = written(tmp_path, b"a\0b" * 200 + b"\x01\x02\x1b")
    assert counted(path) == {b"a": 1, b"\0": 200, b"ba": 199, b"b": 1, b"\x01\x02\x1b": 1}


def test_documents_are_files_divided_by_special_tokens(tmp_path: Path) -> None:
    path = written(tmp_path, b"one\none<d>two\ntwo<d><d>three")
    recipe = Recipe(vocab_size=300, special_tokens=("<d>",))
    for window in range(1, 40):
        assert count_pieces([path], recipe, window=window).documents == 3


def test_the_account_names_every_file_with_its_size(tmp_path: Path) -> None:
    paths = [written(tmp_path, b"ab", "1"), written(tmp_path, b"", "2")]
    result = count_pieces(paths, Recipe(vocab_size=300))
    assert (result.bytes, [(file.path, file.bytes) for file in result.files]) == (2, [(paths[0], 2), (paths[1], 0)])
    assert result.files[1].notes == (f"{paths[1]} is empty.",)


def test_text_without_a_safe_place_is_read_in_ever_larger_steps(tmp_path: Path) -> None:
    path = written(tmp_path, b"A" * 100_000)
    monitor = Monitor()
    chunks = list(ChunkReader(Recipe(vocab_size=300), monitor, 16).chunks([Source(path)]))
    assert [len(chunk.text) for chunk in chunks] == [100_000]


def test_progress_counts_bytes_and_never_falls(tmp_path: Path) -> None:
    path = written(tmp_path, b"some words to be counted\n" * 40_000)
    monitor = Monitor()
    with progress_of(monitor) as log:
        count_pieces([path], Recipe(vocab_size=300), monitor, window=4096)
    reading = [progress.done for progress in log if progress.stage == "reading"]
    assert reading == sorted(reading)
    assert len(set(reading)) > 2
    assert max(reading) <= 1_000_000
    assert (monitor.progress().done, monitor.progress().total) == (1_000_000, 1_000_000)


def test_progress_of_one_long_text_moves_within_it(tmp_path: Path) -> None:
    path = written(tmp_path, b"a b" * 100_000)
    steps: list[int] = []
    counter = RegexTextCounter(Recipe(vocab_size=300, pretokenizer="[ab]| "))
    counter.count(path.read_bytes(), 1, steps.append)
    assert steps == [65_536, 131_072, 196_608, 262_144]


@pytest.mark.parametrize("pretokenizer", ["gpt2", EXPRESSION])
def test_a_stop_while_reading_raises_and_leaves_nothing_running(tmp_path: Path, pretokenizer: str) -> None:
    path = written(tmp_path, b"some words to be counted\n" * 100_000)
    monitor = Monitor()
    threading.Timer(0.05, monitor.stop).start()
    with pytest.raises(Stopped):
        count_pieces([path], Recipe(vocab_size=300, pretokenizer=pretokenizer), monitor, window=64)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("counting")]
    assert children_of_this_process() == []


def test_an_expression_that_never_ends_is_ended_by_a_stop(tmp_path: Path) -> None:
    path = written(tmp_path, b"a" * 5000)
    monitor = Monitor()
    threading.Timer(0.5, monitor.stop).start()
    began = time.monotonic()
    with pytest.raises(Stopped):
        count_pieces([path], Recipe(vocab_size=300, pretokenizer="(?:a|a|aa)+b|c"), monitor)
    assert time.monotonic() - began < 10
    assert children_of_this_process() == []


def test_an_error_in_a_worker_reaches_the_caller(tmp_path: Path) -> None:
    path = written(tmp_path, b"a zq")
    with pytest.raises(RecipeError, match="can match the empty string"):
        count_pieces([path], Recipe(vocab_size=300, pretokenizer="(?=zq)|x"))
    assert children_of_this_process() == []


def test_a_worker_that_was_killed_is_reported() -> None:
    counter = RegexCounter(Recipe(vocab_size=300, pretokenizer=EXPRESSION), _native.PieceCounts(), Monitor())
    counter.abandon()
    with pytest.raises(CorpusError, match="the process for the expression: ended before its work was done"):
        counter.count(Chunk(memoryview(b"text"), 1, 4))
    counter.close()


def test_a_batch_of_matches_that_takes_too_long_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regex_worker, "SECONDS_PER_BATCH", 0.2)
    counter = RegexTextCounter(Recipe(vocab_size=300, pretokenizer="(?:a|a|aa)+b|c"))
    with pytest.raises(TokenizerError, match=r"needed more than 0\.2 seconds"):
        counter.count(b"a" * 5000, 1, lambda _done: None)


def test_a_file_that_cannot_be_read_stops_the_count(tmp_path: Path) -> None:
    path = written(tmp_path, b"a")
    with pytest.raises(CorpusError, match="cannot be read"):
        count_pieces([path, tmp_path / "gone"], Recipe(vocab_size=300))


@pytest.mark.parametrize("settings", [{"threads": 0}, {"threads": -1}, {"threads": 1.5}, {"window": 0}])
def test_threads_and_windows_are_whole_numbers(tmp_path: Path, settings: dict[str, int]) -> None:
    with pytest.raises(RecipeError, match=f"{next(iter(settings))} .*: must be a whole number from 1"):
        count_pieces([written(tmp_path, b"a")], Recipe(vocab_size=300), **settings)


def test_expressions_count_in_a_script_without_a_main_guard(tmp_path: Path) -> None:
    path = written(tmp_path, b"one two")
    script = tmp_path / "script.py"
    script.write_text(
        "from vocabsmith_engine import Recipe, count_pieces\n"
        f"print(count_pieces([{str(path)!r}], Recipe(vocab_size=300, pretokenizer={EXPRESSION!r})).counts.total)\n"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    ran = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=60, env=env, check=False
    )
    assert (ran.stdout, ran.stderr) == ("2\n", "")


def children_of_this_process() -> list[str]:
    tasks = Path(f"/proc/{os.getpid()}/task")
    return [child for task in tasks.glob("*/children") for child in task.read_text().split()] if tasks.exists() else []
