"""What all formats have in common: choosing, reporting, finding out what a file is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from vocabsmith_engine import FormatError, Monitor, Recipe, Stopped, Tokenizer, formats, train_from_counts
from vocabsmith_engine.formats.nasty_strings import nasty_strings

TOKENIZER = train_from_counts([(b"abab", 3)], Recipe(vocab_size=259, special_tokens=("<s>",))).tokenizer


def test_the_report_lists_each_file_once_with_its_check(tmp_path: Path) -> None:
    report = formats.save(TOKENIZER, tmp_path / "t", ["huggingface", "gpt2", "tiktoken"])
    assert [file.name for file in report.files] == [
        *("tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "vocabsmith.json", "vocab.json"),
        *("merges.txt", "t.tiktoken", "load_t.py"),
    ]
    assert report.files[0].check == "read back, 513 texts equal in tokenizers"
    assert report.strings_compared == 3 * len(nasty_strings(["<s>"])) == 3 * 513


def test_saving_is_watched_by_files(tmp_path: Path) -> None:
    monitor = Monitor()
    formats.save(TOKENIZER, tmp_path, ["huggingface"], monitor)
    progress = monitor.progress()
    assert (progress.stage, progress.done, progress.total) == ("saving", 4, 4)


def test_a_stopped_save_leaves_nothing(tmp_path: Path) -> None:
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        formats.save(TOKENIZER, tmp_path / "t", ["huggingface"], monitor)
    assert list(tmp_path.iterdir()) == []


def test_a_save_stopped_on_the_way_leaves_nothing_and_the_next_one_is_whole(tmp_path: Path) -> None:
    class StopsAfterAFile(Monitor):
        def advance_to(self, done: int) -> None:
            super().advance_to(done)
            self.stop()

    with pytest.raises(Stopped):
        formats.save(TOKENIZER, tmp_path / "t", ["huggingface", "gpt2"], StopsAfterAFile())
    assert list(tmp_path.iterdir()) == []
    for folder in ("t", "fresh/t"):
        (tmp_path / folder).parent.mkdir(exist_ok=True)
        formats.save(TOKENIZER, tmp_path / folder, ["huggingface", "gpt2"])
    assert contents(tmp_path / "t") == contents(tmp_path / "fresh" / "t")


SHUFFLED_AND_SAVED = """
import random, sys
from pathlib import Path
from vocabsmith_engine import Recipe, train
folder, seed = Path(sys.argv[1]), int(sys.argv[2])
dice = random.Random(seed)
words = ["qx", "kz", "qx", "mv", "mv"]
dice.shuffle(words)
(folder / "line.txt").write_text(" ".join(["kz", *words]))
files = [folder / name for name in "123"]
for file, text in zip(files, ("kz\\nqx\\n", "kz\\nqx\\n", "mv\\nmv\\n")):
    file.write_text(text)
dice.shuffle(files)
for name, sources, rules in (
    ("line", [folder / "line.txt"], {"byte_order": "value"}),
    ("files", files, {}),
    ("greater", files, {"tie_break": "bytes"}),
):
    recipe = Recipe(vocab_size=259, min_frequency=1, **rules)
    result = train(sources, recipe, threads=1 if seed % 2 else 8)
    result.tokenizer.save(folder / name, ["huggingface", "gpt2", "tiktoken"])
