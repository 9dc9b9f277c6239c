"""vocabsmith.json: what it adds to files that hold little, and what an earlier save left behind."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from one_file import BYTE_LEVEL, load, minimal, sequence

from vocabsmith_engine import FormatError, Recipe, Tokenizer, formats, train_from_counts
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.normalization import Normalizer, UnicodeForm
from vocabsmith_engine.templates import Template


def trained(**changes: Any) -> Tokenizer:
    recipe = Recipe(vocab_size=259, special_tokens=("<s>",))
    return dataclasses.replace(train_from_counts([(b" ab", 5)], recipe).tokenizer, **changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"normalizer": Normalizer((UnicodeForm("NFC"),))},
        {"template": Template((258,), ())},
        {"added_tokens": (AddedToken("<s>", 258, special=False),)},
        {"chat_template": "{{ messages }}", "model_max_length": 100},
    ],
)
@pytest.mark.parametrize("name", ["gpt2", "tiktoken"])
def test_what_the_format_has_no_place_for_comes_back(name: str, changes: dict[str, Any], tmp_path: Path) -> None:
    tokenizer = trained(**changes)
    tokenizer.save(tmp_path, [name])
    loaded = Tokenizer.load(tmp_path)
    assert {field: getattr(loaded, field) for field in changes} == changes
    assert loaded.encode("e\u0301 ab<s>") == tokenizer.encode("e\u0301 ab<s>")
    assert json.loads((tmp_path / "vocabsmith.json").read_text())["version"] == 2


def test_a_reader_of_the_first_version_is_given_no_file_that_says_more(tmp_path: Path) -> None:
    trained().save(tmp_path, ["gpt2"])
    assert json.loads((tmp_path / "vocabsmith.json").read_text())["version"] == 1


def test_splits_and_edits_of_another_maker_come_back(tmp_path: Path) -> None:
    steps = sequence({"type": "Digits", "individual_digits": True}, BYTE_LEVEL | {"add_prefix_space": True})
    (tmp_path / "json").mkdir()
    tokenizer = load(minimal(pre_tokenizer=steps, model__unk_token=None), tmp_path / "json")
    tokenizer.save(tmp_path / "gpt2", ["gpt2"])
    loaded = Tokenizer.load(tmp_path / "gpt2")
    assert loaded.pretokenizer == tokenizer.pretokenizer
    loaded.save(tmp_path / "back", ["huggingface"])
    assert json.loads((tmp_path / "back" / "tokenizer.json").read_text())["pre_tokenizer"] == steps


@pytest.mark.parametrize("name", ["gpt2", "tiktoken"])
def test_the_user_is_told_what_only_the_side_file_holds(name: str) -> None:
    tokenizer = trained(normalizer=Normalizer((UnicodeForm("NFC"),)), template=Template((258,), ()))
    told = [note.text for note in formats.preview(tokenizer, [name], "t").notes[name] if note.level == "warning"]
    assert told == [
        "Only vocabsmith.json holds the normalisation of text, the ids that are put around a text; "
        "other programs read these files without."
    ]


@pytest.mark.parametrize("name", ["gpt2", "tiktoken"])
def test_models_that_are_not_of_bytes_are_refused(name: str) -> None:
    recipe = Recipe(vocab_size=280, base="characters")
    tokenizer = train_from_counts([("é ab".encode(), 5)], recipe).tokenizer
    [note, *_] = formats.preview(tokenizer, [name], "t").notes[name]
    assert (note.level, "byte-level vocabularies only" in note.text) == ("refused", True)


def test_tiktoken_knows_no_rules_for_added_tokens() -> None:
    tokenizer = trained(added_tokens=(AddedToken("<s>", 258, lstrip=True),))
    [note] = formats.preview(tokenizer, ["tiktoken"], "t").notes["tiktoken"]
    assert (note.level, "'<s>' is not found literally" in note.text) == ("refused", True)


def test_files_of_an_earlier_save_are_named(tmp_path: Path) -> None:
    trained().save(tmp_path, ["gpt2"])
    (tmp_path / "notes.txt").write_text("mine")
    report = trained().save(tmp_path, ["huggingface"])
    assert [note.text for note in report.notes] == [
        "The folder also holds merges.txt, vocab.json from elsewhere, which may be another tokenizer's."
    ]
    assert trained().save(tmp_path / "fresh", ["huggingface"]).notes == ()


def test_a_chat_template_of_an_earlier_save_is_said_to_count(tmp_path: Path) -> None:
    (tmp_path / "chat_template.jinja").write_text("old")
    report = trained(chat_template="new").save(tmp_path, ["huggingface"])
    assert report.notes[0].text.endswith("takes the chat template from chat_template.jinja then: remove it.")
    assert Tokenizer.load(tmp_path).chat_template == "old"


def test_a_long_value_is_cut_wherever_an_error_repeats_it(tmp_path: Path) -> None:
    trained().save(tmp_path, ["gpt2"])
    side = tmp_path / "vocabsmith.json"
    side.write_text(side.read_text().replace('"pretokenizer": "gpt2"', f'"pretokenizer": "{"x" * 100_000}"'))
    with pytest.raises(FormatError, match=r"recipe: pretokenizer 'xxx") as refusal:
        Tokenizer.load(tmp_path)
    assert len(str(refusal.value)) < 1_000
