import os
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
from reading_records import records_read, written

from vocabsmith_engine import Monitor, Recipe, Source, count_pieces
from vocabsmith_engine.chunks import ChunkReader
from vocabsmith_engine.corpus import BadFile

TEXTS = ["one text", None, "", "é😀 and more of it", "line\r\nline\r", None, "last"]
FOUND = [text.encode() for text in TEXTS if text is not None]

Writer = Callable[[pa.Table, Path], None]


def parquet(**options: object) -> Writer:
    return lambda table, path: pyarrow.parquet.write_table(table, path, row_group_size=3, **options)


def arrow_file(table: pa.Table, path: Path) -> None:
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=3)


def arrow_stream(table: pa.Table, path: Path) -> None:
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=3)


WRITERS: dict[str, Writer] = {
    "snappy": parquet(compression="snappy"),
    "zstd": parquet(compression="zstd", data_page_version="2.0", use_dictionary=False),
    "none": parquet(compression="none"),
    "file": arrow_file,
    "stream": arrow_stream,
    "feather": lambda table, path: pyarrow.feather.write_feather(table, path, compression="zstd", chunksize=3),
}


@pytest.fixture(params=WRITERS)
def write(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[pa.Table], Path]:
    def written_table(table: pa.Table) -> Path:
        path = tmp_path / "table"
        WRITERS[request.param](table, path)
        return path

    return written_table


def test_a_table_gives_the_texts_of_its_column(write: Callable[[pa.Table], Path]) -> None:
    path = write(pa.table({"id": range(7), "text": TEXTS, "title": ["no"] * 7}))
    texts, report = records_read(path)
    assert texts == FOUND
    assert (report.field, report.used_records, report.missing_records) == ("text", 5, 2)
    assert (report.first_missing, report.documents, report.bytes) == ((2, 6), 4, path.stat().st_size)
    assert report.notes == (f"{path}: 2 records without text in 'text', records 2, 6.",)


@pytest.mark.parametrize(
    "kind",
    [pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string()), pa.binary(), pa.large_binary()],
    ids=str,
)
def test_text_may_be_of_any_type_of_text(write: Callable[[pa.Table], Path], kind: pa.DataType) -> None:
    assert records_read(write(pa.table({"text": pa.array(TEXTS).cast(kind)})))[0] == FOUND


def test_a_field_may_be_nested(write: Callable[[pa.Table], Path]) -> None:
    messages = [[{"content": "a"}, {"content": None}], None, [], [{"content": "b"}, None, {"content": "c"}]]
    path = write(pa.table({"messages": messages, "meta": [{"text": "x"}, None, {"text": None}, {"text": "y"}]}))
    texts, report = records_read(path, "messages[].content")
    assert (texts, report.used_records, report.first_missing) == ([b"a", b"b", b"c"], 2, (2, 3))
    texts, report = records_read(path, "meta.text")
    assert (texts, report.used_records, report.first_missing) == ([b"x", b"y"], 2, (2, 3))


def test_columns_are_found_by_name_and_type(write: Callable[[pa.Table], Path]) -> None:
    assert records_read(write(pa.table({"title": ["t"], "content": ["c"], "id": [1]})))[1].field == "content"
    assert records_read(write(pa.table({"id": [1], "story": ["s"], "raw": [b"r"]})))[1].field == "story"
    assert records_read(write(pa.table({"title": ["t"], "text": [b"bytes"]})))[1].field == "text"
    with pytest.raises(BadFile, match=r"has several fields of text: question, answer\. Name the one"):
        records_read(write(pa.table({"question": ["q"], "answer": ["a"]})))
    with pytest.raises(BadFile, match=r"has no field of text\."):
        records_read(write(pa.table({"raw": [b"r"], "id": [1]})))
    with pytest.raises(BadFile, match=r"has no field 'id' with text; there are text\."):
        records_read(write(pa.table({"text": ["t"], "id": [1]})), "id")


