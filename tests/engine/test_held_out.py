"""Documents kept from learning: chosen by how they begin, whatever the windows, threads and other files."""

from __future__ import annotations

import hashlib
import json
import random
import re
import threading
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import unicodedata2
from progress_log import progress_of

from vocabsmith_engine import (
    CorpusCounts,
    CorpusError,
    HeldOut,
    Monitor,
    Pretokenizer,
    Recipe,
    RecipeError,
    Source,
    Stopped,
    count_pieces,
    train,
    train_from_counts,
)
from vocabsmith_engine.chunks import ChunkReader
from vocabsmith_engine.corpus import Chunk
from vocabsmith_engine.counter_team import count_chunks
from vocabsmith_engine.held_out import DECIDING_BYTES
from vocabsmith_engine.memory_budget import MemoryBudget

EXPRESSION = r" ?\p{L}+|[^\s\p{L}]+|\s+"
SPECIAL = "<d>"


def is_held_out(document: bytes, share: float) -> bool:
    digest = hashlib.blake2b(document[:4096], digest_size=8).digest()
    return int.from_bytes(digest, "little") < share * 2**64


def documents_of(text: bytes, unit: str) -> list[bytes]:
    parts = [part for part in re.split(SPECIAL.encode(), text) if part]
    return [line for part in parts for line in part.splitlines(keepends=True)] if unit == "line" else parts


def counted_naively(
    texts: list[bytes], share: float, unit: str = "file", pretokenizer: str = "gpt2", form: str = "none"
) -> tuple[dict[bytes, int], dict[bytes, int], int]:
    """What is learned from, what is held out, and how many documents that is."""
    sides: tuple[Counter[bytes], Counter[bytes]] = (Counter(), Counter())
    held_out = 0
    for text in texts:
        for document in documents_of(text, unit):
            side = is_held_out(document, share)
            held_out += side
            characters = document.decode()
            data = (characters if form == "none" else unicodedata2.normalize(form, characters)).encode()
            begin = 0
            for end in Pretokenizer.of(pretokenizer).piece_ends(data).tolist():
                sides[side][data[begin:end]] += 1
                begin = end
    return dict(sides[0]), dict(sides[1]), held_out


def counted(
    paths: list[Path | Source], share: float, window: int = 2**20, threads: int = 1, **settings: object
) -> CorpusCounts:
    recipe = Recipe.from_dict({"vocab_size": 300, "special_tokens": [SPECIAL], "held_out": share} | settings)
    return count_pieces(paths, recipe, threads=threads, window=window)


def sides_of(counts: CorpusCounts) -> tuple[dict[bytes, int], dict[bytes, int], int]:
    assert counts.held_out is not None
    return dict(counts.counts.items()), dict(counts.held_out.counts.items()), counts.held_out.documents


