"""How often a corpus uses each token, what is residue and what is rare."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from packing import COMPRESSIONS, tarred
from random_tokenizers import KINDS, random_text

from vocabsmith_engine import (
    CorpusError,
    Monitor,
    Pretokenizer,
    Recipe,
    Source,
    Stopped,
    Tokenizer,
    train,
)
from vocabsmith_engine.analysis import TokenUses, VocabularyTable, corpus_texts, count_uses, rare, residue

BYTES = [bytes([value]) for value in range(256)]
A, B, C = (ord(letter) for letter in "abc")
TOKENIZER = Tokenizer(
    [*BYTES, b"ab", b"abc", b"<end>"],
    np.array([[A, B, 256], [256, C, 257]], np.uint32),
    {"<end>": 258},
    Pretokenizer.of("gpt2"),
    merge_counts=np.array([100, 90], np.uint64),
)


@pytest.fixture(params=[1 << 20, 7])
def window(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Text is read so many bytes at a time."""
    for name in ("_WINDOW", "_SLOW_WINDOW"):
        monkeypatch.setattr(corpus_texts, name, request.param)
    return int(request.param)


def used(uses: TokenUses) -> dict[int, int]:
    """The tokens that occur, with their counts."""
    return {int(token_id): int(uses.counts[token_id]) for token_id in np.flatnonzero(uses.counts)}


