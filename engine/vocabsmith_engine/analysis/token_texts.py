"""The text of each token: what stands in a text, where merging begins, when the token is used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vocabsmith_engine.byte_alphabet import BYTE_OF_GLYPH, unspell
from vocabsmith_engine.models import ByteLevel, Characters
from vocabsmith_engine.tokenizer import Tokenizer

SPACE_OF_SENTENCEPIECE: Final = "▁"


def token_texts(tokenizer: Tokenizer) -> Sequence[bytes]:
    """The bytes of each token without what only tells its place in a piece, and out of the byte alphabet.

    That is `tokenizer.tokens` itself for most tokenizers. A continuing prefix ("##ing") or a word suffix ("ing</w>") of
    the model is left out, and where the tokens are spelled in the byte alphabet of GPT-2 the bytes stand for it. A ▁
    stays. Added tokens and single bytes are what they are.
    """
    model = tokenizer.model
    prefix, suffix = _surroundings(tokenizer)
    if isinstance(model, ByteLevel) or not (prefix or suffix or tokenizer.decoding.byte_alphabet):
        return tokenizer.tokens
    themselves = {*tokenizer.special_tokens.values(), *(model.byte_ids or ())}
    return tuple(
        token if token_id in themselves else _text_of(token, prefix, suffix, glyphs=tokenizer.decoding.byte_alphabet)
        for token_id, token in enumerate(tokenizer.tokens)
    )


def token_text(tokenizer: Tokenizer, token_id: int) -> bytes:
    """The text of one token, see `token_texts`."""
    model, token = tokenizer.model, tokenizer.tokens[token_id]
    if (
        isinstance(model, ByteLevel)
        or token_id in tokenizer.special_tokens.values()
        or token_id in (model.byte_ids or ())
    ):
        return token
    return _text_of(token, *_surroundings(tokenizer), glyphs=tokenizer.decoding.byte_alphabet)


def spaces_are_low_lines(tokenizer: Tokenizer) -> bool:
    """Whether ▁ in a token stands for a space."""
    return any(old == SPACE_OF_SENTENCEPIECE for old, _ in tokenizer.decoding.replacements)


def _surroundings(tokenizer: Tokenizer) -> tuple[bytes, bytes]:
    model = tokenizer.model
    if not isinstance(model, Characters):
        return b"", b""
    return model.continuing_prefix.encode(), model.word_suffix.encode()


def _text_of(token: bytes, prefix: bytes, suffix: bytes, *, glyphs: bool) -> bytes:
    inner = token.removeprefix(prefix)
    inner = inner.removesuffix(suffix) or inner or token
    if not glyphs:
        return inner
    text = inner.decode("utf-8", "surrogateescape")
    return unspell(text) if all(map(BYTE_OF_GLYPH.__contains__, text)) else inner
