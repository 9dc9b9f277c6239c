"""The lines of a corpus in which a token itself occurs."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from packing import tarred
from random_tokenizers import KINDS, random_text

from vocabsmith_engine import CorpusError, Monitor, Pretokenizer, Recipe, Source, Stopped, Tokenizer, TokenizerError
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.analysis import Occurrence, corpus_texts, occurrences
from vocabsmith_engine.models import Characters
from vocabsmith_engine.normalization import Normalizer
from vocabsmith_engine.normalization.steps import Lowercase, Prepend, Replace

BYTES = [bytes([value]) for value in range(256)]
A, B, C = (ord(letter) for letter in "abc")
AB, ABC, END = 256, 257, 258
TOKENIZER = Tokenizer(
    [*BYTES, b"ab", b"abc", b"<end>"],
    np.array([[A, B, AB], [AB, C, ABC]], np.uint32),
    {"<end>": END},
    Pretokenizer.of("gpt2"),
)


@pytest.fixture(params=[1 << 20, 7])
def window(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Text is read so many bytes at a time."""
    for name in ("_WINDOW", "_SLOW_WINDOW"):
        monkeypatch.setattr(corpus_texts, name, request.param)
    return int(request.param)


def written(path: Path, text: str) -> Path:
    path.write_bytes(text.encode())
    return path


def lines_of(found: list[Occurrence]) -> list[tuple[int, str, str, str, int]]:
    return [(each.line, each.left, each.token, each.right, each.times) for each in found]


@pytest.mark.usefixtures("window")
def test_only_lines_with_the_token_itself_are_found(tmp_path: Path) -> None:
    text = written(tmp_path / "text.txt", "abc\nx ab y\n\nab<end>ab\ncab\n")
    found = occurrences(TOKENIZER, text, AB)
    assert lines_of(found) == [(2, "x ", "ab", " y", 1), (4, "", "ab", "<end>ab", 2), (5, "c", "ab", "", 1)]
    assert {each.path for each in found} == {text}
    assert not any(each.is_record or each.partial for each in found)
    assert lines_of(occurrences(TOKENIZER, text, ABC)) == [(1, "", "abc", "", 1)]
    assert lines_of(occurrences(TOKENIZER, text, END)) == [(4, "ab", "<end>", "ab", 1)]
    assert occurrences(TOKENIZER, text, ord("z")) == []


@pytest.mark.usefixtures("window")
def test_a_line_feed_belongs_to_the_line_that_it_ends(tmp_path: Path) -> None:
    text = written(tmp_path / "text.txt", "one\r\ntwo\n")
    assert lines_of(occurrences(TOKENIZER, text, ord("\n"))) == [(1, "one\r", "\n", "two", 1), (2, "two", "\n", "", 1)]
    assert lines_of(occurrences(TOKENIZER, text, ord("e"))) == [(1, "on", "e", "", 1)]


def test_no_more_than_the_limit_are_found_and_the_first(tmp_path: Path) -> None:
    text = written(tmp_path / "text.txt", "ab\n" * 1000)
    assert [each.line for each in occurrences(TOKENIZER, text, AB, limit=3)] == [1, 2, 3]
    assert len(occurrences(TOKENIZER, text, AB)) == 200


@pytest.mark.usefixtures("window")
def test_a_part_of_a_character_is_shown_with_the_whole_of_it(tmp_path: Path) -> None:
    text = written(tmp_path / "text.txt", "x你y\n佢\n")
    (first, second) = occurrences(TOKENIZER, text, 0xBD)
    assert (first.left, first.token, first.right, first.partial) == ("x", "你", "y", True)
    assert (second.left, second.token, second.right, second.partial) == ("", "佢", "", True)


def test_much_text_before_and_behind_is_cut_at_whole_characters(tmp_path: Path) -> None:
    text = written(tmp_path / "text.txt", "é" * 1000 + "ab" + "語" * 1000)
    (found,) = occurrences(TOKENIZER, text, AB)
    assert (found.left, found.right) == ("é" * 256, "語" * 170)


def test_records_are_found_by_their_number(tmp_path: Path) -> None:
    records = ["abc", "one\ntwo ab three\nfour", "ab ab"]
    jsonl = written(tmp_path / "records.jsonl", "\n".join(json.dumps({"text": record}) for record in records))
    rows = written(tmp_path / "rows.csv", 'text\nabc\n"one\ntwo ab three\nfour"\nab ab\n')
    parquet = tmp_path / "rows.parquet"
    pa.parquet.write_table(pa.table({"text": records}), parquet)
    for path in (jsonl, rows, parquet):
        found = occurrences(TOKENIZER, path, AB)
        assert lines_of(found) == [(2, "two ", "ab", " three", 1), (3, "", "ab", " ab", 2)]
        assert all(each.is_record for each in found)


def test_a_broken_line_of_jsonl_counts_among_the_lines(tmp_path: Path) -> None:
    path = written(tmp_path / "records.jsonl", '{"text": "x"}\nno json\n\n{"text": "ab"}\n')
    assert [each.line for each in occurrences(TOKENIZER, path, AB)] == [4]


