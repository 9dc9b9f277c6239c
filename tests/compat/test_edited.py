"""A tokenizer that was edited gives the same ids in every library, and the ids that its edit told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tokenizers

from vocabsmith_engine import Tokenizer
from vocabsmith_engine.editing import EditPlan, apply_edit, preview_edit
from vocabsmith_engine.formats import FORMATS
from vocabsmith_engine.formats.tiktoken import library_encoding

EDITS = {
    "removed": EditPlan(remove=tuple(range(330, 420, 7)), add_specials=("<|x|>",)),
    "kept ids": EditPlan(remove=tuple(range(330, 420, 7)), holes="reserve"),
    "cut": EditPlan(size=400, add_specials=("<|x|>", "<|y z|>")),
}


@pytest.mark.parametrize(
    "settings", [{"pretokenizer": "gpt2", "specials": "start"}, {"pretokenizer": "cl100k"}], ids=str
)
@pytest.mark.parametrize("edit", EDITS)
def test_every_library_gives_the_ids_of_the_edited_tokenizer(
    settings: dict[str, str], edit: str, saved: Callable[..., Any], texts: tuple[str, ...], tmp_path: Path
) -> None:
    from transformers import AutoTokenizer  # noqa: PLC0415 - seconds to import

    before = saved(**settings).tokenizer
    preview = preview_edit(before, EDITS[edit])
    made = apply_edit(before, EDITS[edit], preview)
    assert preview.broken_merges.size
    made.save(tmp_path / "edited", FORMATS)
    texts = (*texts, *(f"a{text} b" for text, _ in preview.added))
    ids = [made.encode(text) for text in texts]
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "edited" / "tokenizer.json"))
    assert [theirs.encode(text).ids for text in texts] == ids
    tiktoken = library_encoding(Tokenizer.load(tmp_path / "edited" / "edited.tiktoken"))
    assert [tiktoken.encode(text, allowed_special="all") for text in texts] == ids
    assert AutoTokenizer.from_pretrained(str(tmp_path / "edited"))(list(texts))["input_ids"] == ids
    for file in ("vocab.json", "edited.gguf"):
        assert [Tokenizer.load(tmp_path / "edited" / file).encode(text) for text in texts] == ids
