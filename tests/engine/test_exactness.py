"""The same text gives the same merges, byte for byte, however it is read; and they are those of the definition."""

import hashlib
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import learn_merges

from vocabsmith_engine import Monitor, Recipe, Source, StopReason, TrainingResult, count_pieces, train_from_counts
from vocabsmith_resources.samples import SEPARATOR, sample_path

TEXT = sample_path().read_bytes()[:400_000]
LETTERS = b"ab\xff\x20z"


# ---------------------------------------------------------------- against the naive recount


@st.composite
def corpora(draw: st.DrawFn) -> dict[bytes, int]:
    """Few letters, so that ties, overlaps and runs abound; short words, and now and then one long piece."""
    letters = LETTERS[: draw(st.integers(1, len(LETTERS)))]
    longest = draw(st.sampled_from([4, 12, 40]))
    piece = st.lists(st.sampled_from(letters), min_size=1, max_size=longest).map(bytes)
    weight = st.integers(1, 3) | st.sampled_from([2**31, 2**40 + 1, 2**44])
    return draw(st.dictionaries(piece, weight, min_size=1, max_size=8))


@st.composite
def recipes(draw: st.DrawFn) -> Recipe:
    return Recipe(
        vocab_size=256 + draw(st.integers(0, 12) | st.just(200)),
        byte_order=draw(st.sampled_from(["gpt2", "value"])),
        min_frequency=draw(st.integers(1, 4) | st.just(2**40)),
        max_token_length=draw(st.none() | st.integers(1, 7)),
    )


@pytest.mark.parametrize("tie_break", ["hf", "bytes"])
@given(counts=corpora(), recipe=recipes())
@settings(max_examples=1000, deadline=None)
def test_merges_are_those_of_the_naive_recount(tie_break: str, counts: dict[bytes, int], recipe: Recipe) -> None:
    recipe = Recipe.from_dict(recipe.to_dict() | {"tie_break": tie_break})
    result = train_from_counts(counts, recipe)
    expected = learn_merges(
        counts,
        recipe.vocab_size - 256,
        byte_of_id=recipe.byte_of_id,
        tie_break=tie_break,
        min_frequency=recipe.min_frequency,
        max_token_length=recipe.max_token_length or 2**63,
    )
    assert [
        (*pair, count, left)
        for pair, count, left in zip(
            result.merges, result.merge_counts.tolist(), result.tokens_left.tolist(), strict=True
        )
    ] == expected


