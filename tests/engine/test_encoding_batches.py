"""Many texts at once: the same ids as one by one, whatever the pattern, the merge list and the threads."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vocabsmith_engine import Pretokenizer, Tokenizer, TokenizerError, encoding_batches
from vocabsmith_engine.pretokenization import NAMES

BYTES = [bytes([value]) for value in range(256)]
PATTERNS = ["gpt2", "cl100k", "none", r"regex:\w+|\s"]
ALPHABET = "ab \n'sé😀1<>"


def random_tokenizer(seed: int, pretokenizer: str) -> Tokenizer:
    """Merges of random tokens in random order, as no training gives them; some tokens are made in several ways."""
    chance = random.Random(seed)
    ids = {token: number for number, token in enumerate(BYTES)}
    merges: dict[tuple[int, int], int] = {}
    parts = [bytes([byte]) for byte in ALPHABET.encode()]
    for _ in range(chance.randrange(60)):
        left, right = chance.choice(parts), chance.choice(parts)
        merges[ids[left], ids[right]] = ids.setdefault(left + right, len(ids))
        parts.append(left + right)
    rows = [(*pair, token) for pair, token in merges.items()]
    chance.shuffle(rows)
    tokens = [*ids, b"<s>"] if b"<s>" not in ids else list(ids)
    specials = {"<s>": len(ids)} if b"<s>" not in ids else {}
    return Tokenizer(
        tokens, np.array(rows, np.uint32).reshape(-1, 3), specials, Pretokenizer.of(pretokenizer),
        whole_pieces_first=chance.random() < 0.3,
    )  # fmt: skip


texts = st.lists(st.lists(st.sampled_from([*ALPHABET, "<s>", "ab", " ab"]), max_size=40).map("".join), max_size=12)


@pytest.mark.parametrize("pretokenizer", PATTERNS)
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), texts=texts, special=st.sampled_from(["allow", "as_text"]))
def test_a_batch_is_its_texts_one_by_one(pretokenizer: str, seed: int, texts: list[str], special: str) -> None:
    tokenizer = random_tokenizer(seed, pretokenizer)
    expected = [tokenizer.encode(text, special) for text in texts]
    assert tokenizer.encode_batch(texts, special) == expected
    assert [ids.tolist() for ids in tokenizer.encode_batch_arrays(texts, special)] == expected


@pytest.mark.parametrize("pretokenizer", PATTERNS)
@pytest.mark.parametrize("seed", range(5))
def test_the_threads_change_nothing(pretokenizer: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding_batches, "CHARACTERS_PER_JOB", 50)
    tokenizer = random_tokenizer(seed, pretokenizer)
    chance = random.Random(seed)
    texts = ["".join(chance.choices([*ALPHABET, "<s>"], k=chance.randrange(90))) for _ in range(200)]
    one_by_one = [tokenizer.encode(text) for text in texts]
    for threads in (1, 2, 8):
        assert tokenizer.encode_batch(texts, threads=threads) == one_by_one


@pytest.mark.parametrize("pretokenizer", PATTERNS)
def test_a_piece_met_in_one_text_has_the_same_ids_in_the_next(pretokenizer: str) -> None:
    tokenizer = random_tokenizer(7, pretokenizer)
    word = "ab'sab " * 20
    first = tokenizer.encode(word)
    assert tokenizer.encode_batch([word] * 3) == [first] * 3


def test_no_texts_have_no_ids() -> None:
    tokenizer = random_tokenizer(1, "gpt2")
    assert tokenizer.encode_batch([]) == []
    assert tokenizer.encode_batch(["", ""]) == [[], []]


@pytest.mark.parametrize("pretokenizer", PATTERNS)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_refused_special_token_is_placed_in_its_text(
    pretokenizer: str, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoding_batches, "CHARACTERS_PER_JOB", 4)
    tokenizer = Tokenizer([*BYTES, b"<s>"], np.zeros((0, 3), np.uint32), {"<s>": 256}, Pretokenizer.of(pretokenizer))
    with pytest.raises(TokenizerError, match=r"texts\[2\]: special token '<s>' at character 1: is refused"):
        tokenizer.encode_batch(["abc", "abcdef", "é<s>", "<s>"], "refuse", threads=threads)


@pytest.mark.parametrize("threads", [1, 4])
def test_a_text_that_is_no_string_is_named(threads: int) -> None:
    with pytest.raises(TokenizerError, match=r"texts\[1\] b'b': is not a string"):
        random_tokenizer(1, "gpt2").encode_batch(["a", b"b"], threads=threads)  # type: ignore[list-item]


def test_one_string_is_not_taken_for_its_characters() -> None:
    with pytest.raises(TokenizerError, match="texts 'abc': is one string, not several"):
        random_tokenizer(1, "gpt2").encode_batch("abc")


@pytest.mark.parametrize("threads", [0, -1, True, 1.5])
def test_threads_are_a_whole_number_from_1(threads: int) -> None:
    with pytest.raises(TokenizerError, match=r"threads .*: must be a whole number from 1"):
        random_tokenizer(1, "gpt2").encode_batch(["a"], threads=threads)


def test_tokens_are_counted_as_they_are_encoded() -> None:
    tokenizer = Tokenizer(
        [*BYTES, b"ab", b"<s>"], np.array([[97, 98, 256]], np.uint32), {"<s>": 257}, Pretokenizer.of("gpt2")
    )
    assert tokenizer.count_tokens("abab<s>") == 3
    assert tokenizer.count_tokens("abab<s>", "as_text") == 5
    with pytest.raises(TokenizerError, match="is refused"):
        tokenizer.count_tokens("abab<s>", "refuse")


@pytest.mark.parametrize("pretokenizer", [*NAMES, r"regex:\s?\w+|\s+|[^\s\w]+"])
@pytest.mark.parametrize(
    "text",
    [" " * 200_000, "^" * 200_000, " \t" * 100_000, " " * 200_000 + "x"],
    ids=["spaces", "carets", "spaces and tabs", "spaces and a letter"],
)
def test_long_runs_come_back_in_seconds(text: str, pretokenizer: str) -> None:
    tokens = [*BYTES, b"  ", b"^^", b" \t"]
    merges = np.array([(32, 32, 256), (94, 94, 257), (32, 9, 258)], np.uint32)
    tokenizer = Tokenizer(tokens, merges, {}, Pretokenizer.of(pretokenizer))
    began = time.monotonic()
    assert tokenizer.decode(tokenizer.encode(text)) == text
    assert time.monotonic() - began < 20  # a hang guard: ten times the bound
