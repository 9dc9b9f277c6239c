"""How the tokens of a model become text again."""

from __future__ import annotations

import codecs
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from vocabsmith_engine.byte_alphabet import BYTE_OF_GLYPH, unspell
from vocabsmith_engine.errors import TokenizerError
from vocabsmith_engine.normalization import NO_NORMALIZATION, Normalizer

LeadingSpace = Literal["keep", "first", "each"]


@dataclass(frozen=True, slots=True)
class Decoding:
    """From the bytes of each token to the text of all. The default joins the bytes as they are.

    Ordinary tokens go through `byte_alphabet` and `replacements`; tokens of one byte (byte fallback) and added tokens
    stand for themselves unless `spoken` says otherwise.

    Attributes:
        byte_alphabet: tokens are spelled in the byte alphabet of GPT-2 (a space is Ġ).
        replacements: (old, new) within the text of each token, one after the other, such as ("▁", " ").
        spoken: (id, text) of tokens that stand for another text, "" for none, such as control tokens.
        joiner: stands between two tokens.
        first_token_drops: every occurrence of this is left out of the first token, before the replacements.
        last_token_drops: and of this from the last token.
        leading_space: whether ordinary tokens lose a space that they begin with where no text stands before them: the
            first that has one, or each. sentencepiece's rule.
        drop_first: how many spaces at most are taken off the beginning of the text.
        drop_last: how many spaces at most are taken off its end.
        bytewise: in a string, every byte that is not UTF-8 is one U+FFFD; otherwise each maximal part of a character.
        denormalizer: what is done to the whole text last.
    """

    byte_alphabet: bool = False
    replacements: tuple[tuple[str, str], ...] = ()
    spoken: tuple[tuple[int, str], ...] = ()
    joiner: str = ""
    first_token_drops: str = ""
    last_token_drops: str = ""
    leading_space: LeadingSpace = "keep"
    drop_first: int = 0
    drop_last: int = 0
    bytewise: bool = False
    denormalizer: Normalizer = NO_NORMALIZATION

    def __post_init__(self) -> None:
        if self.leading_space not in get_args(LeadingSpace):
            rule = "is not a known rule"
            raise TokenizerError(f"leading space {self.leading_space!r}", rule, f"Use {get_args(LeadingSpace)}")
        for old, _ in self.replacements:
            if not old:
                raise TokenizerError("an empty text to replace in tokens", "stands everywhere", "Remove it")

    def __bool__(self) -> bool:
        return self != AS_THEY_ARE

    def to_text(self, data: bytes) -> str:
        """Decoded bytes as a string."""
        return data.decode(errors=self.errors)

    @property
    def errors(self) -> str:
        """What a codec is to do with bytes that are not UTF-8."""
        return _BYTEWISE if self.bytewise else "replace"