@pytest.mark.parametrize("kind", ["binary", "string"])
def test_bad_bytes_of_a_column_follow_the_recipe(write: Callable[[pa.Table], Path], kind: str) -> None:
    column = pa.array([b"ok", None, b"ok ok\xff\xfe line", b"\xe2\x82", b"\xac"])
    path = write(pa.table({"text": column if kind == "binary" else column.view(pa.string())}))
    replaced = [b"ok", "ok ok\ufffd\ufffd line".encode(), "\ufffd".encode(), "\ufffd".encode()]
    for policy, texts in (
        ("replace", replaced),
        ("skip", [b"ok", b"ok ok line", b"", b""]),
        ("keep", [b"ok", b"ok ok\xff\xfe line", b"\xe2\x82", b"\xac"]),
    ):
        found, report = records_read(path, invalid_bytes=policy)
        assert (found, report.bad_bytes) == (texts, 5)
    assert report.notes[-1] == f"{path}: 5 bytes are not UTF-8, the first in record 3; kept as they are."


def test_line_ends_of_a_column_are_normalised_each_by_itself(write: Callable[[pa.Table], Path]) -> None:
    path = write(pa.table({"text": ["a\r\n\rb\r", "\nc", "", "\r\r\n", "d"]}))
    assert records_read(path, line_ends="normalise")[0] == [b"a\n\nb\n", b"\nc", b"", b"\n\n", b"d"]


def test_progress_ends_at_the_size_of_the_file_and_never_falls(write: Callable[[pa.Table], Path]) -> None:
    path = write(pa.table({"text": ["some words of a record"] * 20_000, "other": range(20_000)}))
    monitor = Monitor()
    chunks = ChunkReader(Recipe(vocab_size=300), monitor, 2**20).chunks([Source(path)])
    assert sum(chunk.file_bytes for chunk in chunks) <= path.stat().st_size
    count_pieces(path, Recipe(vocab_size=300), monitor)
    assert (monitor.progress().done, monitor.progress().total) == (path.stat().st_size, path.stat().st_size)


def test_long_texts_are_counted_a_part_at_a_time(write: Callable[[pa.Table], Path]) -> None:
    path = write(pa.table({"text": pa.array(["x" * 3_000_000, "y"] * 3).dictionary_encode()}))
    assert records_read(path)[0] == [b"x" * 3_000_000, b"y"] * 3


def test_a_table_without_rows_holds_no_records(write: Callable[[pa.Table], Path]) -> None:
    assert records_read(write(pa.table({"text": pa.array([], pa.string())})))[0] == []


def test_a_table_that_is_cut_short_anywhere_is_a_bad_file(write: Callable[[pa.Table], Path]) -> None:
    path = write(pa.table({"text": TEXTS}))
    data = path.read_bytes()
    for length in range(8, len(data)):
        with pytest.raises(BadFile):
            records_read(written(path, data[:length]))


def test_a_stream_that_goes_on_after_its_end_is_a_bad_file(tmp_path: Path) -> None:
    arrow_stream(pa.table({"text": TEXTS}), tmp_path / "table")
    with pytest.raises(BadFile, match="goes on after its end"):
        records_read(written(tmp_path / "table", (tmp_path / "table").read_bytes() * 2))


def test_a_table_that_shrinks_while_it_is_read_is_named(write: Callable[[pa.Table], Path]) -> None:
    path = write(pa.table({"text": [os.urandom(500).hex() for _ in range(3000)]}))
    chunks = ChunkReader(Recipe(vocab_size=300), Monitor(), 2**20).chunks([Source(path)])
    next(chunks)
    os.truncate(path, 1000)
    with pytest.raises(BadFile, match="table: "):
        list(chunks)


@pytest.mark.parametrize("pretokenizer", ["gpt2", r"\S+|\s+"])
def test_a_weight_multiplies_the_counts_of_a_table(tmp_path: Path, pretokenizer: str) -> None:
    arrow_stream(pa.table({"text": ["hot", "hot", "pan"]}), tmp_path / "table")
    recipe = Recipe(vocab_size=300, pretokenizer=pretokenizer)
    counts = count_pieces(Source(tmp_path / "table", 2_000_000_000), recipe).counts
    assert dict(counts.items()) == {b"hot": 4_000_000_000, b"pan": 2_000_000_000}