@pytest.mark.usefixtures("window")
def test_every_token_of_a_text_is_counted(tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("ab abc<end>ab\nabx\n")
    uses = count_uses(TOKENIZER, text)
    assert used(uses) == {256: 3, 257: 1, 258: 1, ord(" "): 1, ord("\n"): 2, ord("x"): 1}
    assert (uses.bytes, uses.tokens, uses.documents) == (18, 9, 1)


def test_a_file_with_a_weight_counts_so_many_times(tmp_path: Path) -> None:
    for name in ("once", "thrice"):
        (tmp_path / name).write_text("ab")
    uses = count_uses(TOKENIZER, [Source(tmp_path / "once"), Source(tmp_path / "thrice", weight=3)])
    assert (used(uses), uses.bytes, uses.tokens, uses.documents) == ({256: 4}, 8, 4, 4)


def test_each_record_is_a_text_of_its_own(tmp_path: Path) -> None:
    """Between records nothing is merged, and an empty one is no document."""
    records = ["a", "b", "", "abc ab"]
    jsonl = tmp_path / "records.jsonl"
    jsonl.write_text("".join(json.dumps({"text": record}) + "\n" for record in records))
    table = tmp_path / "table.csv"
    table.write_text("text\na\nb\n\nabc ab\n")
    parquet = tmp_path / "table.parquet"
    pa.parquet.write_table(pa.table({"text": records}), parquet)
    for path in (jsonl, table, parquet):
        uses = count_uses(TOKENIZER, path)
        assert used(uses) == {A: 1, B: 1, 257: 1, 256: 1, ord(" "): 1}
        assert (uses.bytes, uses.documents) == (8, 3)


@pytest.mark.parametrize("ending", COMPRESSIONS)
def test_compressed_files_are_unpacked(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"text.txt.{ending}"
    path.write_bytes(COMPRESSIONS[ending](b"ab ab"))
    assert used(count_uses(TOKENIZER, path)) == {256: 1, ord(" "): 1} | {256: 2}


def test_files_of_a_folder_and_of_an_archive_are_texts_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("a")
    (tmp_path / "two.txt").write_text("b")
    assert used(count_uses(TOKENIZER, tmp_path)) == {A: 1, B: 1}
    assert used(count_uses(TOKENIZER, tmp_path, names="one*")) == {A: 1}
    archive = tmp_path / "packed.tar"
    archive.write_bytes(tarred({"one.txt": b"a", "two.txt": b"b"}))
    uses = count_uses(TOKENIZER, archive)
    assert (used(uses), uses.documents) == ({A: 1, B: 1}, 2)


def test_no_text_at_all_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    with pytest.raises(CorpusError, match=r"empty.txt.*holds no text"):
        count_uses(TOKENIZER, empty)
    with pytest.raises(CorpusError, match="missing"):
        count_uses(TOKENIZER, tmp_path / "missing.txt")


def test_progress_is_that_of_the_files_and_a_stop_is_heard(tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("ab abc\n" * 1000)
    monitor = Monitor()
    count_uses(TOKENIZER, text, monitor)
    assert (monitor.progress().stage, monitor.progress().done, monitor.progress().total) == ("reading", 7000, 7000)
    monitor.stop()
    with pytest.raises(Stopped):
        count_uses(TOKENIZER, text, monitor)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.usefixtures("window")
def test_uses_of_random_texts_are_those_of_encoding_each_whole(tmp_path: Path, kind: str, seed: int) -> None:
    dice = random.Random(seed)
    tokenizer = KINDS[kind](dice)
    texts = [random_text(dice, tokenizer) or "a" for _ in range(6)]
    for place, text in enumerate(texts):
        (tmp_path / f"{place}.txt").write_bytes(text.encode())
    records = tmp_path / "records.jsonl"
    records.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
    expected = Counter(token_id for text in texts for token_id in tokenizer.encode(text, template=False))
    for sources in ([tmp_path / f"{place}.txt" for place in range(len(texts))], [records]):
        uses = count_uses(tokenizer, sources, threads=dice.choice([1, 2]))
        assert used(uses) == expected
        assert uses.tokens == expected.total()
        assert uses.bytes == sum(len(text.encode()) for text in texts)


def test_bad_bytes_are_treated_as_when_it_learned(tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_bytes(b"ab\xff")
    kept = Tokenizer(
        TOKENIZER.tokens,
        TOKENIZER.merges,
        {"<end>": 258},
        Pretokenizer.of("gpt2"),
        recipe=Recipe(vocab_size=259, special_tokens=("<end>",), invalid_bytes="keep"),
    )
    assert used(count_uses(kept, text)) == {256: 1, 0xFF: 1}
    assert used(count_uses(TOKENIZER, text)) == {256: 1, 0xEF: 1, 0xBF: 1, 0xBD: 1}


# --- residue and rare tokens


def uses_of(**counts: int) -> TokenUses:
    numbers = np.zeros(259, np.int64)
    for name, number in counts.items():
        numbers[TOKENIZER.tokens.index(name.encode())] = number
    return TokenUses(numbers, 0, int(numbers.sum()), 1)


def test_residue_is_what_is_used_in_at_most_a_share_of_its_count_when_learned() -> None:
    table = VocabularyTable.of(TOKENIZER)
    assert np.flatnonzero(residue(table, uses_of(ab=2, abc=90))).tolist() == [256]
    assert np.flatnonzero(residue(table, uses_of(ab=3, abc=90))).tolist() == []
    assert np.flatnonzero(residue(table, uses_of(ab=50, abc=90), share=0.5)).tolist() == [256]
    assert np.flatnonzero(residue(table, uses_of())).tolist() == [256, 257]


def test_nothing_is_residue_where_the_counts_of_learning_are_unknown() -> None:
    unknown = Tokenizer(TOKENIZER.tokens, TOKENIZER.merges, {"<end>": 258}, Pretokenizer.of("gpt2"))
    assert not residue(VocabularyTable.of(unknown), uses_of()).any()


def test_rare_tokens_occur_less_often_than_a_number() -> None:
    assert np.flatnonzero(~rare(uses_of(ab=5, abc=4), 5)).tolist() == [256]
    assert not rare(uses_of(), 0).any()


def test_a_step_to_longer_tokens_is_residue_of_the_corpus_it_was_learned_from(tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("Mississippi " * 100)
    tokenizer = train(text, Recipe(vocab_size=266, min_frequency=2)).tokenizer
    marked = residue(VocabularyTable.of(tokenizer), count_uses(tokenizer, text))
    uses = count_uses(tokenizer, text)
    assert marked[256:].any()
    assert not marked[:256].any()
    assert all(uses.counts[i] <= 0.02 * tokenizer.merge_counts[tokenizer.rank_of(i)] for i in np.flatnonzero(marked))  # type: ignore[index]
