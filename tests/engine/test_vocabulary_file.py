"""A vocabulary as tab-separated values."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from vocabsmith_engine import FormatError, Monitor, Pretokenizer, Stopped, Tokenizer
from vocabsmith_engine.analysis import TokenUses, VocabularyTable, write_table
from vocabsmith_engine.formats.vocab_tsv import unescaped

BYTES = [bytes([value]) for value in range(256)]
A, B = ord("a"), ord("b")
TOKENIZER = Tokenizer(
    [*BYTES, b"ab", "\t語\\".encode(), b"\xe8\xaa", b"<end>"],
    np.array([[A, B, 256]], np.uint32),
    {"<end>": 259},
    Pretokenizer.of("gpt2"),
    merge_counts=np.array([70], np.uint64),
)
TABLE = VocabularyTable.of(TOKENIZER)
HEAD = "id\tbytes\ttext\tlength\trank\tlearned\tuses\tscript\tkind\tflags\n"


def test_a_line_holds_all_that_is_known_of_a_token(tmp_path: Path) -> None:
    counts = np.zeros(260, np.int64)
    counts[256] = 12
    masks = {name: np.zeros(260, np.bool_) for name in ("partial", "unreachable")}
    masks["partial"][258] = masks["unreachable"][[257, 258]] = True
    path = tmp_path / "vocabulary.tsv"
    write_table(TABLE, path, TokenUses(counts, 24, 12, 1), masks, [256, 257, 258, 259])
    assert path.read_bytes().decode() == HEAD + (
        "256\t6162\tab\t2\t0\t70\t12\tLatin\tlearned\t\n"
        "257\t09e8aa9e5c\t\\t語\\\\\t5\t\t\t0\tHan\twhole piece\tunreachable\n"
        "258\te8aa\t\\xE8\\xAA\t2\t\t\t0\tpartial\twhole piece\tpartial,unreachable\n"
        "259\t3c656e643e\t<end>\t5\t\t\t0\tLatin\tspecial\t\n"
    )


def test_what_is_not_known_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "vocabulary.tsv"
    write_table(TABLE, path, ids=[A, 256])
    assert (
        path.read_text() == HEAD + f"{A}\t61\ta\t1\t\t\t\tLatin\tbyte\t\n256\t6162\tab\t2\t0\t70\t\tLatin\tlearned\t\n"
    )


def test_every_token_can_be_read_back(tmp_path: Path) -> None:
    path = tmp_path / "vocabulary.tsv"
    write_table(TABLE, str(path))
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert [int(row["id"]) for row in rows] == list(range(260))
    assert [bytes.fromhex(row["bytes"]) for row in rows] == list(TOKENIZER.tokens)
    assert [unescaped(row["text"]) for row in rows] == list(TOKENIZER.tokens)


def test_a_stop_leaves_nothing_behind(tmp_path: Path) -> None:
    monitor = Monitor()
    write_table(TABLE, tmp_path / "whole.tsv", monitor=monitor)
    assert (monitor.progress().stage, monitor.progress().done, monitor.progress().total) == ("saving", 260, 260)
    monitor.stop()
    with pytest.raises(Stopped):
        write_table(TABLE, tmp_path / "stopped.tsv", monitor=monitor)
    assert [path.name for path in tmp_path.iterdir()] == ["whole.tsv"]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"nowhere.*cannot be written"):
        write_table(TABLE, tmp_path / "nowhere" / "vocabulary.tsv")
    (tmp_path / "taken.tsv").mkdir()
    with pytest.raises(FormatError, match=r"taken.tsv"):
        write_table(TABLE, tmp_path / "taken.tsv")
    assert [path.name for path in tmp_path.iterdir()] == ["taken.tsv"]