"""


def test_exports_are_the_same_bytes_whatever_order_threads_and_hash_seed(tmp_path: Path) -> None:
    for seed in range(10):
        folder = tmp_path / str(seed)
        folder.mkdir()
        environment = os.environ | {"PYTHONHASHSEED": str(seed)}
        command = [sys.executable, "-c", SHUFFLED_AND_SAVED, str(folder), str(seed)]
        subprocess.run(command, env=environment, check=True)
        for name in ("line", "files", "greater"):
            assert contents(folder / name) == contents(tmp_path / "0" / name)
    assert contents(tmp_path / "0" / "line")["merges.txt"] == "#version: 0.2\nĠ m\nĠ q\nk z\n".encode()
    assert contents(tmp_path / "0" / "files")["merges.txt"] == b"#version: 0.2\nk z\nm v\nq x\n"
    assert contents(tmp_path / "0" / "greater")["merges.txt"] == b"#version: 0.2\nq x\nm v\nk z\n"


def contents(folder: Path) -> dict[str, bytes]:
    return {entry.name: entry.read_bytes() for entry in folder.iterdir()}


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(FormatError, match=r"format 'gguf2': is not known. Choose from huggingface, gpt2, tiktoken"):
        TOKENIZER.save("/nowhere", ["gguf2"])
    with pytest.raises(FormatError, match="no format: was chosen"):
        TOKENIZER.save("/nowhere", [])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_named_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "tokenizer.json")
    for path in (tmp_path / "tokenizer.json", tmp_path):
        with pytest.raises(FormatError, match=r"tokenizer.json: is no file. Choose a tokenizer"):
            Tokenizer.load(path)


def test_an_ending_may_be_in_capitals(tmp_path: Path) -> None:
    TOKENIZER.save(tmp_path, ["huggingface"])
    (tmp_path / "tokenizer.json").rename(tmp_path / "COPY.JSON")
    assert Tokenizer.load(tmp_path / "COPY.JSON").tokens == TOKENIZER.tokens


def test_what_is_no_tokenizer_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    with pytest.raises(FormatError, match=r"picture.png: is no tokenizer file. Choose a tokenizer.json"):
        Tokenizer.load(tmp_path / "picture.png")
    with pytest.raises(FormatError, match="holds no tokenizer"):
        Tokenizer.load(tmp_path)
    with pytest.raises(FormatError, match="missing: does not exist"):
        Tokenizer.load(tmp_path / "missing")


@pytest.mark.parametrize("name", ["huggingface", "gpt2", "tiktoken"])
def test_the_lines_that_load_the_files_are_python(name: str, tmp_path: Path) -> None:
    lines = formats.loading_code(name, tmp_path / "it's")
    assert len(lines) == 2
    for code in lines.values():
        compile(code, "shown", "exec")


def test_nothing_is_executed_or_unpickled_on_loading(tmp_path: Path) -> None:
    TOKENIZER.save(tmp_path / "t", ["tiktoken"])
    (tmp_path / "t" / "load_t.py").write_text("raise SystemExit('executed')")
    assert Tokenizer.load(tmp_path / "t").encode("abab") == [257]


def test_a_path_longer_than_any_file_system_takes_is_an_error_that_names_it(tmp_path: Path) -> None:
    path = tmp_path / ("z" * 300)
    with pytest.raises(FormatError, match="zzz: cannot be read"):
        formats.load(path)
    with pytest.raises(FormatError, match="zzz: cannot be written to"):
        formats.check_target(path, ["vocab.json"])


@pytest.mark.skipif(sys.platform != "linux", reason="file names are text elsewhere")
@pytest.mark.parametrize("name", ["huggingface", "gpt2", "tiktoken", "gguf"])
def test_a_folder_whose_name_is_no_text_holds_a_tokenizer_like_any_other(name: str, tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/raw\xf0"))
    TOKENIZER.save(folder, formats=[name])
    assert Tokenizer.load(folder).tokens == TOKENIZER.tokens


def test_a_value_of_a_file_is_cut_in_the_error(tmp_path: Path) -> None:
    TOKENIZER.save(tmp_path, formats=["gpt2"])
    side = tmp_path / "vocabsmith.json"
    side.write_text(side.read_text().replace('"line_ends": "keep"', f'"line_ends": "{"x" * 100_000}"'))
    with pytest.raises(FormatError, match=r"line_ends 'xxx.*…: is not one of the known values") as refusal:
        Tokenizer.load(tmp_path)
    assert len(str(refusal.value)) < 1_000
