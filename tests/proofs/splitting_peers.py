"""How `tokenizers`, `tiktoken` and `regex` cut a text, and how what they say is compared with our scanners."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import regex
import tiktoken
from tokenizers import Regex, pre_tokenizers

from vocabsmith_engine import Pretokenizer
from vocabsmith_engine._unicode_tables import CLASS_RANGES
from vocabsmith_engine.named_patterns import NAMED_SPLITS
from vocabsmith_engine.regex_splitting import code_points
from vocabsmith_engine.unicode_sets import contested, unicode_16

NAMES = tuple(name for name, splits in NAMED_SPLITS.items() if splits and name != "llama3")  # the same as cl100k
Pieces = list[str]
Compare = Callable[[str, Sequence[str], Sequence[Pieces]], "str | None"]


def our_pieces(name: str, texts: Iterable[str]) -> list[Pieces]:
    pretokenizer = Pretokenizer.of(name)
    return [pretokenizer.split(text) for text in texts]


# ---------------------------------------------------------------- tokenizers


@cache
def _splitter(name: str) -> pre_tokenizers.PreTokenizer:
    return pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(pattern), "isolated") for pattern in NAMED_SPLITS[name]])


def differs_from_tokenizers(name: str, texts: Sequence[str], ours: Sequence[Pieces]) -> str | None:
    splitter = _splitter(name)
    for text, pieces in zip(texts, ours, strict=True):
        theirs = [piece for piece, _ in splitter.pre_tokenize_str(text)]
        if theirs != pieces:
            return difference(text, pieces, theirs)
    return None


# ---------------------------------------------------------------- regex


@cache
def _differently_classed() -> npt.NDArray[np.bool_]:
    return contested(frozenset(CLASS_RANGES))


def _without_contested(text: str) -> str:
    codes = code_points(text)
    return codes[~_differently_classed()[codes]].astype("<u4").tobytes().decode("utf-32-le")


def _cut(pattern: str, text: str) -> Iterator[str]:
    """The matches of `pattern`, and what lies between them."""
    end = 0
    for match in regex.finditer(pattern, text):
        if match.start() > end:
            yield text[end : match.start()]
        yield match.group()
        end = match.end()
    if end < len(text):
        yield text[end:]


def _regex_pieces(splits: Sequence[str], text: str) -> Pieces:
    pieces = [text]
    for pattern in splits:
        pieces = [part for piece in pieces for part in _cut(pattern, piece)]
    return pieces


def differs_from_regex(name: str, texts: Sequence[str], ours: Sequence[Pieces]) -> str | None:
    """Texts with a character that `regex` classes by a later Unicode version are cut anew without it."""
    for text, pieces in zip(texts, ours, strict=True):
        agreed = _without_contested(text)
        expected = pieces if len(agreed) == len(text) else Pretokenizer.of(name).split(agreed)
        theirs = _regex_pieces(NAMED_SPLITS[name], agreed)
        if theirs != expected:
            return difference(agreed, expected, theirs)
    return None


# ---------------------------------------------------------------- tiktoken


def _covering(pattern: str) -> str:
    """The same pattern, but what lies between two matches is a match: tiktoken would leave it out."""
    return rf"{pattern}|(?:(?!{pattern})(?s:.))+"


def _tiktoken_pattern(name: str) -> str:
    if name == "digits":  # the two splits in one
        return r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+|\s+(?![^\s\p{N}])|\s+"
    pattern = NAMED_SPLITS[name][-1]
    return _covering(pattern) if name in ("whitespace", "deepseek3") else pattern


def _vocabulary(pieces_of_texts: Iterable[Pieces]) -> dict[bytes, int]:
    """A vocabulary in which every expected piece is a token, which tiktoken takes only where it finds the whole piece.

    A longer piece could still come apart into the expected ones, by merging. So the two bytes on both sides of each
    border are a token of a lower rank: inside a longer piece they are joined first.
    """
    tokens = dict.fromkeys(bytes([byte]) for byte in range(256))
    expected: dict[bytes, None] = {}
    for pieces in pieces_of_texts:
        encoded = [piece.encode() for piece in pieces]
        expected |= dict.fromkeys(encoded)
        tokens |= dict.fromkeys(left[-1:] + right[:1] for left, right in pairwise(encoded))
    return {token: rank for rank, token in enumerate(tokens | expected)}


def _without_numbers(text: str) -> Pieces:
    """What the first two splits of `deepseek3` leave to the third."""
    number, cjk = map(unicode_16, NAMED_SPLITS["deepseek3"][:2])
    return [piece for piece in _regex_pieces((number, cjk), text) if not regex.match(number, piece)]


def differs_from_tiktoken(name: str, texts: Sequence[str], ours: Sequence[Pieces]) -> str | None:
    if name == "deepseek3":  # it has no successive splits: the first two are done before
        texts = [stretch for text in texts for stretch in _without_numbers(text)]
        ours = our_pieces(name, texts)
    ranks = _vocabulary(ours)
    encoding = tiktoken.Encoding(name, pat_str=_tiktoken_pattern(name), mergeable_ranks=ranks, special_tokens={})
    for text, pieces in zip(texts, ours, strict=True):
        ids = encoding.encode_ordinary(text)
        if ids != [ranks[piece.encode()] for piece in pieces]:
            return difference(
                text, pieces, [token.decode("utf-8", "replace") for token in encoding.decode_tokens_bytes(ids)]
            )
    return None


PEERS: dict[str, Compare] = {
    "tokenizers": differs_from_tokenizers,
    "tiktoken": differs_from_tiktoken,
    "regex": differs_from_regex,
}


def difference(text: str, ours: Pieces, theirs: Pieces) -> str:
    """The first place where the two lists part, with what stands around it."""
    same = next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), min(len(ours), len(theirs)))
    at = sum(map(len, ours[:same]))
    around = text[max(0, at - 20) : at + 20]
    return f"ours {ours[same : same + 3]!r}, theirs {theirs[same : same + 3]!r}, in {around!r}"
