"""The fields of a table that a user can choose from."""

from __future__ import annotations

import gzip
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from vocabsmith_engine import BadFile, Source
from vocabsmith_engine.corpus.text_fields import text_fields


def test_fields_of_records(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"id": 1, "title": "a", "body": "b", "turns": [{"who": "c", "n": 2}]}\n')
    assert text_fields(Source(tmp_path / "a.jsonl")) == ("title", "body", "turns[].who")


def test_columns(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,words\n1,a\n")
    (tmp_path / "b.csv.gz").write_bytes(gzip.compress(b"first;second\n1;a\n"))
    pq.write_table(pa.table({"n": [1], "text": ["a"], "meta": [{"source": "b"}]}), tmp_path / "c.parquet")
    assert text_fields(Source(tmp_path / "a.csv")) == ("id", "words")
    assert text_fields(Source(tmp_path / "b.csv.gz")) == ("first", "second")
    assert text_fields(Source(tmp_path / "c.parquet")) == ("text", "meta.source")


def test_text_has_none(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("text")
    (tmp_path / "empty.csv").touch()
    assert text_fields(Source(tmp_path / "a.txt")) == ()
    assert text_fields(Source(tmp_path / "empty.csv")) == ()


def test_what_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="no such file"):
        text_fields(Source(tmp_path / "missing.jsonl"))
