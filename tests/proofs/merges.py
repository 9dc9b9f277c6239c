"""Proof that merges are those of Hugging Face's BpeTrainer: the same texts, vocabulary 32,000, ties `hf`.

    python tests/proofs/merges.py [--corpora FOLDER] [--only multi,cjk] [--vocab-size 32000]

Without a folder the sample is compared. Prints the hash of each list of merges; ends with 1 if two differ.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from pathlib import Path

from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from vocabsmith_engine import Recipe, train
from vocabsmith_engine.byte_alphabet import unspell
from vocabsmith_resources.samples import SEPARATOR, sample_path

Merges = list[tuple[bytes, bytes]]
DEFAULT = "english,multi,cjk"


def ours(path: Path, vocab_size: int) -> Merges:
    recipe = Recipe(vocab_size=vocab_size, pretokenizer="gpt2", special_tokens=(SEPARATOR,))
    return train([path], recipe).merges


def theirs(path: Path, vocab_size: int) -> Merges:
    documents = path.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff").split(SEPARATOR)
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size - 1,  # ours has the separator too
        min_frequency=2,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(documents, trainer)
    return [(unspell(left), unspell(right)) for left, right in json.loads(tokenizer.to_str())["model"]["merges"]]


def digest(merges: Merges) -> str:
    return hashlib.sha256(json.dumps([(left.hex(), right.hex()) for left, right in merges]).encode()).hexdigest()[:16]


def compare(path: Path, vocab_size: int) -> bool:
    """Train with both, and print what came out."""
    began = time.monotonic()
    found = ours(path, vocab_size)
    between = time.monotonic()
    expected = theirs(path, vocab_size)
    same = found == expected
    print(
        f"{path.name}: {len(found):,} merges {digest(found)} in {between - began:.1f} s; tokenizers: {len(expected):,} "
        f"merges {digest(expected)} in {time.monotonic() - between:.1f} s; {'equal' if same else 'DIFFERENT'}",
        flush=True,
    )
    if not same:
        places = (i for i, (a, b) in enumerate(zip(found, expected, strict=False)) if a != b)
        print(f"the first difference is merge {next(places, min(len(found), len(expected)))}")
    return same


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, help="a folder of large texts, *.txt")
    parser.add_argument("--only", default=DEFAULT, help=f"which of them, without .txt (default {DEFAULT})")
    parser.add_argument("--vocab-size", type=int, default=32_000)
    chosen = parser.parse_args()
    paths = [sample_path()]
    if chosen.corpora:
        paths = [path for name in chosen.only.split(",") if (path := chosen.corpora / f"{name}.txt").exists()]
    equal = [compare(path, chosen.vocab_size) for path in paths]
    return 0 if all(equal) else 1


if __name__ == "__main__":
    sys.exit(main())
