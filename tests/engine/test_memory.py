"""Memory follows the distinct pieces, not the length of the text."""

import json
import random
import subprocess
import sys
from pathlib import Path

RUN = """
import json, sys
from vocabsmith import memory
from vocabsmith_engine import Recipe, train
result = train([sys.argv[1]], Recipe(vocab_size=1000))
pairs = [(left.hex(), right.hex()) for left, right in result.merges]
print(json.dumps([pairs, result.merge_counts.tolist(), memory.peak()]))
"""


def block_of_made_up_words(length: int) -> bytes:
    dice = random.Random(6)
    words = ["".join(dice.choices("abcdefghijklmnopqrstuvwxyz", k=dice.randint(3, 9))) for _ in range(20_000)]
    text = " ".join(dice.choices(words, k=length // 6)).encode()
    return text[: length - 2] + b"x\n"


def trained_apart(path: Path) -> tuple[list[list[str]], list[int], int]:
    """Merges, their counts, and the peak memory in bytes of a process that does nothing else."""
    told = subprocess.run([sys.executable, "-c", RUN, str(path)], stdout=subprocess.PIPE, check=True).stdout
    merges, counts, peak = json.loads(told)
    return merges, counts, peak


def test_ten_times_the_same_text_takes_no_more_memory_and_gives_ten_times_the_counts(tmp_path: Path) -> None:
    block = block_of_made_up_words(6_000_000)
    (tmp_path / "once.txt").write_bytes(block)
    (tmp_path / "ten_times.txt").write_bytes(block * 10)
    merges, counts, peak = trained_apart(tmp_path / "once.txt")
    merges_of_ten, counts_of_ten, peak_of_ten = trained_apart(tmp_path / "ten_times.txt")
    assert merges_of_ten == merges
    assert len(merges) == 744
    assert counts_of_ten == [10 * count for count in counts]
    assert peak_of_ten < peak + 200_000_000  # a few windows for each thread, however long the text is
