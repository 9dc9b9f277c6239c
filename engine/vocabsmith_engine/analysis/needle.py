"""What must stand in a text for a token to occur in its encoding: looked for first, a hundred times as fast."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.analysis.token_texts import token_text
from vocabsmith_engine.models import ByteLevel
from vocabsmith_engine.normalization import Step
from vocabsmith_engine.normalization.sentencepiece_text import SentencePieceText
from vocabsmith_engine.normalization.steps import ByteGlyphs, Prefix, Prepend, Replace, Strip
from vocabsmith_engine.tokenizer import Tokenizer
from vocabsmith_engine.vocabulary_checks import ordinary_ids

_SPACES: Final = re.compile("[ ▁]+")


@dataclass(frozen=True, slots=True)
class Needle:
    """Bytes without which a text cannot hold the token.

    Attributes:
        wanted: to be found in the text as it is given; empty where nothing can be said before it is encoded.
        nowhere: whether no text becomes this token at all.
    """

    wanted: bytes = b""
    nowhere: bool = False

    @classmethod
    def of(cls, tokenizer: Tokenizer, token_id: int) -> Needle:
        """That of one token."""
        for added in tokenizer.all_added_tokens:
            if added.id == token_id:
                return _of_added(tokenizer, added)
        model = tokenizer.model
        if not isinstance(model, ByteLevel) and token_id in (model.unknown_id, *(model.byte_ids or ())):
            return cls()  # stands for many texts
        text = token_text(tokenizer, token_id)
        steps = tuple(_edits(tokenizer))
        if not steps:
            return cls(text)
        if not all(map(_concerns_spaces_only, steps)):
            return cls()
        return cls(
            max(_SPACES.split(text.decode("utf-8", "surrogateescape")), key=len).encode("utf-8", "surrogateescape")
        )

    def may_be_in(self, text: bytes) -> bool:
        """Whether the token may occur in the encoding of `text`."""
        return self.wanted in text


def _of_added(tokenizer: Tokenizer, added: AddedToken) -> Needle:
    model = tokenizer.model
    unknown = not isinstance(model, ByteLevel) and model.unknown_id == added.id
    known = added.id in ordinary_ids(tokenizer.tokens, tokenizer.merges, (added,), model)
    if not added.in_text:
        return Needle(nowhere=not (unknown or known))
    return Needle() if unknown or known or (added.normalized and tokenizer.normalizer) else Needle(added.text.encode())


def _edits(tokenizer: Tokenizer) -> Iterator[Step]:
    yield from tokenizer.normalizer.steps
    for entry in tokenizer.pretokenizer.splits:
        if isinstance(entry, Step):
            yield entry


def _concerns_spaces_only(step: Step) -> bool:
    """Whether all but spaces and ▁ comes out of it as it went in, next to what it stood next to."""
    if isinstance(step, Replace):
        return not step.regex and not _SPACES.sub("", step.pattern + step.content)
    if isinstance(step, (Prefix, Prepend)):
        return not _SPACES.sub("", step.content)
    if isinstance(step, SentencePieceText):
        return not step.character_map
    # Glyphs are read back in the text of a token, or the token spells no glyphs and is found by itself.
    return isinstance(step, (ByteGlyphs, Strip))
