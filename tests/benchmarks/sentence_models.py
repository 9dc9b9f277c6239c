"""SentencePiece models beside the library that they come from, on a few sentences and on many.

    sentence_models.py [--text FILE] [--vocab-size N] [--runs N] [--models FOLDER]

The library trains a model of each kind on the text. Then both encode the same sentences, in turn, on one thread: from
Python strings to ids, the library's as lists, which it makes faster than arrays, ours as arrays. Both get them one by
one and all at once; what takes less time counts. The model leaves the text as it is, so that models are compared and
not normalisation. Ids must be equal. Printed is a table in Markdown: the median time of the processor, and how often
ours fits into the library's. --models: where trained models stay, and are taken from.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import sentencepiece
from sentencepiece import sentencepiece_model_pb2

from vocabsmith_engine import _models
from vocabsmith_resources.samples import sample_path

NUMBERS = (1, 3, 30, 300)
MODEL_TYPES = ("unigram", "bpe")
SECONDS_A_RUN = 0.02
UNIGRAM, UNKNOWN = 1, 2


def sentences_of(path: Path) -> list[str]:
    """Lines of middling length, from all over the text."""
    with path.open(encoding="utf-8", errors="replace") as file:
        lines = [line.strip() for line in file if 60 <= len(line) <= 400]
    return lines[:: max(1, len(lines) // 100_000)]


def trained_model(sentences: list[str], model_type: str, vocab_size: int, folder: Path) -> Any:
    """A model with the spaces written as ▁ and no normalisation."""
    path = folder / f"{model_type}.model"
    if not path.exists():
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(sentences),
            model_prefix=str(path.with_suffix("")),
            model_type=model_type,
            vocab_size=vocab_size,
            hard_vocab_limit=False,
            normalization_rule_name="identity",
            minloglevel=2,
        )
    proto = sentencepiece_model_pb2.ModelProto.FromString(path.read_bytes())
    proto.normalizer_spec.add_dummy_prefix = False
    proto.normalizer_spec.remove_extra_whitespaces = False
    proto.normalizer_spec.escape_whitespaces = False
    return proto


def our_encoder(proto: Any) -> Any:
    """The encoder for a model without byte pieces."""
    kind = _models.UnigramEncoder if proto.trainer_spec.model_type == UNIGRAM else _models.ScoredPairEncoder
    kinds = [piece.type for piece in proto.pieces]
    scores = np.array([piece.score for piece in proto.pieces], np.float32)
    tokens = [piece.piece.encode() for piece in proto.pieces]
    return kind(tokens, scores, np.array(kinds, np.uint8), None, kinds.index(UNKNOWN))


def our_ids(encoder: Any, sentences: list[str]) -> Any:
    """Ids of all sentences, one after the other."""
    texts = [sentence.encode() for sentence in sentences]
    ends = np.cumsum([0, *map(len, texts)], dtype=np.uint64)
    return encoder.encode_pieces(b"".join(texts), ends[:-1], ends[1:])[0]


def seconds_of_call(call: Callable[[], object], calls: int) -> float:
    """The mean of some calls, in seconds of the processor, whatever else runs beside them."""
    began = time.process_time()
    for _ in range(calls):
        call()
    return (time.process_time() - began) / calls


def compare(proto: Any, sentences: list[str], runs: int) -> tuple[float, float]:
    """Median seconds for all sentences: of the library, and ours."""
    library = sentencepiece.SentencePieceProcessor(model_proto=proto.SerializeToString())
    encoder = our_encoder(proto)
    calls: tuple[Callable[[], Any], ...] = (
        lambda: [library.encode(sentence) for sentence in sentences],
        lambda: library.encode(sentences, num_threads=1),
        lambda: [encoder.encode(sentence.encode()) for sentence in sentences],
        lambda: our_ids(encoder, sentences),
    )
    if [token for ids in calls[0]() for token in ids] != calls[-1]().tolist():
        raise SystemExit("the ids differ")
    often = [max(1, round(SECONDS_A_RUN / max(1e-6, seconds_of_call(call, 5)))) for call in calls]
    taken = [[seconds_of_call(call, times) for call, times in zip(calls, often, strict=True)] for _ in range(runs)]
    medians = [statistics.median(run[i] for run in taken) for i in range(len(calls))]
    return min(medians[:2]), min(medians[2:])


def print_rows(lines: list[str], model_type: str, vocab_size: int, folder: Path, runs: int) -> None:
    """Those of one model."""
    proto = trained_model(lines, model_type, vocab_size, folder)
    for number in NUMBERS:
        sentences = ["▁" + line.replace(" ", "▁") for line in lines[:: len(lines) // number][:number]]
        library, ours = compare(proto, sentences, runs)
        size = sum(len(sentence.encode()) for sentence in sentences)
        print(
            f"| {model_type} | {len(proto.pieces):,} | {number} | {size:,} | {library * 1e6:,.0f} µs "
            f"| {ours * 1e6:,.0f} µs | {library / ours:.1f} |",
            flush=True,
        )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, default=sample_path())
    parser.add_argument("--vocab-size", type=int, default=8000)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--models", type=Path)
    options = parser.parse_args()
    lines = sentences_of(options.text)
    print("| model | tokens | sentences | bytes | sentencepiece | Vocabsmith | times as fast |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        for model_type in MODEL_TYPES:
            print_rows(lines, model_type, options.vocab_size, options.models or Path(folder), options.runs)


if __name__ == "__main__":
    main()
