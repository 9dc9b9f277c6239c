"""Whatever a tokenizer says comes back from every format that can be read, or is told or refused before saving."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vocabsmith_engine import Pretokenizer, Recipe, Tokenizer, formats, train_from_counts
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.decoding import Decoding
from vocabsmith_engine.normalization import Lowercase, Normalizer, UnicodeForm
from vocabsmith_engine.piece_cutting import Split
from vocabsmith_engine.templates import Template

LOADED = [name for name in formats.FORMATS if name != "vocab_tsv"]
BEGIN, END = 300, 301
SAYINGS: dict[str, dict[str, Any]] = {
    "form": {"normalizer": Normalizer((UnicodeForm("NFC"),))},
    "edit": {"normalizer": Normalizer((Lowercase(),))},
    "begin": {"template": Template((BEGIN,), ())},
    "end": {"template": Template((), (END,))},
    "decoding": {"decoding": Decoding(leading_space="first")},
    "chat": {"chat_template": "{{ messages }}"},
    "length": {"model_max_length": 2048},
    "roles": {"roles": {"bos": "<s>", "eos": "</s>", "pad": "</s>"}},
    "spaces": {"added_tokens": (AddedToken("<s>", BEGIN, lstrip=True), AddedToken("</s>", END))},
    "words": {"added_tokens": (AddedToken("<s>", BEGIN), AddedToken("</s>", END, single_word=True))},
    "ordinary": {"added_tokens": (AddedToken("<s>", BEGIN, special=False), AddedToken("</s>", END))},
    "pattern": {"pretokenizer": Pretokenizer.of("qwen2")},
    "expression": {"pretokenizer": Pretokenizer.of(r"\p{N}{1,3}|[^\p{N}]+")},
    "splits": {"pretokenizer": Pretokenizer.of_splits((Split(" ", "MergedWithNext"),))},
    "removal": {"pretokenizer": Pretokenizer.of_splits((Split(" ", "Removed"),))},
}
TOLD_OF_EVERY_TOKENIZER = {
    ("sentencepiece", "roles"): "its bos_id(), eos_id() and pad_id() are -1",
    ("sentencepiece", "ordinary"): "Special tokens become user-defined pieces",
}


def trained(name: str) -> Tokenizer:
    """A tokenizer that the format carries whole."""
    piece = "".join(chr(ord("a") + number % 26) * (number % 7 + 1) for number in range(99)).encode()
    base = {"base": "characters", "pretokenizer": "none"} if name == "sentencepiece" else {}
    recipe = Recipe.from_dict({"vocab_size": END + 1, "special_tokens": ["<s>", "</s>"], "min_frequency": 1} | base)
    return train_from_counts([(piece, 2)], recipe).tokenizer


def told(tokenizer: Tokenizer, name: str) -> set[formats.Note]:
    return {note for note in formats.FORMATS[name].cannot_carry(tokenizer) if note.level != "info"}


@pytest.mark.parametrize("saying", SAYINGS)
@pytest.mark.parametrize("name", LOADED)
def test_it_comes_back_or_is_told(name: str, saying: str, tmp_path: Path) -> None:
    plain = trained(name)
    tokenizer = dataclasses.replace(plain, **SAYINGS[saying])
    new = told(tokenizer, name) - told(plain, name)
    if any(note.level == "refused" for note in new):
        return
    tokenizer.save(tmp_path, [name])
    if always := TOLD_OF_EVERY_TOKENIZER.get((name, saying)):
        assert any(always in note.text for note in formats.FORMATS[name].cannot_carry(tokenizer))
        return
    [(field, value)] = SAYINGS[saying].items()
    assert new or getattr(Tokenizer.load(tmp_path), field) == value


def test_an_added_token_that_is_a_byte_is_carried_or_refused(tmp_path: Path) -> None:
    tokens = [bytes([value]) for value in range(256)]
    added = (AddedToken("a", 97, special=False),)
    no_merges = np.zeros((0, 3), np.uint32)
    tokenizer = Tokenizer(tokens, no_merges, {"a": 97}, Pretokenizer.of("gpt2"), added_tokens=added)
    for name in LOADED:
        if any(note.level == "refused" for note in told(tokenizer, name)):
            assert name == "sentencepiece"
            continue
        tokenizer.save(tmp_path / name, [name])
        assert Tokenizer.load(tmp_path / name).encode("ba a") == tokenizer.encode("ba a") == [98, 97, 32, 97]
