"""Ids on the clipboard: each form says the same to the program that reads it."""

import json

import numpy as np
import pytest

from vocabsmith.pages.inspect_page.copy_forms import copy_form
from vocabsmith_engine import Recipe, Tokenizer, train_from_counts


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    recipe = Recipe(vocab_size=258, byte_order="value", special_tokens=("<s>",))
    return train_from_counts([(b"abab", 3)], recipe).tokenizer


def copied(tokenizer: Tokenizer, form: str, text: str, folder: str = "") -> str:
    ids = tokenizer.encode(text)
    return copy_form(
        form, tokenizer=tokenizer, text=text, ids=ids, special="allow", path=folder, exported=True, encoded=True
    )


def test_a_list(tokenizer: Tokenizer) -> None:
    assert copied(tokenizer, "list", "ab<s>c") == "[256, 257, 99]"


def test_json_carries_text_ids_and_tokens(tokenizer: Tokenizer) -> None:
    assert json.loads(copied(tokenizer, "json", "ab é")) == {
        "text": "ab é",
        "ids": [256, 32, 195, 169],
        "tokens": ["ab", "Ġ", "C3", "A9"],
    }


def test_numpy_code_makes_the_array(tokenizer: Tokenizer) -> None:
    made: dict[str, object] = {}
    exec(copied(tokenizer, "numpy", "abc"), made)
    ids = made["ids"]
    assert isinstance(ids, np.ndarray)
    assert (ids.tolist(), ids.dtype) == ([256, 99], np.uint32)


@pytest.mark.parametrize("text", ["ab<s>c", 'a "quote" \\ and \n', "\ud83d alone", "😀"])
def test_python_code_reproduces_the_ids(tokenizer: Tokenizer, tmp_path, text: str) -> None:
    tokenizer.save(tmp_path, ["huggingface"])
    made: dict[str, object] = {}
    exec(copied(tokenizer, "python", text, str(tmp_path)), made)
    assert made["ids"] == tokenizer.encode(text)


def test_python_code_for_ids_that_are_not_those_of_a_text_decodes_them(tokenizer: Tokenizer, tmp_path) -> None:
    tokenizer.save(tmp_path, ["huggingface"])
    code = copy_form(
        "python",
        tokenizer=tokenizer,
        text="ab",
        ids=[97, 98],
        special="allow",
        path=str(tmp_path),
        exported=True,
        encoded=False,
    )
    made: dict[str, object] = {}
    exec(code, made)
    assert made["text"] == "ab"


def test_python_code_names_the_file_that_was_opened_and_says_when_it_can_only_guess(tokenizer: Tokenizer) -> None:
    def code(path: str, exported: bool) -> str:
        return copy_form(
            "python",
            tokenizer=tokenizer,
            text="a",
            ids=[97],
            special="allow",
            path=path,
            exported=exported,
            encoded=True,
        ).splitlines()[2]

    assert code("/models/tokenizer.json", False) == "tokenizer = Tokenizer.load('/models/tokenizer.json')"
    assert code("/out", True) == "tokenizer = Tokenizer.load('/out')  # the folder it was exported to"
    assert code("", True) == "tokenizer = Tokenizer.load('tokenizer')  # the folder it was exported to"
