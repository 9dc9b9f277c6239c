"""Training beside Hugging Face's BpeTrainer, on the same pieces: the merges must be equal.

python tests/benchmarks/train.py corpus.txt --vocab-size 32000
"""

from __future__ import annotations

import argparse
import json
import time

from measuring import digest, options, run_benchmark


def digest_of_merges(merges: list[tuple[bytes, bytes]]) -> bytes:
    return digest(json.dumps([(left.hex(), right.hex()) for left, right in merges]).encode())


def vocabsmith(arguments: argparse.Namespace) -> tuple[float, bytes]:
    from vocabsmith_engine import Recipe, train  # noqa: PLC0415, each peer is imported in its own process only

    # Hugging Face's file reader takes each line as a document.
    recipe = Recipe(vocab_size=arguments.vocab_size, document_unit="line")
    began = time.perf_counter()
    result = train([arguments.corpus], recipe)
    return time.perf_counter() - began, digest_of_merges(result.merges)


def tokenizers(arguments: argparse.Namespace) -> tuple[float, bytes]:
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers  # noqa: PLC0415

    from vocabsmith_engine.byte_alphabet import unspell  # noqa: PLC0415

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=arguments.vocab_size, min_frequency=2, initial_alphabet=alphabet, show_progress=False
    )
    began = time.perf_counter()
    tokenizer.train([str(arguments.corpus)], trainer)
    seconds = time.perf_counter() - began
    merges = json.loads(tokenizer.to_str())["model"]["merges"]
    return seconds, digest_of_merges([(unspell(left), unspell(right)) for left, right in merges])


if __name__ == "__main__":
    run_benchmark("training", {"vocabsmith": vocabsmith, "tokenizers": tokenizers}, options("Training.").parse_args())
