"""Special tokens after an export: overlapping ones, roles, ids in the middle."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
import tokenizers

from vocabsmith_engine import Recipe, Tokenizer, formats, train_from_counts


def trained(*special_tokens: str, specials: str = "end") -> Tokenizer:
    settings = {"vocab_size": 258 + len(special_tokens), "special_tokens": special_tokens, "specials": specials}
    return train_from_counts([(b" a", 9), (b" ab", 5)], Recipe.from_dict(settings)).tokenizer


@pytest.mark.parametrize("order", list(permutations(["<d>", "<d><d>", "<d>x"])))
def test_overlapping_tokens_are_found_alike_in_whatever_order(order: tuple[str, ...], tmp_path: Path) -> None:
    trained(*order).save(tmp_path, ["huggingface", "gpt2", "tiktoken"])
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    encoded = theirs.encode("a<d><d>b<d>xq")
    assert encoded.tokens == ["a", "<d><d>", "b", "<d>x", "q"]
    assert theirs.decode(encoded.ids, skip_special_tokens=False) == "a<d><d>b<d>xq"
    for name in ("tokenizer.json", "vocab.json", f"{tmp_path.name}.tiktoken"):
        loaded = Tokenizer.load(tmp_path / name)
        assert loaded.encode("a<d><d>b<d>xq") == encoded.ids
        assert loaded.decode(encoded.ids) == "a<d><d>b<d>xq"


@pytest.mark.parametrize("specials", ["start", "after-bytes", "end"])
def test_the_reloaded_two_files_keep_a_special_token_whole(specials: str, tmp_path: Path) -> None:
    tokenizer = trained("<sep>", specials=specials)
    tokenizer.save(tmp_path, ["gpt2"])
    ids = Tokenizer.load(tmp_path / "vocab.json").encode("hi<sep>yo")
    assert ids == tokenizer.encode("hi<sep>yo")
    assert ids.count(tokenizer.special_tokens["<sep>"]) == 1


def test_transformers_knows_the_roles(tmp_path: Path) -> None:
    from transformers import AutoTokenizer  # noqa: PLC0415 - seconds to import

    formats.save(
        trained("<s>", "<e>", "<p>"), tmp_path, ["huggingface"], roles={"bos": "<s>", "eos": "<e>", "pad": "<p>"}
    )
    theirs = AutoTokenizer.from_pretrained(str(tmp_path))
    assert (theirs.bos_token, theirs.eos_token, theirs.pad_token, theirs.unk_token) == ("<s>", "<e>", "<p>", None)
    assert theirs("a<e>")["input_ids"] == Tokenizer.load(tmp_path).encode("a<e>")
    assert theirs.decode(theirs("a<e>")["input_ids"], skip_special_tokens=True) == "a"


def test_transformers_adds_nothing_on_its_own(tmp_path: Path) -> None:
    from transformers import AutoTokenizer  # noqa: PLC0415 - seconds to import

    trained().save(tmp_path, ["huggingface"])
    theirs = AutoTokenizer.from_pretrained(str(tmp_path))
    assert theirs.decode(theirs(" a , b n't .")["input_ids"]) == " a , b n't ."
    assert len(theirs) == 258
