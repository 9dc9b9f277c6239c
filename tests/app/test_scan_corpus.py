"""What the window tells of a source that was read whole."""

import pyarrow as pa
import pyarrow.parquet

from vocabsmith.operations.scan_corpus import scan_corpus
from vocabsmith_engine import Monitor, Source


def notes_on(path):
    [facts] = scan_corpus(sources=[Source(path)], special_tokens=[], monitor=Monitor())
    return facts.note


def test_bytes_that_are_no_text_are_told_with_their_place_where_a_file_has_places(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"ok \xff")
    assert notes_on(tmp_path / "a.txt") == "1 byte that is no text, the first at offset 3."
    pa.parquet.write_table(pa.table({"text": [b"ok", b"\xff\xfe"]}), tmp_path / "a.parquet")
    assert notes_on(tmp_path / "a.parquet") == "2 bytes that are no text."


def test_broken_records_are_lines_only_where_lines_are_records(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"text": "a"}\n\n{broken\n')
    assert notes_on(tmp_path / "a.jsonl") == "1 broken record, the first in line 3."
    (tmp_path / "a.csv").write_text('text,n\n"one\ntwo",1\ntoo,many,cells\n')
    assert notes_on(tmp_path / "a.csv") == "1 broken record, the first being number 3."
