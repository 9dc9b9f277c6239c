"""tokenizer_config.json and chat_template.jinja beside a tokenizer.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from one_file import load, minimal

from vocabsmith_engine import FormatError


def config(folder: Path, **entries: Any) -> None:
    (folder / "tokenizer_config.json").write_text(json.dumps(entries), "utf-8")


def test_the_template_may_be_one_text_or_a_list_by_name(tmp_path: Path) -> None:
    config(tmp_path, chat_template="{{ one }}")
    assert load(minimal(), tmp_path).chat_template == "{{ one }}"
    named = [{"name": "default", "template": "{{ two }}"}, {"name": "tool_use", "template": "{{ three }}"}]
    config(tmp_path, chat_template=named)
    tokenizer = load(minimal(), tmp_path)
    assert tokenizer.chat_template == "{{ two }}"
    assert tokenizer.notes == ('Only the default chat template is carried, not those called "tool_use".',)


def test_a_template_file_wins(tmp_path: Path) -> None:
    config(tmp_path, chat_template="{{ old }}")
    (tmp_path / "chat_template.jinja").write_text("{{ new }}")
    (tmp_path / "additional_chat_templates").mkdir()
    (tmp_path / "additional_chat_templates" / "rag.jinja").write_text("{{ rag }}")
    tokenizer = load(minimal(), tmp_path)
    assert tokenizer.chat_template == "{{ new }}"
    assert tokenizer.notes == ('Only the default chat template is carried, not those called "rag".',)


@pytest.mark.parametrize(
    ("written", "length"),
    [(4096, 4096), (None, None), (10**30, None), (1e30, None), (1000000000000000019884624838656, None)],
)
def test_the_longest_text(written: float | None, length: int | None, tmp_path: Path) -> None:
    config(tmp_path, model_max_length=written)
    assert load(minimal(), tmp_path).model_max_length == length


def test_a_role_that_no_added_token_plays_is_noted(tmp_path: Path) -> None:
    config(tmp_path, eos_token="<s>", pad_token={"content": "<pad>"})
    tokenizer = load(minimal(), tmp_path)
    assert tokenizer.roles == {"eos": "<s>"}
    assert tokenizer.notes == ('tokenizer_config.json names "<pad>" as pad, which is no added token; it is left out.',)


def test_ids_are_those_of_the_tokenizer_file_and_a_contradiction_is_noted(tmp_path: Path) -> None:
    config(tmp_path, bos_token="<s>", add_bos_token=True, eos_token="<s>", add_eos_token=False)
    tokenizer = load(minimal(), tmp_path)
    assert tokenizer.encode(" ab") == [257]
    assert tokenizer.notes == (
        "tokenizer_config.json says add_bos_token true, and tokenizer.json does not; ids are those of tokenizer.json.",
    )


def test_a_damaged_configuration_is_refused_by_name(tmp_path: Path) -> None:
    config(tmp_path, chat_template=[{"name": "default"}])
    with pytest.raises(FormatError, match=r"tokenizer_config.json: chat_template\[0\].template null: must be a string"):
        load(minimal(), tmp_path)
