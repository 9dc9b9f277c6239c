"""Shapes that nobody planned: every part of a tokenizer.json with every other, drawn by a seed.

Left out is only what the library itself cannot do: it ends with a panic for some of these.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from library_files import (
    BYTE_ALPHABET,
    CJK,
    CL100K,
    CLIP,
    DEEPSEEK,
    LLAMA_DECODER,
    Shape,
    bert,
    roberta,
    template,
    with_bytes,
)
from tokenizers import AddedToken, Regex, decoders, normalizers, pre_tokenizers, processors

BEHAVIORS: Final = ("removed", "isolated", "merged_with_previous", "merged_with_next", "contiguous")
SPECIAL: Final = ("<unk>", "<s>", "</s>")

NORMALIZERS: Final[tuple[Callable[[random.Random], Any], ...]] = (
    lambda _: normalizers.NFC(),
    lambda _: normalizers.NFD(),
    lambda _: normalizers.NFKC(),
    lambda _: normalizers.NFKD(),
    lambda _: normalizers.Lowercase(),
    lambda _: normalizers.StripAccents(),
    lambda _: normalizers.Nmt(),
    lambda dice: normalizers.Strip(dice.random() < 0.5, dice.random() < 0.5),
    lambda dice: normalizers.Replace(dice.choice(("a", " ", "  ", "é", "th")), dice.choice(("", "b", "▁", "xyz"))),
    lambda dice: normalizers.Replace(
        Regex(dice.choice((r"\s+", r"\d", r"[aeiou]", r"\p{P}"))), dice.choice(("", " ", "_"))
    ),
    lambda dice: normalizers.Prepend(dice.choice(("▁", "x", " "))),
    lambda dice: normalizers.BertNormalizer(
        *(dice.random() < 0.5 for _ in range(2)), dice.choice((None, True, False)), dice.random() < 0.5
    ),
)
PRE_TOKENIZERS: Final[tuple[Callable[[random.Random], Any], ...]] = (
    lambda dice: pre_tokenizers.Split(
        Regex(dice.choice((CL100K, CJK, DEEPSEEK, CLIP, r"\w+", r"\s", r"\p{N}{1,3}", r"[^\s]+"))),
        dice.choice(BEHAVIORS),
        dice.random() < 0.3,
    ),
    lambda dice: pre_tokenizers.Split(
        dice.choice((" ", "a", "the", "  ")), dice.choice(BEHAVIORS), dice.random() < 0.3
    ),
    lambda dice: pre_tokenizers.Digits(dice.random() < 0.5),
    lambda dice: pre_tokenizers.Punctuation(dice.choice(BEHAVIORS)),
    lambda _: pre_tokenizers.Whitespace(),
    lambda _: pre_tokenizers.WhitespaceSplit(),
    lambda _: pre_tokenizers.BertPreTokenizer(),
    lambda _: pre_tokenizers.UnicodeScripts(),
    lambda dice: pre_tokenizers.FixedLength(dice.randrange(1, 9)),
    lambda dice: pre_tokenizers.CharDelimiterSplit(dice.choice(" ae-")),
    lambda dice: pre_tokenizers.Metaspace("▁", dice.choice(("always", "never")), dice.random() < 0.5),
    lambda dice: pre_tokenizers.ByteLevel(dice.random() < 0.5, True, dice.random() < 0.5),
)
DECODERS: Final[tuple[Callable[[random.Random], Any], ...]] = (
    lambda _: None,
    lambda _: decoders.Fuse(),
    lambda _: decoders.ByteLevel(),
    lambda dice: decoders.Metaspace("▁", dice.choice(("always", "first", "never"))),
    lambda _: decoders.BPEDecoder(),
    lambda _: decoders.Sequence(LLAMA_DECODER),
    lambda _: decoders.Sequence([decoders.Replace("a", "o"), decoders.Fuse(), decoders.Strip(" ", 2, 0)]),
)
POST_PROCESSORS: Final[tuple[Any, ...]] = (
    None,
    None,
    lambda _: processors.ByteLevel(trim_offsets=False),
    roberta,
    bert,
    template("<s> $A </s> </s>", "<s>", "</s>"),
    template("<s> <s> $A", "<s>"),
)


def mixed_shape(seed: int) -> Shape:
    """The shape that this seed stands for."""
    dice = random.Random(seed)
    bytes_too = dice.random() < 0.25
    affix = (
        {} if bytes_too else dice.choice(({}, {}, {"end_of_word_suffix": "</w>"}, {"continuing_subword_prefix": "##"}))
    )
    trainer = (
        with_bytes(*SPECIAL)
        if bytes_too
        else {
            "special_tokens": list(SPECIAL),
            "vocab_size": dice.choice((500, 800)),
            "min_frequency": dice.choice((0, 2, 5)),
            "limit_alphabet": dice.choice((None, 40, 300)),
            "initial_alphabet": dice.choice(([], BYTE_ALPHABET, ["z", "中"])),
            "max_token_length": dice.choice((None, 3, 8)),
        }
    )
    return Shape(
        {key: value for key, value in (trainer | affix).items() if value is not None},
        normalizer=_row(normalizers.Sequence, NORMALIZERS, dice, 3),
        pre_tokenizer=_row(pre_tokenizers.Sequence, PRE_TOKENIZERS, dice, 3),
        decoder=dice.choice(DECODERS)(dice),
        post_processor=dice.choice(POST_PROCESSORS),
        added=_added(dice),
        model={
            "byte_fallback": bytes_too,
            "fuse_unk": dice.random() < 0.5,
            "unk_token": dice.choice((None, "<unk>")),
            "ignore_merges": dice.random() < 0.2,
            **affix,
        },
    )


def _row(sequence: Any, makers: Sequence[Callable[[random.Random], Any]], dice: random.Random, most: int) -> Any:
    steps = [dice.choice(makers)(dice) for _ in range(dice.randrange(most + 1))]
    if len(steps) == 1 and dice.random() < 0.5:
        return steps[0]
    return sequence(steps) if steps or dice.random() < 0.2 else None


def _added(dice: random.Random) -> list[AddedToken]:
    texts = dice.sample(("<A>", "<bc>", "the", "er", "<|x y|>", " <pad>", "Ё", "Word", "\n", "中文"), dice.randrange(4))
    flags = ("single_word", "lstrip", "rstrip", "normalized", "special")
    return [AddedToken(text, **{flag: dice.random() < 0.3 for flag in flags}) for text in texts]
