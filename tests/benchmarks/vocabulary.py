"""How long it takes to lay out, search, sort and check a large vocabulary, and to find what a text uses of one.

python tests/benchmarks/vocabulary.py english.txt --tokens 1000000

The large vocabulary is made by merging tokens at random; a part of them are parts of characters. What a text uses is
counted with a tokenizer of 32,000 tokens that was learned from it, beside encoding the same file with the same threads,
in turn; each figure is the median of its rounds.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import numpy as np

from vocabsmith_engine import Pretokenizer, Recipe, Tokenizer, train
from vocabsmith_engine.analysis import VocabularyTable, count_uses, occurrences, unreachable
from vocabsmith_engine.analysis.vocabulary_table import Column

LONGEST = 20  # bytes of a token
AT_ONCE = 100_000
SEARCHES = (
    *(("text", "the"), ("text", " "), ("text", "not there"), ("bytes", "E4 B8"), ("bytes", "65")),
    *(("regex", "^ [A-Z]"), ("regex", r"^\w+$"), ("regex", "(a+)+$")),
)


def random_tokenizer(size: int, seed: int = 0) -> Tokenizer:
    """So many tokens, each merged of two at random that were there before."""
    dice = np.random.default_rng(seed)
    weights = np.zeros(256)
    weights[list(b"abcdefghijklmnopqrstuvwxyz" * 12 + b"ABCDEFGHIJKLMNOPQRSTUVWXYZ \n0123456789.,-")] = 1
    weights[list(b"etaoinshr ")] = 4
    weights[0x80:0xC0] = weights[[0xC3, 0xD0, 0xE4]] = 0.02
    tokens = [bytes([value]) for value in range(256)]
    known, merges = set(tokens), list[tuple[int, int, int]]()
    while len(tokens) < size:
        letters = dice.choice(256, size=(AT_ONCE, 2), p=weights / weights.sum())
        longer = dice.random((AT_ONCE, 2)) < (0.8, 0.4)
        pairs = np.where(longer & (len(tokens) > 256), dice.integers(256, max(len(tokens), 257), (AT_ONCE, 2)), letters)
        for left, right in pairs.tolist():
            made = tokens[left] + tokens[right]
            if len(made) <= LONGEST and made not in known and len(tokens) < size:
                known.add(made)
                merges.append((left, right, len(tokens)))
                tokens.append(made)
    counts = np.arange(len(merges), 0, -1, dtype=np.uint64)
    return Tokenizer(tokens, np.array(merges, np.uint32), {}, Pretokenizer.of("gpt2"), merge_counts=counts)


def seconds(action: Callable[[], object], rounds: int = 3) -> float:
    """The median of what it takes."""
    spent = []
    for _ in range(rounds):
        begin = time.perf_counter()
        action()
        spent.append(time.perf_counter() - begin)
    return statistics.median(spent)


def told(what: str, spent: float, rest: str = "") -> None:
    """One line of the report."""
    shown = f"{spent:.2f} s" if spent >= 1 else f"{spent * 1000:.1f} ms"
    print(f"{what:<60} {shown:>10}  {rest}".rstrip())


def of_a_large_vocabulary(size: int) -> None:
    """Everything about the tokens alone."""
    tokenizer = random_tokenizer(size)
    table = VocabularyTable.of(tokenizer)
    told(f"{size:,} tokens in arrays", seconds(lambda: VocabularyTable.of(tokenizer)))
    told("the first search by expression", seconds(lambda: table.search("a", "regex"), rounds=1))
    for mode, query in SEARCHES:
        found = int(table.search(query, mode).sum())
        told(f"{mode} {query!r}", seconds(lambda m=mode, q=query: table.search(q, m)), f"{found:,} found")  # type: ignore[misc]
    told("the first time sorted by token", seconds(lambda: table.order("token"), rounds=1))
    for column in get_args(Column):
        told(f"sorted by {column}, descending", seconds(lambda c=column: table.order(c, True)))  # type: ignore[misc]
    told("tokens that are built on one", seconds(lambda: table.built_on(ord("e"))))
    told("unreachable tokens", seconds(lambda: unreachable(tokenizer), rounds=1))
    by_expression = Tokenizer(tokenizer.tokens, tokenizer.merges, {}, Pretokenizer.of(r"\w+|\W+"))
    told("the same, cut by an expression", seconds(lambda: unreachable(by_expression), rounds=1))


def of_a_text(text: Path, rounds: int) -> None:
    """What a text uses, beside encoding it."""
    tokenizer = train(text, Recipe(vocab_size=32_000)).tokenizer
    size = text.stat().st_size / 1e6
    with tempfile.TemporaryDirectory() as folder:
        spent: list[list[float]] = [[], []]
        for _ in range(rounds):
            spent[0].append(seconds(lambda: tokenizer.encode_file(text, Path(folder) / "ids.bin"), rounds=1))
            spent[1].append(seconds(lambda: count_uses(tokenizer, text), rounds=1))
    encoding, counting = map(statistics.median, spent)
    told(f"encoding {text.name} into a file", encoding, f"{size / encoding:.0f} MB/s")
    told(f"counting its uses of {tokenizer.vocab_size:,} tokens", counting, f"{encoding / counting:.2f} of the rate")
    counts = count_uses(tokenizer, text).counts
    for name, token_id in (("the most used", counts[256:].argmax() + 256), ("the last", len(counts) - 1)):
        lines = len(occurrences(tokenizer, text, token_id))
        spent_now = seconds(lambda i=token_id: occurrences(tokenizer, text, i), rounds=1)  # type: ignore[misc]
        told(f"lines with {name} token, used {counts[token_id]:,} times", spent_now, f"{lines} found")


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text", type=Path, nargs="?", help="a text of some hundred megabytes")
    parser.add_argument("--tokens", type=int, default=1_000_000, help="of the large vocabulary; 0 leaves it out")
    parser.add_argument("--rounds", type=int, default=5, help="of counting and encoding")
    options = parser.parse_args()
    if options.tokens:
        of_a_large_vocabulary(options.tokens)
    if options.text:
        of_a_text(options.text, options.rounds)


if __name__ == "__main__":
    main()
