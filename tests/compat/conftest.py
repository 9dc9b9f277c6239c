"""Tokenizers trained on many languages, saved once for the whole session, and the texts they are compared on."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from vocabsmith_engine import Recipe, Tokenizer, train
from vocabsmith_engine.formats.nasty_strings import nasty_strings
from vocabsmith_resources.samples import sample_path

os.environ["TOKENIZERS_PARALLELISM"] = "false"
os.environ["HF_HUB_OFFLINE"] = "1"

OTHERS_WARNINGS = [
    f"ignore::{category}:{library}.*"
    for library in ("transformers", "tokenizers", "tiktoken")
    for category in ("DeprecationWarning", "FutureWarning", "PendingDeprecationWarning")
]

SPECIAL_TOKENS = ("<|endoftext|>", "<pad>", "[SEP] ")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What other libraries plan to change in themselves is no failure of ours; all other warnings stay errors."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            for warning in OTHERS_WARNINGS:
                item.add_marker(pytest.mark.filterwarnings(warning))


@dataclass(frozen=True)
class Saved:
    """A tokenizer and the folder it was saved to in every format that carries it."""

    tokenizer: Tokenizer
    folder: Path


@pytest.fixture(scope="session")
def sample_lines() -> list[str]:
    """1,000 lines from all over the sample, so of all its languages."""
    lines = [line for line in sample_path().read_text("utf-8").split("\n") if line.strip()]
    return lines[:: len(lines) // 1000][:1000]


@pytest.fixture(scope="session")
def texts(sample_lines: list[str]) -> tuple[str, ...]:
    """The nasty strings, the lines, and digits that patterns take in different numbers."""
    assert len(sample_lines) == 1000
    return (*nasty_strings(SPECIAL_TOKENS), *sample_lines, *(f"year {20261004 + number}" for number in range(30)))


@pytest.fixture(scope="session")
def saved(sample_lines: list[str], tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Saved]:
    """Trains with these settings and saves, once a session for each."""
    corpus = tmp_path_factory.mktemp("corpus") / "sample.txt"
    corpus.write_text("\n".join(sample_lines) + "\nyear 20261004" * 30, "utf-8")

    @cache
    def make(**settings: Any) -> Saved:
        recipe = Recipe(vocab_size=1200, special_tokens=SPECIAL_TOKENS, **settings)
        tokenizer = train([corpus], recipe, threads=1).tokenizer
        folder = tmp_path_factory.mktemp("saved") / "tok"
        one_expression = settings["pretokenizer"] != "deepseek3"
        tokenizer.save(folder, ["huggingface", "gpt2", *(["tiktoken"] if one_expression else [])])
        return Saved(tokenizer, folder)

    return make
