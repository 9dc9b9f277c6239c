"""`vocabsmith evaluate`: tables for people, an object for programs."""

from __future__ import annotations

import csv
import json
import re
from itertools import groupby
from pathlib import Path

import pytest

from vocabsmith import cli
from vocabsmith_engine import Recipe, train_from_counts
from vocabsmith_engine.analysis import METRICS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two tokenizers, one of which knows " the", and two texts."""
    for name, merges in (("small", 0), ("large", 3)):
        result = train_from_counts([(b" the", 9)], Recipe(vocab_size=256 + merges))
        result.tokenizer.save(tmp_path / name, formats=["huggingface"])
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text(" the the")
    (tmp_path / "texts" / "b.txt").write_text("x")
    return tmp_path


def run(folder: Path, *more: str) -> int:
    tokenizers = [f"--tokenizer={folder / name}" for name in ("small", "large")]
    return cli.main(["evaluate", *tokenizers, str(folder / "texts"), *more])


def table_of(out: str) -> dict[str, list[str]]:
    """The figures by what stands before them, however they are aligned."""
    rows = [re.split(r" {2,}", line) for line in out.splitlines() if line]
    return {first: cells for first, *cells in rows}


def test_the_table(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(folder) == 0
    out = capfd.readouterr().out
    assert out.splitlines()[0] == "9 bytes, 9 characters, 3 words"
    table = table_of(out)
    assert table["Tokens (fewer is better)"] == ["9", "3"]
    assert table["Bytes per token (more is better)"] == ["1.00", "3.00"]
    assert table["Tokens per word (fewer is better)"] == ["2.33", "1.00"]
    assert table["Continued words (fewer is better)"] == ["66.7 %", "0.0 %"]
    assert table["Words kept whole (more is better)"] == ["33.3 %", "100.0 %"]
    assert table["Rényi efficiency, α 2.5 (diagnostic)"] == ["0.280", "0.102"]
    assert table["Spread (fewer is better)"] == ["1.00×", "4.00×"]
    assert table["Gini coefficient (fewer is better)"] == ["0.000", "0.300"]


def test_the_groups_in_the_table(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "--group", f"The={folder / 'texts' / 'a.txt'}") == 0
    lines = capfd.readouterr().out.splitlines()
    bytes_per_token = next(place for place, line in enumerate(lines) if line.startswith("Bytes per token  "))
    assert lines[bytes_per_token + 1].split() == ["The", "1.00", "4.00"]
    premiums = next(place for place, line in enumerate(lines) if line.startswith("Tokens per byte beside the cheapest"))
    assert lines[premiums + 1].split() == ["The", "1.00×", "1.00×"]
    assert lines[premiums + 2].split()[1:] == ["1.00×", "4.00×"]


def test_the_object(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "--json") == 0
    found = json.loads(capfd.readouterr().out)
    small, large = found["tokenizers"]
    assert (small["tokens"], large["tokens"]) == (9, 3)
    assert (small["words"], small["whole_word_share"], large["whole_word_share"]) == (3, 1 / 3, 1.0)
    assert [file["bytes_per_token"] for file in large["files"]] == [4.0, 1.0]
    assert [group["premium"] for group in large["groups"]] == [1.0, 4.0]
    assert small["vocabulary_share"] == 5 / 256
    assert (found["alpha"], found["sample"], found["per"], found["documents"]) == (2.5, None, "byte", 2)
    assert large["ranges"]["bytes_per_token"] is None
    missing = {key for key in METRICS if key not in large} - {"premium"}
    assert missing == set()


def test_the_object_has_ranges_where_there_are_documents(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "texts" / "c.jsonl").write_text("".join(f'{{"text": " the {"x" * n}"}}\n' for n in range(20)))
    assert run(folder, "--json", "--group", f"C={folder / 'texts' / 'c.jsonl'}") == 0
    [group] = [each for each in json.loads(capfd.readouterr().out)["tokenizers"][1]["groups"] if each["group"] == "C"]
    low, high = group["ranges"]["bytes_per_token"]
    assert low < group["bytes_per_token"] < high


def test_a_table_with_ranges(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "texts" / "c.jsonl").write_text('{"text": " the the"}\n' * 20)
    assert run(folder, "--names=*.jsonl") == 0
    out = capfd.readouterr().out
    assert table_of(out)["Bytes per token (more is better)"] == ["1.00 (1.00–1.00)", "4.00 (4.00–4.00)"]
    assert table_of(out)["Words kept whole (more is better)"][1] == "100.0 % (100.0–100.0)"
    assert out.splitlines()[-1].startswith("In brackets: the 95 % range, by 20 documents")


def test_markdown(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "--format", "markdown") == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[2].startswith("|  | ")
    assert lines[3] == "| --- | --: | --: |"
    assert "| Bytes per token (more is better) | 1.00 | 3.00 |" in lines


def test_csv(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "--format", "csv", "--group", f"The={folder / 'texts' / 'a.txt'}") == 0
    rows = list(csv.DictReader(capfd.readouterr().out.splitlines()))
    found = {(row["name"], Path(row["tokenizer"]).name, row["metric"]): row["value"] for row in rows}
    assert [scope for scope, _ in groupby(row["scope"] for row in rows)] == ["all", "group", "text"]
    assert float(found["", "large", "bytes_per_token"]) == 3.0
    assert float(found["The", "large", "bytes_per_token"]) == 4.0
    assert float(found["The", "small", "premium"]) == 1.0
    assert {row["metric"] for row in rows} == set(METRICS)


def test_the_order_of_the_renyi_efficiency(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "--alpha", "0", "--json") == 0
    small, _ = json.loads(capfd.readouterr().out)["tokenizers"]
    assert small["renyi_efficiency"] == pytest.approx(0.29024, abs=1e-5)  # log 5 / log 256
    assert run(folder, "--alpha", "-1") == 2
    assert capfd.readouterr().err.count("\n") == 1


def test_an_infinite_order_is_written_as_text_where_json_has_no_number_for_it(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(folder, "--alpha", "inf", "--json") == 0
    assert json.loads(capfd.readouterr().out, parse_constant=pytest.fail)["alpha"] == "Infinity"


def test_a_sample(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "texts" / "c.txt").write_text("some line of text\n" * 10_000)
    assert run(folder, "--sample", "50k", "--names=c.txt") == 0
    heading = capfd.readouterr().out.splitlines()[0]
    assert heading.startswith("A sample: ")
    assert 25_000 <= int(heading.split()[2].replace(",", "")) <= 50_000


def test_parallel_texts_and_a_reference(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    texts = folder / "texts"
    groups = ["--group", f"A={texts / 'a.txt'}", "--group", f"B={texts / 'b.txt'}"]
    assert run(folder, *groups, "--per", "text", "--reference", "B", "--json") == 0
    small, large = json.loads(capfd.readouterr().out)["tokenizers"]
    assert [group["premium"] for group in small["groups"]] == [8.0, 1.0]
    assert [group["premium"] for group in large["groups"]] == [2.0, 1.0]


def test_files_are_grouped_by_their_folders(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "texts" / "more").mkdir()
    (folder / "texts" / "more" / "c.txt").write_text("c")
    assert run(folder, "--group-by", "folder", "--json") == 0
    small, _ = json.loads(capfd.readouterr().out)["tokenizers"]
    assert [Path(group["group"]).name for group in small["groups"]] == ["texts", "more"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--group", "English"], "--group English: is not a name and a path"),
        (["--group", "A=nowhere"], "--group A=nowhere: holds none of the FILES"),
        (["--reference", "A"], "reference 'A': is no group"),
        (["--sample", "much"], "--sample much: is no size"),
        (["--sample", "0"], "0"),
        (["--per", "line"], "--per"),
        (["--format", "xml"], "--format"),
    ],
)
def test_what_contradicts_itself_is_refused_in_one_line(
    options: list[str], words: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(folder, *options) == 2
    err = capfd.readouterr().err
    assert words in err
    assert err.count("\n") == 1


def test_a_missing_tokenizer_is_named(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["evaluate", "--tokenizer", str(folder / "none"), str(folder / "texts")]) == 2
    assert "does not exist" in capfd.readouterr().err
    assert cli.main(["evaluate", str(folder / "texts")]) == 2
    assert "--tokenizer" in capfd.readouterr().err