# ---------------------------------------------------------------- byte for byte the same


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Seven files of different sizes."""
    folder, places = tmp_path_factory.mktemp("corpus"), [0, 1000, 40_000, 41_000, 150_000, 151_111, 300_000, len(TEXT)]
    paths = [folder / f"{number}.txt" for number in range(7)]
    for path, begin, end in zip(paths, places, places[1:], strict=False):
        path.write_bytes(TEXT[begin:end])
    return paths


def learned(
    sources: list[Path], recipe: Recipe, *, threads: int = 1, window: int = 2**23, monitor: Monitor | None = None
) -> TrainingResult:
    counts = count_pieces(sources, recipe, monitor, threads=threads, window=window)
    return train_from_counts(counts, recipe, monitor)


def fingerprint(result: TrainingResult, folder: Path) -> dict[str, str]:
    """Every byte that a run leaves behind: its files and its arrays."""
    folder.mkdir()
    result.tokenizer.save(folder / "tok", ["huggingface", "gpt2", "tiktoken"])
    left = {path.name: path.read_bytes() for path in (folder / "tok").iterdir()}
    left["ids"] = result.merge_ids.tobytes()
    left["counts"] = result.merge_counts.tobytes()
    left["tokens left"] = result.tokens_left.tobytes()
    return {name: hashlib.sha256(data).hexdigest() for name, data in left.items()}


@contextmanager
def paused_now_and_then(monitor: Monitor) -> Iterator[list[int]]:
    """Pauses and resumes a run all the time; how often it was paused."""
    done, pauses = threading.Event(), [0]

    def disturb() -> None:
        while not done.is_set():
            monitor.pause()
            pauses[0] += 1
            done.wait(0.002)
            monitor.resume()
            done.wait(0.002)

    watcher = threading.Thread(target=disturb)
    watcher.start()
    try:
        yield pauses
    finally:
        done.set()
        watcher.join()
        monitor.resume()


@pytest.mark.parametrize(
    "settings", [{}, {"tie_break": "bytes"}, {"pretokenizer": "o200k"}, {"document_unit": "line"}], ids=str
)
def test_threads_windows_order_of_files_and_pauses_change_no_byte(
    settings: dict[str, str], files: list[Path], tmp_path: Path
) -> None:
    recipe = Recipe.from_dict({"vocab_size": 2000, "special_tokens": [SEPARATOR, "\nthe"]} | settings)
    expected = fingerprint(learned(files, recipe), tmp_path / "one")
    shuffled = random.Random(1).sample(files, len(files))
    assert fingerprint(learned(files, recipe, threads=8, window=5000), tmp_path / "eight") == expected
    assert fingerprint(learned(shuffled, recipe, threads=8, window=777), tmp_path / "shuffled") == expected
    monitor = Monitor()
    with paused_now_and_then(monitor) as pauses:
        result = learned(files[::-1], recipe, threads=8, window=5000, monitor=monitor)
    assert fingerprint(result, tmp_path / "paused") == expected
    assert pauses[0] > 1


def test_a_run_that_is_paused_shows_the_merges_that_it_returns(files: list[Path]) -> None:
    monitor = Monitor()
    with paused_now_and_then(monitor):
        result = learned(files, Recipe(vocab_size=1500), monitor=monitor)
    shown = monitor.new_merges(0)
    assert shown.ids.tolist() == result.merge_ids.tolist()
    assert shown.counts.tolist() == result.merge_counts.tolist()


def test_the_same_file_ten_times_gives_the_same_merges_with_ten_times_the_counts(files: list[Path]) -> None:
    once = learned([files[4]], Recipe(vocab_size=900))
    weighted = learned([Source(files[4], 10)], Recipe(vocab_size=900, min_frequency=20))
    assert weighted.merges == once.merges
    assert weighted.merge_counts.tolist() == [10 * count for count in once.merge_counts.tolist()]


# ---------------------------------------------------------------- numbers past 32 and 40 bits


@pytest.mark.parametrize("weight", [2**31 - 1, 2**31, 2**32 - 1])
def test_counts_past_2_to_the_40_are_exact_from_the_file_to_the_result(tmp_path: Path, weight: int) -> None:
    (tmp_path / "heavy.txt").write_bytes(b"hot" + b" hot" * 599)
    (tmp_path / "light.txt").write_bytes(b"hot pan\npan")
    sources = [Source(tmp_path / "heavy.txt", weight), Source(tmp_path / "light.txt")]
    recipe = Recipe(vocab_size=259, min_frequency=1)
    monitor = Monitor()
    result = train_from_counts(count_pieces(sources, recipe, monitor, threads=2, window=3), recipe, monitor)
    assert result.merges == [(b"h", b"o"), (b"ho", b"t"), (b" ", b"hot")]
    assert result.merge_counts.tolist() == [600 * weight + 1, 600 * weight + 1, 599 * weight]
    assert result.merge_counts[2] > 2**40
    assert result.initial_tokens == 2399 * weight + 11
    assert result.tokens_left.tolist() == [1799 * weight + 10, 1199 * weight + 9, 600 * weight + 9]
    assert monitor.new_merges(0).counts.tolist() == result.merge_counts.tolist()
    assert result.corpus.pieces == 600 * weight + 4


# ---------------------------------------------------------------- small texts with their right answers


def merges_of(counts: dict[str, int], vocab_size: int = 1000, **choices: object) -> list[tuple[str, str, int]]:
    chosen = {"vocab_size": vocab_size, "byte_order": "value", "min_frequency": 1} | choices
    result = train_from_counts(counts, Recipe.from_dict(chosen))
    return [
        (left.decode(), right.decode(), count)
        for (left, right), count in zip(result.merges, result.merge_counts.tolist(), strict=True)
    ]


def test_after_the_last_merge_no_pair_is_left() -> None:
    recipe = Recipe(vocab_size=1000, byte_order="value", min_frequency=1)
    result = train_from_counts({"xy": 1, "xyz": 1, "yzw": 1, "yz": 1}, recipe)
    assert result.merges == [(b"y", b"z"), (b"x", b"y"), (b"x", b"yz"), (b"yz", b"w")]
    assert result.stop_reason is StopReason.NO_PAIRS


def test_a_run_counts_every_neighbour_and_merges_without_overlap() -> None:
    assert merges_of({"aaaaa bcbcbc": 1}, 258, pretokenizer="none") == [("a", "a", 4), ("b", "c", 3)]


@pytest.mark.parametrize(
    ("tie_break", "expected"),
    [
        ("hf", [(b"k", b"z"), (b"m", b"v"), (b"q", b"x")]),
        ("bytes", [(b"q", b"x"), (b"m", b"v"), (b"k", b"z")]),
    ],
)
def test_words_in_three_files_give_one_order(
    tmp_path: Path, tie_break: str, expected: list[tuple[bytes, bytes]]
) -> None:
    paths = [tmp_path / name for name in "123"]
    for path, text in zip(paths, ("kz\nqx\n", "kz\nqx\n", "mv\nmv\n"), strict=True):
        path.write_text(text)
    recipe = Recipe(vocab_size=259, byte_order="value", min_frequency=1, tie_break=tie_break)
    for order in ([0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]):
        result = learned([paths[place] for place in order], recipe, threads=8, window=1)
        assert result.merges == expected


def test_a_proper_prefix_is_the_smaller_of_two_tokens() -> None:
    assert merges_of({"aaab": 1}, pretokenizer="none", tie_break="bytes") == [
        ("a", "a", 2),
        ("aa", "a", 1),
        ("aaa", "b", 1),
    ]
