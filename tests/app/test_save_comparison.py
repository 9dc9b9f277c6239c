"""What is written of a comparison: numbers that are exact, and a report that says what they mean."""

import csv
import io
from pathlib import Path

import pytest
from compare_bench import BYTES, LOW

from vocabsmith.operations.combine_evaluations import combine
from vocabsmith.operations.evaluate_texts import Job, Outcomes, Reading, WholeMonitor, evaluate_jobs
from vocabsmith.operations.save_comparison import NamedComparison, as_markdown, csv_of, write_file
from vocabsmith.pages.compare_page.figures import rows_of
from vocabsmith_engine import FormatError, Monitor


@pytest.fixture
def named(tmp_path: Path) -> NamedComparison:
    readings = {}
    outcomes = Outcomes()
    for key, (name, text) in enumerate({"English": "lowlow", "Ger|man": "xxxxxx"}.items()):
        file = tmp_path / f"{key}.txt"
        file.write_text(text)
        reading = Reading(key, file, 6, None)
        readings[reading] = name
        evaluate_jobs(jobs=[Job(reading, (LOW, BYTES))], outcomes=outcomes, monitor=WholeMonitor())
    combined = combine(readings=readings, tokenizers=(LOW, BYTES), outcomes=outcomes, typed=None, monitor=Monitor())
    rows = tuple((row.metric, tuple(cell.text for cell in row.cells)) for row in rows_of(combined, 2))
    names = (("low", "259, this session"), ("a|b", "257, opened file"))
    return NamedComparison(names, combined, ("Of x a sample was read.",), rows)


def test_csv_has_a_row_for_each_number(named: NamedComparison):
    rows = list(csv.DictReader(io.StringIO(csv_of(named).decode())))
    found = {(row["scope"], row["name"], row["metric"], row["tokenizer"]): row["value"] for row in rows}
    assert len(found) == len(rows)
    assert found["all", "", "tokens", "low"] == "8"
    assert found["all", "", "bytes_per_token", "low"] == "1.5"
    assert float(found["all", "", "gini", "low"]) == pytest.approx(0.25)
    assert found["group", "English", "tokens", "low"] == "2"
    assert found["group", "Ger|man", "tokens", "a|b"] == "6"
    assert {row["scope"] for row in rows} == {"all", "group", "text"}


def test_the_report_has_tables_and_definitions(named: NamedComparison):
    report = as_markdown(named).decode()
    assert "| Metric | low | a\\|b |\n| --- | ---: | ---: |\n| Tokens | 8 | 12 |" in report
    assert "| Ger\\|man | 1.00 | 1.00 |" in report
    assert "12 B in 2 texts, 2 words." in report
    assert "Of x a sample was read." in report
    assert "- **Tokens per word**: Fertility: " in report
    assert "Diagnostic. Source: Zouhar" in report


def test_a_file_is_replaced_whole(tmp_path: Path):
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    write_file(path, b"new")
    assert (path.read_bytes(), [each.name for each in tmp_path.iterdir()]) == (b"new", ["a.csv"])


def test_a_place_that_is_no_folder_is_named(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(FormatError, match="file"):
        write_file(tmp_path / "file" / "a.csv", b"x")
