"""Tokens with a text of their own that are cut out of a text before the model sees it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

import unicodedata2

from vocabsmith_engine import _native
from vocabsmith_engine.errors import TokenizerError
from vocabsmith_engine.text import WHITE_SPACE


@dataclass(frozen=True, slots=True)
class AddedToken:
    """A token that is found in a text as it is written. The rules are those of Hugging Face's tokenizers.

    Attributes:
        text: what is looked for.
        id: the one id it becomes.
        special: whether `as_text` treats it as text and `refuse` refuses it; other added tokens are always cut.
        single_word: found only where no word character (letter, mark, digit, `_`) stands next to it.
        lstrip: takes the white space before it along.
        rstrip: takes the white space behind it along.
        normalized: looked for, itself normalised, in the normalised text; others in the text as it is, and first.
        ordinary: the model knows it as well, so that a look-up in the vocabulary may give its id. (Merges that make
            it, or a byte that has no other token, say so by themselves.)
        in_text: False for a token that no text becomes, such as sentencepiece's control pieces.
    """

    text: str
    id: int
    special: bool = True
    single_word: bool = False
    lstrip: bool = False
    rstrip: bool = False
    normalized: bool = False
    ordinary: bool = False
    in_text: bool = True

    @property
    def plain(self) -> bool:
        """Whether it is what `special_tokens` alone would say of it."""
        return self == AddedToken(self.text, self.id)

    @property
    def literal(self) -> bool:
        """Whether it is found wherever its text stands, and nothing else goes with it."""
        return not (self.single_word or self.lstrip or self.rstrip)


class Stretch(NamedTuple):
    """Bytes `begin` to `end` of a text: an added token, or text in which there is none."""

    begin: int
    end: int
    token: AddedToken | None


class AddedTokenFinder:
    """Finds tokens leftmost and longest first, and applies their rules.

    Args:
        tokens: what to find; of those with the same pattern the one whose text is the last in alphabetical order.
        patterns: what each is called in the texts that are searched.
    """

    def __init__(self, tokens: Sequence[AddedToken], patterns: Sequence[str]) -> None:
        by_pattern: dict[bytes, AddedToken] = {}
        for token, pattern in sorted(zip(tokens, patterns, strict=True), key=lambda entry: entry[0].text, reverse=True):
            if not pattern:
                raise TokenizerError(f"added token {token.text!r}", "is empty and would match everywhere", "Remove it")
            by_pattern.setdefault(pattern.encode(), token)
        self._tokens = list(by_pattern.values())
        self._native = _native.SpecialTokens(list(by_pattern))
        self._literal = all(token.literal for token in self._tokens)

    def __bool__(self) -> bool:
        return bool(self._tokens)

    def split(self, data: bytes, *, cut_special: bool = True) -> Iterator[Stretch]:
        """All of `data`, in order. Without `cut_special` a special token is text wherever one is found."""
        done = 0
        for begin, end, index in self._native.split(data) if self._tokens else ():
            if index < 0:
                continue
            found = self._accepted(data, Stretch(begin, end, self._tokens[index]), done, cut_special)
            if found is not None:
                if done < found.begin:
                    yield Stretch(done, found.begin, None)
                yield found
                done = found.end  # what a token took along behind it may be the beginning of the next one
        if done < len(data):
            yield Stretch(done, len(data), None)

    def _accepted(self, data: bytes, found: Stretch, done: int, cut_special: bool) -> Stretch | None:
        """`found` with the white space that goes with it, or None where it does not count."""
        begin, end, token = found
        assert token is not None
        if token.special and not cut_special:
            return None
        if self._literal:
            return found
        if token.single_word and (_ends_with_word(data, begin) or _begins_with_word(data, end)):
            return None
        if token.lstrip:
            begin = max(done, _white_space_before(data, begin))
        if token.rstrip:
            end = _white_space_behind(data, end)
        return Stretch(begin, end, token) if begin < end else None  # the one before took all of it along


def plain_tokens(special_tokens: Mapping[str, int]) -> tuple[AddedToken, ...]:
    """A special token that is matched literally for each text and id."""
    return tuple(AddedToken(text, token_id) for text, token_id in special_tokens.items())


def check_added_tokens(added: Sequence[AddedToken], special_tokens: Mapping[str, int]) -> None:
    """Raises TokenizerError unless both name the same tokens."""
    if len(added) != len(special_tokens) or {token.text: token.id for token in added} != dict(special_tokens):
        raise TokenizerError(
            "the added tokens", "are not those of special_tokens", "Give the same texts and ids in both"
        )


# --- what stands next to a token

_SPACES_AT_END: Final = re.compile(f"[{WHITE_SPACE}]*\\Z")
_SPACES_AT_BEGINNING: Final = re.compile(f"[{WHITE_SPACE}]*")
_CONTINUATION: Final = range(0x80, 0xC0)
_LONGEST_SPACE: Final = 3  # bytes of one white space character
_LOOKED_AT_ONCE: Final = 256


@cache
def is_word_character(character: str) -> bool:
    r"""Whether \w matches it in Unicode 16.0: alphabetic characters, marks, decimal digits, joiners and punctuation."""
    category = unicodedata2.category(character)
    return category[0] in "LM" or category in ("Nd", "Nl", "Pc") or character in _OTHER_WORD_CHARACTERS


_OTHER_WORD_CHARACTERS: Final = frozenset(  # letters in circles and squares, and two joiners
    map(chr, (0x200C, 0x200D, *range(0x24B6, 0x24EA), *range(0x1F130, 0x1F14A), *range(0x1F150, 0x1F16A)))
) | frozenset(map(chr, range(0x1F170, 0x1F18A)))


def _ends_with_word(data: bytes, end: int) -> bool:
    begin = max(0, end - 1)
    while begin > max(0, end - 4) and data[begin] in _CONTINUATION:
        begin -= 1
    text = data[begin:end].decode("utf-8", "replace")
    return bool(text) and is_word_character(text[-1])


def _begins_with_word(data: bytes, begin: int) -> bool:
    text = data[begin : begin + 4].decode("utf-8", "replace")
    return bool(text) and is_word_character(text[0])


def _white_space_before(data: bytes, end: int) -> int:
    """Where the white space before `end` begins."""
    while True:
        looked = data[max(0, end - _LOOKED_AT_ONCE) : end].decode("utf-8", "ignore")
        spaces = _SPACES_AT_END.search(looked)
        assert spaces is not None
        end -= len(spaces[0].encode())
        if len(spaces[0].encode()) < _LOOKED_AT_ONCE - _LONGEST_SPACE:
            return end


def _white_space_behind(data: bytes, begin: int) -> int:
    """Where the white space behind `begin` ends."""
    while True:
        looked = data[begin : begin + _LOOKED_AT_ONCE].decode("utf-8", "surrogateescape")
        spaces = _SPACES_AT_BEGINNING.match(looked)
        assert spaces is not None
        size = len(spaces[0].encode())
        begin += size
        if size < _LOOKED_AT_ONCE - _LONGEST_SPACE:
            return begin