def test_members_of_an_archive_are_named(tmp_path: Path) -> None:
    archive = tmp_path / "packed.tar"
    archive.write_bytes(tarred({"one.txt": b"x", "two.txt": b"x\nab"}))
    (found,) = occurrences(TOKENIZER, archive, AB)
    assert (found.path.name, found.line) == ("two.txt", 2)


def test_files_are_read_in_their_order(tmp_path: Path) -> None:
    first, second = (written(tmp_path / name, "ab") for name in ("z.txt", "a.txt"))
    assert [each.path for each in occurrences(TOKENIZER, [first, Source(second)], AB)] == [first, second]


def test_an_unknown_id_and_a_missing_file_are_errors(tmp_path: Path) -> None:
    with pytest.raises(TokenizerError, match="id 259"):
        occurrences(TOKENIZER, tmp_path, 259)
    with pytest.raises(CorpusError, match="missing"):
        occurrences(TOKENIZER, tmp_path / "missing.txt", AB)


def test_it_is_stopped(tmp_path: Path) -> None:
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        occurrences(TOKENIZER, written(tmp_path / "text.txt", "ab"), AB, monitor)


def test_a_token_that_no_text_becomes_is_found_without_reading(tmp_path: Path) -> None:
    added = (AddedToken("</s>", 256, in_text=False),)
    tokenizer = Tokenizer(
        [*BYTES, b"</s>"], np.zeros((0, 3), np.uint32), {"</s>": 256}, Pretokenizer.of("gpt2"), added_tokens=added
    )
    assert occurrences(tokenizer, written(tmp_path / "text.txt", "</s>"), 256) == []


def test_a_token_behind_a_normaliser_is_found_in_the_text_as_it_is(tmp_path: Path) -> None:
    lower = Tokenizer(
        TOKENIZER.tokens,
        TOKENIZER.merges,
        {"<end>": END},
        Pretokenizer.of("gpt2"),
        normalizer=Normalizer((Lowercase(),)),
    )
    text = written(tmp_path / "text.txt", "x\nAB É\n")
    assert lines_of(occurrences(lower, text, AB)) == [(2, "", "AB", " É", 1)]


def test_a_token_with_the_space_of_sentencepiece_is_found(tmp_path: Path) -> None:
    tokens = [b"<unk>", "▁".encode(), b"a", "▁a".encode(), b"\n"]
    tokenizer = Tokenizer(
        tokens,
        np.array([[1, 2, 3]], np.uint32),
        {"<unk>": 0},
        Pretokenizer.of("none"),
        model=Characters(unknown_id=0),
        normalizer=Normalizer((Prepend("▁"), Replace(" ", "▁"))),
    )
    text = written(tmp_path / "text.txt", "a aa\na a")
    assert lines_of(occurrences(tokenizer, text, 3)) == [(1, "", "a", " aa", 2), (2, "a", " a", "", 1)]
    assert lines_of(occurrences(tokenizer, text, 2)) == [(1, "a a", "a", "", 1), (2, "", "a", " a", 1)]


def test_bytes_that_are_kept_move_no_place(tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_bytes(b"x\xffy ab\n\xff ab")
    for pattern, token in (("gpt2", AB), (r"\w+|\W", AB), ("gpt2", ord("y"))):
        kept = Tokenizer(
            TOKENIZER.tokens,
            TOKENIZER.merges,
            {"<end>": END},
            Pretokenizer.of(pattern),
            recipe=Recipe(vocab_size=259, special_tokens=("<end>",), invalid_bytes="keep"),
        )
        found = occurrences(kept, text, token)
        assert [(each.line, each.left[:1], each.token) for each in found] == {
            AB: [(1, "x", "ab"), (2, "\ufffd", "ab")],
            ord("y"): [(1, "x", "y")],
        }[token]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.usefixtures("window")
def test_lines_are_those_of_the_encoding_of_the_whole_text(tmp_path: Path, kind: str, seed: int) -> None:
    dice = random.Random(seed)
    tokenizer = KINDS[kind](dice)
    text = "".join(random_text(dice, tokenizer) for _ in range(4)) or "a"
    path = written(tmp_path / "text.txt", text)
    encoded = tokenizer.encode_with_offsets(text, template=False)
    feeds = np.flatnonzero(np.frombuffer(text.encode(), np.uint8) == ord("\n"))
    lines = 1 + np.searchsorted(feeds, encoded.bytes[:, 0])
    looked_for = {*encoded.ids.tolist(), *dice.sample(range(tokenizer.vocab_size), 5)}
    for token_id in dice.sample(sorted(looked_for), min(len(looked_for), 10)):
        expected: dict[int, int] = {}
        for line in lines[encoded.ids == token_id].tolist():
            expected[line] = expected.get(line, 0) + 1
        found = occurrences(tokenizer, path, token_id, threads=1)
        assert {each.line: each.times for each in found} == expected, tokenizer.tokens[token_id]
