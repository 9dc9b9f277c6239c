"""Proof that models of the `sentencepiece` library give the same ids, text and spans here, and exports there.

    python tests/proofs/sentencepiece_ids.py [--strings 100000] [--seed 1] [--corpora FOLDER] [--lines 2000]
                                             [--only "bpe plain"]…

Models are trained by the library with each option of its trainer; then tokenizers are trained here from characters and
saved. Prints what was compared; ends with 1 and the first difference if there is one.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import sentencepiece

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "compat")]

from sentencepiece_models import CONTROLS, MODELS, SYMBOLS, random_texts, trained  # noqa: E402 - found by the line above

from vocabsmith_engine import Pretokenizer, Recipe, Tokenizer, train_from_counts  # noqa: E402
from vocabsmith_engine.formats.nasty_strings import nasty_strings  # noqa: E402
from vocabsmith_engine.formats.sentencepiece_limits import why_inexact  # noqa: E402
from vocabsmith_engine.formats.sentencepiece_writing import model_of  # noqa: E402
from vocabsmith_resources.samples import sample_path  # noqa: E402

BATCH = 5_000


class DifferenceError(Exception):
    """Ids or text that are not those of the library."""


def lines_of(corpora: Path | None, number: int) -> list[str]:
    """Lines from all over the sample, and from the beginning of each text of the folder."""
    sample = [line for line in sample_path().read_text("utf-8").split("\n") if line.strip()]
    lines = sample[:: max(1, len(sample) // number)]
    for file in sorted(corpora.glob("*.txt")) if corpora else ():
        with file.open(encoding="utf-8", errors="replace") as text:
            lines += [line.rstrip("\n") for line in itertools.islice(text, number)]
    return lines


def compare(name: str, ours: Tokenizer, theirs: sentencepiece.SentencePieceProcessor, texts: Sequence[str]) -> None:
    """Raises DifferenceError for the first text with other ids, or ids with another text."""
    ids = theirs.encode(list(texts))
    for text, mine, other in zip(texts, ours.encode_batch(texts), ids, strict=True):
        if mine != other:
            raise DifferenceError(f"{name}: {text!r} gets {mine} here and {other} there")
    for row, other in zip(ids, theirs.decode(ids), strict=True):
        if ours.decode(row) != other:
            raise DifferenceError(f"{name}: {row} is {ours.decode(row)!r} here and {other!r} there")


def batches(texts: Iterator[str]) -> Iterator[list[str]]:
    while batch := list(itertools.islice(texts, BATCH)):
        yield batch


def loaded_models(options: argparse.Namespace, lines: list[str], fixed: Sequence[str]) -> None:
    """Every model of the library, loaded here."""
    training_lines = lines[: options.lines]
    for name in options.only or MODELS:
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "tok.model"
            file.write_bytes(trained(name, training_lines, Path(folder), **large_enough(training_lines)))
            ours, theirs = Tokenizer.load(file), sentencepiece.SentencePieceProcessor(model_file=str(file))
        compare(name, ours, theirs, [*fixed, *lines])
        for batch in batches(random_texts(options.seed, options.strings)):
            compare(name, ours, theirs, batch)
        total = len(fixed) + len(lines) + options.strings
        print(f"{name}: {total:,} texts, 0 differences, {time.monotonic() - began:.0f} s", flush=True)


def large_enough(lines: Sequence[str]) -> dict[str, int]:
    """A vocabulary that holds every character of the lines, all bytes and some hundreds of pieces."""
    return {"vocab_size": len(set("".join(lines))) + 256 + 800}


def saved_tokenizers(options: argparse.Namespace, lines: list[str], fixed: Sequence[str]) -> None:
    """Tokenizers trained here from characters: those called exact, on random text, and how many are not."""
    dice = random.Random(options.seed)
    exact = inexact = 0
    for number in range(40):
        chosen = dice.sample(lines, 60)
        recipe = Recipe(
            vocab_size=256 + 900,
            base="characters",
            character_coverage=dice.choice((0.95, 0.9995, 1.0)),
            pretokenizer=("none", "whitespace")[number % 2],
            special_tokens=("<s>", "<sep> "),
            min_frequency=1,
        )
        cut = Pretokenizer.of(recipe.pretokenizer).split
        pieces = Counter(piece for line in chosen for piece in cut(line))
        tokenizer = train_from_counts([(piece.encode(), times) for piece, times in pieces.items()], recipe).tokenizer
        if why_inexact(tokenizer):
            inexact += 1
            continue
        exact += 1
        theirs = sentencepiece.SentencePieceProcessor(model_proto=model_of(tokenizer).SerializeToString())
        for batch in batches(random_texts(options.seed + number, options.strings // 20)):
            compare(f"characters {number}", tokenizer, theirs, [text for text in (*fixed, *batch) if "▁" not in text])
    print(
        f"saved from characters: {exact} exact, {exact * options.strings // 20:,} texts, 0 differences; {inexact} not"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--strings", type=int, default=100_000, help="random texts for each model")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpora", type=Path, help="a folder of texts, *.txt, beside the sample")
    parser.add_argument("--lines", type=int, default=2_000, help="of each text")
    parser.add_argument("--only", action="append", choices=MODELS)
    options = parser.parse_args()
    lines = lines_of(options.corpora, options.lines)
    fixed = nasty_strings([*SYMBOLS, *CONTROLS, "<s>"])
    try:
        loaded_models(options, lines, fixed)
        saved_tokenizers(options, lines, fixed)
    except DifferenceError as error:
        print(error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
