"""Random tokenizers of every kind of model, with patterns, normalisers and special tokens: no training gives them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from vocabsmith_engine import Pretokenizer, Tokenizer
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.decoding import Decoding
from vocabsmith_engine.models import Characters, ScoredPairs, Unigram
from vocabsmith_engine.normalization import Normalizer
from vocabsmith_engine.normalization.steps import Lowercase, Prepend, Replace

BYTES = [bytes([value]) for value in range(256)]
LETTERS = "abcA é1"
NORMAL, UNKNOWN, CONTROL, UNUSED, BYTE = 1, 2, 3, 5, 6
PATTERNS = ("none", "gpt2", "whitespace", "digits", r"regex:\w+|\W", "regex:a|b+|[^ab]+")
SPACES_AS_LOW_LINES = Decoding(replacements=(("▁", " "),))


def byte_level(dice: random.Random) -> Tokenizer:
    """Merges over bytes in any order, some tokens that no merge makes, some found as whole pieces first."""
    tokens = list(BYTES)
    merges = _merges(dice, tokens, [bytes([byte]) for byte in LETTERS.encode()])
    whole_first = dice.random() < 0.3
    tokens += [word for word in (b"abba", b"zz", "éa".encode()) if word not in tokens and dice.random() < 0.3]
    specials, added = _added(dice, tokens)
    return Tokenizer(
        tokens,
        merges,
        specials,
        Pretokenizer.of(dice.choice(PATTERNS)),
        whole_pieces_first=whole_first,
        added_tokens=added,
        normalizer=Normalizer((Lowercase(),)) if dice.random() < 0.2 else Normalizer(),
    )


def characters(dice: random.Random) -> Tokenizer:
    """Merges over characters, with bytes or an unknown token for what has none."""
    letters = "abc▁é1A"
    fallback = dice.random() < 0.5
    tokens = [b"<unk>", *(letter.encode() for letter in letters), *(BYTES if fallback else ())]
    if fallback:  # a single letter is a character and a byte
        tokens = [*tokens[:8], *BYTES]
    merges = _merges(dice, tokens, [letter.encode() for letter in letters])
    specials, added = _added(dice, tokens, AddedToken("<unk>", 0, in_text=False))
    llama = dice.random() < 0.6
    model = Characters(
        byte_ids=tuple(range(8, 264)) if fallback else None, unknown_id=0, fuse_unknown=dice.random() < 0.5
    )
    return Tokenizer(
        tokens,
        merges,
        specials,
        Pretokenizer.of(dice.choice(PATTERNS) if not llama else "none"),
        added_tokens=added,
        model=model,
        normalizer=Normalizer((Prepend("▁"), Replace(" ", "▁"))) if llama else Normalizer(),
        decoding=SPACES_AS_LOW_LINES,
    )


def affixed_characters(dice: random.Random) -> Tokenizer:
    """Tokens that say where in a word they stand."""
    prefix, suffix = dice.choice([("##", ""), ("", "</w>"), ("##", "</w>")])
    forms = [
        f"{p}{letter}{s}" for letter in "abc" for p in dict.fromkeys(("", prefix)) for s in dict.fromkeys(("", suffix))
    ]
    tokens = [b"<unk>", *(form.encode() for form in forms)]
    rules: dict[tuple[int, int], int] = {}
    for _ in range(dice.randrange(25)):
        left, right = dice.randrange(1, len(tokens)), dice.randrange(1, len(tokens))
        if not tokens[right].startswith(prefix.encode()) or (suffix and tokens[left].endswith(suffix.encode())):
            continue
        made = tokens[left] + tokens[right][len(prefix) :]
        if made not in tokens:
            tokens.append(made)
        rules[left, right] = tokens.index(made)
    rows = np.array([(*pair, made) for pair, made in rules.items()], np.uint32).reshape(-1, 3)
    model = Characters(unknown_id=0, continuing_prefix=prefix, word_suffix=suffix)
    return Tokenizer(tokens, rows, {"<unk>": 0}, Pretokenizer.of("whitespace"), model=model)


def scored_pairs(dice: random.Random) -> Tokenizer:
    """A SentencePiece BPE model, with pieces of all kinds."""
    return _scored(dice, ScoredPairs)


def unigram(dice: random.Random) -> Tokenizer:
    """A SentencePiece unigram model, with pieces of all kinds."""
    return _scored(dice, Unigram)


KINDS: Mapping[str, Callable[[random.Random], Tokenizer]] = {
    "bytes": byte_level,
    "characters": characters,
    "affixes": affixed_characters,
    "pairs": scored_pairs,
    "unigram": unigram,
}


def random_text(dice: random.Random, tokenizer: Tokenizer, longest: int = 60) -> str:
    """Mostly of the letters of the tokens, with their special tokens and some strangers."""
    parts = [*LETTERS * 3, *tokenizer.special_tokens, "\n", "  ", "▁", "語", "😀", "\r\n", "ab", "cab "]
    return "".join(dice.choices(parts, k=dice.randrange(longest)))


def _merges(dice: random.Random, tokens: list[bytes], parts: list[bytes]) -> Any:
    """Random merges; what they make is added to the tokens."""
    ids = {token: place for place, token in reversed(list(enumerate(tokens)))}
    rules: dict[tuple[int, int], int] = {}
    for _ in range(dice.randrange(1, 40)):
        left, right = dice.choice(parts), dice.choice(parts)
        made = left + right
        if len(made) > 12 or (ids[left], ids[right]) in rules:
            continue
        if made not in ids:
            ids[made] = len(tokens)
            tokens.append(made)
            parts.append(made)
        rules[ids[left], ids[right]] = ids[made]
    rows = [(*pair, made) for pair, made in rules.items()]
    if dice.random() < 0.4:
        dice.shuffle(rows)
    return np.array(rows, np.uint32).reshape(-1, 3)


def _added(
    dice: random.Random, tokens: list[bytes], *first: AddedToken
) -> tuple[dict[str, int], tuple[AddedToken, ...]]:
    added = list(first)
    for text in dice.sample(["<s>", "<|x|>", "ab ", "é", "<s><s>"], dice.randrange(4)):
        if text.encode() in tokens:
            continue
        flags = {name: dice.random() < 0.15 for name in ("single_word", "lstrip", "rstrip")}
        added.append(AddedToken(text, len(tokens), special=dice.random() < 0.7, in_text=dice.random() < 0.9, **flags))
        tokens.append(text.encode())
    return {token.text: token.id for token in added}, tuple(added)


def _scored(dice: random.Random, model: type[ScoredPairs | Unigram]) -> Tokenizer:
    letters = "abc▁é1A"
    pieces = dict.fromkeys(letters, -1.0)
    for _ in range(dice.randrange(40)):
        pieces[dice.choice(list(pieces)) + dice.choice(list(pieces))] = -float(dice.randrange(1, 9))
    texts = [piece for piece in pieces if len(piece) < 9]
    fallback = dice.random() < 0.5
    tokens = [b"<unk>", *(piece.encode() for piece in texts), *(BYTES if fallback else ())]
    kinds = [UNKNOWN, *dice.choices([NORMAL, UNUSED, CONTROL], [12, 1, 0.5], k=len(texts)), *[BYTE] * (256 * fallback)]
    controls = [place for place, kind in enumerate(kinds) if kind in (UNKNOWN, CONTROL)]
    added = tuple(AddedToken(tokens[place].decode(), place, in_text=False) for place in controls)
    return Tokenizer(
        tokens,
        np.zeros((0, 3), np.uint32),
        {token.text: token.id for token in added},
        Pretokenizer.of("none"),
        added_tokens=added,
        model=model(
            scores=np.array([0.0, *(pieces[text] for text in texts), *[0.0] * (256 * fallback)], np.float32),
            kinds=np.array(kinds, np.uint8),
            byte_ids=tuple(range(len(tokens) - 256, len(tokens))) if fallback else None,
            unknown_id=0,
        ),
        normalizer=Normalizer((Prepend("▁"), Replace(" ", "▁"))) if dice.random() < 0.5 else Normalizer(),
        decoding=SPACES_AS_LOW_LINES,
    )
