"""Encoding on one thread beside tiktoken and tokenizers, with one vocabulary: the ids must be equal.

python tests/benchmarks/encode.py corpus.txt --vocab-size 32000 --megabytes 50
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from measuring import digest, options, run_benchmark

from vocabsmith_engine import Recipe, Tokenizer, train

DOCUMENT = 100_000  # characters


def documents(arguments: argparse.Namespace) -> list[str]:
    """The first megabytes of the corpus, cut at line ends."""
    text = arguments.corpus.read_bytes()[: arguments.megabytes * 1_000_000].decode(errors="ignore")
    found = []
    begin = 0
    while begin < len(text):
        end = text.find("\n", begin + DOCUMENT) + 1 or len(text)
        found.append(text[begin:end])
        begin = end
    return found


def timed(encode: Callable[[str], np.ndarray], texts: list[str]) -> tuple[float, bytes]:
    began = time.perf_counter()
    ids = [encode(text) for text in texts]
    seconds = time.perf_counter() - began
    return seconds, digest(np.concatenate(ids).astype("<u4").tobytes())


def vocabsmith(arguments: argparse.Namespace) -> tuple[float, bytes]:
    return timed(Tokenizer.load(arguments.tokenizer).encode_array, documents(arguments))


def tiktoken(arguments: argparse.Namespace) -> tuple[float, bytes]:
    from tiktoken import Encoding  # noqa: PLC0415, each peer is imported in its own process only

    loaded = Tokenizer.load(arguments.tokenizer)
    ranks = {token: number for number, token in enumerate(loaded.tokens)}
    encoding = Encoding("peer", pat_str=loaded.pretokenizer.pattern, mergeable_ranks=ranks, special_tokens={})
    return timed(encoding.encode_to_numpy, documents(arguments))


def tokenizers(arguments: argparse.Namespace) -> tuple[float, bytes]:
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    from tokenizers import Tokenizer as Peer  # noqa: PLC0415

    peer = Peer.from_file(str(arguments.tokenizer / "tokenizer.json"))
    return timed(lambda text: np.array(peer.encode_batch_fast([text])[0].ids), documents(arguments))


def main() -> None:
    parser = options("Encoding on one thread.")
    parser.add_argument("--megabytes", type=int, default=20, help="how much of the corpus is encoded")
    parser.add_argument("--tokenizer", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    peers = {"vocabsmith": vocabsmith, "tiktoken": tiktoken, "tokenizers": tokenizers}
    if arguments.child:
        run_benchmark("encoding", peers, arguments)
        return
    with tempfile.TemporaryDirectory() as folder:
        recipe = Recipe(vocab_size=arguments.vocab_size)
        train([arguments.corpus], recipe).tokenizer.save(folder, formats=["huggingface"])
        run_benchmark("encoding", peers, arguments, extra=["--tokenizer", folder])


if __name__ == "__main__":
    main()