def _replace_one_byte(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return "\ufffd", error.start + 1


_BYTEWISE: Final = "vocabsmith-bytewise"
codecs.register_error(_BYTEWISE, _replace_one_byte)

AS_THEY_ARE: Final = Decoding()


class SpokenTokens:
    """What each token of a vocabulary says in a text.

    Args:
        decoding: the rules.
        tokens: the bytes of each id.
        themselves: ids that the rules for ordinary tokens leave alone: added tokens and tokens of one byte.
    """

    def __init__(self, decoding: Decoding, tokens: Sequence[bytes], themselves: Collection[int]) -> None:
        self.decoding = decoding
        self._tokens = tokens
        self._themselves = frozenset(themselves)
        self._spoken = {token_id: text.encode() for token_id, text in decoding.spoken}
        self.inside: Sequence[bytes] = tokens
        if decoding:
            self.inside = [self.without(token_id) for token_id in range(len(tokens))]

    def is_ordinary(self, token_id: int) -> bool:
        """Whether the rules for ordinary tokens hold for it."""
        return token_id not in self._themselves and token_id not in self._spoken

    def without(self, token_id: int, *dropped: str) -> bytes:
        """What a token says when some texts in it are dropped."""
        if token_id in self._spoken:
            return self._spoken[token_id]
        token = self._tokens[token_id]
        return token if token_id in self._themselves else self._read(token, dropped)

    def _read(self, token: bytes, dropped: Iterable[str]) -> bytes:
        text = token.decode("utf-8", "surrogateescape")
        for each in filter(None, dropped):
            text = text.replace(each, "")
        if self.decoding.byte_alphabet and all(map(BYTE_OF_GLYPH.__contains__, text)):
            text = unspell(text).decode("utf-8", "surrogateescape")
        for old, new in self.decoding.replacements:
            text = text.replace(old, new)
        return text.encode("utf-8", "surrogateescape")


class TokenJoiner:
    """Joins tokens as they come; what it has given out never changes."""

    def __init__(self, spoken: SpokenTokens) -> None:
        self._spoken = spoken
        self._decoding = spoken.decoding
        self._joiner = spoken.decoding.joiner.encode()
        self.reset()

    @property
    def errors(self) -> str:
        """What a codec is to do with bytes that are not UTF-8."""
        return self._decoding.errors

    def reset(self) -> None:
        """Begin a new text."""
        self._began = False  # whether a token has come
        self._has_text = False  # whether bytes have come
        self._drops_space = self._decoding.leading_space != "keep"
        self._spaces_to_drop = self._decoding.drop_first
        self._spaces = b""  # at the end of what has come: they may be dropped
        self._held: tuple[bytes, bytes] | None = None  # the last token, inside of a text and at its end
        self._unchanged: list[bytes] = []  # what the denormalizer will get

    def joined(self, ids: Iterable[int]) -> bytes:
        """The text of all of `ids`, from a new beginning."""
        self.reset()
        parts: list[bytes] = []
        rest = iter(ids)
        for token_id in rest:
            parts.append(self.feed(token_id))
            if self._is_settled:
                break
        parts += [self._joiner + said for said in map(self._spoken.inside.__getitem__, rest)]
        return b"".join([*parts, self.finish()])

    def feed(self, token_id: int) -> bytes:
        """What has become certain with this token; nothing before the end where all is to be changed last."""
        said = self._said(token_id)
        if not self._decoding.denormalizer:
            return said
        self._unchanged.append(said)
        return b""

    def _said(self, token_id: int) -> bytes:
        before, self._held = self._held, None
        joiner = self._joiner if self._began else b""
        first_drops = "" if self._began else self._decoding.first_token_drops
        self._began = True
        said = self._spoken.without(token_id, first_drops) if first_drops else self._spoken.inside[token_id]
        said = joiner + self._without_leading_space(token_id, said)
        if not self._decoding.last_token_drops:
            return self._given(said)
        self._held = (said, joiner + self._spoken.without(token_id, first_drops, self._decoding.last_token_drops))
        return self._given(before[0]) if before else b""

    def finish(self) -> bytes:
        """What was held back, and the end of this text."""
        rest = self._given(self._held[1]) if self._held else b""
        if self._decoding.denormalizer:
            text = b"".join([*self._unchanged, rest]).decode("utf-8", "surrogateescape")
            rest = self._decoding.denormalizer.text(text).encode("utf-8", "surrogateescape")
        self.reset()
        return rest

    @property
    def _is_settled(self) -> bool:
        """Whether every token from now on says what it says inside of a text."""
        at_end = self._decoding.last_token_drops or self._decoding.drop_last or self._decoding.denormalizer
        return not (at_end or self._spaces_to_drop or (self._drops_space and not self._has_text))

    def _without_leading_space(self, token_id: int, said: bytes) -> bytes:
        if not self._drops_space or self._has_text:
            return said
        if said.startswith(b" ") and self._spoken.is_ordinary(token_id):
            said = said[1:]
            self._drops_space = self._decoding.leading_space == "each"
        self._has_text = bool(said)
        return said

    def _given(self, said: bytes) -> bytes:
        """What can be given out after the spaces at the beginning, and without those that may be the last."""
        if self._spaces_to_drop and said:
            dropped = min(self._spaces_to_drop, len(said) - len(said.lstrip(b" ")))
            said = said[dropped:]
            self._spaces_to_drop = 0 if said else self._spaces_to_drop - dropped
        if self._decoding.drop_last:
            said = self._spaces + said
            kept = len(said) - min(self._decoding.drop_last, len(said) - len(said.rstrip(b" ")))
            said, self._spaces = said[:kept], said[kept:]
        return said
