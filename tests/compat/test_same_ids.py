"""After saving, other libraries give the same ids as Vocabsmith, and the same text back."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
import tokenizers
from tokenizers import models

from vocabsmith_engine import Tokenizer
from vocabsmith_engine.formats.tiktoken import library_encoding

CUSTOM = r"\p{N}{1,3}+|\s?\p{Lu}?\p{Ll}+|\s?[^\s\p{L}\p{N}]+"

# Every pattern once, and with them every tie rule, byte order and place of the special tokens.
ONE_OF_EACH = [
    {"pretokenizer": "gpt2"},
    {"pretokenizer": "cl100k", "tie_break": "bytes", "specials": "start"},
    {"pretokenizer": "llama3", "byte_order": "value"},
    {"pretokenizer": "o200k", "byte_order": "value", "specials": "after-bytes"},
    {"pretokenizer": "qwen2", "tie_break": "bytes", "byte_order": "value"},
    {"pretokenizer": "nanochat", "specials": "start"},
    {"pretokenizer": "digits", "byte_order": "value", "specials": "start"},
    {"pretokenizer": "whitespace", "tie_break": "bytes", "specials": "after-bytes"},
    {"pretokenizer": "none", "specials": "after-bytes"},
    {"pretokenizer": "deepseek3", "specials": "start"},
    {"pretokenizer": CUSTOM, "tie_break": "bytes", "byte_order": "value", "specials": "start"},
]
IN_ONE_EXPRESSION = [settings for settings in ONE_OF_EACH if settings["pretokenizer"] != "deepseek3"]

LOAD_IN_A_CLEAN_PROCESS = """
import json, sys
sys.path.insert(0, sys.argv[1])
from load_tok import load
encoding = load()
texts = json.load(sys.stdin)
ids = [encoding.encode(text, allowed_special="all") for text in texts]
json.dump({"ids": ids, "texts": [encoding.decode(row) for row in ids]}, sys.stdout)
"""


def name_of(settings: dict[str, str]) -> str:
    return "-".join("custom" if value == CUSTOM else value for value in settings.values())


@pytest.mark.parametrize("settings", ONE_OF_EACH, ids=name_of)
def test_tokenizers(settings: dict[str, str], saved: Callable[..., Any], texts: tuple[str, ...]) -> None:
    made = saved(**settings)
    theirs = tokenizers.Tokenizer.from_file(str(made.folder / "tokenizer.json"))
    ids = [made.tokenizer.encode(text) for text in texts]
    assert [theirs.encode(text).ids for text in texts] == ids
    assert [theirs.decode(row, skip_special_tokens=False) for row in ids] == list(texts)


@pytest.mark.parametrize("settings", ONE_OF_EACH, ids=name_of)
def test_transformers(settings: dict[str, str], saved: Callable[..., Any], texts: tuple[str, ...]) -> None:
    from transformers import AutoTokenizer  # noqa: PLC0415 - seconds to import

    made = saved(**settings)
    theirs = AutoTokenizer.from_pretrained(str(made.folder))
    ids = [made.tokenizer.encode(text) for text in texts]
    assert theirs(list(texts))["input_ids"] == ids
    assert [theirs.decode(row) for row in ids] == list(texts)
    assert len(theirs) == made.tokenizer.vocab_size


@pytest.mark.parametrize("settings", ONE_OF_EACH, ids=name_of)
def test_the_two_gpt2_files_in_tokenizers(
    settings: dict[str, str], saved: Callable[..., Any], texts: tuple[str, ...]
) -> None:
    made = saved(**settings)
    theirs = tokenizers.Tokenizer.from_file(str(made.folder / "tokenizer.json"))
    theirs.model = models.BPE.from_file(str(made.folder / "vocab.json"), str(made.folder / "merges.txt"))
    assert [theirs.encode(text).ids for text in texts] == [made.tokenizer.encode(text) for text in texts]


@pytest.mark.parametrize("settings", IN_ONE_EXPRESSION, ids=name_of)
def test_tiktoken_through_its_loader(
    settings: dict[str, str], saved: Callable[..., Any], texts: tuple[str, ...]
) -> None:
    made = saved(**settings)
    command = [sys.executable, "-c", LOAD_IN_A_CLEAN_PROCESS, str(made.folder)]
    run = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=True)
    theirs = json.loads(run.stdout)
    assert theirs["ids"] == [made.tokenizer.encode(text) for text in texts]
    assert theirs["texts"] == list(texts)


@pytest.mark.parametrize("settings", IN_ONE_EXPRESSION, ids=name_of)
def test_tiktoken_itself(settings: dict[str, str], saved: Callable[..., Any], texts: tuple[str, ...]) -> None:
    made = saved(**settings)
    theirs = library_encoding(made.tokenizer)
    assert [theirs.encode_ordinary(text) for text in texts] == [
        made.tokenizer.encode(text, special="as_text") for text in texts
    ]
    assert [theirs.encode(text, allowed_special="all") for text in texts] == [
        made.tokenizer.encode(text) for text in texts
    ]


@pytest.mark.parametrize("settings", ONE_OF_EACH, ids=name_of)
@pytest.mark.parametrize("file", ["tokenizer.json", "vocab.json", "tok.tiktoken"])
def test_vocabsmith_itself(
    file: str, settings: dict[str, str], saved: Callable[..., Any], texts: tuple[str, ...]
) -> None:
    made = saved(**settings)
    if settings["pretokenizer"] == "deepseek3" and file == "tok.tiktoken":
        assert not (made.folder / file).exists()
        return
    loaded = Tokenizer.load(made.folder / file)
    assert [loaded.encode(text) for text in texts] == [made.tokenizer.encode(text) for text in texts]


@pytest.mark.parametrize("specials", ["start", "after-bytes", "end"])
@pytest.mark.parametrize("byte_order", ["gpt2", "value"])
@pytest.mark.parametrize("tie_break", ["hf", "bytes"])
def test_every_order_of_ids(
    tie_break: str, byte_order: str, specials: str, saved: Callable[..., Any], texts: tuple[str, ...]
) -> None:
    made = saved(pretokenizer="gpt2", tie_break=tie_break, byte_order=byte_order, specials=specials)
    theirs = tokenizers.Tokenizer.from_file(str(made.folder / "tokenizer.json"))
    ids = [made.tokenizer.encode(text) for text in texts]
    assert [theirs.encode(text).ids for text in texts] == ids
    encoding = library_encoding(made.tokenizer)
    assert [encoding.encode(text, allowed_special="all") for text in texts] == ids
