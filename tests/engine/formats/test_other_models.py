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
