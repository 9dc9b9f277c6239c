import csv
import gzip
import io
import os
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings
from reading_records import records_read, written

from vocabsmith_engine import Monitor, Recipe, Source, count_pieces
from vocabsmith_engine.chunks import ChunkReader
from vocabsmith_engine.corpus import BadFile
from vocabsmith_engine.corpus.csv_tables import LONGEST_ROW


def test_cells_may_be_quoted_and_hold_delimiters_and_line_ends(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", 'id,text\r\n1,"a,b\r\nc"\r\n2,"he said ""hi"""\r\n3,plain "quotes"\r\n4,last')
    texts, report = records_read(path)
    assert texts == [b"a,b\r\nc", b'he said "hi"', b'plain "quotes"', b"last"]
    assert (report.kind, report.field, report.used_records, report.documents) == ("csv", "text", 4, 4)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_delimiter_is_seen_in_the_first_row(tmp_path: Path, delimiter: str) -> None:
    rows = ["id", "the text, as it is; or so", "text"], ["1", "x", "a, b; c"]
    cells = "\n".join(delimiter.join(f'"{cell}"' for cell in row) for row in rows)
    assert records_read(written(tmp_path / "a.csv", cells))[0] == [b"a, b; c"]


def test_rows_with_too_many_or_too_few_cells_are_left_out_and_named(tmp_path: Path) -> None:
    path = written(tmp_path / "a.tsv", "id\ttext\n1\ta\n2\n\n3\tb\tc\n4\td\n")
    texts, report = records_read(path)
    assert (texts, report.broken_records, report.first_broken) == ([b"a", b"d"], 2, (3, 4))
    assert report.notes == (f"{path}: 2 records could not be read, rows 3, 4.",)


def test_rows_are_numbered_through_a_file_of_many_blocks(tmp_path: Path) -> None:
    rows = ["text,id"] + ["some words in a row,1"] * 1_000_000
    for number in (2, 500_000, 999_999):
        rows[number - 1] = "too few"
    _, report = records_read(written(tmp_path / "a.csv", "\n".join(rows)))
    assert (report.first_broken, report.used_records) == ((2, 500_000, 999_999), 999_997)


def test_a_column_may_be_named_or_counted_where_there_are_no_names(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", "1,a,x\n2,b,y\n")
    with pytest.raises(BadFile, match=r"has no column that is named like text; there are 1, a, x\. .* its number"):
        records_read(path)
    assert records_read(path, "a")[0] == [b"b"]
    assert records_read(path, "3")[0] == [b"x", b"y"]
    with pytest.raises(BadFile, match=r"has no field '4' with text; there are 1, a, x\."):
        records_read(path, "4")


def test_a_quoted_cell_that_does_not_end_is_a_bad_file_rather_than_all_the_rest(tmp_path: Path) -> None:
    for rows in ('1,a\n2,"b\n3,c\n', '1,a\n"2,b\n3,c\n'):
        path = written(tmp_path / "a.csv", "id,text\n" + rows)
        with pytest.raises(BadFile, match=r"ends inside a quoted cell that begins after record 1\."):
            records_read(path)


def test_a_row_that_is_too_long_is_named(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", "id,text\n1,a\n2," + "x" * 2 * LONGEST_ROW + "\n")
    with pytest.raises(BadFile, match=r"has a row of more than 16,777,216 bytes"):
        records_read(path)


def test_a_table_of_names_only_holds_no_records(tmp_path: Path) -> None:
    for data in ("text", "text,id\n"):
        texts, report = records_read(written(tmp_path / "a.csv", data))
        assert (texts, report.field, report.used_records) == ([], "text", 0)


def test_progress_counts_the_bytes_of_the_file(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", "text,id\n" + "some words,1\n" * 100_000)
    monitor = Monitor()
    count_pieces(path, Recipe(vocab_size=300), monitor)
    assert (monitor.progress().done, monitor.progress().total) == (path.stat().st_size, path.stat().st_size)


cells = st.text(st.sampled_from('a",;\t\n\r é0'), max_size=6)
tables = st.integers(2, 4).flatmap(lambda width: st.lists(st.lists(cells, min_size=width, max_size=width), max_size=5))


@given(tables, st.sampled_from(",;\t"), st.sampled_from(["\n", "\r\n"]), st.booleans())
@settings(max_examples=200, deadline=None)
def test_cells_are_what_the_csv_module_wrote(
    tmp_path_factory: pytest.TempPathFactory, table: list[list[str]], delimiter: str, line_end: str, last_ended: bool
) -> None:
    width = len(table[0]) if table else 2
    file = io.StringIO(newline="")
    # Without quotes the module leaves a CR as it is, which ends a row.
    writer = csv.writer(file, delimiter=delimiter, lineterminator=line_end, quoting=csv.QUOTE_ALL)
    writer.writerows([["text", *"bcd"[: width - 1]], *table])
    data = file.getvalue() if last_ended else file.getvalue().removesuffix(line_end)
    path = written(tmp_path_factory.mktemp("csv") / "a.csv", data)
    assert records_read(path)[0] == [row[0].encode() for row in table]


def test_rows_are_named_where_none_is_good(tmp_path: Path) -> None:
    texts, report = records_read(written(tmp_path / "a.csv", "text,id\n1\n2\n"))
    assert (texts, report.used_records, report.first_broken) == ([], 0, (2, 3))


@pytest.mark.parametrize("name", ["a.csv.gz", "a.jsonl.gz", "a.json.gz"])
def test_a_compressed_file_that_is_cut_short_is_a_bad_file(tmp_path: Path, name: str) -> None:
    rows = {"a.csv.gz": "text,id\n", "a.jsonl.gz": "", "a.json.gz": "["}[name]
    row = {"a.csv.gz": "{},1\n", "a.jsonl.gz": '{{"text":"{}"}}\n', "a.json.gz": '{{"text":"{}"}},\n'}[name]
    rows += "".join(row.format(os.urandom(20).hex()) for _ in range(400_000))
    data = gzip.compress(rows.encode(), 1)
    with pytest.raises(BadFile, match=r"is cut short: its gzip data has no end"):
        records_read(written(tmp_path / name, data[: len(data) // 2]))


def test_reading_may_end_before_the_file_does(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", "text,id\n" + "some words,1\n" * 5_000_000)
    chunks = ChunkReader(Recipe(vocab_size=300), Monitor(), 2**20).chunks([Source(path)])
    next(chunks)
    chunks.close()


def test_blank_lines_before_the_row_of_names_are_passed_over(tmp_path: Path) -> None:
    for blank in ("\n", "\r\n\r\n", "\n" * 100_000):
        texts, report = records_read(written(tmp_path / "a.csv", f"{blank}id,text\n1,a\n"))
        assert (texts, report.used_records) == ([b"a"], 1)


def test_a_name_that_two_columns_have_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", "text,text,id\na,b,c\n")
    for field in (None, "text"):
        with pytest.raises(BadFile, match=r"has two columns 'text'\. Give one of them another name"):
            records_read(path, field)
    assert records_read(path, "id")[0] == [b"c"]
