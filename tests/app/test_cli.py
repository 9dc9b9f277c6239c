"""The command line, as someone at a terminal meets it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from vocabsmith import cli
from vocabsmith.commands import COMMANDS
from vocabsmith_engine import Tokenizer
from vocabsmith_resources.samples import sample_path

TEXT = "the cat sat on the mat, the cat sat\n" * 20


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.txt"
    path.write_text(TEXT, "utf-8")
    return path


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    corpus = folder / "corpus.txt"
    corpus.write_text(TEXT, "utf-8")
    special = ["--special-token", "<|endoftext|>"]
    assert cli.main(["train", str(corpus), "--vocab-size", "270", *special, "--output", str(folder / "out")]) == 0
    return folder / "out"


def one_error_line(capsys: pytest.CaptureFixture[str]) -> str:
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("error: ")
    assert printed.err.count("\n") == 1
    return printed.err


def type_in(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


# ---------------------------------------------------------------- train


def test_training_saves_a_tokenizer_and_says_what_came_out(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["train", str(corpus), "--vocab-size", "260", "--output", str(tmp_path / "out")]) == 0
    printed = capsys.readouterr().out
    assert "260 tokens: 256 bytes + 4 merges" in printed
    assert "tokenizer.json" in printed
    assert Tokenizer.load(tmp_path / "out").vocab_size == 260


def test_training_from_characters_tells_how_many_there_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("é中é中é中é中😀", encoding="utf-8")
    choices = ["--base", "characters", "--character-coverage", "0.8", "--output", str(tmp_path / "out")]
    assert cli.main(["train", str(corpus), "--vocab-size", "259", *choices]) == 0
    assert "259 tokens: 256 bytes + 2 characters + 1 merge" in capsys.readouterr().out
    assert Tokenizer.load(tmp_path / "out").encode("é中") == [258]


def test_a_size_without_room_for_the_characters_is_one_line_with_the_minimum(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    choices = ["--base", "characters", "--output", str(tmp_path / "out")]
    assert cli.main(["train", str(corpus), "--vocab-size", "257", *choices]) == 2
    assert "is the minimum. Choose" in one_error_line(capsys)


def test_fewer_merges_than_asked_are_explained_and_nothing_is_filled_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("aa bb cc aa")
    options = ["--vocab-size", "1000", "--format", "huggingface,gpt2,tiktoken", "--output", str(tmp_path / "out")]
    assert cli.main(["train", str(corpus), *options]) == 0
    assert "no other pair occurs twice" in capsys.readouterr().out
    assert len(json.loads((tmp_path / "out" / "tokenizer.json").read_text("utf-8"))["model"]["vocab"]) == 257
    assert len(json.loads((tmp_path / "out" / "vocab.json").read_text("utf-8"))) == 257
    assert len((tmp_path / "out" / "out.tiktoken").read_bytes().splitlines()) == 257


def test_json_is_one_object_with_the_facts_of_the_run(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = str(tmp_path / "out")
    assert cli.main(["train", str(corpus), "--vocab-size", "260", "--output", output, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["vocab_size"] == 260
    assert facts["merges"] == 4
    assert facts["stop_reason"] == "reached_size"
    assert facts["corpus"]["bytes"] == len(TEXT)
    assert "tokenizer.json" in [file["name"] for file in facts["files"]]


def test_every_format_is_saved_and_gives_the_same_ids(corpus: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    formats = ["--format", "huggingface,gpt2,tiktoken"]
    assert cli.main(["train", str(corpus), "--vocab-size", "265", *formats, "--output", str(output)]) == 0
    ids = Tokenizer.load(output / "tokenizer.json").encode(TEXT)
    assert Tokenizer.load(output / "out.tiktoken").encode(TEXT) == ids
    assert Tokenizer.load(output / "vocab.json").encode(TEXT) == ids


def test_a_vocabulary_below_the_minimum_is_refused_before_a_file_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    special = ["--special-token", "<s>"]
    missing = str(tmp_path / "missing.txt")
    assert cli.main(["train", missing, "--vocab-size", "100", *special, "--output", str(tmp_path / "out")]) == 2
    assert "257" in one_error_line(capsys)


def test_an_empty_corpus_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.txt").touch()
    empty = str(tmp_path / "empty.txt")
    assert cli.main(["train", empty, "--vocab-size", "300", "--output", str(tmp_path / "out")]) == 2
    assert "empty.txt" in one_error_line(capsys)
    assert not (tmp_path / "out").exists()


def test_a_corpus_of_one_letter_gives_the_256_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.txt").write_text("a")
    letter = str(tmp_path / "a.txt")
    assert cli.main(["train", letter, "--vocab-size", "300", "--output", str(tmp_path / "out")]) == 0
    assert "256 tokens: 256 bytes + 0 merges" in capsys.readouterr().out


def test_a_missing_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = str(tmp_path / "missing.txt")
    assert cli.main(["train", missing, "--vocab-size", "300", "--output", str(tmp_path / "out")]) == 2
    assert "missing.txt" in one_error_line(capsys)


@pytest.mark.parametrize(
    "arguments",
    [
        ["train", "", "--vocab-size", "300", "--output", "out"],
        ["train", "text.txt", "--vocab-size", "300", "--output", ""],
        ["encode", "--tokenizer", ""],
    ],
)
def test_an_empty_path_is_not_the_current_folder(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text.txt").write_text("some text, some text")
    monkeypatch.chdir(tmp_path)
    assert cli.main(arguments) == 2
    line = one_error_line(capsys)
    assert "''" in line
    assert "names no file" in line
    assert [path.name for path in tmp_path.iterdir()] == ["text.txt"]


def test_an_output_that_is_a_file_is_refused_before_training(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").write_text("mine")
    assert cli.main(["train", str(corpus), "--vocab-size", "300", "--output", str(tmp_path / "taken")]) == 2
    assert "taken: is a file, and a folder is needed" in one_error_line(capsys)
    assert (tmp_path / "taken").read_text() == "mine"


def test_an_unknown_format_lists_the_known_ones(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    formats = ["--format", "huggingface,word2vec"]
    assert cli.main(["train", str(corpus), "--vocab-size", "300", *formats, "--output", str(tmp_path / "out")]) == 2
    assert "'word2vec': is no format. Known: huggingface, gpt2, tiktoken" in one_error_line(capsys)


def test_a_misspelt_option_is_one_line_with_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["train", "--vocabsize", "300"]) == 2
    assert "--vocabsize" in one_error_line(capsys)


def test_bad_bytes_are_reported_with_their_first_offset(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.txt").write_bytes(b"ok ok\xff\xfe line\nmore more\n")
    bad = str(tmp_path / "bad.txt")
    assert cli.main(["train", bad, "--vocab-size", "300", "--output", str(tmp_path / "out")]) == 0
    notes = [line for line in capsys.readouterr().out.splitlines() if "bad.txt" in line]
    assert notes == [f"note: {tmp_path}/bad.txt: 2 bytes are not UTF-8, the first at offset 5; replaced by U+FFFD."]


def test_the_preset_is_the_recipe_of_that_name(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--vocab-size", "260", "--preset", "cs336", "--output", str(tmp_path / "out"), "--json"]
    assert cli.main(["train", str(corpus), *options]) == 0
    recipe = json.loads(capsys.readouterr().out)["recipe"]
    assert (recipe["byte_order"], recipe["specials"], recipe["tie_break"], recipe["min_frequency"]) == (
        "value",
        "after-bytes",
        "bytes",
        1,
    )


@pytest.mark.parametrize(
    ("option", "value", "fixed"),
    [
        ("--tie-break", "hf", "bytes"),
        ("--byte-order", "gpt2", "value"),
        ("--specials", "end", "after-bytes"),
        ("--min-frequency", "2", "1"),
        ("--pretokenizer", "cl100k", "gpt2"),
        ("--max-token-length", "8", "no limit"),
    ],
)
def test_an_option_that_contradicts_the_preset_is_named(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, value: str, fixed: str
) -> None:
    options = ["--vocab-size", "260", "--preset", "cs336", option, value, "--output", str(tmp_path / "out")]
    assert cli.main(["train", str(corpus), *options]) == 2
    line = one_error_line(capsys)
    assert f"{option} {value}: contradicts --preset cs336, which has {fixed} there" in line


@pytest.mark.parametrize("threads", ["1", "8"])
@pytest.mark.parametrize("seed", ["0", "1", "2026"])
def test_the_same_text_gives_the_same_bytes_whatever_threads_and_hash_seed(
    tmp_path: Path, seed: str, threads: str
) -> None:
    for name, words in {"1.txt": "kz qx", "2.txt": "kz qx", "3.txt": "mv mv"}.items():
        (tmp_path / name).write_text(words.replace(" ", "\n") + "\n")
    files = [str(tmp_path / name) for name in ("3.txt", "1.txt", "2.txt")]
    options = ["--vocab-size", "259", "--min-frequency", "1", "--threads", threads, "--format", "gpt2"]
    command = [sys.executable, "-m", "vocabsmith", "train", *files, *options, "--output", str(tmp_path / "out")]
    subprocess.run(command, env=os.environ | {"PYTHONHASHSEED": seed}, check=True, stdout=subprocess.DEVNULL)
    assert (tmp_path / "out" / "merges.txt").read_bytes() == b"#version: 0.2\nk z\nm v\nq x\n"


# ---------------------------------------------------------------- encode and decode


def test_text_from_standard_input_becomes_ids_and_ids_become_the_same_bytes(
    trained: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    text = "the cat, naïve ☕\r\n\0".encode()
    type_in(monkeypatch, text)
    assert cli.main(["encode", "--tokenizer", str(trained)]) == 0
    ids = capfdbinary.readouterr().out
    type_in(monkeypatch, ids)
    assert cli.main(["decode", "--tokenizer", str(trained), "-"]) == 0
    assert capfdbinary.readouterr().out == text


@pytest.mark.parametrize("name", ["ids.npy", "ids.bin"])
def test_ids_in_a_file_are_16_bits_wide_and_can_be_decoded(
    trained: Path, tmp_path: Path, name: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    (tmp_path / "text.txt").write_text("the mat", "utf-8")
    file, ids = str(tmp_path / "text.txt"), tmp_path / name
    assert cli.main(["encode", "--tokenizer", str(trained), file, "--output", str(ids)]) == 0
    numbers = np.load(ids) if name.endswith("npy") else np.fromfile(ids, dtype="<u2")
    assert numbers.dtype == np.uint16
    assert numbers.tolist() == Tokenizer.load(trained).encode("the mat")
    capfdbinary.readouterr()
    assert cli.main(["decode", "--tokenizer", str(trained), str(ids)]) == 0
    assert capfdbinary.readouterr().out == b"the mat"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"PK\x03\x04 no archive",
        b"\x93NUMPY\x01\x00v\x00" + b"{'descr': '<u2', 'fortran_order': False, 'shape': (10**14,), }".ljust(118),
        b"\x93NUMPY\x01\x00v\x00"
        + b"{'descr': '<u2', 'fortran_order': False, 'shape': (99999999999999,), }".ljust(118),
    ],
    ids=["empty", "archive", "expression", "larger than memory"],
)
def test_what_is_no_npy_file_is_an_error_that_names_it(
    content: bytes, trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ids.npy").write_bytes(content)
    assert cli.main(["decode", "--tokenizer", str(trained), str(tmp_path / "ids.npy")]) == 2
    assert "ids.npy: is not a NumPy file of numbers" in one_error_line(capsys)


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full")
def test_output_that_cannot_be_written_is_one_line(trained: Path, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("the mat " * 50_000)
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(
            [sys.executable, "-m", "vocabsmith", "encode", "--tokenizer", trained, tmp_path / "text.txt"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert run.returncode == 2
    assert run.stderr.startswith(b"error: standard output: cannot be written to (")
    assert run.stderr.count(b"\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of Unix closes streams")
def test_closed_standard_streams_are_no_error(trained: Path) -> None:
    command = f'"{sys.executable}" -m vocabsmith encode --tokenizer "{trained}" <&- >&-'
    run = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert (run.returncode, run.stderr) == (0, b"")


@pytest.mark.skipif(sys.platform != "linux", reason="file names are text elsewhere")
def test_a_file_name_that_is_no_text_can_be_told_as_json(tmp_path: Path) -> None:
    file = os.fsencode(tmp_path) + b"/raw\xf0.txt"
    Path(os.fsdecode(file)).write_text("ab ab ab")
    options = ["--vocab-size", "257", "--output", tmp_path / "out", "--json"]
    run = subprocess.run(
        [sys.executable, "-m", "vocabsmith", "train", file, *options],
        capture_output=True,
        check=True,
        env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"},
    )
    assert json.loads(run.stdout)["corpus"]["files"][0]["path"] == os.fsdecode(file)


def test_ids_for_a_file_of_another_ending_are_refused(
    trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text.txt").write_text("the mat")
    output = ["--output", str(tmp_path / "ids.csv")]
    assert cli.main(["encode", "--tokenizer", str(trained), str(tmp_path / "text.txt"), *output]) == 2
    assert ".npy" in one_error_line(capsys)


def test_special_tokens_in_text_are_one_id_or_text_or_refused(
    trained: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    special_id = Tokenizer.load(trained).special_tokens["<|endoftext|>"]
    type_in(monkeypatch, b"<|endoftext|>")
    assert cli.main(["encode", "--tokenizer", str(trained)]) == 0
    assert capsys.readouterr().out.split() == [str(special_id)]
    type_in(monkeypatch, b"<|endoftext|>")
    assert cli.main(["encode", "--tokenizer", str(trained), "--special", "as_text"]) == 0
    assert str(special_id) not in capsys.readouterr().out.split()
    type_in(monkeypatch, b"<|endoftext|>")
    assert cli.main(["encode", "--tokenizer", str(trained), "--special", "refuse"]) == 2
    assert "<|endoftext|>" in one_error_line(capsys)


def test_entries_that_are_no_ids_are_named_with_their_place_and_the_others_decoded(
    trained: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    a_and_b = " ".join(map(str, Tokenizer.load(trained).encode("xy")))
    type_in(monkeypatch, f"9999 {a_and_b} -1 3.5".encode())
    assert cli.main(["decode", "--tokenizer", str(trained)]) == 2
    printed = capfd.readouterr()
    assert printed.out == "xy"
    assert "9999 (entry 1), -1 (entry 4), 3.5 (entry 5): not an id of this tokenizer" in printed.err


def test_no_ids_are_no_bytes(trained: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    type_in(monkeypatch, b" \n")
    assert cli.main(["decode", "--tokenizer", str(trained)]) == 0
    assert capfd.readouterr() == ("", "")


def test_part_of_a_character_is_written_as_the_bytes_it_is(
    trained: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    first_of_three = Tokenizer.load(trained).encode("☕")[0]
    type_in(monkeypatch, str(first_of_three).encode())
    assert cli.main(["decode", "--tokenizer", str(trained)]) == 0
    assert capfdbinary.readouterr().out == b"\xe2"


def test_a_reader_that_has_gone_ends_the_command_without_a_word(trained: Path) -> None:
    command = [sys.executable, "-m", "vocabsmith", "encode", "--tokenizer", str(trained), str(sample_path())]
    encode = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert encode.stdout is not None and encode.stderr is not None
    encode.stdout.read(1)
    encode.stdout.close()
    assert encode.stderr.read() == b""
    encode.stderr.close()
    assert encode.wait() == 1


# ---------------------------------------------------------------- export and the rest


def test_export_saves_other_formats_with_the_same_ids(
    trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--format", "tiktoken,gpt2", "--output", str(tmp_path / "exported")]
    assert cli.main(["export", "--tokenizer", str(trained), *options]) == 0
    assert "exported.tiktoken" in capsys.readouterr().out
    exported = Tokenizer.load(tmp_path / "exported" / "exported.tiktoken")
    assert exported.encode("the cat sat<|endoftext|>") == Tokenizer.load(trained).encode("the cat sat<|endoftext|>")


def test_one_pattern_trains_encodes_and_is_saved(tmp_path: Path) -> None:
    corpus = tmp_path / "years.txt"
    corpus.write_text("year 20261004 " * 30)
    output = tmp_path / "out"
    formats = ["--format", "huggingface,gpt2,tiktoken"]
    pieces = ["--pretokenizer", r"\p{N}{1,3}|[^\p{N}]+"]
    assert cli.main(["train", str(corpus), "--vocab-size", "280", *pieces, *formats, "--output", str(output)]) == 0
    loaded = [Tokenizer.load(output / name) for name in ("tokenizer.json", "vocab.json", "out.tiktoken")]
    for tokenizer in loaded:
        assert tokenizer.pretokenizer.split("20261004") == ["202", "610", "04"]
        assert tokenizer.encode("year 20261004") == loaded[0].encode("year 20261004")


def test_a_tokenizer_that_does_not_exist_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["decode", "--tokenizer", str(tmp_path / "nothing.json"), str(sample_path())]) == 2
    assert "nothing.json" in one_error_line(capsys)


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == "vocabsmith 0.1.0\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_each_command_has_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([command, "--help"]) == 0
    assert f"vocabsmith {command} " in capsys.readouterr().out


def test_no_command_loads_qt() -> None:
    program = "import sys, vocabsmith.cli; print([name for name in sys.modules if name.startswith('PySide6')])"
    assert subprocess.run([sys.executable, "-c", program], check=True, capture_output=True).stdout.strip() == b"[]"


def test_ctrl_c_while_the_program_loads_leaves_no_traceback() -> None:
    code = (
        "import sys\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'vocabsmith.cli':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        "sys.argv = ['vocabsmith', '--version']\n"
        "from vocabsmith.__main__ import main\n"
        "sys.exit(main())\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (130, b"", b"")


def test_training_within_a_bound_of_memory_learns_the_same(tmp_path: Path) -> None:
    (tmp_path / "corpus.txt").write_text("low lower lowest " * 50)
    train = ["train", str(tmp_path / "corpus.txt"), "--vocab-size", "262", "--output"]
    assert cli.main([*train, str(tmp_path / "bounded"), "--memory", "200M"]) == 0
    assert cli.main([*train, str(tmp_path / "free")]) == 0
    files = [(tmp_path / name / "tokenizer.json").read_bytes() for name in ("bounded", "free")]
    assert files[0] == files[1]


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ("2X", "memory '2X': is no size. Write one such as 2G, 500M or 1.5GiB."),
        ("1M", "memory 1,000,000: must be"),
    ],
)
def test_memory_that_nobody_can_work_with_is_refused(
    tmp_path: Path, size: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "corpus.txt").write_text("text")
    arguments = ["train", str(tmp_path / "corpus.txt"), "--vocab-size", "262", "--output", str(tmp_path / "out")]
    assert cli.main([*arguments, "--memory", size]) == 2
    assert message in one_error_line(capsys)


def test_a_lack_of_memory_is_told_in_one_line(
    trained: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def encode_file(*_: object, **__: object) -> int:
        raise MemoryError

    monkeypatch.setattr(Tokenizer, "encode_file", encode_file)
    type_in(monkeypatch, b"the cat")
    assert cli.main(["encode", "--tokenizer", str(trained)]) == 2
    assert one_error_line(capsys) == (
        "error: the run: needs more memory than the system gives it. Close other programs, or use a part of the text.\n"
    )


def test_a_project_is_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = tmp_path / "handbook.vocabsmith"
    project.write_text('{"vocabsmith_project": 1}', "utf-8")
    assert cli.main(["train", str(project), "--vocab-size", "300", "--output", str(tmp_path / "out")]) == 2
    assert "is a project of the window, and no text. Open it with: vocabsmith " in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
