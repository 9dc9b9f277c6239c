"""Proof that tokenizers of other makers encode and decode here as in their own libraries: a table of what was compared.

    python tests/proofs/formats.py [--texts 100000] [--mixed 40] [--corpora FOLDER] [--only NAME]

Each shape of file is made by its library, loaded by Vocabsmith and compared on random texts, on the sample and on the
beginnings of the corpora. Ends with 1 if an id differs, or a text that is not named as the library's own fault.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

os.environ |= {"TOKENIZERS_PARALLELISM": "false", "HF_HUB_OFFLINE": "1"}
TESTS = Path(__file__).resolve().parents[1]
sys.path.append(str(TESTS / "compat"))

import tiktoken  # noqa: E402 - after the environment is set
import tokenizers  # noqa: E402
from compared import random_texts  # noqa: E402
from library_files import CONVERTED, SHAPES, converted  # noqa: E402
from mixed_shapes import mixed_shape  # noqa: E402

from vocabsmith_engine import FormatError, Pretokenizer, Tokenizer  # noqa: E402
from vocabsmith_engine.formats.nasty_strings import nasty_strings  # noqa: E402
from vocabsmith_resources.samples import sample_path  # noqa: E402

BATCH = 5_000
OF_A_CORPUS = 1 << 20
Ids = list[list[int]]


@dataclass(frozen=True)
class Pair:
    """A tokenizer of a library, and the same here."""

    name: str
    library: str
    ours: Tokenizer
    encode: Callable[[list[str]], Ids]
    decode: Callable[[Ids], list[str]]


def of_tokenizers(name: str, library: str, theirs: tokenizers.Tokenizer, folder: Path) -> Pair:
    path = folder / f"{name}.json"
    theirs.save(str(path))
    read = tokenizers.Tokenizer.from_file(str(path))
    return Pair(
        name,
        library,
        Tokenizer.load(path),
        lambda texts: [encoded.ids for encoded in read.encode_batch_fast(texts)],
        lambda ids: read.decode_batch(ids, skip_special_tokens=False),
    )


def of_tiktoken(name: str, ranks: dict[bytes, int], folder: Path) -> Pair:
    """An Encoding made by hand, whose ranks stand in a file as tiktoken's own do."""
    path = folder / f"{name}.tiktoken"
    path.write_bytes(b"".join(b64encode(token) + b" %d\n" % rank for token, rank in ranks.items()))
    theirs = tiktoken.Encoding(name, pat_str=Pretokenizer.of("gpt2").pattern, mergeable_ranks=ranks, special_tokens={})
    return Pair(
        name,
        "tiktoken",
        Tokenizer.load(path),
        lambda texts: theirs.encode_ordinary_batch(texts, num_threads=1),
        lambda ids: theirs.decode_batch(ids, num_threads=1),
    )


def pairs(lines: Sequence[str], mixed: int, folder: Path) -> Iterator[Pair]:
    for name, shape in SHAPES.items():
        yield of_tokenizers(name, "tokenizers", shape.trained(lines), folder)
    for name in CONVERTED:
        yield of_tokenizers(name, "transformers", converted(lines, name, folder / name), folder)
    ranks = {token: rank for rank, token in enumerate(Tokenizer.load(folder / "gpt2.json").tokens[1:])}
    yield of_tiktoken("trained", ranks, folder)
    whole = (b" tokenizer", " naïve".encode(), "中文".encode(), b"#include", "é".encode() * 3)
    yield of_tiktoken("whole-pieces", ranks | {piece: len(ranks) + at for at, piece in enumerate(whole)}, folder)
    for seed in range(mixed):
        try:
            yield of_tokenizers(f"mixed-{seed}", "tokenizers", mixed_shape(seed).trained(lines), folder)
        except FormatError as error:
            print(f"mixed-{seed}: refused: {str(error).split('.json: ')[-1][:150]}", flush=True)


def batches(texts: Sequence[str]) -> Iterator[list[str]]:
    for begin in range(0, len(texts), BATCH):
        yield list(texts[begin : begin + BATCH])


def compared(pair: Pair, texts: Sequence[str]) -> bool:
    """Compare ids and decoded texts, print a row, and the first of each that differs."""
    began, ids_differ, texts_differ, examples = time.monotonic(), 0, 0, []
    for batch in batches(texts):
        theirs, ours = pair.encode(batch), pair.ours.encode_batch(batch, threads=1)
        read = pair.decode(theirs)
        for text, expected, found, wanted in zip(batch, theirs, ours, read, strict=True):
            if expected != found:
                ids_differ += 1
                examples += [f"  {text!r:.100}: {found} here, {expected} there"] * (ids_differ == 1)
            elif (said := pair.ours.decode(found)) != wanted:
                texts_differ += 1
                examples += [f"  {text!r:.100}: {said!r:.100} here, {wanted!r:.100} there"] * (texts_differ == 1)
    seconds = time.monotonic() - began
    row = f"{pair.name:26} {pair.library:12} {len(texts):9,} {ids_differ:5} {texts_differ:5}   {seconds:6.0f} s"
    print("\n".join((row, *examples)), flush=True)
    return not ids_differ and not texts_differ


def texts_of(count: int, lines: Sequence[str], corpora: Path | None) -> list[str]:
    words = [word for line in lines[::20] for word in line.split()][:5000]
    texts = ["", *nasty_strings(("<s>", "<|endoftext|>")), *lines[:5000], *random_texts(1, count, words)]
    for path in sorted(corpora.glob("*.txt")) if corpora else ():
        with path.open("rb") as file:
            texts += file.read(OF_A_CORPUS).decode("utf-8", "replace").split("\n")
    return texts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--texts", type=int, default=100_000, help="random texts for each shape")
    parser.add_argument(
        "--mixed", type=int, default=40, help="shapes drawn at random, compared on a tenth of the texts"
    )
    parser.add_argument("--corpora", type=Path)
    parser.add_argument("--only", help="a part of the names of shapes")
    options = parser.parse_args()
    lines = [line for line in sample_path().read_text("utf-8").split("\n") if line.strip()]
    texts = texts_of(options.texts, lines, options.corpora)
    few = texts_of(options.texts // 10, lines[::10], None)
    print(f"{'shape':26} {'library':12} {'texts':>9} {'ids':>5} {'text':>5}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        made = list(pairs(lines[::8][:600], options.mixed, Path(folder)))
    found = [
        compared(pair, few if pair.name.startswith("mixed") else texts)
        for pair in made
        if (options.only or "") in pair.name
    ]
    return 0 if all(found) else 1


if __name__ == "__main__":
    sys.exit(main())