def random_text(seed: int, documents: int, longest: int = 9000) -> bytes:
    choose = random.Random(seed)
    parts = []
    for _ in range(documents):
        words = choose.choices(
            ["the", "cat\n", "naïve", "日本。\n", "½", "\r\n", " ", "e\u0301"], k=choose.randint(0, longest // 4)
        )
        parts.append(" ".join(words))
    return SPECIAL.join(parts).encode()


def written(folder: Path, data: bytes, name: str = "text.txt") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


# ---------------------------------------------------------------- which documents


@pytest.mark.parametrize("unit", ["file", "line"])
@pytest.mark.parametrize("pretokenizer", ["gpt2", "cl100k", "none"])
def test_sides_do_not_depend_on_where_windows_end(tmp_path: Path, pretokenizer: str, unit: str) -> None:
    for seed in range(3):
        text = random_text(seed, 8)
        path = written(tmp_path, text)
        expected = counted_naively([text], 0.5, unit, pretokenizer)
        for window in (1, 17, 64, 1000, 4096, 5000, 2**20):
            settings = {"pretokenizer": pretokenizer, "document_unit": unit}
            assert sides_of(counted([path], 0.5, window, **settings)) == expected, (window, seed)


@pytest.mark.parametrize("window", list(range(1, 65, 3)))
def test_short_documents_are_divided_whatever_the_window(tmp_path: Path, window: int) -> None:
    text = random_text(5, 60, longest=60)
    assert sides_of(counted([written(tmp_path, text)], 0.3, window)) == counted_naively([text], 0.3)


@pytest.mark.parametrize("threads", [1, 8])
@pytest.mark.parametrize("form", ["none", "NFKC"])
def test_sides_do_not_depend_on_threads_files_or_their_order(tmp_path: Path, threads: int, form: str) -> None:
    texts = [random_text(seed, 12) for seed in range(4)]
    paths = [written(tmp_path, text, str(number)) for number, text in enumerate(texts)]
    expected = counted_naively(texts, 0.4, form=form)
    assert sides_of(counted(paths, 0.4, 2000, threads, normalization=form)) == expected
    assert sides_of(counted(paths[::-1], 0.4, 777, threads, normalization=form)) == expected


@pytest.mark.parametrize("unit", ["file", "line"])
@pytest.mark.parametrize("form", ["none", "NFD"])
def test_an_expression_counts_both_sides_too(tmp_path: Path, unit: str, form: str) -> None:
    text = random_text(9, 30, longest=400)
    settings = {"pretokenizer": EXPRESSION, "document_unit": unit, "normalization": form}
    found = sides_of(counted([written(tmp_path, text)], 0.5, 100, 2, **settings))
    assert found == counted_naively([text], 0.5, unit, EXPRESSION, form)


def test_the_beginning_decides_for_a_document_of_many_windows(tmp_path: Path) -> None:
    beginnings = [b"%d " % number * 3000 for number in range(20)]
    paths = [written(tmp_path, start + b"and so on\n" * 3000, str(i)) for i, start in enumerate(beginnings)]
    chosen = sum(is_held_out(start, 0.5) for start in beginnings)
    assert 0 < chosen < 20
    assert all(len(start) > DECIDING_BYTES for start in beginnings)
    assert sides_of(counted(paths, 0.5, 1000))[2] == chosen


def test_equal_documents_go_together(tmp_path: Path) -> None:
    paths = [written(tmp_path, b"the same text", str(number)) for number in range(10)]
    for share in (0.2, 0.5, 0.8):
        learned, held_out, documents = sides_of(counted(paths, share))
        assert documents in (0, 10)
        assert bool(learned) != bool(held_out)


def test_about_the_share_is_held_out_and_a_smaller_share_is_part_of_a_larger_one(tmp_path: Path) -> None:
    path = written(tmp_path, b"".join(b"line number %d\n" % number for number in range(20_000)))
    held_out = [sides_of(counted([path], share, document_unit="line", pretokenizer="none")) for share in (0.01, 0.1)]
    assert [round(documents / 20_000, 2) for _, _, documents in held_out] == [0.01, 0.1]
    assert held_out[0][1].keys() < held_out[1][1].keys()


def test_records_are_divided_as_documents(tmp_path: Path) -> None:
    texts = [f"record {number} with naïve words" for number in range(300)]
    path = written(tmp_path, "".join(json.dumps({"text": text}) + "\n" for text in texts).encode(), "records.jsonl")
    expected = counted_naively([text.encode() for text in texts], 0.3)
    for window in (100, 2**20):
        assert sides_of(counted([path], 0.3, window, 2)) == expected


@pytest.mark.parametrize("unit", ["file", "line"])
@pytest.mark.parametrize("form", ["none", "NFKC"])
@pytest.mark.parametrize("pretokenizer", ["gpt2", EXPRESSION])
def test_records_of_every_kind_are_divided_alike(tmp_path: Path, unit: str, form: str, pretokenizer: str) -> None:
    choose = random.Random(4)
    parts = ["a b", "é", "½\n", "\r\n", SPECIAL, "日本。\n語", " ", "e\u0301"]
    texts = ["".join(choose.choices(parts, k=choose.randint(1, 40))) for _ in range(200)]
    lines = written(tmp_path, "".join(json.dumps({"text": text}) + "\n" for text in texts).encode(), "records.jsonl")
    pq.write_table(pa.table({"text": texts}), tmp_path / "records.parquet")
    expected = counted_naively([text.encode() for text in texts], 0.5, unit, pretokenizer, form)
    settings = {"document_unit": unit, "normalization": form, "pretokenizer": pretokenizer}
    for path in (lines, tmp_path / "records.parquet"):
        assert sides_of(counted([path], 0.5, 500, 1, **settings)) == expected


def test_the_text_is_hashed_as_it_is_read_before_it_is_normalised(tmp_path: Path) -> None:
    lines = [f"½ {number}\r\n".encode() for number in range(300)]
    found = sides_of(
        counted(
            [written(tmp_path, b"".join(lines))], 0.5, document_unit="line", line_ends="normalise", normalization="NFKC"
        )
    )
    as_read = [line.replace(b"\r\n", b"\n") for line in lines]
    assert found[2] == sum(is_held_out(line, 0.5) for line in as_read)


# ---------------------------------------------------------------- weights and memory


def test_weights_multiply_both_sides(tmp_path: Path) -> None:
    text = random_text(3, 20, longest=200)
    path = written(tmp_path, text)
    learned, held_out, documents = sides_of(counted([Source(path, weight=7)], 0.5, 50))
    expected = counted_naively([text], 0.5)
    assert learned == {piece: 7 * count for piece, count in expected[0].items()}
    assert held_out == {piece: 7 * count for piece, count in expected[1].items()}
    assert documents == expected[2]


def test_a_file_named_twice_counts_once_with_the_weight_it_had_first(tmp_path: Path) -> None:
    path = written(tmp_path, b"hot pan")
    (tmp_path / "link").symlink_to(path)
    counts = count_pieces([Source(path, 3), Source(tmp_path / "link", 5), Source(path)], Recipe(vocab_size=300))
    assert dict(counts.counts.items()) == {b"hot": 3, b" pan": 3}


@pytest.mark.parametrize("pretokenizer", ["gpt2", EXPRESSION])
@pytest.mark.parametrize("share", [0.0, 0.5])
def test_weights_that_pass_64_bits_are_refused(pretokenizer: str, share: float) -> None:
    recipe = Recipe(vocab_size=300, pretokenizer=pretokenizer, held_out=share)
    chunks = iter([Chunk(memoryview(b"a"), 2**63, 1) for _ in range(2)])
    with pytest.raises(CorpusError, match=r"the counts: pass 2\^64 - 1 with these weights\. Choose smaller weights"):
        count_chunks(chunks, recipe, 1, MemoryBudget(2**27, None), Monitor())


def test_spilled_sides_are_those_of_large_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [random_text(seed, 30) + b"".join(b" w%d" % (seed * number) for number in range(9000)) for seed in (5, 7)]
    paths = [written(tmp_path, text, str(number)) for number, text in enumerate(texts)]
    monkeypatch.setattr(MemoryBudget, "of", lambda *_, **__: MemoryBudget(100_000, None))
    counts = counted(paths, 0.5, 5000, 2)
    assert counts.spilled_bytes > 0
    assert sides_of(counts) == counted_naively(texts, 0.5)


# ---------------------------------------------------------------- what is measured


def trained_on_lines(folder: Path, share: float, **settings: object) -> tuple[list[bytes], Recipe, Path]:
    lines = [
        line.encode() for line in sorted({f"the cat {n % 97} sat naïvely on mat ½ {n % 89}\n" for n in range(3000)})
    ]
    recipe = Recipe.from_dict({"vocab_size": 400, "document_unit": "line", "held_out": share} | settings)
    return lines, recipe, written(folder, b"".join(lines))


def figures_of(held_out: HeldOut | None) -> tuple[int, int, int]:
    assert held_out is not None
    return held_out.documents, held_out.bytes, held_out.tokens


@pytest.mark.parametrize("settings", [{}, {"byte_order": "value", "specials": "start", "special_tokens": [SPECIAL]}])
def test_bytes_per_token_are_those_of_encoding_every_document(tmp_path: Path, settings: dict[str, object]) -> None:
    lines, recipe, path = trained_on_lines(tmp_path, 0.1, **settings)
    result = train(path, recipe)
    held_out = [line for line in lines if is_held_out(line, 0.1)]
    tokens = sum(result.tokenizer.count_tokens(line.decode()) for line in held_out)
    assert figures_of(result.held_out) == (len(held_out), sum(map(len, held_out)), tokens)
    assert result.held_out and result.held_out.bytes_per_token == sum(map(len, held_out)) / tokens


def test_what_is_held_out_is_not_learned_from(tmp_path: Path) -> None:
    lines, recipe, path = trained_on_lines(tmp_path, 0.25)
    learned = written(tmp_path, b"".join(line for line in lines if not is_held_out(line, 0.25)), "learned.txt")
    alone = train(learned, Recipe(vocab_size=400, document_unit="line"))
    assert train(path, recipe).merges == alone.merges


def test_the_account_tells_all_documents_and_both_times(tmp_path: Path) -> None:
    lines, recipe, path = trained_on_lines(tmp_path, 0.25)
    result = train(path, recipe)
    assert result.corpus.documents == len(lines)
    assert list(result.seconds) == ["reading", "merging", "measuring"]


def test_progress_shows_the_measuring(tmp_path: Path) -> None:
    _, recipe, path = trained_on_lines(tmp_path, 0.25)
    monitor = Monitor()
    with progress_of(monitor) as log:
        train(path, recipe, monitor)
    measuring = [progress for progress in log if progress.stage == "measuring"]
    assert all(progress.done <= (progress.total or 0) for progress in measuring)
    assert monitor.progress().stage == "finished"


def test_reserved_tokens_change_no_figure(tmp_path: Path) -> None:
    _, recipe, path = trained_on_lines(tmp_path, 0.25)
    result = train(path, recipe)
    assert result.padded(512).held_out is result.held_out


def test_a_stopped_run_is_not_measured_and_says_so(tmp_path: Path) -> None:
    _, recipe, path = trained_on_lines(tmp_path, 0.25)
    counts = count_pieces(path, recipe)
    monitor = Monitor()
    monitor.stop()
    result = train_from_counts(counts, recipe, monitor)
    assert result.held_out is None
    assert result.notes[-1] == "What was held out was not measured, since the run was stopped."


def test_a_share_that_chose_no_document_is_noted(tmp_path: Path) -> None:
    result = train(written(tmp_path, b"one two one two"), Recipe(vocab_size=300, held_out=1e-9))
    assert figures_of(result.held_out) == (0, 0, 0)
    assert result.held_out and result.held_out.bytes_per_token == 0
    assert result.notes == ("A share of 1e-09 held out none of the documents (1): their beginnings decide.",)


def test_a_share_that_leaves_nothing_to_learn_from_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        CorpusError, match=r"holds no text to learn from: all documents \(1\) are held out\. Choose a smaller"
    ):
        train(written(tmp_path, b"one two"), Recipe(vocab_size=300, held_out=1 - 1e-12))


