"""The options of `vocabsmith train` that say what the corpus is and what the recipe holds."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from vocabsmith import cli
from vocabsmith_engine import Tokenizer

TEXT = "the cat sat on the mat, the cat sat\n" * 20
LINES = "".join(f"line {number} of the text, the cat sat\n" for number in range(400))


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.txt"
    path.write_text(TEXT, "utf-8")
    return path


def trained(tmp_path: Path, capsys: pytest.CaptureFixture[str], *arguments: object, size: int = 280) -> dict[str, Any]:
    options = ["--vocab-size", str(size), "--output", str(tmp_path / "out"), "--json"]
    assert cli.main(["train", *map(str, arguments), *options]) == 0, capsys.readouterr().err
    facts: dict[str, Any] = json.loads(capsys.readouterr().out)
    return facts


def refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    options = ["--vocab-size", "280", "--output", str(tmp_path / "out")]
    assert cli.main(["train", *map(str, arguments), *options]) == 2
    printed = capsys.readouterr()
    assert printed.err.count("\n") == 1
    assert not (tmp_path / "out").exists()
    return printed.err


# ---------------------------------------------------------------- the recipe


def test_recipe_options_stand_in_the_recipe(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = trained(
        tmp_path, capsys, corpus, "--normalization", "NFC", "--document-unit", "line", "--line-ends", "normalise",
        "--invalid-bytes", "skip", "--held-out", "0.25",
    )  # fmt: skip
    expected = {
        "normalization": "NFC",
        "document_unit": "line",
        "line_ends": "normalise",
        "invalid_bytes": "skip",
        "held_out": 0.25,
    }
    assert facts["recipe"].items() >= expected.items()


def test_the_form_of_the_text_is_saved_and_noted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "corpus.txt"
    path.write_text("ＡＢ½ ﬁ " * 20, "utf-8")
    options = ["--vocab-size", "270", "--normalization", "NFKC", "--output", str(tmp_path / "out")]
    assert cli.main(["train", str(path), *options]) == 0
    assert "note: Normalisation NFKC is not reversible" in capsys.readouterr().err
    tokenizer = Tokenizer.load(tmp_path / "out")
    assert tokenizer.decode(tokenizer.encode("ＡＢ½ ﬁ")) == "AB1⁄2 fi"
    saved = json.loads((tmp_path / "out" / "tokenizer.json").read_text("utf-8"))
    assert saved["normalizer"] is not None


def test_held_out_text_is_measured_in_the_summary_and_the_facts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "corpus.txt"
    path.write_text(LINES, "utf-8")
    facts = trained(tmp_path, capsys, path, "--held-out", 0.1, "--document-unit", "line")
    held_out = facts["held_out"]
    assert 20 < held_out["documents"] < 60
    assert held_out["bytes_per_token"] == held_out["bytes"] / held_out["tokens"]
    assert facts["corpus"]["documents"] == 400
    arguments = [str(path), "--vocab-size", "280", "--held-out", "0.1", "--document-unit", "line"]
    assert cli.main(["train", *arguments, "--output", str(tmp_path / "again")]) == 0
    assert " bytes per token on what was held out, " in capsys.readouterr().out


def test_without_a_held_out_share_there_are_no_figures_of_it(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert trained(tmp_path, capsys, corpus)["held_out"] is None


def test_reserved_tokens_fill_the_size_up_to_a_multiple(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--special-token", "<s>", "--reserve", 2, "--pad-to-multiple", 64]
    facts = trained(tmp_path, capsys, corpus, *options, size=265)
    assert (facts["vocab_size"], facts["merges"]) == (320, 6)
    assert list(facts["special_tokens"])[:3] == ["<s>", "<|reserved_0|>", "<|reserved_1|>"]
    assert len(facts["special_tokens"]) == 58
    arguments = ["train", str(corpus), "--vocab-size", "265", "--reserve", "3", "--output", str(tmp_path / "again")]
    assert cli.main(arguments) == 0
    assert "265 tokens: 256 bytes + 3 special tokens (3 of them reserved) + 6 merges" in capsys.readouterr().out
    assert Tokenizer.load(tmp_path / "out").vocab_size == 320


def test_a_run_that_ends_early_is_filled_up_to_a_multiple_as_well(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "corpus.txt"
    path.write_text("abab")
    facts = trained(tmp_path, capsys, path, "--pad-to-multiple", 16, size=1000)
    assert (facts["vocab_size"], facts["merges"], facts["stop_reason"]) == (272, 1, "below_min_frequency")


def test_the_size_that_was_typed_is_the_one_that_is_too_small(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [
        "train",
        str(corpus),
        "--vocab-size",
        "100",
        "--pad-to-multiple",
        "64",
        "--output",
        str(tmp_path / "out"),
    ]
    assert cli.main(arguments) == 2
    assert "vocab_size 100: holds all 256 bytes" in capsys.readouterr().err


def test_a_preset_lets_the_corpus_be_described(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    facts = trained(tmp_path, capsys, corpus, "--preset", "cs336", "--document-unit", "line", "--held-out", "0.5")
    assert (facts["recipe"]["byte_order"], facts["recipe"]["document_unit"]) == ("value", "line")
    assert "contradicts --preset cs336, which has none" in refused(
        tmp_path / "other", capsys, corpus, "--preset", "cs336", "--normalization", "NFC"
    )


def test_characters_may_be_the_base(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = trained(tmp_path, capsys, corpus, "--base", "characters", "--character-coverage", "1")
    assert (facts["recipe"]["base"], facts["characters"]) == ("characters", 12)


def test_what_is_said_of_ids_is_said_of_those_that_were_learned(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--vocab-size", "280", "--format", "sentencepiece", "--output", str(tmp_path / "out")]
    assert cli.main(["train", str(corpus), *options]) == 0
    notes = [line for line in capsys.readouterr().err.splitlines() if line.startswith("note: sentencepiece: ")]
    size = Tokenizer.load(tmp_path / "out").vocab_size
    assert [line for line in notes if "All ids stay." in line and f"from id {size - 2} on" in line]
    assert [sum(word in line for line in notes) for word in ("All ids stay.", "sample lines", "U+2581")] == [1, 1, 1]


# ---------------------------------------------------------------- roles and the chat template


def test_roles_and_a_chat_template_are_saved(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    template = tmp_path / "chat.jinja"
    template.write_text("{% for message in messages %}{{ message.content }}{% endfor %}", "utf-8")
    options = ["--special-token", "<s>", "--special-token", "</s>", "--role", "bos=<s>", "--role", "eos=</s>"]
    trained(tmp_path, capsys, corpus, *options, "--chat-template", template)
    tokenizer = Tokenizer.load(tmp_path / "out")
    assert dict(tokenizer.roles or {}) == {"bos": "<s>", "eos": "</s>"}
    assert tokenizer.chat_template == template.read_text("utf-8")
    config = json.loads((tmp_path / "out" / "tokenizer_config.json").read_text("utf-8"))
    assert (config["bos_token"], config["eos_token"]) == ("<s>", "</s>")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--role", "bos"], "--role bos: is not a role and a token. Write eos="),
        (["--role", "begin=<s>"], "role 'begin': is not a known role"),
        (["--role", "bos=<x>"], "bos '<x>': is not one of the special tokens"),
        (["--role", "bos=<s>", "--role", "bos=<s>"], "--role: names a role twice"),
        (["--chat-template", "missing.jinja"], "missing.jinja: cannot be read"),
    ],
)
def test_roles_that_nobody_can_play_are_refused_before_a_file_is_read(
    options: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in refused(tmp_path, capsys, tmp_path / "missing.txt", "--special-token", "<s>", *options)


# ---------------------------------------------------------------- the corpus


def test_a_weight_multiplies_the_counts_of_a_file_or_of_what_lies_in_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "texts"
    (folder / "inner").mkdir(parents=True)
    (folder / "one.txt").write_text("ab")
    (folder / "inner" / "two.txt").write_text("cd")
    (folder / "inner" / "three.txt").write_text("ef")
    weights = ["--weight", f"{folder / 'inner'}=3", "--weight", f"{folder / 'inner' / 'two.txt'}=7"]
    facts = trained(tmp_path, capsys, folder, *weights)
    assert facts["corpus"]["pieces"] == 1 + 3 + 7


@pytest.mark.parametrize(
    "weight", ["corpus.txt", "=3", "corpus.txt=", "corpus.txt=x", "corpus.txt=1.5", "corpus.txt=-1"]
)
def test_a_weight_that_is_none_is_refused(weight: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = refused(tmp_path, capsys, "corpus.txt", "--weight", weight)
    assert f"--weight {weight}: is not a path and a whole number. Write corpus/code=3" in line


def test_a_weight_for_what_is_not_in_the_corpus_is_refused(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "which FILES neither name nor hold" in refused(tmp_path, capsys, corpus, "--weight", f"{tmp_path}=2")


def test_two_weights_for_one_file_are_refused(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = refused(tmp_path, capsys, corpus, "--weight", f"{corpus}=2", "--weight", f"{corpus}=3")
    assert f"--weight {corpus}: is given twice, with two numbers. Give it once" in line


def test_a_weight_of_zero_names_the_rule(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "must be a whole number from 1" in refused(tmp_path, capsys, corpus, "--weight", f"{corpus}=0")


def test_standard_input_is_a_file_called_minus(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    assert trained(tmp_path, capsys, "-")["corpus"]["bytes"] == len(TEXT)


def test_a_list_names_more_files(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "second.txt").write_text("dog dog")
    (tmp_path / "list").write_text("second.txt\n")
    facts = trained(tmp_path, capsys, corpus, "--files-from", tmp_path / "list")
    assert [Path(file["path"]).name for file in facts["corpus"]["files"]] == ["corpus.txt", "second.txt"]


def test_no_file_at_all_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "names no file" in refused(tmp_path, capsys)


def test_names_choose_the_files_of_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    for name in ("a.txt", "b.md", "draft.txt"):
        (folder / name).write_text("some text")
    facts = trained(tmp_path, capsys, folder, "--names", "*.txt", "--names", "!draft*")
    assert [Path(file["path"]).name for file in facts["corpus"]["files"]] == ["a.txt"]


def test_field_kind_and_encoding_are_said_of_every_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes"
    records = [{"title": "xx", "body": "été été"}, {"title": "xx"}]
    path.write_bytes(b"".join(json.dumps(record, ensure_ascii=False).encode("latin-1") + b"\n" for record in records))
    options = ["--kind", "jsonl", "--field", "body", "--encoding", "latin-1"]
    (file,) = trained(tmp_path, capsys, path, *options)["corpus"]["files"]
    assert (file["kind"], file["field"], file["used_records"], file["missing_records"]) == ("jsonl", "body", 1, 1)
    assert file["bad_bytes"] == 0


def test_bad_files_stop_a_run_or_are_left_out_and_named(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    assert str(picture) in refused(tmp_path, capsys, corpus, picture)
    facts = trained(tmp_path, capsys, corpus, picture, "--skip-bad")
    assert [file["path"] for file in facts["corpus"]["skipped"]] == [str(picture)]
    arguments = ["train", str(corpus), str(picture), "--skip-bad", "--vocab-size", "280"]
    assert cli.main([*arguments, "--output", str(tmp_path / "again")]) == 0
    assert f"left out: {picture}: " in capsys.readouterr().out
