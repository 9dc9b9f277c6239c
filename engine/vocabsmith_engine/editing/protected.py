"""Tokens that cannot be taken away: what the model begins with, and what a tokenizer names in its settings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np

from vocabsmith_engine.editing.plan import EditProblem
from vocabsmith_engine.formats.sentencepiece_proto import NORMAL
from vocabsmith_engine.models import ByteLevel, Characters, ScoredPairs, Unigram
from vocabsmith_engine.renumbering import ids_in_origin
from vocabsmith_engine.tokenizer import Tokenizer
from vocabsmith_engine.vocabulary_checks import byte_ids

_LONGEST: Final = 60  # characters of a token in a sentence
_KEEP: Final = "Keep it"


def token_named(tokenizer: Tokenizer, token_id: int) -> str:
    """A token as sentences name it: its id and its text."""
    text = tokenizer.tokens[token_id].decode(errors="backslashreplace")
    return f"token {token_id} {text if len(text) <= _LONGEST else text[:_LONGEST] + '…'!r}"


def what_can_go(tokenizer: Tokenizer, remove: Iterable[int]) -> tuple[list[int], list[EditProblem]]:
    """The ids of `remove` that can be taken away, each once, and what stands against the others."""
    protected = protected_ids(tokenizer)
    removable: list[int] = []
    problems: list[EditProblem] = []
    for token_id in dict.fromkeys(remove):
        if not 0 <= token_id < tokenizer.vocab_size:
            rule = f"is no id of this tokenizer, which has the ids 0 to {tokenizer.vocab_size - 1}"
            problems.append(EditProblem(f"id {token_id}", rule, "Name one of them"))
        elif token_id in protected:
            problems.append(EditProblem(token_named(tokenizer, token_id), *protected[token_id]))
        else:
            removable.append(token_id)
    return removable, problems


def protected_ids(tokenizer: Tokenizer) -> dict[int, tuple[str, str]]:
    """Rule and remedy for each id that cannot be taken away."""
    found: dict[int, tuple[str, str]] = {}
    for token_id, rule, remedy in (*_of_model(tokenizer), *_of_settings(tokenizer)):
        found.setdefault(token_id, (rule, remedy))
    return found


def _of_model(tokenizer: Tokenizer) -> Iterator[tuple[int, str, str]]:
    model = tokenizer.model
    if isinstance(model, ByteLevel):
        bytes_of_text = byte_ids(tokenizer.tokens, tokenizer.special_tokens).tolist()
    else:
        bytes_of_text = [token_id for token_id in model.byte_ids or () if token_id >= 0]
        if model.unknown_id is not None:
            yield model.unknown_id, "stands for what has no token", _KEEP
    for token_id in bytes_of_text:
        yield token_id, "is a byte, and any text is made of these", _KEEP
    for token_id in _characters(tokenizer):
        yield token_id, "is a character, and tokens are made of these", _KEEP


def _characters(tokenizer: Tokenizer) -> Iterator[int]:
    """Ids of the characters that no merge makes: what the model finds in a text by itself."""
    model = tokenizer.model
    if isinstance(model, ByteLevel):
        return
    added = set(tokenizer.special_tokens.values())
    if isinstance(model, ScoredPairs | Unigram):
        normal = np.flatnonzero(model.kinds == NORMAL).tolist()
        yield from (token_id for token_id in normal if _length(tokenizer.tokens[token_id]) == 1)
        return
    made = set(tokenizer.merges[:, 2].tolist()) | added
    for token_id, token in enumerate(tokenizer.tokens):
        if token_id not in made and _is_character(token, model):
            yield token_id


def _is_character(token: bytes, model: Characters) -> bool:
    """Whether this is one character, with or without what stands around one in this model."""
    prefix, suffix = model.continuing_prefix.encode(), model.word_suffix.encode()
    forms = (
        token,
        token.removeprefix(prefix),
        token.removesuffix(suffix),
        token.removeprefix(prefix).removesuffix(suffix),
    )
    return any(_length(form) == 1 for form in forms)


def _length(token: bytes) -> int:
    return len(token.decode(errors="surrogateescape"))


def _of_settings(tokenizer: Tokenizer) -> Iterator[tuple[int, str, str]]:
    template = tokenizer.template
    for token_id in (*template.prefix, *template.suffix) if template else ():
        yield token_id, "is put around every text by the tokenizer's template", _KEEP
    for role, text in (tokenizer.roles or {}).items():
        yield tokenizer.special_tokens[text], f"has the role {role}", "Keep it, or save the tokenizer without this role"
    for token_id in sorted(ids_in_origin(tokenizer.origin)):
        yield token_id, "is named by the post-processor or padding of its tokenizer.json", _KEEP
    for text, token_id in tokenizer.special_tokens.items():
        if text in (tokenizer.chat_template or ""):
            yield token_id, "stands in the chat template", _KEEP
