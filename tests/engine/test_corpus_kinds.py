"""What a file is, by its first bytes and its name."""

from __future__ import annotations

import io
import os
import random
from pathlib import Path

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
from packing import zipped

from vocabsmith_engine import BadFile, CorpusError, Recipe, Source, count_pieces
from vocabsmith_engine.corpus.inputs import inputs_of
from vocabsmith_engine.corpus.kinds import unmarked_utf16


def kind_of(folder: Path, name: str, data: bytes, **named: str) -> str:
    (folder / name).write_bytes(data)
    (file,) = (file.kind for file in inputs_of(Source(folder / name, **named)))
    return file


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.txt", b"plain", "text"),
        ("a.py", b"import os\n", "text"),
        ("a", b"", "text"),
        ("a.jsonl", b'{"text": "a"}\n', "jsonl"),
        ("a.NDJSON", b'{"text": "a"}\n', "jsonl"),
        ("a.json", b'[{"text": "a"},\n {"text": "b"}]', "json"),
        ("a.json", b'{\n  "text": "a"\n}\n', "json"),
        ("a.json", b'{"text": "a"}\n{"text": "b"}\n', "jsonl"),
        ("a.json", b'{"text": "a"}\n', "json"),
        ("a.csv", b"text\na\n", "csv"),
        ("a.tsv", b"text\na\n", "tsv"),
        ("a.txt", b'{"text": "a"}\n', "text"),
    ],
)
def test_a_name_tells_text_from_records(tmp_path: Path, name: str, data: bytes, kind: str) -> None:
    assert kind_of(tmp_path, name, data) == kind


def test_tables_are_told_by_their_first_bytes_whatever_their_name(tmp_path: Path) -> None:
    table = pa.table({"text": ["a", "b"]})
    parquet, stream, file, feather = (io.BytesIO() for _ in range(4))
    pa.parquet.write_table(table, parquet)
    pa.ipc.new_stream(stream, table.schema).write_table(table)
    with pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)
    pa.feather.write_feather(table, feather)
    assert kind_of(tmp_path, "a.txt", parquet.getvalue()) == "parquet"
    for arrow in (stream, file, feather):
        assert kind_of(tmp_path, "a.bin", arrow.getvalue()) == "arrow"


def test_the_user_knows_better(tmp_path: Path) -> None:
    assert kind_of(tmp_path, "a.txt", b'{"text": "a"}\n', kind="jsonl") == "jsonl"
    assert kind_of(tmp_path, "a.json", b"[1]", kind="text") == "text"
    assert kind_of(tmp_path, "a.png", b"\x89PNG\r\n\x1a\n", kind="text") == "text"


def test_a_kind_that_there_is_not_is_refused() -> None:
    with pytest.raises(CorpusError, match=r"kind 'xml' of a: is not known\. Choose one of text, jsonl, json, csv"):
        Source(Path("a"), kind="xml")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "is a picture"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "is a picture"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "is a picture"),
        (b"%PDF-1.7\n", "is a PDF document"),
        (b"\x7fELF\x02\x01\x01\0", "is a program"),
        (b"MZ\x90\0\x03\0\0\0", "is a program"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0", "is an office document"),
        (zipped({"[Content_Types].xml": b"<x/>", "word/document.xml": b"<x/>"}), "is an office document"),
        (zipped({"mimetype": b"application/vnd.oasis.opendocument.text"}), "is an office document"),
        (b"SQLite format 3\0", "is an SQLite database"),
        (b"7z\xbc\xaf\x27\x1c\0\x04", "is a 7-Zip archive"),
        (b"\x04\x22\x4d\x18", "is compressed with LZ4"),
        (b"FEA1\0\0", "is a Feather file of version 1"),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n",
            "stands for a file that Git LFS has not fetched",
        ),
        (random.Random(1).randbytes(5000), "is binary"),
    ],
)
def test_what_holds_no_text_is_a_bad_file(tmp_path: Path, data: bytes, reason: str) -> None:
    path = tmp_path / "file.txt"
    path.write_bytes(data)
    with pytest.raises(BadFile) as caught:
        count_pieces(path, Recipe(vocab_size=300))
    assert (caught.value.path, caught.value.reason) == (path, reason)


def test_a_table_by_its_name_alone_is_a_bad_file(tmp_path: Path) -> None:
    for name in ("a.parquet", "a.arrow", "a.feather"):
        with pytest.raises(BadFile, match=r"is named like a file of .* but is none"):
            kind_of(tmp_path, name, b"<html>not found</html>")


@pytest.mark.parametrize(
    "data",
    [
        b"a\0b" * 200,
        bytes(range(1, 32)) * 50,
        b"\0" * 1000,
        b"MZ is how this text begins",
        b"BM, GIF and PK are letters",
        b"\xff\xfea\0b\0",
        "Привет, мир! ".encode("cp1251") * 50,
        "今日は。".encode("shift_jis") * 50,
        b"almost all of it is text \0 " + b"\xff" * 3,
    ],
)
def test_control_bytes_and_other_encodings_are_text(tmp_path: Path, data: bytes) -> None:
    assert kind_of(tmp_path, "a.txt", data) == "text"


def test_a_named_encoding_is_reason_enough_to_read_a_file(tmp_path: Path) -> None:
    ebcdic = ("ÄÖÜ und äöü\n" * 100).encode("cp500")
    with pytest.raises(BadFile, match="is binary"):
        kind_of(tmp_path, "a.txt", ebcdic + b"\0")
    assert kind_of(tmp_path, "a.txt", ebcdic + b"\0", encoding="cp500") == "text"


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("plain words".encode("utf-16-le"), "utf-16-le"),
        ("plain words".encode("utf-16-be"), "utf-16-be"),
        (b"a\0b" * 200, None),
        (b"\0" * 200, None),
        (b"plain words", None),
        ("\ufeffplain words".encode("utf-16-le"), None),
    ],
)
def test_utf16_without_a_mark_has_a_zero_in_every_other_place(data: bytes, encoding: str | None) -> None:
    assert unmarked_utf16(data) == encoding


@pytest.mark.skipif(not Path("/proc/cpuinfo").exists(), reason="needs a file that the system makes up")
def test_a_file_that_does_not_say_its_size_is_read_to_its_end() -> None:
    assert os.stat("/proc/cpuinfo").st_size == 0  # noqa: PTH116
    assert count_pieces("/proc/cpuinfo", Recipe(vocab_size=300)).counts.total > 0
