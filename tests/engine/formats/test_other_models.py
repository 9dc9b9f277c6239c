"""Files of Hugging Face that are no BPE, or no tokenizer at all, are refused for what they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vocabsmith_engine import FormatError, Tokenizer


def refusal(path: Path, content: object) -> str:
    path.write_text(json.dumps(content))
    with pytest.raises(FormatError) as refused:
        Tokenizer.load(path)
    return str(refused.value)


def test_another_model_is_named_by_its_type(tmp_path: Path) -> None:
    file = tmp_path / "tokenizer.json"
    told = refusal(file, {"model": {"type": "Unigram", "vocab": [["a", -1.0]], "unk_id": 0}})
    assert f'{file}: model.type "Unigram"' in told


def test_a_file_without_a_model_is_no_tokenizer(tmp_path: Path) -> None:
    told = refusal(tmp_path / "tokenizer_config.json", {"tokenizer_class": "LlamaTokenizer"})
    assert "holds no model, so it is no tokenizer. Choose a tokenizer.json." in told


def test_half_a_surrogate_pair_is_refused_where_it_stands(tmp_path: Path) -> None:
    decoder = {"type": "Replace", "pattern": {"String": "a"}, "content": "\ud800"}
    model = {"type": "BPE", "vocab": {"a": 0}, "merges": []}
    told = refusal(tmp_path / "tokenizer.json", {"decoder": decoder, "model": model})
    assert 'decoder.content "\\ud800": holds half a surrogate pair, which is not text' in told


def test_keys_of_any_length_make_no_long_errors(tmp_path: Path) -> None:
    name = "x" * 10_000
    template = [{"SpecialToken": {"id": name, "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}]
    processor = {"type": "TemplateProcessing", "single": template, "pair": [], "special_tokens": {name: 7}}
    model = {"type": "BPE", "vocab": {"a": 0}, "merges": []}
    told = refusal(tmp_path / "tokenizer.json", {"post_processor": processor, "model": model})
    assert "post_processor.special_tokens.xxx" in told
    assert len(told) < 700