def test_counts_made_elsewhere_have_no_documents_to_hold_out() -> None:
    with pytest.raises(RecipeError, match=r"held_out 0\.1: needs documents, and counts of pieces have none"):
        train_from_counts([("ab", 2)], Recipe(vocab_size=300, held_out=0.1))


def test_the_reader_cuts_no_document_where_its_side_is_not_known(tmp_path: Path) -> None:
    text = b"a line\n" * 2000 + SPECIAL.encode() + b"another line\n" * 2000
    recipe = Recipe(vocab_size=300, special_tokens=(SPECIAL,), held_out=0.5)
    chunks = list(ChunkReader(recipe, Monitor(), 100).chunks([Source(written(tmp_path, text))]))
    assert b"".join(bytes(chunk.text) for chunk in chunks) == text
    begins = [chunk for chunk in chunks if chunk.held_out is None]
    assert [len(chunk.text) >= DECIDING_BYTES for chunk in begins] == [True] * len(begins)
    assert len(chunks) > 100


def test_a_stop_while_reading_leaves_no_thread(tmp_path: Path) -> None:
    path = written(tmp_path, random_text(1, 400))
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        count_pieces(path, Recipe(vocab_size=300, held_out=0.5, pretokenizer=EXPRESSION), monitor)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("counting")]


def test_bytes_per_token_of_characters_are_those_of_encoding_every_document(tmp_path: Path) -> None:
    lines, recipe, path = trained_on_lines(tmp_path, 0.1, base="characters", character_coverage=0.99)
    result = train(path, recipe)
    held_out = [line for line in lines if is_held_out(line, 0.1)]
    tokens = sum(result.tokenizer.count_tokens(line.decode()) for line in held_out)
    assert figures_of(result.held_out) == (len(held_out), sum(map(len, held_out)), tokens)
